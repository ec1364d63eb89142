// A fight under way: one answer goes out, once, and the page goes on.

import { Command, Refused } from "./api.js";
import { say } from "./said.js";
import { overtaken } from "./rolling.js";
import { leaveBehind } from "./overtaken.js";
import { Sent } from "./sent.js";
import "./sharing.js";
import "./sifting.js";
import { isMine, sayTurn } from "./turn.js";

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
// The last answer of one's own, until the page shows what came of it.
let sent = null;

/** While an answer is on its way, and until the page shows what came of it, no second one goes out. */
async function once(step, path, said) {
  if (step.getAttribute("aria-busy") === "true") return;
  step.setAttribute("aria-busy", "true");
  const trouble = step.querySelector(".trouble-here");
  if (trouble) trouble.textContent = "";
  const mine = new Sent(path, { ...said, key: command.keyFor([path, said]) });
  sent = mine;
  try {
    await mine.reply;
    command.isOver();
    document.dispatchEvent(new CustomEvent("stale", { detail: { own: true } }));
  } catch (error) {
    step.removeAttribute("aria-busy");
    if (!(error instanceof Refused)) throw error;
    // The page has gone on meanwhile, and finds out by itself whether this counted.
    if (error.isUnsent && sent !== mine) return;
    if (!error.isUnsent) command.isOver();
    if (!error.isUnsent && sent === mine) sent = null;
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
let wasMine = isMine();

document.addEventListener("refreshed", async () => {
  const step = document.getElementById("step");
  step?.removeAttribute("aria-busy");
  if (step?.dataset.revision === shown) return;
  shown = step?.dataset.revision;
  // What was wrong with an answer is over with its question.
  const trouble = step?.querySelector(".trouble-here");
  if (trouble) trouble.textContent = "";
  const lost = overtaken();
  const isAskedNow = isMine() && !wasMine;
  wasMine = isMine();
  sayTurn();
  // The page may show what came of an answer before its reply is here, or without one.
  const mine = sent;
  sent = null;
  if (mine && (await mine.counted())) {
    keepSeen([]);
    lookAtNext();
    return;
  }
  if (lost.length) tellOvertaken(lost);
  // Browsers let only a page that was touched make a phone buzz.
  if (isAskedNow && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
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
document.addEventListener("leaving", ({ detail }) => {
  const seen = [...document.querySelectorAll("#overtaken:not([hidden]) .die"), ...overtaken()];
  if (!sent) leaveBehind(seen);
  else if (seen.length) detail.waits.push(sent.counted(1).then((counted) => counted === false && leaveBehind(seen)));
});

/** After one's own answer eye and keyboard start at the top: the dice that fell, and what is asked next. */
function lookAtNext() {
  scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.getElementById("step-title")?.focus({ preventScroll: true });
}
