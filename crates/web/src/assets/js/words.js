// Words for the dice, before they are open. For a side whose seat this browser holds it draws 32 random bytes and keeps them
// here as a seed. It gives the digest of the words that follow from them; when the digests of all sides stand it sends the
// words, signed for exactly these digests. Nobody is asked.
//
// Of several sides it does this for one alone: two sides' words out of one browser would look like two devices. For the
// others it waits for a press, which the log tells. It waits for one as well where the log is not the one that it has seen.
//
// Where all begin anew after this browser had opened its words, it waits for a press too: whoever knows the secret and holds
// another side's words back could otherwise let it open again and again, until the dice please.
//
// It opens its words for one set of digests and never for another: two signatures of one seed let whoever has both sign for
// other sets, and try words of the other side until every face pleases. So the whole set is on the disk before the words are
// sent, also where the browser is killed in the next moment or two pages send at once; they are sent again for exactly that
// set alone, and a log that does not go on from what this browser has seen gets none.

const memory = new Map();
/** The names of what was on the disk at any time. */
const lasting = new Set();

/** What this browser keeps under a name; what it cannot keep, the page remembers. */
function read(name) {
  let kept = null;
  try { kept = localStorage.getItem(name); } catch { /* What it kept cannot be had now. */ }
  if (kept !== null) lasting.add(name);
  return kept ?? memory.get(name);
}

/** Keeps a value; says whether it stands where everything else of this campaign does. */
function keep(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, value);
    if (localStorage.getItem(name) !== value) return false;
    lasting.add(name);
    return true;
  } catch {
    return false;
  }
}

/** One chain of the signature, walked from one step to another. */
function walk(chain, from, start, end) {
  let at = from;
  for (let step = start; step < end; step += 1) at = bytesOf(digestOf("adjutant-words-step-v1", chain, step, at));
  return at;
}

const chains = (steps, make) => Array.from({ length: 34 }, (_, n) => make(n, steps?.[n] ?? 255));
const begun = (seed, n, end) => walk(n, bytesOf(digestOf("adjutant-words-chain-v1", seed, n)), 0, end);
const wordsOf = (seed) => digestOf("adjutant-words-bytes-v1", seed);

/** The digest of the words of a seed. It takes some thousand digests, so it is kept beside the seed. */
function digestOfWords(name, kept, { genesis }, seat) {
  const told = `digest of ${name} ${kept} ${genesis}`;
  if (memory.has(told)) return memory.get(told);
  const [seed, stands] = [bytesOf(kept), `digest of ${name}`];
  const before = read(stands)?.split(" ");
  const again = before?.[0] === digestOf(kept, genesis) ? before[1] : null;
  const ends = again ? [] : chains(null, (n, end) => begun(seed, n, end));
  const digest = again ?? digestOf("adjutant-words-v3", bytesOf(genesis), seat, bytesOf(wordsOf(seed)), ...ends);
  memory.set(told, digest);
  if (!again) keep(stands, `${digestOf(kept, genesis)} ${digest}`);
  return digest;
}

/** The signature of a seed over the digests of all sides. */
function signed(seed, { genesis, link, digests }) {
  const sides = digests.split(" ").map(bytesOf);
  const named = sides.flatMap((digest, side) => [`side-${side}`, digest]);
  const steps = Array.from(bytesOf(digestOf("adjutant-words-set-v1", bytesOf(genesis), bytesOf(link), sides.length, ...named)));
  const left = steps.reduce((sum, step) => sum + 255 - step, 0);
  steps.push(left >> 8, left & 255);
  return chains(steps, (n, end) => hex(begun(seed, n, end))).join("");
}

/** The seat's seed of this round: the one kept here, or a fresh one where the seat has given nothing yet. */
function drawn(name, fresh) {
  if (!read(name) && fresh) keep(name, hex(crypto.getRandomValues(new Uint8Array(32))));
  return read(name);
}

const database = () => new Promise((resolve, reject) => {
  const asked = indexedDB.open("adjutant", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("words");
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
  asked.onblocked = asked.onerror;
});

/** The set that was first claimed under a name, by whichever page: this one where none was. It is on the disk by then. */
async function claimed(opens, set) {
  const kept = await database();
  return new Promise((resolve, reject) => {
    const act = kept.transaction("words", "readwrite", { durability: "strict" });
    const sets = act.objectStore("words");
    let first;
    sets.get(opens).onsuccess = ({ target }) => { first = target.result ?? set; sets.put(first, opens); };
    act.oncomplete = () => { kept.close(); resolve(first); };
    act.onabort = () => { kept.close(); reject(act.error); };
  });
}

/** The set for which a seed is opened, kept as surely as the seed is; nothing where that cannot be. */
async function opensFor(name, opens, set) {
  const known = read(opens) ?? set;
  try { return await claimed(opens, known); } catch { /* This browser has no such store. */ }
  // A seed that lives in this page alone is gone with it.
  return keep(opens, known) || !lasting.has(name) ? known : null;
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

async function send(seat, given, own) {
  const what = `${own.dataset.round} ${seat} ${JSON.stringify(given)}`;
  if (sent.has(what)) return;
  sent.add(what);
  const also = read(`words for ${own.dataset.campaign}`) !== seat && own.children.length > 1;
  const body = new URLSearchParams({ csrf: own.dataset.csrf, ...given, ...(also && { also: "yes" }) });
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

/** Opens a seat's words for a set, unless they were claimed for another. */
async function open(own, seat, { name, opens, set, seed, given }) {
  // The page may show another log by the time the set is on the disk.
  const dataset = { ...own.dataset };
  const first = await opensFor(name, opens, set);
  if (!first) return;
  keep(opens, first);
  if (!set.startsWith(first)) return shown();
  const what = `signature of ${name} ${set}`;
  if (!given && !memory.has(what)) memory.set(what, signed(seed, dataset));
  send(seat, given ? { bytes: hex(seed) } : { bytes: wordsOf(seed), signature: memory.get(what) }, { dataset, children: own.children });
}

/** What is to be said of a seat's words, after giving of them what is to be given. */
function give(own, of, log) {
  const { campaign, genesis, link, round, opening, digests } = own.dataset;
  const { seat, digest, opened } = of.dataset;
  const name = `words ${campaign} ${seat} ${round}`;
  const opens = `words opened ${campaign} ${seat} ${round}`;
  // Earlier builds kept the digests alone.
  const set = link ? `${digests} ${link}` : digests;
  const known = read(opens);
  if (known && !set.startsWith(known)) return opened ? "others" : "anew";
  const pressed = read(press(own.dataset, seat));
  if (log === "lost" && !opened && !pressed) return "head";
  if (log === "unknown" || (log === "lost" && !pressed)) return "";
  const fresh = !digest && !opened;
  if (!opened && !pressed && opensAgain(own.dataset, seat)) return "renewed";
  if (fresh && !read(name) && unasked(own, seat) !== seat && !pressed) return "shared";
  const bytes = drawn(name, fresh);
  // What this browser gave in an earlier build is opened as it was meant then; both verifiers tell of it.
  const before = [["adjutant-words-v2", bytesOf(genesis)], ["adjutant-words-v1", campaign]];
  const given = bytes && before.some((head) => digestOf(...head, seat, bytesOf(bytes)) === digest);
  const mine = bytes && !given && digestOfWords(name, bytes, own.dataset, seat);
  // Once the dice are open, the page about them tells it to every browser of the seat, and others only to one that knows better.
  if (digest && digest !== mine && !given) return own.dataset.open && !bytes && !location.pathname.endsWith("/dice") ? "" : "elsewhere";
  if (!bytes || opened) return "";
  if (!digest) send(seat, { digest: mine }, own);
  else if (opening) open(own, seat, { name, opens, set, seed: bytesOf(bytes), given });
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
