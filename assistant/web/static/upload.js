// Campaigns from a file, or from a backup on the laptop: sent, checked there, and told what became of each.

const form = document.getElementById("upload");
const trouble = form.querySelector(".trouble-here");
const taken = document.getElementById("taken");
const list = document.getElementById("taken-list");

async function take(button, body, headers = {}) {
  if (button.getAttribute("aria-busy") === "true") return;
  const words = button.textContent;
  button.setAttribute("aria-busy", "true");
  button.textContent = "Checking…";
  trouble.textContent = "";
  try {
    const response = await fetch(form.dataset.to, {
      method: "POST", body, headers: { Accept: "application/json", ...headers },
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) show(answer.taken);
    else tell(answer.error);
  } catch {
    trouble.textContent = "The game master's laptop did not answer. Nothing was restored; try again.";
  } finally {
    button.textContent = words;
    button.removeAttribute("aria-busy");
  }
}

function tell({ sentence, faults = [], do: advice } = { sentence: "Something went wrong.", do: "Try again." }) {
  trouble.textContent = [sentence, ...faults.slice(0, 3), advice].filter(Boolean).join(faults.length ? "\n" : " ");
  trouble.scrollIntoView({ block: "nearest" });
}

function show(rows) {
  list.replaceChildren(...rows.map(({ id, said }) => {
    const line = document.createElement("li");
    const words = document.createElement("span");
    words.textContent = said;
    const open = document.createElement("a");
    open.className = "button";
    open.href = `/c/${encodeURIComponent(id)}`;
    open.textContent = "Open";
    line.append(words, open);
    return line;
  }));
  taken.hidden = false;
  taken.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  take(form.querySelector("button"), new FormData(form));
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-backup]");
  if (!button) return;
  take(button, JSON.stringify({ backup: button.dataset.backup }), { "Content-Type": "application/json" });
});
