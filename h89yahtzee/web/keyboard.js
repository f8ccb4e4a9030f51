/**
 * A PC's keys as the keys of an H19, as in a terminal's window: F6 to F9 are BLUE, RED, WHITE and ERASE, and the keys
 * of the keypad are digits or arrows, depending on NUM LOCK.
 *
 * Keys that belong to the browser are left to it: TAB, F10 to F12, keys with CTRL (except CTRL-C), ALT or the command
 * key, and all that is typed into a field of the page.
 *
 * @module
 */

/** @type {Readonly<Record<string, string>>} */
const NAMED = {
  F1: "f1",
  F2: "f2",
  F3: "f3",
  F4: "f4",
  F5: "f5",
  F6: "BLUE",
  F7: "RED",
  F8: "WHITE",
  F9: "ERASE",
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "HOME",
  Enter: "RETURN",
  Backspace: "BACKSPACE",
  Delete: "DELETE",
  Escape: "ESC",
};
/** Only these keys repeat while they are held down: an H19 repeats no key by itself. */
const REPEATED = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace"]);
const FIELDS = "input, select, textarea, dialog";
const PRESSED_BY = new Set(["Enter", " "]);
const CTRL_C = "\x03";

/**
 * The H19's key for a pressed key, as the value of a `Key` in h89yahtzee/screen/keys.py or a character; null if the key
 * isn't for the H19.
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function keyOf(event) {
  const { key } = event;
  if (event.ctrlKey && !event.altKey && !event.metaKey && key.toLowerCase() === "c") {
    return String(getSelection()) ? null : CTRL_C;
  }
  const graph = event.getModifierState("AltGraph");
  if (((event.ctrlKey || event.altKey) && !graph) || event.metaKey || event.isComposing) {
    return null;
  }
  return NAMED[key] ?? character(key);
}

/**
 * The ASCII character for a typed character, without an accent, which an H19 lacks; null for any other text.
 * @param {string} text
 * @returns {string | null}
 */
export function character(text) {
  const plain = [...text].length === 1 ? text.normalize("NFKD").charAt(0) : "";
  return plain >= " " && plain <= "~" ? plain : null;
}

/**
 * Calls `press` with the H19's key for each key that is pressed anywhere on the page except in its fields.
 * @param {(key: string) => void} press
 */
export function listenToKeys(press) {
  window.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    const isForPage = at.closest(FIELDS) || (PRESSED_BY.has(event.key) && at.closest("button, summary, a"));
    const key = isForPage ? null : keyOf(event);
    if (key === null) {
      return;
    }
    event.preventDefault();
    if (!event.repeat || REPEATED.has(event.key)) {
      press(key);
    }
  });
}
