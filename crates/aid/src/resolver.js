// Resolves a printed chart. It knows nothing but the charts as data (their form: "adjutant-bcs-charts/1") and the answers to
// a chart's questions, each a whole number: a tick is 0 or 1, a pick its place in the list, a count itself.

/** Whether a condition holds: any of its lists, of which each test must hold. */
function holds(when, answers, result = {}) {
  const test = ([what, a, b]) => {
    switch (what) {
      case "is": return answers[a] === b;
      case "not": return answers[a] !== b;
      case "least": return answers[a] >= b;
      case "over": return answers[a] > answers[b];
      case "gives": return (result[a] ?? 0) === b;
      case "spends": return (result[a] ?? 0) >= answers[b];
      default: throw new Error(`an unknown test: ${what}`);
    }
  };
  return when.some((all) => all.every(test));
}

/** The lowest and the highest answer to a question. */
function span(question) {
  if (question.count) return question.count;
  return [0, question.pick ? question.pick.length - 1 : 1];
}

/** In how many ways so many dice of six sides make each sum, from the lowest sum on. */
function ways(dice) {
  let counts = [1];
  for (let die = 0; die < dice; die++) {
    const next = Array(counts.length + 5).fill(0);
    counts.forEach((n, at) => { for (let face = 0; face < 6; face++) next[at + face] += n; });
    counts = next;
  }
  return counts;
}

/** The row of a table into which a total falls. */
function rowOf(table, total) {
  return table.rows.find(({ min, max }) => (min ?? total) <= total && total <= (max ?? total));
}

/** In how many ways of its dice a table gives a field something, and of how many. */
function waysOf(table, field) {
  const counts = ways(table.dice);
  const given = counts.filter((_, at) => rowOf(table, table.dice + at).says[field]);
  return given.reduce((sum, n) => sum + n, 0) / 6 ** table.dice;
}

/** Everything that can be said before the dice fall. */
function resolve(sheet, answers) {
  const on = (when) => holds(when, answers);
  const excluded = (unless) => unless.map((id) => sheet.exclusions.find((one) => one.id === id)).find((one) => on(one.when));
  const taken = new Map();
  const lines = sheet.lines.map((line) => {
    if (!on(line.when)) return { line, amount: 0, stands: "off" };
    const why = excluded(line.unless) ?? taken.get(line.group);
    if (why) return { line, amount: 0, stands: "excluded", why };
    if (line.group > 0) taken.set(line.group, line);
    const of = line.amount;
    const printed = !Array.isArray(of) ? of
      : of[0] === "times" ? answers[of[1]] * of[2] : of[2][answers[of[1]]] ?? 0;
    return { line, amount: line.for === "other" ? -printed : printed, stands: "counts" };
  });
  const open = sheet.tables.filter((table) => on(table.when));
  const tables = open.filter((table) => !excluded(table.unless));
  const passed = open.filter((table) => excluded(table.unless)).map((table) => ({ table, why: excluded(table.unless) }));
  let table = tables[0];
  if (Array.isArray(sheet.choose)) {
    for (const one of tables) if (waysOf(one, sheet.choose[1]) < waysOf(table, sheet.choose[1])) table = one;
  }
  const bars = sheet.bars.filter((bar) => on(bar.when));
  const net = lines.reduce((sum, one) => sum + one.amount, 0);
  return { sheet, answers, bars, lines, net, passed, table: bars.length ? undefined : table };
}

/** What a figure on the dice comes to; nothing where no roll is made. A sure result takes any figure. */
function ended(seen, figure) {
  const { sheet, answers, table } = seen;
  if (!table) return undefined;
  const row = rowOf(table, table.dice ? figure + seen.net : 0);
  const result = { ...row.says };
  const changes = sheet.changes.filter((change) => {
    const so = holds(change.when, answers, result);
    if (so) Object.assign(result, change.set);
    return so;
  });
  return { row, result, changes };
}

/** A result in words, by the fields of its sheet. */
function wordsOf(charts, sheet, result) {
  const said = sheet.gives.map((field) => charts.fields[field][result[field] ?? 0]).filter(Boolean);
  return said.length ? said.join(", ") : "no result";
}

/** What can come up, in the order of the printed rows: each row with its ways of all. A row that always comes to something
 *  else is counted with the row that says what it comes to, or stands with that beside it. */
function odds(seen) {
  const { table } = seen;
  if (!table) return { of: 0, rows: [] };
  const rows = table.rows.map((row) => ({ row, n: 0 }));
  ways(table.dice).forEach((way, at) => {
    const { row, result, changes } = ended(seen, table.dice + at);
    const same = ({ says }) => seen.sheet.gives.every((field) => (says[field] ?? 0) === (result[field] ?? 0));
    const as = changes.length ? rows.find((one) => same(one.row)) : undefined;
    if (as) as.n += way;
    else if (!changes.length) rows.find((one) => one.row === row).n += way;
    else {
      const known = rows.find((one) => one.changed && one.row === row && JSON.stringify(one.changed) === JSON.stringify(result));
      if (known) known.n += way;
      else rows.push({ row, n: way, changed: result });
    }
  });
  return { of: 6 ** table.dice, rows };
}

if (typeof module !== "undefined") module.exports = { holds, span, ways, rowOf, resolve, ended, wordsOf, odds };
