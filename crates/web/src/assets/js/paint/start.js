
// Hands, fingers and keys on the map that is painted.

/** Directions by keys: the sides of a hex that lies with a side at the top, and with a corner. */
const SIDES = {
  flat: { ArrowUp: 0, ArrowDown: 3, w: 0, e: 1, d: 2, s: 3, a: 4, q: 5 },
  pointy: { ArrowLeft: 5, ArrowRight: 2, q: 0, e: 1, d: 3, a: 4 },
};
const OFFSETS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

Object.assign(Easel.prototype, {
  /** The side of the cursor's hex that a key means; an arrow that has none goes by columns and rows. */
  sideOf(key) {
    const side = SIDES[this.paper.flat ? "flat" : "pointy"][key];
    if (side !== undefined || !OFFSETS[key]) return side;
    const [across, down] = OFFSETS[key];
    const next = this.paper.at(this.cursor.column + across, this.cursor.row + down);
    return next && VECTORS.findIndex((_, n) => this.paper.beside(this.cursor, n) === next);
  },

  /** One key on the map; whether it is one of its keys. */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) this.undo();
      else if (key === "y" || key === "z") this.redo();
      else return false;
      return true;
    }
    this.cursor ??= this.paper.under(...this.sight.place(this.sight.pan.clientWidth / 2, this.sight.pan.clientHeight / 2)) ?? this.paper.hexes.values().next().value;
    const isDirection = key in OFFSETS || key in SIDES[this.paper.flat ? "flat" : "pointy"];
    if (isDirection) {
      const side = this.sideOf(key);
      const next = side >= 0 && this.paper.beside(this.cursor, side);
      if (!next) this.say("The map ends there.");
      else if (event.shiftKey) this.toward(side);
      else this.go(next);
      return true;
    }
    const groups = ["ground", "side", "road", "name"];
    const next = groups[(groups.indexOf(this.group) + 1) % groups.length];
    switch (key) {
      case "Enter": case " ": this.dab(); return true;
      case "u": this.undo(); return true;
      case "r": this.redo(); return true;
      case "m": this.pick("move"); this.say("The map is moved."); return true;
      case "n": this.chosen(this.map.last?.[next] ?? `${next}-0`); return true;
      case "x": this.chosen(this.group === "ground" ? "ground-0" : `${this.group}-x`); return true;
      case "+": case "=": this.sight.zoom(1.25); return true;
      case "-": this.sight.zoom(0.8); return true;
      case "0": this.sight.zoom(0); return true;
      default:
        if (!/^[1-9]$/.test(key)) return false;
        this.chosen(`${this.group}-${key - 1}`);
        return true;
    }
  },

  /** A brush picked by a key says what it is. */
  chosen(value) {
    if (!this.root.querySelector(`input[name="kind"][value="${value}"]`)) return this.say("There is no such kind in this group.");
    this.pick(value);
    this.say(`${this.kind()?.name ?? "Eraser"}.`);
  },

  /** The place of the drawing under a pointer. */
  at(event) {
    const box = this.sight.pan.getBoundingClientRect();
    return this.sight.place(event.clientX - box.left, event.clientY - box.top);
  },

  /** What a press would meet, while a pointer rests there. */
  hint(event) {
    const [x, y] = this.at(event);
    const hex = this.paper.under(x, y);
    if (!hex || this.root.dataset.brush !== "paint") return this.drawOver(null);
    this.drawOver(hex, this.group === "side" ? this.paper.side(hex, this.paper.nearest(hex, x, y).side) : "");
  },

  listen() {
    const sheet = document.getElementById("paint-sheet");
    const { pan } = this.sight;
    const fingers = new Set();
    let down = null;
    const paints = () => this.root.dataset.brush === "paint";
    sheet.addEventListener("pointerdown", (event) => {
      fingers.add(event.pointerId);
      down = { x: event.clientX, y: event.clientY };
      if (!paints() || event.button !== 0) return;
      // The map is not dragged while it is painted.
      event.stopPropagation();
      pan.focus({ preventScroll: true });
      if (fingers.size > 1) return this.cancel();
      sheet.setPointerCapture(event.pointerId);
      this.begin(...this.at(event));
    });
    // Nothing is selected by a stroke: what is selected would be dragged away by the next one.
    sheet.addEventListener("mousedown", (event) => { if (paints()) event.preventDefault(); });
    sheet.addEventListener("pointermove", (event) => {
      if (this.stroke && paints()) {
        const all = event.getCoalescedEvents?.() ?? [];
        for (const one of all.length ? all : [event]) this.along(...this.at(one));
      } else if (event.pointerType === "mouse") this.hint(event);
    });
    const lift = (event) => {
      fingers.delete(event.pointerId);
      if (event.type === "pointercancel") this.cancel(); else this.end();
    };
    sheet.addEventListener("pointerup", lift);
    sheet.addEventListener("pointercancel", lift);
    sheet.addEventListener("pointerleave", () => this.drawOver(this.cursor && document.activeElement === pan ? this.cursor : null));
    sheet.addEventListener("click", (event) => {
      const [group, n] = this.brush.split("-");
      const isPress = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < 6;
      const [x, y] = this.at(event);
      if (group === "place" && isPress) return this.under.press(Number(n), x, y);
      const hex = this.paper.under(x, y);
      if (!hex) return;
      this.cursor = hex;
      this.say(this.told(hex));
    });
    // Two fingers move the map while one paints; how far apart they are is the sight's own matter.
    let middle = null;
    const between = ({ touches: [one, other] }) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    pan.addEventListener("touchstart", (event) => { middle = event.touches.length === 2 ? between(event) : null; }, { passive: true });
    pan.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || !middle || !paints()) return;
      const now = between(event);
      pan.scrollBy(middle[0] - now[0], middle[1] - now[1]);
      middle = now;
    }, { passive: true });
    pan.addEventListener("focus", () => { if (this.cursor && pan.matches(":focus-visible")) this.go(this.cursor); });
    this.root.addEventListener("change", ({ target }) => { if (target.name === "kind") this.pick(target.value); });
    this.root.addEventListener("click", (event) => {
      const what = event.target.closest?.("[data-do]")?.dataset.do;
      if (what === "undo") this.undo();
      if (what === "redo") this.redo();
      if (what in { in: 1, out: 1, whole: 1 }) this.sight.zoom({ in: 1.25, out: 0.8, whole: 0 }[what]);
    });
    document.getElementById("road-pick").addEventListener("change", ({ target }) => {
      const road = this.painted.roads[Number(target.value)];
      const isNone = target.value === "" || !road;
      if (!isNone && road.word !== this.kind()?.word) this.pick(`road-${this.map.classes.findIndex(({ word }) => word === road.word)}`);
      this.hold(isNone ? null : road);
    });
    document.getElementById("road-name").addEventListener("change", ({ target }) => {
      const name = target.value.replace(/\s+/g, " ").trim();
      if (!this.road || !name || name === this.road.name) { target.value = this.road?.name ?? ""; return; }
      const before = this.before();
      this.road.name = name;
      this.took(before);
    });
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.altKey) return;
      const isMap = event.target === pan;
      const isField = event.target.matches?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select");
      const isSteps = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
      // Elsewhere on the page only single keys that nothing else there means.
      const isPage = !isField && (isSteps || (document.documentElement.dataset.keys !== "off" && /^[1-9nxmur]$/i.test(event.key) && !event.ctrlKey && !event.metaKey));
      if ((isMap || isPage) && this.key(event)) event.preventDefault();
    });
  },
});

const paintboard = document.getElementById("paint");
if (paintboard) {
  const easel = new Easel(paintboard);
  easel.listen();
  easel.listenToNames();
  easel.pick(paintboard.querySelector('input[name="kind"]:checked')?.value ?? "move");
}
