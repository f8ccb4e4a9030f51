/**
 * The H19's keys as buttons, for thumbs and for the mouse, and a field by which a telephone's own keyboard comes up.
 *
 * @module
 */

import { character } from "./keyboard.js";

/** The content of the field while nothing is typed, so that a backspace has a character to remove. */
const FILLING = " ";

/**
 * Calls `press` with the key that a button's `data-key` names when the button is pressed.
 * @param {HTMLElement} keys the element that contains the buttons
 * @param {(key: string) => void} press
 */
export function listenToButtons(keys, press) {
  // A click doesn't move the focus to the button, so that keys typed next don't press the button again.
  keys.addEventListener("mousedown", (event) => buttonOf(event) && event.preventDefault());
  keys.addEventListener("click", (event) => {
    const key = buttonOf(event)?.dataset.key;
    if (key) press(key);
  });
}

/** @param {Event} event */
function buttonOf(event) {
  return event.target instanceof Element ? event.target.closest("button") : null;
}

/**
 * Calls `press` with each character that is typed into `field`, and empties the field.
 *
 * The keyboards of telephones compose whole words, and may replace characters that were typed before; the replaced
 * ones are passed on as backspaces.
 * @param {HTMLInputElement} field
 * @param {(key: string) => void} press
 */
export function listenToTyping(field, press) {
  let before = FILLING;
  const empty = () => {
    field.value = before = FILLING;
  };
  empty();
  field.addEventListener("input", (event) => {
    const { removed, added } = difference(before, field.value);
    before = field.value;
    for (let count = 0; count < removed; count++) press("BACKSPACE");
    for (const one of added) {
      const key = character(one);
      if (key) press(key);
    }
    if (!(event instanceof InputEvent && event.isComposing)) empty();
  });
  field.addEventListener("compositionend", empty);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      press("RETURN");
    }
  });
}

/**
 * The change from `before` to `after`: the number of characters removed at one place, and the characters added there.
 * @param {string} before
 * @param {string} after
 */
function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { removed: before.length - start - end, added: after.slice(start, after.length - end) };
}
