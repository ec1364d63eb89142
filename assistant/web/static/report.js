// A battle that was fought on the table, typed in as one form.

import { sendsWhole } from "./whole.js";

const form = document.getElementById("report");

const value = (name) => form.querySelector(`[data-said=${name}]`)?.value;

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
