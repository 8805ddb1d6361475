
// A stretch of the past is played back on the map, one moment after another. It goes on by the page's own links and
// rests at the last moment; any press of a key or on the page stops it.

const REST = 1100;
let played = 0;

function stopPlaying() {
  clearTimeout(played);
  sessionStorage.removeItem("play");
  const button = document.getElementById("scrub-play");
  if (button) button.textContent = "Play";
}

function meetPast() {
  const nav = document.querySelector(".scrubbing");
  clearTimeout(played);
  if (!nav) return;
  const later = document.getElementById("scrub-later");
  const number = Number(document.getElementById("scrub").value);
  const last = Number(document.getElementById("scrub").max);
  let button = document.getElementById("scrub-play");
  if (!button) {
    button = Object.assign(document.createElement("button"), { type: "button", className: "btn", id: "scrub-play" });
    // At the newest moment there is no later one, and the word for it leads nowhere.
    nav.children[1].after(button);
  }
  const until = Number(sessionStorage.getItem("play") ?? 0);
  button.textContent = until > number ? "Pause" : "Play";
  button.setAttribute("aria-disabled", String(number >= last));
  if (until > number && later?.href) played = setTimeout(() => later.click(), REST);
  else sessionStorage.removeItem("play");
}

document.addEventListener("click", (event) => {
  const replay = event.target.closest?.("[data-replay]")?.dataset.replay;
  if (replay) {
    sessionStorage.setItem("play", replay);
    // A sheet that a planner has raised would lie over what happens.
    heights.set("low");
  }
  if (event.target.id === "scrub-play") {
    if (sessionStorage.getItem("play")) return stopPlaying();
    sessionStorage.setItem("play", document.getElementById("scrub").max);
    meetPast();
  }
});
document.addEventListener("pointerdown", (event) => { if (sessionStorage.getItem("play") && !event.target.closest?.("#scrub-play, [data-replay]")) stopPlaying(); });
document.addEventListener("keydown", (event) => { if (sessionStorage.getItem("play") && !event.target.closest?.("#scrub-play, [data-replay]")) stopPlaying(); });
document.addEventListener("htmx:after:swap", meetPast);
meetPast();
