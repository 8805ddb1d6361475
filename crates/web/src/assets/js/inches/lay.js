
// How what is laid out is drawn, and the box in which it is told, changed and sent.

/** "G-11-2, G-11-3 and G-11-4". */
const listed = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** A word as it stands within a sentence: "wire", but "AT minefield". */
const small = (word) => (/^.[A-Z]/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1));

Object.assign(Laying.prototype, {
  /** A piece in a sentence: a stand by its name, anything else by what it is. */
  spoken({ name, kind, stand }) {
    return stand ? name : `The ${small(kind)}`;
  },

  words(plan = this.plan()) {
    const bad = plan.filter(({ why }) => why);
    const whys = new Map();
    for (const { piece, why } of bad) whys.set(why.words, [...(whys.get(why.words) ?? []), this.spoken(piece)]);
    const reasons = [...whys];
    const stays = ({ length }) => (length > 1 ? " and stay " : " and stays ") + (this.tray.whole ? "unsent" : "in the tray");
    const told = reasons.slice(0, 4).map(([why, names]) => `${listed(names)} would stand ${why}${stays(names)}.`);
    const more = reasons.slice(4).flatMap(([, names]) => names).length;
    if (more) told.push(`So would ${inCount(more)} more.`);
    const lay = this.lay;
    const n = this.held && this.laidOf(this.held.n).length;
    if (lay?.from && lay.to && lay.how !== "stack" && this.held.nth === null && n > 1) {
      this.along(lay, n);
      told.unshift(`${n} ${this.tray.plural}, ${(this.length / 100 / (n - 1)).toFixed(1)} inches apart, ${(this.length / 100).toFixed(1)} long.`);
    }
    if (this.held && !lay?.to && !told.length) told.push(this.asks());
    if (this.misread) told.unshift(this.misread.why);
    return [...told, ...(this.faults ?? [])].join(" ");
  },

  /** "Drop seven", "Drop six, keep G-11-7"; where all places are sent at once, "Keep this sketch, with four laid anew". */
  verb(plan) {
    const bad = plan.filter(({ why }) => why);
    const good = plan.length - bad.length;
    const left = bad.length === 1 ? bad[0].piece.name : inCount(bad.length);
    if (this.tray.whole) {
      const verb = document.getElementById(`b-${this.tray.form}`)?.textContent.trim() ?? "Send";
      return `${verb}${good ? `, with ${inCount(good)} laid anew` : ""}${bad.length ? `, without ${left}` : ""}`;
    }
    return `Drop ${inCount(good)}${bad.length ? `, keep ${left}` : ""}`;
  },

  draw() {
    const plan = this.form ? this.plan() : [];
    this.hand.sight.pan.classList.toggle("lays", this.holding);
    for (const button of document.querySelectorAll("[data-group]")) button.setAttribute("aria-pressed", String(this.held?.n === Number(button.dataset.group) && this.held.nth === null));
    const next = this.holding && this.how() === "single" ? this.pieces.get(this.next()) : null;
    for (const button of document.querySelectorAll(".ib-tray [data-piece]")) {
      button.setAttribute("aria-pressed", String(button.dataset.piece === `${this.held?.n} ${this.held?.nth}`));
      button.toggleAttribute("data-next", button.dataset.piece === `${next?.group} ${next?.nth}`);
    }
    this.drawZones();
    this.drawLaid(plan);
    this.box(plan);
    this.keep();
    // Whoever closes the step is told that this is not sent.
    this.form?.toggleAttribute("data-unsent", plan.length > 0 || this.markNews().length > 0);
    // What has the focus in the tray does not lie under what stays in view above it.
    const head = document.querySelector(".ib-hand");
    head?.closest(".wb-scroll")?.style.setProperty("--in-hand", `${head.offsetHeight}px`);
  },

  /** Ground where what is held may not be, and what the enemy sees. */
  drawZones() {
    const over = part("zones");
    if (!over) return;
    const n = this.held ? this.pieces.get(this.keysOf(this.held.n)[0])?.zone ?? 0 : 0;
    const zone = this.form && this.tray.zones[n];
    const sign = zone ? `${n} ${this.text.length} ${JSON.stringify(zone).length}` : "";
    if (sign === this.zoned) return;
    this.zoned = sign;
    over.replaceChildren();
    if (!zone) return;
    const [width, height] = this.hand.drawn({ x: this.hand.width, y: 0 });
    const path = (points) => points.map((at) => this.hand.drawn(at).join(" ")).join("L");
    for (const { side, points, within } of this.tray.bands) {
      over.append(drawnAs("path", { class: `ib-band side-${"abcd"[side] ?? "d"}`, d: `M${path(points)}`, "stroke-width": 2 * within * this.hand.unit }));
    }
    if (!zone.bounds.length) return;
    const mask = drawnAs("mask", { id: "inch-not", maskUnits: "userSpaceOnUse", x: 0, y: 0, width, height });
    mask.append(drawnAs("rect", { width, height, fill: "#fff" }), drawnAs("path", { d: `M${path(zone.bounds)}Z`, fill: "#000" }));
    const band = (colour) => ({ from, to, within }) => mask.append(drawnAs("path", { d: `M${path([from, to])}`, stroke: colour, fill: "none", "stroke-linecap": "round", "stroke-width": 2 * within * this.hand.unit }));
    zone.also.forEach(band("#000"));
    zone.not.forEach(band("#fff"));
    over.append(mask, drawnAs("rect", { class: "ib-not", width, height, mask: "url(#inch-not)" }));
  },

  /** Every piece that is laid, where it began, and the ends that can be dragged. */
  drawLaid(plan) {
    const over = part("laid");
    if (!over) return;
    over.replaceChildren();
    const laid = new Set(plan.map(({ piece }) => piece.key));
    const told = this.form && this.tray.whole ? [...this.pieces.values()] : [];
    const before = told.filter(({ key, at, from }) => at && from && !laid.has(key) && (at.x !== from.x || at.y !== from.y));
    const all = [...before.map((piece) => ({ piece, at: piece.at, why: null })), ...plan];
    for (const { piece, at } of all) {
      const began = piece.from ?? piece.at;
      if (!began || (began.x === at.x && began.y === at.y)) continue;
      const [[a, b], [x, y]] = [this.hand.drawn(began), this.hand.drawn(at)];
      over.append(drawnAs("path", { class: "ib-trail", d: `M${a} ${b}L${x} ${y}` }), drawnAs("circle", { class: "ib-began", cx: a, cy: b, r: 5 }));
    }
    for (const { piece, at, why } of all) {
      const [x, y] = this.hand.drawn(at);
      const ghost = drawnAs("g", { class: `ib-laid movable side-${"abcd"[this.tray.side] ?? "d"}${why ? " bad" : ""}`, transform: `translate(${x} ${y})`, "data-laid": piece.key });
      const mark = drawnAs("g", { class: "ib-mark" });
      const tile = document.querySelector(`.ib-tray [data-piece="${piece.group} ${piece.nth}"] .ib-tile`);
      if (tile) mark.append(...[...tile.childNodes].map((node) => node.cloneNode(true)));
      if (why) {
        const words = drawnAs("text", { class: "ib-why", y: -18 });
        words.textContent = why.short;
        mark.append(drawnAs("path", { class: "ib-strike", d: "M-13 13L13 -13" }), words);
      }
      ghost.append(mark);
      over.append(ghost);
    }
    this.drawMarks(over, new Map(plan.map(({ piece, at }) => [piece.key, at])));
    const lay = this.lay;
    if (!lay?.from || this.held.nth !== null || lay.how === "single") return;
    for (const end of ["from", "bend", "to"]) {
      if (!lay[end] || (lay.how === "stack" && end !== "from")) continue;
      // Beside the stand, where the stands face: there stands the enemy, and the stand itself can be pressed.
      const turned = (lay.facing * Math.PI) / 180;
      const brass = { class: "ib-brass movable", transform: `translate(${this.hand.drawn(lay[end]).join(" ")})`, "data-brass": end };
      over.append(handle(beside(Math.sin(turned), -Math.cos(turned)), brass, drawnAs("circle", { r: 7 }), 15));
    }
  },

  /** The box above the tray. It is made once and then kept, so that the focus stays. */
  box(plan) {
    const box = part("lay");
    if (!box) return;
    if (!box.firstChild) this.build(box);
    const lay = this.lay;
    const how = lay && this.how();
    const news = this.markNews();
    box.hidden = !this.form || (!this.held && !plan.length && !this.faults?.length && !this.misread && !news.length);
    const names = { line: ", in a line", arc: ", in an arc", stack: ", together", single: "" };
    part("lay-back").textContent = this.backAlone ? "Put it back" : "Put all back";
    part("lay-head").textContent = this.held ? this.called() + names[how] : !this.tray?.whole ? "Laid out" : plan.length ? "Moved" : "How they ended";
    const inLine = this.held && this.held.nth === null && this.group(this.held.n).in_line;
    part("lay-hows").hidden = !inLine;
    for (const radio of part("lay-hows").querySelectorAll("input")) radio.checked = radio.value === how;
    const line = how === "line" || how === "arc";
    part("lay-ends").hidden = !this.held;
    part("lay-to").closest("label").hidden = !line;
    part("lay-from").previousElementSibling.textContent = line ? "From" : "At";
    part("lay-apart").hidden = !(line && lay.from && lay.to && inLine);
    part("lay-turn").hidden = !this.held || !this.pieces.get(this.keysOf(this.held.n)[0])?.turns;
    for (const end of ["from", "to"]) {
      const field = part(`lay-${end}`);
      const misread = this.misread?.end === end;
      field.setAttribute("aria-invalid", String(misread));
      if (document.activeElement !== field && !misread) field.value = lay?.[end] && how !== "single" ? `${inWords(lay[end].x)} ${inWords(lay[end].y)}` : "";
    }
    if (document.activeElement !== part("lay-facing")) part("lay-facing").value = lay?.facing ?? "";
    const words = [this.words(plan), ...news].filter(Boolean).join(" ");
    part("lay-words").textContent = words;
    part("lay-words").classList.toggle("refusal", plan.some(({ why }) => why) || Boolean(this.faults?.length || this.misread));
    const rule = part("lay-rule");
    const first = plan.find(({ why }) => why);
    rule.textContent = first ? this.tray.zones[first.piece.zone].rule : "";
    rule.hidden = !first;
    const good = plan.some(({ why }) => !why) || news.length > 0;
    const drop = part("lay-drop");
    drop.hidden = !good;
    if (good) drop.textContent = this.verb(plan);
  },

  build(box) {
    const id = (name) => `inch-lay-${name}`;
    const hows = made("fieldset", { id: id("hows"), className: "seg" }, made("legend", { className: "sr", textContent: "How to place them" }));
    for (const [how, words] of Object.entries(HOWS)) {
      const radio = made("input", { type: "radio", name: id("how"), id: id(how), value: how });
      radio.addEventListener("change", () => {
        const lay = this.lay;
        lay.how = how;
        if (how !== "single") this.usual = how;
        if (how === "single") Object.assign(lay, { from: null, to: null, bend: null });
        else if (how === "stack" && lay.from) lay.to = lay.from;
        else if (lay.to) this.stretch(lay, lay.from, lay.to);
        this.draw();
        if (!lay.to) this.tell();
      });
      hows.append(made("label", {}, radio, words));
    }
    const end = (name, words) => {
      const field = made("input", { type: "text", id: id(name), inputMode: "decimal", autocomplete: "off", maxLength: 24, placeholder: "12 24" });
      field.setAttribute("aria-describedby", id("words"));
      field.addEventListener("focus", () => { this.began = this.lay?.[name] ?? null; });
      field.addEventListener("input", () => this.typedEnd(name, field.value, false));
      field.addEventListener("change", () => this.typedEnd(name, field.value, true));
      return made("label", {}, made("span", { className: "lab", textContent: words }), field);
    };
    const ends = made("div", { id: id("ends"), className: "ib-ends" }, end("from", "From"), end("to", "To"));
    const step = (by, words) => {
      const button = made("button", { type: "button", className: "btn", textContent: by < 0 ? "−" : "+" });
      button.setAttribute("aria-label", words);
      button.addEventListener("click", () => this.widen(by));
      return button;
    };
    const apart = made("div", { id: id("apart"), className: "row" }, made("span", { className: "lab", textContent: "Inches apart" }), step(-0.5, "Closer by half an inch"), step(0.5, "Wider by half an inch"));
    apart.setAttribute("role", "group");
    apart.setAttribute("aria-label", "Inches apart");
    const facing = made("input", { type: "number", id: id("facing"), min: 0, max: 359, step: 1 });
    facing.addEventListener("input", () => {
      if (this.lay && facing.value !== "" && facing.checkValidity()) this.lay.facing = Number(facing.value);
    });
    const turn = made("label", { id: id("turn") }, made("span", { className: "lab", textContent: "Facing in degrees" }), facing);
    const drop = made("button", { type: "button", className: "btn go", id: id("drop") });
    drop.addEventListener("click", () => this.drop());
    const back = made("button", { type: "button", className: "btn", id: id("back") });
    back.addEventListener("click", () => this.back());
    box.append(
      // What is to be done with it stands first: the sheet of a phone shows no more.
      made("h3", { id: id("head") }), made("div", { className: "row" }, drop, back),
      made("p", { className: "ib-lay-words" }, made("span", { id: id("words") }), " ", made("span", { id: id("rule"), className: "rid" })),
      hows, ends, made("div", { className: "ib-ends" }, apart, turn),
    );
  },

  /** What is typed is no place, or none of the map: that is said, and it stays to be mended. */
  misreads(end, why) {
    this.misread = { end, why };
    // What was a place on the way to one that is none is none either.
    if (end && this.lay && this.how() !== "single") this.lay[end] = this.began;
    this.draw();
    this.hand.say(why);
  },

  /** A place is typed: "55 23.2". Whoever still writes is not told that it is none. */
  typedEnd(end, text, done) {
    if (!this.held) return;
    const { at, why } = this.hand.typed(text);
    if (why && done && text.trim()) return this.misreads(end, why);
    if ((at || !text.trim()) && this.misread?.end === end) this.misread = null;
    if (!at) return;
    if (this.how() === "single") {
      if (!done) return;
      part(`lay-${end}`).value = "";
      const piece = this.pieces.get(this.next());
      this.point(at);
      return this.hand.say(`${piece ? `${this.spoken(piece)}: ` : ""}${inWords(at.x)}, ${inWords(at.y)}. ${this.words()}`);
    }
    const lay = this.lay;
    if (this.how() === "stack") Object.assign(lay, { from: at, to: at });
    else {
      lay[end] = at;
      if (lay.from && lay.to) this.stretch(lay, lay.from, lay.to);
    }
    this.draw();
    if (done) this.hand.say(`${part(`lay-${end}`).previousElementSibling.textContent} ${inWords(at.x)}, ${inWords(at.y)}. ${this.words()}`);
  },

  /** Sets the stands of a line further apart or closer, from its first end on. */
  widen(by) {
    const lay = this.lay;
    const n = this.laidOf(this.held.n).length;
    if (!lay?.from || !lay.to || n < 2) return;
    const length = apartOf(lay.from, lay.to) || 1;
    const now = length / 100 / (n - 1);
    const apart = Math.max(0.5, by > 0 ? Math.floor(now * 2 + 1.001) / 2 : Math.ceil(now * 2 - 1.001) / 2);
    const times = (apart * 100 * (n - 1)) / length;
    const to = { x: tenths(lay.from.x + (lay.to.x - lay.from.x) * times), y: tenths(lay.from.y + (lay.to.y - lay.from.y) * times) };
    this.stretch(lay, lay.from, this.hand.held(to));
    this.draw();
    this.hand.say(this.words());
  },
});
