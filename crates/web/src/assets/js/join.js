// An invitation's secret stands behind the # of its address, which browsers never send. It is posted once and
// taken out of the address, so that it stays in no history.

const form = document.getElementById("join");

function enter() {
  const secret = location.hash.slice(1);
  if (!form || !secret) return;
  history.replaceState(null, "", location.pathname);
  form.elements.secret.value = secret;
  form.submit();
}

enter();
// A second link put into the address of this page changes only what stands behind the #, and loads nothing.
addEventListener("hashchange", enter);
