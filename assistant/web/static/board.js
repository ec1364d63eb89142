// Nobody scrolls a projector: names that do not fit are counted, and fights are told shortly or come in turn.

const MORE = "more";
const IN_TURN = 8_000; // long enough to read some fights from six metres

let round = 0;

/** Show as many of a list as fit into its section, and say how many do not. */
function fit(section) {
  const list = section.querySelector("ul, ol");
  list?.querySelector(`[data-local=${MORE}]`)?.remove();
  const names = [...(list?.children ?? [])];
  for (const one of names) one.hidden = false;
  if (!list || !isCut(section)) return;
  const more = document.createElement("li");
  more.dataset.local = MORE;
  list.append(more);
  for (let hidden = 1; hidden < names.length && (hidden === 1 || isCut(section)); hidden += 1) {
    names[names.length - hidden].hidden = true;
    more.textContent = `and ${hidden} more`;
  }
}

function isCut(section) {
  return section.scrollHeight > section.clientHeight + 1;
}

/** Fights in as many words as there is room for: the oldest are the first to be told in one line. */
function fitFights(section) {
  const fights = [...section.querySelectorAll("article")];
  const which = section.querySelector("[data-which]");
  which.textContent = "";
  for (const one of fights) {
    one.hidden = false;
    one.classList.remove("is-short");
  }
  for (const one of [...fights].reverse()) {
    if (!isCut(section)) return;
    one.classList.add("is-short");
  }
  if (!isCut(section)) return;
  const pages = paged(section, fights);
  const page = pages[round % pages.length];
  for (const one of fights) one.hidden = !page.includes(one);
  which.textContent = `${fights.indexOf(page[0]) + 1} to ${fights.indexOf(page.at(-1)) + 1} of ${fights.length}`;
}

/** Fights that are in sight together, as many as fit, and at least one. */
function paged(section, fights) {
  const pages = [[]];
  for (const one of fights) one.hidden = true;
  for (const one of fights) {
    one.hidden = false;
    if (isCut(section) && pages.at(-1).length) {
      for (const shown of pages.at(-1)) shown.hidden = true;
      pages.push([]);
    }
    pages.at(-1).push(one);
  }
  return pages;
}

function fitAll() {
  for (const section of document.querySelectorAll("[data-fits]")) fit(section);
  for (const section of document.querySelectorAll("[data-turns]")) fitFights(section);
}

setInterval(() => {
  round += 1;
  fitAll();
}, IN_TURN);

document.addEventListener("refreshed", fitAll);
addEventListener("resize", fitAll);
// The maps above push it down as they come.
addEventListener("load", fitAll);
document.fonts.ready.then(fitAll);
fitAll();
