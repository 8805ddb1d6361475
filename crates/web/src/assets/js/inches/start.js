
// The ruler, the switches, the mouse, fingers and keys of boards in inches.

const RULER = /^#ruler=([\d.]+),([\d.]+),([\d.]+),([\d.]+)$/;
const inchSwitches = () => `inch ${switches()}`;

Object.assign(Inches.prototype, {
  length() {
    const { from, to } = this.ruler;
    return from && to ? `${(Math.round(Math.hypot(to.x - from.x, to.y - from.y)) / 100).toFixed(2)} inches` : "";
  },

  measure(on) {
    this.measures = on;
    part("measure")?.setAttribute("aria-pressed", String(on));
    if (on) this.arm(null);
    else this.sight.pan.classList.toggle("asks", Boolean(this.form));
    if (on) this.deed("Ruler: press its two ends on the map.");
    // What floats over the map would lie over the place to be pressed.
    if (on && this.sight.fills) part("ruler").open = false;
  },

  /** Sets the next end of the ruler; a third begins anew. */
  end(at) {
    if (this.ruler.from && !this.ruler.to) this.ruler.to = at;
    else this.ruler = { from: at, to: null };
    this.measured(true);
    if (this.ruler.to && this.measures) this.measure(false);
  },

  /** Says how long the ruler is; the fields follow where it was set on the map. */
  measured(fill) {
    const { from, to } = this.ruler;
    if (fill) {
      for (const field of this.root.querySelectorAll("[data-rule]")) {
        const [end, axis] = field.dataset.rule.split(" ");
        const at = this.ruler[end];
        field.value = at ? inWords(at[axis]) : "";
      }
    }
    const length = this.length();
    part("length").textContent = length;
    if (from && to) {
      history.replaceState(history.state, "", `#ruler=${[from.x, from.y, to.x, to.y].map(inWords).join(",")}`);
      this.deed(`Ruler: ${inWords(from.x)}, ${inWords(from.y)} to ${inWords(to.x)}, ${inWords(to.y)}: ${length}.`);
    } else if (from) {
      this.deed(`Ruler: one end at ${inWords(from.x)}, ${inWords(from.y)}. Press the other.`);
    } else {
      this.deed("");
      if (RULER.test(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    }
    if (length) this.say(length);
    this.draw();
  },

  /** What was set when the map was last seen: switches, and the ruler of the address. */
  recall() {
    this.deed("");
    this.off = new Set(JSON.parse(localStorage.getItem(inchSwitches()) ?? "[]"));
    const found = location.hash.match(RULER)?.slice(1).map(read);
    if (!found || found.includes(null)) return;
    this.ruler = { from: this.held({ x: found[0], y: found[1] }), to: this.held({ x: found[2], y: found[3] }) };
    this.measured(true);
    part("ruler").open = !this.sight.fills;
  },

  shown() {
    for (const box of this.root.querySelectorAll(".ib-tools input[type=checkbox]")) box.checked = !this.off.has(box.id);
  },

  listen() {
    const { pan } = this.sight;
    let finger = false;
    let held = null;
    // A stack that a form can put elsewhere is dragged by itself; anything else drags the map.
    pan.addEventListener("pointerdown", (event) => {
      finger = event.pointerType !== "mouse";
      const mark = event.target.closest?.(".movable");
      if (!mark || event.button || this.measures || this.form) return;
      const form = mark.dataset.form ? document.getElementById(mark.dataset.form) : null;
      const boxes = form ? [] : this.movable(mark);
      held = { mark, boxes, form: form ?? boxes[0]?.form, x: event.clientX, y: event.clientY, id: event.pointerId };
      event.stopImmediatePropagation();
    }, { capture: true });
    pan.addEventListener("pointermove", (event) => {
      if (!held || event.pointerId !== held.id) return;
      if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5) return;
      if (!held.moved) pan.setPointerCapture(event.pointerId);
      held.moved = true;
      document.documentElement.classList.add("ib-held");
      const at = this.under(event);
      const [x, y] = this.drawn(at);
      held.mark.setAttribute("transform", `translate(${x} ${y})`);
      this.deed(`${inWords(at.x)}, ${inWords(at.y)}`);
    });
    const drop = (event) => {
      if (!held || event.pointerId !== held.id) return;
      const { mark, boxes, form, moved } = held;
      held = null;
      if (!moved) return;
      setTimeout(() => document.documentElement.classList.remove("ib-held"), 300);
      this.sight.dragged = true;
      setTimeout(() => { this.sight.dragged = false; });
      // The piece stands where it stood until the form has been sent; its place in the form is marked.
      if (mark.dataset.at) {
        const [x, y] = mark.dataset.at.split(" ").map(Number);
        mark.setAttribute("transform", `translate(${this.drawn({ x, y }).join(" ")})`);
      }
      if (event.type === "pointercancel") return this.draw();
      if (boxes.length) placing.name(boxes.map(({ box }) => box));
      this.put(form, this.under(event));
    };
    pan.addEventListener("pointerup", drop);
    pan.addEventListener("pointercancel", drop);
    // A stack under a pointer that rests is laid out beside it; for a finger at the second press.
    const placeOf = (mark) => Object.fromEntries(mark.dataset.at.split(" ").map((at, axis) => ["xy"[axis], Number(at)]));
    const within = (event) => {
      const box = pan.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let [resting, over] = [0, null];
    const rest = (mark, where) => {
      clearTimeout(resting);
      this.fan(null);
      if (mark && this.sight.fills) resting = setTimeout(() => this.fan(placeOf(mark), where), 300);
    };
    pan.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse") return;
      const mark = (!event.buttons && event.target.closest?.("g[data-at]")) || null;
      if (mark !== over) rest(over = mark, within(event));
    });
    pan.addEventListener("pointerleave", () => rest(over = null));
    pan.addEventListener("scroll", () => rest(null), { passive: true });
    pan.addEventListener("click", (event) => {
      if (this.sight.dragged) return;
      const mark = event.target.closest?.("g[data-at]");
      if (finger && mark && !this.form && !this.measures && mark === over) this.fan(placeOf(mark), within(event)); else rest(null);
      if (finger) over = mark;
      const reach = (finger ? 22 : 13) / this.sight.scale / this.unit;
      if (mark && !this.form && !this.measures) {
        const [x, y] = mark.dataset.at.split(" ").map(Number);
        return this.press({ x, y }, reach);
      }
      this.press(this.under(event), reach);
    });
    this.root.addEventListener("click", (event) => {
      const what = event.target.closest?.("[data-do]")?.dataset.do;
      if (what === "in") this.sight.zoom(1.5);
      if (what === "out") this.sight.zoom(1 / 1.5);
      if (what === "whole") this.sight.zoom(0);
      if (what === "measure") this.measure(!this.measures);
      if (what === "clear") {
        this.ruler = { from: null, to: null };
        this.measured(true);
      }
    });
    this.root.addEventListener("change", (event) => {
      if (!event.target.matches(".ib-tools input[type=checkbox]")) return;
      if (event.target.checked) this.off.delete(event.target.id);
      else this.off.add(event.target.id);
      localStorage.setItem(inchSwitches(), JSON.stringify([...this.off]));
    });
    this.root.addEventListener("input", (event) => {
      if (!event.target.matches("[data-rule]")) return;
      const end = (name) => {
        const [x, y] = ["x", "y"].map((axis) => read(part(`${name}-${axis}`).value));
        return x === null || y === null ? null : this.held({ x, y });
      };
      this.ruler = { from: end("from"), to: end("to") };
      this.measured(false);
    });
    addEventListener("resize", () => this.sight.apply());
  },

  /** One key on the map; whether it is one of its keys. */
  key(name, far) {
    const at = this.cursor ?? this.held({ x: this.width / 2, y: this.height / 2 });
    const by = far ? 10 : 100;
    const step = { ArrowUp: [0, by], ArrowDown: [0, -by], ArrowLeft: [-by, 0], ArrowRight: [by, 0] }[name];
    if (step) {
      this.go({ x: at.x + step[0], y: at.y + step[1] });
      return true;
    }
    switch (name) {
      case "n": case "p": {
        const places = this.standing.places();
        if (!places.length) return true;
        const here = places.findIndex(({ x, y }) => x === at.x && y === at.y);
        const after = places.findIndex(({ x, y }) => x > at.x || (x === at.x && y > at.y));
        const next = name === "n" ? (after < 0 ? 0 : after) : (here >= 0 ? here : after < 0 ? places.length : after) - 1;
        this.go(places.at(next));
        return true;
      }
      case "Enter": case " ": this.press(at, 50); return true;
      case "r": this.end(at); return true;
      case "Escape":
        if (!this.form && !this.measures && this.laying.holding) {
          this.laying.put();
          return true;
        }
        if (!this.form && !this.measures) return false;
        this.measure(false);
        this.arm(null);
        this.deed("");
        return true;
      case "+": case "=": this.sight.zoom(1.5); return true;
      case "-": this.sight.zoom(1 / 1.5); return true;
      case "0": this.sight.zoom(0); return true;
      default: return false;
    }
  },
});

let inches = null;

/** Finds the board in inches of the page; one that was there before is only looked at again. */
function meetInches() {
  const root = document.querySelector(".inchboard");
  if (!root) inches = null;
  else if (inches?.sight.pan.isConnected) inches.again(root);
  else inches = new Inches(root);
}
meetInches();
document.addEventListener("htmx:after:swap", meetInches);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-point]");
  if (button && inches) inches.ask(button.closest("form, div.stack"));
});
document.addEventListener("input", (event) => {
  if (inches && event.target.matches?.('[name="f.x"], [name="f.y"]')) inches.draw();
});
document.addEventListener("submit", (event) => {
  if (inches && event.target.querySelector?.("[data-point]")) inches.sent = event.target.id.slice("f-".length);
});
document.addEventListener("htmx:error", () => { if (inches) inches.sent = null; });
document.addEventListener("keydown", (event) => {
  if (!inches || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target !== inches.sight.pan) return;
  if (inches.key(event.key, event.shiftKey)) event.preventDefault();
});
