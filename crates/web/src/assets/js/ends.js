// On a map, and where a step is closed, what is left undone is asked once more, in place; what cannot be made good is asked
// everywhere. Elsewhere it stands above the button.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches?.(".wb form[data-undone], form[data-undone][data-ends], form[data-asks]") || form.dataset.sure) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (document.getElementById(`${form.id}-sure`)) return;
  const asked = Object.assign(document.createElement("div"), { className: "ask-once stack-s" });
  const { asks } = form.dataset;
  const said = form.dataset.undone ?? asks;
  const words = Object.assign(document.createElement("p"), { textContent: asks ? "Once it is done it stands. Do it?" : said });
  const row = Object.assign(document.createElement("div"), { className: "row" });
  const button = (text, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: text });
    made.addEventListener("click", act);
    return made;
  };
  // The button that goes on despite what is left undone says what it does, in the words of the one that was pressed.
  const verb = event.submitter?.textContent.trim() || "Do it";
  const sure = button(asks ? verb : `${verb} anyway`, () => { form.dataset.sure = "1"; form.requestSubmit(event.submitter); });
  sure.classList.add("go");
  sure.id = `${form.id}-sure`;
  const not = button(asks ? "Not now" : "Go on", () => { asked.remove(); event.submitter?.focus({ preventScroll: true }); });
  not.id = `${form.id}-not`;
  row.append(sure, not);
  asked.append(words, row);
  // A button that stands elsewhere than its form asks where it stands.
  const { submitter } = event;
  if (!submitter || form.contains(submitter)) form.append(asked);
  else submitter.closest(".stack-s, .row").after(asked);
  document.dispatchEvent(new CustomEvent("say", { detail: said }));
  // What cannot be made good is not confirmed by pressing the same key twice.
  (asks ? not : sure).focus({ preventScroll: true });
  if (asked.closest(".wb-scroll")) asked.dispatchEvent(new CustomEvent("raise", { bubbles: true }));
  else asked.scrollIntoView({ block: "nearest" });
}, true);

// What is taken back from under something that others did since is named first: the page tells of what they did.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches?.("form[data-again]") || form.dataset.sure) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.dataset.sure = "1";
  document.dispatchEvent(new CustomEvent("say", { detail: `Press again to take this back: ${form.dataset.again}` }));
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
