// A game goes over to another device: by text, by codes, by file.

function take(text) {
  try {
    const read_ = read(text);
    putAway();
    change(() => { game = read_; });
    say("The game was taken in. Undo brings back the one before.");
    one("#paste").value = "";
  } catch (fault) {
    if (!(fault instanceof Unread)) throw fault;
    say(fault.message);
  }
}

let codes = [];
let code = 0;

/** Shows one of the codes; before the first stands the last. */
function showCode(n) {
  code = (n + codes.length) % codes.length;
  one("#codes").hidden = false;
  one("#code").innerHTML = pictureOf(codes[code]);
  one("#code-n").textContent = `Code ${code + 1} of ${codes.length}`;
  one("#code-text").value = codes[code];
  one("#code-kind").hidden = location.protocol.startsWith("http");
}

/** Takes in parts of a game, and the game when all are here. What came before is kept until then. */
async function takeParts(text) {
  let known = null;
  try { known = JSON.parse(localStorage.getItem(`${PLACE} parts`)); } catch { /* Without storage parts are here only together. */ }
  const parts = withParts(known, text);
  const lacking = missing(parts);
  if (lacking.length) {
    let kept = true;
    try { localStorage.setItem(`${PLACE} parts`, JSON.stringify(parts)); } catch { kept = false; }
    const n = parts.of - lacking.length;
    return say(kept
      ? `${n} of ${parts.of} codes ${n === 1 ? "is" : "are"} here. Missing: ${lacking.join(", ")}.`
      : "This browser keeps nothing, so the codes have to come together. Paste them all into the field, or use a file.");
  }
  try { localStorage.removeItem(`${PLACE} parts`); } catch { /* Nothing was kept. */ }
  const whole = await joined(parts);
  return whole === undefined ? say("The codes do not make a game: show them again.") : take(whole);
}

/** The part with which this page was opened. */
function partOfAddress() {
  const text = location.hash;
  if (!text.match(PART)) return;
  history.replaceState(null, "", location.pathname);
  takeParts(text);
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(game, null, 1)], { type: "application/json" }));
  link.download = `${(game.title || "game").replace(/[^A-Za-z0-9 _-]+/g, "") || "game"} turn ${game.turn}.aid.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say("Exported.");
}
