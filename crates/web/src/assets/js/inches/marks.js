
// What is told of a stand beside its place: bogged, knocked out. It stands in lists of the form that takes the places, by
// name; the map draws its signs and sets it stand by stand.

const MOST_SIGNS = 2;

Object.assign(Laying.prototype, {
  tellable() {
    return this.form ? this.tray.marks ?? [] : [];
  },

  markField({ key }) {
    return this.form?.querySelector(`[name="f.${key}"]`) ?? null;
  },

  /** The stands of which something is told: a formation's name stands for all of its own. */
  namedIn(text) {
    const names = text.split(/[\s,;]+/).filter(Boolean);
    return names.flatMap((name) => {
      const keys = this.calledSo(name, [...this.pieces.keys()]);
      return keys.length ? keys.map((key) => this.pieces.get(key).name) : [name];
    });
  },

  /** What is told of a stand, as indices of the marks. */
  markedSo(name) {
    return this.tellable().flatMap((mark, n) => (this.namedIn(this.markField(mark)?.value ?? "").includes(name) ? [n] : []));
  },

  /** Sets a mark of a stand or takes it away. How a stand ended goes with nothing else. */
  toggle(name, n) {
    const on = !this.markedSo(name).includes(n);
    this.tellable().forEach((mark, nth) => {
      const field = this.markField(mark);
      if (!field) return;
      const others = this.namedIn(field.value).filter((one) => one !== name);
      const goes = nth === n || (on && (mark.ends || this.tellable()[n].ends));
      if (!goes) return;
      field.value = [...others, ...(nth === n && on ? [name] : [])].join(", ");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    this.draw();
    this.hand.say(`${name}: ${this.tellable()[n].words.toLowerCase()}${on ? "" : ", taken back"}.`);
  },

  /** What has been told of stands and not been sent: "G-11-2: bogged." */
  markNews() {
    return this.tellable().flatMap((mark) => {
      const field = this.markField(mark);
      if (!field || field.value === field.defaultValue) return [];
      const [is, was] = [this.namedIn(field.value), this.namedIn(field.defaultValue)];
      const says = (names, words) => (names.length ? [`${names.join(", ")}: ${words}.`] : []);
      const words = mark.words.toLowerCase();
      return [...says(is.filter((name) => !was.includes(name)), words), ...says(was.filter((name) => !is.includes(name)), `not ${words}`)];
    });
  },

  /** The lists as the page has them. */
  forgetMarks() {
    for (const field of this.tellable().map((mark) => this.markField(mark)).filter(Boolean)) field.value = field.defaultValue;
  },

  /** The keys of a stand, beside what the map lists of it; open where it stands alone. */
  markKeys(piece, alone) {
    if (!piece?.marks?.length || !this.tellable().length) return "";
    const told = this.markedSo(piece.name);
    const keys = made("div", { className: "ib-keys" });
    for (const n of piece.marks) {
      const key = made("button", { type: "button", className: "btn small", textContent: this.tellable()[n].words });
      key.setAttribute("aria-pressed", String(told.includes(n)));
      key.setAttribute("aria-label", `${piece.name}: ${this.tellable()[n].words.toLowerCase()}`);
      key.dataset.mark = `${piece.name} ${n}`;
      key.addEventListener("click", () => {
        this.looksAt = piece.name;
        this.toggle(piece.name, n);
        this.hand.inspect(this.hand.seen, this.hand.reach, false);
        document.querySelector(`[data-mark="${CSS.escape(`${piece.name} ${n}`)}"]`)?.focus({ preventScroll: true });
      });
      keys.append(key);
    }
    const box = made("details", { className: "unfold ib-ended", open: alone || this.looksAt === piece.name }, made("summary", { textContent: "How it ended" }), keys);
    box.querySelector("summary").append(made("span", { className: "sr", textContent: `: ${piece.name}` }));
    return box;
  },

  /** The signs of what is told, at the corner of each counter that does not show how a stand was before. */
  drawMarks(over, laid) {
    for (const piece of this.tellable().length ? this.pieces.values() : []) {
      const at = laid.get(piece.key) ?? piece.at;
      const told = at ? this.markedSo(piece.name).slice(0, MOST_SIGNS) : [];
      if (!told.length) continue;
      const [x, y] = this.hand.drawn(at);
      const mark = drawnAs("g", { class: "ib-mark" });
      told.forEach((n, nth) => {
        const sign = drawnAs("g", { class: "ib-state", transform: `translate(${11 * nth - 12} -13)` });
        sign.append(drawnAs("circle", { r: 6 }), drawnAs("path", { d: document.querySelector(`.ib-signs [data-sign="${n}"]`)?.getAttribute("d") ?? "" }));
        mark.append(sign);
      });
      const whole = drawnAs("g", { class: "ib-told", transform: `translate(${x} ${y})`, "data-told": piece.name });
      whole.append(mark);
      over.append(whole);
    }
  },
});
