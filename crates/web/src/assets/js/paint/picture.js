
// The picture under the map that is painted: kept by this browser alone, and set to the grid by two hexes, or by three
// where the print is stretched.

/** The most pixels along an edge that are drawn: phones refuse larger drawings. */
const MOST_DRAWN = 4096;
const PLACES = [1, 2, 3];

/** Pictures by the address of their draft, in this browser's own store. */
const store = {
  open: () => new Promise((done, failed) => {
    const asked = indexedDB.open("adjutant-paint", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("pictures");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  }),

  async ask(mode, ask) {
    const base = await this.open();
    return new Promise((done, failed) => {
      const asked = ask(base.transaction("pictures", mode).objectStore("pictures"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    }).finally(() => base.close());
  },
};

/** From pixels to the drawing as `[a, b, c, d, e, f]`: by two places shifted, turned and larger alike; by three as they say. */
function laid(places) {
  const [[p, P], [q, Q], third] = places;
  const [u, v, x, y] = [q[0] - p[0], q[1] - p[1], Q[0] - P[0], Q[1] - P[1]];
  let [a, b, c, d] = [0, 0, 0, 0];
  if (third) {
    const [s, t, w, z] = [third[0][0] - p[0], third[0][1] - p[1], third[1][0] - P[0], third[1][1] - P[1]];
    const by = u * t - v * s;
    [a, c, b, d] = [(x * t - w * v) / by, (w * u - x * s) / by, (y * t - z * v) / by, (z * u - y * s) / by];
  } else {
    const by = u * u + v * v;
    [a, b] = [(x * u + y * v) / by, (y * u - x * v) / by];
    [c, d] = [-b, a];
  }
  return [a, b, c, d, P[0] - a * p[0] - c * p[1], P[1] - b * p[0] - d * p[1]];
}

class Under {
  constructor(easel) {
    this.easel = easel;
    this.canvas = document.getElementById("paint-picture");
    this.places = [{}, {}, {}];
    this.key = easel.root.dataset.address;
    this.cover = Number(document.getElementById("paint-cover").value);
    this.listen();
    this.recall();
  }

  field(what, n) {
    return document.getElementById(`place-${what}-${n}`);
  }

  /** The picture that this browser has kept for the draft. */
  async recall() {
    try {
      const kept = await store.ask("readonly", (shelf) => shelf.get(this.key));
      if (!kept) return;
      this.places = kept.places;
      this.cover = kept.cover ?? this.cover;
      await this.show(kept.file);
    } catch {
      this.easel.say("This browser keeps no pictures here: choose it again after a reload.");
    }
  }

  async keep() {
    const kept = { file: this.file, places: this.places, cover: this.cover };
    await store.ask("readwrite", (shelf) => shelf.put(kept, this.key)).catch(() => {});
  }

  async show(file) {
    let bitmap;
    try {
      bitmap = await createImageBitmap(file);
    } catch {
      this.easel.say("This file is no picture that this browser can read: take PNG, JPEG or WebP.");
      return false;
    }
    this.file = file;
    this.size = [bitmap.width, bitmap.height];
    this.drawn = Math.min(1, MOST_DRAWN / Math.max(...this.size));
    [this.canvas.width, this.canvas.height] = this.size.map((edge) => Math.round(edge * this.drawn));
    this.canvas.getContext("2d").drawImage(bitmap, 0, 0, this.canvas.width, this.canvas.height);
    bitmap.close();
    this.canvas.hidden = false;
    this.easel.root.dataset.under = "1";
    document.getElementById("picture-set").hidden = false;
    document.getElementById("paint-cover").value = this.cover;
    this.fill();
    this.lay();
    return true;
  }

  /** The fields as the places are. A first picture is asked for the corners of the map. */
  fill() {
    const all = [...this.easel.paper.hexes.keys()];
    const corners = [all[0], all.at(-1), ""];
    for (const n of PLACES) {
      const place = this.places[n - 1];
      place.hex ??= corners[n - 1];
      this.field("hex", n).value = place.hex;
      this.field("right", n).value = place.at ? Math.round(place.at[0]) : "";
      this.field("down", n).value = place.at ? Math.round(place.at[1]) : "";
    }
  }

  /** The places that say where the picture lies: on the picture and on the drawing. */
  known() {
    const places = this.places.map(({ hex, at }) => [at, this.easel.paper.hexes.get(hex)]).filter(([at, hex]) => at && hex);
    const known = places.map(([at, hex]) => [at, [hex.x, hex.y]]);
    const apart = (one, other) => Math.hypot(one[0][0] - other[0][0], one[0][1] - other[0][1]) > 4 && one[1].join() !== other[1].join();
    if (known.length < 2 || !apart(known[0], known[1])) return null;
    if (known.length < 3) return known;
    const [p, q, r] = known.map(([at]) => at);
    const askew = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    // Three places in a line say nothing across it.
    return Math.abs(askew) > 0.02 * Math.hypot(q[0] - p[0], q[1] - p[1]) ** 2 ? known : known.slice(0, 2);
  }

  /** Lays the picture where its places say; without them over the whole map. */
  lay() {
    if (!this.file) return;
    const known = this.known();
    const { paper, sight } = this.easel;
    const whole = [(paper.width - 2 * AROUND) / this.size[0], 0, 0, (paper.height - 2 * AROUND) / this.size[1], AROUND, AROUND];
    this.matrix = known ? laid(known) : whole;
    const [a, b, c, d, e, f] = this.matrix;
    const drawn = [a, b, c, d].map((part) => part / this.drawn);
    this.canvas.style.transform = `scale(${sight.scale}) matrix(${[...drawn, e, f].join(",")})`;
    this.easel.root.style.setProperty("--cover", this.cover / 100);
    const asks = "Name two hexes that lie far apart, then press the centre of each on the picture. Zoom in to meet it.";
    const lies = "The picture lies as its hexes say. Look at the far corners; press a hex again to set it better.";
    document.getElementById("picture-says").textContent = known ? lies : asks;
    this.easel.drawPlaces(this.places.map(({ at }) => at && [a * at[0] + c * at[1] + e, b * at[0] + d * at[1] + f]));
  }

  /** The pixel of the picture at a place of the drawing. */
  pixel(x, y) {
    const [a, b, c, d, e, f] = this.matrix;
    const by = a * d - b * c;
    return [(d * (x - e) - c * (y - f)) / by, (a * (y - f) - b * (x - e)) / by];
  }

  /** A press on the picture while a place is in hand; the next place that has none is asked for then. */
  press(n, x, y) {
    const at = this.pixel(x, y);
    const label = this.places[n - 1].hex;
    if (!this.easel.paper.hexes.has(label)) {
      this.easel.say("Name the hex first, by its number.");
      return;
    }
    this.places[n - 1].at = at.map((along) => Math.round(along * 10) / 10);
    this.changed();
    const next = [1, 2].find((one) => !this.places[one - 1].at);
    this.easel.pick(next ? `place-${next}` : "move");
    this.easel.say(next ? `${label} is set. Now press the centre of ${this.places[next - 1].hex}.` : `${label} is set. The picture lies under the grid.`);
  }

  changed() {
    this.fill();
    this.lay();
    this.keep();
  }

  listen() {
    document.getElementById("picture-file").addEventListener("change", async ({ target }) => {
      const [file] = target.files;
      if (!file) return;
      this.places = [{}, {}, {}];
      if (!(await this.show(file))) return;
      this.keep();
      this.easel.pick("place-1");
      this.easel.say(`Press the centre of ${this.places[0].hex} on the picture, or name another hex first.`);
    });
    for (const n of PLACES) {
      this.field("hex", n).addEventListener("change", ({ target }) => {
        this.places[n - 1].hex = target.value.trim();
        if (target.value && !this.easel.paper.hexes.has(this.places[n - 1].hex)) this.easel.say(`There is no hex ${target.value} on this map.`);
        this.changed();
      });
      const typed = () => {
        const at = ["right", "down"].map((what) => this.field(what, n).value.trim());
        const numbers = at.map((text) => Number(text.replace(",", ".")));
        if (at.some((text) => !text)) delete this.places[n - 1].at;
        else if (numbers.every(Number.isFinite)) this.places[n - 1].at = numbers;
        else return;
        this.lay();
        this.keep();
      };
      this.field("right", n).addEventListener("change", typed);
      this.field("down", n).addEventListener("change", typed);
    }
    document.getElementById("paint-cover").addEventListener("input", ({ target }) => {
      this.cover = Number(target.value);
      this.lay();
      this.keep();
    });
    document.getElementById("picture-away").addEventListener("click", async () => {
      await store.ask("readwrite", (shelf) => shelf.delete(this.key)).catch(() => {});
      delete this.file;
      delete this.easel.root.dataset.under;
      this.canvas.hidden = true;
      this.places = [{}, {}, {}];
      document.getElementById("picture-set").hidden = true;
      document.getElementById("picture-file").value = "";
      this.easel.drawPlaces([]);
      this.easel.pick("move");
      this.easel.say("The picture is taken away; what is painted stays.");
    });
  }
}
