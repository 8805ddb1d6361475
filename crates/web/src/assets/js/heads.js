
// Who owns the log can write it anew or cut it off, and every hash in it will be right. So this browser keeps the last
// head of each log that it has seen, and says when the server stands before it, beside it, or beyond it without it.

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
    const answer = await fetch(`${base}/links/${log}?${query}`).catch(() => null);
    const links = answer?.ok ? await answer.json().catch(() => []) : [];
    if (!links.length) return undefined;
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

/** Both ends of a hash, as pages and sheets show it. */
const short = (hash) => hash.replace(/^(.{4})(.{4})(.{4}).*(.{4})$/, "$1 $2 $3 … $4");

/** How a sentence begins. */
const first = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Says what is odd about a log at the foot of the page, or keeps the head. */
function tell(seal, seen, now, what) {
  const foot = seal.closest("p").parentElement;
  const told = foot.querySelector(`.lost-head[data-of="${seal.dataset.log}"]`);
  if (!what) {
    told?.remove();
    localStorage.setItem(place(seal), JSON.stringify(now));
    return;
  }
  const words = `${first(seal.dataset.words)} ${what}: ${short(seen.hash)}. Something was cut off or written anew, or a backup was put back. Ask the umpire for a file, and check it: adjutant verify FILE --head "${short(seen.hash)}"`;
  if (told?.textContent === words) return;
  told?.remove();
  const note = document.createElement("p");
  note.className = "refusal lost-head";
  note.dataset.of = seal.dataset.log;
  note.setAttribute("role", "alert");
  note.textContent = words;
  foot.append(note);
}

async function look() {
  for (const seal of document.querySelectorAll("[data-head][data-log]")) {
    const now = { number: Number(seal.dataset.number), hash: seal.dataset.head };
    const seen = kept(seal);
    let what = seen ? odd(seen, now) : "";
    if (seen && now.number > seen.number) {
      const right = await goesOn(seal.dataset.log, seen, now);
      // Meanwhile another page may have looked, or this one shows something else.
      if (right === undefined || JSON.stringify(kept(seal)) !== JSON.stringify(seen) || !seal.isConnected) continue;
      what = right ? "" : `does not go on from what this browser has seen at ${seen.number}`;
    }
    tell(seal, seen, now, what);
  }
}

look();
document.addEventListener("htmx:after:swap", look);
