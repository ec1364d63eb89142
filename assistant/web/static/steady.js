// Nothing changes under a finger: updates wait while one is down, and what has just moved does not take a tap.

const SETTLING = 400; // after a tap, and after something came under the finger
const MOVED = 6; // pixels
const TAPPABLE = "button, a[href], [data-deed], summary, label, select";

const fingers = new Set(); // those that are down, by their pointer
let lastLifted = 0;
let lastPressed = 0;
const changed = new WeakMap();
const renewed = new WeakMap(); // what came, or means something else: a key does not mind where it stands

addEventListener("pointerdown", ({ pointerId, button }) => {
  lastPressed = performance.now();
  if (button === 0) fingers.add(pointerId);
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => lift(pointerId), true);
// A menu of the browser or another window swallows the lifting: no finger is known to be down any more.
addEventListener("contextmenu", () => lift(...fingers), true);
addEventListener("blur", () => lift(...fingers));
document.addEventListener("visibilitychange", () => lift(...fingers));
// A mouse that moves with no button pressed has been let go, wherever that was.
addEventListener("pointermove", ({ pointerId, buttons }) => {
  if (!buttons && fingers.has(pointerId)) lift(pointerId);
}, { capture: true, passive: true });

function lift(...pointers) {
  for (const one of pointers) fingers.delete(one);
  lastLifted = performance.now();
}

/** How long to wait before the page may change. */
export function pause() {
  if (fingers.size) return SETTLING;
  return Math.max(0, lastLifted + SETTLING - performance.now());
}

/** Change the page with `work`, and remember which buttons came, moved or mean something else now. */
export function changing(parent, work) {
  const before = new Map(inReach(parent).map((one) => [one, looks(one)]));
  work();
  const now = performance.now();
  for (const one of inReach(parent)) {
    const was = before.get(one);
    const is = looks(one);
    if (!was || was.means !== is.means) renewed.set(one, now);
    if (!was || was.means !== is.means || Math.abs(was.top - is.top) > MOVED || Math.abs(was.left - is.left) > MOVED) {
      changed.set(one, now);
    }
  }
}

/** What a finger can get at: no button of a fold that is closed. */
function inReach(parent) {
  return [...parent.querySelectorAll(TAPPABLE)].filter((one) => !one.closest("details:not([open]) > :not(summary)"));
}

function looks(one) {
  const { top, left } = one.getBoundingClientRect();
  return { top, left, means: `${one.textContent} ${one.dataset.setup ?? ""} ${one.dataset.body ?? ""}` };
}

/** Whether something came under the finger so lately that nobody can have meant it. */
export function isUnsteady(element) {
  return performance.now() - (changed.get(element) ?? -Infinity) < SETTLING;
}

/** Whether something else came under a finger that was already down, however long it rested there. */
function cameUnder(element) {
  return (changed.get(element) ?? -Infinity) > lastPressed;
}

/** Whether it came, or took another meaning, so lately that nobody can have meant it. */
export function isRenewed(element) {
  return performance.now() - (renewed.get(element) ?? -Infinity) < SETTLING;
}

addEventListener("click", (event) => {
  const tapped = event.target.closest?.(TAPPABLE);
  // A finger or mouse goes to a spot, and a key to what has the focus, which may have become something else.
  if (tapped && (event.detail > 0 ? isUnsteady(tapped) || cameUnder(tapped) : event.isTrusted && isRenewed(tapped))) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
