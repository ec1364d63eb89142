// A list that is too long to read: typing leaves what fits.

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-sifts]")) return;
  const words = plain(target.value).split(/\s+/).filter(Boolean);
  for (const row of target.form.querySelectorAll("[data-sift]")) {
    const said = plain(row.textContent);
    const isTicked = row.querySelector("input")?.checked;
    row.hidden = !isTicked && !words.every((word) => said.includes(word));
  }
});

/** Small letters without accents. */
export function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
