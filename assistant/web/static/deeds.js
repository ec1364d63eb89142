// Buttons and forms that do something. The page says what in attributes, so no page needs a script of its own:
//
//   data-deed="march" data-setup='{"force": "f1"}'   a deed of this campaign; named fields add to the setup
//   data-api="/api/v1/..." data-body='{...}'         any other command; named fields add to the body
//   data-method="DELETE"                             where it is not POST
//   data-then="/c/..."                               where to go when it is done
//
// A field's `data-as` says how its text is meant: number, way, list, bool, json, or take (so many of `data-ids`);
// an empty field is left out.

import { Command, newKey, Refused, send } from "./api.js";
import { say } from "./said.js";
import { wayInWords, wayOf } from "./ways.js";

const commands = new WeakMap();

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-deed], form[data-api]");
  if (!form) return;
  event.preventDefault();
  const shown = event.submitter ?? form;
  let fields;
  try {
    fields = fieldsOf(form, event.submitter);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showTrouble(form, shown, error);
    return;
  }
  act(form, fields, shown);
});

// A way is told back as it is typed: 45,5 56,2 are two points, not one with decimal commas.
document.addEventListener("input", ({ target }) => {
  if (target.dataset?.as !== "way") return;
  const reading = target.form.querySelector("[data-reading]");
  if (reading) reading.textContent = wayInWords(target.value);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-deed], button[data-api]");
  if (!button || button.type === "submit") return;
  act(button, {}, button);
});

/** Do what an element says; while it is under way, and after success, a second tap does nothing. */
export async function act(element, fields, shown) {
  if (element.getAttribute("aria-busy") === "true") return;
  for (const one of [element, shown]) one.setAttribute("aria-busy", "true");
  clearTrouble(element);
  const command = commands.get(element) ?? new Command();
  commands.set(element, command);
  try {
    const answer = await untilDone(element, fields, command.keyFor([pathOf(element), saidBy(element, fields)]));
    command.isOver();
    if (element instanceof HTMLFormElement) cleared(element);
    follow(element, answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Refused for good, so the next try is another command; not so if nobody knows whether it arrived.
    if (!error.isUnsent) command.isOver();
    showTrouble(element, shown, error);
    // What it was about has changed, and its form may be gone in a moment: the foot of the screen stays.
    if (error.kind === "stale") say(error.message, { danger: true });
    if (error.status === 409) document.dispatchEvent(new CustomEvent("stale"));
  } finally {
    for (const one of [element, shown]) one.removeAttribute("aria-busy");
  }
}

/** Empty again; a form that keeps what is so forgets only why it was changed. */
function cleared(form) {
  if (!form.hasAttribute("data-keep")) form.reset();
  else if (form.elements.reason) form.elements.reason.value = "";
}

/** Send it, and again for as long as the server says that there is more to do; how far it is stands on the screen. */
async function untilDone(element, fields, key) {
  let answer = await send(pathOf(element), bodyOf(element, fields, key), element.dataset.method);
  let done = answer.done ?? 0;
  const left = [...(answer.left ?? [])];
  while (answer.more) {
    say(`${done + left.length} of ${done + left.length + answer.waiting} done`);
    answer = await send(pathOf(element), { ...bodyOf(element, fields, newKey()), ...answer.more }, element.dataset.method);
    done += answer.done;
    left.push(...answer.left);
    if (!answer.more) answer.said = [`${done} set out`, ...left].join("; ");
  }
  return answer;
}

function campaignPath() {
  return `/api/v1/campaigns/${encodeURIComponent(document.body.dataset.campaign)}`;
}

function pathOf(element) {
  return element.dataset.api ?? `${campaignPath()}/deeds`;
}

function bodyOf(element, fields, key) {
  const said = { ...saidBy(element, fields), key };
  return element.dataset.api ? said : { ...said, seen: Number(document.body.dataset.seen) };
}

function saidBy(element, fields) {
  if (element.dataset.api) return { ...JSON.parse(element.dataset.body ?? "{}"), ...fields };
  const setup = { kind: element.dataset.deed, ...JSON.parse(element.dataset.setup ?? "{}"), ...fields };
  return { kind: element.dataset.deed, setup };
}

function fieldsOf(form, submitter) {
  const found = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || field.tagName === "BUTTON") continue;
    if (field.dataset.as === "take") {
      // So many of those named: the first ones.
      found[field.name] ??= [];
      found[field.name].push(...JSON.parse(field.dataset.ids).slice(0, Number(field.value) || 0));
    } else if (field.dataset.as === "list") {
      found[field.name] ??= [];
      if (field.type === "checkbox" ? field.checked : field.value) found[field.name].push(...valuesOf(field));
    } else if (field.type === "checkbox") {
      found[field.name] = field.checked;
    } else if (field.type !== "radio" || field.checked) {
      if (field.value.trim() !== "") found[field.name] = meant(field.dataset.as, field.value);
    }
  }
  if (submitter?.name) found[submitter.name] = meant(submitter.dataset.as, submitter.value);
  return found;
}

function valuesOf(field) {
  return field.multiple ? Array.from(field.selectedOptions, ({ value }) => value) : [field.value];
}

function meant(as, text) {
  if (as === "way") return wayOf(text);
  if (as === "number") return Number(text);
  if (as === "bool") return text === "true";
  if (as === "json") return JSON.parse(text);
  return text;
}

function follow(element, { recorded, open, said, placed, go, told }) {
  if (go) {
    // Where the server says it goes on, such as in a campaign that was just made.
    location.assign(go);
  } else if (open) {
    const campaign = encodeURIComponent(document.body.dataset.campaign);
    location.assign(`/c/${campaign}/fights/${encodeURIComponent(open.id)}`);
  } else if (element.dataset.then) {
    location.assign(element.dataset.then);
  } else {
    document.dispatchEvent(new CustomEvent("stale"));
    // One act, however many deeds: one undo takes it back as a whole.
    if (said) say(`${said}.`, { undo: placed?.length ? () => undo(placed[0]) : null });
    else if (recorded) say([`${recorded.title}.`, told].filter(Boolean).join(" "), { undo: taker(element, recorded) });
  }
}

/** What takes it back again: a deed by its own number, and a redo by that of the deed which counts again. */
function taker(element, { kind, seq, undoes }) {
  if (undoes === null) return () => undo(seq);
  return kind === "redo" ? () => undo(JSON.parse(element.dataset.body).seq) : null;
}

async function undo(seq) {
  try {
    const { said, recorded } = await send(`${campaignPath()}/undo`, { seq, key: newKey() });
    say(`${said ?? recorded.title}.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message, { danger: true });
  }
}

function troubleIn(element) {
  return element instanceof HTMLFormElement ? element.querySelector(".trouble-here") : null;
}

function clearTrouble(element) {
  const place = troubleIn(element);
  if (place) place.textContent = "";
}

function showTrouble(element, shown, error) {
  const place = troubleIn(element);
  if (place) error.showIn(place);
  else say(error.message, { danger: true });
  shown.focus?.();
}
