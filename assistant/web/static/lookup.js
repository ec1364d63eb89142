// A rule or a term opens in a sheet over the page: what was typed stays, and so does the place one reads at.
// Without this script, and with a key held down, such a link leads to its page like any other.

import { ruled } from "./ruled.js";

const OPENS = 'a[href^="/rules/"], a[href^="/terms/"]';
const PATIENCE = 6_000;

const kept = new Map();
let sheet = null;
let opener = null;
let asked = "";

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(OPENS);
  if (!link || link.target || "leaves" in link.dataset || event.defaultPrevented) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!sheet?.open) opener = link;
  const path = link.getAttribute("href");
  // One step back in the browser is one step back here; the first leads out of the sheet.
  history.pushState({ lookup: path, depth: (history.state?.depth ?? 0) + 1 }, "");
  show(path);
});

addEventListener("popstate", ({ state }) => (state?.lookup ? show(state.lookup) : sheet?.close()));
if (history.state?.lookup) show(history.state.lookup);

async function show(path) {
  asked = path;
  sheet ??= newSheet();
  if (!sheet.open) sheet.showModal();
  if (!kept.has(path)) fill(path, { title: "…", text: "Looking it up." });
  const told = kept.get(path) ?? (await fetched(path));
  if (asked === path && sheet.open) fill(path, told);
}

async function fetched(path) {
  const giveUp = new AbortController();
  const limit = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const response = await fetch(`/api/v1${path}`, { headers: { Accept: "application/json" }, signal: giveUp.signal });
    const told = await response.json();
    if (!response.ok) return { title: "Not found", text: [told.error?.sentence, told.error?.do].filter(Boolean).join(" ") };
    kept.set(path, told);
    return told;
  } catch {
    const text = "The game master's laptop does not answer. What you entered is still here: close this, and try again later.";
    return { title: "No contact", text, isLost: true };
  } finally {
    clearTimeout(limit);
  }
}

function newSheet() {
  const made = document.createElement("dialog");
  made.className = "lookup";
  made.setAttribute("aria-labelledby", "lookup-title");
  const top = element("div", "lookup-top");
  const title = element("h2");
  title.id = "lookup-title";
  title.tabIndex = -1;
  title.autofocus = true;
  const close = element("button", "lookup-close", "✕");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => made.close());
  top.append(title, close);
  made.append(top, element("div", "lookup-text"));
  made.addEventListener("click", ({ target }) => target === made && made.close());
  made.addEventListener("close", leave);
  document.body.append(made);
  return made;
}

/** Back to what was tapped; if the page has changed meanwhile, to what stands for it now. */
function leave() {
  if (history.state?.lookup) history.go(-history.state.depth);
  const twin = () => document.querySelector(`main a[href="${CSS.escape(opener.getAttribute("href"))}"]`);
  if (opener) (opener.isConnected ? opener : twin())?.focus({ preventScroll: true });
  opener = null;
}

function fill(path, { title, id, text, lines, readings, rules, isLost }) {
  const isRule = lines !== undefined;
  sheet.querySelector("h2").textContent = isRule ? `${title} ${id}` : title;
  const parts = [ruled("p", text), ...about({ lines, readings })];
  for (const rule of rules ?? []) {
    const part = element("section");
    part.append(element("h3", "", `${rule.title} ${rule.id}`), ruled("p", rule.text), ...about(rule));
    parts.push(part);
  }
  if (isLost) {
    const page = element("a", "", "Open its page instead");
    page.href = path;
    page.dataset.leaves = "";
    const line = element("p");
    line.append(page);
    parts.push(line);
  }
  sheet.querySelector(".lookup-text").replaceChildren(...parts);
  sheet.scrollTop = 0;
}

/** The readings of a house rule, and where it stands in the rulebook. */
function about({ lines, readings }) {
  const parts = [];
  if (readings) {
    const list = element("ul");
    list.append(...readings.map(({ name, text, usual }) => ruled("li", `${name}${usual ? " (usual)" : ""}: ${text}`)));
    parts.push(list);
  }
  if (lines) parts.push(element("p", "quiet", `Rulebook line${/[;-]/.test(lines) ? "s" : ""} ${lines}.`));
  return parts;
}

function element(tag, className = "", words = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = words;
  return made;
}
