/**
 * Help for people who are here for the first time: the question for a name, and a hint in the first turn.
 *
 * @module
 */

import { element } from "./notices.js";

const ASKED = "h89yahtzee asked";

/**
 * The person's name: the name that is kept, or else the answer to a question if the link in the address is a game for
 * one person.
 *
 * If the name isn't known, the promise resolves to an empty text, and the link's names are used.
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

/** Whether the question was asked in this tab before, so that a reload goes on with the game. */
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
    // If nothing can be stored, the question is asked again after the next reload.
  }
}

/**
 * The name of the only person in a link to a game; empty if there is none or several.
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
