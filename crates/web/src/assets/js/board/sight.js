
// What is seen of the map: how large, and which part of it. Both stay through a redraw and through a reload.

// A moment of the past is looked at as the present is.
const kept = (id) => `board ${location.pathname.replace(/\/then\/\d+\//, "/")} ${id}`;

class Sight {
  constructor(root) {
    this.root = root;
    this.pan = root.querySelector(".hb-pan, .ib-pan");
    this.map = root.querySelector(".hb-map, .ib-map");
    this.full = this.map.viewBox.baseVal;
    const old = JSON.parse(sessionStorage.getItem(kept(root.id)) ?? "null");
    this.width = old?.width ?? this.first();
    this.counters = old?.counters ?? 100;
    this.middle = old ? [old.x, old.y] : null;
    this.listen();
  }

  /** Whether the map fills the page, which then does not scroll. */
  get fills() {
    return this.root.classList.contains("wb");
  }

  /** The width at which the whole map is seen. */
  whole() {
    const { clientWidth, clientHeight } = this.pan;
    const most = (this.fills ? 2 : 1.25) * this.full.width;
    return Math.max(160, Math.min(clientWidth, (clientHeight * this.full.width) / this.full.height, most));
  }

  /** The width at first: the whole map, but not so small that nothing on it could be read. */
  first() {
    return this.fills ? Math.max(this.whole(), 0.4 * this.full.width) : Math.max(this.whole(), 0.8 * this.full.width);
  }

  /** How much of the window of the map is seen: on a phone a sheet may lie over its lower part. */
  seen() {
    const { clientWidth, clientHeight } = this.pan;
    const sheet = this.root.querySelector(".wb-panel");
    if (!sheet || getComputedStyle(sheet).position !== "fixed") return [clientWidth, clientHeight];
    const covered = this.pan.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top;
    return [clientWidth, Math.max(clientHeight / 3, clientHeight - Math.max(0, covered))];
  }

  /** How much of the window of the map lies under the strip of a moment of the past, above and below. */
  under() {
    const strip = this.root.querySelector(".wb-map > .strip")?.getBoundingClientRect();
    if (!strip?.height || !this.fills) return [0, 0];
    const { top, bottom, height } = this.pan.getBoundingClientRect();
    return strip.top - top < height / 2 ? [strip.bottom - top, 0] : [0, bottom - strip.top];
  }

  get scale() {
    return this.width / this.full.width;
  }

  /** Brings what lies so on the screen into the part of the map that is seen, between strip and sheet, where it does not lie
   *  there whole. */
  reveal({ left, top, right, bottom }) {
    const pan = this.pan.getBoundingClientRect();
    const [wide, high] = this.seen();
    const [above, below] = this.under();
    const [from, to] = [pan.top + above, pan.top + high - below];
    if (left >= pan.left && right <= pan.left + wide && top >= from && bottom <= to) return;
    this.pan.scrollBy((left + right) / 2 - pan.left - wide / 2, (top + bottom - from - to) / 2);
  }

  /** Puts size and part back to where they are, after the page has been drawn. */
  apply() {
    this.map.style.width = `${Math.round(this.width)}px`;
    this.root.style.setProperty("--counters", this.counters / 100);
    this.measure();
    const range = this.root.querySelector(".hb-scale input");
    if (range) range.value = this.counters;
  }

  /** Tells the style sheet how large a unit of the drawing is, and how near one looks. */
  measure() {
    const { scale } = this;
    this.root.style.setProperty("--px", (1 / scale).toFixed(3));
    this.rule();
    this.root.dataset.near = scale < 0.24 ? "tiny" : scale < 0.6 ? "far" : "near";
  }

  /** Keeps the upper and the left ruler in view. */
  rule() {
    this.root.style.setProperty("--ruler-top", `${this.pan.scrollTop / this.scale}px`);
    this.root.style.setProperty("--ruler-left", `${this.pan.scrollLeft / this.scale}px`);
  }

  keep() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      const [x, y] = this.place(this.pan.clientWidth / 2, this.pan.clientHeight / 2);
      sessionStorage.setItem(kept(this.root.id), JSON.stringify({ width: this.width, counters: this.counters, x, y }));
    }, 200);
  }

  /** From a place in the window of the map to a place of the drawing. */
  place(left, top) {
    const [right, down] = this.margins();
    return [(this.pan.scrollLeft + left - right) / this.scale, (this.pan.scrollTop + top - down) / this.scale];
  }

  /** The place of the drawing in the middle of what is seen. */
  looked() {
    const [width, height] = this.seen();
    return this.place(width / 2, height / 2);
  }

  /** What is left beside and above a map that is smaller than its window. */
  margins() {
    const { clientWidth, clientHeight } = this.pan;
    const height = (this.width * this.full.height) / this.full.width;
    return [Math.max(0, (clientWidth - this.width) / 2), this.fills ? Math.max(0, (clientHeight - height) / 2) : 0];
  }

  /** Makes the map larger or smaller around a place of its window. */
  zoom(factor, left = this.pan.clientWidth / 2, top = this.pan.clientHeight / 2) {
    const [x, y] = this.place(left, top);
    this.width = Math.min(3 * this.full.width, Math.max(this.whole(), this.width * factor));
    this.apply();
    const [right, down] = this.margins();
    this.pan.scrollTo(x * this.scale + right - left, y * this.scale + down - top);
    this.keep();
  }

  /** Brings a place of the drawing into the middle. */
  centre([x, y]) {
    const [width, height] = this.seen();
    this.pan.scrollTo(x * this.scale - width / 2, y * this.scale - height / 2);
    this.keep();
  }

  /** Scrolls just so far that a hex is seen with what is around it. */
  show(hex) {
    const { pan, scale } = this;
    const [width, height] = this.seen();
    const [x, y, room] = [hex.x * scale, hex.y * scale, Math.min(70 * scale, height / 3)];
    const near = (at, from, size) => (at - room < from ? at - room : at + room > from + size ? at + room - size : from);
    pan.scrollTo(near(x, pan.scrollLeft, width), near(y, pan.scrollTop, height));
  }

  /** Puts a small panel beside a place of the window, where it is seen whole. */
  beside(panel, [left, top]) {
    const [wide, high] = [this.pan.clientWidth, this.seen()[1]];
    const { width, height } = panel.getBoundingClientRect();
    panel.style.left = `${left + 24 + width < wide ? left + 24 : Math.max(4, left - 24 - width)}px`;
    panel.style.top = `${Math.max(4, Math.min(top - height / 2, high - height - 4))}px`;
  }

  /** Scrolls only when the middle of a hex is out of view. */
  follow(hex) {
    if (!hex) return;
    const [width, height] = this.seen();
    const [right, down] = this.margins();
    const [x, y] = [hex.x * this.scale + right - this.pan.scrollLeft, hex.y * this.scale + down - this.pan.scrollTop];
    if (x < 0 || y < 0 || x > width || y > height) this.show(hex);
  }

  listen() {
    const { pan } = this;
    const at = (event) => {
      const box = pan.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    // A wheel zooms where the map is the page; else with Ctrl, as a pinch on a touchpad says it, or once the board has
    // the focus: the page has to scroll.
    pan.addEventListener("wheel", (event) => {
      if (!this.fills && !event.ctrlKey && !event.metaKey && document.activeElement !== pan) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), ...at(event));
    }, { passive: false });

    let drag = null;
    pan.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) drag = { x: event.clientX, y: event.clientY, left: pan.scrollLeft, top: pan.scrollTop };
    });
    pan.addEventListener("pointermove", (event) => {
      if (!drag || !(event.buttons & 1)) return;
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!this.dragged && Math.hypot(x, y) < 5) return;
      if (!this.dragged) pan.setPointerCapture(event.pointerId);
      this.dragged = true;
      pan.classList.add("dragged");
      pan.scrollTo(drag.left - x, drag.top - y);
    });
    const drop = () => {
      drag = null;
      pan.classList.remove("dragged");
      // The click that ends a drag is none.
      setTimeout(() => { this.dragged = false; });
    };
    pan.addEventListener("pointerup", drop);
    pan.addEventListener("pointercancel", drop);
    pan.addEventListener("scroll", () => { this.rule(); this.keep(); }, { passive: true });

    let pinch = 0;
    const apart = ({ touches: [one, other] }) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    pan.addEventListener("touchstart", (event) => { if (event.touches.length === 2) pinch = apart(event); }, { passive: true });
    pan.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2 || !pinch) return;
      event.preventDefault();
      const now = apart(event);
      const [one, other] = event.touches;
      const box = pan.getBoundingClientRect();
      this.zoom(now / pinch, (one.clientX + other.clientX) / 2 - box.left, (one.clientY + other.clientY) / 2 - box.top);
      pinch = now;
    }, { passive: false });
    pan.addEventListener("touchend", () => { pinch = 0; }, { passive: true });
  }
}
