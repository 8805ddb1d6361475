// The steps of an activation, ticked for each formation by hand or by its throw. They begin anew with the activation.

const ticked = (card) => game.steps[card.id] ?? [];

/** The first step that is not ticked. */
const nextStep = (card) => cards.steps.find(({ id }) => !ticked(card).includes(id));

/** What a chart does to a card once in an activation stands with its steps, for it begins anew with them. */
const onceOf = (take) => `${take.sheet}.${take.field}`;
const isTaken = (card, take) => take.once !== undefined && ticked(card).includes(onceOf(take));

/** What is done once in an activation has been done. */
function takeOnce(card, takes) {
  const done = takes.filter((take) => take.once && !isTaken(card, take));
  game.steps[card.id] = [...ticked(card), ...done.map(onceOf)];
}

/** The fields that a step of the card in use holds: what it counts, what it came to, and what is at hand while it is the next. */
const held = (card, step) => [...(step.counts ?? []), ...(ticked(card).includes(step.id) ? step.tells ?? [] : []), ...(nextStep(card) === step ? step.opens ?? [] : [])];

/** The fields that stand in the steps of the card in use, and nowhere else. */
const inSteps = (card) => (card.id === game.on ? cards.steps.flatMap((step) => held(card, step)) : []);

/** An activation begins: what was ticked and counted in the last one is over. */
function beginsAnew(card, keep = []) {
  game.steps[card.id] = [...keep];
  for (const id of cards.resets) {
    const field = cards.fields.find((known) => known.id === id);
    answersAnew(card, field, span(field)[0]);
    // What was done in the last one makes nobody tired in this one.
    for (const [sheet] of field.fills) delete ownAnswers(card)?.[sheet];
  }
}

/** The steps begin anew within the activation: a Second one stays one. */
function clearSteps(card) {
  if (card.of[cards.again.sets]) beginsAgain(card);
  else beginsAnew(card);
}

/** It is activated once more. */
function beginsAgain(card) {
  beginsAnew(card, cards.again.keep);
  card.of[cards.again.sets] = 1;
}

/** A throw by which the formation is activated once more. */
function isAgain(sheet, came) {
  const { again } = cards;
  return again !== undefined && again.sheet === sheet.id && (came.result[again.gives] ?? 0) === again.is;
}

/** How much of a field there is, and the rule that says so: nothing where it is not bounded by another. */
function bound(card, field) {
  const limit = cards.limits.find((known) => known.field === field.id);
  return limit && { most: Math.floor((card.of[limit.of] * limit.halves[card.of[limit.by]]) / 2), rule: limit.rule };
}

/** A field of a card, to be set. */
function cardField(card, field) {
  const key = `card.${card.id}.${field.id}`;
  const value = card.of[field.id];
  if (field.flag) return `<label class="tick"><input type="checkbox" data-card="${key}"${value ? " checked" : ""}>${safe(field.words)}</label>`;
  if (field.pick) return `<fieldset class="frow"><legend>${safe(field.words)}</legend><div class="seg">${field.pick.map(([, words], n) => `<label><input type="radio" name="${key}" data-card="${key}" value="${n}"${value === n ? " checked" : ""}><span>${safe(words)}</span></label>`).join("")}</div></fieldset>`;
  const limit = bound(card, field);
  const of = limit ? ` <span class="${value > limit.most ? "alarm" : "of"}">of ${limit.most}</span> ${rule(limit.rule)}` : "";
  return `<div class="frow"><span class="l">${safe(field.words)}${of}</span>${stepper(key, value, field.count, `${field.words} of ${card.name}`)}</div>`;
}

function stepsHtml(card) {
  const next = nextStep(card);
  const field = (id) => cardField(card, cards.fields.find((known) => known.id === id));
  const row = (step) => {
    const { id, words, rule: of, chart } = step;
    const now = next === step;
    const fields = held(card, step);
    const done = ticked(card).includes(id);
    const to = chart && pages.find((page) => page.id === chart);
    return `<li class="${done ? "done" : now ? "now" : ""}"${now ? ' aria-current="step"' : ""}><label><input type="checkbox" data-done="${id}" data-of="${card.id}"${done ? " checked" : ""}><b class="k">${safe(id)}</b><span>${safe(words)} ${rule(of)}</span></label>${to ? `<button class="plain" type="button" data-go="${chart}">${safe(titleOf(to))}</button>` : ""}${fields.length ? `<div class="counts">${fields.map(field).join("")}</div>` : ""}</li>`;
  };
  return `<section class="asteps" aria-label="Steps of the activation of ${safe(card.name)}"><ol>${cards.steps.map(row).join("")}</ol><button class="plain" type="button" data-anew="${card.id}">Clear the steps and the objectives</button></section>`;
}

/** The step that begins an activation turns what the card says of it. */
function tickStep(card, id, done) {
  change(() => {
    const { field, fresh: unused, begins } = cards.activation;
    if (done && id === begins?.step && card.of[field] === unused) turnTo(card, begins.is);
    game.steps[card.id] = done ? [...ticked(card), id] : ticked(card).filter((known) => known !== id);
  });
}

/** A throw that is the whole of the next step has done it. */
function thrownStep(card, chart) {
  const next = nextStep(card);
  if (next?.thrown && next.chart === chart) game.steps[card.id] = [...ticked(card), next.id];
}

/** What was thrown counts where another chart asks for it. */
function marks(sheet) {
  const answers = answersOf(sheet);
  for (const { sheet: from, when, answer: [to, asked] } of cards.marks) {
    if (from === sheet.id && (when === undefined || answers[when[0]] === when[1])) (game.answers[to] ??= {})[asked] = 1;
  }
}

/** To what the next step is done by: its chart, or else its place on the card. */
function goToNext(card) {
  const next = nextStep(card);
  if (next.chart && !next.counts && next.chart !== game.chart) return goToChart(next.chart);
  one("#vt-f").checked = true;
  const box = one(`[data-done="${next.id}"][data-of="${card.id}"]`);
  box.focus({ preventScroll: true });
  return box.scrollIntoView({ block: "center" });
}

/** How far a formation has come in its turn. */
function turnTo(card, value) {
  const { field, fresh: unused, done, ends } = cards.activation;
  card.of[field] = value;
  if (value !== done) beginsAnew(card);
  else if (nextStep(card)?.id === ends) game.steps[card.id] = [...ticked(card), ends];
  game.went = value === unused ? game.went.filter((known) => known !== card.id) : [...new Set([...game.went, card.id])];
}

/** The chart by which a step is done. */
function goToChart(id) {
  putAway();
  game.chart = id;
  one("#vt-c").checked = true;
  keep();
  draw();
  const heading = one("#h-c");
  heading.tabIndex = -1;
  heading.focus();
}
