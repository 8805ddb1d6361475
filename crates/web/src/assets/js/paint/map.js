
// The map as it is painted: ground, hexsides and roads, in the words of the tables that take them.

const SVG = "http://www.w3.org/2000/svg";
/** Room around the hexes for the rulers. */
const AROUND = 24;

/** Where the hexes of a map lie that is painted, and how large its drawing is. */
class Paper extends Ground {
  constructor(map) {
    const row = ".".repeat(map.width);
    super({ grid: map.grid, rows: Array.from({ length: map.height }, () => row).join("\n"), terrain: "", places: "" });
    const all = [...this.hexes.values()];
    const ends = [0, 1].map((along) => this.corners.map((corner) => corner[along]));
    const [left, top] = [["x", 0], ["y", 1]].map(([key, along]) => Math.min(...all.map((hex) => hex[key])) + Math.min(...ends[along]));
    const [right, low] = [["x", 0], ["y", 1]].map(([key, along]) => Math.max(...all.map((hex) => hex[key])) + Math.max(...ends[along]));
    [this.x, this.y] = [AROUND - left, AROUND - top];
    for (const hex of all) [hex.x, hex.y] = [hex.x + this.x, hex.y + this.y];
    this.width = right - left + 2 * AROUND;
    this.height = low - top + 2 * AROUND;
    this.sides = new Map();
  }

  /** A hexside as tables name it: both hexes beside it. Nothing at the edge of the map. */
  pair(hex, side) {
    const other = this.beside(hex, side);
    return other ? [hex.label, other.label].sort().join("-") : null;
  }

  /** The line of a hexside that a table names, or nothing where there is none such. */
  line(pair) {
    if (!this.sides.has(pair)) {
      const [one, other] = pair.split("-").map((label) => this.hexes.get(label.trim()));
      const side = one && other ? VECTORS.findIndex((_, n) => this.beside(one, n) === other) : -1;
      this.sides.set(pair, side < 0 ? "" : this.side(one, side));
    }
    return this.sides.get(pair);
  }

  /** The side of a hex that is nearest to a place, and how far away it is and how far along. */
  nearest(hex, x, y) {
    const from = VECTORS.map((_, side) => {
      const [[ax, ay], [bx, by]] = [this.corners[side], this.corners[(side + 1) % 6]];
      const [dx, dy] = [bx - ax, by - ay];
      const along = ((x - hex.x - ax) * dx + (y - hex.y - ay) * dy) / (dx * dx + dy * dy);
      const near = Math.min(1, Math.max(0, along));
      return { side, along, away: Math.hypot(x - hex.x - ax - near * dx, y - hex.y - ay - near * dy) };
    });
    return from.reduce((best, one) => (one.away < best.away ? one : best));
  }

  /** The hexes from one to another, each beside the one before, without the first. */
  between(from, to) {
    const way = [];
    for (let at = from; at !== to && way.length < 200;) {
      const next = VECTORS.map((_, side) => this.beside(at, side)).filter(Boolean);
      at = next.reduce((best, one) => (Math.hypot(one.x - to.x, one.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y) ? one : best));
      way.push(at);
    }
    return way;
  }
}

/** What is painted, in the words of its tables. */
class Painted {
  constructor(map, paper) {
    this.paper = paper;
    this.ground = map.ground;
    this.marks = new Map();
    const first = map.ground[0]?.mark ?? "_";
    for (const hex of paper.hexes.values()) this.marks.set(hex.label, [...(map.rows[hex.row - 1] ?? "")][hex.column - 1] ?? first);
    this.size = [map.width, map.height];
    this.sides = map.sides.map(({ list }) => list.split(",").map((pair) => pair.trim()).filter(Boolean));
    this.roads = map.roads.map(([name, word, path]) => ({ name, word, path: path.trim().split(/\s+/).filter(Boolean) }));
    this.names = map.names.map(([hex, name]) => ({ hex: hex.trim(), name }));
    this.known = map.sides.map(() => null);
  }

  /** What its tables hold, by the names of the form that sends it. */
  words() {
    const [width, height] = this.size;
    const row = (down) => Array.from({ length: width }, (_, across) => this.marks.get(this.paper.label(across + 1, down + 1))).join("");
    const hexes = Array.from({ length: height }, (_, down) => row(down)).join("\n");
    const roads = this.roads.map(({ name, word, path }) => [name, word, path.join(" ")].join("\t")).join("\n");
    const names = this.names.map(({ hex, name }) => `${hex}\t${name}`).join("\n");
    return Object.fromEntries([["hexes", hexes], ["roads", roads], ["names", names], ...this.sides.map((list, n) => [`side-${n}`, list.join(", ")])]);
  }

  /** Takes up words that were told before. */
  take(words) {
    words.hexes.split("\n").forEach((row, down) => [...row].forEach((mark, across) => {
      const label = this.paper.label(across + 1, down + 1);
      if (this.marks.has(label)) this.marks.set(label, mark);
    }));
    this.sides = this.sides.map((_, n) => words[`side-${n}`].split(", ").filter(Boolean));
    this.known.fill(null);
    this.roads = words.roads.split("\n").filter(Boolean).map((row) => row.split("\t")).map(([name, word, path]) => ({ name, word, path: path.split(" ").filter(Boolean) }));
    this.names = words.names.split("\n").filter(Boolean).map((row) => row.split("\t")).map(([hex, name]) => ({ hex, name }));
  }

  called(label) {
    return this.names.find(({ hex }) => hex === label)?.name ?? "";
  }

  /** Calls a hex by a name, or by none, where the list has its place for it; whether that changes anything. */
  call(label, name) {
    if (this.called(label) === name) return false;
    const at = this.names.findIndex(({ hex }) => hex === label);
    const after = this.names.findIndex(({ hex }) => hex > label);
    if (!name) this.names.splice(at, 1);
    else if (at >= 0) this.names[at].name = name;
    else this.names.splice(after < 0 ? this.names.length : after, 0, { hex: label, name });
    return true;
  }

  /** Makes a hex ground of a kind; whether that changes anything. */
  cover(hex, mark) {
    if (this.marks.get(hex.label) === mark) return false;
    this.marks.set(hex.label, mark);
    return true;
  }

  has(kind, pair) {
    this.known[kind] ??= new Set(this.sides[kind].map((known) => known.split("-").map((label) => label.trim()).sort().join("-")));
    return this.known[kind].has(pair);
  }

  /** Lays something on a hexside, where the list has its place for it. */
  lay(kind, pair) {
    if (!pair || this.has(kind, pair)) return false;
    const list = this.sides[kind];
    const after = list.findIndex((known) => known > pair);
    list.splice(after < 0 ? list.length : after, 0, pair);
    this.known[kind] = null;
    return true;
  }

  /** Takes everything off a hexside. */
  lift(pair) {
    if (!pair) return false;
    const [one, other] = pair.split("-");
    const before = this.sides.reduce((sum, list) => sum + list.length, 0);
    this.sides = this.sides.map((list) => list.filter((known) => known !== pair && known !== `${other}-${one}`));
    this.known.fill(null);
    return before !== this.sides.reduce((sum, list) => sum + list.length, 0);
  }

  /** Another road of a class; it has a name until it is given its own. */
  begin(word, named, from, to) {
    const names = new Set(this.roads.map((road) => road.name));
    let n = 1;
    while (names.has(`${named} ${n}`)) n += 1;
    const road = { name: `${named} ${n}`, word, path: [from.label, to.label] };
    this.roads.push(road);
    return road;
  }

  /** Takes the roads off between two hexes; a road that runs on behind falls into two. */
  cut(one, other) {
    const parted = this.roads.flatMap((road) => {
      const parts = [[road.path[0]]];
      for (let n = 1; n < road.path.length; n += 1) {
        const [from, to] = [road.path[n - 1], road.path[n]];
        const isCut = (from === one && to === other) || (from === other && to === one);
        if (isCut) parts.push([to]); else parts.at(-1).push(to);
      }
      if (parts.length === 1) return [road];
      const left = parts.filter((path) => path.length > 1);
      return left.map((path, n) => ({ ...road, name: n ? `${road.name} ${n + 1}` : road.name, path }));
    });
    const isAnother = parted.length !== this.roads.length || parted.some((road, n) => road !== this.roads[n]);
    this.roads = parted;
    return isAnother;
  }

  /** What stands in a hex, for whoever asks. */
  tell(hex, kinds) {
    const mark = this.marks.get(hex.label);
    const ground = this.ground.find((one) => one.mark === mark)?.name ?? `“${mark}”, which the table of ground does not have`;
    const sides = kinds.flatMap((name, kind) => VECTORS.map((_, side) => this.paper.pair(hex, side))
      .filter((pair) => pair && this.has(kind, pair))
      .map((pair) => `${name.toLowerCase()} to ${pair.split("-").find((label) => label !== hex.label)}`));
    const roads = this.roads.filter((road) => road.path.includes(hex.label)).map((road) => road.name);
    const name = this.called(hex.label);
    return `${hex.label}${name && ` ${name}`}: ${[ground, ...sides, ...roads].join(", ")}.`;
  }
}
