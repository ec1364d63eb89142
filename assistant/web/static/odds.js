// Odds as a bar and in words, asked for anew while somebody types.

import { Refused, send } from "./api.js";
import { ruled } from "./ruled.js";

const AFTER_TYPING = 150;
const AFTER_ODDS = 400;

const NS = "http://www.w3.org/2000/svg";

const IN_LINE = 2_000;
// Large fights are fought out many times, blow by blow: that takes longer than any command.
const PATIENCE = 60_000;
const UNANSWERED = { sentence: "The odds did not come.", do: "The fight can begin without them." };
const BUSY = ["odds-busy", "busy"];

/** Ask the server for odds; `signal` says when nobody wants them any more. */
export function sendForOdds(path, body, signal) {
  return send(path, body, "POST", { patience: PATIENCE, unanswered: UNANSWERED, signal });
}

/** Keeps the odds in a section up to date; `ask(whatIf, signal)` fetches them, or throws `Refused` with why not. */
export class Scales {
  #timer = 0;
  #asking = new AbortController();

  constructor(section, ask) {
    this.section = section;
    this.ask = ask;
  }

  /** Something was typed: what is shown is old, and asked for again after a moment. */
  soon() {
    this.section.classList.add("is-old");
    this.#asking.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.weigh(), AFTER_TYPING);
  }

  /** The odds first, and a little later what would change them. */
  async weigh(whatIf = false) {
    clearTimeout(this.#timer);
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    if (!whatIf) showWork(this.section);
    try {
      const odds = await this.ask(whatIf, signal);
      if (signal.aborted) return;
      showOdds(this.section, odds);
      if (!whatIf) wait(this.section, odds.method);
      if (!whatIf) this.#timer = setTimeout(() => this.weigh(true), AFTER_ODDS);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (signal.aborted) return;
      // Others come first: it is asked for again, and what is shown stays.
      if (BUSY.includes(error.code)) this.#timer = setTimeout(() => this.weigh(whatIf), IN_LINE);
      else this.#giveUp(whatIf, error);
    }
  }

  #giveUp(whatIf, error) {
    if (whatIf) showChanges(this.section, [error.message]);
    else showNoOdds(this.section, error.message);
    if (error.isUnsent) {
      const place = this.section.querySelector(whatIf ? "[data-what-if]" : "[data-odds]");
      place.lastElementChild.append(" ", again(() => this.#tryAgain(whatIf)));
    }
  }

  #tryAgain(whatIf) {
    if (whatIf) wait(this.section);
    this.weigh(whatIf);
  }
}

function again(act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Try again";
  button.addEventListener("click", act);
  return button;
}

/** While nothing is known yet, say that it is being worked out. */
function showWork(section) {
  if (section.querySelector("[data-bar]").hidden) {
    section.querySelector("[data-odds]").replaceChildren(ruled("p", "Working it out…"));
    section.querySelector("details").hidden = true;
  }
}

function showOdds(section, { win, short: told, words, what_if: changes }) {
  const bar = section.querySelector("[data-bar]");
  bar.replaceChildren(drawing(win));
  bar.hidden = false;
  section.querySelector("[data-odds]").replaceChildren(...words.map((line) => ruled("p", together(line))));
  showChanges(section, changes.length ? changes.map((one) => one.words) : ["Nothing that could be had here."]);
  short(section, told);
  section.classList.remove("is-old");
}

function showChanges(section, lines) {
  section.querySelector("[data-what-if]").replaceChildren(...lines.map((line) => ruled("li", line)));
  section.querySelector("details").hidden = false;
}

/** While slightly other fights are fought, say so; those that must be fought blow by blow take a while. */
function wait(section, method) {
  const how = method === "resolver" ? "Fighting it out blow by blow to see, some seconds…" : "A moment…";
  showChanges(section, [how]);
}

/** A chance stays on the line of whose it is: no line begins with "<1 %", nor with the dot before the next. */
function together(words) {
  return words.replaceAll(/(\w+) ([<>]?\d+) %/g, "$1\u00a0$2\u00a0%").replaceAll(" · ", "\u00a0· ");
}

function short(section, words) {
  section.closest("form").querySelector("[data-short]").textContent = together(words);
}

/** Say instead why there are none. */
function showNoOdds(section, why) {
  section.querySelector("[data-bar]").hidden = true;
  section.querySelector("details").hidden = true;
  section.querySelector("[data-odds]").replaceChildren(ruled("p", why));
  short(section, "");
  section.classList.remove("is-old");
}

function drawing(win) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("width", "100%");
  svg.setAttribute("height", "100%");
  svg.setAttribute("aria-hidden", "true");
  let from = 0;
  for (const side of ["good", "draw", "evil"]) {
    const part = document.createElementNS(NS, "rect");
    part.setAttribute("class", `bar-${side}`);
    part.setAttribute("x", from);
    part.setAttribute("width", 100 * win[side]);
    part.setAttribute("height", 10);
    svg.append(part);
    from += 100 * win[side];
  }
  return svg;
}
