// Keeps the page the reader's own: what changed elsewhere arrives by itself, focus stays, one line speaks.
// The stream carries nothing but the seat's own cursor; what is shown and said is asked for with the session.

const page = () => document.getElementById("page");
const said = () => document.getElementById("said");

let speaking = 0;
let waiting = "";

/** Says whole sentences in the page's one polite line, at most once a second. */
function say(sentence) {
  if (!sentence) return;
  waiting = sentence;
  if (speaking) return;
  const speak = () => {
    speaking = 0;
    if (!waiting) return;
    const line = document.createElement("span");
    line.textContent = waiting;
    said().replaceChildren(line);
    waiting = "";
    speaking = setTimeout(speak, 1000);
  };
  speak();
}

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
document.addEventListener("over", () => location.reload());

// Focus stays on the same control; when that is gone it goes to the heading of what replaced it.
let held = null;
document.addEventListener("htmx:before:swap", () => {
  const control = document.activeElement;
  held = control && control !== document.body && page().contains(control)
    ? { id: control.id, panel: control.closest("section[id]")?.id } : null;
});
document.addEventListener("htmx:after:swap", () => {
  if (page().dataset.at) history.replaceState(null, "", page().dataset.at);
  const there = document.activeElement;
  if (!held || (there && there !== document.body && page().contains(there))) return;
  const same = held.id && document.getElementById(held.id);
  const heading = held.panel && document.getElementById("h-" + held.panel);
  const next = same || heading || document.querySelector("main h1");
  if (!next) return;
  if (!same) next.tabIndex = -1;
  next.focus({ preventScroll: Boolean(same) });
});

const posts = (event) => event.detail?.ctx?.request?.method === "POST";
let wereWaiting = false;
document.addEventListener("htmx:before:request", (event) => {
  if (!posts(event)) return;
  sending += 1;
  wereWaiting = Boolean(document.getElementById("waiting"));
  page().setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:finally:request", (event) => {
  if (!posts(event)) return;
  sending -= 1;
  page().removeAttribute("aria-busy");
  say(page().dataset.said);
  document.querySelector(".refusal[id^='r-'], #out")?.scrollIntoView({ block: "nearest" });
  // Dice are asked for: the next thing to do is to type them in.
  if (!wereWaiting) document.querySelector("#waiting input[name=face]")?.focus();
  catchUp();
});
document.addEventListener("htmx:error", (event) => {
  if (posts(event)) say("The server did not answer. What you entered is still here; send it again.");
});

// A closed control moves nothing and repeats its reason.
document.addEventListener("click", (event) => {
  const closed = event.target.closest?.("[aria-disabled='true']");
  if (!closed) return;
  const why = document.getElementById(closed.getAttribute("aria-describedby")) ?? closed.closest(".pick")?.querySelector(".why");
  if (closed.matches("input")) event.preventDefault();
  if (why) { said().replaceChildren(); say(why.textContent.replace(/\s+/g, " ").trim()); }
}, true);
