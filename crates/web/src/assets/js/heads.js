// Who owns the log can write it anew or cut it off, and every hash in it will be right. So this browser keeps the last
// head of each log that it has seen, and says when the server stands before it, beside it, or beyond it without it. A server
// that does not give what is needed to find that out is told as well: silence would suit whoever wrote the log anew.

const place = (seal) => `head ${location.pathname.split("/").slice(0, 3).join("/")} ${seal.dataset.log}`;

/** What is odd about a head, beside the last one seen. */
function odd(seen, { number, hash }) {
  if (number < seen.number) return `stands at ${number}, and this browser has seen it at ${seen.number}`;
  return number === seen.number && hash !== seen.hash ? `is another one than this browser has seen at ${number}` : "";
}

/** Whether a later head goes on from the one seen: computed from what each part since then adds to the chain, so that
 *  nobody has to be believed. Nothing where that cannot be had now. */
async function goesOn(log, seen, now) {
  const base = location.pathname.split("/").slice(0, 4).join("/");
  const eyes = new URLSearchParams(location.search).get("as");
  let { number, hash } = seen;
  while (number < now.number) {
    const query = new URLSearchParams({ after: number, ...(eyes && { as: eyes }) });
    const answer = await fetch(`${base}/log/links/${log}?${query}`, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    const links = answer?.ok ? await answer.json().catch(() => []) : [];
    if (!Array.isArray(links) || !links.length || !links.every((link) => /^[0-9a-f]{64}$/.test(link))) return undefined;
    for (const link of links.slice(0, now.number - number)) {
      number += 1;
      hash = digestOf("adjutant-link-v1", bytesOf(hash), log, number, bytesOf(link));
    }
  }
  return hash === now.hash;
}

/** The last head seen; none where nothing, or nothing that can be read, was kept. */
function kept(seal) {
  try {
    const { number, hash } = JSON.parse(localStorage.getItem(place(seal)));
    return Number.isInteger(number) && /^[0-9a-f]{64}$/.test(hash) ? { number, hash } : null;
  } catch {
    return null;
  }
}

/** The first half of a hash, as pages and sheets show it. */
const short = (hash) => hash.slice(0, 32).replace(/.{4}(?=.)/g, "$& ");

/** How a sentence begins. */
const first = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** What to do with a head that was seen. */
const checkIt = (seen) => `Ask the umpire for a file, and check it: adjutant verify FILE --head "${short(seen.hash)}"`;

/** Shows a sentence about a log at the top of the page, or takes it away. */
function warn(log, words) {
  const told = document.querySelector(`.lost-head[data-of="${log}"]`);
  if (told?.textContent === words) return;
  told?.remove();
  if (!words) return;
  const note = document.createElement("p");
  note.className = "alarm lost-head";
  note.dataset.of = log;
  note.setAttribute("role", "alert");
  note.textContent = words;
  const page = document.getElementById("main");
  const before = [...page.querySelectorAll(":scope > .lost-head")].at(-1);
  if (before) before.after(note); else page.prepend(note);
}

/** Says what is odd about a log, or keeps the head. */
function tell(seal, seen, now, what) {
  warn(seal.dataset.log, what && `${first(seal.dataset.words)} ${what}: ${short(seen.hash)}. Something was cut off or written anew, or a backup was put back. ${checkIt(seen)}`);
  if (what) return;
  try { localStorage.setItem(place(seal), JSON.stringify(now)); } catch { /* This browser keeps nothing. */ }
}

/** Says that a later head could not be held against the one seen, which is kept. */
function tellDoubt(seal, seen) {
  warn(seal.dataset.log, `${first(seal.dataset.words)} could not be compared with what this browser has seen at ${seen.number}: ${short(seen.hash)}. The server did not give what came after that. This page tries again. If this sentence stays, something may have been written anew. ${checkIt(seen)}`);
}

/** Looks at every log of the page. Says whether all go on from what was seen: "fits", "lost", or "unknown" where that
 *  cannot be found out now. */
async function look() {
  let found = "fits";
  for (const seal of document.querySelectorAll("[data-head][data-log]")) {
    const now = { number: Number(seal.dataset.number), hash: seal.dataset.head };
    const seen = kept(seal);
    let what = seen ? odd(seen, now) : "";
    if (seen && now.number > seen.number) {
      const right = await goesOn(seal.dataset.log, seen, now);
      // Meanwhile another page may have looked, or this one shows something else.
      if (right === undefined || JSON.stringify(kept(seal)) !== JSON.stringify(seen) || !seal.isConnected) {
        if (right === undefined && seal.isConnected) tellDoubt(seal, seen);
        if (found === "fits") found = "unknown";
        continue;
      }
      what = right ? "" : `does not go on from what this browser has seen at ${seen.number}`;
    }
    if (what) found = "lost";
    tell(seal, seen, now, what);
  }
  return found;
}
