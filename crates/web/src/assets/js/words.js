// Words for the dice, before they are open. For a side whose seat this browser holds it draws 32 random bytes, keeps them
// here, and gives their digest; when the digests of all sides stand it sends the bytes. Nobody is asked.
//
// Of several sides it does this for one alone: two sides' words out of one browser would look like two devices. For the
// others it waits for a press, which the log tells. It waits for one as well where the log is not the one that it has seen.
//
// Where all begin anew after this browser had opened its words, it waits for a press too: whoever knows the secret and holds
// another side's words back could otherwise let it open again and again, until the dice please.
//
// It opens its bytes for one set of digests and never for another. Whoever owns the log could put it back when it knows the
// bytes, let the other side give another digest, and try words until every face pleases. So the whole set is kept before
// the bytes are sent; they are sent again for exactly that set alone, and a log that does not go on from what this browser
// has seen gets none.

const memory = new Map();

/** What this browser keeps under a name; what it cannot keep, the page remembers. */
function read(name) {
  try { return localStorage.getItem(name) ?? memory.get(name); } catch { return memory.get(name); }
}

/** Keeps a value; says whether it stands where everything else of this campaign does. */
function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, value);
    return localStorage.getItem(name) === value;
  } catch {
    return false;
  }
}

/** The seat's bytes of this round: those kept here, or fresh ones where the seat has given nothing yet. */
function drawn(name, fresh) {
  if (!read(name) && fresh) keep(name, hex(crypto.getRandomValues(new Uint8Array(32))));
  return read(name);
}

/** Whether the set for which bytes are opened is kept as surely as the bytes are. */
function keepsSet(name, opens, set) {
  if (keep(opens, set)) return true;
  try { return localStorage.getItem(name) === null; } catch { return true; }
}

/** The one side for which this browser gives words unasked: the page's own, or the first that has given nothing. */
function unasked(own, seat) {
  const name = `words for ${own.dataset.campaign}`;
  const here = location.pathname.split("/")[3];
  const waits = (of) => of.dataset.seat === here && !of.dataset.digest;
  if (!read(name)) keep(name, [...own.children].some(waits) ? here : seat);
  return read(name);
}

/** The name under which it stands that somebody pressed for a seat's words. */
const press = ({ campaign, round }, seat) => `words pressed ${campaign} ${seat} ${round}`;

const sent = new Set();

async function send(seat, field, value, own) {
  const what = `${own.dataset.round} ${seat} ${field} ${value}`;
  if (sent.has(what)) return;
  sent.add(what);
  const also = read(`words for ${own.dataset.campaign}`) !== seat && own.children.length > 1;
  const body = new URLSearchParams({ csrf: own.dataset.csrf, [field]: value, ...(also && { also: "yes" }) });
  const answer = await fetch(`/c/${own.dataset.campaign}/${seat}/words/device`, { method: "POST", body }).catch(() => null);
  // What did not arrive is sent again; what was refused is another device's matter.
  if (!answer || answer.status >= 500) setTimeout(() => { sent.delete(what); shown(); }, 5000);
}

/** Whether this browser has opened words of a seat in an earlier round. */
function opensAgain({ campaign, round }, seat) {
  return Array.from({ length: Number(round) }, (_, n) => read(`words opened ${campaign} ${seat} ${n}`)).some(Boolean);
}

/** Shows what is so of a seat, or nothing. */
function say(of, what) {
  for (const said of of.querySelectorAll("[data-said]")) said.hidden = !said.dataset.said.split(" ").includes(what);
  of.hidden = !what;
  const own = of.parentElement;
  own.hidden = [...own.children].every((one) => one.hidden);
}

/** What is to be said of a seat's words, after giving of them what is to be given. */
function give(own, of, log) {
  const { campaign, genesis, round, opening, digests } = own.dataset;
  const { seat, digest, opened } = of.dataset;
  const name = `words ${campaign} ${seat} ${round}`;
  const opens = `words opened ${campaign} ${seat} ${round}`;
  const before = read(opens);
  if (before && before !== digests) return opened ? "others" : "anew";
  const pressed = read(press(own.dataset, seat));
  if (log === "lost" && !opened && !pressed) return "head";
  if (log === "unknown" || (log === "lost" && !pressed)) return "";
  const fresh = !digest && !opened;
  if (!opened && !pressed && opensAgain(own.dataset, seat)) return "renewed";
  if (fresh && !read(name) && unasked(own, seat) !== seat && !pressed) return "shared";
  const bytes = drawn(name, fresh);
  const mine = bytes && digestOf("adjutant-words-v2", bytesOf(genesis), seat, bytesOf(bytes));
  // What this browser gave before digests named the manifest is opened all the same; both verifiers tell of it.
  const given = bytes && digestOf("adjutant-words-v1", campaign, seat, bytesOf(bytes)) === digest;
  // Once the dice are open, the page about them tells it to every browser of the seat, and others only to one that knows better.
  if (digest && digest !== mine && !given) return own.dataset.open && !bytes && !location.pathname.endsWith("/dice") ? "" : "elsewhere";
  if (!bytes || opened) return "";
  if (!digest) send(seat, "digest", mine, own);
  else if (opening && keepsSet(name, opens, digests)) send(seat, "bytes", bytes, own);
  return "";
}

/** What waits to look again, and how long, in milliseconds: longer each time. */
let again;
let pause = 2000;

/** What is done whenever a page shows something else. */
async function shown() {
  clearTimeout(again);
  const log = await look();
  clearTimeout(again);
  if (log === "unknown") again = setTimeout(shown, pause);
  pause = log === "unknown" ? Math.min(2 * pause, 60_000) : 2000;
  const own = document.getElementById("own-words");
  for (const of of own?.children ?? []) say(of, give(own, of, log));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-give]");
  const own = document.getElementById("own-words");
  if (!button || !own) return;
  keep(press(own.dataset, button.dataset.give), "yes");
  shown();
});
shown();
document.addEventListener("htmx:after:swap", shown);
