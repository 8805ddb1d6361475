
// What is done on the map: a cursor, what is picked, where it can go, and the order that comes of it.

const escaped = (words) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const twice = (name, path) => (path ? `<path class="${name}" d="${path}"/><path class="${name}" d="${path}"/>` : "");
// More enemies than these are pressed on the map.
const MOST_FOES = 6;
const put = (tag, words, more = {}) => Object.assign(document.createElement(tag), { textContent: words }, more);

/** What the reader owes an answer to beside the map. */
const question = () => document.querySelector(".wb-rest > .yours, .hb-asked");
const owes = () => Boolean(question());

/** What it asks, to tell it from what was asked before. */
const asks = () => (question()?.textContent ?? "").replace(/\s+/g, " ").trim();

/** Which throw is told as the latest. */
const threw = () => document.querySelector("#latest a")?.hash ?? "";

class Hand {
  constructor(root) {
    this.root = root;
    this.id = root.id;
    this.sight = new Sight(root);
    this.keys = [];
    this.read();
    this.sight.apply();
    this.sight.centre(this.sight.middle ?? this.middle());
    this.recall();
    this.listen();
    this.owes = owes();
    [this.threw, this.asks] = [threw(), asks()];
    this.draw();
    this.lookBack();
    if (this.owes) this.bringUp(question());
  }

  part(name) {
    return document.getElementById(`${this.id}-${name}`);
  }

  /** Reads what the page says, as far as it is another than before. */
  read() {
    const { grid, rows, terrain, places, acts, reaches, notes } = this.root.dataset;
    const ground = [grid, rows, terrain, places].join("\f");
    const todo = [acts, reaches, notes].join("\f");
    if (this.groundText !== ground) [this.groundText, this.ground] = [ground, new Ground(this.root.dataset)];
    if (this.actsText !== todo) [this.actsText, this.acts] = [todo, new Acts(this.root.dataset)];
    // What has been drawn from what the page said before is drawn again.
    this.version = (this.version ?? 0) + 1;
    this.cursor = this.cursor && (this.ground.hexes.get(this.cursor.label) ?? null);
    this.hover = null;
    this.sight.root = this.root;
    this.markPut();
  }

  /** The page has been drawn anew: what is picked stays as long as it can do something. */
  again(byOthers = false) {
    const stood = this.acts.of(this.keys)[0]?.from;
    const could = this.actsText;
    this.read();
    // A stack that was laid out may be another now, and it lies over the map of what has happened.
    this.fan(null);
    // What was open before the act is told no longer.
    if (this.actsText !== could) this.say("");
    this.sight.apply();
    this.recall();
    const stands = this.acts.of(this.keys)[0]?.from;
    if (!this.acts.of(this.keys).length) this.keys = [];
    // What is ordered stays in view when it moves; the map stays where it is otherwise.
    if (stood && stands && stood !== stands) {
      if (this.cursor?.label === stood) this.cursor = this.ground.hexes.get(stands);
      this.sight.follow(this.ground.hexes.get(stands));
    }
    // What was only looked at makes room for what others ask.
    if (byOthers && owes() && !this.owes && !this.keys.length) this.cursor = null;
    this.owes = owes();
    const field = this.field();
    if (field && this.given && !document.getElementById(`r-${this.id}-order`)) field.value = "";
    this.given = false;
    // A throw that came while something is picked is read at once; it gives way to the next that is looked at.
    const [thrown, asked] = [threw(), asks()];
    const falls = Boolean(thrown) && thrown !== this.threw;
    if (falls) this.thrown = this.seen();
    const comes = byOthers && (falls || (asked && asked !== this.asks));
    [this.threw, this.asks] = [thrown, asked];
    // The boxes and buttons below the map are made anew; the one that has the focus keeps it.
    const held = this.root.contains(document.activeElement) ? document.activeElement.id : "";
    this.draw();
    this.lookBack();
    // Whoever is filling in a form is not taken away from it.
    if (comes && !document.activeElement?.closest(".wb-scroll form")) this.bringUp(question() ?? document.getElementById("latest"));
    if (held && document.activeElement === document.body) (document.getElementById(held) ?? this.sight.pan).focus({ preventScroll: true });
  }

  /** At a moment of the past what it has changed is looked at. */
  lookBack() {
    if (!document.querySelector(".scrubbing")) return;
    const marks = [...this.sight.map.querySelectorAll(".hb-key-passed, .hb-gone, .hb-lost")];
    const boxes = marks.map((mark) => mark.getBoundingClientRect()).filter(({ width, height }) => width || height);
    if (!boxes.length) return;
    const most = (pick, of) => of(...boxes.map(pick));
    const [left, top] = [most((box) => box.left, Math.min), most((box) => box.top, Math.min)];
    const [right, bottom] = [most((box) => box.right, Math.max), most((box) => box.bottom, Math.max)];
    this.sight.reveal({ left, top, right, bottom });
  }

  field() {
    return document.getElementById(`${this.id}-order-field`);
  }

  /** The middle of what is attacked, or of what can be ordered, or of all counters, or of the map. */
  middle() {
    const box = this.sight.map.querySelector(".hb-target")?.getBBox();
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
    const own = this.acts.rows.map((act) => act.from);
    const all = [...this.sight.map.querySelectorAll(".hb-stack")].map((stack) => stack.id.slice(`${this.id}-s`.length));
    const hexes = (own.length ? own : all).map((label) => this.ground.hexes.get(label)).filter(Boolean);
    const mean = (along) => hexes.reduce((sum, hex) => sum + hex[along], 0) / hexes.length;
    return hexes.length ? [mean("x"), mean("y")] : [this.sight.full.width / 2, this.sight.full.height / 2];
  }

  targets(act) {
    return this.acts.targets(act, this.ground.digits);
  }

  /** What the picked could do in a hex: first act of each word. */
  options(hex) {
    if (!hex) return [];
    return this.acts.of(this.keys).map((act) => ({ act, target: this.targets(act).get(hex.label) })).filter(({ target }) => target?.ends);
  }

  /** The hexes on the way to a target, from the first entered to the target. */
  way(act, target) {
    const way = [];
    for (let at = target; at && way.length <= this.ground.hexes.size;) {
      way.unshift(at.label);
      const before = at.back < 0 ? null : this.ground.beside(this.ground.hexes.get(at.label), at.back);
      if (!before || before.label === act.from) break;
      at = this.targets(act).get(before.label) ?? { label: before.label, back: -1 };
    }
    return way;
  }

  names(keys) {
    return keys.map((key) => (this.row(key)?.querySelector(".hb-name") ?? this.part(`p-${key}`)?.querySelector("span"))?.textContent ?? key).join(", ");
  }

  row(key) {
    return this.part(`w-${key}`);
  }

  pick(keys) {
    this.keys = keys;
    this.draw();
    const act = this.acts.of(keys)[0];
    const budget = act?.budget ? ` ${act.budget} ${act.unit}.` : "";
    const open = [...this.legal().values()];
    const verbs = [...new Set(open.map(({ act: { verb } }) => verb))].join(", ");
    // What can be done only where it stands opens no hex.
    const can = open.every(({ target }) => target.label === act?.from) ? `Here: ${verbs}.` : `${open.length === 1 ? "1 hex is" : `${open.length} hexes are`} open.`;
    this.say(act ? `${this.names(keys)} picked.${budget} ${can}` : `${this.names(keys)}: nothing can be done together.`);
  }

  letGo() {
    if (!this.keys.length) return;
    this.keys = [];
    this.draw();
    this.say("Let go.");
  }

  /** Every hex in which the picked could do something. */
  legal() {
    const legal = new Map();
    for (const act of this.acts.of(this.keys)) {
      for (const target of this.targets(act).values()) {
        if (target.ends && !legal.has(target.label)) legal.set(target.label, { act, target });
      }
    }
    return legal;
  }

  /**
   * Enter, or a press: goes where it can only go, asks where anything else can be done, picks up where something stands.
   * The second press of a double one confirms nothing: the reader has not yet seen what the first has changed.
   */
  press(hex, sure, single = true, pointed = false) {
    if (!hex) return;
    // An enemy is pressed: whoever could attack there is meant, where nobody is picked.
    if (pointed && !this.keys.length && !this.acts.at(hex.label).length) this.keys = this.against(hex)?.keys ?? [];
    const options = this.options(hex);
    const again = single && this.cursor === hex;
    this.cursor = hex;
    const own = this.acts.at(hex.label);
    const held = this.keys.length && own.some((act) => sameKeys(act.keys, this.keys));
    // Only a plain way is gone at a press; what fires, declares or places is done by its button.
    if (options.length === 1 && options[0].act.plain && (sure || again) && (!own.length || held)) return this.give(options[0]);
    if (!options.length && own.length && !held) return this.pick(this.acts.first(hex.label).keys);
    this.draw();
    // What is weighed in a panel is opened at once; another kind is chosen beside it.
    const weighed = this.options(hex);
    if (pointed && !own.length && weighed.length && weighed.every(({ act }) => act.sends.startsWith("#"))) {
      this.speak(hex);
      return this.lead(weighed[0], false);
    }
    // What flies or fires from afar has no stack beside the hex: the one panel that weighs it is opened like an attack's.
    const afar = pointed && !this.keys.length && !own.length && this.sight.fills ? this.weighed(hex.label) : [];
    if (afar.length === 1) {
      this.speak(hex);
      return this.unfold(afar[0], false);
    }
    if (options.length) this.part("deed").querySelector("button")?.focus({ preventScroll: !sure || this.sight.fills });
    else this.speak(hex);
  }

  /** The first act in which something is weighed against a hex. */
  against(hex) {
    return this.acts.rows.find((act) => act.sends.startsWith("#") && this.targets(act).get(hex.label)?.ends);
  }

  /** The panels of the page in which something is weighed against a hex, whoever does it: air strikes too. */
  weighed(label) {
    return [...this.root.querySelectorAll(`.wb-panel .panel .panel[id$="-${label}"], .wb-panel .panel[id$="-${label}"]`)].filter((panel) => panel.querySelector("form, .plan"));
  }

  /** Leads to the panel in which an act is weighed. */
  lead({ act, target }, raised = true) {
    const panel = document.getElementById(`${act.sends.slice(1)}-${target.label}`);
    this.name(panel, act.keys);
    this.unfold(panel, raised);
  }

  /** Who is picked on the map is picked in the panel, where it asks who does it. */
  name(panel, keys) {
    for (const input of panel?.querySelectorAll("input[data-counter]") ?? []) {
      if (input.checked || !keys.includes(input.dataset.counter)) continue;
      input.checked = true;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  unfold(panel, raised = true) {
    panel?.querySelectorAll("details").forEach((details) => { details.open = true; });
    for (let around = panel?.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    const heading = panel?.querySelector("h2");
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
    raise(panel, raised);
  }

  /** Writes the order and sends it, or leads to where more is asked. */
  give({ act, target }) {
    if (act.sends.startsWith("#")) return this.lead({ act, target });
    const field = this.field();
    if (!field) return;
    const where = act.sends === "way" ? this.way(act, target) : [target.label];
    field.value = [...act.keys, act.word, ...where].join(" ");
    this.given = true;
    this.sight.pan.focus({ preventScroll: true });
    document.getElementById(`b-${this.id}-order`)?.click();
  }

  /** Says once, after the cursor has come to rest, what a hex is. */
  speak(hex) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.say(this.told(hex)), 120);
  }

  say(words) {
    this.part("voice").textContent = words;
    // What was said of an act before is over.
    if (words) document.dispatchEvent(new Event("hush"));
  }

  told(hex) {
    const standing = [...(this.part(`h${hex.label}`)?.querySelectorAll("li:not(.hb-sum)") ?? [])].map((item) => item.textContent.replace(/\s+/g, " ").trim());
    const open = this.options(hex).map((option) => this.costs(option));
    const closed = this.keys.length && !open.length && hex.label !== this.acts.of(this.keys)[0]?.from;
    const parts = [hex.label, hex.place?.name, hex.kind?.name, ...standing, ...open, closed && `not open to ${this.whom()}`].filter(Boolean);
    // Some of what stands there is told in sentences.
    return parts.map((part) => part.trim().replace(/\.$/, "")).join(", ") + ".";
  }

  /** What is picked, in the middle of a sentence. */
  whom() {
    return this.keys.length === 1 ? "it" : "them";
  }

  costs({ act, target }) {
    const cost = target.cost ? `: ${target.cost}${act.budget ? ` of ${act.budget}` : ""} ${act.unit}` : "";
    return act.verb + cost + (target.note ? `, ${target.note}` : "");
  }

  /** What is picked and looked at, by its name. */
  seen() {
    return [...this.keys, this.cursor?.label].join();
  }

  draw() {
    if (this.thrown !== undefined && this.thrown !== this.seen()) this.thrown = undefined;
    this.root.toggleAttribute("data-thrown", this.thrown !== undefined);
    const seen = this.hover ?? this.cursor;
    this.drawOpen();
    this.drawSeen(seen);
    this.deed(seen);
    // What one merely passes over is told in the line below; what is picked stays in the panel.
    this.inspect(this.sight.fills ? this.cursor : seen);
  }

  /** Where the picked can go and what they can attack: drawn again only when something else is picked. */
  drawOpen() {
    const sign = [this.version, ...this.keys].join();
    if (sign === this.open) return;
    this.open = sign;
    const legal = [...this.legal().values()];
    const hexes = (goes) => legal.filter(({ act }) => (act.sends === "way") === goes).map(({ target }) => this.ground.hexes.get(target.label)).filter(Boolean);
    const [roads, foes] = [hexes(true), hexes(false)];
    const inside = new Set(roads);
    const edge = (hex) => VECTORS.map((_, side) => (inside.has(this.ground.beside(hex, side)) ? "" : this.ground.side(hex, side))).join("");
    const outlines = (all) => all.map((hex) => this.ground.outline(hex)).join("");
    this.part("under").innerHTML = `<path class="hb-legal" d="${outlines([...roads, ...foes])}"/>` + twice("hb-rim", roads.map(edge).join("")) +
      twice("hb-foe", outlines(foes)) + legal.map(({ act, target }) => this.cost(act, target)).join("");
    for (const stack of this.root.querySelectorAll(".hb-stack.picked")) stack.classList.remove("picked");
    const from = this.acts.of(this.keys)[0]?.from;
    if (from) this.part(`s${from}`)?.classList.add("picked");
    for (const button of this.root.querySelectorAll("[data-pick]")) button.setAttribute("aria-pressed", String(this.keys.includes(button.dataset.pick)));
  }

  /** What waits beside the map may go where nobody looks just now: the nearest of its hexes comes into view. */
  lookAtOpen() {
    const [x, y] = this.sight.looked();
    const far = (hex) => Math.hypot(hex.x - x, hex.y - y);
    const open = [...this.legal().values()].map(({ target }) => this.ground.hexes.get(target.label)).filter(Boolean);
    const [nearest] = open.sort((one, other) => far(one) - far(other));
    if (nearest) this.sight.show(nearest);
  }

  /** The cursor, and the way to the hex looked at. */
  drawSeen(seen) {
    const option = this.options(seen).find(({ act }) => act.sends === "way");
    const way = option && [option.act.from, ...this.way(option.act, option.target)].map((label) => this.ground.hexes.get(label)).filter(Boolean);
    this.part("over").innerHTML = (way ? twice("hb-way", "M" + way.map((hex) => `${hex.x} ${hex.y}`).join("L")) : "") +
      (this.hover && this.hover !== this.cursor ? `<path class="hb-hover" d="${this.ground.outline(this.hover, 0.94)}"/>` : "") +
      (this.cursor ? twice("hb-cursor", this.ground.outline(this.cursor, 0.9)) : "") + (option ? this.cost(option.act, option.target) : "");
  }

  cost(act, target) {
    const hex = this.ground.hexes.get(target.label);
    if (!hex || !target.cost || act.sends !== "way") return "";
    return `<text class="hb-cost" x="${hex.x}" y="${hex.y + 6}">${escaped(target.cost)}</text>`;
  }

  /** The line that says what is picked, what it would do in the hex looked at, and the buttons that do it. */
  deed(hex) {
    const deed = this.part("deed");
    if (!this.keys.length) return this.offer(deed, hex);
    const options = this.options(hex);
    const own = hex ? this.acts.at(hex.label).filter((act) => !sameKeys(act.keys, this.keys)) : [];
    const sign = [this.version, this.keys, hex?.label].join();
    const first = this.acts.of(this.keys)[0];
    // A hex is pointed at before it is pressed: the reason is asked at the press, whatever stands here by then.
    const isClosed = !options.length && first && hex && hex === this.cursor && hex.label !== first.from;
    if (sign !== this.deedSign) this.whySign = "";
    if (isClosed && this.whySign !== sign) this.askWhy(hex, this.whySign = sign);
    if (sign === this.deedSign) return;
    this.deedSign = sign;
    const line = document.createElement("p");
    line.append(put("strong", this.names(this.keys)), first?.budget ? `, ${first.budget} ${first.unit}. ` : ". ");
    const at = hex ? `${hex.label}${hex.place ? ` ${hex.place.name}` : ""}` : "";
    if (options.length) line.append(`${at} – ${options.map((option) => this.costs(option)).join("; ")}.`);
    else if (!first) line.append("They can do nothing together.");
    else if (hex && hex.label !== first.from) line.append(`${at} is not open to ${this.whom()}. `, put("span", "", { id: `${this.id}-why` }));
    else line.append(`The marked hexes are open to ${this.whom()}.`);
    const button = (words, act, name = words) => {
      const made = put("button", words, { type: "button", className: "btn", id: `${this.id}-d-${name.replace(/\W+/g, "-")}` });
      made.addEventListener("click", (event) => { if (event.detail < 2) act(); });
      return made;
    };
    // What is done in a hex and no way leads to is done at once: its button names the hex.
    const where = ({ act: { verb, sends }, target }) => (sends === "way" || sends === "nothing" || sends.startsWith("#") ? verb : `${verb}: ${target.label}`);
    const buttons = options.map((option) => button(where(option), () => this.give(option), option.act.verb));
    const near = options.length ? null : this.beside(hex);
    // Whoever presses other pieces of his own means them as often as their hex: neither is for the thoughtless.
    if (own.length && options.length) buttons.unshift(button("Pick these instead", () => { this.pick(own[0].keys); this.sight.pan.focus(); }));
    else buttons[0]?.classList.add("go");
    // It may leave too little for an attack, which the rules of each kind ask for: no key for the thoughtless.
    if (near) {
      const { act: { budget, unit }, target: { label, cost } } = near;
      const left = Number(budget.split(" ")[0]) - Number(cost);
      const told = [label, this.ground.hexes.get(label).place?.name, cost && `${cost} ${unit}`, left >= 0 && cost && `${left} left`];
      buttons.push(button(`Move beside it: ${told.filter(Boolean).join(", ")}`, () => this.give(near), "beside"));
    }
    if (!options.length && this.sight.fills) buttons.push(...this.inReach(button));
    // Air strikes and bombardments of the hex, whoever is picked.
    const led = options.map(({ act, target }) => `${act.sends.slice(1)}-${target.label}`);
    for (const panel of hex && this.sight.fills ? this.weighed(hex.label) : []) {
      if (!led.includes(panel.id)) buttons.push(button(panel.querySelector("h2")?.textContent ?? panel.id, () => this.unfold(panel)));
    }
    buttons.push(...this.putKeys(button));
    buttons.push(button("Let go", () => { this.letGo(); this.sight.pan.focus(); }));
    deed.replaceChildren(line, ...buttons);
  }

  /** Asks the rules why the picked cannot do anything in a hex, once the cursor rests there. */
  askWhy(hex, sign) {
    clearTimeout(this.asking);
    const enemy = this.isFoe(hex);
    const acts = this.acts.of(this.keys).filter(({ sends }) => sends !== "nothing");
    const act = acts.find(({ sends }) => (sends === "way") !== enemy) ?? acts[0];
    const form = this.field()?.form;
    if (!act || !form) return;
    this.asking = setTimeout(async () => {
      const body = new URLSearchParams(new FormData(form));
      body.set(this.field().name, [...act.keys, act.word, hex.label].join(" "));
      body.set("why", "1");
      const answer = await fetch(form.action, { method: "POST", body, headers: { "hx-request": "true" } }).catch(() => null);
      const why = answer?.ok ? (await answer.text()).trim() : "";
      const line = this.part("why");
      if (!why || !line || this.deedSign !== sign) return;
      line.textContent = why;
      this.say(`${hex.label} is not open to ${this.whom()}. ${why}`);
    }, 250);
  }

  /** Whether somebody else stands in a hex than the side of the picked. */
  isFoe(hex) {
    const side = (row) => row?.querySelector(".side")?.textContent;
    const stands = side(this.part(`h${hex.label}`)?.querySelector("li[data-key]"));
    const own = side(this.row(this.keys[0])) ?? document.querySelector(".mast .badge .side")?.textContent;
    return Boolean(stands) && stands !== own;
  }

  /** The cheapest way to a hex beside an enemy that is out of reach of the picked: attacks are weighed there. */
  beside(hex) {
    if (!hex || !this.isFoe(hex)) return null;
    const around = VECTORS.map((_, n) => this.ground.beside(hex, n)?.label);
    // Who stands there already need not go.
    if (around.includes(this.acts.of(this.keys)[0]?.from)) return null;
    const legal = this.legal();
    const ways = around.map((label) => legal.get(label)).filter((option) => option?.act.sends === "way");
    const cost = ({ target }) => Number.parseFloat(target.cost) || 0;
    return ways.sort((one, other) => cost(one) - cost(other))[0] ?? null;
  }

  /** What the picked can attack, by name and place: a press opens the planner. */
  inReach(button) {
    const verbs = new Map();
    for (const act of this.acts.of(this.keys).filter(({ sends }) => sends.startsWith("#"))) {
      for (const { label, ends } of this.targets(act).values()) {
        if (ends) verbs.set(label, [...(verbs.get(label) ?? []), act.verb]);
      }
    }
    return [...verbs].slice(0, MOST_FOES).map(([label, can]) => {
      const hex = this.ground.hexes.get(label);
      const names = [...(this.part(`h${label}`)?.querySelectorAll(".hb-name") ?? [])].map((name) => name.textContent);
      const who = names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and ");
      const place = [hex?.place?.name, label].filter(Boolean).join(" ");
      const made = button(`${place}: ${who}`, () => this.weigh(hex));
      made.append(put("span", [...new Set(can)].join(", "), { className: "note" }));
      made.classList.add("hb-target-of");
      return made;
    });
  }

  /** A button of the panel leads to an attack on a hex: the sheet of a phone rises. */
  weigh(hex) {
    this.cursor = hex;
    this.sight.follow(hex);
    this.draw();
    const first = this.options(hex).find(({ act }) => act.sends.startsWith("#"));
    if (first) this.lead(first);
  }

  /** Nothing is picked: what can be weighed against the hex looked at. */
  offer(deed, hex) {
    const panels = hex && this.sight.fills ? this.weighed(hex.label) : [];
    const sign = [this.version, "", panels.map((panel) => panel.id)].join();
    if (sign === this.deedSign) return;
    this.deedSign = sign;
    deed.replaceChildren(...panels.map((panel) => {
      const made = put("button", panel.querySelector("h2")?.textContent ?? panel.id, { type: "button", className: "btn" });
      made.addEventListener("click", () => this.unfold(panel));
      return made;
    }));
  }

  /** A stack laid out beside the pointer, piece by piece with its name. */
  fan(hex, at) {
    const fan = this.part("fan");
    if (!fan) return;
    const rows = [...(hex && this.part(`h${hex.label}`)?.querySelectorAll("li[data-key]") || [])];
    if (!rows.length) return fan.replaceChildren();
    const list = document.createElement("ul");
    for (const row of rows) {
      const item = document.createElement("li");
      const face = this.face(row.dataset.key);
      if (face) item.append(face);
      item.append(put("span", row.querySelector(".hb-name").textContent));
      list.append(item);
    }
    fan.replaceChildren(put("p", [hex.place?.name, hex.label, hex.kind?.name].filter(Boolean).join(", ")), list);
    this.sight.beside(fan, at);
  }

  /** The counter by itself. */
  face(key) {
    const drawn = this.sight.map.querySelector(`.hb-k[data-k="${CSS.escape(key)}"]`)?.cloneNode(true);
    if (!drawn) return null;
    drawn.removeAttribute("transform");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "hb-alone");
    svg.setAttribute("viewBox", "-2 -2 44 44");
    svg.setAttribute("aria-hidden", "true");
    svg.append(drawn);
    return svg;
  }

  /** The hex looked at with its ground and every counter in it, large, each to be picked by itself. */
  inspect(hex) {
    const inspector = this.part("inspector");
    const sign = [this.version, this.keys, hex?.label].join();
    if (sign === this.inspected) return;
    this.inspected = sign;
    if (!hex) {
      this.looked = null;
      return inspector.replaceChildren();
    }
    const head = put("p", [hex.label, hex.place?.name].filter(Boolean).join(" "), { className: "hb-title" });
    const ground = put("p", [hex.kind?.name, hex.kind?.effect, hex.place?.note].filter(Boolean).join(" · "), { className: "note" });
    const list = document.createElement("ul");
    for (const row of this.part(`h${hex.label}`)?.querySelectorAll("li") ?? []) list.append(this.entry(row));
    inspector.replaceChildren(head, ground, ...(list.children.length ? [list] : []));
    if (hex.label !== this.looked) this.bringUp(this.part("deed"));
    this.looked = hex.label;
  }

  /** Brings what was picked into the part of the panel that is seen, where it is not. */
  bringUp(part) {
    const box = part.closest(".wb-scroll");
    if (!box) return;
    const [here, edge] = [part.getBoundingClientRect().top, box.getBoundingClientRect()];
    if (here < edge.top || here > edge.top + edge.height / 2) box.scrollTop += here - edge.top - 8;
  }

  entry(row) {
    const item = document.createElement("li");
    const key = row.dataset.key;
    const words = document.createElement("span");
    for (const node of row.childNodes) words.append(node.cloneNode(true));
    if (!key) {
      item.append(words);
      return item;
    }
    const svg = this.face(key) ?? "";
    if (!this.acts.names(key)) {
      item.append(svg, words);
      return item;
    }
    const label = document.createElement("label");
    const box = put("input", "", { type: "checkbox", checked: this.keys.includes(key), id: `${this.id}-i-${key}` });
    box.addEventListener("change", () => {
      const here = this.keys.filter((other) => other !== key && this.part(`h${this.cursor?.label}`)?.contains(this.row(other)));
      const keys = box.checked ? [...here, key] : here;
      if (keys.length) this.pick(keys); else this.letGo();
      this.part(`i-${key}`)?.focus();
    });
    label.append(box, svg, words);
    item.append(label);
    return item;
  }
}
