// Answers for the play aid from what is kept on this device, and looks for a newer edition while the page is read.
const EDITION = "{{edition}}";
const FILES = {{files}};
const STORE = "adjutant-aid {{name}} ";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE + EDITION).then((store) => store.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(STORE) && name !== STORE + EDITION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const file = new URL(event.request.url).pathname.split("/").pop();
  if (event.request.method !== "GET" || !FILES.includes(file)) return;
  event.respondWith(caches.open(STORE + EDITION).then((store) => store.match(file)).then((kept) => kept ?? fetch(event.request)));
});
