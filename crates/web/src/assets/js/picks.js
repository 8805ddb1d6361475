// What a picked answer means for the rest of its page, told at once: words that follow a question, and answers that take
// what another answer has taken. Without script the server tells it when the form is sent.

const question = (input) => input.closest("fieldset").querySelector("legend").textContent.trim();

function follow() {
  for (const words of document.querySelectorAll("[data-follows]")) {
    const picked = document.getElementById(words.dataset.follows)?.querySelector("input:checked");
    const says = picked?.labels[0]?.querySelector(".says");
    if (says) words.textContent = says.textContent.trim();
  }
}

function preview() {
  for (const form of document.querySelectorAll("[data-previews]")) {
    const id = form.id.slice(2);
    const { of, says } = JSON.parse(form.dataset.previews);
    const picks = of.map((key) =>
      [...document.getElementById(`w-${id}-${key}`).querySelectorAll("input")].findIndex((input) => input.checked));
    const now = says[picks.join()] ?? {};
    for (const words of document.querySelectorAll(`[data-shown="${CSS.escape(id)}"]`)) {
      words.textContent = now[words.dataset.at] ?? words.dataset.first;
    }
  }
}

function clash() {
  const all = [...document.querySelectorAll("input[data-takes]")];
  const picked = all.filter((input) => input.checked);
  for (const input of all) {
    const other = picked.find((one) =>
      one.form === input.form && one.name !== input.name && one.dataset.takes === input.dataset.takes);
    const label = input.labels[0];
    label.classList.toggle("taken", Boolean(other));
    label.querySelector(".clash")?.remove();
    if (!other) continue;
    const line = document.createElement("small");
    line.className = "why clash";
    line.textContent = input.checked
      ? `Picked twice, here and at “${question(other)}”. Pick another at one of them.`
      : `Picked already at “${question(other)}”.`;
    label.lastElementChild.append(" ", line);
  }
}

/** What an element says, without the rules that stand beside it. */
function without(element) {
  const copy = element.cloneNode(true);
  for (const rule of copy.querySelectorAll(".rid")) rule.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/** The large figures of a plan in one sentence. */
function headline(box) {
  const figures = [...box.querySelectorAll(".headline > li")].map((one) => [...one.children].filter((part) => !part.matches(".rid")).map(without).join(" "));
  return figures.length ? `${figures.join(", ")}.` : null;
}

// A plan is drawn anew by the server as its form's answers are picked: the rules themselves say what they come to.
let asked = 0;
const latest = new Map();

/** What a plan comes to, to be read out: its headline; else what it notes and counts, and what a table says is looked up there. */
function inWords(box) {
  const short = headline(box);
  if (short) return short;
  const notes = [...box.querySelectorAll("p")].filter((note) => !note.closest("table")).map(without);
  const counts = [...box.querySelectorAll("dl > dt")].map((name) => `${without(name)}: ${without(name.nextElementSibling)}.`);
  const said = [...notes, ...counts].filter(Boolean);
  return said.length ? said.join(" ") : without(box);
}

async function plan(form, press) {
  const id = form?.id.slice(2);
  const box = id && document.querySelector(`[data-plan="${CSS.escape(id)}"]`);
  if (!box) return;
  const turn = (asked += 1);
  latest.set(id, turn);
  box.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form));
  body.set("plan", "1");
  if (press) body.set("press", press);
  const refused = document.getElementById(`r-${id}`)?.textContent;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "hx-request": "true" } });
    const drawn = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(box.id);
    // Only what was asked last is shown.
    if (!drawn || latest.get(id) !== turn) return;
    box.replaceChildren(...drawn.childNodes);
    // What was refused was another answer; what is refused meanwhile is this one.
    const now = document.getElementById(`r-${id}`);
    if (now?.textContent === refused) now?.remove();
    if (press) return void document.dispatchEvent(new CustomEvent("planned", { detail: { box, press } }));
    if (!document.getElementById(`r-${id}`)) document.dispatchEvent(new CustomEvent("say", { detail: inWords(box) }));
  } finally {
    if (latest.get(id) === turn) document.getElementById(box.id)?.removeAttribute("aria-busy");
  }
}

// A plan that is not drawn beforehand is drawn when it is opened.
document.addEventListener("toggle", (event) => {
  if (!event.target.open) return;
  for (const box of event.target.querySelectorAll("[data-plan]:empty")) {
    if (box.closest("details") === event.target) plan(document.getElementById(`f-${box.dataset.plan}`));
  }
}, true);

/** Plans of forms with other answers than those picked beforehand, after the page was drawn anew. */
function replan() {
  for (const box of document.querySelectorAll("[data-plan]")) {
    const form = document.getElementById(`f-${box.dataset.plan}`);
    const inputs = [...(form?.querySelectorAll("input[type=radio], input[type=checkbox]") ?? [])];
    const texts = [...(form?.querySelectorAll("textarea") ?? [])];
    const other = inputs.some((input) => input.checked !== input.defaultChecked)
      || texts.some((text) => text.value !== text.defaultValue);
    if (other) plan(form);
  }
}

// A text is weighed while it is written, once the hand rests.
const RESTS = 500;
let writing = 0;
document.addEventListener("input", (event) => {
  const form = event.target.matches?.("textarea") && event.detail !== "weighed" && event.target.form;
  if (!form || !document.querySelector(`[data-plan="${CSS.escape(form.id.slice(2))}"]`)) return;
  clearTimeout(writing);
  writing = setTimeout(() => plan(form), RESTS);
});

// Something of an arrangement was pressed.
document.addEventListener("press", ({ detail: { form, press } }) => {
  clearTimeout(writing);
  plan(form, press);
});

const tell = () => { follow(); preview(); clash(); };
document.addEventListener("change", (event) => {
  if (event.target.matches?.("input[type=radio], input[type=checkbox]")) tell();
});
document.addEventListener("change", (event) => plan(event.target.form));
document.addEventListener("htmx:after:swap", () => { tell(); replan(); });
tell();
