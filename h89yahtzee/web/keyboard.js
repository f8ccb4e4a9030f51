/**
 * A PC's keys as the keys of an H19, as in a terminal's window: F6 to F9 are BLUE, RED, WHITE and ERASE, and the
 * keypad types digits or is arrows, as NUM LOCK says.
 *
 * What belongs to the browser stays with it: anything with CTRL, ALT or the command key but CTRL-C, TAB, F10 to
 * F12, and all that is typed into a field of the page.
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
/** Only these come again while they are held: an H19 repeats nothing by itself. */
const REPEATED = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace"]);
const FIELDS = "input, select, textarea, dialog";
const PRESSED_BY = new Set(["Enter", " "]);
const CTRL_C = "\x03";

/**
 * The H19's key for a key that was pressed, its value in h89yahtzee/screen/keys.py or a character; null for none.
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
 * An ASCII character, without the accents that an H19 lacks; null for a key that types none.
 * @param {string} text
 * @returns {string | null}
 */
export function character(text) {
  const plain = [...text].length === 1 ? text.normalize("NFKD").charAt(0) : "";
  return plain >= " " && plain <= "~" ? plain : null;
}

/**
 * Hands over the keys pressed anywhere on the page but in its fields.
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
