
// Stacks that a reader has put off, or has decided to leave where they stand, until the phase is another. It is his own list:
// nothing of it is sent, and whoever stays can still be ordered.

const putOff = (id) => `${kept(id)} put off`;

/** Where play stands: what was put off in another phase does not count. */
const phaseNow = () => document.querySelector(".mast .where span")?.textContent ?? "";

Object.assign(Hand.prototype, {
  /** What was put off in this phase, and what stays: hexes by their numbers. */
  put() {
    const old = JSON.parse(sessionStorage.getItem(putOff(this.id)) ?? "null");
    return old?.phase === phaseNow() ? old : { phase: phaseNow(), stays: [], later: [] };
  },

  /** Stacks in the order in which they come next: who has to act first, who stays is passed over, what was put off last. */
  inTurn() {
    const { stays, later } = this.put();
    const owes = ({ label }) => this.root.querySelector(`.hb-todo [data-take="${label}"][data-owes]`) !== null;
    const all = this.stacks();
    const left = [...all.filter(owes), ...all.filter((hex) => !owes(hex) && !stays.includes(hex.label))];
    const first = left.filter(({ label }) => !later.includes(label));
    return [...first, ...later.map((label) => left.find((hex) => hex.label === label)).filter(Boolean)];
  },

  /** The keys for the stack that is picked, where the list of what can still be done has it. */
  putKeys(button) {
    const from = this.acts.of(this.keys)[0]?.from;
    const row = from && this.root.querySelector(`.hb-todo:not(.hb-asked) [data-take="${from}"]`);
    if (!row || !this.sight.fills) return [];
    // What has to be done can come later, and is not left.
    if (row.hasAttribute("data-owes")) return [button("Later", () => this.putAway(from, "later"))];
    const stays = this.put().stays.includes(from);
    const stay = button(stays ? "Stays here" : "Stay here", () => this.putAway(from, stays ? "back" : "stays"), "Stay");
    stay.setAttribute("aria-pressed", String(stays));
    return stays ? [stay] : [stay, button("Later", () => this.putAway(from, "later"))];
  },

  /** Puts a stack off, leaves it where it stands, or takes that back; the next one comes to hand. */
  putAway(label, where) {
    const put = this.put();
    const without = (list) => list.filter((one) => one !== label);
    const now = { ...put, stays: without(put.stays), later: without(put.later) };
    if (where !== "back") now[where].push(label);
    sessionStorage.setItem(putOff(this.id), JSON.stringify(now));
    // What the box says of this stack is another now.
    this.version += 1;
    this.markPut();
    if (where === "back") return this.draw();
    const next = this.inTurn().find((hex) => hex.label !== label);
    if (next) return this.take(next);
    this.letGo();
    this.say("Every stack has been looked at.");
  },

  /** Says in the list which stacks stay and which come later. */
  markPut() {
    const { stays, later } = this.put();
    for (const row of this.root.querySelectorAll(".hb-todo [data-take]")) {
      const words = stays.includes(row.dataset.take) ? "Stays here" : later.includes(row.dataset.take) ? "Later" : "";
      row.toggleAttribute("data-put", Boolean(words));
      row.querySelector(".hb-put")?.remove();
      if (words) row.append(put("span", words, { className: "note hb-put" }));
    }
  },
});
