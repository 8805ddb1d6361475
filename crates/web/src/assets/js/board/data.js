// Boards of hexes. The server draws them and says in attributes which hexes there are and where what could go; this
// adds zoom, a cursor, the legal hexes of what is picked, and writes orders into the board's own form.

const VECTORS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
const FLAT = [[-15, -26], [15, -26], [30, 0], [15, 26], [-15, 26], [-30, 0]];
const POINTY = [[-26, -15], [0, -30], [26, -15], [26, 15], [0, 30], [-26, 15]];

const rowsOf = (text) => (text ? text.split("\n") : []);
const fieldsOf = (text) => rowsOf(text).map((row) => row.split("\t"));
const sameKeys = (one, other) => one.length === other.length && one.every((key) => other.includes(key));

/** Where the hexes of a board lie and what they are. Read again only when the ground itself is another. */
class Ground {
  constructor(data) {
    const [grain, shifted, order, ...numbers] = data.grid.split(" ");
    const [digits, column, row, x, y] = numbers.map(Number);
    Object.assign(this, { flat: grain === "flat", even: shifted === "even", order, digits, x, y });
    this.corners = this.flat ? FLAT : POINTY;
    this.hexes = new Map();
    this.axial = new Map();
    const kinds = new Map(fieldsOf(data.terrain).map(([mark, name, effect]) => [mark, { name, effect }]));
    const places = new Map(fieldsOf(data.places).map(([label, name, note]) => [label, { name, note }]));
    rowsOf(data.rows).forEach((text, down) => [...text].forEach((mark, across) => {
      if (mark !== " ") this.put(column + across, row + down, kinds.get(mark), places);
    }));
  }

  put(column, row, kind, places) {
    const [q, r] = this.flat ? [column, row - this.halves(column)] : [column - this.halves(row), row];
    const [x, y] = this.flat ? [45 * q, 26 * (2 * r + q)] : [26 * (2 * q + r), 45 * r];
    const label = this.label(column, row);
    const hex = { label, column, row, q, r, x: x + this.x, y: y + this.y, kind, place: places.get(label) };
    this.hexes.set(label, hex);
    this.axial.set(`${q} ${r}`, hex);
  }

  halves(number) {
    return Math.floor((this.even ? number + 1 : number) / 2);
  }

  label(column, row) {
    const pair = this.order === "column" ? [column, row] : [row, column];
    return pair.map((number) => String(number).padStart(this.digits, "0")).join("");
  }

  at(column, row) {
    return this.hexes.get(this.label(column, row));
  }

  beside(hex, side) {
    return this.axial.get(`${hex.q + VECTORS[side][0]} ${hex.r + VECTORS[side][1]}`);
  }

  /** The hex at a place of the drawing. */
  under(x, y) {
    const [across, down] = [x - this.x, y - this.y];
    let [q, r] = this.flat ? [across / 45, (down / 26 - across / 45) / 2] : [(across / 26 - down / 45) / 2, down / 45];
    let [a, b] = [Math.round(q), Math.round(r)];
    const c = Math.round(-q - r);
    const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
    if (da > db && da > dc) a = -b - c; else if (db > dc) b = -a - c;
    return this.axial.get(`${a} ${b}`);
  }

  outline(hex, part = 1) {
    return "M" + this.corners.map(([x, y]) => `${hex.x + part * x} ${hex.y + part * y}`).join("L") + "z";
  }

  side(hex, side) {
    const [from, to] = [this.corners[side], this.corners[(side + 1) % 6]];
    return `M${hex.x + from[0]} ${hex.y + from[1]}L${hex.x + to[0]} ${hex.y + to[1]}`;
  }
}

/** What can be done: acts, and where each can go. */
class Acts {
  constructor(data) {
    this.rows = fieldsOf(data.acts).map(([word, verb, from, unit, budget, reach, sends, keys, plain]) =>
      ({ word, verb, from, unit, budget, reach: Number(reach), sends, keys: keys.split(" "), plain: plain === "1" }));
    this.reaches = rowsOf(data.reaches);
    this.notes = rowsOf(data.notes);
    this.read = new Map();
  }

  at(label) {
    return this.rows.filter((act) => act.from === label);
  }

  /** What is picked with a hex: what can go or fight at once, before what is only to be called up. */
  first(label) {
    const here = this.at(label);
    return here.find((act) => act.sends !== "nothing") ?? here[0];
  }

  of(keys) {
    return this.rows.filter((act) => sameKeys(act.keys, keys));
  }

  names(key) {
    return this.rows.some((act) => act.keys.includes(key));
  }

  /** The targets of an act by the numbers of their hexes. */
  targets(act, digits) {
    if (!this.read.has(act.reach)) {
      const targets = new Map();
      for (const word of (this.reaches[act.reach] ?? "").split(" ").filter(Boolean)) {
        const label = word.slice(0, 2 * digits);
        const [cost, note] = word.slice(2 * digits + 1).split("~");
        const letter = word[2 * digits];
        const back = "ABCDEF".indexOf(letter.toUpperCase());
        targets.set(label, { label, back, ends: letter === "." || (back >= 0 && letter === letter.toUpperCase()), cost, note: note ? this.notes[note] : "" });
      }
      this.read.set(act.reach, targets);
    }
    return this.read.get(act.reach);
  }
}
