// Who owns the log can write it anew or cut it off, and every hash in it will be right. So this browser keeps the last
// head of each log that it has seen, and says when the server stands before it, or beside it.

const place = (seal) => `head ${location.pathname.split("/").slice(0, 3).join("/")} ${seal.dataset.log}`;

/** What is odd about a head, beside the last one seen. */
function odd(seen, { number, hash }) {
  if (number < seen.number) return `stands at ${number}, and this browser has seen it at ${seen.number}`;
  return number === seen.number && hash !== seen.hash ? `is another one than this browser has seen at ${number}` : "";
}

/** The last head seen; none where nothing, or nothing that can be read, was kept. */
function kept(seal) {
  try {
    return JSON.parse(localStorage.getItem(place(seal)));
  } catch {
    return null;
  }
}

/** Both ends of a hash, as pages and sheets show it. */
const short = (hash) => hash.replace(/^(.{4})(.{4})(.{4}).*(.{4})$/, "$1 $2 $3 … $4");

/** How a sentence begins. */
const first = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function look() {
  for (const seal of document.querySelectorAll("[data-head][data-log]")) {
    const now = { number: Number(seal.dataset.number), hash: seal.dataset.head };
    const seen = kept(seal);
    const what = seen ? odd(seen, now) : "";
    const foot = seal.closest("p").parentElement;
    const told = foot.querySelector(`.lost-head[data-of="${seal.dataset.log}"]`);
    if (!what) {
      told?.remove();
      localStorage.setItem(place(seal), JSON.stringify(now));
      continue;
    }
    const words = `${first(seal.dataset.words)} ${what}: ${short(seen.hash)}. Something was cut off or written anew, or a backup was put back. Ask the umpire for a file, and check it: adjutant verify FILE --head "${short(seen.hash)}"`;
    if (told?.textContent === words) continue;
    told?.remove();
    const note = document.createElement("p");
    note.className = "refusal lost-head";
    note.dataset.of = seal.dataset.log;
    note.setAttribute("role", "alert");
    note.textContent = words;
    foot.append(note);
  }
}

look();
document.addEventListener("htmx:after:swap", look);
