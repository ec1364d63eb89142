// Zoom by buttons, wheel and two fingers; panning is plain scrolling. Tapping a force says who it is.

import "./layers.js";
import { showReach } from "./reach.js";

const frame = document.querySelector(".map-frame");
const pile = frame.querySelector(".map-pile");
const about = document.getElementById("map-about");
const LEAST = 1;
const MOST = 12;
const STEP = 1.5;

let zoom = 1;

/** How wide the map is when all of it is in sight. */
function fitting() {
  // As the land was drawn: how large it is on the page now says nothing once it was squeezed to a line.
  const [width, height] = ["width", "height"].map((one) => Number(pile.querySelector("img").getAttribute(one)));
  return Math.min(frame.clientWidth, (frame.clientHeight * width) / height);
}

/** Zoom to `wanted`, and keep what is under the point where it is. */
function zoomTo(wanted, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const next = Math.min(MOST, Math.max(LEAST, wanted));
  const was = lies();
  const share = { x: (x - was.x) / pile.offsetWidth, y: (y - was.y) / pile.offsetHeight };
  zoom = next;
  pile.style.setProperty("width", `${fitting() * zoom}px`);
  const now = lies();
  frame.scrollBy(now.x + share.x * pile.offsetWidth - x, now.y + share.y * pile.offsetHeight - y);
}

/** Where the drawing begins in the window of its frame: in its middle while it is smaller. */
function lies() {
  const [outer, inner] = [frame, pile].map((one) => one.getBoundingClientRect());
  return { x: inner.left - outer.left - frame.clientLeft, y: inner.top - outer.top - frame.clientTop };
}

document.addEventListener("click", ({ target }) => {
  const how = target.closest("[data-zoom]")?.dataset.zoom;
  if (how) zoomTo(how === "fit" ? 1 : how === "in" ? zoom * STEP : zoom / STEP);
});

/** Say whose force it is, and the inches from the south-west corner, as they are typed. */
frame.addEventListener("click", ({ clientX, clientY }) => {
  const upon = frame.querySelector("[data-layer]");
  const at = new DOMPoint(clientX, clientY).matrixTransform(upon.getScreenCTM().inverse());
  const { height, y } = upon.viewBox.baseVal;
  const tall = height + 2 * y; // the frame around the table is as wide on every side
  const inches = `${(at.x / 100).toFixed(1)},${((tall - at.y) / 100).toFixed(1)}`;
  // A figure lies over the outline of its force: both are told.
  const there = document.elementsFromPoint(clientX, clientY);
  const told = ["[data-figure]", "[data-force]"].map((what) =>
    there.map((one) => one.closest(what)).find(Boolean)?.querySelector("title")?.textContent);
  const who = [...new Set(told.filter(Boolean))].join(", ");
  about.textContent = who ? `${who}: ${inches}` : inches;
  const force = there.map((one) => one.closest("[data-force]")).find(Boolean)?.dataset.force;
  showReach(frame, force, (says) => { about.textContent = `${who}: ${inches}. ${says}`; });
});

document.addEventListener("change", async ({ target }) => {
  if (target.dataset.into && target.files[0]) {
    document.querySelector(target.dataset.into).value = await target.files[0].text();
  }
});

frame.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const { left, top } = frame.getBoundingClientRect();
  zoomTo(zoom * Math.exp(-event.deltaY / 200), event.clientX - left, event.clientY - top);
}, { passive: false });

frame.addEventListener("keydown", ({ key }) => {
  if (key === "+" || key === "=") zoomTo(zoom * STEP);
  if (key === "-") zoomTo(zoom / STEP);
  if (key === "0") zoomTo(1);
});

// While two fingers move, the picture is only stretched; it is drawn anew at its size when they let go.
let spread = 0;
let pinch = null;
const gap = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
frame.addEventListener("touchstart", ({ touches }) => (spread = touches.length === 2 ? gap(touches) : 0), { passive: true });
frame.addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !spread) return;
  event.preventDefault();
  const { left, top } = frame.getBoundingClientRect();
  const [one, other] = event.touches;
  pinch ??= { x: (one.clientX + other.clientX) / 2 - left, y: (one.clientY + other.clientY) / 2 - top };
  pinch.by = Math.min(MOST / zoom, Math.max(LEAST / zoom, gap(event.touches) / spread));
  pile.style.setProperty("transform-origin", `${frame.scrollLeft + pinch.x - pile.offsetLeft}px ${frame.scrollTop + pinch.y - pile.offsetTop}px`);
  pile.style.setProperty("transform", `scale(${pinch.by})`);
}, { passive: false });
for (const end of ["touchend", "touchcancel"]) {
  frame.addEventListener(end, () => {
    if (!pinch) return;
    pile.style.removeProperty("transform");
    zoomTo(zoom * pinch.by, pinch.x, pinch.y);
    pinch = null;
    spread = 0;
  });
}

addEventListener("resize", () => zoomTo(zoom));
zoomTo(1);
// On a screen held upright a whole table is too small to read: begin with its height.
const taller = frame.clientHeight / pile.offsetHeight;
if (taller > 1.4) {
  zoomTo(Math.min(taller, 3), 0, 0);
  lookForOwn();
}

/** Begin where one's own host is, once the figures have come, unless somebody has looked elsewhere by then. */
function lookForOwn() {
  const mine = new Set(frame.dataset.mine?.split(" "));
  const upon = frame.querySelector("[data-layer]");
  const coming = new MutationObserver(() => {
    coming.disconnect();
    const boxes = [...upon.querySelectorAll("[data-force]")].filter((one) => mine.has(one.dataset.force)).map((one) => one.getBoundingClientRect());
    const host = boxes.reduce((most, one) => (one.width * one.height > most.width * most.height ? one : most), { width: 0, height: 0 });
    if (!host.width) return;
    const window = frame.getBoundingClientRect();
    frame.scrollBy(host.left + host.width / 2 - window.left - frame.clientWidth / 2, host.top + host.height / 2 - window.top - frame.clientHeight / 2);
  });
  coming.observe(upon, { childList: true });
  frame.addEventListener("pointerdown", () => coming.disconnect(), { once: true });
}
