// Who is connected: nothing tells of that, so it is looked up every few seconds, and only that.

import { morph } from "./morph.js";

const AGAIN = 4_000;

async function look() {
  const place = document.getElementById("connections");
  if (!place || document.hidden) return;
  try {
    const response = await fetch(place.dataset.look, { cache: "no-store", headers: { Accept: "text/html" } });
    if (!response.ok || response.redirected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("connections");
    if (fresh) morph(place, fresh);
  } catch {
    // Without contact the page says so itself.
  }
}

setInterval(look, AGAIN);
