// The play aid beside a physical game: charts resolved, formation cards kept, turns listed. Nothing leaves this device
// unless somebody exports the game.

const { charts, cards } = JSON.parse(document.getElementById("data").textContent);
// Games of different scenarios are kept apart.
const PLACE = `adjutant-aid game${cards.of ? ` ${cards.of}` : ""}`;
const FORM = "adjutant-aid/1";
const KEPT_BACK = 40;
/** So many of them outlast the page, which a phone throws away when it likes. */
const KEPT_OVER = 10;

const one = (selector) => document.querySelector(selector);
const safe = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const rule = (id) => `<span class="rid">${safe(id)}</span>`;
const sheetOf = (id) => charts.sheets.find((sheet) => sheet.id === id);
const pages = [...charts.sheets, ...charts.grids, ...charts.lists];
const titleOf = (page) => cards.short[page.id] ?? page.title;

// ---- what is kept

const fresh = () => ({ form: FORM, title: cards.of ?? "", turn: 1, sides: [...(cards.sides ?? ["Blue", "Red"])], cards: [], on: null, chart: cards.tabs[0], answers: {}, held: {}, ticks: {}, steps: {}, acts: [], went: [], n: 1 });
let game = fresh();
let back = [];
let dice = [];
/** Whether what the dice gave is on the card: it goes there once. */
let entered = false;
let keeps = true;
/** The cards that are unfolded. */
const unfolded = new Set();

function load() {
  try {
    localStorage.setItem(`${PLACE} try`, "1");
    keeps = localStorage.getItem(`${PLACE} try`) === "1";
    localStorage.removeItem(`${PLACE} try`);
    const kept = localStorage.getItem(PLACE);
    if (kept) { game = read(kept); recall(); }
    else if (cards.given.length) game.cards = cards.given.map((given, n) => ({ id: n + 1, ...given })), game.n = cards.given.length + 1;
  } catch (fault) {
    if (fault instanceof Unread) say(fault.message);
    else keeps = false;
  }
}

function keep() {
  try { localStorage.setItem(PLACE, JSON.stringify(game)); keeps = true; } catch { keeps = false; }
  try { localStorage.setItem(`${PLACE} back`, JSON.stringify({ back: back.slice(-KEPT_OVER), dice, entered })); } catch { /* The game matters more. */ }
}

/** The latest steps, to be taken back, and the throw that is on no card yet. */
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(`${PLACE} back`));
    if (Array.isArray(kept?.back) && Array.isArray(kept.dice)) ({ back, dice, entered = false } = kept);
  } catch { /* Without them the game goes on. */ }
}

class Unread extends Error {}

/** A game as text, checked: what is wrong is said, and nothing of it is taken. */
function read(text) {
  let given;
  try { given = JSON.parse(text); } catch { throw new Unread("This is no exported game: it is not JSON."); }
  if (given?.form !== FORM) throw new Unread(`This is no game of this aid: its form is ${JSON.stringify(given?.form ?? null)}, not "${FORM}".`);
  const faults = [];
  const whole = (n, from, to) => Number.isInteger(n) && n >= from && n <= to;
  if (!whole(given.turn, 1, 999)) faults.push(`turn: ${JSON.stringify(given.turn)} is no number from 1 to 999`);
  if (!Array.isArray(given.sides) || given.sides.length !== 2 || given.sides.some((name) => typeof name !== "string")) faults.push("sides: two names are needed");
  if (!Array.isArray(given.cards)) faults.push("cards: a list is needed");
  for (const [n, card] of (Array.isArray(given.cards) ? given.cards : []).entries()) {
    const place = `cards[${n}]`;
    if (typeof card?.name !== "string" || !whole(card.side, 0, 1) || !whole(card.id, 1, 1e6)) { faults.push(`${place}: a name, a side (0 or 1) and a number are needed`); continue; }
    for (const field of cards.fields) {
      const [least, most] = span(field);
      if (card.of?.[field.id] === undefined) (card.of ??= {})[field.id] = field.default ?? least;
      else if (!whole(card.of[field.id], least, most)) faults.push(`${place}.${field.id}: ${JSON.stringify(card.of[field.id])} is no number from ${least} to ${most}`);
    }
  }
  const ids = (Array.isArray(given.cards) ? given.cards : []).map((card) => card?.id);
  if (new Set(ids).size < ids.length) faults.push("cards: each needs a number of its own");
  if (faults.length) throw new Unread(`The game cannot be taken. ${faults.join("; ")}.`);
  const known = { ...fresh(), ...given };
  for (const [key, like] of Object.entries(fresh())) if (Array.isArray(like) !== Array.isArray(known[key]) || (like !== null && typeof like !== typeof known[key])) known[key] = like;
  known.answers = answersIn(known.answers);
  for (const [on, answers] of Object.entries(known.held)) known.held[on] = answersIn(answers);
  for (const lists of [known.ticks, known.steps]) for (const [id, list] of Object.entries(lists)) if (!Array.isArray(list)) delete lists[id];
  known.acts = known.acts.filter((act) => Number.isInteger(act?.turn) && typeof act.text === "string" && typeof act.name === "string");
  if (!pages.some((page) => page.id === known.chart)) known.chart = cards.tabs[0];
  if (!known.cards.some((card) => card.id === known.on)) known.on = null;
  known.n = Math.max(known.n, 1 + Math.max(0, ...known.cards.map((card) => card.id)));
  return known;
}

/** The answers that fit the charts; what another edition has asked is left out. */
function answersIn(given) {
  const fit = {};
  for (const { id, questions } of charts.sheets) {
    for (const question of questions) {
      const value = given?.[id]?.[question.id];
      const [least, most] = span(question);
      if (Number.isInteger(value) && value >= least && value <= most) (fit[id] ??= {})[question.id] = value;
    }
  }
  return fit;
}

/** Changes the game: what was before can be brought back. */
function change(how) {
  back.push(JSON.stringify(game));
  if (back.length > KEPT_BACK) back.shift();
  how(game);
  say("");
  keep();
  draw();
}

function say(words) { one("#said").textContent = words; }

// ---- answers

const used = () => game.cards.find((card) => card.id === game.on);

/** What the card in use says to a question; nothing where it says nothing. */
function fromCard(sheet, question) {
  const card = used();
  if (!card) return undefined;
  for (const field of cards.fields) {
    for (const [to, asked, least] of field.fills) {
      if (to === sheet.id && asked === question.id) return least === undefined ? card.of[field.id] : Number(card.of[field.id] >= least);
    }
  }
  return undefined;
}

function answersOf(sheet) {
  const own = game.answers[sheet.id] ?? {};
  return Object.fromEntries(sheet.questions.map((question) => {
    const [least] = span(question);
    const usual = cards.usual[`${sheet.id}.${question.id}`] ?? Math.max(least, Math.min(0, span(question)[1]));
    return [question.id, own[question.id] ?? fromCard(sheet, question) ?? usual];
  }));
}

// ---- drawing

function asked(question, value, key, card) {
  const told = `<span class="q">${safe(question.words)}${card ? ' <i class="of-card">from the card</i>' : ""}</span>`;
  if (question.flag) return `<label class="cc"><input type="checkbox" data-answer="${key}"${value ? " checked" : ""}>${told}${rule(question.rule)}</label>`;
  if (question.pick) {
    const options = question.pick.map(([, words], n) => `<label><input type="radio" name="${key}" data-answer="${key}" value="${n}"${value === n ? " checked" : ""}><span>${safe(words)}</span></label>`);
    return `<fieldset class="cc sg"><legend>${told}</legend><div class="seg">${options.join("")}</div></fieldset>`;
  }
  return `<div class="cc st">${told}${stepper(key, value, question.count, question.words)}</div>`;
}

function stepper(key, value, [least, most], words) {
  const button = (to, sign, what) => `<button type="button" data-step="${key}" data-to="${to}" data-sign="${sign}"${to < least || to > most ? ' aria-disabled="true"' : ""} aria-label="${safe(words)}: ${what}">${sign}</button>`;
  return `<span class="count">${button(value - 1, "−", "one less")}<output aria-label="${safe(words)}">${value < 0 ? signed(value) : value}</output>${button(value + 1, "+", "one more")}</span>`;
}

function drawTabs() {
  const rest = pages.filter((page) => !cards.tabs.includes(page.id));
  // The title stands below; in the narrow box it would be cut.
  const shown = rest.find((page) => page.id === game.chart);
  const options = rest.map((page) => `<option value="${page.id}">${page === shown ? "✓ " : ""}${safe(titleOf(page))}</option>`);
  one("#tabs").innerHTML = `<legend class="sr">Pick a chart</legend>${cards.tabs.map((id) => `<label><input type="radio" name="chart" data-chart value="${id}"${id === game.chart ? " checked" : ""}><span>${safe(titleOf(sheetOf(id)))}</span></label>`).join("")}
    <label class="more${shown ? " on" : ""}"><span class="sr">More charts${shown ? `, now ${safe(titleOf(shown))}` : ""}</span><select data-chart-more><option value="">More</option>${options.join("")}</select></label>`;
}

function drawChart() {
  const page = pages.find((known) => known.id === game.chart);
  const card = used();
  const next = card && nextStep(card);
  one("#who").innerHTML = card ? `for <span class="side s${card.side}">${safe(card.name)}</span>${next ? ` <button class="plain" type="button" id="next">next: ${safe(next.id)}, ${safe(next.words)}</button>` : ""}` : "no formation picked";
  one("#chart-title").innerHTML = `${safe(page.title)} ${rule(page.rule)}${page["stand-in"] ? ' <b class="stand-in">a stand-in: not printed in the rules</b>' : ""}`;
  if (page.read) return drawList(page);
  if (page.cells || page.columns) return drawGrid(page);
  const answers = answersOf(page);
  const own = game.answers[page.id] ?? {};
  one("#circ").innerHTML = page.questions.map((question) => asked(question, answers[question.id], `${page.id}.${question.id}`, own[question.id] === undefined && fromCard(page, question) !== undefined)).join("");
  const seen = resolve(page, answers);
  const { of, rows } = odds(seen);
  const n = seen.table?.dice ?? 0;
  dice = dice.slice(0, n);
  const sum = dice.length === n && n ? dice.reduce((all, face) => all + face, 0) : undefined;
  const came = seen.table && (n === 0 ? ended(seen, 0) : sum === undefined ? undefined : ended(seen, sum));
  const head = !seen.table ? "No roll" : n ? `${n}d6${seen.net ? ` ${seen.net < 0 ? "−" : "+"} ${Math.abs(seen.net)}` : ""}` : "No die: the result is sure";
  for (const id of ["#head", ".before", ".res"]) one(id).hidden = false;
  one("#head").innerHTML = `${safe(head)}${page.tables.length > 1 && seen.table ? ` <small>${safe(seen.table.words)} ${rule(seen.table.rule)}</small>` : ""}`;
  const called = (one) => (one.changed ? `${one.row.words}, as ${wordsOf(charts, page, one.changed)}` : one.row.words);
  const likely = rows.reduce((best, now) => (now.n > (best?.n ?? 0) ? now : best), undefined);
  one("#brief").innerHTML = n && likely ? `${safe(head)}: most likely ${safe(called(likely))}, ${likely.n} of ${of}` : safe(head);
  const told = seen.lines.filter(({ stands }) => stands !== "off").map(({ line, amount, stands, why }) => stands === "counts"
    ? `<li><b>${signed(amount)}</b> ${safe(line.words)} ${rule(line.rule)}</li>`
    : `<li class="not"><b>–</b> <s>${safe(line.words)}</s> ${safe(why.words)} ${rule(why.rule)}</li>`);
  const passed = seen.passed.map(({ table, why }) => `<li class="not"><b>–</b> <s>${safe(table.words)}</s> ${safe(why.words)} ${rule(why.rule)}</li>`);
  one("#mods").innerHTML = [...seen.bars.map((bar) => `<li class="bar">${safe(bar.words)} ${rule(bar.rule)}</li>`), ...told, ...passed].join("") || "<li>No modifier.</li>";
  const share = (ways) => `${ways} of ${of}`;
  one("#odds").hidden = !n;
  const hit = came && (rows.find((one) => one.row === came.row && one.changed && JSON.stringify(one.changed) === JSON.stringify(came.result))
    ?? rows.find((one) => page.gives.every((field) => (one.row.says[field] ?? 0) === (came.result[field] ?? 0)) && (came.changes.length || one.row === came.row)));
  one("#odds").innerHTML = rows.map((row) => [row, row.n]).map(([row, ways]) => `<span class="${hit === row ? "hit" : ""}" data-grow="${Math.max(ways, of * 0.12)}"><i>${safe(called(row))}</i><b>${ways}</b><em>${Math.round((100 * ways) / of)} %</em></span>`).join("");
  for (const bar of document.querySelectorAll("#odds [data-grow]")) bar.style.flexGrow = bar.dataset.grow;
  one("#odds").setAttribute("aria-label", rows.map((row) => `${called(row)}: ${share(row.n)}`).join(", "));
  one("#throwing").hidden = !n;
  one("#dice").innerHTML = Array.from({ length: n }, (_, die) => `<div class="dr" role="group" aria-label="Die ${die + 1}">${[1, 2, 3, 4, 5, 6].map((face) => `<button type="button" data-die="${die}" data-face="${face}" aria-pressed="${dice[die] === face}">${face}</button>`).join("")}</div>`).join("");
  one("#came").innerHTML = came ? cameOf(page, seen, came, sum) : "";
  one("#take").hidden = entered || !came || !card || !taking(page, came).length;
  one("#take").textContent = card && came ? taking(page, came).map(([field, to]) => `Enter on the card: ${field.words} ${valueOf(field, to)}`).join(", ") : "";
  one("#printed").hidden = false;
  one("#printed div").innerHTML = printedHtml(page);
}

function cameOf(page, seen, came, sum) {
  const threw = sum === undefined ? "" : `${dice.join(" and ")}${seen.net ? `, ${signed(seen.net)}, makes ${signed(sum + seen.net).replace("+", "")}` : ""}: `;
  const card = used();
  const over = card && !entered ? due(page, came).filter((take) => isTaken(card, take)) : [];
  const why = [...came.changes, ...over.map((take) => take.once)].map((one) => ` ${safe(one.words)} ${rule(one.rule)}`).join("");
  return `<strong>${safe(threw)}${safe(wordsOf(charts, page, came.result))}.</strong>${why}`;
}

function drawPlain(html) {
  one("#circ").innerHTML = html;
  for (const id of ["#head", "#odds", "#throwing", "#take", "#printed", ".before"]) one(id).hidden = true;
  one(".res").hidden = false;
  for (const id of ["#head", "#mods", "#came", "#brief"]) one(id).innerHTML = "";
}

function drawGrid(grid) {
  const by = cards.fields.find((field) => field.id === cards.columns[grid.id]);
  drawPlain(gridHtml(grid, by && used() ? by.pick[used().of[by.id]][0] : undefined));
  one(".res").hidden = true;
}

function drawList(list) {
  const ticks = game.ticks[list.id] ?? [];
  drawPlain(list.lines.map((line) => `<label class="cc"><input type="checkbox" data-tick="${line.id}"${ticks.includes(line.id) ? " checked" : ""}><span class="q">${safe(line.words)}</span>${rule(line.rule)}</label>`).join(""));
  const met = list.lines.filter((line) => ticks.includes(line.id)).length;
  const lacks = list.lines.find((line) => !ticks.includes(line.id));
  const plain = { each: "Each line is a case of its own.", "in-turn": lacks ? `Next: ${safe(lacks.words)}` : "<strong>All done.</strong>" }[list.read];
  const said = plain ?? (lacks ? `${met} of ${list.lines.length} hold; all must. Missing: ${safe(lacks.words)}` : "<strong>All hold.</strong>");
  one("#came").innerHTML = said + (met ? ` <button class="plain" type="button" data-untick="${list.id}">Clear the ticks</button>` : "");
}

const valueOf = (field, value) => (field.pick ? field.pick[value][1] : field.flag ? (value ? "yes" : "no") : value);

function drawCards() {
  const drawn = (card) => {
    const ticks = cards.fields.filter((field) => field.flag);
    const open = ticks.filter((field) => !inSteps(card).includes(field.id));
    const [first, rest] = [true, false].map((pick) => cards.fields.filter((field) => !field.flag && Boolean(field.pick && !field.fold) === pick));
    const folded = rest.filter((field) => !inSteps(card).includes(field.id));
    const told = [...folded.map((field) => `${field.words} ${valueOf(field, card.of[field.id])}`), ...ticks.filter((field) => card.of[field.id]).map((field) => field.words)];
    return `<li class="fc s${card.side}${card.id === game.on ? " on" : ""}"><header><h3>${safe(card.name)}</h3><button class="btn use" type="button" data-use="${card.id}" aria-pressed="${card.id === game.on}">${card.id === game.on ? "In use" : "Use"}</button></header>
      ${first.map((field) => cardField(card, field)).join("")}${card.id === game.on ? stepsHtml(card) : ""}
      <details data-open="${card.id}"${unfolded.has(card.id) ? " open" : ""}><summary>${safe(told.join(" · "))}</summary>${folded.map((field) => cardField(card, field)).join("")}<div class="ticks">${open.map((field) => cardField(card, field)).join("")}</div>
      <button class="plain" type="button" data-drop="${card.id}">Take ${safe(card.name)} off the list</button></details></li>`;
  };
  game.sides.forEach((name, side) => { one("#add-side").options[side].textContent = name; });
  // The card in use stands first: among many it would be screens away.
  const now = used();
  const others = (side) => game.cards.filter((card) => card.side === side && card !== now);
  const none = (side) => `<li class="none">${now?.side === side ? `${safe(now.name)} is in use, above.` : "No formation yet."}</li>`;
  one("#cards").innerHTML = (now ? drawn(now) : "")
    + game.sides.map((name, side) => `<li class="grp"><h3 class="side s${side}">${safe(name)}</h3></li>${others(side).map(drawn).join("") || none(side)}`).join("");
}

function drawTurn() {
  const { field, fresh: unused, done } = cards.activation;
  const waiting = game.cards.filter((card) => card.of[field] === unused);
  const finished = game.cards.filter((card) => card.of[field] === done).length;
  one("#turn-n").textContent = game.turn;
  one("#turn-note").textContent = game.cards.length ? `${finished} of ${game.cards.length} have finished` : "";
  const acts = (card) => game.acts.filter((act) => act.turn === game.turn && act.card === card.id).map((act) => act.text);
  const went = game.went.map((id) => game.cards.find((card) => card.id === id)).filter(Boolean);
  const rest = game.cards.filter((card) => !went.includes(card));
  const state = (card) => cards.fields.find((known) => known.id === field).pick[card.of[field]][1];
  one("#turn").innerHTML = [...went, ...rest].map((card, n) => `<li class="${card.of[field] === done ? "done" : card.id === game.on ? "now" : ""}"${card.id === game.on ? ' aria-current="step"' : ""}><span class="k">${went.includes(card) ? n + 1 : ""}</span><span class="side s${card.side}">${safe(card.name)}</span><span class="st">HQ ${safe(state(card))}${acts(card).map((text) => `; ${safe(text)}`).join("")}</span></li>`).join("");
  const button = one("#end-turn");
  button.setAttribute("aria-disabled", String(waiting.length > 0 || !game.cards.length));
  one("#why-turn").innerHTML = waiting.length ? `${waiting.length === 1 ? "One headquarters is" : `${waiting.length} headquarters are`} unused; nobody may pass with one. ${rule(cards.activation.rule)}` : "";
  one("#log").innerHTML = game.acts.slice(-60).reverse().map((act) => `<li><span class="k">${act.turn}</span> ${safe(act.name)}${act.name ? ": " : ""}${safe(act.text)}</li>`).join("") || "<li>Nothing yet.</li>";
}

function draw() {
  const focused = document.activeElement;
  const mark = focused?.closest?.("[data-answer],[data-done],[data-anew],[data-step],[data-card],[data-die],[data-use],[data-chart],[data-tick],[data-chart-more]");
  const find = mark && [...mark.attributes].filter(({ name }) => /^data-(?!to$)/.test(name) || name === "value").map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("");
  drawTabs();
  drawChart();
  drawCards();
  drawTurn();
  one("#title").value = game.title;
  one("#undo").setAttribute("aria-disabled", String(!back.length));
  one("#kept").textContent = keeps ? "Kept on this device." : "This browser keeps nothing for this page: export the game after each activation.";
  one("#kept").classList.toggle("alarm", !keeps);
  if (mark && !mark.isConnected && find) one(find)?.focus();
}

// ---- acts

/** What a result does to a card by a press, or with the throw itself. */
function due(sheet, came, thrown = false) {
  const answers = answersOf(sheet);
  const holds = ({ gives, is, when }) => (gives === undefined || (came.result[gives] ?? 0) === is) && (when === undefined || answers[when[0]] === when[1]);
  return cards.takes.filter((take) => take.sheet === sheet.id && Boolean(take.thrown) === thrown && holds(take));
}

/** What of it is still to be done to the card in use: fields with their new values. */
function taking(sheet, came, thrown = false) {
  const card = used();
  if (!card) return [];
  return due(sheet, came, thrown).filter((take) => !isTaken(card, take)).map((take) => {
    const field = cards.fields.find((known) => known.id === take.field);
    const [least, most] = span(field);
    return [field, Math.max(least, Math.min(most, take.set ?? card.of[take.field] + take.add))];
  }).filter(([field, to]) => card.of[field.id] !== to);
}

function note(text) {
  const card = used();
  game.acts.push({ turn: game.turn, card: card?.id ?? null, name: card?.name ?? "", text });
}

/** A throw stands in the log with everything that made it. */
function threw() {
  const page = sheetOf(game.chart);
  const seen = resolve(page, answersOf(page));
  if (!seen.table?.dice || dice.filter(Boolean).length < seen.table.dice) return draw();
  entered = false;
  const sum = dice.reduce((all, face) => all + face, 0);
  const came = ended(seen, sum);
  const mods = seen.lines.filter(({ amount }) => amount).map(({ line, amount }) => `${signed(amount)} ${line.words}`);
  const card = used();
  change(() => {
    if (card && isAgain(page, came)) beginsAgain(card);
    else if (card) thrownStep(card, page.id);
    for (const [field, to] of taking(page, came, true)) answersAnew(card, field, to);
    if (card) marks(page);
    note(`${titleOf(page)} ${dice.join(" and ")}${seen.net ? `, ${signed(seen.net)} (${mods.join(", ")})` : ""}: ${wordsOf(charts, page, came.result)}`);
  });
  return undefined;
}

/** The throw is over, and what comes next has not been entered. */
function putAway() {
  dice = [];
  entered = false;
}

function face() {
  const most = 2 ** 32 - (2 ** 32 % 6);
  for (;;) {
    const [word] = crypto.getRandomValues(new Uint32Array(1));
    if (word < most) return 1 + (word % 6);
  }
}

function setAnswer(key, value) {
  const [sheet, question] = key.split(".");
  putAway();
  change(() => { (game.answers[sheet] ??= {})[question] = value; });
}

function setCard(key, value) {
  const [, id, field] = key.split(".");
  const card = game.cards.find((known) => known.id === Number(id));
  putAway();
  change(() => {
    if (field === cards.activation.field) turnTo(card, value);
    answersAnew(card, cards.fields.find((known) => known.id === field), value);
  });
}

/** A card says something new: what was answered otherwise holds no longer. */
function answersAnew(card, field, value) {
  card.of[field.id] = value;
  for (const [sheet, question] of field.fills) delete ownAnswers(card)?.[sheet]?.[question];
}

/** What was answered for a formation; it waits while another one is in use. */
const ownAnswers = (card) => (card.id === game.on ? game.answers : game.held[card.id]);

const acts = {
  "#next": () => goToNext(used()),
  "#throw": () => { const n = resolve(sheetOf(game.chart), answersOf(sheetOf(game.chart))).table?.dice ?? 0; dice = Array.from({ length: n }, face); threw(); },
  "#enter": (button) => button.setAttribute("aria-expanded", String(one("#throwing").classList.toggle("open"))),
  "#undo": () => { if (!back.length) return; game = read(back.pop()); putAway(); keep(); draw(); say("Undone."); },
  "#take": () => {
    if (entered) return;
    const page = sheetOf(game.chart);
    const seen = resolve(page, answersOf(page));
    const came = ended(seen, dice.reduce((all, face) => all + face, 0));
    const now = taking(page, came);
    entered = true;
    change(() => {
      takeOnce(used(), due(page, came));
      for (const [field, to] of now) {
        if (field.id === cards.activation.field) turnTo(used(), to);
        else used().of[field.id] = to;
      }
    });
  },
  "#end-turn": (button) => {
    if (button.getAttribute("aria-disabled") === "true") return;
    change(() => { note(`Turn ${game.turn} ends.`); game.turn += 1; game.went = []; game.on = null; game.answers = {}; game.held = {}; for (const card of game.cards) { card.of[cards.activation.field] = cards.activation.fresh; beginsAnew(card); } });
    say(`Turn ${game.turn} begins.`);
  },
  "#export": () => save(),
  "#copy": async () => {
    const text = JSON.stringify(game);
    one("#paste").value = text;
    try { await navigator.clipboard.writeText(text); say("Copied. Paste it into the aid on the other device."); } catch { one("#paste").select(); say("Copy the text in the field by hand."); }
  },
  "#take-paste": () => { const text = one("#paste").value; if (text.match(PART)) takeParts(text); else take(text); },
  "#show-codes": async () => {
    // A file has no address that another device could open.
    const before = location.protocol.startsWith("http") ? `${location.origin}${location.pathname}#` : "";
    codes = await inParts(JSON.stringify(game), before);
    if (!codes.length) return say("The game is too long for codes. Export it to a file.");
    showCode(0);
    return one("#codes").scrollIntoView({ block: "nearest" });
  },
  "#code-before": () => showCode(code - 1),
  "#code-after": () => showCode(code + 1),
  "#code-away": () => { codes = []; one("#codes").hidden = true; one("#show-codes").focus(); },
  "#print": () => print(),
  "#clear": (button) => {
    if (!button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = "Press again to clear everything";
      return;
    }
    delete button.dataset.sure;
    button.textContent = "Clear everything";
    change(() => { game = fresh(); });
    say("Cleared. Undo brings it back.");
  },
};

document.addEventListener("change", ({ target }) => {
  const data = target.dataset;
  const value = target.type === "checkbox" ? Number(target.checked) : Number(target.value);
  if ("answer" in data) setAnswer(data.answer, value);
  else if ("card" in data) setCard(data.card, value);
  else if ("chart" in data || ("chartMore" in data && target.value)) { putAway(); game.chart = target.value; keep(); draw(); }
  else if ("done" in data) tickStep(game.cards.find((card) => card.id === Number(data.of)), data.done, target.checked);
  else if ("tick" in data) change(() => { const now = game.ticks[game.chart] ?? []; game.ticks[game.chart] = target.checked ? [...now, data.tick] : now.filter((id) => id !== data.tick); });
  else if (target.id === "title") { game.title = target.value.slice(0, 80); keep(); }
  else if (target.id === "file" && target.files[0]) target.files[0].text().then(take).finally(() => { target.value = ""; });
});

document.addEventListener("toggle", ({ target }) => {
  if (!target.dataset?.open) return;
  if (target.open) unfolded.add(Number(target.dataset.open));
  else unfolded.delete(Number(target.dataset.open));
}, true);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const data = button.dataset;
  const act = acts[`#${button.id}`];
  if (act) act(button);
  else if (button.getAttribute("aria-disabled") === "true") return;
  else if ("step" in data) (data.step.startsWith("card.") ? setCard : setAnswer)(data.step, Number(data.to));
  else if ("die" in data) {
    // After a whole throw the next face begins another one.
    const n = resolve(sheetOf(game.chart), answersOf(sheetOf(game.chart))).table?.dice ?? 0;
    if (dice.filter(Boolean).length === n) dice = [];
    dice[Number(data.die)] = Number(data.face);
    threw();
  }
  else if ("untick" in data) { change(() => { delete game.ticks[data.untick]; }); one("#circ input").focus(); }
  else if ("go" in data) goToChart(data.go);
  else if ("anew" in data) change(() => clearSteps(game.cards.find((card) => card.id === Number(data.anew))));
  else if ("use" in data) {
    putAway();
    change(() => {
      // What was answered for a formation waits until it is used again.
      game.held[game.on ?? 0] = game.answers;
      game.on = game.on === Number(data.use) ? null : Number(data.use);
      game.answers = game.held[game.on ?? 0] ?? {};
    });
  }
  else if ("drop" in data) { change(() => { game.cards = game.cards.filter((card) => card.id !== Number(data.drop)); game.went = game.went.filter((id) => id !== Number(data.drop)); if (game.on === Number(data.drop)) game.on = null; }); say("Taken off. Undo brings it back."); }
});

one("#add").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = one("#add-name").value.trim();
  if (!name) return say("A formation needs a name.");
  const of = Object.fromEntries(cards.fields.map((field) => [field.id, field.default ?? span(field)[0]]));
  change(() => { game.cards.push({ id: game.n, name: name.slice(0, 60), side: Number(one("#add-side").value), of }); game.n += 1; });
  one("#add-name").value = "";
  one("#add-name").focus();
  return say(`${name} is on the list.`);
});

load();
draw();
// Paper shows the log whether it is unfolded or not.
addEventListener("beforeprint", () => { one("#log").closest("details").open = true; });
addEventListener("hashchange", partOfAddress);
partOfAddress();
