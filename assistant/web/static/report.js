// A battle that was fought on the table, typed in as one form.

import { sendsWhole } from "./whole.js";

const form = document.getElementById("report");

const value = (name) => form.querySelector(`[data-said=${name}]`)?.value;

/** Nobody falls and comes through as well: more than are left is said beside the field, and is not sent. */
function checkRow(row) {
  const field = row.querySelector("[data-unhorsed]");
  if (!field) return;
  const all = JSON.parse(row.dataset.figures).length;
  const fell = Number(row.querySelector("[data-fell]").value || 0);
  const left = Math.max(0, all - fell);
  const wrong = Number(field.value || 0) > left && fell > 0;
  const none = `All ${all} fell, so nobody is left who lost a mount and came through.`;
  const fewer = `${fell} of ${all} fell, so at most ${left} lost a mount and came through.`;
  const words = wrong ? (left ? fewer : none) : "";
  field.setCustomValidity(words);
  field.setAttribute("aria-invalid", String(wrong));
  row.querySelector(".row-trouble").textContent = words;
}

form.addEventListener("input", ({ target }) => target.closest(".row") && checkRow(target.closest(".row")));
for (const row of form.querySelectorAll(".row")) checkRow(row);

/** What the form says, figure by figure: of those who are alike, the last fall. */
function said() {
  const ends = {};
  const dismounted = [];
  for (const row of form.querySelectorAll(".row")) {
    const all = JSON.parse(row.dataset.figures);
    const fell = Number(row.querySelector("[data-fell]")?.value || 0);
    const end = row.querySelector("[data-end]")?.value || "";
    if (end === "dismounted") {
      dismounted.push(...all);
      continue;
    }
    const gone = end ? all : fell ? all.slice(-fell) : [];
    for (const figure of gone) ends[figure] = end || "eliminated";
    const thrown = Number(row.querySelector("[data-unhorsed]")?.value || 0);
    dismounted.push(...all.filter((one) => !gone.includes(one)).slice(0, thrown));
  }
  const winner = value("winner") === "nobody" ? null : value("winner");
  const walls = form.querySelector("[data-said=walls_fell]");
  const fell = Boolean(walls?.checked) && winner !== null && walls.dataset.holder === beaten(winner);
  return {
    ends, dismounted, winner,
    retreats: winner && !fell && value("retreats") === "loser" && isAnyoneLeft(winner, ends) ? beaten(winner) : null,
    how: value("how"),
    walls_fell: fell,
    reason: value("reason").trim(),
  };
}

function beaten(winner) {
  return winner === "good" ? "evil" : "good";
}

function isAnyoneLeft(winner, ends) {
  const rows = form.querySelectorAll(`.side-edge-${beaten(winner)} .row`);
  return [...rows].some((row) => JSON.parse(row.dataset.figures).some((one) => !(one in ends)));
}

/** Who wins against the numbers is not refused for good: there is room for the reason. */
function askWhy(code) {
  if (code === "not-by-the-numbers") form.querySelector("[data-why]").hidden = false;
}

sendsWhole(form, form.dataset.report, said, askWhy);
