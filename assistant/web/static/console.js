// The console's own: keys for the commonest acts, a filter for long lists, ticking many, panes that stay shut.

import { say } from "./said.js";
import { isRenewed, isUnsteady } from "./steady.js";

const PAGES = { c: "fights", b: "by-hand", h: "history", s: "seats" };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const key = event.key.toLowerCase();
  if (key === "?") {
    document.getElementById("keys")?.showModal();
  } else if (key in PAGES && document.documentElement.classList.contains("is-lost")) {
    say("No contact with the assistant: that page opens when it is back.", { danger: true });
  } else if (key in PAGES) {
    location.assign(`/c/${encodeURIComponent(document.body.dataset.campaign)}/${PAGES[key]}`);
  } else if (key === "p") {
    // The first of the list: it is another one when what stood before it is gone.
    const first = document.querySelector(".pane-due .due .button");
    if (first) press(first, isUnsteady);
  } else {
    const meant = document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
    if (!meant) return;
    if (meant.matches("button, summary")) press(meant, isRenewed);
    else meant.focus();
  }
  event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-keys]")) document.getElementById("keys").showModal();
});

/** Do what a button does, if it can be seen; what is folded away is shown first. */
function press(meant, isNew) {
  const folded = foldsOver(meant);
  if (folded.length) {
    for (const one of folded) one.open = true;
    meant.focus();
    say(`“${meant.textContent.trim()}” was folded away. Press again if you mean it.`);
  } else if (isSteady(meant, isNew)) {
    meant.focus();
    meant.click();
  }
}

/** What must be unfolded before somebody sees it. */
function foldsOver(meant) {
  const folded = [];
  for (let one = meant.closest("details"); one; one = one.parentElement.closest("details")) {
    if (!one.open && !one.querySelector(":scope > summary")?.contains(meant)) folded.push(one);
  }
  return folded;
}

/** A key does nothing with what has only just come: nobody can have meant that. */
function isSteady(meant, isNew) {
  if (!isNew(meant)) return true;
  say(`“${meant.textContent.trim()}” has only just come here. Press again if you mean it.`);
  return false;
}

function filter(field) {
  const words = field.value.trim().toLowerCase();
  for (const row of document.querySelectorAll(field.dataset.filter)) {
    const fits = row.textContent.toLowerCase().includes(words);
    row.hidden = !fits;
    if (row.tagName === "DETAILS" && words) row.open = fits;
  }
  if (!field.dataset.filterIn) return;
  // Rows that lie in folded groups: a group without any goes, and the others unfold.
  for (const group of document.querySelectorAll(field.dataset.filterIn)) {
    const fitting = group.querySelectorAll(`${field.dataset.filter}:not([hidden])`).length;
    group.hidden = !fitting;
    if (words) group.open = fitting > 0;
    group.querySelector(".count").textContent = fitting;
  }
}

function countTicked() {
  for (const place of document.querySelectorAll("[data-ticked]")) {
    const form = place.closest("form");
    const ticked = form.querySelectorAll('input[name="figures"]:checked').length
      + Array.from(form.querySelectorAll('input[name="figures"][data-as=take]'), (one) => Number(one.value) || 0).reduce((sum, one) => sum + one, 0);
    place.textContent = ticked ? `(${ticked})` : "";
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.dataset.filter) filter(target);
  else countTicked();
});
document.addEventListener("change", countTicked);
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-tick-all]")) return;
  const group = target.closest("details");
  const boxes = [...group.querySelectorAll('input[type="checkbox"]')];
  const counts = [...group.querySelectorAll("[data-as=take]")];
  const all = boxes.every((box) => box.checked) && counts.every((one) => one.value === one.max);
  for (const box of boxes) box.checked = !all;
  for (const one of counts) one.value = all ? "" : one.max;
  countTicked();
});
document.addEventListener("refreshed", () => {
  for (const field of document.querySelectorAll("[data-filter]")) if (field.value) filter(field);
  countTicked();
});

// Which panes somebody has shut is kept in this browser.
for (const pane of document.querySelectorAll("details[data-pane]")) {
  const key = `pane-${pane.dataset.pane}`;
  try {
    const kept = localStorage.getItem(key);
    if (kept) pane.open = kept === "open";
    pane.addEventListener("toggle", () => localStorage.setItem(key, pane.open ? "open" : "shut"));
  } catch {
    // A browser that keeps nothing shows the panes as they come.
  }
}
