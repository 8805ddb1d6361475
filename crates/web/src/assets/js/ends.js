// On a map, and where a step is closed, what is left undone is asked once more, in place; what cannot be made good is asked
// everywhere. Elsewhere it stands above the button.

/** Asks beside what was pressed. The first button does it, the second does not; one of them has the focus. */
function askOnce(form, submitter, { words, goes, go, stays, stay, safe }) {
  const asked = Object.assign(document.createElement("div"), { className: "ask-once stack-s" });
  const row = Object.assign(document.createElement("div"), { className: "row" });
  const button = (textContent, id, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent, id: `${form.id}-${id}` });
    made.addEventListener("click", act);
    return made;
  };
  const [sure, not] = [button(goes, "sure", go), button(stays, "not", () => { asked.remove(); stay(); })];
  sure.classList.add("go");
  row.append(sure, not);
  asked.append(Object.assign(document.createElement("p"), { textContent: words }), row);
  // A button that stands elsewhere than its form asks where it stands.
  if (!submitter || form.contains(submitter)) form.append(asked);
  else submitter.closest(".stack-s, .row").after(asked);
  (safe ? not : sure).focus({ preventScroll: true });
  if (asked.closest(".wb-scroll")) asked.dispatchEvent(new CustomEvent("raise", { bubbles: true }));
  else asked.scrollIntoView({ block: "nearest" });
  return asked;
}

// The button that goes on despite what is left undone says what it does, in the words of the one that was pressed.
const verbOf = (submitter) => submitter?.textContent.trim() || "Do it";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches?.(".wb form[data-undone], form[data-undone][data-ends], form[data-asks]") || form.dataset.sure) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (document.getElementById(`${form.id}-sure`)) return;
  const { asks } = form.dataset;
  const said = form.dataset.undone ?? asks;
  askOnce(form, submitter, {
    words: asks ? "Once it is done it stands. Do it?" : said,
    goes: asks ? verbOf(submitter) : `${verbOf(submitter)} anyway`,
    go: () => { form.dataset.sure = "1"; form.requestSubmit(submitter); },
    stays: asks ? "Not now" : "Go on",
    stay: () => submitter?.focus({ preventScroll: true }),
    // What cannot be made good is not confirmed by pressing the same key twice.
    safe: Boolean(asks),
  });
  document.dispatchEvent(new CustomEvent("say", { detail: said }));
}, true);

// What was entered in another form and not sent is named where the step is closed, with the way to it.
let overLeft = null;
document.addEventListener("unsent", ({ detail: { form, submitter, left } }) => {
  const verb = left.querySelector("button[type=submit]")?.textContent.trim();
  const words = `“${verb}” is not sent yet, and what you have entered there would be lost.`;
  overLeft?.remove();
  overLeft = askOnce(form, submitter, {
    words,
    goes: `${verbOf(submitter)} anyway`,
    go: () => { overLeft.remove(); form.requestSubmit(submitter); },
    stays: "Go to it",
    stay: () => {
      for (let fold = left.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      left.tabIndex = -1;
      left.focus({ preventScroll: true });
      if (left.closest(".wb-scroll")) left.dispatchEvent(new CustomEvent("raise", { bubbles: true }));
      else left.scrollIntoView({ block: "start" });
    },
    safe: true,
  });
  document.dispatchEvent(new CustomEvent("read", { detail: words }));
});
// Whoever enters something else is asked anew.
document.addEventListener("change", () => overLeft?.remove());

// What is taken back from under something that others did since is named first: the page tells of what they did.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches?.("form[data-again]") || form.dataset.sure) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.dataset.sure = "1";
  document.dispatchEvent(new CustomEvent("say", { detail: `Press again to take this back: ${form.dataset.again}` }));
}, true);

// What is drawn anew stands under the hand that pressed: the second press of two, or a key that is held, is not for it. One more
// of a thing, or one step more taken back, is pressed as fast as anybody likes.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest?.("button.btn[type=submit]:not(#b-undo)")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches?.("button")) event.preventDefault();
}, true);

// The next step is another page to whoever reads it, even where the same buttons stand on it again.
let ends = false;
document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail?.ctx ?? {};
  ends = request?.method === "POST" && Boolean(request.form?.matches?.("[data-ends]"))
    && response?.headers?.get("adjutant-outcome") !== "refused";
});
document.addEventListener("htmx:after:swap", () => {
  if (!ends) return;
  ends = false;
  for (const box of document.querySelectorAll(".wb-scroll")) box.scrollTo(0, 0);
  window.scrollTo(0, 0);
  const heading = document.querySelector("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});
