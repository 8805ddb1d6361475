
// The page around the map that is painted: its drawing, what is said, and what is kept.

const made = (name, attributes = {}, words = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = words;
  return element;
};

/** What is seen of the map; the picture under it is laid again when the map grows or shrinks. */
class PaintSight extends Sight {
  apply() {
    super.apply();
    const sheet = document.getElementById("paint-sheet");
    sheet.style.width = `${Math.round(this.width)}px`;
    sheet.style.height = `${Math.round((this.width * this.full.height) / this.full.width)}px`;
    this.grown?.();
  }
}

class Easel {
  constructor(root) {
    this.root = root;
    this.map = JSON.parse(root.dataset.map);
    this.paper = new Paper(this.map);
    this.painted = new Painted(this.map, this.paper);
    this.svg = document.getElementById("paint-map");
    this.svg.setAttribute("viewBox", `0 0 ${this.paper.width} ${this.paper.height}`);
    this.svg.setAttribute("width", this.paper.width);
    this.svg.setAttribute("height", this.paper.height);
    this.sight = new PaintSight(root);
    this.sight.apply();
    this.sight.centre(this.sight.middle ?? [this.paper.width / 2, this.paper.height / 2]);
    this.outlines = new Map([...this.paper.hexes.values()].map((hex) => [hex.label, this.paper.outline(hex)]));
    this.brush = "move";
    this.group = "ground";
    this.road = null;
    this.set();
    this.past = [];
    this.future = [];
    this.keeper = new Keeper(this);
    this.under = new Under(this);
    this.sight.grown = () => this.under.lay();
    this.draw();
    this.faults(this.map.faults);
  }

  say(words) {
    document.getElementById("paint-voice").textContent = words;
  }

  /** Lays the layers of the drawing, from below. */
  set() {
    const layer = (name) => this.svg.appendChild(made("g", { class: name }));
    const ground = layer("paint-ground");
    this.kinds = new Map(this.map.ground.map((kind, n) => [kind.mark, kind.classes.map((name) => ground.appendChild(made("path", { class: name, "data-kind": n })))]));
    // Kinds that look alike are told apart by their characters.
    const looks = this.map.ground.map(({ classes }) => classes.join(" "));
    this.lettered = new Set(this.map.ground.filter((_, n) => n > 0 && looks.indexOf(looks[n]) !== looks.lastIndexOf(looks[n]) || n > 0 && !looks[n]).map(({ mark }) => mark));
    this.letters = layer("paint-letters");
    let grid = "";
    for (const hex of this.paper.hexes.values()) grid += this.outlines.get(hex.label);
    this.svg.appendChild(made("path", { class: "hb-grid", d: grid }));
    const lines = layer("paint-lines");
    const drawn = (classes) => classes.map((name) => lines.appendChild(made("path", { class: name })));
    this.held = lines.appendChild(made("path", { class: "paint-held" }));
    this.sideLines = this.map.sides.map(({ classes }) => drawn(classes));
    this.roadLines = new Map(this.map.classes.map(({ word, classes }) => [word, drawn(classes)]));
    this.nameLayer = layer("hb-names");
    this.rule(layer("hb-ruler"));
    this.placed = layer("paint-places");
    this.over = layer("paint-over");
  }

  rule(layer) {
    const columns = new Map();
    const rows = new Map();
    for (const hex of this.paper.hexes.values()) {
      if (!columns.has(hex.column)) columns.set(hex.column, hex.x);
      if (!rows.has(hex.row)) rows.set(hex.row, hex.y);
    }
    const number = (n) => String(n).padStart(this.paper.digits, "0");
    const [top, left] = ["hb-top", "hb-left"].map((name) => layer.appendChild(made("g", { class: name })));
    for (const [column, x] of columns) top.appendChild(made("text", { x, y: 15 }, number(column)));
    for (const [row, y] of rows) left.appendChild(made("text", { x: 11, y: y + 4 }, number(row)));
  }

  /** Draws what is painted; `marks` are the kinds of ground that have changed, or all. */
  draw(marks = this.kinds.keys()) {
    for (const mark of marks) {
      let outline = "";
      for (const [label, known] of this.painted.marks) if (known === mark) outline += this.outlines.get(label);
      for (const path of this.kinds.get(mark) ?? []) path.setAttribute("d", outline);
    }
    this.sideLines.forEach((paths, kind) => {
      const line = this.painted.sides[kind].map((pair) => this.paper.line(pair)).join("");
      for (const path of paths) path.setAttribute("d", line);
    });
    for (const [word, paths] of this.roadLines) {
      const line = this.painted.roads.filter((road) => road.word === word).map((road) => this.course(road)).join("");
      for (const path of paths) path.setAttribute("d", line);
    }
    this.held.setAttribute("d", this.road ? this.course(this.road) : "");
    this.drawLetters();
    this.drawNames();
  }

  drawLetters() {
    const letters = [];
    for (const [label, mark] of this.painted.marks) {
      const isStrange = !this.kinds.has(mark);
      if (!isStrange && !this.lettered.has(mark)) continue;
      const hex = this.paper.hexes.get(label);
      letters.push(made("text", { class: "paint-letter", x: hex.x, y: hex.y + 5 }, mark));
    }
    this.letters.replaceChildren(...letters);
  }

  course(road) {
    const hexes = road.path.map((label) => this.paper.hexes.get(label)).filter(Boolean);
    return hexes.length > 1 ? `M${hexes.map(({ x, y }) => `${x} ${y}`).join("L")}` : "";
  }

  /** The hex of the cursor, and what a press there would meet. */
  drawOver(cursor, next = "") {
    const ring = cursor ? this.paper.outline(cursor, 0.9) : "";
    const twice = (name, d) => [made("path", { class: name, d }), made("path", { class: name, d })];
    this.over.replaceChildren(...(ring ? twice("hb-cursor", ring) : []), ...(next ? twice("paint-next", next) : []));
  }

  /** The places that set the picture to the grid. */
  drawPlaces(places) {
    const marks = places.flatMap((place, n) => {
      if (!place) return [];
      const [x, y] = place;
      const by = 14 / this.sight.scale;
      const d = `M${x - by} ${y}H${x + by}M${x} ${y - by}V${y + by}`;
      return [made("path", { class: "paint-cross", d }), made("path", { class: "paint-cross", d }), made("text", { class: "paint-number", x: x + by / 2, y: y - by / 2 }, n + 1)];
    });
    this.placed.replaceChildren(...marks);
  }

  /** What is wrong with what is painted, each with the cell that it leads to. */
  faults(faults) {
    document.getElementById("paint-wrong").hidden = !faults.length;
    document.getElementById("paint-faults").replaceChildren(...faults.map(([words, address]) => {
      const link = Object.assign(document.createElement("a"), { textContent: words, href: address });
      const row = document.createElement("li");
      row.append(link);
      return row;
    }));
  }

  /** The step that is being taken: what everything was before it. */
  before() {
    return JSON.stringify(this.painted.words());
  }

  /** A step has been taken. */
  took(before) {
    this.past.push(before);
    if (this.past.length > 300) this.past.shift();
    this.future = [];
    this.settle();
  }

  settle() {
    for (const [id, steps] of [["paint-undo", this.past], ["paint-redo", this.future]]) document.getElementById(id).setAttribute("aria-disabled", String(!steps.length));
    this.offer();
    this.keeper.changed();
  }

  /** Goes one step back, or forward again. */
  step(from, to, words) {
    if (!from.length) return this.say(`There is nothing to ${words}.`);
    to.push(this.before());
    const name = this.road?.name;
    this.painted.take(JSON.parse(from.pop()));
    this.road = this.painted.roads.find((road) => road.name === name) ?? null;
    this.draw();
    this.settle();
    this.say(words === "undo" ? "Taken back." : "Done again.");
  }

  undo() {
    this.step(this.past, this.future, "undo");
  }

  redo() {
    this.step(this.future, this.past, "redo");
  }

  /** The roads to choose from, and the name of the road or the hex in hand. */
  offer() {
    this.offerName();
    const part = document.getElementById("paint-road");
    part.hidden = this.group !== "road";
    if (part.hidden) return;
    const pick = document.getElementById("road-pick");
    const options = this.painted.roads.map((road, n) => new Option(road.name, n, false, road === this.road));
    pick.replaceChildren(new Option("Another one begins", "", false, !this.road), ...options);
    const name = document.getElementById("road-name");
    name.disabled = !this.road;
    if (document.activeElement !== name) name.value = this.road?.name ?? "";
  }

  hold(road) {
    this.road = road;
    this.offer();
    this.draw([]);
  }
}
