
// Lines whose points are drawn elsewhere: points that are dragged, with the distances to the nearest enemies, a point
// taken back, the line as it was proposed. The form that takes the line is sent by its own button.

const NEAREST = 3;

/** How near to a stand a point lies on it, in units of the drawing. */
const CLOSE = 14;

class Courses {
  constructor(hand) {
    this.hand = hand;
    this.lines = [];
    this.offs = new Map();
    this.least = 1;
    this.read();
    this.listen();
  }

  /** Reads the lines of the page. What is drawn and not sent stays as long as the line of the page is the same. */
  read() {
    const text = this.hand.root.dataset.lines ?? "";
    if (text === this.text) return;
    this.text = text;
    this.lines = (text ? JSON.parse(text) : []).map(([side, letter, edit]) => ({ side, letter, edit, points: edit.points, before: [] }));
    [this.line, this.at] = [null, null];
  }

  get open() {
    return this.lines.filter(({ edit }) => document.getElementById(`f-${edit.form}`));
  }

  field(line) {
    return document.querySelector(`#f-${CSS.escape(line.edit.form)} [name="f.${line.edit.key}"]`);
  }

  name(line) {
    const words = document.getElementById(`f-${line.edit.form}`)?.closest(".panel")?.querySelector(".side")?.textContent.trim();
    return words ? `${words} line` : "line";
  }

  again() {
    this.read();
    this.draw();
  }

  /** The line with other points; what it was can be taken back. */
  change(line, points, keep = true) {
    if (keep) line.before.push(line.points);
    line.points = points;
    const field = this.field(line);
    if (field) {
      field.value = points.map((at) => `${inWords(at.x)}, ${inWords(at.y)}`).join("; ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.draw();
  }

  /** Where the handles lie, point by point: beside a stand that a point lies on, and beside each other. While one is dragged
   *  all keep where they are. */
  spread() {
    const points = this.open.flatMap((line) => line.points.map((at, nth) => ({ line, at, key: `${this.lines.indexOf(line)} ${nth}` })));
    if (this.drags && points.length === this.offs.size) return;
    const { marks, unit, sight, width } = this.hand;
    // What is small on the screen keeps its handles apart all the same.
    this.least = Math.max(1, 1 / (marks * sight.scale));
    const size = marks * this.least;
    const seen = (at) => this.hand.drawn(at).map((one) => one / size);
    const told = points.map(({ line, at, key }) => {
      const [here, enemy] = [seen(at), this.nearest(line, at)[0]];
      const there = enemy ? seen(enemy.place) : [here[0], here[1] - 1];
      const taken = this.hand.standing.near(at, (CLOSE * marks) / unit).length > 0;
      return { at: here, toward: [there[0] - here[0], there[1] - here[1]], taken, first: key === this.picked };
    });
    const offs = spread(told, this.hand.standing.places().map(seen), this.names(size), seen({ x: width, y: 0 }));
    this.offs = new Map(points.map(({ key }, n) => [key, offs[n]?.map((one) => one * this.least) ?? null]));
  }

  /** The point in hand, as its handle is called. */
  get picked() {
    return this.line && this.at !== null ? `${this.lines.indexOf(this.line)} ${this.at}` : null;
  }

  /** The boxes of the names on the map, in the size of marks. */
  names(size) {
    const map = this.hand.root.querySelector(".ib-map");
    const { left, top } = map.getBoundingClientRect();
    const unit = size * this.hand.sight.scale;
    return [...map.querySelectorAll(".ib-names text")].map((name) => name.getBoundingClientRect()).filter(({ width }) => width)
      .map((box) => [box.left - left, box.top - top, box.right - left, box.bottom - top].map((one) => one / unit));
  }

  /** What the distances are told from, the nearest first. */
  nearest(line, at) {
    return line.edit.from.map(([name, place]) => ({ name, place, far: apartOf(at, place) })).sort((one, other) => one.far - other.far);
  }

  /** The enemy that the whole line passes nearest to. */
  closest(line) {
    const legs = line.points.slice(1).map((to, n) => [line.points[n], to]);
    const far = ([name, place]) => ({ name, far: Math.min(...legs.map(([from, to]) => farFrom(place, from, to))) });
    return line.edit.from.map(far).sort((one, other) => one.far - other.far)[0];
  }

  told(line, n) {
    const at = line.points[n];
    const near = this.nearest(line, at).slice(0, NEAREST).map(({ name, far }) => `${name} ${(far / 100).toFixed(2)}`);
    const closest = this.closest(line);
    const under = closest && closest.far < line.edit.near ? ` That is under ${inWords(line.edit.near)}: it can be drawn so, and you rule.` : "";
    return `Point ${n + 1} of ${line.points.length} at ${inWords(at.x)}, ${inWords(at.y)}. Nearest: ${near.join(", ")} inches.` +
      (closest ? ` The line passes ${closest.name} at ${(closest.far / 100).toFixed(2)}.${under}` : "");
  }

  listen() {
    const { pan } = this.hand.sight;
    let drag = null;
    // Nearer or farther away there is other room between the points.
    pan.addEventListener("zoomed", () => { if (this.open.length) this.draw(); });
    pan.addEventListener("pointerdown", (event) => {
      const node = event.target.closest?.("[data-node]");
      const leg = event.target.closest?.("[data-leg]");
      if ((!node && !leg) || event.button || !event.isPrimary || this.hand.measures || this.hand.form) return;
      const [n, nth] = (node?.dataset.node ?? leg.dataset.leg).split(" ").map(Number);
      const at = this.hand.under(event);
      const held = node && this.lines[n].points[nth];
      // The point keeps its place under the hand that takes its handle beside it.
      const off = held ? { x: held.x - at.x, y: held.y - at.y } : { x: 0, y: 0 };
      drag = { off, line: this.lines[n], nth, leg: !node, x: event.clientX, y: event.clientY, id: event.pointerId, points: this.lines[n].points };
      if (node) [this.at, this.line] = [nth, this.lines[n]];
      this.drags = true;
      event.stopImmediatePropagation();
    }, { capture: true });
    pan.addEventListener("pointermove", (event) => {
      if (!drag || drag.id !== event.pointerId) return;
      event.stopImmediatePropagation();
      if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      if (!drag.moved) {
        pan.setPointerCapture(event.pointerId);
        // A point is added where the line itself is taken hold of.
        if (drag.leg) this.add(drag.line, drag.nth, this.hand.under(event));
        drag.line.before.push(drag.points);
        [this.line, this.at] = [drag.line, drag.leg ? drag.nth + 1 : drag.nth];
      }
      drag.moved = true;
      const at = this.hand.under(event);
      this.change(drag.line, drag.line.points.with(this.at, this.hand.held({ x: tenths(at.x + drag.off.x), y: tenths(at.y + drag.off.y) })), false);
    }, { capture: true });
    const end = (event) => {
      if (!drag || drag.id !== event.pointerId) return;
      event.stopImmediatePropagation();
      const was = drag;
      drag = null;
      this.drags = false;
      this.hand.sight.dragged = true;
      setTimeout(() => { this.hand.sight.dragged = false; });
      if (!was.moved && was.leg) {
        was.line.before.push(was.points);
        this.add(was.line, was.nth, this.hand.under(event));
      }
      this.draw();
      if (this.line && this.at !== null) this.hand.say(this.told(this.line, this.at));
    };
    pan.addEventListener("pointerup", end, { capture: true });
    pan.addEventListener("pointercancel", end, { capture: true });
    document.addEventListener("input", (event) => {
      const line = this.open.find((one) => this.field(one) === event.target);
      if (!line || !event.isTrusted) return;
      const points = event.target.value.split(";").map(readPlace);
      if (points.length < 2 || points.includes(null)) return;
      line.before.push(line.points);
      line.points = points;
      this.draw();
    });
  }

  add(line, after, at) {
    [this.line, this.at] = [line, after + 1];
    this.change(line, line.points.toSpliced(after + 1, 0, at), false);
  }

  draw() {
    const over = part("lines");
    if (over) this.drawLines(over);
    this.box();
  }

  drawLines(over) {
    over.replaceChildren();
    this.spread();
    const nodes = [];
    for (const line of this.open) {
      const n = this.lines.indexOf(line);
      const path = (points) => `M${points.map((at) => this.hand.drawn(at).join(" ")).join("L")}`;
      const changed = line.points !== line.edit.points;
      over.append(drawnAs("path", { class: "ib-proposal", d: path(line.edit.proposal) }));
      if (changed) over.append(drawnAs("path", { class: `ib-redrawn side-${line.letter}`, d: path(line.points) }));
      line.points.slice(1).forEach((to, nth) => over.append(drawnAs("path", { class: "ib-leg movable", d: path([line.points[nth], to]), "data-leg": `${n} ${nth}` })));
      if (line === this.line && this.at !== null && line.points[this.at]) this.rays(over, line);
      line.points.forEach((at, nth) => {
        const off = this.offs.get(`${n} ${nth}`);
        // Without room for a handle the point itself is marked; the list of points has it all the same.
        if (!off) {
          const [x, y] = this.hand.drawn(at);
          return nodes.push(drawnAs("circle", { class: "ib-dot", cx: x, cy: y, r: 2.5 * this.hand.marks * this.least }));
        }
        const picked = line === this.line && nth === this.at ? " now" : "";
        const node = { class: `ib-node movable${picked}`, transform: `translate(${this.hand.drawn(at).join(" ")})`, "data-node": `${n} ${nth}` };
        nodes.push(handle(off, node, drawnAs("rect", { x: -5, y: -5, width: 10, height: 10 }), (APART / 2) * this.least));
      });
    }
    // Handles of one line lie over the other line.
    over.append(...nodes);
  }

  /** From the point in hand to the nearest enemies, each with the distance that decides around it. */
  rays(over, line) {
    const at = line.points[this.at];
    const [x, y] = this.hand.drawn(at);
    for (const { place, far } of this.nearest(line, at).slice(0, NEAREST)) {
      const [a, b] = this.hand.drawn(place);
      over.append(drawnAs("circle", { class: "ib-keep", cx: a, cy: b, r: line.edit.near * this.hand.unit }), drawnAs("path", { class: "ib-ray", d: `M${x} ${y}L${a} ${b}` }));
      const words = drawnAs("g", { class: `ib-far${far < line.edit.near ? " near" : ""}`, transform: `translate(${x + 0.62 * (a - x)} ${y + 0.62 * (b - y)})` });
      const mark = drawnAs("g", { class: "ib-mark" });
      const text = drawnAs("text", { y: 4 });
      text.textContent = (far / 100).toFixed(2);
      mark.append(drawnAs("rect", { x: -19, y: -9, width: 38, height: 18 }), text);
      words.append(mark);
      over.append(words);
    }
  }

  /** The points of the lines to be picked and typed, and what takes changes back. */
  box() {
    const box = part("course");
    if (!box) return;
    if (!box.firstChild) this.build(box);
    box.hidden = !this.open.length;
    const picked = part("course-point");
    const [line, at] = [this.line, this.at];
    picked.replaceChildren(made("option", { value: "", textContent: "Pick a point, or drag it on the map" }), ...this.open.map((one) => {
      const group = made("optgroup", { label: this.name(one) });
      group.append(...one.points.map((place, n) => made("option", { value: `${this.lines.indexOf(one)} ${n}`, textContent: `${n + 1}: ${inWords(place.x)}, ${inWords(place.y)}`, selected: one === line && n === at })));
      return group;
    }));
    const has = line && at !== null && line.points[at];
    if (document.activeElement !== part("course-place")) part("course-place").value = has ? `${inWords(line.points[at].x)}, ${inWords(line.points[at].y)}` : "";
    const hidden = [...this.offs.values()].filter((off) => !off).length;
    const nearer = hidden ? `${hidden === 1 ? "One point has" : `${hidden} points have`} no handle at this size: zoom in, or pick ${hidden === 1 ? "it" : "them"} here.` : "";
    part("course-words").textContent = has ? this.told(line, at) : nearer;
    part("course-words").classList.toggle("refusal", Boolean(has && this.closest(line)?.far < line.edit.near));
    const able = (id, can) => part(id).setAttribute("aria-disabled", String(!can));
    // What changes a point is there once one is picked.
    for (const id of ["course-place", "course-does"]) (part(id).closest("label") ?? part(id)).hidden = !line;
    part("course-words").hidden = !line && !nearer;
    able("course-add", has && at < line.points.length - 1);
    able("course-less", has && line.points.length > 2);
    able("course-undo", this.lines.some(({ before }) => before.length));
    able("course-back", line);
    able("course-form", line);
  }

  build(box) {
    const button = (id, words, act) => {
      const one = made("button", { type: "button", className: "btn small", id: `inch-course-${id}`, textContent: words });
      one.addEventListener("click", () => { if (one.getAttribute("aria-disabled") !== "true") act(); });
      return one;
    };
    const point = made("select", { id: "inch-course-point" });
    point.addEventListener("change", () => {
      const [n, nth] = point.value ? point.value.split(" ").map(Number) : [null, null];
      [this.line, this.at] = n === null ? [null, null] : [this.lines[n], nth];
      this.draw();
      if (this.line) this.hand.say(this.told(this.line, this.at));
    });
    const place = made("input", { type: "text", id: "inch-course-place", inputMode: "decimal", autocomplete: "off", maxLength: 18 });
    place.addEventListener("change", () => {
      if (!this.line) return;
      const { at, why } = this.hand.typed(place.value);
      if (at) this.change(this.line, this.line.points.with(this.at, at));
      this.hand.say(why ?? this.told(this.line, this.at));
    });
    const label = (words, field) => made("label", {}, made("span", { className: "lab", textContent: words }), field);
    const last = () => this.lines.filter(({ before }) => before.length).at(-1);
    box.append(
      made("h2", { textContent: "Draw a line otherwise" }),
      made("div", { className: "ib-ends" }, label("Point", point), label("Place", place)),
      made("p", { id: "inch-course-words", className: "ib-lay-words" }),
      made("div", { id: "inch-course-does", className: "row" },
        button("add", "Add a point after it", () => {
          const [from, to] = [this.line.points[this.at], this.line.points[this.at + 1]];
          this.line.before.push(this.line.points);
          this.add(this.line, this.at, { x: tenths((from.x + to.x) / 2), y: tenths((from.y + to.y) / 2) });
        }),
        button("less", "Leave it out", () => {
          this.change(this.line, this.line.points.toSpliced(this.at, 1));
          this.at = Math.min(this.at, this.line.points.length - 1);
          this.draw();
        }),
        button("undo", "Undo", () => {
          const line = this.line?.before.length ? this.line : last();
          const points = line.before.pop();
          [this.line, this.at] = [line, Math.min(this.at ?? 0, points.length - 1)];
          this.change(line, points, false);
          this.hand.say("Taken back.");
        }),
        button("back", "Back to the proposal", () => {
          this.at = null;
          this.change(this.line, this.line.edit.proposal);
          this.hand.say("The line is as it was proposed.");
        }),
        button("form", "To the form", () => {
          const form = document.getElementById(`f-${this.line.edit.form}`);
          for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
          raise(form);
          form.querySelector('[name="f.reason"]')?.focus({ preventScroll: true });
        })),
    );
  }
}
