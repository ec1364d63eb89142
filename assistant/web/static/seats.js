// The seats: a code shown large for those who stand around, and who is connected, looked up every few seconds.

import { refresh } from "./screen.js";

const AGAIN = 4_000;

const large = document.getElementById("large");

document.addEventListener("click", ({ target }) => {
  const code = target.closest("[data-large]");
  if (!code) return;
  document.getElementById("large-name").textContent = code.dataset.large;
  document.getElementById("large-code").textContent = code.dataset.code;
  document.getElementById("large-qr").replaceChildren(code.querySelector("svg").cloneNode(true));
  large.showModal();
});

// That somebody comes or goes is no deed, so nothing tells of it.
setInterval(() => document.hidden || large.open || refresh(), AGAIN);
