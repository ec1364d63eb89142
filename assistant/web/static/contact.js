// Before a fight: who is in reach, what the ground is, and the odds of it as they are typed.

import { Refused } from "./api.js";
import { Scales, sendForOdds } from "./odds.js";
import { sendsWhole } from "./whole.js";

const form = document.getElementById("contact");
const scales = new Scales(form.querySelector(".odds"), async (whatIf, signal) => {
  const wrong = [...form.querySelectorAll("input[type=number]")].find((field) => !field.checkValidity());
  if (wrong) throw new Refused(impossible(wrong));
  const { odds } = await sendForOdds(`${form.dataset.contact}/odds`, { ...said(), what_if: whatIf }, signal);
  return odds;
});

/** A number that cannot be: nobody works out odds for another one than stands there. */
function impossible(field) {
  const name = field.labels[0]?.textContent.trim().replace(/\s+/g, " ") ?? "This number";
  const typed = field.value === "" ? "what is typed" : field.value;
  return { code: "impossible-number", sentence: `${name}: ${typed} is not possible. Type a whole number from ${field.min} to ${field.max}.` };
}

/** The participants as the form has them. */
function said() {
  const figures = [];
  for (const row of form.querySelectorAll(".row")) {
    const all = JSON.parse(row.dataset.figures);
    const field = row.querySelector("[data-in-reach]");
    const number = field.type === "checkbox" ? Number(field.checked) : clamp(field.value, all.length);
    const terrain = row.querySelector("[data-terrain]").value;
    const cover = row.querySelector("[data-cover]").checked;
    const byHand = addedByHand(row);
    all.slice(0, number).forEach((figure, at) => {
      const near = nearTo(row, at, all.length);
      figures.push({
        figure, ...(terrain && { terrain }), ...(cover && { cover }), ...(near.length && { near }),
        ...(byHand && { by_hand: byHand }),
      });
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
  const together = [...form.querySelectorAll("[data-together]:checked")].map((field) => field.dataset.together);
  return { figures, site, hides, together };
}

/** What the game master adds to the numbers of a row by the table's word. */
function addedByHand(row) {
  const numbers = [...row.querySelectorAll("[data-by-hand]")].map((field) => [field.dataset.byHand, Number(field.value)]);
  if (!numbers.some(([, amount]) => amount)) return null;
  return { ...Object.fromEntries(numbers), why: row.querySelector("[data-by-hand-why]").value };
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

function changed() {
  count();
  scales.soon();
}

// Walls that somebody holds are what is fought for, unless they say otherwise afterwards.
form.querySelector("[data-site=fortress]")?.addEventListener("change", ({ target }) => {
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
sendsWhole(form, `${form.dataset.contact}/fight`, said);

count();
scales.weigh();
