// Boards in inches. The server draws them and lists in words what stands where; this adds zoom, a cursor, the list of
// what stands at a place, the ruler, and writes places into the forms of the page. Nothing is sent from here.

const tenths = (value) => Math.round(value / 10) * 10;
const inWords = (hundredths) => String(hundredths / 100);
const read = (text) => (/^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.trim().replace(",", ".")) * 100) : null);

/** A place as it is typed: "12 24.5", "12, 24.5", "12,24", and with decimal commas "12,5 24". */
const readPlace = (text) => {
  const words = text.split(/[\s;]+/).map((word) => word.replace(/^,+|,+$/g, "")).filter(Boolean);
  const two = (words.length === 1 ? words[0].split(",") : words).map(read);
  return two.length === 2 && !two.includes(null) ? { x: two[0], y: two[1] } : null;
};
const part = (id) => document.getElementById(`inch-${id}`);

/** What is seen of a board in inches: as wide as its place, until it is zoomed. */
class Glass extends Sight {
  whole() {
    return this.fills ? super.whole() : this.pan.clientWidth;
  }

  /** Tells who draws in the size of marks that it has changed. */
  changed() {
    if (this.width === this.was) return;
    this.was = this.width;
    this.pan.dispatchEvent(new Event("zoomed"));
  }

  /** A narrow window begins filled from top to bottom: the whole map would be too small to read. */
  first() {
    const { clientWidth, clientHeight } = this.pan;
    const whole = this.whole();
    const filled = (clientHeight * this.full.width) / this.full.height;
    return this.fills && clientWidth < 640 ? Math.max(whole, Math.min(filled, 2.5 * whole)) : whole;
  }

  apply() {
    this.size();
    this.changed();
  }

  size() {
    if (this.fills) {
      // Names and marks keep their size on the screen.
      this.width = Math.max(this.width, this.whole());
      this.zoomed = this.width > 1.02 * this.whole();
      this.map.style.width = `${Math.round(this.width)}px`;
      this.root.style.setProperty("--marks", Math.min(2.2, 1 / this.scale).toFixed(3));
      this.root.dataset.near = (this.width * 100) / Number(this.root.dataset.size.split(" ")[0]) >= 20 ? "near" : "far";
      return;
    }
    // A board that is seen whole goes with the width of the page; a zoomed one keeps its window.
    const whole = this.whole();
    const times = this.width / whole;
    const zoomed = times > 1.02;
    this.zoomed = zoomed;
    if (zoomed) this.pan.style.height = `${Math.round((whole * this.full.height) / this.full.width)}px`;
    else this.pan.style.removeProperty("height");
    if (zoomed) this.map.style.width = `${Math.round(this.width)}px`;
    else this.map.style.removeProperty("width");
    this.root.style.setProperty("--marks", zoomed ? times ** -0.6 : 1);
  }

  get scale() {
    if (this.fills) return super.scale;
    return (this.zoomed ? this.width : this.whole()) / this.full.width;
  }

  /** Never smaller than the whole board, and six times as large at the most. */
  zoom(factor, left = this.pan.clientWidth / 2, top = this.pan.clientHeight / 2) {
    const [x, y] = this.place(left, top);
    const whole = this.whole();
    this.width = Math.min(6 * whole, Math.max(whole, (this.zoomed ? this.width : whole) * factor));
    this.apply();
    const [right, down] = this.fills ? this.margins() : [0, 0];
    this.pan.scrollTo(x * this.scale + right - left, y * this.scale + down - top);
    this.keep();
  }
}

/** Pieces by place, read from the table below the map. */
class Standing {
  constructor(root) {
    this.rows = [...root.querySelectorAll("tr[data-at]")].map((row) => {
      const [x, y] = row.dataset.at.split(" ").map(Number);
      return { row, x, y, piece: row.dataset.piece ?? "" };
    });
  }

  /** What stands within a distance of a place, the nearest first. */
  near(at, reach) {
    const far = (one) => Math.hypot(one.x - at.x, one.y - at.y);
    return this.rows.filter((one) => far(one) <= reach).sort((one, other) => far(one) - far(other));
  }

  /** The places where something stands, from left to right. */
  places() {
    const all = new Map(this.rows.map(({ x, y }) => [`${x} ${y}`, { x, y }]));
    return [...all.values()].sort((one, other) => one.x - other.x || one.y - other.y);
  }

  /** The words of a row, as they are read out. */
  told({ row }) {
    const words = ["th", "[data-head=What]", "[data-head=Whose]", "[data-head=Note]"].map((cell) => row.querySelector(cell)?.textContent.trim());
    return words.filter((word) => word && word !== "–").join(", ");
  }
}

/** The forms of the page that ask for a place. */
const placing = {
  forms() {
    return [...document.querySelectorAll("form, div.stack")].filter((form) => form.querySelector("[data-point]"));
  },

  field(form, axis) {
    return form.querySelector(`[name="f.${axis}"]`);
  },

  /** The form in which a piece can be named, and its box there. */
  of(piece) {
    if (!piece) return null;
    for (const form of this.forms()) {
      const box = [...form.querySelectorAll('[name="f.units"], [name="f.unit"]')].find((one) => one.value === piece);
      if (box) return { form, box };
    }
    return null;
  },

  /** Names these pieces and no others. */
  name(boxes) {
    const form = boxes[0]?.form ?? boxes[0]?.closest("form");
    form?.querySelectorAll('[name="f.units"]').forEach((box) => { box.checked = boxes.includes(box); });
    boxes.forEach((box) => { box.checked = true; box.dispatchEvent(new Event("change", { bubbles: true })); });
  },

  fill(form, at) {
    for (const axis of ["x", "y"]) {
      const field = this.field(form, axis);
      field.value = inWords(at[axis]);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  },

  at(form) {
    const [x, y] = ["x", "y"].map((axis) => read(this.field(form, axis)?.value ?? ""));
    return x === null || y === null ? null : { x, y };
  },

  verb(form) {
    return form.querySelector("[data-point]").dataset.point;
  },
};
