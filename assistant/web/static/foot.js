// What lies over the foot of a page: the page ends that much later, and what is said is said above it.

const LIES_THERE = ".pad, .answers";

const room = new ResizeObserver(() => {
  // On a wide screen the answers stand in the page, and lie over nothing.
  const over = [...document.querySelectorAll(LIES_THERE)].filter((one) => getComputedStyle(one).position === "fixed");
  document.documentElement.style.setProperty("--pad", `${Math.max(...over.map((one) => one.offsetHeight), 0)}px`);
});

function watch() {
  for (const one of document.querySelectorAll(LIES_THERE)) room.observe(one);
}

document.addEventListener("refreshed", watch);
watch();
