
// What is kept of what is painted, and what a brush does on the map.

/** Sends what has changed to the draft, and keeps it in this browser until it is there. */
class Keeper {
  constructor(easel) {
    this.easel = easel;
    this.address = easel.root.dataset.address;
    this.version = easel.root.dataset.version;
    this.there = easel.painted.words();
    this.key = `paint ${this.address}`;
    this.line = document.getElementById("paint-kept");
    this.recall();
    // A page that is left sends at once what it still has.
    document.addEventListener("visibilitychange", () => { if (document.hidden && this.waits) this.send(true); });
  }

  tell(words, isLost = false) {
    this.line.textContent = words;
    this.line.classList.toggle("lost", isLost);
  }

  isThere(words) {
    return Object.keys(words).every((part) => words[part] === this.there[part]);
  }

  /** What was painted on this page before and never arrived. */
  recall() {
    const kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
    if (!kept) return;
    if (this.isThere(kept.words)) {
      localStorage.removeItem(this.key);
    } else if (kept.version === this.version) {
      this.take(kept.words);
    } else {
      this.offers(kept.words);
    }
  }

  take(words) {
    this.easel.painted.take({ ...this.there, ...words });
    this.changed();
  }

  /** The draft has changed since: whoever painted says what becomes of it. */
  offers(words) {
    const part = document.getElementById("paint-left");
    part.hidden = false;
    part.onclick = ({ target }) => {
      if (!target.matches("button")) return;
      part.hidden = true;
      localStorage.removeItem(this.key);
      if (target.id !== "paint-put") return;
      const before = this.easel.before();
      this.easel.painted.take({ ...this.there, ...words });
      this.easel.draw();
      this.easel.took(before);
    };
  }

  changed() {
    const words = this.easel.painted.words();
    if (this.isThere(words)) return this.arrived();
    localStorage.setItem(this.key, JSON.stringify({ version: this.version, words }));
    this.waits = true;
    this.tell("Being saved …");
    this.later(900);
  }

  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), wait);
  }

  arrived() {
    clearTimeout(this.timer);
    this.waits = false;
    localStorage.removeItem(this.key);
    this.tell("Saved.");
  }

  async send(isLeaving = false) {
    if (this.sending) return this.later(300);
    const words = this.easel.painted.words();
    const parts = Object.entries(words).filter(([part, text]) => text !== this.there[part]);
    if (!parts.length) return this.arrived();
    this.sending = true;
    try {
      const body = new URLSearchParams([["csrf", this.easel.root.dataset.csrf], ["version", this.version], ...parts]);
      const answer = await fetch(this.address, { method: "POST", body, keepalive: isLeaving });
      const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      if (answer.ok) {
        this.version = String(said.version);
        this.there = words;
        this.easel.faults(said.faults);
        this.sending = false;
        this.changed();
      } else if (answer.status === 409) {
        await this.meet(said.why);
      } else if (answer.status === 422) {
        this.tell(`Not saved. ${said.why}`, true);
      } else {
        this.tell("Not saved: the draft cannot be reached as you. What you painted is kept in this browser; sign in and load the page again.", true);
      }
    } catch {
      this.tell("Not saved yet: the server is out of reach. What you painted is kept in this browser.", true);
      this.later(5000);
    } finally {
      this.sending = false;
    }
  }

  /** The draft has another version: what was changed elsewhere may be no matter of the map. */
  async meet(why) {
    const page = new DOMParser().parseFromString(await (await fetch(this.address)).text(), "text/html");
    const root = page.getElementById("paint");
    const now = root && new Painted(JSON.parse(root.dataset.map), this.easel.paper).words();
    const words = this.easel.painted.words();
    const is = (one, other) => other && Object.keys(one).every((part) => one[part] === other[part]);
    if (is(words, now) || is(this.there, now)) {
      this.there = now;
      this.version = root.dataset.version;
      this.sending = false;
      return this.changed();
    }
    this.tell(why ? "Not saved: the map was changed in another window. Load the page again: what you painted is kept here, and you are asked." : "Not saved.", true);
  }
}

Object.assign(Easel.prototype, {
  /** Takes a brush in hand: `ground-0`, `side-1`, `road-x`, `place-2`, `move`. */
  pick(value) {
    const button = this.root.querySelector(`input[name="kind"][value="${value}"]`);
    if (!button) return;
    button.checked = true;
    button.closest(".paint-kind")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.brush = value;
    const [group] = value.split("-");
    if (["ground", "side", "road", "name"].includes(group)) this.group = group;
    this.root.dataset.brush = group === "place" ? "place" : value === "move" ? "move" : "paint";
    if (this.root.dataset.brush === "paint") this.map.last = { ...this.map.last, [group]: value };
    if (group === "road" && this.road && this.road.word !== this.kind()?.word) this.road = null;
    this.settleRoad();
  },

  settleRoad() {
    this.offer();
    this.draw([]);
  },

  /** The kind in hand, as the page has told it. */
  kind() {
    const [group, n] = this.brush.split("-");
    return { ground: this.map.ground, side: this.map.sides, road: this.map.classes, name: [{ name: "Name" }] }[group]?.[Number(n)];
  },

  /** A stroke begins at a place of the drawing. */
  begin(x, y) {
    this.stroke = { x, y, before: this.before(), isChanged: false, hex: this.paper.under(x, y), isFirst: true };
    this.touch(x, y);
    this.stroke.isFirst = false;
  },

  /** A stroke goes on, so fast that not every place on its way is told. */
  along(x, y) {
    const { stroke } = this;
    if (!stroke) return;
    const n = Math.max(1, Math.ceil(Math.hypot(x - stroke.x, y - stroke.y) / 6));
    const [fromX, fromY] = [stroke.x, stroke.y];
    for (let step = 1; step <= n; step += 1) this.touch(fromX + ((x - fromX) * step) / n, fromY + ((y - fromY) * step) / n);
    [stroke.x, stroke.y] = [x, y];
  },

  end() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke?.isChanged) this.took(stroke.before);
    // A press names a hex; a stroke that has left it names none.
    if (stroke?.hex && this.brush === "name-0" && this.paper.under(stroke.x, stroke.y) === stroke.hex) this.names(stroke.hex);
  },

  /** A stroke that was none: a second finger has come down. */
  cancel() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke?.isChanged) return;
    this.painted.take(JSON.parse(stroke.before));
    this.road = null;
    this.draw();
    this.offer();
  },

  touch(x, y) {
    const hex = this.paper.under(x, y);
    if (!hex) return;
    const [group, n] = this.brush.split("-");
    if (group === "ground") this.did(this.lays(hex));
    if (this.brush === "name-x") this.did(this.nameless(hex));
    if (group === "side") {
      const { side, along, away } = this.paper.nearest(hex, x, y);
      // At a corner three hexsides are as near: only the middle of one is meant.
      const [reach, rim] = this.stroke.isFirst ? [16, 0.1] : [9, 0.2];
      if (away > reach || along < rim || along > 1 - rim) return;
      this.did(this.edges(hex, side));
    }
    if (group !== "road") return;
    if (n === "x") return this.did(this.severs(hex, x, y));
    const isWithin = Math.hypot(x - hex.x, y - hex.y) < 20;
    if (!this.stroke.hex) this.stroke.hex = hex;
    if (hex === this.stroke.hex || !isWithin) return;
    for (const next of this.paper.between(this.stroke.hex, hex)) {
      this.did(this.leads(this.stroke.hex, next));
      this.stroke.hex = next;
    }
  },

  did(isChanged) {
    if (isChanged && this.stroke) this.stroke.isChanged = true;
    return isChanged;
  },

  /** The ground in hand in a hex. */
  lays(hex) {
    const { mark } = this.kind();
    const old = this.painted.marks.get(hex.label);
    if (!this.painted.cover(hex, mark)) return false;
    this.draw([old, mark]);
    return true;
  },

  /** What is in hand on a hexside, or nothing more on it. */
  edges(hex, side) {
    const pair = this.paper.pair(hex, side);
    const isChanged = this.brush === "side-x" ? this.painted.lift(pair) : this.painted.lay(Number(this.brush.split("-")[1]), pair);
    if (isChanged) this.draw([]);
    return isChanged;
  },

  /** The road in hand goes on from a hex to the next; where it does not end there, another one begins. */
  leads(from, to) {
    const { word, name } = this.kind();
    const { road } = this;
    const [first, last] = [road?.path[0], road?.path.at(-1)];
    if (road && road.word === word && last === from.label) {
      if (road.path.at(-2) === to.label) road.path.pop(); else road.path.push(to.label);
    } else if (road && road.word === word && first === from.label) {
      if (road.path[1] === to.label) road.path.shift(); else road.path.unshift(to.label);
    } else {
      this.road = this.painted.begin(word, name, from, to);
    }
    if (this.road.path.length < 2) {
      this.painted.roads = this.painted.roads.filter((one) => one !== this.road);
      this.road = null;
    }
    this.draw([]);
    return true;
  },

  /** Takes off the road that runs nearest to a place. */
  severs(hex, x, y) {
    const away = (side) => {
      const other = this.paper.beside(hex, side);
      if (!other) return Infinity;
      const [dx, dy] = [other.x - hex.x, other.y - hex.y];
      const along = Math.min(1, Math.max(0, ((x - hex.x) * dx + (y - hex.y) * dy) / (dx * dx + dy * dy)));
      return along < 0.2 ? Infinity : Math.hypot(x - hex.x - along * dx, y - hex.y - along * dy);
    };
    const side = VECTORS.map((_, n) => n).reduce((best, n) => (away(n) < away(best) ? n : best));
    return away(side) < (this.stroke?.isFirst ? 14 : 8) && this.cutOff(hex, side);
  },

  cutOff(hex, side) {
    const other = this.paper.beside(hex, side);
    if (!other || !this.painted.cut(hex.label, other.label)) return false;
    this.road = this.painted.roads.find((road) => road === this.road) ?? null;
    this.draw([]);
    return true;
  },

  /** The brush toward a side of the cursor's hex, by a key. */
  toward(side) {
    const { cursor } = this;
    const next = this.paper.beside(cursor, side);
    const before = this.before();
    let isChanged = false;
    if (this.group === "side" && this.brush.startsWith("side")) {
      isChanged = this.edges(cursor, side);
    } else if (this.brush === "road-x") {
      isChanged = this.cutOff(cursor, side);
    } else if (this.brush.startsWith("road")) {
      isChanged = this.leads(cursor, next);
      this.go(next);
    } else {
      this.go(next);
      isChanged = this.brush.startsWith("ground") && this.lays(next);
    }
    if (isChanged) this.took(before);
    this.say(this.told(this.cursor));
  },

  /** The ground in hand in the cursor's hex, or its name, by a key. */
  dab() {
    if (this.brush === "name-0") return this.names(this.cursor);
    const before = this.before();
    if (this.brush === "name-x") {
      if (this.nameless(this.cursor)) this.took(before);
      return this.say(this.told(this.cursor));
    }
    if (!this.brush.startsWith("ground")) return this.say("Hold Shift with a direction to paint that way.");
    if (this.lays(this.cursor)) this.took(before);
    this.say(this.told(this.cursor));
  },

  told(hex) {
    return this.painted.tell(hex, this.map.sides.map(({ name }) => name));
  },

  go(hex) {
    this.cursor = hex;
    this.sight.show(hex);
    this.drawOver(hex);
    this.say(this.told(hex));
  },
});
