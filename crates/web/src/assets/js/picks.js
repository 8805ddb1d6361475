// What a picked answer means for the rest of its page, told at once: words that follow a question, and answers that take
// what another answer has taken. Without script the server tells it when the form is sent.

const question = (input) => input.closest("fieldset").querySelector("legend").textContent.trim();

function follow() {
  for (const words of document.querySelectorAll("[data-follows]")) {
    const picked = document.getElementById(words.dataset.follows)?.querySelector("input:checked");
    const says = picked?.labels[0]?.querySelector(".says");
    if (says) words.textContent = says.textContent.trim();
  }
}

function preview() {
  for (const form of document.querySelectorAll("[data-previews]")) {
    const id = form.id.slice(2);
    const { of, says } = JSON.parse(form.dataset.previews);
    const picks = of.map((key) =>
      [...document.getElementById(`w-${id}-${key}`).querySelectorAll("input")].findIndex((input) => input.checked));
    const now = says[picks.join()] ?? {};
    for (const words of document.querySelectorAll(`[data-shown="${CSS.escape(id)}"]`)) {
      words.textContent = now[words.dataset.at] ?? words.dataset.first;
    }
  }
}

function clash() {
  const all = [...document.querySelectorAll("input[data-takes]")];
  const picked = all.filter((input) => input.checked);
  for (const input of all) {
    const other = picked.find((one) =>
      one.form === input.form && one.name !== input.name && one.dataset.takes === input.dataset.takes);
    const label = input.labels[0];
    label.classList.toggle("taken", Boolean(other));
    label.querySelector(".clash")?.remove();
    if (!other) continue;
    const line = document.createElement("small");
    line.className = "why clash";
    line.textContent = input.checked
      ? `Picked twice, here and at “${question(other)}”. Pick another at one of them.`
      : `Picked already at “${question(other)}”.`;
    label.lastElementChild.append(" ", line);
  }
}

const tell = () => { follow(); preview(); clash(); };
document.addEventListener("change", (event) => {
  if (event.target.matches?.("input[type=radio], input[type=checkbox]")) tell();
});
document.addEventListener("htmx:after:swap", tell);
tell();
