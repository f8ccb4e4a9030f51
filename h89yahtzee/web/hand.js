/**
 * The buttons beside the tube, with the captions that the program gives them: the effects of the keys now, the dice,
 * and the rows of the card or of the room, since on a small picture of the tube rows are too small for a thumb.
 *
 * @module
 */

import { element } from "./notices.js";

const FACES = ["·", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** @typedef {import("./messages.js").Keys} Keys */

/**
 * Shows on the buttons what they do now.
 * @param {Keys} message
 */
export function showHand({ functions, others, asks, dice, card }) {
  const does = new Map(functions);
  for (const button of element("functions", HTMLDivElement).querySelectorAll("button")) {
    const key = button.dataset.key ?? "";
    const die = dice[Number(key.slice(1)) - 1];
    name(button, key, does.get(key) ?? "", key.startsWith("f") && does.has(key) ? die : undefined);
  }
  element("functions", HTMLDivElement).hidden = asks !== "" && !functions.length;
  element("keys", HTMLFieldSetElement).dataset.asks = asks ? "yes" : "";
  element("answers", HTMLDivElement).hidden = !asks;
  element("question", HTMLParagraphElement).textContent = asks;
  fill(element("offers", HTMLFieldSetElement), others.length, (button, place) => {
    const [key, text] = others[place] ?? ["", ""];
    button.dataset.key = key;
    write(button, [text, key.length > 1 ? "" : key]);
  });
  fill(element("card", HTMLFieldSetElement), card.length, (button, place) => {
    const [label, points, kind, row, column] = card[place] ?? ["", "", "open", 0, 0];
    Object.assign(button.dataset, { kind, row, column });
    button.setAttribute("aria-pressed", `${kind === "chosen"}`);
    write(button, [label, points]);
  });
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} key
 * @param {string} does what the key does now; empty for nothing
 * @param {[number, string] | undefined} die the face of the die that it marks, and its mark
 */
function name(button, key, does, die) {
  const [shown, below] = button.children;
  if (!shown || !below) return;
  button.dataset.does = does;
  button.classList.toggle("die", die !== undefined);
  button.classList.toggle("marked", Boolean(die?.[1]));
  shown.textContent = die ? (FACES[die[0]] ?? "") : does || key;
  below.textContent = die ? die[1] || key : does ? (button.dataset.name ?? key) : "";
  if (die) button.setAttribute("aria-label", `${below.textContent} ${does}: ${die[0] || "rolling"}`);
  else button.removeAttribute("aria-label");
}

/**
 * Adds or removes buttons until there are `count`, and calls `put` for each. A button that stays keeps the focus.
 * @param {HTMLElement} place
 * @param {number} count
 * @param {(button: HTMLButtonElement, place: number) => void} put
 */
function fill(place, count, put) {
  while (place.children.length > count) place.lastElementChild?.remove();
  while (place.children.length < count) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(document.createElement("span"), document.createElement("kbd"));
    place.append(button);
  }
  [...place.children].forEach((button, at) => {
    if (button instanceof HTMLButtonElement) put(button, at);
  });
}

/**
 * @param {HTMLElement} button
 * @param {string[]} texts
 */
function write(button, texts) {
  texts.forEach((text, at) => {
    const part = button.children[at];
    if (part && part.textContent !== text) part.textContent = text;
  });
}

/**
 * Calls `click` with the place on the tube of a row whose button is pressed. At a table a row that is already chosen is
 * ignored, since a second touch by mistake would post its points.
 * @param {(row: number, column: number) => void} click
 */
export function listenToCard(click) {
  element("card", HTMLFieldSetElement).addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button || button.dataset.kind === "filled" || button.dataset.kind === "total") return;
    const isAtTable = element("functions", HTMLDivElement).querySelector(".die");
    if (isAtTable && button.dataset.kind === "chosen") return;
    click(Number(button.dataset.row), Number(button.dataset.column));
  });
}
