// Brings one piece of a page up to date with a fresh copy of it, without disturbing who is using it.

const KEEPS_STATE = new Set(["INPUT", "TEXTAREA", "SELECT"]);

/** Make `old` look like `fresh`: nodes that are the same stay, so that focus, typing and open details stay. */
export function morph(old, fresh) {
  // What a script of the page has made its own stays as it is, as long as it is about the same thing.
  if (old.dataset?.own && old.dataset.own === fresh.dataset?.own) return;
  // A refusal is about what somebody here entered; it goes when they enter something else.
  if (old.classList?.contains("trouble-here") && fresh.classList?.contains("trouble-here")) return;
  takeAttributes(old, fresh);
  takeChildren(old, fresh);
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
  if (field.tagName === "SELECT") return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function takeChildren(old, fresh) {
  if (old.tagName === "TEXTAREA" || (old.tagName === "SELECT" && isTouched(old) && sameOptions(old, fresh))) return;
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

function sameOptions(old, fresh) {
  return old.options.length === fresh.options?.length
    && [...old.options].every((one, at) => one.value === fresh.options[at].value);
}

/** The node that already stands for what is wanted: by its key, else whatever of the same sort comes next. */
function match(place, wanted, byKey) {
  const key = wanted.nodeType === Node.ELEMENT_NODE && keyOf(wanted);
  if (key) {
    const found = byKey.get(key);
    return found?.tagName === wanted.tagName ? found : null;
  }
  if (!place || place.nodeType !== wanted.nodeType) return null;
  if (place.nodeType !== Node.ELEMENT_NODE) return place;
  return place.tagName === wanted.tagName && !keyOf(place) ? place : null;
}

function keyOf(element) {
  return element.dataset?.key || element.id;
}
