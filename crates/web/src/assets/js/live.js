// Keeps the page the reader's own: what changed elsewhere arrives by itself, focus stays, one line speaks.
// The stream carries nothing but the seat's own cursor; what is shown and said is asked for with the session.

const page = () => document.getElementById("page");
const said = () => document.getElementById("said");
const line = () => said().closest(".said");

let speaking = 0;
let silence = 0;
let waiting = "";

const hush = () => {
  clearTimeout(silence);
  said().replaceChildren();
};

/** Says whole sentences in the page's one polite line, at most once a second. What was said stands in the log too, so
 *  the line does not lie over the page for ever. What the eye has before it is read out alone. */
function say(sentence, aloud = false) {
  if (!sentence) return;
  waiting = sentence;
  line().toggleAttribute("data-aloud", aloud);
  if (speaking) return;
  const speak = () => {
    speaking = 0;
    if (!waiting) return;
    const words = document.createElement("span");
    words.textContent = waiting;
    said().replaceChildren(words);
    waiting = "";
    speaking = setTimeout(speak, 1000);
    clearTimeout(silence);
    silence = setTimeout(hush, 12000);
  };
  speak();
}
document.getElementById("hush")?.addEventListener("click", hush);
document.addEventListener("say", (event) => say(event.detail));
document.addEventListener("read", (event) => say(event.detail, true));
document.addEventListener("hush", hush);

let asking = false;
let sending = 0;
let latest = "";

/** Draws the page anew in place while it is behind the latest cursor; what is typed, open and focused stays. */
async function catchUp() {
  if (asking || sending || !latest || latest === page().dataset.cursor) return;
  asking = true;
  const news = page().dataset.news;
  const drawn = latest;
  try {
    await htmx.ajax("GET", location.pathname + location.search, { source: page(), target: "#page", select: "#page", swap: "outerMorph" });
    if (page().dataset.news !== news) say(page().dataset.news);
  } finally {
    asking = false;
  }
  if (latest !== drawn) catchUp();
}

document.addEventListener("cursor", (event) => {
  latest = event.detail?.data ?? "";
  catchUp();
});
// The stream tells that this browser does not hold the seat any more.
const gone = () => location.replace("/gone");
document.addEventListener("over", gone);

// A page whose feed is broken says so for as long as it is: what it shows may be old. A feed that comes back at once
// is not worth a word.
let breaking = 0;
const lost = (is) => {
  const line = document.getElementById("lost");
  if (!line || Boolean(line.firstChild) === is) return;
  const words = document.createElement("span");
  words.textContent = line.dataset.words;
  line.replaceChildren(...(is ? [words] : []));
};
const broken = () => {
  breaking ||= setTimeout(() => lost(true), 2000);
};
document.addEventListener("htmx:sse:error", (event) => {
  if (event.detail?.status === 404) gone(); else broken();
});
document.addEventListener("htmx:sse:after:connection", () => {
  clearTimeout(breaking);
  breaking = tries = 0;
  lost(false);
});

// The feed comes back by itself once it was open. When the very first connection fails nobody tries again but this.
let tries = 0;
document.addEventListener("htmx:finally:request", (event) => {
  const stream = document.getElementById("stream");
  const { ctx } = event.detail ?? {};
  if (!stream || ctx?.sourceElement !== stream || ctx.response?.raw.headers.get("content-type")?.includes("text/event-stream")) return;
  if (ctx.response?.status === 404) return gone();
  broken();
  tries += 1;
  setTimeout(() => htmx.ajax("GET", stream.getAttribute("hx-sse:connect"), { source: stream, swap: "none" }), Math.min(30000, 500 * 2 ** tries));
});

/** What scrolls when a control is to keep its place: a column that scrolls by itself, or the window. */
function around(control) {
  for (let at = control.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return window;
}

/** The panels of the page, in its own order. */
const panelsOf = () => [...page().querySelectorAll("main section[id]")].filter((one) => one.querySelector(":scope > header, :scope > details"));

/** The panel that stands where one of the page before stood: itself; else what is new before the next that is left. */
function inPlaceOf({ panel, panels }) {
  if (!panels.includes(panel)) return panel && document.getElementById(panel);
  const now = panelsOf();
  const after = panels.slice(panels.indexOf(panel));
  const left = after.map((id) => now.findIndex((one) => one.id === id)).find((n) => n >= 0);
  if (left === undefined || after[0] === now[left].id) return now[left];
  let first = left;
  while (first > 0 && !panels.includes(now[first - 1].id)) first -= 1;
  return now[first];
}
const inView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** What waits for the reader. */
const owed = () => document.querySelector("main section.yours");

// Focus stays on the same control; when that is gone it goes to how the act came out where that is in view, or to the
// heading of what replaced it. The page stays where it was pressed: a panel keeps its place, and where it is gone what came
// instead takes it, else the next one. What is said of the act is read out, and stands in the log.
let held = null;
let stays = false;
let waited = false;
document.addEventListener("htmx:before:swap", () => {
  const control = document.activeElement;
  held = null;
  waited = !owed();
  if (!control || control === document.body || !page().contains(control)) return;
  const panel = control.closest("section[id]");
  const panels = panelsOf().map((one) => one.id);
  const top = control.getBoundingClientRect().top;
  held = { id: control.id, panel: panel?.id, panels, top, edge: panel?.getBoundingClientRect().top };
});
document.addEventListener("htmx:after:swap", () => {
  stays = false;
  if (page().dataset.at) history.replaceState(null, "", page().dataset.at);
  if (!held) return;
  const there = document.activeElement;
  const kept = there && there !== document.body && page().contains(there);
  const same = kept ? there : held.id && document.getElementById(held.id);
  // Who waited for others has nothing in hand, and the focus is where it was led to: what has come to him begins the page.
  if (same?.tabIndex === -1 && waited && owed()) return window.scrollTo(0, 0);
  // What has come or gone above it does not move it from under the hand.
  if (same) around(same).scrollBy(0, same.getBoundingClientRect().top - held.top);
  // Beside a map everything is near.
  const isWindow = Boolean(document.querySelector(".wb"));
  const panel = isWindow ? null : inPlaceOf(held);
  if (!same && panel) {
    around(panel).scrollBy(0, panel.getBoundingClientRect().top - held.edge);
    // Of one that has become shorter something stays in view.
    if (panel.getBoundingClientRect().bottom < 160) panel.scrollIntoView({ block: "nearest" });
  }
  stays = !isWindow && Boolean(same || panel);
  if (kept) return;
  const out = document.getElementById("h-out");
  const heading = (out && (!panel || inView(out)) && out) || document.getElementById("h-" + (panel?.id ?? held.panel)) || out;
  const next = same || heading || document.querySelector("main h1");
  if (!next) return;
  if (!same) next.tabIndex = -1;
  // How it came out stands below what is owed: the focus goes there, and what is owed stays in view.
  next.focus({ preventScroll: stays || Boolean(same) || Boolean(next.closest(".wb-rest .out")) });
  // Where that would leave the focus out of sight, seeing it comes first.
  if (stays && !same && !inView(next)) next.scrollIntoView({ block: "nearest" });
});

// What the reader has picked stays through a redraw; what he has not touched follows the page. A browser by itself
// keeps to neither: a radio button that another of its group has unchecked no longer follows its attribute.
const touched = new Set();
const question = (input) => `${input.form?.id} ${input.name}`;
const picks = "input[type=radio], input[type=checkbox]";
document.addEventListener("change", (event) => {
  if (event.target.matches?.(picks)) touched.add(question(event.target));
});
document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail?.ctx ?? {};
  if (request?.method !== "POST" || response?.headers?.get("adjutant-outcome") === "refused") return;
  for (const one of touched) if (one.startsWith(`${request.form?.id} `)) touched.delete(one);
});
// An answer that the page now begins with elsewhere is no answer of the reader: his own stays picked.
const answer = (input) => `${question(input)} ${input.value}`;
let own = new Map();
document.addEventListener("htmx:before:swap", () => {
  own = new Map();
  for (const input of document.querySelectorAll("main :is(" + picks + ")")) {
    if (touched.has(question(input))) own.set(answer(input), input.checked);
  }
});
document.addEventListener("htmx:after:swap", () => {
  for (const input of document.querySelectorAll("main :is(" + picks + ")")) {
    input.checked = touched.has(question(input)) ? own.get(answer(input)) ?? input.checked : input.defaultChecked;
  }
});

// What is written into a field and not sent stays, too: also where a refusal had drawn the page with it, and the page begins
// with something else again.
const written = "textarea[name^='f.'], input[name^='f.']:not([type=radio], [type=checkbox], [type=hidden], [type=file])";
document.addEventListener("input", (event) => {
  if (event.target.matches?.(written)) touched.add(question(event.target));
});
let texts = new Map();
document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail?.ctx ?? {};
  const sent = request?.method === "POST" && response?.headers?.get("adjutant-outcome") !== "refused";
  texts = new Map();
  for (const field of document.querySelectorAll("main :is(" + written + ")")) {
    if (touched.has(question(field)) && !(sent && field.form === request.form)) texts.set(question(field), field.value);
  }
});
document.addEventListener("htmx:after:swap", () => {
  for (const field of document.querySelectorAll("main :is(" + written + ")")) {
    const own = texts.get(question(field));
    if (own === undefined || field.value === own) continue;
    field.value = own;
    // What hangs on it follows: what it comes to, and what is kept of it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// Keys of a tally are pressed faster than pages are drawn: a press that has waited for the one before it is sent as
// the page stands now, and so counts as a press of its own.
document.addEventListener("htmx:before:request", (event) => {
  const { form, body } = event.detail?.ctx?.request ?? {};
  if (!form?.matches?.(".tally form")) return;
  for (const name of ["cursor", "seen", "token"]) body.set(name, form.elements.namedItem(name).value);
});

/** Brings up what is owed; the focus goes along where what had it is out of sight then. */
function bringUp(first, told) {
  first.closest(".wb-scroll")?.scrollTo(0, first.offsetTop);
  const at = document.activeElement;
  if (!told.contains(at) || inView(at)) return;
  const head = first.querySelector("h2, h3") ?? first;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

const posts = (event) => event.detail?.ctx?.request?.method === "POST";
let wereWaiting = false;
document.addEventListener("htmx:before:request", (event) => {
  if (!posts(event)) return;
  sending += 1;
  // How the act before this one came out is not how this one does.
  delete page().dataset.said;
  wereWaiting = Boolean(document.getElementById("waiting"));
  page().setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:finally:request", (event) => {
  if (!posts(event)) return;
  sending -= 1;
  page().removeAttribute("aria-busy");
  say(page().dataset.said);
  const told = document.querySelector(".refusal[id^='r-'], #out");
  // A refusal stands at its control; how an act came out may stand at the head of the page.
  // The page of the next step is read from its head.
  const ended = event.detail.ctx.request.form?.matches?.("[data-ends]");
  const isNear = told?.id !== "out" || !ended && (!stays || told.closest("section[id]:not(#out)"));
  // Where how it came out stands below what is owed beside a map, what is owed is read first.
  const first = told?.id === "out" && told.closest(".wb-rest") && document.querySelector(".hb-asked, .wb-rest > .yours");
  if (first) bringUp(first, told);
  else if (isNear) told?.scrollIntoView({ block: "nearest" });
  // A long refusal takes the button out of view that it came of: the focus goes to what is read now.
  const at = document.activeElement;
  if (told?.matches(".refusal") && page().contains(at) && !inView(at)) {
    told.tabIndex = -1;
    told.focus({ preventScroll: true });
  }
  // Dice are asked for: the next thing to do is to type them in.
  if (!wereWaiting) document.querySelector("#waiting input[name=face]")?.focus();
  catchUp();
});
// A form goes to the seat it was drawn for: when there is no such seat, this browser holds it no longer.
document.addEventListener("htmx:before:response", (event) => {
  if (!posts(event) || event.detail.ctx.response?.status !== 404) return;
  event.preventDefault();
  gone();
});
document.addEventListener("htmx:error", (event) => {
  if (posts(event)) say("The server did not answer. What you entered is still here; send it again.");
});

// A link that leads to a folded panel opens it, with every panel around it.
function unfold(anchor) {
  const there = document.getElementById(anchor);
  const folded = there?.querySelector(":scope > details") ?? there;
  for (let fold = folded?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  there?.scrollIntoView({ block: "start" });
}
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("main a[href*='#']");
  if (link && link.pathname === location.pathname) setTimeout(() => unfold(link.hash.slice(1)));
});
unfold(location.hash.slice(1));

// A closed control moves nothing and repeats its reason.
document.addEventListener("click", (event) => {
  const closed = event.target.closest?.("[aria-disabled='true']");
  if (!closed) return;
  const why = document.getElementById(closed.getAttribute("aria-describedby")) ?? closed.closest(".pick")?.querySelector(".why");
  if (closed.matches("input")) event.preventDefault();
  if (why) { said().replaceChildren(); say(why.textContent.replace(/\s+/g, " ").trim()); }
}, true);

// What is picked in another form and not sent is lost when a step is closed: that is said once before it is.
const isOther = (input) => input.checked !== input.defaultChecked && touched.has(question(input));
// What is laid on a map for a form stands nowhere in it before it is sent.
const unsent = (but) => [...document.querySelectorAll("main form")].find((form) =>
  form !== but && (form.matches("[data-unsent]") || [...form.querySelectorAll(picks)].some(isOther)));
document.addEventListener("change", () => {
  for (const form of document.querySelectorAll("form:is([data-sure], [data-told])")) {
    delete form.dataset.sure;
    delete form.dataset.told;
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  const left = form.matches("[data-ends]") && !form.dataset.sure && !form.dataset.told && unsent(form);
  if (!left) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Whoever presses again has been asked; beside what lies on a map the step itself may leave something else undone.
  form.dataset[left.matches("[data-unsent]") ? "told" : "sure"] = "1";
  document.dispatchEvent(new CustomEvent("unsent", { detail: { form, submitter: event.submitter, left } }));
}, true);

// A choice that is sealed takes half of its nonce from the browser, so that the host alone cannot choose it. Without
// script all of it comes from the server.
document.addEventListener("submit", (event) => {
  const nonce = event.target.elements?.namedItem("nonce");
  if (nonce instanceof HTMLInputElement) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    nonce.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}, true);
