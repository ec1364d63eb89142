// Odds as a bar and in words.

const NS = "http://www.w3.org/2000/svg";

/** Show odds in a section that has places for them. */
export function showOdds(section, { win, short: told, words, what_if: changes }) {
  const bar = section.querySelector("[data-bar]");
  bar.replaceChildren(drawing(win));
  bar.hidden = false;
  section.querySelector("[data-odds]").replaceChildren(...words.map((line) => item("p", line)));
  section.querySelector("[data-what-if]").replaceChildren(...changes.length
    ? changes.map((one) => item("li", one.words)) : [item("li", "Nothing can be said of that yet.")]);
  short(section, told);
  section.classList.remove("is-old");
}

function short(section, words) {
  section.closest("form").querySelector("[data-short]").textContent = words;
}

/** Say instead why there are none. */
export function showNoOdds(section, why) {
  section.querySelector("[data-bar]").hidden = true;
  section.querySelector("[data-odds]").replaceChildren(item("p", why));
  short(section, "");
  section.classList.remove("is-old");
}

function drawing(win) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("width", "100%");
  svg.setAttribute("height", "100%");
  svg.setAttribute("aria-hidden", "true");
  let from = 0;
  for (const side of ["good", "draw", "evil"]) {
    const part = document.createElementNS(NS, "rect");
    part.setAttribute("class", `bar-${side}`);
    part.setAttribute("x", from);
    part.setAttribute("width", 100 * win[side]);
    part.setAttribute("height", 10);
    svg.append(part);
    from += 100 * win[side];
  }
  return svg;
}

/** A line in which every rule it names can be opened. */
function item(tag, words) {
  const made = document.createElement(tag);
  for (const part of words.split(/\b([A-Z]{2,}(?:-[A-Z0-9]+)+)\b/)) {
    if (/^[A-Z]{2,}-/.test(part)) {
      const link = document.createElement("a");
      link.className = "rule";
      link.href = `/rules/${part}`;
      link.textContent = part;
      made.append(link);
    } else {
      made.append(part);
    }
  }
  return made;
}
