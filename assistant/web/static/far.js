// A march that is farther than a turn by the map: said while it can still be thought over, never forbidden.

function tell(select) {
  const place = select.form.querySelector("[data-own=far]");
  const words = select.selectedOptions[0]?.closest("optgroup")?.dataset.warns ?? "";
  place.textContent = words;
  place.hidden = !words;
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("select[data-far]")) return;
  // What was refused was another place.
  target.form.querySelector(".trouble-here").textContent = "";
  tell(target);
});
document.addEventListener("reset", ({ target }) => {
  // A form is empty only after it has said that it will be.
  const select = target.querySelector("select[data-far]");
  if (select) setTimeout(() => tell(select));
});
document.addEventListener("refreshed", () => document.querySelectorAll("select[data-far]").forEach(tell));
