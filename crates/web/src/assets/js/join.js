// An invitation's secret stands behind the # of its address, which browsers never send. It is posted once and
// taken out of the address, so that it stays in no history.

const form = document.getElementById("join");
const secret = location.hash.slice(1);
if (form && secret) {
  history.replaceState(null, "", location.pathname);
  form.elements.secret.value = secret;
  form.submit();
}
