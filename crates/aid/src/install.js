// Where the aid comes from a server, a worker keeps its files, so that it opens without a network from then on.
if ("serviceWorker" in navigator && window.isSecureContext) {
  const told = document.getElementById("offline");
  navigator.serviceWorker.register(document.body.dataset.worker).then(() => navigator.serviceWorker.ready).then(
    () => { told.textContent = "Kept on this device: it opens without a network from now on."; },
    () => { told.textContent = "This browser does not keep it: it opens only while the server can be reached. The export keeps the game."; },
  );
} else {
  document.getElementById("offline").textContent = "Over a connection that is not encrypted no browser keeps it: ask the host for an https address, or for the aid as one file.";
}
