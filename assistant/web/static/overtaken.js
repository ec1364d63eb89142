// What somebody was entering when another answered: it did not count, and whoever entered it is told so, once.

import { say } from "./said.js";

const KEPT = "overtaken";
const BEGUN = "begun-first";
const LATELY = 10_000;

/** What you had typed did not count: 3, 5, 2. */
export function inWords({ did, what }) {
  return `What you had ${did} did not count: ${what}.`;
}

/** When another's answer has ended the fight: keep it for the page that comes next. */
export function leaveBehind(lost) {
  if (!lost.length) return;
  try {
    sessionStorage.setItem(KEPT, lost.map(inWords).join(" "));
  } catch {
    // A browser that keeps nothing tells of nothing.
  }
}

/** Tell of it on the page that has come. */
export function tell(place) {
  try {
    const words = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    if (!words) return;
    place.querySelector("[data-lost]").textContent = words;
    place.hidden = false;
  } catch {
    // Nothing was kept.
  }
}

/** Somebody else began the fight that was prepared here: keep what to say of it for the page that comes next. */
export function leaveForm(did) {
  try {
    sessionStorage.setItem(BEGUN, JSON.stringify({ did, at: Date.now() }));
  } catch {
    // A browser that keeps nothing tells of nothing.
  }
}

function tellWhoBegan({ dataset: { begunBy } }) {
  try {
    const { did, at } = JSON.parse(sessionStorage.getItem(BEGUN) ?? "{}");
    sessionStorage.removeItem(BEGUN);
    if (!did || Date.now() - at > LATELY) return;
    const who = begunBy ? `${begunBy} has begun this fight` : "The fight that you prepared is no longer to be begun";
    say(did === "typed" ? `${who}; what you had typed did not count.` : `${who}.`, { lasting: true });
  } catch {
    // Nothing was kept.
  }
}

const began = document.querySelector("[data-begun-by]");
if (began) tellWhoBegan(began);
const place = document.querySelector("[data-overtaken]");
if (place) tell(place);
document.querySelector("[data-overtaken] [data-put-away]")?.addEventListener("click", () => (place.hidden = true));
