
// What is done on a board in inches.

const DRAWN = "http://www.w3.org/2000/svg";
const CROSS = "M-11 0H-3M3 0H11M0 -11V-3M0 3V11";

class Inches {
  constructor(root) {
    this.ruler = { from: null, to: null };
    this.cursor = null;
    this.form = null;
    this.look(root);
    this.sight = new Glass(root);
    if (!this.sight.middle && !this.sight.fills) this.sight.width = this.sight.whole();
    this.sight.apply();
    if (this.sight.middle ?? this.sight.fills) this.sight.centre(this.sight.middle ?? [this.sight.full.width / 2, this.sight.full.height / 2]);
    this.laying = new Laying(this);
    this.courses = new Courses(this);
    this.recall();
    this.listen();
    this.again(root);
  }

  look(root) {
    this.root = root;
    [this.width, this.height] = root.dataset.size.split(" ").map(Number);
    this.unit = Number(root.dataset.across) / this.width;
    this.standing = new Standing(root);
  }

  /** The page has been drawn anew. */
  again(root) {
    this.look(root);
    this.sight.root = root;
    this.sight.apply();
    // A place that was sent and taken does not stay to be sent twice; one that was refused does.
    const sent = this.sent && document.getElementById(`f-${this.sent}`);
    if (sent && !document.getElementById(`r-${this.sent}`)) {
      for (const axis of ["x", "y"]) placing.field(sent, axis).value = "";
      this.deed("");
    }
    this.sent = null;
    if (this.form && !this.form.isConnected) this.form = document.getElementById(this.form.id);
    if (this.form && !this.form.querySelector("[data-point]")) this.form = null;
    this.laying.read();
    for (const mark of root.querySelectorAll("g[data-at]")) mark.classList.toggle("movable", this.movable(mark).length > 0 || this.laying.standing(mark).length > 0);
    this.arm(this.form);
    this.laying.again();
    this.courses.again();
    this.shown();
    this.draw();
    if (this.seen) this.inspect(this.seen, this.reach, false);
  }

  /** The boxes that name what stands in a mark, all of one form. */
  movable(mark) {
    const [x, y] = mark.dataset.at.split(" ").map(Number);
    const names = this.standing.near({ x, y }, 0).map((one) => placing.of(one.piece)).filter(Boolean);
    return names.filter(({ form }) => form === names[0].form);
  }

  /** How large marks are drawn, so that they keep their size on the screen. */
  get marks() {
    return Number(this.root.style.getPropertyValue("--marks")) || 1;
  }

  drawn({ x, y }) {
    return [x * this.unit, (this.height - y) * this.unit];
  }

  /** The place under the pointer, to a tenth of an inch and on the board. */
  under(event) {
    const box = this.sight.pan.getBoundingClientRect();
    const [x, y] = this.sight.place(event.clientX - box.left, event.clientY - box.top);
    return this.held({ x: tenths(x / this.unit), y: tenths(this.height - y / this.unit) });
  }

  /** Whether a place is on the map. */
  holds({ x, y }) {
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
  }

  /** Why a place is none of the map. */
  beyond({ x, y }) {
    return `${inWords(x)}, ${inWords(y)} is off the map, which is ${inWords(this.width)} by ${inWords(this.height)} inches.`;
  }

  /** A place as it is typed, or why it is none. */
  typed(text) {
    const at = readPlace(text);
    if (!at) return { why: `“${text.trim()}” is no place: inches from the left and from below, as 12 24.5.` };
    return this.holds(at) ? { at } : { why: this.beyond(at) };
  }

  held({ x, y }) {
    const within = (value, most) => Math.min(most, Math.max(0, value));
    return { x: within(x, this.width), y: within(y, this.height) };
  }

  say(words) {
    part("voice").textContent = words;
    // What was said of an act before is over.
    if (words) document.dispatchEvent(new Event("hush"));
  }

  deed(words, form) {
    const line = part("deed");
    line.textContent = words || "Press what stands on the map to read what it is.";
    line.toggleAttribute("data-idle", !words);
    if (!form) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: "To the form" });
    button.addEventListener("click", () => {
      placing.field(form, "x").focus();
      form.scrollIntoView({ block: "nearest" });
    });
    line.append(" ", button);
  }

  /** Asks for a place for a form, or lets go of it. */
  arm(form) {
    this.form = form;
    this.sight.pan.classList.toggle("asks", Boolean(form) || this.measures);
    for (const button of document.querySelectorAll("[data-point]")) button.setAttribute("aria-pressed", String(button.closest("form, div.stack") === form));
  }

  ask(form) {
    this.measure(false);
    this.arm(this.form === form ? null : form);
    if (!this.form) return this.deed("");
    const words = `${placing.verb(form)}: press the place on the map, or move the cursor there and press Enter.`;
    this.deed(words);
    this.say(words);
    this.cursor ??= placing.at(form) ?? this.held({ x: this.width / 2, y: this.height / 2 });
    this.draw();
    this.sight.pan.focus({ preventScroll: true });
    if (!this.sight.fills) this.sight.pan.scrollIntoView({ block: "nearest" });
  }

  /** Writes a place into a form. The form is sent by its own button. */
  put(form, at) {
    placing.fill(form, at);
    this.arm(null);
    const words = `${placing.verb(form)}: ${inWords(at.x)}, ${inWords(at.y)} stands in the form. Nothing is sent until you press its button.`;
    this.deed(words, form);
    this.say(words);
    this.draw();
  }

  press(at, reach) {
    this.cursor = at;
    if (this.measures) return this.end(at);
    if (this.form) return this.put(this.form, at);
    if (this.laying.holding) return this.laying.point(at);
    this.inspect(at, reach, true);
    this.draw();
  }

  /** Lists what stands at a place and around it. */
  inspect(at, reach, aloud) {
    [this.seen, this.reach] = [at, reach];
    const near = this.standing.near(at, reach);
    const box = part("inspector");
    box.replaceChildren();
    if (!near.length) {
      if (aloud) this.say(`${inWords(at.x)}, ${inWords(at.y)}. Nothing stands here.`);
      this.seen = null;
      return;
    }
    const list = document.createElement("ul");
    for (const one of near) {
      const line = document.createElement("li");
      line.append(this.face(one), Object.assign(document.createElement("span"), { textContent: `${this.standing.told(one)} (${inWords(one.x)}, ${inWords(one.y)})` }));
      const laid = this.laying.of(one.piece);
      const found = laid ? null : placing.of(one.piece);
      if (laid) {
        const move = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: "Put elsewhere" });
        move.setAttribute("aria-label", `Put ${one.piece} elsewhere`);
        move.addEventListener("click", (event) => this.laying.pick(laid.group, laid.nth, event.detail === 0));
        line.append(move, this.laying.markKeys(laid, near.length === 1));
      }
      if (found) {
        const move = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: "Put elsewhere" });
        move.setAttribute("aria-label", `Put ${one.piece} elsewhere`);
        move.addEventListener("click", () => { placing.name([found.box]); this.arm(null); this.ask(found.form); });
        line.append(move);
      }
      // What can be decided about it is decided here too, by the form of the page.
      for (const form of one.piece ? document.querySelectorAll("form[data-about]") : []) {
        const does = form.dataset.about === one.piece && form.querySelector("button[type=submit], button:not([type])");
        if (!does) continue;
        const act = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: does.textContent });
        act.addEventListener("click", () => form.requestSubmit(does));
        line.append(act);
      }
      list.append(line);
    }
    const count = near.length === 1 ? "1 thing" : `${near.length} things`;
    const title = Object.assign(document.createElement("p"), { className: "hb-title", textContent: `${count} ${near.every((one) => one.x === at.x && one.y === at.y) ? "at" : "around"} ${inWords(at.x)}, ${inWords(at.y)}` });
    box.append(title, list);
    // The answer to a press is seen, also in the low sheet of a phone.
    if (aloud && box.closest(".wb-scroll")) raise(box, false);
    if (aloud) this.say(`${inWords(at.x)}, ${inWords(at.y)}. ${near.map((one) => this.standing.told(one)).join("; ")}.`);
  }

  /** The counter of a stand by itself, as it is drawn where it stands. */
  face({ row, x, y }) {
    if (!row.dataset.face) return "";
    const [side, symbol, short] = row.dataset.face.split(" ");
    const drawn = this.sight.map.querySelector(`g.side-${side}[data-at="${x} ${y}"] .ib-short`)?.closest("g[data-at]");
    if (!drawn) return "";
    const svg = document.createElementNS(DRAWN, "svg");
    svg.setAttribute("class", `ib-alone side-${side}`);
    svg.setAttribute("viewBox", "-15 -15 30 30");
    svg.setAttribute("aria-hidden", "true");
    for (const part of drawn.querySelectorAll(".ib-mark > [transform^=scale], .ib-mark > use, .ib-mark > .ib-short")) svg.append(part.cloneNode(true));
    svg.querySelector("use").setAttribute("href", symbol);
    svg.querySelector("text").textContent = short ?? "";
    return svg;
  }

  /** What stands in one place laid out beside the pointer, each with its counter and its words. */
  fan(at, where) {
    const fan = part("fan");
    const rows = at ? this.standing.near(at, 0) : [];
    if (rows.length < 2) return fan?.replaceChildren();
    const list = document.createElement("ul");
    for (const one of rows) {
      const item = document.createElement("li");
      item.append(this.face(one), Object.assign(document.createElement("span"), { textContent: this.standing.told(one) }));
      list.append(item);
    }
    const count = Object.assign(document.createElement("p"), { textContent: `${rows.length} at ${inWords(at.x)}, ${inWords(at.y)}` });
    fan.replaceChildren(count, list);
    this.sight.beside(fan, where);
  }

  go(at) {
    this.cursor = this.held(at);
    const [x, y] = this.drawn(this.cursor);
    if (this.sight.zoomed) this.sight.show({ x, y });
    this.draw();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      const here = this.standing.near(this.cursor, 50).map((one) => this.standing.told(one));
      this.say(`${inWords(this.cursor.x)}, ${inWords(this.cursor.y)}${here.length ? `. ${here.join("; ")}` : ""}.`);
    }, 120);
  }

  /** The cursor, the ruler, and the place that the form at hand has. */
  draw() {
    const over = part("over");
    over.replaceChildren();
    const add = (tag, more) => {
      const one = document.createElementNS(DRAWN, tag);
      Object.entries(more).forEach(([name, value]) => one.setAttribute(name, value));
      over.append(one);
      return one;
    };
    const { from, to } = this.ruler;
    if (from && to) {
      const [[a, b], [c, d]] = [this.drawn(from), this.drawn(to)];
      for (const name of ["ib-rule-case", "ib-rule"]) add("path", { class: name, d: `M${a} ${b}L${c} ${d}` });
      const words = add("text", { class: "ib-rule-words", x: (a + c) / 2, y: (b + d) / 2 - 8 });
      words.textContent = this.length();
    }
    for (const end of [from, to].filter(Boolean)) {
      const [x, y] = this.drawn(end);
      add("circle", { class: "ib-rule-end", cx: x, cy: y, r: 4 });
    }
    for (const form of placing.forms()) {
      const at = placing.at(form);
      if (!at || at.x > this.width || at.y > this.height) continue;
      const [x, y] = this.drawn(at);
      const ghost = add("g", { class: "ib-ghost movable", transform: `translate(${x} ${y})`, "data-form": form.id });
      const mark = document.createElementNS(DRAWN, "path");
      mark.setAttribute("class", "ib-mark");
      mark.setAttribute("d", "M0 -12L12 0L0 12L-12 0ZM-4 0H4M0 -4V4");
      ghost.append(mark);
    }
    if (this.cursor) {
      const [x, y] = this.drawn(this.cursor);
      for (const name of ["ib-cursor-case", "ib-cursor"]) add("path", { class: name, d: CROSS, transform: `translate(${x} ${y})` });
    }
  }
}
