// A screen of a running game: it hears of every change, brings itself up to date, and says when it cannot.

import { setLost } from "./api.js";
import "./deeds.js";
import { fetchInTime, PATIENCE, TooLate } from "./in_time.js";
import { follow } from "./live.js";
import "./lookup.js";
import { morph } from "./morph.js";
import { say } from "./said.js";
import { changing, pause } from "./steady.js";

const WORDS = {
  connecting: "Connecting…",
  live: "Live",
  asking: "Updates every few seconds",
  lost: "No contact",
  failing: "Out of order",
};
// What the notice says: of no contact, or of a laptop that answers, but cannot show this page.
const NOTICES = ["lost", "failing"];
const AGAIN = 2_000;
const LONGEST_WAIT = 10_000;

const { body } = document;
const chip = document.getElementById("connection");
const words = document.getElementById("connection-words");
const notice = document.getElementById("lost");

let isBehind = false;
let isFetching = false;
let isOwn = false;
let wasLost = false;

// A stream that lives helps nobody whose page cannot be fetched: after some failures that is no contact either.
const MOST_FAILURES = 3;
let told = "connecting";
let failures = 0;
// Where a hall asks at once the last wait long: asking again and again would make it longer still.
const MOST_PATIENCE = 60_000;
let patience = PATIENCE;
let trouble = "lost";

function show(state) {
  // Answers in a fight have no number by which they could be missed: one given before the line stood is asked for.
  if (told === "connecting" && state === "live" && document.getElementById("step")) refresh();
  told = state;
  paint(failures < MOST_FAILURES || state === "lost" ? state : trouble);
}

function paint(state) {
  const isLost = NOTICES.includes(state);
  const change = () => {
    chip.dataset.state = state;
    words.textContent = WORDS[state];
    notice.hidden = !isLost;
    for (const part of notice.querySelectorAll("[data-of]")) part.hidden = part.dataset.of !== state;
    document.documentElement.classList.toggle("is-lost", isLost);
  };
  // Should anything move for a notice after all, it does not take a tap just now.
  if (isLost || wasLost) changing(document, change);
  else change();
  setLost(isLost && state);
  if (wasLost && !isLost) comeBack();
  wasLost = isLost;
}

function comeBack() {
  for (const place of document.querySelectorAll("[data-unsent]")) {
    place.textContent = "Contact is back. What you entered is still here: send it again.";
    place.removeAttribute("data-unsent");
  }
  refresh();
}

function hear({ campaign, heads, stirred, guessed, seq }) {
  // Without a stream only who stands at a question looks again and again.
  if (guessed && !document.getElementById("step")) return;
  const mine = body.dataset.campaign;
  if (heads && heads[mine] === Number(body.dataset.seen)) return;
  if (campaign && campaign !== mine) return;
  if (!stirred && seq !== undefined && seq <= Number(body.dataset.seen)) return;
  refresh();
}

/** Fetch this page anew and take over what is different; several wishes at once are one.
 *  After one's `own` answer the page goes on at once: nobody else's change comes under the finger. */
export async function refresh(own = false) {
  isBehind = true;
  isOwn ||= own;
  if (isFetching) return;
  isFetching = true;
  try {
    while (isBehind) {
      isBehind = false;
      const fresh = await fetchPage();
      failures = 0;
      patience = PATIENCE;
      if (chip.dataset.state !== told) paint(told);
      if (fresh) await takeOver(fresh);
    }
  } catch (error) {
    failures = error instanceof TooLate ? MOST_FAILURES : failures + 1;
    if (error instanceof TooLate) patience = Math.min(2 * patience, MOST_PATIENCE);
    trouble = error instanceof OutOfOrder ? "failing" : "lost";
    if (failures >= MOST_FAILURES && told !== "lost" && chip.dataset.state !== trouble) paint(trouble);
    setTimeout(() => refresh(), AGAIN);
  } finally {
    isFetching = false;
  }
}

/** The laptop answers, and cannot show this page: that is no lost contact, and is not called so. */
class OutOfOrder extends Error {}

// A page that is on its way elsewhere does not send itself there a second time.
let left = -Infinity;
const LEAVING = 3_000;
addEventListener("beforeunload", () => (left = performance.now()));

async function fetchPage() {
  const response = await fetchInTime(location.href, { headers: { Accept: "text/html" } }, patience);
  if (response.redirected || response.status === 401 || response.status === 403 || response.status === 404) {
    // The seat was issued anew, or what this page was about is over: the server knows where to go.
    if (performance.now() - left < LEAVING) return null;
    const waits = [];
    document.dispatchEvent(new CustomEvent("leaving", { detail: { waits } }));
    await Promise.race([Promise.all(waits), new Promise((then) => setTimeout(then, LEAVING))]);
    location.assign(response.redirected ? response.url : `/c/${encodeURIComponent(body.dataset.campaign)}`);
    return null;
  }
  if (!response.ok) throw new OutOfOrder(`the server answered ${response.status}`);
  return new DOMParser().parseFromString(response.text, "text/html");
}

/** Wait while a finger is down, but not for ever: a page that says it is live is never older than this. */
async function untilSteady() {
  const last = performance.now() + LONGEST_WAIT;
  for (let wait = pause(); wait > 0 && !isOwn && performance.now() < last; wait = pause()) {
    await new Promise((then) => setTimeout(then, wait));
  }
}

async function takeOver(fresh) {
  if (fresh.documentElement.dataset.version !== document.documentElement.dataset.version) {
    location.reload();
    return;
  }
  await untilSteady();
  isOwn = false;
  changing(document, () => {
    for (const region of document.querySelectorAll("[data-live]")) {
      const twin = fresh.getElementById(region.id);
      if (twin) morph(region, twin);
    }
  });
  document.title = fresh.title;
  body.dataset.seen = fresh.body.dataset.seen;
  document.dispatchEvent(new CustomEvent("refreshed"));
  sayWhatWasTaken();
}

// An undo by somebody else is said to whoever did the deed, once and by name.
const taken = document.getElementById("taken");
let lastTaken = Number(taken.dataset.seq);

function sayWhatWasTaken() {
  const seq = Number(taken.dataset.seq);
  if (seq > lastTaken) say(taken.textContent, { lasting: true });
  lastTaken = Math.max(lastTaken, seq);
}

// Notices lie over the foot of the page, which ends that much later.
const notices = notice.parentElement;
new ResizeObserver(() => document.documentElement.style.setProperty("--notices", `${notices.offsetHeight}px`)).observe(notices);

document.addEventListener("stale", ({ detail }) => refresh(detail?.own));
follow({ position: Number(body.dataset.position), onState: show, onNews: hear });

// Without contact another page is the browser's own error, which may never come back by itself.
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const leaves = link && !link.target && link.origin === location.origin && link.href !== location.href && !(link.hash && link.pathname === location.pathname);
  if (!leaves || event.defaultPrevented || chip.dataset.state !== "lost") return;
  event.preventDefault();
  say("No contact with the game master's laptop: that page opens when it is back.", { danger: true });
});

// The one that is shown may stand far along its row.
for (const shown of document.querySelectorAll(":is(.chips, .tabs) > [aria-current]")) {
  const row = shown.parentElement.getBoundingClientRect();
  const { left, width } = shown.getBoundingClientRect();
  shown.parentElement.scrollLeft += left - row.left - (row.width - width) / 2;
}
