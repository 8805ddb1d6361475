
// Keys, the mouse and fingers, and every board of the page.

Hand.prototype.listen = function listen() {
  const { pan } = this.sight;
  const hexAt = (event) => {
    const box = pan.getBoundingClientRect();
    return this.ground.under(...this.sight.place(event.clientX - box.left, event.clientY - box.top));
  };
  let frame = 0;
  const look = (hex) => {
    if (hex === this.hover) return;
    this.hover = hex;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => this.draw());
  };
  // A stack under a pointer that rests is laid out beside it.
  let resting = 0;
  const rest = (hex, at) => {
    clearTimeout(resting);
    this.fan(null);
    if (hex && this.sight.fills) resting = setTimeout(() => this.fan(hex, at), 300);
  };
  const within = (event) => {
    const box = pan.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  pan.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || this.sight.dragged) return;
    const hex = hexAt(event) ?? null;
    if (hex !== this.rested) rest(this.rested = hex, within(event));
    look(this.keys.length ? hex : null);
  });
  pan.addEventListener("pointerleave", () => { rest(this.rested = null); look(null); });
  pan.addEventListener("scroll", () => rest(null), { passive: true });
  let finger = false;
  pan.addEventListener("pointerdown", (event) => { finger = event.pointerType !== "mouse"; });
  pan.addEventListener("click", (event) => {
    if (this.sight.dragged) return;
    this.hover = null;
    const single = event.detail < 2;
    const hex = hexAt(event);
    // For a finger, which rests nowhere, the second press at a place lays the stack out.
    if (finger && hex && this.cursor === hex) this.fan(hex, within(event)); else rest(null);
    this.press(hex, single && !finger && this.keys.length > 0, single, true);
  });
  pan.addEventListener("focus", () => {
    if (this.cursor || !pan.matches(":focus-visible")) return;
    this.go(this.stacks()[0] ?? this.ground.under(...this.sight.place(pan.clientWidth / 2, pan.clientHeight / 2)));
  });
  this.root.addEventListener("click", (event) => {
    const picked = event.target.closest?.("[data-pick]")?.dataset.pick;
    if (picked && this.keys.includes(picked)) return this.letGo();
    if (picked) {
      // The hex looked at before is no target that was pressed for it.
      const [act] = this.acts.of([picked]);
      this.cursor = this.ground.hexes.get(act?.from) ?? null;
      this.pick([picked]);
      return act?.from ? undefined : this.lookAtOpen();
    }
    const taken = event.target.closest?.("[data-take]")?.dataset.take;
    const does = event.target.closest?.("[data-do]")?.dataset.do;
    if (taken) this.take(this.ground.hexes.get(taken));
    else this.zoomTo(does);
    // Whoever picks a stack by keys goes on from it on the map: the list has given way to what the stack can do.
    if ((taken || does === "next") && event.detail === 0 && this.sight.fills) this.sight.pan.focus({ preventScroll: true });
  });
  // An order that was typed and carried out does not stay to be given twice; one that never arrived does.
  this.root.addEventListener("submit", (event) => { this.given ||= event.submitter?.id === `b-${this.id}-order`; });
  document.addEventListener("htmx:error", () => { this.given = false; });
  this.root.addEventListener("change", (event) => {
    if (!event.target.matches?.(".hb-switches input[type=checkbox]")) return;
    this.off[event.target.id] = event.target.checked;
    localStorage.setItem(switches(), JSON.stringify(this.off));
  });
  this.root.addEventListener("input", (event) => {
    if (!event.target.matches?.(".hb-scale input")) return;
    this.sight.counters = Number(event.target.value);
    this.sight.apply();
    this.sight.keep();
  });
  this.root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && this.keys.length && event.target !== pan) { this.letGo(); pan.focus(); }
  });
};

/** Switches stand as the reader has left them, for the whole campaign. */
Hand.prototype.recall = function recall() {
  const kept = JSON.parse(localStorage.getItem(switches()) ?? "{}");
  this.off = Array.isArray(kept) ? {} : kept;
  for (const box of this.root.querySelectorAll(".hb-switches input[type=checkbox]")) box.checked = this.off[box.id] ?? box.defaultChecked;
};

/** Stacks that can be ordered, in the order of their numbers. */
Hand.prototype.stacks = function stacks() {
  return [...new Set(this.acts.rows.map((act) => act.from))].sort().map((label) => this.ground.hexes.get(label)).filter(Boolean);
};

Hand.prototype.go = function go(hex) {
  if (!hex) return;
  this.cursor = hex;
  this.hover = null;
  this.sight.show(hex);
  this.draw();
  this.speak(hex);
};

Hand.prototype.zoomTo = function zoomTo(what) {
  if (what === "next") this.take(this.next(1));
  if (what === "in") this.sight.zoom(1.25);
  if (what === "out") this.sight.zoom(0.8);
  if (what === "whole") this.sight.zoom(0);
};

/** The stack with orders left that comes after the cursor, or before it. */
Hand.prototype.next = function next(by) {
  const stacks = this.inTurn();
  const here = stacks.indexOf(this.cursor);
  return stacks.at((here + (by > 0 ? 1 : -1 + (here < 0))) % stacks.length);
};

/** Brings a stack into view and picks it. */
Hand.prototype.take = function take(hex) {
  if (!hex) return;
  this.cursor = hex;
  this.sight.show(hex);
  const first = this.acts.first(hex.label);
  if (first) this.pick(first.keys); else this.draw();
};

/** One key on the board; whether it is one of its keys. A key that is held down moves on and gives no order. */
Hand.prototype.key = function key(name, repeated) {
  const at = this.cursor ?? this.stacks()[0] ?? this.ground.hexes.values().next().value;
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[name];
  if (step) {
    this.go(this.ground.at(at.column + step[0], at.row + step[1]) ?? at);
    return true;
  }
  const stacks = this.stacks();
  switch (name) {
    case "q": this.go(this.ground.beside(at, this.ground.flat ? 5 : 0) ?? at); return true;
    case "e": this.go(this.ground.beside(at, 1) ?? at); return true;
    case "Enter": case " ": if (!repeated) this.press(at, true); return true;
    case "Escape": if (!this.keys.length) return false; this.letGo(); return true;
    case "+": case "=": this.zoomTo("in"); return true;
    case "-": this.zoomTo("out"); return true;
    case "0": this.zoomTo("whole"); return true;
    case "n": case "p": if (stacks.length) this.go(this.next(name === "n" ? 1 : -1)); return true;
    default: return false;
  }
};

const hands = new Map();

/** Finds the boards of the page; one that was there before is only looked at again. */
function meet(event) {
  const byOthers = event?.detail?.ctx?.request?.method === "GET";
  for (const root of document.querySelectorAll(".hexboard")) {
    const hand = hands.get(root.id);
    if (hand?.sight.pan.isConnected) {
      hand.root = root;
      hand.again(byOthers);
    } else {
      hands.set(root.id, new Hand(root));
    }
  }
}
meet();
document.addEventListener("htmx:after:swap", meet);

// Keys of the board while it has the focus, and of the page that has one. What the page's own keys have taken is
// theirs. Those of the page can be switched off and never act inside fields, like all single keys.
document.addEventListener("keydown", (event) => {
  const root = document.querySelector(".hexboard");
  if (!root || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const own = hands.get(event.target.closest?.(".hexboard")?.id);
  if (own?.sight.pan === event.target && own.key(event.key, event.repeat)) return event.preventDefault();
  if (document.documentElement.dataset.keys === "off") return;
  if (event.target.matches?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]")) return;
  const hand = own ?? hands.get(root.id);
  switch (event.key) {
    case "n":
      if (!hand.acts.rows.length) return;
      hand.take(hand.next(1));
      // What is done with it next is done on the map.
      if (hand.sight.fills) hand.sight.pan.focus({ preventScroll: true });
      break;
    case "c": hand.part("hide").click(); break;
    case "t": hand.part("words").open = !hand.part("words").open; break;
    case "/":
      if (!hand.field()) return;
      if (!hand.field().offsetParent) heights.set("full");
      hand.field().focus();
      break;
    default: return;
  }
  event.preventDefault();
});
