/**
 * What somebody meets who is here for the first time: the question for a name, and a hint in the first turn.
 *
 * @module
 */

import { element } from "./notices.js";

const ASKED = "h89yahtzee asked";

/**
 * The person's name: the one that is kept, or else asked for if the address is a game for one person.
 *
 * It resolves to an empty name where that isn't known: then the names are those of the link.
 * @param {import("./settings.js").Settings} settings
 * @returns {Promise<string>}
 */
export async function askName(settings) {
  const kept = settings.choices.name;
  const inviting = personOf(location.hash.slice(1));
  if (kept || !inviting || wasAsked()) return kept;
  const form = element("who", HTMLFormElement);
  const field = element("your-name", HTMLInputElement);
  field.placeholder = inviting;
  form.hidden = false;
  field.focus({ preventScroll: true });
  return new Promise((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      form.hidden = true;
      const name = field.value.trim();
      noteAsked();
      if (name) settings.keep("name", name);
      resolve(name);
      element("tube", HTMLDivElement).focus({ preventScroll: true });
    });
  });
}

/** Whether this tab has asked before: a reload goes on with the game. */
function wasAsked() {
  try {
    return sessionStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}

function noteAsked() {
  try {
    sessionStorage.setItem(ASKED, "");
  } catch {
    // Then the next reload asks once more.
  }
}

/**
 * The only person of a link; empty where there is none or several.
 * @param {string} link
 */
function personOf(link) {
  const players = new URLSearchParams(link).get("players") ?? "";
  const people = players.split(",").filter((player) => player && !player.startsWith("="));
  return people.length === 1 ? (people[0] ?? "") : "";
}

/** @param {boolean} isShown */
export function showHint(isShown) {
  element("hint", HTMLParagraphElement).dataset.shown = isShown ? "yes" : "";
}
