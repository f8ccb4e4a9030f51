// Steps through the games of a page. All that it shows stands in the tables of a game; see page_games.py.
"use strict";

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function made(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function drawn(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function die(face, isKept) {
  const pips = PIPS[face].map((at) => drawn("circle", { cx: 7 + (at % 3) * 8, cy: 7 + Math.floor(at / 3) * 8, r: 2.6 }));
  return drawn("svg", { class: isKept ? "die kept" : "die", viewBox: "0 0 30 30" }, ...pips);
}

class Replay {
  constructor(game) {
    this.game = game;
    this.rows = [...game.querySelectorAll(".steps tr[id]")];
    this.boxes = [...game.querySelectorAll("[data-step]")];
    for (const box of this.boxes) box.points = box.textContent;
    this.sums = [...game.querySelectorAll("[data-after]")];
    for (const sum of this.sums) {
      sum.changes = sum.dataset.after.split(" ").filter(Boolean).map((change) => change.split(":").map(Number));
    }
    this.dice = made("div", { className: "dice", ariaHidden: "true" });
    this.text = made("p", { ariaLive: "polite" });
    this.slider = made("input", { type: "range", min: 0, max: this.rows.length, ariaLabel: "Step" });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.back = [this.button("«", "To the beginning", () => 0), this.button("‹", "Back", () => this.step - 1)];
    this.on = [this.button("›", "On", () => this.step + 1), this.button("»", "To the end", () => this.rows.length)];
    const controls = made("div", { className: "controls" }, ...this.back, this.slider, ...this.on);
    game.querySelector(".board").prepend(made("div", { className: "stage" }, this.dice, this.text, controls));
    game.classList.add("stepping");
    this.rows.forEach((row, index) => row.addEventListener("click", () => this.show(index)));
  }

  button(sign, label, step) {
    const button = made("button", { type: "button", textContent: sign, ariaLabel: label, title: label });
    button.addEventListener("click", () => this.show(step()));
    return button;
  }

  // Shows the cards after this number of steps, and tells the decision that comes next.
  show(step) {
    this.step = Math.max(0, Math.min(step, this.rows.length));
    for (const box of this.boxes) {
      box.textContent = Number(box.dataset.step) > this.step ? "" : box.points;
      box.classList.toggle("now", Number(box.dataset.step) === this.step);
    }
    for (const sum of this.sums) {
      sum.textContent = sum.changes.filter(([changed]) => changed <= this.step).at(-1)?.[1] ?? 0;
    }
    this.rows.forEach((row, index) => {
      if (index === this.step) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    this.slider.value = this.step;
    for (const button of this.back) button.disabled = this.step === 0;
    for (const button of this.on) button.disabled = this.step === this.rows.length;
    this.tell(this.rows[this.step]);
  }

  tell(row) {
    this.dice.replaceChildren();
    if (!row) {
      this.text.textContent = `The end: ${this.game.querySelector("summary").lastChild.textContent}`;
      return;
    }
    const [dice, played, lost, best] = [...row.cells].map((cell) => cell.textContent);
    const isRoll = played.startsWith("keep");
    [...dice].forEach((face, at) => this.dice.append(die(face, isRoll && !row.dataset.rolled.includes(at + 1))));
    const turn = row.parentElement.rows[0].textContent;
    const better = best === "the same" || best === "-" ? "as the solver would" : `the solver: ${best}, ${lost} better`;
    this.text.textContent = `${turn}. ${dice}: ${played}; ${better}.`;
    const list = row.closest(".scroll");
    if (list.scrollHeight > list.clientHeight) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }
}

const replays = new Map();

function replay(game) {
  if (!replays.has(game)) {
    replays.set(game, new Replay(game));
    replays.get(game).show(0);
  }
  return replays.get(game);
}

function follow() {
  const row = document.getElementById(location.hash.slice(1));
  const game = row?.closest("details.game");
  if (!game) return;
  game.open = true;
  replay(game).show(replay(game).rows.indexOf(row));
  game.scrollIntoView();
}

for (const game of document.querySelectorAll("details.game")) {
  game.addEventListener("toggle", () => game.open && replay(game));
}
addEventListener("hashchange", follow);
addEventListener("load", follow); // after the browser has scrolled to the row
