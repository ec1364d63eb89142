// News for a page, over the browser's shared stream where it can have one, else over a stream of its own.

import { keptName } from "./client.js";
import { Connection } from "./connection.js";

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
  const { position, onState, onNews } = page;
  const worker = new SharedWorker(new URL("worker.js", import.meta.url), { type: "module", name: "stream" });
  const { port } = worker;
  worker.onerror = () => {
    port.close();
    followAlone(page);
  };
  port.onmessage = ({ data }) => {
    if (data.type === "state") onState(data.state);
    if (data.type === "news") onNews(data.news);
  };
  port.postMessage({ type: "hello", client: keptName(() => localStorage), position });
  const wake = () => document.hidden || port.postMessage({ type: "wake" });
  document.addEventListener("visibilitychange", wake);
  whenNetworkChanges(wake);
  addEventListener("pagehide", () => port.postMessage({ type: "bye" }));
  // A page brought back from the browser's memory has said goodbye already.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

function followAlone({ position, onState, onNews }) {
  const connection = new Connection({ client: keptName(() => sessionStorage), position, onState, onNews });
  connection.open();
  // A page that nobody sees gives its connection up, so that those in sight have one.
  document.addEventListener("visibilitychange", () => (document.hidden ? connection.close() : connection.open()));
  whenNetworkChanges(() => document.hidden || connection.ask());
}

function whenNetworkChanges(then) {
  addEventListener("online", then);
  addEventListener("offline", then);
}
