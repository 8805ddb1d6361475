
// What is laid goes into the form with whichever button sends it, and stays in the tab until then.

Object.assign(Laying.prototype, {
  /** Where this tab keeps what is laid and not sent: through another page and back, and a reload. What was left in a step that
   *  is over is none of another day's. */
  keptAs() {
    return `laid ${location.pathname} ${this.tray.form} ${document.querySelector(".mast .where")?.textContent ?? ""}`;
  },

  keep() {
    if (!this.form) return;
    const lies = this.singles.size > 0 || [...this.lays.values()].some(({ from }) => from);
    const lays = [...this.lays].map(([n, lay]) => [this.group(n)?.name, lay]);
    if (lies) sessionStorage.setItem(this.keptAs(), JSON.stringify([[...this.singles], lays]));
    else sessionStorage.removeItem(this.keptAs());
  },

  recall() {
    const kept = this.form && sessionStorage.getItem(this.keptAs());
    if (!kept) return;
    const [singles, lays] = JSON.parse(kept);
    for (const [key, at] of singles) if (this.pieces.has(key)) this.singles.set(key, at);
    // Formations by their names: what is in hand and what is not may have changed since.
    for (const [name, lay] of lays) {
      const n = this.tray.groups.findIndex((group) => group.name === name);
      if (n >= 0) this.lays.set(n, lay);
    }
    document.dispatchEvent(new CustomEvent("say", { detail: "What you had laid and not sent is here again." }));
  },

  /** Writes what is laid into the form, beside what the form says of everything else. Sent by its own button the form takes
   *  all of it, and the rules say what may not be. */
  fill() {
    const plan = this.field ? this.plan().filter(({ why }) => !this.drops || !why) : [];
    if (!plan.length || (!this.drops && this.asTyped === this.byHand())) return;
    const entries = new Map();
    for (const { piece, at } of plan) {
      const place = `${inWords(at.x)} ${inWords(at.y)}${piece.turns ? ` ${at.facing}` : ""}`;
      // Pieces without a facing are named one by one: each is another of its kind.
      const key = piece.turns ? place : `${place} ${piece.key}`;
      entries.set(key, { place, names: [...(entries.get(key)?.names ?? []), piece.name] });
    }
    const laid = [...entries.values()].map(({ names, place }) => `${names.join(", ")}: ${place}`);
    const keeps = this.tray.whole || !this.drops;
    this.write([...(keeps ? this.rest(new Set(plan.map(({ piece }) => piece.key))) : []), ...laid].join("; "));
  },

  /** What is laid, to be compared. */
  byHand() {
    return JSON.stringify([[...this.singles], [...this.lays]]);
  },

  write(text) {
    this.writes = true;
    this.field.value = text;
    this.said = text;
    this.others = null;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.writes = false;
  },

  entries(text) {
    return text.split(/[;\n]/).map((entry) => entry.trim()).filter(Boolean);
  },

  /** What the form says of others than these pieces, as it is written there. */
  rest(laid) {
    if (this.others) return this.others;
    const free = new Set(this.pieces.keys());
    return this.entries(this.field.value).flatMap((entry) => {
      const [, of, place] = entry.match(/^([^:]+):(.*)$/) ?? [];
      if (!of) return [entry];
      const names = this.partsOf(of, free).flatMap((name) => {
        const keys = this.takes(name) ? [] : this.calledSo(name, free);
        for (const key of keys) free.delete(key);
        const left = keys.filter((key) => !laid.has(key));
        return left.length === keys.length ? [name] : left.map((key) => this.pieces.get(key).name);
      });
      return names.length ? [`${names.join(", ")}:${place}`] : [];
    });
  },

  /** A list is typed or pasted: what can be read of it is laid on the map, the rest is named. */
  typed() {
    // A page that is drawn anew tells what was typed once more: what has been laid since stays.
    if (this.field.value === this.said) return;
    // What was laid by hand stays where it is, unless something new is written of it.
    const before = new Set(this.entries(this.wrote ?? this.field.defaultValue));
    const isRead = (key, at) => this.fromText?.get(key) === `${at.x} ${at.y}`;
    const hands = new Set(this.plan().filter(({ piece, at }) => !isRead(piece.key, at)).map(({ piece }) => piece.key));
    const [lays, singles] = [[...this.lays], [...this.singles].filter(([key]) => hands.has(key))];
    this.forget();
    for (const [n, lay] of lays) this.lays.set(n, lay);
    for (const [key, at] of singles) this.singles.set(key, at);
    [this.said, this.wrote, this.fromText] = [this.field.value, this.field.value, new Map()];
    this.others = this.take(this.said, (entry, key, place) => {
      if (hands.has(key) && before.has(entry)) return true;
      this.fromText.set(key, `${place.x} ${place.y}`);
      return false;
    });
    this.asTyped = hands.size ? null : this.byHand();
    this.draw();
  },
});
