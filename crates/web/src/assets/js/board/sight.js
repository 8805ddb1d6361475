
// What is seen of the map: how large, and which part of it. Both stay through a redraw and through a reload.

const kept = (id) => `board ${location.pathname} ${id}`;

class Sight {
  constructor(root) {
    this.root = root;
    this.pan = root.querySelector(".hb-pan, .ib-pan");
    this.map = root.querySelector(".hb-map, .ib-map");
    this.full = this.map.viewBox.baseVal;
    const old = JSON.parse(sessionStorage.getItem(kept(root.id)) ?? "null");
    this.width = old?.width ?? Math.max(this.whole(), 0.8 * this.full.width);
    this.counters = old?.counters ?? 100;
    this.middle = old ? [old.x, old.y] : null;
    this.listen();
  }

  /** The width at which the whole map is seen. */
  whole() {
    const { clientWidth, clientHeight } = this.pan;
    return Math.max(160, Math.min(clientWidth, (clientHeight * this.full.width) / this.full.height, 1.25 * this.full.width));
  }

  get scale() {
    return this.width / this.full.width;
  }

  /** Puts size and part back to where they are, after the page has been drawn. */
  apply() {
    this.map.style.width = `${Math.round(this.width)}px`;
    this.root.style.setProperty("--counters", this.counters / 100);
    const range = this.root.querySelector(".hb-scale input");
    if (range) range.value = this.counters;
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
    const offset = Math.max(0, (this.pan.clientWidth - this.width) / 2);
    return [(this.pan.scrollLeft + left - offset) / this.scale, (this.pan.scrollTop + top) / this.scale];
  }

  /** Makes the map larger or smaller around a place of its window. */
  zoom(factor, left = this.pan.clientWidth / 2, top = this.pan.clientHeight / 2) {
    const [x, y] = this.place(left, top);
    this.width = Math.min(3 * this.full.width, Math.max(this.whole(), this.width * factor));
    this.apply();
    const offset = Math.max(0, (this.pan.clientWidth - this.width) / 2);
    this.pan.scrollTo(x * this.scale + offset - left, y * this.scale - top);
    this.keep();
  }

  /** Brings a place of the drawing into the middle. */
  centre([x, y]) {
    this.pan.scrollTo(x * this.scale - this.pan.clientWidth / 2, y * this.scale - this.pan.clientHeight / 2);
    this.keep();
  }

  /** Scrolls just so far that a hex is seen with what is around it. */
  show(hex) {
    const { pan, scale } = this;
    const [x, y, room] = [hex.x * scale, hex.y * scale, Math.min(70 * scale, pan.clientHeight / 3)];
    const near = (at, from, size) => (at - room < from ? at - room : at + room > from + size ? at + room - size : from);
    pan.scrollTo(near(x, pan.scrollLeft, pan.clientWidth), near(y, pan.scrollTop, pan.clientHeight));
  }

  listen() {
    const { pan } = this;
    const at = (event) => {
      const box = pan.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    // A wheel zooms with Ctrl, as a pinch on a touchpad says it, or once the board has the focus; else the page scrolls.
    pan.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== pan) return;
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
    pan.addEventListener("scroll", () => this.keep(), { passive: true });

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
