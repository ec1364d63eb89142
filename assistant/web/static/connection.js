// One connection to the server: a stream of news while it can be had, asking every few seconds otherwise.

import { newName } from "./client.js";

// A screen says within ten seconds that it has lost contact: silence, one question, no answer.
const SILENCE = 5_000; // the server speaks every 3 s
const PATIENCE = 2_500; // how long one question may take
const RETRY = 2_000; // between questions to a server that does not answer
const ASK = 4_000; // between questions to a server that has no stream for us
const STREAM_AGAIN = 30_000; // until we try for a stream again

/**
 * Tells `onState("live" | "asking" | "lost")` and `onNews({position, ...})` whenever the ledger has grown.
 * Position is the number of entries in all campaigns; it is all that is needed to catch up with them. What goes on
 * in a fight has no number: what may have gone past us while no stream stood is told as `stirred`, and as `guessed`
 * again and again while none is to be had.
 */
export class Connection {
  constructor({ client, position, onState, onNews, isFirst = true }) {
    this.client = client;
    this.position = position;
    this.onState = onState;
    this.onNews = onNews;
    this.state = "connecting";
    this.source = null;
    this.timer = 0;
    this.streamFrom = 0;
    this.turn = 0;
    this.isFirst = isFirst; // nothing has gone past us yet
  }

  /** Connect, from wherever we stand. */
  open() {
    this.close();
    const source = new EventSource(`/stream?since=${this.position}&client=${this.client}`);
    let isOpen = false;
    source.onopen = () => {
      isOpen = true;
      // Whoever had lost contact looks anew in any case.
      const isToldAnyway = this.isFirst || this.state === "lost";
      this.isFirst = false;
      this.#become("live");
      if (!isToldAnyway) this.onNews({ position: this.position, stirred: true });
      this.#listen();
    };
    source.onerror = () => {
      // Browsers differ in what they retry and when, so we do it ourselves, the same way everywhere.
      this.close();
      this.streamFrom = isOpen ? 0 : Date.now() + STREAM_AGAIN;
      this.ask();
    };
    source.addEventListener("beat", () => this.#listen());
    source.addEventListener("deed", (event) => this.#hear(event));
    source.addEventListener("heads", (event) => this.#hear(event));
    source.addEventListener("stir", (event) => {
      this.#listen();
      this.onNews({ ...JSON.parse(event.data), position: this.position, stirred: true });
    });
    source.addEventListener("bye", (event) => this.#leave(JSON.parse(event.data).why));
    this.source = source;
    this.#listen();
  }

  /** Let the stream and every plan go. */
  close() {
    this.turn += 1; // an answer still on its way comes too late
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /** Ask where the ledger stands; also how we find out that the server is back. */
  async ask() {
    clearTimeout(this.timer);
    const giveUp = new AbortController();
    const limit = setTimeout(() => giveUp.abort(), PATIENCE);
    const asked = (this.turn += 1);
    try {
      const response = await fetch("/heads", { signal: giveUp.signal, cache: "no-store" });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const news = await response.json();
      if (asked === this.turn) this.#answered(news);
    } catch {
      if (asked === this.turn) this.#unanswered();
    } finally {
      clearTimeout(limit);
    }
  }

  #answered(news) {
    this.#move(news);
    if (this.source) {
      this.#listen();
      return;
    }
    // A server that was lost and is back deserves a new try at once.
    if (this.state === "lost" || Date.now() >= this.streamFrom) {
      this.open();
    } else {
      this.#become("asking");
      this.onNews({ position: this.position, stirred: true, guessed: true });
      this.timer = setTimeout(() => this.ask(), ASK);
    }
  }

  #unanswered() {
    this.close();
    this.#become("lost");
    this.timer = setTimeout(() => this.ask(), RETRY);
  }

  #listen() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask().then(() => this.source && this.open()), SILENCE);
  }

  #hear(event) {
    this.#listen();
    this.#move({ ...JSON.parse(event.data), position: Number(event.lastEventId) });
  }

  #move(news) {
    if (news.position === this.position) return;
    this.position = news.position;
    this.onNews(news);
  }

  #leave(why) {
    // Someone else goes by our name, such as a duplicated tab: take another, or the two would evict each other.
    if (why === "taken") this.client = newName();
    this.close();
    this.ask();
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}
