// Words for the dice, before they are open. For each side whose seat this browser holds it draws 32 random bytes, keeps
// them here, and gives their digest; when the digests of all sides stand it sends the bytes. Nobody is asked.

const memory = new Map();

/** The seat's bytes of this round: those kept here, or fresh ones where the seat has given nothing yet. */
function kept(name, fresh) {
  let bytes = memory.get(name);
  try { bytes ??= localStorage.getItem(name); } catch { /* This browser keeps nothing: the page remembers it. */ }
  if (!bytes && fresh) {
    bytes = hex(crypto.getRandomValues(new Uint8Array(32)));
    try { localStorage.setItem(name, bytes); } catch { /* As above. */ }
  }
  if (bytes) memory.set(name, bytes);
  return bytes;
}

const sent = new Set();

async function send(seat, field, value, own) {
  const what = `${own.dataset.round} ${seat} ${field} ${value}`;
  if (sent.has(what)) return;
  sent.add(what);
  const body = new URLSearchParams({ csrf: own.dataset.csrf, [field]: value });
  const answer = await fetch(`/c/${own.dataset.campaign}/${seat}/words/device`, { method: "POST", body }).catch(() => null);
  // What did not arrive is sent again; what was refused is another device's matter.
  if (!answer || answer.status >= 500) setTimeout(() => { sent.delete(what); give(); }, 5000);
}

function give() {
  const own = document.getElementById("own-words");
  if (!own) return;
  const { campaign, round, opening } = own.dataset;
  for (const { dataset: { seat, digest, opened } } of own.children) {
    const bytes = kept(`words ${campaign} ${seat} ${round}`, !digest);
    if (!bytes || opened) continue;
    const mine = digestOf("adjutant-words-v1", campaign, seat, bytesOf(bytes));
    if (!digest) send(seat, "digest", mine, own);
    else if (opening && digest === mine) send(seat, "bytes", bytes, own);
  }
}

give();
document.addEventListener("htmx:after:swap", give);
