// Single keys. They never act inside fields and can be switched off under Display.

let going = 0;

const fields = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

function focus(target) {
  if (!target) return;
  if (!target.matches("a, button, input, summary, [tabindex]")) target.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: "nearest" });
}

/** The first element that any of the selectors finds, tried in their order. */
function first(...selectors) {
  return selectors.map((selector) => document.querySelector(selector)).find(Boolean);
}

function entry(step) {
  const entries = [...document.querySelectorAll(".log > li:not(.day)")];
  const at = entries.indexOf(document.activeElement?.closest?.(".log > li"));
  focus(entries[at < 0 ? (step > 0 ? 0 : entries.length - 1) : at + step]);
}

document.addEventListener("keydown", (event) => {
  if (document.documentElement.dataset.keys === "off") return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(fields)) return;
  if (Date.now() < going) {
    going = 0;
    const tab = document.querySelector(`.tabs a[data-go="${CSS.escape(event.key)}"]`);
    if (tab) { event.preventDefault(); tab.click(); }
    return;
  }
  switch (event.key) {
    case "g": going = Date.now() + 1500; break;
    case "j": entry(1); break;
    case "k": entry(-1); break;
    case ".": {
      const here = first(".owed .you .btn", ".panel.yours .btn:not([aria-disabled=true])", ".owed .you");
      const owed = document.getElementById("page").dataset.owed;
      if (!here && owed) location.assign(owed); else focus(here ?? first("main h1"));
      break;
    }
    case "?": {
      const list = document.getElementById("keys");
      list.open = !list.open;
      const around = list.parentElement.closest("details");
      if (around && list.open) around.open = true;
      if (list.open) focus(list.querySelector("summary"));
      break;
    }
    default: return;
  }
  event.preventDefault();
});
