
// The window around a board: the sheet of a phone in three heights, and small panels that close at the next press.

// Switches are kept for the seat, whose address begins with the campaign and the seat.
const switches = () => `layers ${location.pathname.split("/").slice(0, 4).join("/")}`;

/** How high the sheet stands. It is kept outside of what is drawn anew. */
const heights = {
  all: ["low", "half", "full"],

  get now() {
    return document.documentElement.dataset.sheet ?? "low";
  },

  set(height) {
    document.documentElement.dataset.sheet = height;
    sessionStorage.setItem("sheet", height);
    for (const button of document.querySelectorAll("button[data-sheet]")) {
      const end = button.dataset.sheet === "more" ? "full" : "low";
      button.setAttribute("aria-disabled", String(height === end));
    }
  },

  step(by) {
    const at = this.all.indexOf(this.now) + by;
    if (this.all[at]) this.set(this.all[at]);
  },
};

// What asks in a panel is brought into view there.
document.addEventListener("raise", ({ target }) => raise(target, false));

/** Brings a panel into view within what scrolls around it. The page itself stays where it is. */
function raise(panel, higher = true) {
  const box = panel?.closest(".wb-scroll");
  if (!box) return panel?.scrollIntoView({ block: "nearest" });
  if (higher && getComputedStyle(box.parentElement).position === "fixed" && heights.now === "low") heights.set("half");
  const [within, around] = [panel.getBoundingClientRect(), box.getBoundingClientRect()];
  if (within.top < around.top || within.bottom > around.bottom) box.scrollBy(0, within.top - around.top);
}

if (document.querySelector(".wb")) heights.set(sessionStorage.getItem("sheet") ?? "low");
document.addEventListener("htmx:after:swap", () => { if (document.querySelector(".wb")) heights.set(heights.now); });
document.addEventListener("click", (event) => {
  const by = event.target.closest?.("button[data-sheet]")?.dataset.sheet;
  if (by) heights.step(by === "more" ? 1 : -1);
  for (const open of document.querySelectorAll(".wb .hb-layers[open], .pages[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && event.target.closest?.(".wb .hb-layers[open], .pages[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
  event.stopPropagation();
}, true);
