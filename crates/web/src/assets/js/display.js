// How the reader wants pages shown: theme and keys at once, and the time zone of this device. Kept in cookies, so
// that the server draws the next page right from the start; without script the form does the same.

const year = "; path=/; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");

document.addEventListener("change", (event) => {
  const form = event.target.closest?.(".display form");
  if (!form) return;
  const values = new FormData(form);
  const theme = values.get("theme");
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
  if (values.get("keys")) root.dataset.keys = "off"; else delete root.dataset.keys;
  document.cookie = "theme=" + theme + year;
  document.cookie = "keys=" + (values.get("keys") ?? "") + year;
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest?.(".display[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".display[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const kept = /(?:^|; )zone=([^;]*)/.exec(document.cookie)?.[1];
if (zone && kept !== encodeURIComponent(zone)) {
  document.cookie = "zone=" + encodeURIComponent(zone) + year;
  // Drawn once with the server's times; draw again with the reader's, if there are any on the page.
  const page = document.getElementById("page");
  if (document.querySelector("main time") && document.cookie.includes("zone=")) {
    window.htmx?.ajax("GET", location.pathname + location.search, { source: page, target: "#page", select: "#page", swap: "outerMorph" });
  }
}
