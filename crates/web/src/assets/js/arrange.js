// Pieces of an army put elsewhere by hand. Each press asks the plan of the form: the server says what stands there then, and
// its text goes into the form. Without script the same buttons post the form.

const pressed = (button) => {
  const form = button.form;
  if (form) document.dispatchEvent(new CustomEvent("press", { detail: { form, press: button.value } }));
};

// A drag may end in a click; that is no press. One by a key is.
let dragged = false;
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[name=press]");
  if (!button) return;
  event.preventDefault();
  if (!dragged || event.detail === 0) pressed(button);
}, true);

/** What has the focus stays under the hand; what was taken up or put down keeps it. */
let held = null;
let taken = null;
document.addEventListener("press", ({ detail }) => {
  // Put back, it is under the hand again, wherever it was considered meanwhile.
  if (detail.press.startsWith("take:")) taken = detail.press;
  const at = document.activeElement;
  held = at?.id.startsWith("a-") ? { id: at.id, top: at.getBoundingClientRect().top, row: at.closest("[id^='a-']:not(button)")?.id } : null;
}, true);
document.addEventListener("planned", ({ detail: { box, press } }) => {
  const all = press && box.querySelector("[data-arranges]");
  if (!all) return;
  const text = document.getElementById(all.dataset.arranges);
  if (text && text.value !== all.dataset.says) {
    text.value = all.dataset.says;
    // It is weighed already; only what keeps a draft has to hear of it.
    text.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "weighed" }));
  }
  const [what, kind, name] = press.split(":");
  const grip = what === "put" ? `take:${kind}:${name}` : what === "back" ? taken : null;
  const moved = grip && box.querySelector(`[value="${CSS.escape(grip)}"]`);
  const same = moved || (held && (document.getElementById(held.id) ?? document.getElementById(held.row)?.querySelector("button")));
  if (same) {
    same.focus({ preventScroll: true });
    if (held && !moved) window.scrollBy(0, same.getBoundingClientRect().top - held.top);
    else same.scrollIntoView({ block: "nearest" });
  }
  const told = all.querySelector(".arr-told p");
  if (told) document.dispatchEvent(new CustomEvent("say", { detail: told.innerText.replace(/\s+/g, " ") }));
});

// With something in hand the arrows go from place to place, Enter puts it down, Escape puts it back.
document.addEventListener("keydown", (event) => {
  const all = event.target.closest?.(".arr[data-holds]");
  if (!all) return;
  if (event.key === "Escape") {
    event.preventDefault();
    pressed(all.querySelector(".arr-told button"));
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const drops = [...all.querySelectorAll(".arr-drop")];
  const from = event.target;
  const next = step > 0
    ? drops.find((one) => from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
    : drops.findLast((one) => from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
  (next ?? drops.at(step > 0 ? 0 : -1))?.focus();
});

// By pointer and by touch: a grip that is drawn away takes its piece up; it is put down where it is let go.
const FAR = 6;
let drag = null;

document.addEventListener("pointerdown", (event) => {
  dragged = false;
  const grip = event.target.closest?.("button.arr-grip");
  if (!grip || event.button !== 0) return;
  drag = { grip, from: [event.clientX, event.clientY], id: event.pointerId, box: grip.closest("[data-plan]"), over: null, far: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.far && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < FAR) return;
  if (!drag.far) {
    drag.far = true;
    // What is drawn anew under the hand loses it, so the box around it keeps the pointer.
    drag.box.setPointerCapture(drag.id);
    if (drag.grip.getAttribute("aria-pressed") !== "true") pressed(drag.grip);
  }
  drag.box.querySelector(".arr")?.setAttribute("data-dragging", "");
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-here]") ?? null;
  for (const one of drag.box.querySelectorAll(".over")) one.classList.toggle("over", one === over);
  over?.classList.add("over");
  const edge = event.clientY < 60 ? -12 : event.clientY > innerHeight - 60 ? 12 : 0;
  if (edge) window.scrollBy(0, edge);
});
const letGo = (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { box, far } = drag;
  drag = null;
  box.querySelector(".arr")?.removeAttribute("data-dragging");
  if (!far) return;
  dragged = true;
  const over = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-here]");
  for (const one of box.querySelectorAll(".over")) one.classList.remove("over");
  // Let go elsewhere, it stays in hand: a place can still be pressed.
  const drop = over && over.querySelector(":scope > .arr-drop");
  if (drop) pressed(drop);
};
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);
