
"use strict";
// Tables sort by a click on the head of a column, and show only the rows with some text.  Without this script nothing is missing.
(() => {
  const rowsLeast = 4;
  const words = new Intl.Collator("en", { numeric: true });

  // "12 % (9-15)" counts as 12, "none" as 0; null for what is no number.
  function value(text) {
    const found = /^-?[0-9][0-9,]*(\.[0-9]+)?/.exec(text);
    return found ? Number(found[0].replaceAll(",", "")) : text.startsWith("none") ? 0 : null;
  }

  function compare(one, other) {
    const [left, right] = [value(one), value(other)];
    if (left !== null && right !== null) return right - left;
    if (left !== null || right !== null) return left !== null ? -1 : 1;
    if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
    return words.compare(one, other);
  }

  function sortable(table, rows) {
    for (const head of table.tHead.querySelectorAll("th")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") !== "ascending";
        for (const each of table.tHead.querySelectorAll("th")) each.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "ascending" : "descending");
        const text = (row) => row.cells[head.cellIndex].textContent.trim();
        rows.sort((one, other) => compare(text(one), text(other)) * (down ? 1 : -1));
        table.tBodies[0].append(...rows);
      });
    }
  }

  function filtered(table, rows) {
    const line = document.createElement("p");
    const label = document.createElement("label");
    const input = document.createElement("input");
    const count = document.createElement("output");
    line.className = "filter";
    input.type = "search";
    label.append("Show rows with ", input);
    line.append(label, " ", count);
    table.closest(".wide").before(line);
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      count.textContent = wanted ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
    });
  }

  for (const table of document.querySelectorAll(".wide table")) {
    const rows = [...table.tBodies[0].rows];
    if (!table.tHead || rows.length < rowsLeast) continue;
    sortable(table, rows);
    filtered(table, rows);
  }

  function open() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.matches("details.part")) {
      target.open = true;
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", open);
  window.addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details.part")) part.open = true;
  });
  open();
})();
