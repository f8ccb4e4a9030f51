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
  keys.addEventListener("mousedown", (event) => event.preventDefault());
  keys.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const key = button?.dataset.key;
    if (key) {
      press(key);
    }
  });
}

/**
 * Hands over what is typed into `field`, character by character; nothing stays in it.
 * @param {HTMLInputElement} field
 * @param {(key: string) => void} press
 */
export function listenToTyping(field, press) {
  field.value = FILLING;
  field.addEventListener("input", (event) => {
    if (event instanceof InputEvent && event.isComposing) {
      return;
    }
    const typed = field.value;
    field.value = FILLING;
    if (typed.length < FILLING.length) {
      press("BACKSPACE");
    }
    for (const one of typed.slice(FILLING.length)) {
      const key = character(one);
      if (key) {
        press(key);
      }
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      press("RETURN");
    }
  });
}
