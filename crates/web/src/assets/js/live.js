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
let again = false;

/** Draws the page anew in place; what is typed, open and focused stays. */
async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  const news = page().dataset.news;
  const from = scrollY;
  await htmx.ajax("GET", location.pathname + location.search, { source: page(), target: "#page", select: "#page", swap: "outerMorph" });
  asking = false;
  if (scrollY !== from) scrollTo(0, from);
  if (page().dataset.news !== news) say(page().dataset.news);
  if (again) { again = false; refresh(); }
}

document.addEventListener("cursor", (event) => {
  const cursor = event.detail?.data;
  // A form on its way brings the new page itself.
  if (!cursor || cursor === page().dataset.cursor || page().getAttribute("aria-busy") === "true") return;
  refresh();
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
  const there = document.activeElement;
  if (!held || (there && there !== document.body && page().contains(there))) return;
  const same = held.id && document.getElementById(held.id);
  const heading = held.panel && document.getElementById("h-" + held.panel);
  const next = same || heading || document.querySelector("main h1");
  if (!next) return;
  if (!same) next.tabIndex = -1;
  next.focus({ preventScroll: Boolean(same) });
});

document.addEventListener("htmx:before:request", () => page().setAttribute("aria-busy", "true"));
document.addEventListener("htmx:finally:request", (event) => {
  page().removeAttribute("aria-busy");
  const ctx = event.detail?.ctx;
  if (ctx?.request?.method === "POST") {
    say(page().dataset.said);
    const refusal = document.querySelector(".refusal[id^='r-']");
    refusal?.scrollIntoView({ block: "nearest" });
  }
});
document.addEventListener("htmx:error", (event) => {
  if (event.detail?.ctx?.request?.method === "POST") say("The server did not answer. What you entered is still here; send it again.");
});

// A closed control moves nothing and repeats its reason.
document.addEventListener("click", (event) => {
  const closed = event.target.closest?.("[aria-disabled='true']");
  if (!closed) return;
  const why = document.getElementById(closed.getAttribute("aria-describedby")) ?? closed.closest(".pick")?.querySelector(".why");
  if (closed.matches("input")) event.preventDefault();
  if (why) { said().replaceChildren(); say(why.textContent.replace(/\s+/g, " ").trim()); }
}, true);

// Half of the nonce of a sealed choice comes from the seat's own machine.
document.addEventListener("htmx:config:request", (event) => {
  const body = event.detail?.ctx?.request?.body;
  if (body?.has?.("token")) {
    const half = crypto.getRandomValues(new Uint8Array(16));
    body.set("nonce", [...half].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
});
