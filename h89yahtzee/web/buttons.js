/**
 * The H19's keys as buttons, for thumbs and for the mouse, and a field by which a telephone's own keyboard comes up.
 *
 * @module
 */

import { character } from "./keyboard.js";

/** Stands in the field so that there is always something for a rubout to take away. */
const FILLING = " ";

/**
 * Hands over the key that a button's `data-key` names when it is pressed.
 * @param {HTMLElement} keys what holds the buttons
 * @param {(key: string) => void} press
 */
export function listenToButtons(keys, press) {
  // A pointer leaves the focus where it is, so that keys typed next don't press the button again.
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
 * Hands over what is typed into `field`, character by character; nothing stays in it.
 *
 * The keyboards of telephones compose whole words, and take back what they put in another's place.
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
 * What makes `after` of `before`: characters taken away at one place, and others put there.
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
