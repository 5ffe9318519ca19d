/* What is nicer with JavaScript; everything works without it. */
"use strict";

/* Progress by events, and the result as soon as it is there. */
function followProgress(box) {
  const stage = document.getElementById("stage");
  const names = {waiting: "waiting", starting: "starting", unpack: "reading the upload", steps: "taking the steps",
                 analyze: "analyzing", generate: "generating", explain: "looking for steps that help", prove: "proving the kernels",
                 draw: "drawing", pack: "packing", page: "writing the page"};
  const events = new EventSource(box.dataset.events);
  events.addEventListener("stage", (event) => {
    const job = JSON.parse(event.data);
    stage.textContent = names[job.stage] || job.stage;
  });
  events.addEventListener("end", () => {
    events.close();
    location.reload();
  });
  /* Where events do not come through, asking does. */
  setTimeout(() => location.reload(), 15000);
}

/* A loop's verdict opens when somebody comes from elsewhere on the page to its line. */
function openVerdictAt(hash) {
  const line = hash.length > 1 && document.getElementById(hash.slice(1));
  if (!line || !line.classList.contains("l"))
    return;
  const verdict = line.closest("pre").nextElementSibling;
  if (verdict && verdict.matches("details.verdict") && line.parentElement.lastElementChild === line)
    verdict.open = true;
}

/* Rows of the table of loops by words and verdicts. */
function filterLoops(box) {
  const rows = [...document.querySelectorAll("#loop-table tbody tr")];
  const input = document.getElementById("loop-filter"), count = document.getElementById("loop-count");
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = [...box.querySelectorAll("input:checked")].map((one) => one.value);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !verdicts.includes(row.dataset.verdict) || !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length}`;
  };
  box.hidden = false;
  box.addEventListener("input", show);
  show();
}

/* Lines of one file in all its panes: pointing marks what belongs together, a click brings it into sight. */
function linkLines(panes) {
  let marked = [];
  const partners = (line) => [...panes.querySelectorAll(`.l[data-s="${line.dataset.s}"]`)];
  panes.addEventListener("mouseover", (event) => {
    const line = event.target.closest(".l[data-s]");
    marked.forEach((one) => one.classList.remove("linked"));
    marked = line ? partners(line) : [];
    marked.forEach((one) => one.classList.add("linked"));
  });
  panes.addEventListener("click", (event) => {
    const line = event.target.closest(".l[data-s]");
    const seen = new Set(line ? [line.closest("pre")] : []);
    for (const one of line && getSelection().isCollapsed ? partners(line) : []) {
      const pane = one.closest("pre");
      if (!seen.has(pane))
        pane.scrollTop += one.getBoundingClientRect().top - line.getBoundingClientRect().top;
      seen.add(pane);
    }
  });
}

function acceptDrops(area, input) {
  const stop = (event) => event.preventDefault();
  area.addEventListener("dragover", stop);
  area.addEventListener("drop", (event) => {
    stop(event);
    input.files = event.dataTransfer.files;
  });
}

/* Tab writes a tab into source text; Escape and then Tab leaves it, as a keyboard user must be able to. */
function editWithTabs(text) {
  let leaves = false;
  text.addEventListener("keydown", (event) => {
    if (event.key === "Escape")
      leaves = true;
    else if (event.key === "Tab" && !event.shiftKey && !leaves) {
      event.preventDefault();
      text.setRangeText("    ", text.selectionStart, text.selectionEnd, "end");
    } else
      leaves = false;
  });
}

/* One press, one job. */
function sendOnce(form) {
  form.addEventListener("submit", () => setTimeout(() => {
    for (const button of form.querySelectorAll("button"))
      button.disabled = true;
  }));
}

const progress = document.getElementById("progress");
if (progress)
  followProgress(progress);
const drop = document.getElementById("drop");
if (drop)
  acceptDrops(drop, document.getElementById("file"));
const text = document.getElementById("text");
if (text)
  editWithTabs(text);
const filter = document.querySelector(".filter");
if (filter)
  filterLoops(filter);
document.querySelectorAll(".panes").forEach(linkLines);
document.querySelectorAll("form").forEach(sendOnce);
addEventListener("hashchange", () => openVerdictAt(location.hash));
openVerdictAt(location.hash);
/* Back in the history: forms are as they were, not sent. */
addEventListener("pageshow", () => document.querySelectorAll("button:disabled").forEach((b) => { b.disabled = false; }));
