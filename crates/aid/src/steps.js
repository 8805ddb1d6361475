// The steps of an activation, ticked by hand for each formation. They begin anew with the activation.

const ticked = (card) => game.steps[card.id] ?? [];

/** The first step that is not ticked. */
const nextStep = (card) => cards.steps.find(({ id }) => !ticked(card).includes(id));

/** The fields that the steps of the card in use count: there and nowhere else. */
const inSteps = (card) => (card.id === game.on ? cards.steps.flatMap(({ counts = [] }) => counts) : []);

/** An activation begins: what was ticked and counted in the last one is over. */
function beginsAnew(card, keep = []) {
  game.steps[card.id] = [...keep];
  for (const id of cards.resets) [card.of[id]] = span(cards.fields.find((field) => field.id === id));
}

/** A throw by which the formation is activated once more. */
function isAgain(sheet, came) {
  const { again } = cards;
  return again !== undefined && again.sheet === sheet.id && (came.result[again.gives] ?? 0) === again.is;
}

function stepsHtml(card) {
  const next = nextStep(card);
  const counter = (id) => {
    const field = cards.fields.find((known) => known.id === id);
    return `<div class="frow"><span class="l">${safe(field.words)}</span>${stepper(`card.${card.id}.${id}`, card.of[id], field.count, `${field.words} of ${card.name}`)}</div>`;
  };
  const row = ({ id, words, rule: of, chart, counts = [] }) => {
    const now = next?.id === id;
    const done = ticked(card).includes(id);
    const to = chart && pages.find((page) => page.id === chart);
    return `<li class="${done ? "done" : now ? "now" : ""}"${now ? ' aria-current="step"' : ""}><label><input type="checkbox" data-done="${id}" data-of="${card.id}"${done ? " checked" : ""}><b class="k">${safe(id)}</b><span>${safe(words)} ${rule(of)}</span></label>${to ? `<button class="plain" type="button" data-go="${chart}">${safe(titleOf(to))}</button>` : ""}${counts.length ? `<div class="counts">${counts.map(counter).join("")}</div>` : ""}</li>`;
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

/** How far a formation has come in its turn. */
function turnTo(card, value) {
  const { field, fresh: unused, done } = cards.activation;
  card.of[field] = value;
  if (value !== done) beginsAnew(card);
  game.went = value === unused ? game.went.filter((known) => known !== card.id) : [...new Set([...game.went, card.id])];
}

/** The chart by which a step is done. */
function goToChart(id) {
  dice = [];
  game.chart = id;
  one("#vt-c").checked = true;
  keep();
  draw();
  const heading = one("#h-c");
  heading.tabIndex = -1;
  heading.focus();
}
