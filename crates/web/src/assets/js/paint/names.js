
// Names of hexes: a press on the map takes a hex in hand, a field beside the map says what it is called.

Object.assign(Easel.prototype, {
  nameField() {
    return document.getElementById("hex-name");
  },

  /** The hex whose name is typed, or none. */
  names(hex) {
    this.named = hex;
    if (hex) [this.cursor, this.nameField().disabled] = [hex, false];
    this.offerName();
    if (!hex) return;
    this.drawOver(hex);
    this.nameField().focus();
    this.nameField().select();
  },

  offerName() {
    const part = document.getElementById("paint-name");
    part.hidden = this.group !== "name";
    if (part.hidden) this.named = null;
    const field = this.nameField();
    field.disabled = !this.named;
    document.getElementById("hex-is").textContent = this.named ? `Name of hex ${this.named.label}` : "Name of the hex";
    if (document.activeElement !== field) field.value = this.named ? this.painted.called(this.named.label) : "";
  },

  /** The hex in hand is called what the field says. */
  christen() {
    const { named } = this;
    if (!named) return;
    const before = this.before();
    if (!this.painted.call(named.label, this.nameField().value.replace(/\s+/g, " ").trim())) return;
    this.drawNames();
    this.took(before);
    this.say(this.told(named));
  },

  /** Takes the name off a hex. */
  nameless(hex) {
    if (!this.painted.call(hex.label, "")) return false;
    this.drawNames();
    return true;
  },

  drawNames() {
    const names = this.painted.names.flatMap(({ hex: label, name }) => {
      const hex = this.paper.hexes.get(label);
      return hex ? [made("text", { x: hex.x, y: hex.y + 34 }, name)] : [];
    });
    this.nameLayer.replaceChildren(...names);
  },

  listenToNames() {
    const field = this.nameField();
    field.addEventListener("change", () => this.christen());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") field.value = this.named ? this.painted.called(this.named.label) : "";
      this.christen();
      // The next hex is chosen on the map.
      this.sight.pan.focus({ preventScroll: true });
    });
  },
});
