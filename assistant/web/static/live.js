// News for a page, over the browser's shared stream where it can have one, else over a stream of its own.

import { keptName } from "./client.js";
import { Connection } from "./connection.js";

const OFTEN = 1_500; // between questions to the worker
const MOST_UNANSWERED = 3; // a screen says within ten seconds that it has lost contact

/** Hear of news from `position` on; `onState` tells how the connection stands. */
export function follow(page) {
  try {
    followTogether(page);
  } catch {
    // Missing on some phones, and forbidden where the browser may keep nothing.
    followAlone(page);
  }
}

function followTogether(page) {
  const { onState, onNews } = page;
  let { position } = page;
  let isKnown = false;
  const worker = new SharedWorker(new URL("worker.js", import.meta.url), { type: "module", name: "stream" });
  const { port } = worker;
  const introduce = () => {
    // Between two lives of the worker something may have gone past us.
    port.postMessage({ type: "hello", client: keptName(() => localStorage), position, isFirst: !isKnown });
    isKnown = true;
  };
  const giveUp = () => {
    stopAsking();
    port.close();
    worker.onerror = null;
    followAlone({ ...page, position }, !isKnown).ask();
  };
  const stopAsking = askWhetherItLives(port, giveUp);
  worker.onerror = giveUp;
  port.addEventListener("message", ({ data }) => {
    if (data.type === "who") introduce();
    if (data.type === "state") onState(data.state);
    if (data.type === "news") {
      ({ position } = data.news);
      onNews(data.news);
    }
  });
  port.start();
  const wake = () => document.hidden || port.postMessage({ type: "wake" });
  document.addEventListener("visibilitychange", wake);
  whenNetworkChanges(wake);
  addEventListener("pagehide", () => port.postMessage({ type: "bye" }));
  // A page brought back from the browser's memory has said goodbye already.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

/** A worker may die with the process of another tab, and nothing tells: one that does not answer is given up. */
function askWhetherItLives(port, giveUp) {
  let unanswered = 0;
  let asking = 0;
  const ask = () => {
    if (document.hidden) return;
    if (unanswered === MOST_UNANSWERED) giveUp();
    else port.postMessage({ type: "ping" });
    unanswered += 1;
  };
  // Phones end what runs behind a page that nobody sees: one that wakes asks at once, and has no patience.
  const begin = (patience) => {
    clearInterval(asking);
    unanswered = MOST_UNANSWERED - patience;
    asking = setInterval(ask, OFTEN);
  };
  const wake = () => {
    begin(1);
    ask();
  };
  port.addEventListener("message", () => (unanswered = 0));
  document.addEventListener("visibilitychange", wake);
  begin(MOST_UNANSWERED);
  return () => {
    clearInterval(asking);
    document.removeEventListener("visibilitychange", wake);
  };
}

/** Gives back the connection, which opens and closes by itself from now on. */
function followAlone({ position, onState, onNews }, isFirst = true) {
  const connection = new Connection({ client: keptName(() => sessionStorage), position, onState, onNews, isFirst });
  connection.open();
  // A page that nobody sees gives its connection up, so that those in sight have one.
  document.addEventListener("visibilitychange", () => (document.hidden ? connection.close() : connection.open()));
  whenNetworkChanges(() => document.hidden || connection.ask());
  return connection;
}

function whenNetworkChanges(then) {
  addEventListener("online", then);
  addEventListener("offline", then);
}
