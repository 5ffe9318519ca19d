/* A person with a browser: uploads gemm, reads verdicts, takes steps and takes them back, downloads.
 *     node browser.mjs URL CHROMIUM FOLDER GEMM.c BENCH.h
 * Downloads and screenshots go into FOLDER. One line of TAP a point; browser.py adds what a compiler says. */
import { chromium } from "playwright-core";
import path from "node:path";
import process from "node:process";

const [url, executablePath, folder, gemm, bench] = process.argv.slice(2);
const root = process.getuid() === 0;
let number = 0, failed = 0;

function ok(good, what, ...instead) {
  number++;
  console.log(`${good ? "" : "not "}ok ${number} - ${what}`);
  if (!good) {
    failed++;
    for (const thing of instead)
      console.log("# " + JSON.stringify(thing));
  }
}

const browser = await chromium.launch({ executablePath, timeout: 200000, args: root ? ["--no-sandbox"] : [] });
const complaints = [];

/* waitForFunction asks again from inside the page, where its policy forbids the string that is asked. */
async function until(holds) {
  for (let tries = 0; tries < 2000; tries++) {
    if (await holds())
      return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("it did not come about in 200 seconds");
}

async function open(options) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(200000);
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => { if (!request.url().startsWith(url)) complaints.push(request.url()); });
  return page;
}

async function shoot(page, name) {
  await page.screenshot({ path: path.join(folder, name + ".png"), fullPage: false });
}

async function save(page, link) {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const place = path.join(folder, download.suggestedFilename());
  await download.saveAs(place);
  return place;
}

/* Everything that takes input has a name that a screen reader can say; headings leave no level out. */
async function checkNames(page, what) {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("input:not([type=hidden]),select,textarea,button,a,img,pre[tabindex]")]
    .filter((e) => !(e.labels && e.labels.length && e.labels[0].textContent.trim()) && !e.textContent.trim()
                   && !e.getAttribute("aria-label") && !e.getAttribute("alt") && !e.querySelector("img[alt]")).map((e) => e.outerHTML.slice(0, 100)));
  ok(nameless.length === 0, `${what}: everything has a name`, nameless);
  const levels = await page.evaluate(() => [...document.querySelectorAll("h1,h2,h3,h4")].map((h) => +h.tagName[1]));
  ok(levels[0] === 1 && levels.every((l, i) => i === 0 || l <= levels[i - 1] + 1), `${what}: headings in order`, levels);
}

async function checkWidth(page, what) {
  const [wide, most] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  ok(wide <= most, `${what}: nothing stands out of the window`, wide, most);
}

/* The ratio of WCAG 2 for each piece of text that is seen; less than 4.5 is too faint. */
async function checkContrast(page, what) {
  const faint = await page.evaluate(() => {
    const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
    const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
    const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
    const bad = new Map();
    for (const e of document.querySelectorAll("body *")) {
      if (!e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.matches(":disabled"))
        continue;
      const a = light(parse(getComputedStyle(e).color).slice(0, 3)), b = light(behind(e));
      const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
      if (ratio < 4.5)
        bad.set(`${e.tagName}.${e.className} ${ratio.toFixed(2)}`, 1);
    }
    return [...bad.keys()].slice(0, 8);
  });
  ok(faint.length === 0, `${what}: contrast`, faint);
}

async function upload(page) {
  await page.goto(url);
  await page.setInputFiles("#file", [gemm, bench]);
  await page.check("input[name=mode][value=auto]");
}

async function wholeTrip() {
  const page = await open({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  await page.goto(url);
  await checkNames(page, "start");
  await checkContrast(page, "start, light");
  await shoot(page, "start-light");
  await upload(page);
  await page.click("button.main");
  await page.waitForSelector("#source");
  ok(/^gemm\.c/.test(await page.textContent("h1")), "the result of gemm.c");
  ok((await page.textContent(".counts .parallel")).includes("4 parallel"), "four loops are parallel");
  await page.waitForSelector("details.verdict");
  const verdict = page.locator("details.verdict").nth(2);
  await verdict.locator("summary").focus();
  await page.keyboard.press("Enter");
  ok((await verdict.locator(".why").innerText()).includes("Reduction by + into C"), "by the keyboard: why", await verdict.innerText());
  await until(() => page.evaluate(() => {
    const graph = document.querySelector("img.graph");
    return graph && graph.complete && graph.naturalWidth > 0;
  }));
  ok(true, "the graph is drawn");
  ok((await page.textContent("#plan")).includes("reads A, set by the caller"), "transfers with their reasons");
  ok((await page.textContent("#products")).includes("__global__ void"), "CUDA beside the source");
  await checkNames(page, "result");
  await checkContrast(page, "result, light");
  await checkWidth(page, "result");
  await page.evaluate(() => document.querySelector("main").scrollIntoView({ behavior: "instant" }));
  await page.waitForTimeout(150);
  await shoot(page, "result-light");
  await page.evaluate(() => document.querySelector("#f1l17").scrollIntoView({ behavior: "instant" }));
  await page.waitForTimeout(150);
  await page.screenshot({ path: path.join(folder, "verdicts-light.png"), clip: { x: 0, y: 0, width: 1000, height: 560 } });
  await page.evaluate(() => document.querySelector("#products").scrollIntoView({ behavior: "instant" }));
  await page.waitForTimeout(150);
  await shoot(page, "products-light");
  const first = page.url();
  await page.fill("#step", "distribute kernel_gemm/i all");
  await page.click("#steps form.more button");
  await page.waitForURL((now) => now.href !== first);
  await page.waitForSelector("ol.taken");
  ok((await page.textContent("ol.taken")).includes("distribute kernel_gemm/i all"), "a step is taken");
  await page.fill("#step", "interchange kernel_gemm/i/j");
  const second = page.url();
  await page.click("#steps form.more button");
  await page.waitForURL((now) => now.href !== second);
  await page.waitForSelector("#steps");
  ok((await page.textContent("#steps ol.taken")).includes("interchange"), "and another");
  await page.click("text=Take the last step back");
  await page.waitForURL(second);
  ok(true, "taken back: the page of before");
  await page.fill("#step", "interchange kernel_gemm/i/nonsense");
  await page.click("#steps form.more button");
  await page.waitForSelector(".fault");
  ok((await page.textContent(".fault")).includes("refused"), "what cannot be is refused, with the reason");
  await shoot(page, "refused-light");
  await page.goto(second);
  await save(page, page.locator("#downloads a", { hasText: "ihop-out/gemm_cpu.c" }));
  await save(page, page.locator("#downloads a", { hasText: "ihop-out/gemm.cu" }));
  await save(page, page.locator("#downloads a.button"));
  ok(true, "files are downloaded");
  await page.context().close();
  return first;
}

async function look(first, name, options) {
  const page = await open(options);
  await page.goto(url);
  await checkWidth(page, `start, ${name}`);
  await shoot(page, "start-" + name);
  await page.goto(first);
  await page.waitForSelector("details.verdict");
  await checkWidth(page, `result, ${name}`);
  await checkContrast(page, `result, ${name}`);
  await shoot(page, "result-" + name);
  await page.evaluate(() => document.querySelector("#plan").scrollIntoView({ behavior: "instant" }));
  await page.waitForTimeout(150);
  await shoot(page, "plan-" + name);
  await page.context().close();
}

/* Two loops that cannot be taken apart, one that a step helps, one parallel: what stands first, and what a filter leaves. */
async function table() {
  const page = await open({ viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  await page.goto(url);
  await page.click("#paste summary");
  await page.fill("#text", `void f (int n, double *restrict a, double *restrict b, double t)
{
  for (int i = 0; i < n; i++)
    b[i] = 2 * a[i];
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
  for (int i = 1; i < n; i++)
    {
      a[i] = 3 * b[i];
      b[i] = b[i - 1] + 1;
    }
}
`);
  await page.click("details.more summary");
  await page.selectOption("#search", "off");
  await page.click("button.main");
  await page.waitForSelector("#loop-table");
  const names = await page.locator("#loop-table tbody th").allInnerTexts();
  ok(names[names.length - 1] === "f/i" && names.length === 3, "the parallel loop stands last in the table", names);
  await page.fill("#loop-filter", "i#2");
  ok(await page.textContent("#loop-count") === "1 of 3", "the filter leaves one loop");
  await page.fill("#loop-filter", "");
  await page.uncheck(".filter input[value=sequential]");
  const left = await page.locator("#loop-table tbody tr:visible").count();
  const sequential = await page.locator("#loop-table tr[data-verdict=sequential]").count();
  ok(left === 3 - sequential && sequential > 0, "  or those of some verdicts", left, sequential);
  await checkNames(page, "table");
  await checkContrast(page, "table, dark");
  await shoot(page, "table-dark");
  await page.locator("#loop-table tbody tr:visible th a").last().click();
  ok(/#f1l\d+$/.test(page.url()) && await page.evaluate(() => document.querySelector(".l:target") !== null), "a loop leads to its line", page.url());
  const line = page.locator(".pane").first().locator(".l", { hasText: "b[i] = 2 * a[i];" });
  await line.hover();
  const marked = await page.locator(".pane .l.linked").allInnerTexts();
  ok(marked.length >= 3 && marked.every((text) => text.includes("2 * a[i]")), "pointing at a line marks what it became", marked);
  await checkContrast(page, "linked, dark");
  await shoot(page, "linked-dark");
  await page.evaluate(() => document.querySelector("#graph").scrollIntoView({ behavior: "instant" }));
  await shoot(page, "graph-dark");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.querySelector("#graph").scrollIntoView({ behavior: "instant" }));
  await shoot(page, "graph-phone-dark");
  const height = await page.evaluate(() => { const g = document.querySelector("img.graph"); return g.height / g.naturalHeight; });
  ok(height === 1, "a graph keeps its size on a phone", height);
  await checkWidth(page, "graph, phone");
  await page.context().close();
}

/* A file of two thousand lines: the page stays small, and each part has its own. */
async function longFile() {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.click("#paste summary");
  const one = (k) => `void f${k} (int n, int *a)\n{\n  for (int i = 0; i < n; i++)\n    a[i] = ${k};\n}\n\n`;
  await page.fill("#text", Array.from({ length: 120 }, (_, k) => one(k)).join(""));
  await page.click("button.main");
  await page.waitForSelector("#loop-table");
  const size = await page.evaluate(() => document.documentElement.scrollHeight);
  ok(size < 8000, "the page of a long file is not long", size);
  await page.locator("#loop-table a", { hasText: "f100/i" }).click();
  await page.waitForSelector(".l:target");
  ok((await page.textContent("h1")).includes("lines 601 to 900") && (await page.textContent(".l:target")).includes("for (int i"),
     "a loop leads to the part of its line", await page.textContent("h1"));
  const cuda = await page.locator(".pane", { hasText: "CUDA" }).first().innerText();
  ok(cuda.includes("a[i] = 100;") && !cuda.includes("a[i] = 5;"), "  beside what became of that part", cuda.slice(0, 500));
  await page.click("text=← the part before");
  ok((await page.textContent("h1")).includes("lines 301 to 600"), "  from which one turns the pages");
  await checkNames(page, "part");
  await page.context().close();
}

async function examples() {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  for (const link of await page.locator("ul.examples a").all())
    await link.getAttribute("href").then((href) => page.request.get(new URL(href, url).href))
      .then(async (answer) => ok((await answer.text()).includes("void "), `the example ${link}`));
  await page.click("text=running sums");
  ok((await page.inputValue("#name")) === "scan.c" && (await page.inputValue("#text")).includes("sum[i - 1]"), "an example to begin with");
  await page.click("button.main");
  await page.waitForSelector("details.verdict.sequential");
  ok(true, "  is worked on");
  await page.context().close();
}

async function withoutScript() {
  const page = await open({ javaScriptEnabled: false });
  await upload(page);
  await page.click("button.main");
  await page.waitForSelector("#source");
  const place = await save(page, page.locator("#downloads a", { hasText: "ihop-out/gemm.json" }));
  ok(place.endsWith("gemm.json"), "without JavaScript: upload, result, download");
  await page.context().close();
}

async function pasted() {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.click("#paste summary");
  await page.fill("#text", "void f (int n, int *a)\n{\n  for (int i = 1; i < n; i++)\n    a[i] = a[i - 1];\n}\n");
  await page.fill("#name", "scan.c");
  await page.click("button.main");
  await page.waitForSelector("details.verdict.sequential");
  await page.locator("details.verdict summary").click();
  ok((await page.textContent(".why")).includes("flow dependence on a["), "pasted: which iterations collide");
  await shoot(page, "sequential");
  await page.click("text=Edit and run again");
  const text = await page.inputValue("#text");
  await page.fill("#text", text.replace("a[i - 1]", "i"));
  await page.click("button.main");
  await page.waitForSelector("details.verdict.parallel");
  ok(true, "edited: it is parallel now");
  await page.context().close();
}

try {
  const first = await wholeTrip();
  await look(first, "dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  await look(first, "phone", { viewport: { width: 390, height: 844 }, colorScheme: "light", isMobile: true, hasTouch: true });
  await look(first, "phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark", isMobile: true, hasTouch: true });
  await withoutScript();
  await pasted();
  await table();
  await longFile();
  await examples();
} catch (error) {
  ok(false, "the trip", String(error));
}
ok(complaints.length === 0, "no complaint of the browser, no request to elsewhere", complaints);
console.log(`1..${number}`);
await browser.close();
process.exit(failed ? 1 : 0);
