// What is picked and typed into a long form stays in this tab until it is sent: through a reload, another page and back.
// It is kept for the tab alone, for a table may share its screen.

const long = "form[data-kept]";
const place = (form) => `kept ${location.pathname} ${form.id}`;
const isPick = (field) => field.matches("[type=radio], [type=checkbox]");
const asked = (form) => [...form.elements].filter((field) => field.name?.startsWith("f."));

// A page after a refusal begins with what was refused; loaded anew it would not.
const refused = new Set();

/** What the reader has answered otherwise than the form began. */
function keep(form) {
  const own = {};
  for (const field of asked(form)) {
    const other = refused.has(form.id)
      || (isPick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
    if (other) own[field.name] = [];
  }
  for (const field of asked(form)) {
    if (own[field.name] && (!isPick(field) || field.checked)) own[field.name].push(field.value);
  }
  if (Object.keys(own).length) sessionStorage.setItem(place(form), JSON.stringify(own));
  else sessionStorage.removeItem(place(form));
}

/** Puts back what was answered before the page was loaded anew. */
function bringBack(form) {
  const own = JSON.parse(sessionStorage.getItem(place(form)) ?? "{}");
  let back = false;
  for (const field of asked(form)) {
    const answers = own[field.name];
    if (!answers) continue;
    const before = isPick(field) ? field.checked : field.value;
    if (isPick(field)) field.checked = answers.includes(field.value);
    else field.value = answers[0] ?? field.value;
    if (before === (isPick(field) ? field.checked : field.value)) continue;
    back = true;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return back;
}

for (const kind of ["change", "input"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.form;
    if (form?.matches(long)) keep(form);
  });
}
// What was accepted is told; what was refused is still the reader's to put right.
document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail?.ctx ?? {};
  if (request?.method !== "POST" || !request.form?.matches?.(long)) return;
  if (response?.headers?.get("adjutant-outcome") === "refused") return void refused.add(request.form.id);
  refused.delete(request.form.id);
  sessionStorage.removeItem(place(request.form));
});

if ([...document.querySelectorAll(long)].map(bringBack).some(Boolean)) {
  document.dispatchEvent(new CustomEvent("say", { detail: "What you had entered and not sent is here again." }));
}
