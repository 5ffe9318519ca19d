/* Tables sort by the column whose head is pressed; without this script they stand as they are. */
"use strict";
function value(row, column) {
  const cell = row.cells[column];
  const number = parseFloat(cell.dataset.v);
  return cell.dataset.v === undefined ? cell.textContent.toLowerCase() : Number.isNaN(number) ? null : number;
}
function sort(table, column, head) {
  const up = head.getAttribute("aria-sort") !== "ascending";
  const rows = Array.from(table.tBodies[0].rows);
  rows.sort((a, b) => {
    const x = value(a, column), y = value(b, column);
    if (x === null || y === null) return (x === null) - (y === null);
    return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
  });
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  table.tBodies[0].append(...rows);
}
for (const table of document.querySelectorAll("table.sort"))
  Array.from(table.tHead.rows[0].cells).forEach((head, column) =>
    head.querySelector("button").addEventListener("click", () => sort(table, column, head)));
/* A kernel's name in a table leads to its sources: open them. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") target.open = true;
}
addEventListener("hashchange", open);
open();
