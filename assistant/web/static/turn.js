// Whose turn it is, where it is seen: while one's own question is out of sight, a line at the foot says so and leads there.

import { changing } from "./steady.js";

const LEAST = 64; // pixels of a question that are enough to notice it

const place = document.getElementById("turn");
const line = place?.querySelector("button");

/** Whether somebody is asked on this page, and not only looking on. */
export function isMine() {
  return document.querySelector("#step .now") !== null;
}

/** From the question's name to the last of its answers. */
function asked() {
  const step = document.getElementById("step");
  const { top } = step.querySelector("#step-title").getBoundingClientRect();
  const { top: after } = step.querySelector(".why").getBoundingClientRect();
  return { top, bottom: after };
}

/** Which way the question lies from what is in sight: above, below, or nowhere else. */
function away() {
  // Whoever has the keypad before them is asked by it.
  if (document.querySelector("#step .pad")?.offsetHeight) return "";
  const { top, bottom } = asked();
  const above = document.querySelector(".topbar").getBoundingClientRect().bottom;
  const pad = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--pad")) || 0;
  const below = innerHeight - pad;
  if (Math.min(bottom, below) - Math.max(top, above) >= Math.min(LEAST, bottom - top)) return "";
  return top < above ? "up" : "down";
}

/** Say it, or say it no longer; what has just come there takes no tap. */
export function sayTurn() {
  if (!line) return;
  const way = isMine() ? away() : "";
  const words = way && `It is your turn: ${document.getElementById("step-title").textContent.trim()}`;
  if (line.textContent === words && place.dataset.way === way) return;
  changing(place, () => {
    place.dataset.way = way;
    line.textContent = words;
    line.hidden = !way;
  });
}

function goThere() {
  document.getElementById("step").scrollIntoView({ block: "start" });
  document.getElementById("step-title").focus({ preventScroll: true });
}

let isDue = false;

function soon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    sayTurn();
  });
}

if (line) {
  line.addEventListener("click", goThere);
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  // A list that is unfolded, or a keypad that comes, may take the question out of sight as well.
  new ResizeObserver(soon).observe(document.getElementById("content"));
}
