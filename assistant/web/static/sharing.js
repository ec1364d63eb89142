// Giving things out: tap who takes the next one; what carries something of its own is a stack of its own.

let giving = null; // what is being laid out by hand

/** What was laid out for a question that is gone now; asked once. */
export function overtakenShares() {
  const what = giving?.isOpen ? giving.told() : "";
  giving = null;
  return what ? { did: "laid out", what, dice: [] } : null;
}

const SEVERAL = { Hit: "hits", Loss: "losses", Pick: "picks" };

class Sharing {
  constructor(root) {
    this.root = root;
    this.key = root.dataset.own;
    this.items = JSON.parse(root.dataset.sharing).items;
    this.stacks = [...new Set(this.items)];
    this.takers = Array.from(root.querySelectorAll("[data-takers]"), (row) => ({
      row, figures: JSON.parse(row.dataset.takers), says: row.dataset.says,
    }));
    this.clear();
  }

  /** 1 to Éomer, 4 among 12 Riders of Rohan: who has been given how many so far. */
  told() {
    return this.takers.map(({ figures, says }) => {
      const took = this.given.filter((one) => figures.includes(one)).length;
      return took && `${took} ${figures.length > 1 ? "among" : "to"} ${says}`;
    }).filter(Boolean).join(", ");
  }

  clear() {
    this.given = new Array(this.items.length).fill(null);
    this.order = [];
    this.stack = this.stacks[0];
    this.show();
  }

  open(isOpen) {
    this.isOpen = isOpen;
    this.show();
  }

  left(stack) {
    return this.items.filter((item, at) => item === stack && this.given[at] === null).length;
  }

  pick(stack) {
    this.stack = stack;
    this.show();
  }

  /** Of several who are alike, the one with the least takes it. */
  giveTo({ figures }) {
    const held = (figure) => this.given.filter((one) => one === figure).length;
    const at = this.items.findIndex((item, place) => item === this.stack && this.given[place] === null);
    if (at === -1) return;
    giving = this;
    this.given[at] = figures.reduce((least, one) => (held(one) < held(least) ? one : least));
    this.order.push(at);
    if (this.left(this.stack) === 0) this.stack = this.stacks.find((one) => this.left(one) > 0) ?? this.stack;
    this.show();
  }

  /** The last that somebody took goes back to its stack. */
  takeFrom({ figures }) {
    const at = this.order.findLast((place) => figures.includes(this.given[place]));
    if (at === undefined) return;
    this.given[at] = null;
    this.order = this.order.filter((place) => place !== at);
    this.stack = this.items[at];
    this.show();
  }

  show() {
    for (const part of this.root.querySelectorAll("[data-when]")) {
      part.hidden = (part.dataset.when === "change") !== Boolean(this.isOpen);
    }
    const left = this.given.filter((one) => one === null).length;
    const now = left ? `${left} of ${this.items.length} left to give out. Tap who takes the next.` : "All are given out.";
    for (const place of this.root.querySelectorAll(".sharing-now")) place.textContent = now;
    this.root.querySelector(".stacks").replaceChildren(...this.stacks.map((stack) => this.#chip(stack)));
    for (const { row, figures } of this.takers) {
      const took = this.given.filter((one) => figures.includes(one)).length;
      row.querySelector(".took").textContent = took ? `+${took}` : "";
      row.querySelector("[data-share=give]").disabled = left === 0;
      row.querySelector("[data-share=less]").disabled = took === 0;
    }
    this.root.querySelector("[data-share=send]").disabled = left > 0;
  }

  #chip(stack) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "stack";
    chip.dataset.stack = stack;
    chip.textContent = told(stack, this.left(stack));
    chip.disabled = this.left(stack) === 0;
    chip.setAttribute("aria-pressed", String(stack === this.stack && !chip.disabled));
    return chip;
  }
}

/** 14 hits left; what is called otherwise keeps its name in front. */
function told(stack, number) {
  if (!(stack in SEVERAL)) return `${stack}: ${number} left`;
  return `${number} ${number === 1 ? stack.toLowerCase() : SEVERAL[stack]} left`;
}

const known = new WeakMap();

function sharing(root) {
  if (!root) return null;
  let found = known.get(root);
  if (found?.key !== root.dataset.own) {
    found = new Sharing(root);
    known.set(root, found);
  }
  return found;
}

/** Set up whatever is to be given out on the page. */
export function findShares() {
  for (const root of document.querySelectorAll("[data-sharing]")) sharing(root);
}

document.addEventListener("click", ({ target }) => {
  const mine = sharing(target.closest?.("[data-sharing]"));
  const button = target.closest?.("button");
  if (!mine || !button) return;
  // What was wrong with the last hand-out is over once it changes.
  const trouble = mine.root.parentElement.querySelector(".trouble-here");
  if (trouble && button.dataset.share !== "send") trouble.textContent = "";
  const taker = mine.takers.find(({ row }) => row.contains(button));
  if (button.dataset.stack) mine.pick(button.dataset.stack);
  switch (button.dataset.share) {
    case "give": mine.giveTo(taker); break;
    case "less": mine.takeFrom(taker); break;
    case "change": mine.open(true); break;
    case "proposal": mine.open(false); break;
    case "clear": mine.clear(); break;
    case "send":
      mine.root.dispatchEvent(new CustomEvent("answer", {
        bubbles: true, detail: { kind: "allocated", takers: mine.given },
      }));
  }
});

document.addEventListener("refreshed", findShares);
findShares();
