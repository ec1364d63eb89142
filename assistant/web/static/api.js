// The one way in which a page changes something: JSON to /api/v1, once per command however often it is sent.

import { newName } from "./client.js";

const PATIENCE = 8_000;

let isLost = "";
const WHY = {
  lost: "Not sent: there is no contact with the game master's laptop.",
  failing: "Not sent: something is wrong on the game master's laptop, and what you see may be old.",
};

/** Entries are refused while there is no contact, or none to a page that is true; what was typed stays. */
export function setLost(state) {
  isLost = state || "";
}

/** What the server refused, in its own words; `code` tells a script which refusal it is. */
export class Refused extends Error {
  constructor({ code, kind, sentence, do: advice, faults }, status) {
    // Several faults are read line by line.
    super([sentence, ...(faults ?? []), advice].filter(Boolean).join(faults?.length ? "\n" : " "));
    this.code = code;
    this.kind = kind;
    this.status = status;
  }

  /** Nobody knows whether it arrived: sent again, it is the same command. */
  get isUnsent() {
    return this.code === "no-answer" || this.code === "no-contact";
  }

  /** Say it in a place of the page; what could not be sent is told of again when there is contact. */
  showIn(place) {
    place.textContent = this.message;
    place.toggleAttribute("data-unsent", this.isUnsent);
  }
}

/** A key for one command; the same one is sent again when nobody knows whether the first arrived. */
export function newKey() {
  return newName() + newName();
}

/** What one form or button sends: the same key for as long as nobody knows whether it arrived, and another as soon as
 *  it says something else. */
export class Command {
  #key = "";
  #said = "";

  keyFor(body) {
    const said = JSON.stringify(body);
    if (!this.#key || said !== this.#said) this.#key = newKey();
    this.#said = said;
    return this.#key;
  }

  /** It was done, or refused for good: the next is another command. */
  isOver() {
    this.#key = "";
  }
}

const UNANSWERED = { sentence: "The game master's laptop did not answer.", do: "Nothing is counted twice: send it again." };

/** Send a command, and give back what the server answers; throws `Refused` with a sentence for people.
 *  What takes longer than a command has a `patience` of its own, and words for when it runs out. */
export async function send(path, body, method = "POST", { patience = PATIENCE, unanswered = UNANSWERED, signal } = {}) {
  if (isLost) {
    throw new Refused({ code: "no-contact", sentence: WHY[isLost],
      do: "What you entered is kept. Try again when the page is live." });
  }
  const giveUp = new AbortController();
  const limit = setTimeout(() => giveUp.abort(), patience);
  signal?.addEventListener("abort", () => giveUp.abort());
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: method === "DELETE" ? undefined : JSON.stringify(body),
      signal: giveUp.signal,
      cache: "no-store",
    });
  } catch {
    throw new Refused({ code: "no-answer", ...unanswered });
  } finally {
    clearTimeout(limit);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Refused(answer.error ?? { code: "unexpected", sentence: "Something went wrong.", do: "Try again." },
      response.status);
  }
  return answer;
}
