// Before a fight: who is in reach, what the ground is, and the odds of it as they are typed.

import { newKey, Refused, send } from "./api.js";
import { showNoOdds, showOdds } from "./odds.js";

const AFTER_TYPING = 150;
const AFTER_ODDS = 400;

const form = document.getElementById("contact");
const section = form.querySelector(".odds");
const trouble = form.querySelector(".trouble-here");

let timer = 0;
let asked = 0;
let key = newKey();

/** The participants as the form has them. */
function said() {
  const figures = [];
  for (const row of form.querySelectorAll(".row")) {
    const all = JSON.parse(row.dataset.figures);
    const field = row.querySelector("[data-in-reach]");
    const number = field.type === "checkbox" ? Number(field.checked) : clamp(field.value, all.length);
    const terrain = row.querySelector("[data-terrain]").value;
    const cover = row.querySelector("[data-cover]").checked;
    all.slice(0, number).forEach((figure, at) => {
      const near = nearTo(row, at, all.length);
      figures.push({ figure, ...(terrain && { terrain }), ...(cover && { cover }), ...(near.length && { near }) });
    });
  }
  const site = {};
  for (const field of form.querySelectorAll("[data-site]")) {
    site[field.dataset.site] = field.type === "checkbox" ? field.checked : field.value || null;
  }
  const hides = {};
  for (const field of form.querySelectorAll("[data-hides]")) {
    hides[field.dataset.hides] = field.value === "" ? null : field.value === "true";
  }
  return { figures, site, hides };
}

/** Whom a figure of a row stands near: of those who are alike, the first do. */
function nearTo(row, at, most) {
  return Array.from(row.querySelectorAll("[data-near]"))
    .filter((field) => at < (field.type === "checkbox" ? Number(field.checked) : clamp(field.value, most)))
    .map((field) => field.dataset.near);
}

function clamp(text, most) {
  return Math.min(most, Math.max(0, Math.trunc(Number(text)) || 0));
}

function count() {
  for (const side of form.querySelectorAll("[data-side]")) {
    let number = 0;
    for (const row of side.querySelectorAll(".row")) {
      const field = row.querySelector("[data-in-reach]");
      number += field.type === "checkbox" ? Number(field.checked)
        : clamp(field.value, JSON.parse(row.dataset.figures).length);
    }
    side.querySelector("[data-count]").textContent = `${number} in reach`;
  }
}

async function weigh(whatIf) {
  const mine = (asked += 1);
  try {
    const { odds } = await send(`${form.dataset.contact}/odds`, { ...said(), what_if: whatIf });
    if (mine !== asked) return;
    showOdds(section, odds);
    if (!whatIf) timer = setTimeout(() => weigh(true), AFTER_ODDS);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine === asked) showNoOdds(section, error.message);
  }
}

function changed() {
  count();
  section.classList.add("is-old");
  clearTimeout(timer);
  timer = setTimeout(() => weigh(false), AFTER_TYPING);
}

// Walls that somebody holds are what is fought for, unless they say otherwise afterwards.
form.querySelector("[data-site=fortress]").addEventListener("change", ({ target }) => {
  form.querySelector("[data-site=at]").value = target.value ? "walls" : "field";
});

let shown = form.dataset.own;
document.addEventListener("refreshed", () => {
  if (shown === form.dataset.own) return;
  shown = form.dataset.own;
  changed();
});
form.addEventListener("input", changed);
form.addEventListener("change", changed);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  trouble.textContent = "";
  try {
    const { open, recorded } = await send(`${form.dataset.contact}/fight`, {
      ...said(), key, seen: Number(document.body.dataset.seen),
    });
    const campaign = encodeURIComponent(document.body.dataset.campaign);
    location.assign(open ? `/c/${campaign}/fights/${encodeURIComponent(open.id)}` : `/c/${campaign}/fought/${recorded.seq}`);
  } catch (error) {
    form.removeAttribute("aria-busy");
    if (!(error instanceof Refused)) throw error;
    if (error.code !== "no-answer" && error.code !== "no-contact") key = newKey();
    trouble.textContent = error.message;
    trouble.scrollIntoView({ block: "center" });
  }
});

count();
weigh(false);
