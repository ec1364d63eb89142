// Real dice, typed: six big faces, handful by handful; what was typed is still there after a reload.

const KEPT = "typed-dice";
const FEW = 8; // blanks that are drawn ahead of the last face typed, and more as far as their row has room
const ROWS = 2; // of the handful that is being typed, at least
const GAP = 0.3125; // rem, between two dice
const DIE = 1.625 + GAP;

const EDGE = 4; // pixels around a die

const faces = new Map(Array.from({ length: 6 }, (_, at) => [at + 1, null]));

/** What was typed for a question, from this tab's memory; every fight has its own. */
function kept(key) {
  const nothing = { key, faces: [], mode: null };
  try {
    const found = JSON.parse(sessionStorage.getItem(`${KEPT} ${fightOf(key)}`) ?? "{}");
    return found.key === key ? found : nothing;
  } catch {
    return nothing;
  }
}

function keep(typed) {
  try {
    sessionStorage.setItem(`${KEPT} ${fightOf(typed.key)}`, JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing loses the dice on a reload, and nothing else.
  }
}

/** A question's key is that of its fight, and a number that comes once. */
function fightOf(key) {
  return key.slice(0, key.lastIndexOf(" "));
}

let typing = null;

/** The dice that were typed for a question that is gone now, as they were drawn; asked once. */
export function overtakenDice() {
  const dice = typing?.drawn() ?? [];
  typing = null;
  return dice.length ? { did: "typed", what: dice.map((die) => die.getAttribute("aria-label")).join(", "), dice } : null;
}

// In a wider row there is room for more dice.
const room = new ResizeObserver(() => {
  for (const root of document.querySelectorAll("[data-rolling]")) known.get(root)?.show();
});

class Rolling {
  constructor(root) {
    this.root = root;
    this.typed = kept(root.dataset.own);
    this.handfuls = Array.from(root.querySelectorAll("[data-handful]"), (row) => ({
      row,
      dice: JSON.parse(row.dataset.dice),
      good: JSON.parse(row.dataset.good),
      wanted: row.dataset.wanted,
      names: JSON.parse(row.dataset.names),
    }));
    this.number = this.handfuls.reduce((sum, one) => sum + one.dice.length, 0);
    for (const key of root.querySelectorAll("[data-face]")) faces.set(Number(key.dataset.face), key.querySelector(".die"));
    if (this.typed.faces.length) typing = this;
    this.show();
    room.observe(root.querySelector(".pad"));
  }

  /** Every die typed so far. */
  drawn() {
    const good = this.handfuls.flatMap((one) => one.dice.map(() => one.good));
    return this.typed.faces.map((face, at) => drawn(face, good[at]));
  }

  get mode() {
    return this.typed.mode ?? this.root.dataset.rolling;
  }

  change(typed) {
    typing = this;
    this.typed = { ...this.typed, ...typed };
    keep(this.typed);
    this.show();
  }

  type(face) {
    if (this.typed.faces.length < this.number) this.change({ faces: [...this.typed.faces, face] });
  }

  back() {
    this.change({ faces: this.typed.faces.slice(0, -1) });
  }

  /** Faces in the order of the request; what was not typed is left open, and the app rolls it. */
  answer() {
    const dealt = new Array(this.number).fill(null);
    const order = this.handfuls.flatMap(({ dice }) => dice);
    this.typed.faces.forEach((face, at) => (dealt[order[at]] = face));
    return this.typed.faces.length ? { by: "hand", faces: dealt } : { by: "app" };
  }

  show() {
    for (const part of this.root.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== this.mode;
    let before = 0;
    let now = null;
    let made = 0;
    this.handfuls.forEach((one, place) => {
      const mine = this.typed.faces.slice(before, before + one.dice.length);
      const isNow = now === null && mine.length < one.dice.length;
      if (isNow) now = { ...one, place, typed: mine.length };
      one.row.classList.toggle("is-now", isNow);
      const most = roomFor(one, mine.length, isNow);
      const shown = one.dice.map((_, at) => drawn(mine[at], one.good)).slice(0, most);
      const left = one.dice.length - shown.length;
      one.row.querySelector(".dice").replaceChildren(...shown, ...(left ? [andMore(left)] : []));
      made += mine.filter((face) => one.good.includes(face)).length;
      before += one.dice.length;
    });
    this.lookAt(now?.row ?? this.handfuls.at(-1)?.row);
    this.root.querySelector(".typing-now").textContent = now ? this.asks(now)
      : `${this.number === 1 ? "It is" : `All ${this.number}`} typed${this.handfuls.some(({ good }) => good.length) ? `, ${made} good` : ""}. Look once more, then send.`;
    this.root.querySelector("[data-typed=send]").disabled = now !== null;
    this.root.querySelector("[data-typed=back]").disabled = this.typed.faces.length === 0;
    this.showWhoRolls(now !== null);
    for (const key of this.root.querySelectorAll("[data-face]")) key.disabled = now === null;
  }

  /** While nothing is typed, all dice and the rest are the same: one button says so, and that it sends. */
  showWhoRolls(isOpen) {
    const some = this.typed.faces.length > 0;
    const rest = this.root.querySelector("[data-typed=rest]");
    const what = some ? "the rest" : this.number === 1 ? "it" : `all ${this.number}`;
    rest.textContent = `App rolls ${what} and sends`;
    rest.disabled = !isOpen;
    this.root.querySelector("[data-when=hand] > [data-answer]").hidden = !some;
  }

  /** A long list of handfuls moves along by itself, and the page does not. */
  lookAt(row) {
    const list = row?.parentElement;
    const next = row?.querySelector(".blank") ?? row?.querySelector(".dice")?.lastElementChild;
    if (!next) return;
    const { top, bottom } = list.getBoundingClientRect();
    const { top: above, bottom: below } = next.getBoundingClientRect();
    if (below > bottom) list.scrollTop += below - bottom + EDGE;
    else if (above < top) list.scrollTop -= top - above + EDGE;
  }

  /** Die 3 of 8, Éomer: 4 or more. */
  asks({ place, typed, dice, names, wanted }) {
    const handful = this.handfuls.length > 1 ? `Handful ${place + 1} of ${this.handfuls.length}. ` : "";
    return `${handful}Die ${typed + 1} of ${dice.length}, ${names[typed]}: ${wanted}.`;
  }
}

/** How many dice are drawn of a handful: whole rows, the last place of which may say how many more there are. */
function roomFor({ row, dice }, typed, isNow) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const across = Math.floor((row.querySelector(".dice").clientWidth / rem + GAP) / DIE) || FEW;
  const rows = Math.max(isNow ? ROWS : 1, Math.ceil((typed + (isNow ? FEW : 0)) / across));
  return dice.length > rows * across ? rows * across - 1 : dice.length;
}

/** Dice that are due and not drawn yet: +3. */
function andMore(number) {
  const more = document.createElement("span");
  more.className = "more";
  more.textContent = `+${number}`;
  more.title = `${number} more to type`;
  return more;
}

function drawn(face, good) {
  if (!face) {
    const blank = document.createElement("span");
    blank.className = "blank";
    return blank;
  }
  const die = faces.get(face).cloneNode(true);
  if (good.length) die.classList.add(good.includes(face) ? "is-good" : "is-poor");
  return die;
}

const known = new WeakMap();

/** The rolling that an element belongs to; another question in the same place is another rolling. */
function rolling(root) {
  if (!root) return null;
  let found = known.get(root);
  if (found?.typed.key !== root.dataset.own) {
    found = new Rolling(root);
    known.set(root, found);
  }
  return found;
}

/** Set up whatever rolls there are on the page. */
export function findRolls() {
  for (const root of document.querySelectorAll("[data-rolling]")) rolling(root);
}

document.addEventListener("click", ({ target }) => {
  const mine = rolling(target.closest?.("[data-rolling]"));
  const button = target.closest?.("button");
  if (!mine || !button) return;
  if (button.dataset.face) mine.type(Number(button.dataset.face));
  if (button.dataset.switch) mine.change({ mode: button.dataset.switch });
  if (button.dataset.typed === "back") mine.back();
  if (button.dataset.typed === "send" || button.dataset.typed === "rest") give(mine);
});

document.addEventListener("keydown", (event) => {
  const open = [...document.querySelectorAll("[data-rolling]")].find((one) => one.checkVisibility?.() ?? true);
  const mine = rolling(open);
  if (!mine || mine.mode !== "hand" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  if (/^[1-6]$/.test(event.key)) mine.type(Number(event.key));
  else if (event.key === "Backspace") mine.back();
  else if (event.key === "Enter" && mine.typed.faces.length === mine.number && !event.target.closest("a, summary, button")) give(mine);
  else return;
  event.preventDefault();
});

function give(mine) {
  mine.root.dispatchEvent(new CustomEvent("answer", { bubbles: true, detail: mine.answer() }));
}

document.addEventListener("refreshed", findRolls);
findRolls();
