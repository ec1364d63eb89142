// What lies over the foot of a page: the page ends that much later, and what is said is said above it.

const LIES_THERE = ".pad, .answers";

// In the next frame: what makes room may change the size of what is watched, and must not do so while that is told.
const room = new ResizeObserver(() => requestAnimationFrame(makeRoom));

function makeRoom() {
  // On a wide screen the answers stand in the page, and lie over nothing.
  const over = [...document.querySelectorAll(LIES_THERE)].filter((one) => getComputedStyle(one).position === "fixed");
  document.documentElement.style.setProperty("--pad", `${Math.max(...over.map((one) => one.offsetHeight), 0)}px`);
}

function watch() {
  for (const one of document.querySelectorAll(LIES_THERE)) room.observe(one);
}

document.addEventListener("refreshed", watch);
watch();
