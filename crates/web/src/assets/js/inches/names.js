
// Names in a list of places: pieces by what they are called, places of the map by theirs, what is near to a word that is
// neither. The server reads a list in the same way where there is no script.

const MOST_NEAR = 3;

/** How many letters are put in, left out, exchanged or swapped between two words. What begins another word is near it. */
const lettersApart = (typed, word) => {
  if (word.startsWith(typed)) return 0;
  let before = [];
  let last = Array.from({ length: word.length + 1 }, (_, n) => n);
  [...typed].forEach((letter, i) => {
    const now = [i + 1];
    [...word].forEach((other, j) => {
      const swapped = i > 0 && j > 0 && letter === word[j - 1] && typed[i - 1] === other ? before[j - 1] + 1 : Infinity;
      now.push(Math.min(last[j] + (letter === other ? 0 : 1), last[j + 1] + 1, now[j] + 1, swapped));
    });
    [before, last] = [last, now];
  });
  return last[word.length];
};

/** Whether a name has the form of an id: one word with a figure in it. */
const isId = (name) => /^[\p{L}\d._-]*\d[\p{L}\d._-]*$/u.test(name);

Object.assign(Laying.prototype, {
  /** The pieces that go by a name: a stand by its own, all of a formation by its id or name, the next of those that are alike
   *  by what they are. A part of a name will do where it means one formation. */
  calledSo(name, among) {
    const wanted = name.trim().toLowerCase();
    const of = [...among].map((key) => this.pieces.get(key));
    const keys = (those) => those.map(({ key }) => key);
    const own = of.find((piece) => piece.name.toLowerCase() === wanted);
    if (own) return [own.key];
    const stands = of.filter((piece) => piece.name.toLowerCase().startsWith(`${wanted}-`));
    if (stands.length) return keys(stands);
    const bare = ({ name }) => name.toLowerCase().replace(/ \([^)]*\)$/, "");
    const groups = this.tray.groups.map((group, n) => ({ n, called: [group.name.toLowerCase(), bare(group)] }));
    // Of formations that go by one name the next is meant of which something waits.
    const so = groups.filter(({ called }) => called.includes(wanted)).map(({ n }) => of.filter((piece) => piece.group === n)).filter((those) => those.length);
    const formation = so.find((those) => those.some((piece) => !piece.at && !this.singles.has(piece.key))) ?? so[0];
    if (formation) return keys(formation);
    const kinds = new Set(of.map((piece) => piece.kind.toLowerCase()));
    const near = wanted.length > 2 ? [...kinds].filter((kind) => kind.includes(wanted)) : [];
    const [meant] = kinds.has(wanted) ? [wanted] : near.length === 1 ? near : [];
    const alike = of.filter((piece) => piece.kind.toLowerCase() === meant);
    const waits = alike.find((piece) => !piece.at && !this.singles.has(piece.key)) ?? alike[0];
    if (waits) return [waits.key];
    const parts = wanted.length > 2 ? groups.filter(({ called }) => called[0].includes(wanted)) : [];
    return parts.length === 1 ? keys(of.filter((piece) => piece.group === parts[0].n)) : [];
  },

  /** Whether the form takes something by this name that is no piece of the tray. */
  takes(name) {
    const signs = (text) => text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
    const isSo = (known) => signs(known) === signs(name);
    return (this.tray.others ?? []).some(isSo) && ![...this.pieces.values()].some((piece) => isSo(piece.name));
  },

  /** Names of the tray that are nearly this one: " Near it: 1./Grenadier." */
  nearTo(name, names) {
    const typed = name.toLowerCase().replace(/\s+/g, "");
    const wordsOf = (one) => one.toLowerCase().split(/[\s,;]+/).filter(Boolean);
    const far = (one) => Math.min(...[...wordsOf(one), wordsOf(one).join("")].map((word) => lettersApart(typed, word)));
    const found = typed.length < 3 ? [] : [...new Set(names)].map((one) => [far(one), one]).filter(([letters]) => letters <= Math.min(3, Math.floor(typed.length / 3)));
    const near = found.sort(([one], [other]) => one - other).slice(0, MOST_NEAR).map(([, one]) => one);
    return near.length ? ` Near it: ${near.join(", ")}.` : "";
  },

  /** A place that is typed, in inches or by its name, with the facing behind it; nothing where it is neither. */
  placed(text) {
    // Where nothing faces anywhere a third figure is none, so a comma can be that of a decimal.
    const turns = [...this.pieces.values()].some((piece) => piece.turns);
    const [, x, y, turned] = turns ? text.match(/^(\d+(?:\.\d{1,2})?)[\s,]+(\d+(?:\.\d{1,2})?)(?:[\s,]+(\d{1,3}))?$/) ?? [] : [];
    if (x) return { x: Math.round(x * 100), y: Math.round(y * 100), facing: turned };
    const plain = readPlace(turns ? text : text.replace(/\s*,\s/g, " ").trim().split(/\s+/).slice(0, 2).join(" "));
    if (plain) return plain;
    const [, name, facing] = text.match(/^(.*?)[\s,]+(\d{1,3})$/) ?? [];
    const called = (wanted) => wanted && (this.tray.places ?? []).find(([known]) => known.toLowerCase() === wanted.trim().toLowerCase())?.[1];
    const place = called(text);
    if (place) return { ...place, facing: undefined };
    const there = called(name);
    return there ? { ...there, facing } : null;
  },

  /** The names before a colon. They may hold spaces; where every word is a name of its own, spaces part them too. */
  partsOf(names, free) {
    const isName = (name) => isId(name) || this.takes(name) || this.calledSo(name, free).length > 0;
    if (isName(names.trim())) return [names.trim()];
    return names.split(",").map((name) => name.trim()).filter(Boolean).flatMap((name) => {
      const words = name.split(/\s+/);
      return !isName(name) && words.every(isName) ? words : [name];
    });
  },

  /** Gives pieces the places that a list names, but for those of which an entry is passed over. What it says of nothing in the
   *  tray is handed back, as it is written. */
  take(list, passes = () => false) {
    const free = new Set(this.pieces.keys());
    const known = this.tray.groups.flatMap((group) => [group.name.replace(/ \([^)]*\)$/, ""), ...group.pieces.map(({ kind }) => kind)]);
    const ids = [...this.pieces.values()].filter(({ turns }) => turns).map((piece) => piece.name);
    const others = [];
    // Where all places are told at once, a stand may be told apart from its formation behind it.
    const together = new Set();
    for (const entry of this.entries(list)) {
      const [, of, where] = entry.match(/^([^:]+):\s*(.+)$/) ?? [];
      const place = of && this.placed(where.trim());
      if (!place) {
        const near = where && !/^\d/.test(where) ? this.nearTo(where.split(/\s+/)[0], (this.tray.places ?? []).map(([name]) => name)) : "";
        this.faults.push(`“${entry}” cannot be read.${near}`);
        others.push(entry);
        continue;
      }
      if (!this.hand.holds(place)) {
        this.faults.push(`“${entry}”: ${this.hand.beyond(place)}`);
        others.push(entry);
        continue;
      }
      const strange = [];
      for (const name of this.partsOf(of, free)) {
        let keys = this.takes(name) ? [] : this.calledSo(name, free);
        if (!keys.length && this.tray.whole && !this.takes(name)) keys = this.calledSo(name, together);
        if (!keys.length) strange.push(name);
        if (!keys.length && !this.takes(name)) this.faults.push(`“${entry}”: ${name} is not in your tray, or is named twice.${this.nearTo(name, isId(name) ? ids : known)}`);
        for (const key of keys) {
          free.delete(key);
          if (keys.length > 1) together.add(key);
          else together.delete(key);
          if (passes(entry, key, place)) continue;
          this.singles.set(key, { x: place.x, y: place.y, facing: place.facing === undefined ? this.pieces.get(key).facing ?? this.tray.facing : Number(place.facing) });
        }
      }
      if (strange.length) others.push(`${strange.join(", ")}: ${where.trim()}`);
    }
    if (this.faults.length) this.faults.unshift(`${this.singles.size === 1 ? "One place" : `${this.singles.size} places`} can be read.`);
    return others;
  },
});
