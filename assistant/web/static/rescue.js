// Puts a sound backup in the place of a damaged database, and waits until the server is back.

const SOON = 1_000;
const form = document.getElementById("rescue");

async function putBack() {
  const button = form.querySelector("button");
  const trouble = form.querySelector(".trouble-here");
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  button.textContent = "Putting it in place…";
  trouble.textContent = "";
  const body = JSON.stringify({ backup: form.elements.backup.value, sure: form.elements.sure.checked });
  try {
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    const response = await fetch(form.dataset.to, { method: "POST", headers, body });
    const answer = await response.json();
    if (response.ok) return setTimeout(comeBack, SOON, answer.go);
    trouble.textContent = `${answer.error.sentence} ${answer.error.do}`;
  } catch {
    trouble.textContent = "The game master's laptop did not answer. Try again.";
  }
  button.textContent = "Put the backup in place";
  button.removeAttribute("aria-busy");
  return undefined;
}

/** The server ends and begins anew: whoever asks meanwhile waits, or is refused for a moment. */
async function comeBack(go) {
  const isBack = await fetch("/health").then(({ ok }) => ok, () => false);
  if (isBack) location.assign(go);
  else setTimeout(comeBack, SOON, go);
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  putBack();
});
