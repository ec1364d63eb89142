// Brings one piece of a page up to date with a fresh copy of it, without disturbing who is using it.

import { say } from "./said.js";

const KEEPS_STATE = new Set(["INPUT", "TEXTAREA", "SELECT"]);
const unchosen = new WeakMap(); // what a list went on showing that nobody had touched

/** Make `old` look like `fresh`: nodes that are the same stay, so that focus, typing and open details stay. */
export function morph(old, fresh) {
  // What a script of the page has made its own stays as it is, as long as it is about the same thing.
  if (old.dataset?.own && old.dataset.own === fresh.dataset?.own) return;
  // A refusal is about what somebody here entered; it goes when they enter something else.
  if (old.classList?.contains("trouble-here") && fresh.classList?.contains("trouble-here")) return;
  takeAttributes(old, fresh);
  if (old.tagName === "SELECT") takeOptions(old, fresh);
  else takeChildren(old, fresh);
}

function takeAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !belongsToReader(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !belongsToReader(old, name)) old.setAttribute(name, value);
  }
}

/** What somebody opened, typed or marked as busy is theirs. */
function belongsToReader(element, name) {
  if (element.tagName === "DETAILS" && name === "open") return true;
  if (element.tagName === "DIALOG" && name === "open") return true;
  if (name === "aria-busy" || name === "data-local") return true;
  return KEEPS_STATE.has(element.tagName) && (name === "value" || name === "checked") && isTouched(element);
}

function isTouched(field) {
  if (field.tagName === "SELECT") return ![byDefault(field).join(), unchosen.get(field)].includes(chosen(field).join());
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** A list whose choices change keeps what somebody chose in it; where that is gone, it says so. */
function takeOptions(old, fresh) {
  const was = chosen(old);
  const isTheirs = isTouched(old);
  const isKept = isTheirs || sameDefault(old, fresh);
  const names = isTheirs ? new Map([...old.selectedOptions].map((one) => [one.value, one.text.trim()])) : new Map();
  takeChildren(old, fresh);
  const there = new Set(Array.from(old.options, ({ value }) => value));
  const left = was.filter((value) => there.has(value));
  const wanted = isKept && (left.length || old.multiple) ? left : byDefault(old);
  for (const one of old.options) if (one.selected !== wanted.includes(one.value)) one.selected = wanted.includes(one.value);
  if (!isTheirs) unchosen.set(old, chosen(old).join());
  const gone = [...names].filter(([value]) => !there.has(value)).map(([, name]) => `“${name}”`);
  if (!gone.length) return;
  say(`${gone.join(", ")} can no longer be chosen here. Choose again.`, { lasting: true });
  old.dispatchEvent(new Event("change", { bubbles: true }));
}

function chosen(list) {
  return Array.from(list.selectedOptions, ({ value }) => value);
}

/** What a list shows that nobody has touched. */
function byDefault(list) {
  const said = [...list.options].filter((one) => one.defaultSelected);
  const shown = said.length || list.multiple ? said : [...list.options].filter((one) => !one.disabled).slice(0, 1);
  return shown.map(({ value }) => value);
}

/** Whether the server proposes nothing else than before: then what is shown stays, also where others come before it. */
function sameDefault(old, fresh) {
  const said = (list) => [...(list.options ?? [])].filter((one) => one.defaultSelected).map(({ value }) => value).join();
  return said(old) === said(fresh);
}

function takeChildren(old, fresh) {
  if (old.tagName === "TEXTAREA") return;
  const byKey = new Map();
  for (const child of old.children) if (keyOf(child)) byKey.set(keyOf(child), child);
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const kept = match(place, wanted, byKey);
    if (kept) {
      if (kept !== place) old.insertBefore(kept, place);
      else place = place.nextSibling;
      if (kept.nodeType === Node.ELEMENT_NODE) morph(kept, wanted);
      else if (kept.data !== wanted.data) kept.data = wanted.data;
    } else {
      old.insertBefore(document.importNode(wanted, true), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** The node that already stands for what is wanted: by its key, else whatever of the same sort comes next. */
function match(place, wanted, byKey) {
  const key = wanted.nodeType === Node.ELEMENT_NODE && keyOf(wanted);
  if (key) {
    const found = byKey.get(key);
    byKey.delete(key);
    return found?.tagName === wanted.tagName ? found : null;
  }
  if (!place || place.nodeType !== wanted.nodeType) return null;
  if (place.nodeType !== Node.ELEMENT_NODE) return place;
  return place.tagName === wanted.tagName && !keyOf(place) ? place : null;
}

function keyOf(element) {
  return element.dataset?.key || element.id || (element.tagName === "OPTION" && `option ${element.value}`);
}
