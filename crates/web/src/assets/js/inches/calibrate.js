
// The umpire's page of the picture: a press on it fills the pixels of the place that is next, or of the one whose
// fields have the focus.

function meetPicture() {
  const box = document.querySelector(".calibrate");
  const form = document.getElementById("f-place");
  if (!box || !form) return;
  const field = (name, n) => form.elements[`${name}-${n}`];
  const pixels = (name, n) => (/^\d+$/.test(field(name, n).value) ? Number(field(name, n).value) : null);
  const over = document.getElementById("calibrate-over");
  const draw = () => {
    over.replaceChildren();
    const size = Number(box.dataset.width) / 60;
    for (const n of [1, 2]) {
      const [x, y] = [pixels("right", n), pixels("down", n)];
      if (x === null || y === null) continue;
      const mark = document.createElementNS(DRAWN, "g");
      mark.setAttribute("transform", `translate(${x} ${y}) scale(${size / 12})`);
      const path = document.createElementNS(DRAWN, "path");
      path.setAttribute("d", CROSS);
      const words = document.createElementNS(DRAWN, "text");
      words.setAttribute("x", 9);
      words.setAttribute("y", -6);
      words.textContent = n;
      mark.append(path, path.cloneNode(), words);
      over.append(mark);
    }
  };
  if (!box.dataset.met) {
    box.dataset.met = "1";
    let next = pixels("right", 1) === null ? 1 : 2;
    form.addEventListener("focusin", (event) => { next = Number(event.target.name?.match(/-([12])$/)?.[1] ?? next); });
    form.addEventListener("input", draw);
    box.addEventListener("click", (event) => {
      const seen = box.getBoundingClientRect();
      const along = (at, from, size, most) => Math.min(most, Math.max(0, Math.round(((at - from) / size) * most)));
      const [right, down] = [
        along(event.clientX, seen.left, seen.width, Number(box.dataset.width)),
        along(event.clientY, seen.top, seen.height, Number(box.dataset.height)),
      ];
      field("right", next).value = right;
      field("down", next).value = down;
      document.getElementById("calibrate-voice").textContent = `Place ${next}: ${right} right, ${down} down.`;
      field("x", next).focus({ preventScroll: true });
      next = 3 - next;
      draw();
    });
  }
  draw();
}
meetPicture();
document.addEventListener("htmx:after:swap", meetPicture);
