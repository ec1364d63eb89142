// A quick fight: this page keeps who fights and every answer, and the server says where that leads.

import { newName } from "./client.js";
import { comes, comingFields, showComing } from "./coming.js";
import { Refused, send } from "./api.js";
import "./fight.js";
import { morph } from "./morph.js";
import { Scales, sendForOdds } from "./odds.js";
import { say } from "./said.js";
import { plain } from "./sifting.js";
import { changing } from "./steady.js";

const KEPT = "quick-fight";
const MOST_FOUND = 8;
const ALIKE = 0.5; // Aragron for Aragorn, and not any name with a common ending
const MOST = 100;

const figures = new Map(JSON.parse(document.getElementById("figures").textContent).map((one) => [one.id, one]));
const form = document.getElementById("setup");
const fight = document.getElementById("fight");
const trouble = form.querySelector(".trouble-here");

const NEW = { good: [], evil: [], site: {}, hides: {}, dice: "app", answers: null, name: "" };
let state = { ...NEW, ...remembered() };
let isBusy = false;
// Grows when somebody leaves the fight: what is still on its way then belongs to nobody.
let sitting = 0;
// Who helps those near them, as the server told last.
let helpers = [];
const scales = new Scales(form.querySelector(".odds"), async (whatIf, signal) => {
  if (!state.good.length || !state.evil.length) throw new Refused({ sentence: "Pick figures for both sides." });
  const reply = await sendForOdds("/api/v1/quick", { battle: battle(), odds: true, what_if: whatIf }, signal);
  offer(reply.near);
  return reply.odds;
});

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function change(changes) {
  state = { ...state, ...changes };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    // Only a reload would miss it.
  }
}

/** The fight as a battle file declares it. */
function battle() {
  const sides = {};
  for (const side of ["good", "evil"]) {
    const groups = state[side].flatMap((one) => grouped(side, one));
    const named = (helper) => groups.filter(({ profile }) => profile === helper).flatMap(ids);
    sides[side] = {
      ...(mayHide(side) && state.hides[side] && { hides: true }),
      figures: groups.map(({ id, profile, count, isAlone, mounted, bears, near }) => ({
        id, profile,
        ...(isAlone ? {} : { count }),
        ...(mounted === undefined ? {} : { mounted }),
        ...(bears.length ? { bears } : {}),
        ...(near.length ? { near: near.flatMap(named) } : {}),
      })),
    };
  }
  const { place, fortress, attacker, ...site } = state.site;
  // Who is attacked at a place holds it, unless somebody says who does.
  const holder = fortress ?? { good: "evil", evil: "good" }[attacker];
  return {
    site: {
      ...site,
      ...(place && { place, ...(holder && { holder }) }),
      ...(fortress && { fortress }),
      ...(attacker && { attacker }),
    },
    sides,
  };
}

/** A row as those of it who stand near the same friends: the first of it do. */
function grouped(side, { profile, count, mounted, bears = [], near = {} }) {
  const there = Object.entries(near).filter(([helper]) => state[side].some((one) => one.profile === helper));
  const ends = [...new Set([...there.map(([, number]) => Math.min(number, count)), count])]
    .filter(Boolean).sort((one, other) => one - other);
  return ends.map((end, at) => ({
    id: `${side}-${profile}${at ? `-${at + 1}` : ""}`, profile, mounted, bears,
    isAlone: isOne({ profile, count }),
    count: end - (ends[at - 1] ?? 0),
    near: there.filter(([, number]) => number >= end).map(([helper]) => helper),
  }));
}

/** A character by itself; of some, as of ringwraiths, there may be several. */
function isOne({ profile, count }) {
  return figures.get(profile).is_character && count === 1;
}

/** Only characters by themselves hide. */
function mayHide(side) {
  return state[side].length > 0 && state[side].every(({ profile }) => figures.get(profile).is_character);
}

function ids({ id, count, isAlone }) {
  return isAlone ? [id] : Array.from({ length: count }, (_, at) => `${id}.${at + 1}`);
}

// ---- who fights ---------------------------------------------------------------------------------------

function draw() {
  for (const host of form.querySelectorAll("[data-side]")) {
    const side = host.dataset.side;
    host.querySelector("[data-picked]").replaceChildren(...state[side].map((one) => row(side, one)));
    const number = state[side].reduce((sum, one) => sum + one.count, 0);
    host.querySelector("[data-count]").textContent = number ? `${number}` : "nobody yet";
    host.querySelector("[data-may-hide]").hidden = !mayHide(side);
    host.querySelector("[data-hides]").checked = state.hides[side] === true;
  }
  for (const field of form.querySelectorAll("[data-site]")) {
    const value = state.site[field.dataset.site];
    if (field.type === "checkbox") field.checked = value === true;
    else if (value !== undefined) field.value = value ?? "";
  }
  form.querySelector("[data-dice]").value = state.dice;
}

function row(side, picked) {
  const { profile, count, near = {} } = picked;
  const { name } = figures.get(profile);
  const isAlone = isOne(picked);
  const made = element("li", "row");
  made.dataset.profile = profile;
  if (isAlone) {
    made.append(element("span", "picked-name", name));
  } else {
    const counted = element("div", "counted");
    const field = element("input");
    Object.assign(field, { type: "number", inputMode: "numeric", min: 1, max: MOST, value: count, id: `n-${side}-${profile}` });
    field.dataset.number = "";
    const label = element("label", "", name);
    label.htmlFor = field.id;
    counted.append(field, label);
    made.append(counted);
  }
  const away = element("button", "button", "✕");
  away.type = "button";
  away.dataset.away = "";
  away.setAttribute("aria-label", `Leave out ${name}`);
  made.append(away, ...comingFields(side, picked, figures.get(profile)), ...offered(side, profile).map((one) => nearField(one, { profile, isAlone, count, near })));
  return made;
}

/** Whom it would help a row to stand near. */
function offered(side, profile) {
  return helpers.filter((one) => one.side === side && one.helps.includes(profile)
    && state[side].some((other) => other.profile === one.helper));
}

function nearField({ side, helper, name, inches }, { profile, isAlone, count, near }) {
  const field = element("input");
  field.dataset.near = helper;
  const words = `within ${inches} inches of ${name}`;
  if (isAlone) {
    Object.assign(field, { type: "checkbox", checked: Boolean(near[helper]) });
    const tick = element("label", "tick near");
    tick.append(field, element("span", "", words));
    return tick;
  }
  const value = Math.min(near[helper] ?? 0, count);
  Object.assign(field, { type: "number", inputMode: "numeric", min: 0, max: count, value, id: `near-${side}-${profile}-${helper}` });
  const label = element("label", "", `of them ${words}`);
  label.htmlFor = field.id;
  const counted = element("div", "counted near");
  counted.append(field, label);
  return counted;
}

/** Fields for those who help the near, without touching what somebody is typing in. */
function offer(near) {
  helpers = near;
  for (const host of form.querySelectorAll("[data-side]")) {
    const { side } = host.dataset;
    for (const one of state[side]) {
      const old = host.querySelector(`[data-profile="${one.profile}"]`);
      const shown = Array.from(old?.querySelectorAll("[data-near]") ?? [], (field) => field.dataset.near);
      const wanted = offered(side, one.profile);
      if (!old || shown.join() === wanted.map(({ helper }) => helper).join()) continue;
      old.querySelectorAll(".near").forEach((field) => field.remove());
      old.append(...row(side, one).querySelectorAll(".near"));
    }
  }
}

function element(tag, className = "", words = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = words;
  return made;
}

/** What was typed: a number, where it begins with one, and the words of a name. */
function typed(host) {
  const words = plain(host.querySelector("[data-find]").value).split(/\s+/).filter(Boolean);
  const number = /^\d+$/.test(words[0] ?? "") ? Math.min(MOST, Math.max(1, Number(words.shift()))) : 0;
  return { number, words };
}

/** How alike two words are: of the pairs of letters in both, how many they share. */
function likeness(one, other) {
  const pairs = (word) => new Set(Array.from(word.slice(1), (letter, at) => word[at] + letter));
  const [first, second] = [pairs(one), pairs(other)];
  return (2 * [...first].filter((pair) => second.has(pair)).length) / (first.size + second.size);
}

/** Who is called nearly so, the likest first. */
function nearly(words) {
  const said = words.join(" ");
  const names = [...figures.values()].map((one) => ({ one, like: Math.max(...[one.name, ...one.name.split(" ")].map((name) => likeness(said, plain(name)))) }));
  return names.filter(({ like }) => like >= ALIKE).sort((a, b) => b.like - a.like).map(({ one }) => one).slice(0, 3);
}

function find(host) {
  const { words } = typed(host);
  const side = host.dataset.side;
  const called = (said) => (words.length ? [...figures.values()].filter((one) => {
    const all = plain(said(one));
    return words.every((word) => all.includes(word));
  }) : []);
  let fits = called((one) => `${one.name} ${one.people} ${one.id}`);
  // Who types Andúril means whoever bears it.
  if (!fits.length) fits = called((one) => one.things.map(({ id, name }) => `${id} ${name}`).join(" "));
  // One's own side first, and the nearest to what was typed.
  fits.sort((one, other) => (other.side === side) - (one.side === side) || one.name.length - other.name.length);
  const near = words.length && !fits.length ? nearly(words) : [];
  const nobody = near.length ? "Nobody is called so. Do you mean:" : "Nobody is called so.";
  host.querySelector("[data-found]").replaceChildren(...(words.length && !fits.length ? [element("li", "quiet", nobody)] : []), ...[...fits.slice(0, MOST_FOUND), ...near].map((one) => {
    const made = element("li");
    const button = element("button", "button", one.name);
    button.type = "button";
    button.dataset.add = one.id;
    made.append(button);
    return made;
  }));
}

function add(host, profile) {
  const side = host.dataset.side;
  const isThere = state[side].some((one) => one.profile === profile);
  const { number } = typed(host);
  // Picked again, there is one more of them, or as many more as were typed.
  change({ [side]: isThere
    ? state[side].map((one) => (one.profile === profile ? { ...one, count: Math.min(MOST, one.count + (number || 1)) } : one))
    : [...state[side], { profile, count: number || figures.get(profile).usual }] });
  const field = host.querySelector("[data-find]");
  field.value = "";
  draw();
  find(host);
  scales.soon();
  (host.querySelector(`[data-profile="${profile}"] [data-number]`) ?? field).focus();
}

form.addEventListener("input", ({ target }) => {
  const host = target.closest("[data-side]");
  if (target.matches("[data-find]")) return find(host);
  if (target.matches("[data-rides], [data-bears]")) {
    const { side } = host.dataset;
    const made = target.closest(".row");
    const { profile } = made.dataset;
    change({ [side]: state[side].map((one) => (one.profile === profile ? comes(one, target, figures.get(profile)) : one)) });
    showComing(made, state[side].find((one) => one.profile === profile), figures.get(profile));
  }
  if (target.matches("[data-hides]")) change({ hides: { ...state.hides, [host.dataset.side]: target.checked } });
  if (target.matches("[data-number]")) {
    const { profile } = target.closest(".row").dataset;
    const count = Math.min(MOST, Math.max(1, Math.trunc(Number(target.value)) || 1));
    const side = host.dataset.side;
    change({ [side]: state[side].map((one) => (one.profile === profile ? { ...one, count } : one)) });
    host.querySelector("[data-count]").textContent = `${state[side].reduce((sum, one) => sum + one.count, 0)}`;
    for (const field of target.closest(".row").querySelectorAll("[data-near]")) field.max = count;
  }
  if (target.matches("[data-near]")) {
    const { profile } = target.closest(".row").dataset;
    const number = target.type === "checkbox" ? Number(target.checked) : Math.max(0, Math.trunc(Number(target.value)) || 0);
    const side = host.dataset.side;
    change({ [side]: state[side].map((one) => (one.profile === profile
      ? { ...one, near: { ...one.near, [target.dataset.near]: number } } : one)) });
  }
  return scales.soon();
});

form.addEventListener("change", ({ target }) => {
  if (target.matches("[data-dice]")) change({ dice: target.value });
  if (target.matches("[data-site]")) {
    const value = target.type === "checkbox" ? target.checked : target.value || undefined;
    change({ site: { ...state.site, [target.dataset.site]: value } });
    if (target.dataset.site === "place") {
      const { fortress, tower, ground } = target.selectedOptions[0].dataset;
      const held = fortress === "true" ? "good" : undefined;
      change({ site: { ...state.site, terrain: ground || "clear", tower: tower === "true", fortress: held } });
      form.querySelector("[data-site=fortress]").value = state.site.fortress ?? "";
      draw();
    }
    scales.soon();
  }
});

form.addEventListener("click", ({ target }) => {
  const host = target.closest("[data-side]");
  const button = target.closest("button");
  if (!host || !button) return;
  if (button.dataset.add) add(host, button.dataset.add);
  if (button.dataset.away !== undefined) {
    const { profile } = button.closest(".row").dataset;
    const side = host.dataset.side;
    change({ [side]: state[side].filter((one) => one.profile !== profile) });
    draw();
    scales.soon();
    host.querySelector("[data-find]").focus();
  }
});

// In a search field the return key takes the first that was found.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-find]")) return;
  event.preventDefault();
  event.target.closest("[data-side]").querySelector("[data-add]")?.click();
});

// ---- the fight ----------------------------------------------------------------------------------------

async function step(answers, answer = null) {
  if (isBusy) return;
  isBusy = true;
  const mine = sitting;
  document.getElementById("step")?.setAttribute("aria-busy", "true");
  try {
    const reply = await send("/quick/step", {
      battle: battle(), answers, answer, name: state.name, by_hand: state.dice === "hand",
    });
    if (mine !== sitting) return;
    change({ answers: reply.answers });
    show(reply);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const place = document.querySelector("#step .trouble-here") ?? trouble;
    place.textContent = error.message;
    if (!fight.hidden) say(error.message, { danger: true });
  } finally {
    isBusy = false;
    document.getElementById("step")?.removeAttribute("aria-busy");
  }
}

function show({ drawn }) {
  const fresh = new DOMParser().parseFromString(`<div id="fight">${drawn}</div>`, "text/html").getElementById("fight");
  changing(document, () => morph(fight, fresh));
  fight.hidden = false;
  form.hidden = true;
  document.dispatchEvent(new CustomEvent("refreshed"));
  scrollTo({ top: 0 });
  if (document.activeElement === document.body) fight.querySelector("[tabindex]")?.focus({ preventScroll: true });
}

function leave() {
  sitting += 1;
  change({ answers: null });
  fight.hidden = true;
  form.hidden = false;
}

async function fightItOut() {
  while (state.answers && document.getElementById("step")) {
    const before = state.answers.length;
    await step(state.answers, { by: "app" });
    if (state.answers?.length === before) return;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trouble.textContent = "";
  if (!state.good.length || !state.evil.length) {
    trouble.textContent = "Pick at least one figure for each side.";
    return;
  }
  change({ name: newName() });
  step([]);
});

document.addEventListener("answer", ({ detail }) => step(state.answers, detail));

fight.addEventListener("click", ({ target }) => {
  switch (target.closest("[data-quick]")?.dataset.quick) {
    case "back": step(state.answers.slice(0, -1)); break;
    case "rest": fightItOut(); break;
    case "leave": leave(); break;
    case "again":
      change({ name: newName() });
      step([]);
  }
});

draw();
if (state.answers) step(state.answers);
else if (state.good.length && state.evil.length) scales.weigh();
