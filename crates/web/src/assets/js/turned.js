// A long form of rows of keys is told one row a screen: how far one is stands above it, and what comes next on the button.
// A list of all screens says what is told so far and leads to each; the last screen says what will be sent, what nobody has
// looked at, and what comes then. Without script all of it stands on one page. A row with
// fewer than four further questions fills no screen: such a form stays whole.

const long = "form[data-kept]:has(> .group > .keyed .keyed ~ .keyed ~ .keyed ~ .keyed)";
const place = (form) => `screen ${location.pathname} ${form.id}`;
const make = (tag, more = {}, ...within) => {
  const one = Object.assign(document.createElement(tag), more);
  one.append(...within);
  return one;
};
const button = (more, ...within) => make("button", { type: "button", className: "btn", ...more }, ...within);
const heading = (field) => field.querySelector(":scope > legend, :scope > h3")?.textContent.trim() ?? "";

/** The screens of a form: a row with further questions is one, and so is every group without such rows. */
function screens(form) {
  return [...form.querySelectorAll(":scope > .group")].flatMap((group) => {
    const rows = [...group.querySelectorAll(":scope > .keyed")];
    return rows.some((row) => row.querySelector(".keyed")) ? rows : [group];
  });
}

/** What is told on a screen: every row that counts something. */
function told(screen) {
  const rows = [screen, ...screen.querySelectorAll(".keyed")].filter((row) => row.matches(".keyed"));
  const counted = rows.flatMap((row) => {
    const keys = [...row.querySelectorAll(":scope > .keyrow > .key input, :scope > .keyrow > details > .keyrow.wide input")];
    const picked = keys.find((key) => key.checked);
    const says = picked?.labels[0]?.querySelector("span")?.firstChild?.textContent.trim();
    if (!picked || picked === keys[0] || says === "0") return [];
    const counts = row.querySelector(":scope > .hint > .what")?.textContent;
    const what = counts ?? (row === screen ? heading(screen.parentElement).split(": ").at(-1) : heading(row));
    return [`${what}: ${says}`];
  });
  return [...counted, ...entered(screen)].join(", ");
}

/** What is typed and ticked on a screen beside its keys. */
function entered(screen) {
  return [...screen.querySelectorAll(":scope > .field:not(.keyed)")].flatMap((field) => {
    const values = [...field.querySelectorAll("input:not([type=hidden]), select, textarea")].flatMap((one) => {
      if (!one.matches("[type=radio], [type=checkbox]")) return one.value.trim() ? [one.value.trim()] : [];
      return one.checked ? [one.labels[0]?.querySelector("span")?.firstChild?.textContent.trim() ?? ""] : [];
    });
    const name = field.querySelector("legend, .lab")?.textContent.trim() ?? "";
    return values.length ? [`${name}: ${values.join(", ")}`] : [];
  });
}

class Turned {
  constructor(form) {
    this.form = form;
    this.all = screens(form);
    this.sends = form.querySelector(":scope > .row:has([type=submit])");
    const id = (name) => `${name}-${form.id.slice(2)}`;
    this.ticks = make("span", { className: "one-ticks", ariaHidden: "true" });
    this.where = make("summary", { id: id("one-where") });
    this.list = make("ol", { className: "one-list" });
    this.index = make("details", { className: "one-index", id: id("one-all") }, this.where, this.list);
    this.back = button({ id: id("one-back"), textContent: "Back" });
    this.next = button({ id: id("one-next"), className: "btn go" });
    this.bar = make("div", { className: "one-bar" }, this.back, this.next);
    for (const old of form.querySelectorAll(":scope > :is(.one-head, .one-bar, .one-sum)")) old.remove();
    this.seen = new Set(JSON.parse(sessionStorage.getItem(`${place(form)} seen`) ?? "[]"));
    this.n = this.all.length;
    this.sum = make("section", { className: "one-sum stack-s", id: id("one-sum") });
    // What is sent in the end is read through first.
    if (this.sends && this.n > 1) this.all.push(this.sum);
    form.prepend(make("div", { className: "one-head" }, this.ticks, this.index));
    if (this.sends) this.sends.before(this.sum, this.bar);
    else form.append(this.bar);
    form.classList.add("by-one");
    this.back.addEventListener("click", () => this.turn(this.now - 1));
    this.next.addEventListener("click", () => this.turn(this.now + 1));
    for (const list of [this.list, this.sum]) {
      list.addEventListener("click", (event) => {
        const line = event.target.closest("[data-screen]");
        if (line) this.turn(Number(line.dataset.screen));
      });
    }
    this.index.addEventListener("toggle", () => { if (this.index.open) this.tell(); });
    for (const more of form.querySelectorAll(":scope > .group > .keyed > .keyrow > details:has(.keyed)")) more.open = true;
    this.show(Math.min(Number(sessionStorage.getItem(place(form)) ?? 0), this.all.length - 1));
  }

  show(n) {
    this.now = n;
    const screen = this.all[n];
    for (const one of this.all) one.hidden = one !== screen;
    for (const group of this.form.querySelectorAll(":scope > .group")) group.hidden = group !== screen && !group.contains(screen);
    const last = n === this.all.length - 1;
    this.back.setAttribute("aria-disabled", String(n === 0));
    this.next.hidden = last;
    if (screen !== this.sum) {
      this.seen.add(n);
      sessionStorage.setItem(`${place(this.form)} seen`, JSON.stringify([...this.seen]));
    }
    if (this.all.includes(this.sum)) this.sumUp();
    if (!last) this.next.textContent = `Next: ${heading(this.all[n + 1])}`;
    if (this.sends) this.sends.hidden = !last;
    this.where.textContent = screen === this.sum ? `All ${this.n}` : `${n + 1} of ${this.n}`;
    this.where.append(make("span", { className: "sr", textContent: ", show all" }));
    this.ticks.replaceChildren(...this.all.map((one, nth) => make("i", {
      className: [nth < n ? "done" : nth === n ? "here" : "", nth && one !== this.sum && one.parentElement !== this.all[nth - 1].parentElement ? "apart" : ""].join(" "),
    })));
  }

  /** Another screen, from its head on. */
  turn(n) {
    if (n < 0 || n >= this.all.length) return;
    this.index.open = false;
    this.show(n);
    sessionStorage.setItem(place(this.form), n);
    const screen = this.all[n];
    screen.tabIndex = -1;
    screen.focus({ preventScroll: true });
    this.form.scrollIntoView({ block: "start" });
    document.dispatchEvent(new CustomEvent("read", { detail: screen === this.sum ? `${heading(screen)}.` : `${heading(screen)}, ${n + 1} of ${this.n}.` }));
  }

  /** The last screen: what will be sent, what is missing, what comes then. */
  sumUp() {
    const rows = this.all.slice(0, this.n).map((screen, n) => ({ screen, n, told: told(screen) }));
    const list = make("ol", { className: "one-list" }, ...rows.filter((row) => row.told).map((row) => this.line(row)));
    const names = (those) => those.map(({ screen }) => heading(screen)).join(", ");
    const bare = rows.filter((row) => !row.told);
    const missed = rows.filter(({ n }) => !this.seen.has(n));
    const follows = this.form.querySelector(":scope > p")?.textContent.trim();
    this.sum.replaceChildren(
      make("h3", { textContent: "What will be sent" }),
      ...(list.firstChild ? [list] : []),
      ...(bare.length ? [make("p", {}, make("strong", { textContent: "Nothing told of: " }), `${names(bare)}.`)] : []),
      ...(missed.length ? [make("p", { className: "refusal" }, make("strong", { textContent: "Not looked at yet: " }), `${names(missed)}. It is sent as nothing.`)] : []),
      ...(follows ? [make("p", {}, make("strong", { textContent: "Then: " }), follows)] : []),
    );
  }

  line({ screen, n, told: words }) {
    const line = button({ className: "btn" }, make("strong", { textContent: heading(screen) }), " ", make("small", { textContent: words || "nothing" }));
    line.dataset.screen = n;
    if (n === this.now) line.setAttribute("aria-current", "true");
    return make("li", {}, line);
  }

  tell() {
    this.list.replaceChildren(...this.all.slice(0, this.n).map((screen, n) => this.line({ screen, n, told: told(screen) })));
  }
}

let turned = [];
const meet = () => {
  const focus = document.activeElement === document.body ? turned.find((one) => one.focus)?.focus : null;
  turned = [...document.querySelectorAll(long)].map((form) => new Turned(form));
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
};
// A field that is not filled in as it must be is shown before the browser complains about it.
document.addEventListener("invalid", (event) => {
  const of = turned.find((one) => one.form === event.target.form);
  const n = of?.all.findIndex((screen) => screen.contains(event.target)) ?? -1;
  if (n >= 0) of.show(n);
}, { capture: true });
document.addEventListener("focusin", (event) => {
  for (const one of turned) one.focus = one.form.contains(event.target) && event.target.id.startsWith("one-") ? event.target.id : null;
});
// Before anything measures the page: a form whose screens all stand open is many times as long.
document.addEventListener("htmx:after:swap", meet, { capture: true });
// What the keys say is set anew after that, and the last screen says what they say.
document.addEventListener("htmx:after:swap", () => setTimeout(() => {
  for (const one of turned) if (one.all[one.now] === one.sum) one.sumUp();
}));
meet();
