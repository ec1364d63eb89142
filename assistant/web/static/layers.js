// Figures over a map: fetched apart from the page, which stays light, and only when they look different.

import { fetchInTime } from "./in_time.js";

const PATIENCE = 400; // several changes at once are one
const AGAIN = 2; // seconds until one asks again, where the server does not say

const editions = new Map();
const waiting = new Map();
let timer = 0;

async function renew(layer) {
  clearTimeout(waiting.get(layer));
  const path = layer.dataset.layer;
  const headers = editions.has(path) ? { "If-None-Match": editions.get(path) } : {};
  const response = await fetchInTime(path, { headers });
  // Many may want theirs at once: whoever finds no turn comes again, as the server says.
  if (response.status >= 429) again(layer, Number(response.headers.get("Retry-After")) || AGAIN);
  if (response.status !== 200) return;
  editions.set(path, response.headers.get("ETag"));
  const fresh = new DOMParser().parseFromString(response.text, "image/svg+xml").documentElement;
  layer.replaceChildren(...fresh.childNodes);
}

/** A map that says it is live shows where everybody stands: what cannot be had now is asked for again. */
function again(layer, seconds) {
  clearTimeout(waiting.get(layer));
  // Not all of them in the same moment.
  waiting.set(layer, setTimeout(() => keep(layer), 1000 * seconds * (1 + Math.random())));
}

function keep(layer) {
  renew(layer).catch(() => again(layer, AGAIN));
}

function renewAll() {
  clearTimeout(timer);
  timer = setTimeout(() => document.querySelectorAll("[data-layer]").forEach(keep), PATIENCE);
}

document.addEventListener("refreshed", renewAll);
document.querySelectorAll("[data-layer]").forEach(keep);
