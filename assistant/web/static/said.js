// One line at the foot of the screen: what was just done, with its undo, or why it was not.

const box = document.getElementById("said");
const STAYS = 8_000;

let timer = 0;

/** Say what happened; `undo` adds a button that takes it back, and what is `lasting` stays twice as long. */
export function say(words, { undo = null, danger = false, lasting = danger } = {}) {
  clearTimeout(timer);
  const line = document.createElement("p");
  line.textContent = words;
  box.replaceChildren(line);
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Undo";
    button.addEventListener("click", () => {
      box.replaceChildren();
      undo();
    });
    box.append(button);
  }
  box.classList.toggle("is-danger", danger);
  box.hidden = false;
  timer = setTimeout(() => (box.hidden = true), lasting ? 2 * STAYS : STAYS);
}
