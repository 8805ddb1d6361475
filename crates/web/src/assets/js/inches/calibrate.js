
// The umpire's page of the picture: a press on it fills the pixels of the first place that has none; once both have
// theirs, those of the place whose fields had the focus last.

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
    let chosen = 1;
    form.addEventListener("focusin", (event) => { chosen = Number(event.target.name?.match(/-([12])$/)?.[1] ?? chosen); });
    form.addEventListener("input", draw);
    box.addEventListener("click", (event) => {
      const seen = box.getBoundingClientRect();
      const along = (at, from, size, most) => Math.min(most, Math.max(0, Math.round(((at - from) / size) * most)));
      const [right, down] = [
        along(event.clientX, seen.left, seen.width, Number(box.dataset.width)),
        along(event.clientY, seen.top, seen.height, Number(box.dataset.height)),
      ];
      const next = [1, 2].find((n) => pixels("right", n) === null) ?? chosen;
      field("right", next).value = right;
      field("down", next).value = down;
      document.getElementById("calibrate-voice").textContent = `Place ${next}: ${right} right, ${down} down.`;
      field("x", next).focus({ preventScroll: true });
      draw();
    });
  }
  draw();
}
meetPicture();
document.addEventListener("htmx:after:swap", meetPicture);
