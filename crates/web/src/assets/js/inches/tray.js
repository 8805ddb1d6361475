
// What is laid out by hand on a board in inches: formations along a line or an arc, or all in one place, and single
// pieces. What may stand where the page says as ground and reasons; the rules judge the list that the form sends.

const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const inCount = (n) => COUNTS[n] ?? String(n);
const HOWS = { line: "Line", arc: "Arc", stack: "Together", single: "One by one" };
const made = (tag, more = {}, ...within) => {
  const one = Object.assign(document.createElement(tag), more);
  one.append(...within);
  return one;
};
const drawnAs = (tag, more) => {
  const one = document.createElementNS(DRAWN, tag);
  Object.entries(more).forEach(([name, value]) => one.setAttribute(name, value));
  return one;
};
const apartOf = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** How far a place is from a segment, in hundredths. */
const farFrom = (at, from, to) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx || dy ? Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy))) : 0;
  return Math.hypot(at.x - from.x - along * dx, at.y - from.y - along * dy);
};

/** How far a handle stands beside what it moves, in the size of marks: a counter reaches 13, the handle 15 around itself. */
const BESIDE = 29;

/** Where a handle lies in the size of marks: beside its place, in a direction of the drawing. */
const beside = (x, y) => {
  const far = Math.hypot(x, y) || 1;
  return [(x * BESIDE) / far, (y * BESIDE) / far];
};

/** A handle beside its place, with what ties it to the place. */
const handle = ([x, y], more, knob, reach) => {
  const mark = drawnAs("g", { class: "ib-mark" });
  if (x || y) mark.append(drawnAs("path", { class: "ib-stem", d: `M0 0L${x} ${y}` }));
  const held = drawnAs("g", { transform: `translate(${x} ${y})` });
  held.append(drawnAs("circle", { class: "ib-reach", r: reach }), knob);
  mark.append(held);
  const whole = drawnAs("g", more);
  whole.append(mark);
  return whole;
};

const legsOf = (polygon) => polygon.map((from, n) => [from, polygon[(n + 1) % polygon.length]]);

/** Whether a place lies in a polygon, its outline included. */
const liesIn = (polygon, at) => {
  let inside = false;
  for (const [from, to] of legsOf(polygon)) {
    if (farFrom(at, from, to) < 0.001) return true;
    if (from.y > at.y !== to.y > at.y && at.x < from.x + ((at.y - from.y) * (to.x - from.x)) / (to.y - from.y)) inside = !inside;
  }
  return inside;
};

class Laying {
  constructor(hand) {
    this.hand = hand;
    this.held = null;
    // How the last formation was laid: the next one begins so.
    this.usual = "line";
    this.lays = new Map();
    this.singles = new Map();
    this.read();
    this.recall();
    this.listen();
  }

  /** Reads the tray of the page. */
  read() {
    const text = part("tray")?.dataset.tray ?? "";
    if (text === this.text) return;
    this.text = text;
    this.tray = text ? JSON.parse(text) : null;
    this.pieces = new Map();
    const named = new Map();
    (this.tray?.groups ?? []).forEach((group, n) => group.pieces.forEach((piece, nth) => {
      const times = named.get(piece.name) ?? 0;
      named.set(piece.name, times + 1);
      const key = `${piece.name}#${times}`;
      this.pieces.set(key, { ...piece, key, group: n, nth });
    }));
  }

  get form() {
    return this.tray && document.getElementById(`f-${this.tray.form}`);
  }

  get field() {
    return this.form?.querySelector(`[name="f.${this.tray.key}"]`) ?? null;
  }

  get holding() {
    return Boolean(this.held && this.form);
  }

  /** The page has been drawn anew: what was sent and taken is no plan any more. */
  again() {
    this.read();
    const refused = this.tray && document.getElementById(`r-${this.tray.form}`);
    const pressed = document.activeElement === part("lay-drop");
    const taken = this.sent && !refused;
    if (taken) {
      // The step may be over with what was sent, and its tray gone.
      sessionStorage.removeItem(this.sent);
      // Where all places are sent at once, what may not be where it lies has none: it goes on lying there, with the reason.
      const bad = this.tray?.whole ? this.plan().filter(({ why }) => why) : [];
      this.forget();
      for (const { piece, at } of bad) this.singles.set(piece.key, at);
      this.hand.say("");
      if (this.field && !this.tray.whole) this.field.value = "";
      raise(part("ready"), false);
    }
    if (this.sent && refused) raise(refused);
    this.sent = null;
    if (!this.form) this.forget();
    this.draw();
    // The button that sent it is gone with what it sent: the focus goes on where the work does.
    if (!taken || !pressed || !(part("lay").hidden || part("lay-drop").hidden)) return;
    // Once everything has its place that is the head of the tray, below what closes the step.
    const next = part("ready") ? null : part(`g${this.lately}`);
    const to = next ?? part("tray-h");
    if (!next && to) to.tabIndex = -1;
    to?.focus({ preventScroll: !next });
  }

  forget() {
    this.held = null;
    this.lays.clear();
    this.singles.clear();
    this.faults = [];
    // The list as it was read, and what it says of nothing in the tray.
    this.said = null;
    this.others = null;
    this.asTyped = null;
    this.wrote = null;
    this.fromText = null;
    this.misread = null;
  }

  /** The piece of the tray with this name. */
  of(name) {
    return this.form && name ? [...this.pieces.values()].find((piece) => piece.name === name) : undefined;
  }

  group(n) {
    return this.tray.groups[n];
  }

  keysOf(n) {
    return [...this.pieces.values()].filter((piece) => piece.group === n).map((piece) => piece.key);
  }

  /** What is laid of a formation: those in hand; where all of them stand, all are laid anew. */
  laidOf(n) {
    const keys = this.keysOf(n);
    const off = this.tray.whole ? [] : keys.filter((key) => !this.pieces.get(key).at);
    return off.length ? off : keys;
  }

  /** A formation is picked, or one piece of it. */
  pick(n, nth, byKey) {
    if (this.held?.n === n && this.held.nth === nth) return this.put();
    this.hold(n, nth);
    this.hand.measure(false);
    this.hand.arm(null);
    this.draw();
    this.tell();
    if (byKey) part("lay-from").focus();
    else if (getComputedStyle(part("lay").closest(".wb-panel") ?? document.body).position === "fixed") {
      heights.set("low");
      raise(part("lay"), false);
    }
  }

  hold(n, nth) {
    // One stand has no two ends.
    const single = nth !== null || !this.group(n).in_line || this.laidOf(n).length === 1;
    this.held = { n, nth };
    this.lately = n;
    this.misread = null;
    if (!this.lays.has(n)) this.lays.set(n, { how: single ? "single" : this.usual, from: null, to: null, bend: null, facing: this.tray.facing });
  }

  /** The formation behind the one in hand of which nothing stands or lies anywhere yet. */
  following() {
    return this.tray.groups.findIndex((group, n) => n > this.held.n && group.in_line && !this.lays.get(n)?.from && group.pieces.every(({ at }) => !at));
  }

  /** Lets go of what is held; what is laid stays laid. */
  put() {
    this.held = null;
    this.draw();
  }

  /** Whether what is in hand is put back by itself: what comes of a list goes with its list. */
  get backAlone() {
    return Boolean(this.held) && !this.said;
  }

  /** Takes back what has not been sent: of what is in hand alone, or everything. */
  back() {
    if (this.backAlone) {
      const { n, nth } = this.held;
      const name = this.called();
      for (const key of this.keysOf(n)) if (nth === null || this.pieces.get(key).nth === nth) this.singles.delete(key);
      if (nth === null) this.lays.delete(n);
      this.misread = null;
      this.put();
      return this.hand.say(`${name}: put back.`);
    }
    if (this.said && this.field) this.write(this.field.defaultValue);
    this.forget();
    this.forgetMarks();
    this.draw();
    this.hand.say("Put back.");
  }

  called() {
    const { n, nth } = this.held;
    return nth === null ? this.group(n).name : this.group(n).pieces[nth].name;
  }

  get lay() {
    return this.held && this.lays.get(this.held.n);
  }

  how() {
    return this.held.nth === null ? this.lay.how : "single";
  }

  /** What is in hand, and which press it waits for. */
  tell() {
    this.hand.say(`${this.called()} in hand. ${this.asks()}`);
  }

  asks() {
    switch (this.how()) {
      case "line": case "arc": return "Drag from one end to the other, or press both ends.";
      case "stack": return "Press the place.";
      default: return this.nextOne();
    }
  }

  /** Which piece gets its place by the next press: "Next: wire, and two more." */
  nextOne() {
    const key = this.next();
    if (!key) return "All of them have their places.";
    const { kind, name, stand } = this.pieces.get(key);
    const left = this.held.nth === null ? this.waiting().length - 1 : 0;
    return `Next: ${stand ? `${name}, ` : ""}${small(kind)}${left ? `, then ${inCount(left)} more` : ""}. Press its place.`;
  }

  /** The pieces that still wait for a place of their own: those off the map first. */
  next() {
    const { n, nth } = this.held;
    const keys = this.keysOf(n).filter((key) => nth === null || this.pieces.get(key).nth === nth);
    if (nth !== null) return keys[0];
    return this.waiting()[0];
  }

  /** The pieces of what is in hand that have no place, neither on the map nor laid. */
  waiting() {
    return this.keysOf(this.held.n).filter((key) => !this.singles.has(key) && !this.pieces.get(key).at);
  }

  /** A place is pressed or chosen with the cursor. */
  point(at) {
    const lay = this.lay;
    const how = this.how();
    this.misread = null;
    if (how === "single") {
      const key = this.next();
      if (!key) return this.put();
      this.singles.set(key, { ...at, facing: lay.facing });
      if (this.held.nth !== null || !this.next()) this.held = null;
    } else if (how === "stack") {
      Object.assign(lay, { from: at, to: at, bend: null });
      // One press is all that it takes: the next formation comes to hand by itself.
      const next = this.following();
      if (next >= 0) {
        this.hold(next, null);
        this.draw();
        this.tell();
        return;
      }
    } else if (!lay.from || lay.to) {
      Object.assign(lay, { from: at, to: null, bend: null });
    } else {
      this.stretch(lay, lay.from, at);
    }
    this.draw();
    this.hand.say(this.words());
  }

  /** A formation from one end to the other; an arc bends to one side until it is bent otherwise. */
  stretch(lay, from, to) {
    Object.assign(lay, { from, to });
    if (lay.how !== "arc") lay.bend = null;
    else lay.bend = this.hand.held({ x: tenths((from.x + to.x) / 2 - (to.y - from.y) / 4), y: tenths((from.y + to.y) / 2 + (to.x - from.x) / 4) });
  }

  /** The places along a line or an arc, as far apart as the other. */
  along({ from, to, bend }, n) {
    if (!from || !to || n < 1) return [];
    if (n === 1) return [from];
    const middle = bend && { x: 2 * bend.x - (from.x + to.x) / 2, y: 2 * bend.y - (from.y + to.y) / 2 };
    const at = (t) => (middle
      ? { x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * middle.x + t * t * to.x, y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * middle.y + t * t * to.y }
      : { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
    const steps = Array.from({ length: 201 }, (_, step) => at(step / 200));
    const lengths = [0];
    for (let step = 1; step < steps.length; step++) lengths.push(lengths[step - 1] + apartOf(steps[step - 1], steps[step]));
    const whole = lengths.at(-1);
    this.length = whole;
    return Array.from({ length: n }, (_, nth) => {
      const want = (whole * nth) / (n - 1);
      const step = Math.max(1, lengths.findIndex((length) => length >= want - 1e-6));
      const share = lengths[step] > lengths[step - 1] ? (want - lengths[step - 1]) / (lengths[step] - lengths[step - 1]) : 0;
      const [one, other] = [steps[step - 1], steps[step]];
      return this.hand.held({ x: tenths(one.x + share * (other.x - one.x)), y: tenths(one.y + share * (other.y - one.y)) });
    });
  }

  /** What is laid and not sent, with why a piece may not be there. */
  plan() {
    const plan = new Map();
    for (const [n, lay] of this.lays) {
      if (lay.how === "single") continue;
      const keys = this.laidOf(n);
      this.along(lay, keys.length).forEach((at, nth) => plan.set(keys[nth], { ...at, facing: lay.facing }));
    }
    for (const [key, at] of this.singles) if (this.pieces.has(key)) plan.set(key, at);
    return [...plan].map(([key, at]) => ({ piece: this.pieces.get(key), at, why: this.why(this.pieces.get(key), at) }));
  }

  /** Why a piece may not be at a place, in words and short for the map; nothing where it may. */
  why(piece, at) {
    const zone = this.tray.zones[piece.zone];
    const within = (bands) => bands.some(({ from, to, within }) => farFrom(at, from, to) <= within);
    if (!zone?.bounds.length) return null;
    if (within(zone.not)) return { words: zone.within_not, short: zone.within_not };
    if (within(zone.also) || liesIn(zone.bounds, at)) return null;
    const far = Math.min(...legsOf(zone.bounds).map(([from, to]) => farFrom(at, from, to)));
    const inches = (far / 100).toFixed(far < 100 ? 2 : 1);
    return { words: `${inches} inches ${zone.beyond}`, short: `${inches} in.` };
  }

  /** Sends what is laid and may lie there; what is left out is named on the button. */
  drop() {
    const some = this.plan().some(({ why }) => !why) || this.markNews().length > 0;
    if (!some || !this.field) return;
    this.drops = true;
    document.getElementById(`b-${this.tray.form}`)?.click();
    this.drops = false;
  }

  /** An entry of the list is typed at the foot: it joins what is laid. Nothing typed sends what is laid. A name alone is
   *  taken in hand, a place alone is where what is in hand goes. */
  order(field) {
    const typed = field.value.trim();
    if (!typed) return this.drop();
    const place = readPlace(typed);
    const called = place ? [] : this.calledSo(typed, [...this.pieces.keys()]);
    const named = !place && !called.length && this.placed(typed);
    const where = place || named;
    if (where && this.held) {
      if (!this.hand.holds(where)) return this.misreads(null, this.hand.beyond(where));
      field.value = "";
      return this.point({ x: where.x, y: where.y });
    }
    if (called.length) {
      field.value = "";
      const { group, nth } = this.pieces.get(called[0]);
      const alone = called.length === 1 && this.keysOf(group).length > 1;
      if (this.held?.n === group && this.held.nth === (alone ? nth : null)) return;
      return this.pick(group, alone ? nth : null, false);
    }
    this.held = null;
    this.faults = [];
    this.take(field.value);
    if (!this.faults.length) field.value = "";
    this.draw();
    this.hand.say(this.words() || "Laid.");
  }

  listen() {
    const { pan } = this.hand.sight;
    let drag = null;
    const stop = (event) => event.stopImmediatePropagation();
    pan.addEventListener("pointerdown", (event) => {
      if (!this.form || event.button || !event.isPrimary || this.hand.measures || this.hand.form) return;
      const brass = event.target.closest?.("[data-brass]");
      const laid = event.target.closest?.("[data-laid]");
      const mark = event.target.closest?.("g[data-at]");
      const at = this.hand.under(event);
      const keys = laid ? [laid.dataset.laid] : mark && !this.held ? this.standing(mark) : [];
      const end = brass && this.lay[brass.dataset.brass];
      if (end) drag = { end: brass.dataset.brass, off: { x: end.x - at.x, y: end.y - at.y } };
      else if (keys.length) drag = { keys };
      else if (this.held) drag = { lays: true, from: at };
      else return;
      Object.assign(drag, { x: event.clientX, y: event.clientY, id: event.pointerId });
      stop(event);
    }, { capture: true });
    pan.addEventListener("pointermove", (event) => {
      if (!drag || drag.id !== event.pointerId) return;
      stop(event);
      if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      if (!drag.moved) pan.setPointerCapture(event.pointerId);
      drag.moved = true;
      this.pull(drag, this.hand.under(event));
      this.draw();
    }, { capture: true });
    const end = (event) => {
      if (!drag || drag.id !== event.pointerId) return;
      stop(event);
      const was = drag;
      drag = null;
      this.hand.sight.dragged = true;
      setTimeout(() => { this.hand.sight.dragged = false; });
      if (event.type === "pointercancel") return;
      // On a phone the box is brought into the sheet, so that what was laid can be dropped.
      if (this.held || was.moved) raise(part("lay"), false);
      if (was.moved) this.hand.say(this.words());
      // With something in hand a press means a place, also where something lies already.
      else if (was.lays || (was.keys && this.held)) this.point(this.hand.under(event));
      else if (was.keys) this.hand.inspect(this.hand.under(event), 22 / this.hand.sight.scale / this.hand.unit, true);
    };
    pan.addEventListener("pointerup", end, { capture: true });
    pan.addEventListener("pointercancel", end, { capture: true });
    document.addEventListener("click", (event) => {
      if (!this.tray) return;
      const group = event.target.closest?.("[data-group]");
      const piece = event.target.closest?.("[data-piece]");
      if (group) this.pick(Number(group.dataset.group), null, event.detail === 0);
      else if (piece?.closest(".ib-tray")) this.pick(...piece.dataset.piece.split(" ").map(Number), event.detail === 0);
    });
    const orders = () => { if (this.form && part("order-field")) this.order(part("order-field")); };
    document.addEventListener("click", (event) => { if (event.target.closest?.("#inch-order-lay")) orders(); });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.id !== "inch-order-field") return;
      event.preventDefault();
      orders();
    });
    // Whichever button sends the form, what is laid goes along; it is there before the browser looks whether all is answered.
    document.addEventListener("click", (event) => {
      const button = event.target.closest?.("button[type=submit]");
      if (button && this.tray && button.form === this.form) this.fill();
    }, true);
    document.addEventListener("submit", (event) => { if (this.tray && event.target === this.form) this.sent = this.keptAs(); });
    document.addEventListener("htmx:error", () => { this.sent = null; });
    // A form that is put back to how it was says nothing of what was laid.
    document.addEventListener("reset", (event) => {
      if (!this.tray || event.target !== this.form) return;
      this.forget();
      this.draw();
    });
    document.addEventListener("input", (event) => {
      if (!this.tray || this.writes || event.target !== this.field) return;
      this.typed();
      // What a whole list comes to is read at once, and dropped from there; whoever writes goes on writing.
      if (/^insertFrom(Paste|Drop)/.test(event.inputType ?? "")) raise(part("lay"), false);
    });
  }

  /** The pieces of the tray that stand in a mark of the map. */
  standing(mark) {
    const [x, y] = mark.dataset.at.split(" ").map(Number);
    const names = new Set(this.hand.standing.near({ x, y }, 0).map((one) => one.piece).filter(Boolean));
    if (!this.form) return [];
    return [...this.pieces.values()].filter((piece) => names.has(piece.name) || (piece.at?.x === x && piece.at.y === y)).map((piece) => piece.key);
  }

  pull(drag, at) {
    const lay = this.lay;
    if (drag.end) {
      // The handle lies beside what it moves, which keeps its distance from the hand.
      lay[drag.end] = this.hand.held({ x: tenths(at.x + drag.off.x), y: tenths(at.y + drag.off.y) });
    } else if (drag.keys) {
      for (const key of drag.keys) {
        const facing = this.singles.get(key)?.facing ?? this.pieces.get(key).facing ?? this.tray.facing;
        this.singles.set(key, { ...at, facing });
      }
    } else if (this.how() === "single") {
      const key = drag.key ??= this.next();
      if (key) this.singles.set(key, { ...at, facing: lay.facing });
    } else if (this.how() === "stack") {
      Object.assign(lay, { from: at, to: at });
    } else {
      this.stretch(lay, drag.from, at);
    }
  }
}
