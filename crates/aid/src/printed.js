// Charts as they are printed: rows, modifiers with their amounts, tables of two headings.

/** The totals of a row: `3 to 6`, `7 or more`. */
function band({ min, max }) {
  if (min === undefined && max === undefined) return "always";
  if (min === undefined) return `${max} or less`;
  if (max === undefined) return `${min} or more`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

function printedHtml(page) {
  const row = (row) => `<tr><th scope="row">${band(row)}</th><td>${safe(row.words)}</td></tr>`;
  const tables = page.tables.map((table) => `<h4>${safe(table.words)} ${rule(table.rule)}</h4><table><tbody>${table.rows.map(row).join("")}</tbody></table>`);
  const lines = printedLines(page, "roller", "Added") + printedLines(page, "other", "The other side’s, taken off");
  return `${tables.join("")}<h4>Modifiers</h4>${lines || "<p>none</p>"}`;
}

/** Modifiers as they are printed, each with its amount. */
function printedLines(page, whose, heading) {
  const lines = page.lines.filter((line) => line.for === whose);
  const row = (line) => `<tr><th scope="row">${safe(line.words)} ${rule(line.rule)}</th><td>${safe(line.printed ?? "")}</td></tr>`;
  return lines.length ? `<table class="adds"><caption>${heading}</caption><tbody>${lines.map(row).join("")}</tbody></table>` : "";
}

/** A table of two headings; rows of one group stand under its heading. `now` is the column that holds. */
function gridHtml(grid, now) {
  const holds = (id) => (id === now ? ' class="now"' : "");
  const row = (row) => `<tr><th scope="row">${safe(row.words)}${row.rule === grid.rule ? "" : ` ${rule(row.rule)}`}</th>${grid.columns.map(([id]) => `<td${holds(id)}>${safe(row.cells[id].replaceAll("-", " "))}</td>`).join("")}</tr>`;
  const head = ({ group }) => (group ? `<tr class="head"><th scope="rowgroup" colspan="${grid.columns.length + 1}">${safe(group)}</th></tr>` : "");
  const groups = [];
  for (const one of grid.rows) {
    const last = groups.at(-1);
    if (last && last[0].group === one.group) last.push(one);
    else groups.push([one]);
  }
  const bodies = groups.map((rows) => `<tbody>${head(rows[0])}${rows.map(row).join("")}</tbody>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="${safe(grid.title)}"><table class="grid"><thead><tr><td></td>${grid.columns.map(([id, words]) => `<th scope="col"${holds(id)}>${safe(words)}${id === now ? '<span class="sr"> (holds now)</span>' : ""}</th>`).join("")}</tr></thead>${bodies.join("")}</table></div>`;
}
