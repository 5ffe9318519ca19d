/* What is nicer with JavaScript; everything works without it. */
"use strict";

/* Progress by events, and the result as soon as it is there. */
function followProgress(box) {
  const stage = document.getElementById("stage");
  const names = {waiting: "waiting", starting: "starting", unpack: "reading the upload", steps: "taking the steps",
                 analyze: "analyzing", generate: "generating", explain: "looking for steps that help",
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
document.querySelectorAll("form").forEach(sendOnce);
addEventListener("hashchange", () => openVerdictAt(location.hash));
openVerdictAt(location.hash);
/* Back in the history: forms are as they were, not sent. */
addEventListener("pageshow", () => document.querySelectorAll("button:disabled").forEach((b) => { b.disabled = false; }));
