// An answer on its way. Whether it counted is known when the server says so: its reply may be lost though it arrived.

import { send } from "./api.js";

const AGAIN = 1_000;

export class Sent {
  #path;
  #body;
  #reply;

  /** Goes out at once, and once more under its own key if nobody answers: nothing is counted twice. */
  constructor(path, body) {
    this.#path = path;
    this.#body = body;
    this.#reply = this.#go().catch((error) => {
      if (!error.isUnsent) throw error;
      return this.#go();
    });
  }

  #go() {
    return send(this.#path, this.#body);
  }

  /** What the server replies; throws `Refused`. */
  get reply() {
    return this.#reply;
  }

  /** Whether it counted, asked under its own key as often as it takes; nothing if nobody tells after so many times.
   *  Only for a question that is over: there it cannot count any more if it did not. */
  async counted(times = Infinity) {
    for (let left = times; ; left -= 1) {
      try {
        await this.#reply;
        return true;
      } catch (error) {
        if (!error.isUnsent) return false;
      }
      if (left <= 0) return null;
      if (left < times) await new Promise((then) => setTimeout(then, AGAIN));
      this.#reply = this.#go();
    }
  }
}
