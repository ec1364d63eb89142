// Dice that somebody was typing when another's answer ended the fight: they lie on the table, and are told once.

const KEPT = "overtaken";

/** Keep them for the page that comes next. */
export function leaveBehind(dice) {
  if (!dice.length) return;
  try {
    sessionStorage.setItem(KEPT, dice.map((die) => die.getAttribute("aria-label")).join(", "));
  } catch {
    // A browser that keeps nothing tells of nothing.
  }
}

/** Tell of them on the page that has come. */
export function tell(place) {
  try {
    const faces = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    if (!faces) return;
    place.querySelector("[data-faces]").textContent = faces;
    place.hidden = false;
  } catch {
    // Nothing was kept.
  }
}

const place = document.querySelector("[data-overtaken]");
if (place) tell(place);
document.querySelector("[data-overtaken] [data-put-away]")?.addEventListener("click", () => (place.hidden = true));
