// One stream for all pages of this browser: it allows six connections to a server, and a seventh tab would hang.

import { Connection } from "./connection.js";

const ports = new Set();
let connection = null;

function tellAll(message) {
  for (const port of ports) port.postMessage(message);
}

function welcome(port, { client, position, isFirst }) {
  ports.add(port);
  if (connection) {
    port.postMessage({ type: "state", state: connection.state });
    port.postMessage({ type: "news", news: { position: connection.position } });
    return;
  }
  connection = new Connection({
    client,
    position,
    isFirst,
    onState: (state) => tellAll({ type: "state", state }),
    onNews: (news) => tellAll({ type: "news", news }),
  });
  connection.open();
}

function handle(port, message) {
  if (message.type === "hello") welcome(port, message);
  // We may have begun anew, and know nobody who was here before.
  if (message.type === "ping") port.postMessage({ type: ports.has(port) ? "here" : "who" });
  if (message.type === "wake") connection?.ask();
  if (message.type === "bye") ports.delete(port);
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => handle(port, data);
  // Safari begins this script anew when the tab goes that it ran in, and connects the others again without a word to them.
  port.postMessage({ type: "who" });
};
