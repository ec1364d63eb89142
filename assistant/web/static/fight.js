// A fight under way: one answer goes out, once, and the page goes on.

import { Command, Refused } from "./api.js";
import "./foot.js";
import { say } from "./said.js";
import { inWords, leaveBehind } from "./overtaken.js";
import { overtakenDice } from "./rolling.js";
import { Sent } from "./sent.js";
import { overtakenShares } from "./sharing.js";
import "./sifting.js";
import { isMine, sayTurn } from "./turn.js";

document.addEventListener("answer", ({ target, detail }) => answer(target, detail));

document.addEventListener("click", ({ target }) => {
  const given = target.closest?.("[data-answer]");
  if (given) give(given, JSON.parse(given.dataset.answer));
  const back = target.closest?.("[data-back]");
  if (back) takeBack(back);
  if (target.closest?.("[data-put-away]")) putAway();
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
let shownStep = document.getElementById("step")?.dataset.step;
let wasMine = isMine();

document.addEventListener("refreshed", async () => {
  const step = document.getElementById("step");
  step?.removeAttribute("aria-busy");
  if (step?.dataset.revision === shown) return;
  const was = Number(shownStep);
  shown = step?.dataset.revision;
  shownStep = step?.dataset.step;
  // What was wrong with an answer is over with its question.
  const trouble = step?.querySelector(".trouble-here");
  if (trouble) trouble.textContent = "";
  const lost = overtaken();
  const first = step && whoWasFirst(step, was);
  const isAskedNow = isMine() && !wasMine;
  wasMine = isMine();
  sayTurn();
  // The page may show what came of an answer before its reply is here, or without one.
  const mine = sent;
  sent = null;
  if (mine && (await mine.counted())) {
    putAway();
    lookAtNext();
    return;
  }
  if (lost) tellOvertaken(lost, first);
  // Browsers let only a page that was touched make a phone buzz.
  if (isAskedNow && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
});

function overtaken() {
  const dice = overtakenDice();
  return overtakenShares() ?? dice;
}

/** Who answered the question that was shown, and what counted; without an answer it was taken back. */
function whoWasFirst(step, was) {
  const given = JSON.parse(step.dataset.given ?? "[]").find((one) => one.step === was);
  if (!given) return ["The question was taken back.", ""];
  return [`${given.by || "Somebody else"} answered first.`, given.what && `What counted: ${given.what}.`];
}

// What did not count stays in sight until it is put away: dice lie on the table.
let kept = null;

function putAway() {
  kept = null;
  const place = document.getElementById("overtaken");
  if (place) place.hidden = true;
}

/** Whoever is overtaken is told where they look: the page goes to the words, for the question has changed anyway. */
function tellOvertaken(lost, [who, counted]) {
  const place = document.getElementById("overtaken");
  if (!place) return;
  kept = lost;
  place.querySelector("[data-who]").textContent = who;
  place.querySelector("[data-counted]").textContent = counted;
  place.querySelector("[data-lost]").textContent = lost.dice.length ? `What you had ${lost.did} did not count:` : inWords(lost);
  place.querySelector(".dice").replaceChildren(...lost.dice);
  place.hidden = false;
  place.scrollIntoView({ block: "start", behavior: "instant" });
}

// The last answer of a fight leads to its end; what was entered meanwhile is told of there.
document.addEventListener("leaving", ({ detail }) => {
  const seen = [kept, overtaken()].filter(Boolean);
  if (!sent) leaveBehind(seen);
  else if (seen.length) detail.waits.push(sent.counted(1).then((counted) => counted === false && leaveBehind(seen)));
});

/** After one's own answer eye and keyboard start at the top: the dice that fell, and what is asked next. */
function lookAtNext() {
  scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.getElementById("step-title")?.focus({ preventScroll: true });
}
