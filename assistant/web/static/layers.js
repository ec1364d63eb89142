// Figures over a map: fetched apart from the page, which stays light, and only when they look different.

const PATIENCE = 400; // several changes at once are one

const editions = new Map();
let timer = 0;

async function renew(layer) {
  const path = layer.dataset.layer;
  const headers = editions.has(path) ? { "If-None-Match": editions.get(path) } : {};
  const response = await fetch(path, { headers, cache: "no-store" });
  if (response.status !== 200) return;
  editions.set(path, response.headers.get("ETag"));
  const fresh = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  layer.replaceChildren(...fresh.childNodes);
}

function renewAll() {
  clearTimeout(timer);
  // A layer that cannot be had now comes with the next change.
  timer = setTimeout(() => document.querySelectorAll("[data-layer]").forEach((one) => renew(one).catch(() => {})), PATIENCE);
}

document.addEventListener("refreshed", renewAll);
document.querySelectorAll("[data-layer]").forEach((one) => renew(one).catch(() => {}));
