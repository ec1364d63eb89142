// The ground that a force of one's own can come to this turn: shown when it is tapped, and drawn anew after every change.

let shown = null; // which force, and whom to tell
let asked = 0;

async function draw(reach, force, tell) {
  const number = ++asked;
  const response = await fetch(`${reach.dataset.reach}${encodeURIComponent(force)}`, { cache: "no-store" });
  if (number !== asked) return; // another was tapped meanwhile
  reach.replaceChildren();
  if (response.status !== 200) return; // somebody else's force, or one that is gone
  const { says, drawn } = await response.json();
  const fresh = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  reach.replaceChildren(...fresh.childNodes);
  tell(says);
}

/** Show how far this force gets, or nothing if none was tapped. */
export function showReach(frame, force, tell) {
  const reach = frame.querySelector("[data-reach]");
  if (!reach) return; // a projector plays no side
  shown = force ? { reach, force, tell } : null;
  asked += 1;
  if (!force) reach.replaceChildren();
  else draw(reach, force, tell).catch(() => {}); // without the network nothing is shown, and the page says so
}

document.addEventListener("refreshed", () => shown && draw(shown.reach, shown.force, () => {}).catch(() => {}));
