// A fight under way: one answer goes out, once, and the page goes on.

import { Command, Refused, send } from "./api.js";
import { say } from "./said.js";
import { overtaken } from "./rolling.js";
import { leaveBehind } from "./overtaken.js";
import "./sharing.js";
import "./sifting.js";

document.addEventListener("answer", ({ target, detail }) => answer(target, detail));

document.addEventListener("click", ({ target }) => {
  const given = target.closest?.("[data-answer]");
  if (given) give(given, JSON.parse(given.dataset.answer));
  const back = target.closest?.("[data-back]");
  if (back) takeBack(back);
  if (target.closest?.("[data-put-away]")) keepSeen([]);
});

// Typing looks for an option; it does not take one.
document.addEventListener("submit", (event) => event.target.matches("[data-choosing]") && event.preventDefault());

/** Say what is answered; whoever keeps the fight hears it. */
export function give(element, answered) {
  element.dispatchEvent(new CustomEvent("answer", { bubbles: true, detail: answered }));
}

async function answer(element, given) {
  const step = element.closest("[data-answers]");
  if (!step) return;
  await once(step, step.dataset.answers, {
    answer: given, step: Number(step.dataset.step), revision: Number(step.dataset.revision),
  });
}

async function takeBack(button) {
  const step = document.getElementById("step");
  await once(step, button.dataset.back, { revision: Number(step.dataset.revision) });
}

const command = new Command();

/** While an answer is on its way, and until the page shows what came of it, no second one goes out. */
async function once(step, path, said) {
  if (step.getAttribute("aria-busy") === "true") return;
  step.setAttribute("aria-busy", "true");
  const trouble = step.querySelector(".trouble-here");
  if (trouble) trouble.textContent = "";
  try {
    await send(path, { ...said, key: command.keyFor([path, said]) });
    command.isOver();
    isOwn = true;
    document.dispatchEvent(new CustomEvent("stale", { detail: { own: true } }));
  } catch (error) {
    step.removeAttribute("aria-busy");
    if (!(error instanceof Refused)) throw error;
    if (!error.isUnsent) command.isOver();
    if (["answered-already", "over-already", "no-such-fight"].includes(error.code)) {
      say(error.message);
      document.dispatchEvent(new CustomEvent("stale", { detail: { own: true } }));
    } else if (trouble) {
      error.showIn(trouble);
      trouble.scrollIntoView({ block: "nearest" });
    } else {
      say(error.message, { danger: true });
    }
  }
}

let shown = document.getElementById("step")?.dataset.revision;
let isOwn = false;
let wasMine = isMine();

function isMine() {
  return document.querySelector("#step .now") !== null;
}

document.addEventListener("refreshed", () => {
  const step = document.getElementById("step");
  step?.removeAttribute("aria-busy");
  if (step?.dataset.revision === shown) return;
  shown = step?.dataset.revision;
  // What was wrong with an answer is over with its question.
  const trouble = step?.querySelector(".trouble-here");
  if (trouble) trouble.textContent = "";
  const lost = overtaken();
  if (isOwn) keepSeen([]);
  else if (lost.length) tellOvertaken(lost);
  if (isOwn) lookAtNext();
  // Browsers let only a page that was touched make a phone buzz.
  else if (isMine() && !wasMine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  isOwn = false;
  wasMine = isMine();
});

/** Dice that somebody typed while another answered stay in sight until they are put away: they lie on the table. */
function keepSeen(dice) {
  const place = document.getElementById("overtaken");
  if (!place) return;
  place.querySelector(".dice").replaceChildren(...dice);
  place.hidden = dice.length === 0;
}

/** Whoever is overtaken is told where they look: the page goes to the words, for the question has changed anyway. */
function tellOvertaken(dice) {
  keepSeen(dice);
  document.getElementById("overtaken")?.scrollIntoView({ block: "start", behavior: "instant" });
}

// The last answer of a fight leads to its end; dice typed meanwhile are told of there.
document.addEventListener("leaving", () => {
  const seen = document.querySelectorAll("#overtaken:not([hidden]) .die");
  if (!isOwn) leaveBehind([...seen, ...overtaken()]);
});

/** After one's own answer eye and keyboard start at the top: the dice that fell, and what is asked next. */
function lookAtNext() {
  scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.getElementById("step-title")?.focus({ preventScroll: true });
}
