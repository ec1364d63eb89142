// Nobody scrolls a projector: names that do not fit below one another are counted instead of cut off.

const MORE = "more";

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

function fitAll() {
  for (const section of document.querySelectorAll("[data-fits]")) fit(section);
}

document.addEventListener("refreshed", fitAll);
addEventListener("resize", fitAll);
// The maps above push it down as they come.
addEventListener("load", fitAll);
document.fonts.ready.then(fitAll);
fitAll();
