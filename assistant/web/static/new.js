// A new campaign: seats are proposed while one types, what was typed survives a refusal and a reload.

import { newKey, Refused, send } from "./api.js";

const PAUSE = 250;

const form = document.getElementById("founding");
const count = document.getElementById("count");
const rows = [...document.querySelectorAll("#players > li")];
const seats = document.getElementById("seats");
const notes = document.getElementById("notes");
const seatsTrouble = document.getElementById("seats-trouble");
const trouble = document.getElementById("trouble");
const begin = document.getElementById("begin");
const rules = [...document.querySelectorAll("[data-rule]")];
const draft = `founding-${form.dataset.draft}`;

let timer = 0;
let asked = 0;
let key = newKey();

function howMany() {
  const wanted = Math.round(Number(count.value)) || Number(count.defaultValue);
  return Math.min(Number(count.max), Math.max(Number(count.min), wanted));
}

function field(row, name) {
  return row.querySelector(`[data-player="${name}"]`);
}

function entered() {
  return {
    name: form.elements.name?.value ?? "",
    players: rows.slice(0, howMany()).map((row) => ({
      name: field(row, "name").value, wish: field(row, "wish").value, dice: field(row, "dice").value,
    })),
    house_rules: Object.fromEntries(changedRules().map((rule) => [rule.dataset.rule, chosen(rule).value])),
  };
}

function chosen(rule) {
  return rule.querySelector("input:checked");
}

function changedRules() {
  return rules.filter((rule) => !chosen(rule).hasAttribute("data-default"));
}

// ---- what is shown ----

function showRows() {
  rows.forEach((row, number) => (row.hidden = number >= howMany()));
}

function showChanged() {
  const changed = changedRules();
  for (const rule of rules) rule.classList.toggle("is-changed", changed.includes(rule));
  const box = document.getElementById("changed-box");
  if (!box) return;
  box.hidden = !changed.length;
  document.getElementById("changed").replaceChildren(...changed.map(lineOf));
}

function lineOf(rule) {
  const line = document.createElement("li");
  const words = document.createElement("span");
  words.textContent = `${rule.dataset.topic}: ${chosen(rule).parentElement.textContent.trim()}`;
  const back = document.createElement("button");
  back.type = "button";
  back.textContent = "As it stands";
  back.setAttribute("aria-label", `${rule.dataset.topic}: as it stands`);
  back.addEventListener("click", () => {
    rule.querySelector("[data-default]").checked = true;
    change();
  });
  line.append(words, back);
  return line;
}

function seatLine({ player, side, names, dice }) {
  const line = document.createElement("li");
  const mark = document.createElement("span");
  mark.className = `side side-${side}`;
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", side);
  const who = document.createElement("strong");
  who.textContent = player;
  const what = document.createElement("span");
  what.textContent = names.join(", ") + (dice === "by-hand" ? " · real dice" : "");
  line.append(mark, who, what);
  return line;
}

function find(words) {
  const wanted = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const area of document.querySelectorAll(".house-area")) {
    const fitting = [...area.querySelectorAll("[data-rule]")].filter((rule) => {
      const said = `${rule.dataset.rule} ${rule.textContent}`.toLowerCase();
      rule.hidden = !wanted.every((word) => said.includes(word));
      return !rule.hidden;
    });
    found += fitting.length;
    area.hidden = !fitting.length;
    if (wanted.length) area.open = fitting.length > 0;
    area.querySelector(".count").textContent = fitting.length;
  }
  document.getElementById("no-rule").hidden = found > 0;
}

// ---- the server's proposal ----

async function propose() {
  const mine = (asked += 1);
  const list = seats.parentElement;
  list.setAttribute("aria-busy", "true");
  const { players, house_rules } = entered();
  try {
    const proposal = await send("/api/v1/seating", { players, house_rules });
    if (mine !== asked) return;
    seatsTrouble.textContent = "";
    seats.replaceChildren(...proposal.seats.map(seatLine));
    notes.replaceChildren(...proposal.notes.map((note) => {
      const line = document.createElement("li");
      line.textContent = note;
      return line;
    }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine !== asked) return;
    // Seats of an earlier answer would look as if they still held.
    seatsTrouble.textContent = error.message;
    seats.replaceChildren();
    notes.replaceChildren();
  } finally {
    if (mine === asked) list.removeAttribute("aria-busy");
  }
}

function change() {
  // What was refused may be mended now.
  trouble.textContent = "";
  showRows();
  showChanged();
  keep();
  // What is changed after a refusal is another command.
  key = newKey();
  clearTimeout(timer);
  timer = setTimeout(propose, PAUSE);
}

form.addEventListener("input", ({ target }) => (target.id === "find-rule" ? find(target.value) : change()));
form.addEventListener("click", ({ target }) => {
  const step = Number(target.dataset?.step ?? 0);
  if (!step) return;
  count.value = howMany() + step;
  count.value = howMany();
  change();
});
count.addEventListener("change", () => {
  count.value = howMany();
  change();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (begin.getAttribute("aria-busy") === "true") return;
  begin.setAttribute("aria-busy", "true");
  begin.textContent = "Beginning…";
  trouble.textContent = "";
  try {
    const { go } = await send(form.dataset.to, { ...entered(), key });
    forget();
    location.assign(go);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble.textContent = error.message;
    begin.textContent = "Begin the game";
    begin.removeAttribute("aria-busy");
  }
});

// ---- a draft in this tab, until the game has begun ----

function keep() {
  try {
    sessionStorage.setItem(draft, JSON.stringify({ ...entered(), count: howMany() }));
  } catch {
    // A browser that keeps nothing begins afresh after a reload.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(draft);
  } catch {
    // Nothing was kept.
  }
}

function recall() {
  let kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(draft) ?? "null");
  } catch {
    return;
  }
  if (!kept) return;
  if (form.elements.name) form.elements.name.value = kept.name;
  count.value = kept.count;
  kept.players.forEach((player, number) => {
    for (const name of ["name", "wish", "dice"]) field(rows[number], name).value = player[name];
  });
  for (const rule of rules) {
    const reading = kept.house_rules[rule.dataset.rule];
    const box = reading && rule.querySelector(`input[value="${CSS.escape(reading)}"]`);
    if (box) box.checked = true;
  }
}

recall();
showRows();
showChanged();
propose();
