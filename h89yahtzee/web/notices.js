/**
 * Sentences below the tube, and those that are only heard; the page's own texts stand in index.html.
 *
 * @module
 */

const MOST = 4;
const MOST_SAID = 40;
/** Milliseconds for which a sentence is shown that nobody would miss. */
const PASSING = 4000;

/**
 * An element of index.html, which has it.
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`no ${kind.name} is called ${id}`);
  }
  return found;
}

/**
 * A sentence of the page's own.
 * @param {string} id
 * @param {string} [rest] what goes after it
 */
export function text(id, rest = "") {
  return `${element(id, HTMLParagraphElement).textContent ?? ""} ${rest}`.trim();
}

/**
 * Shows a sentence until it is dismissed, or others have come.
 * @param {string} sentence
 * @param {boolean} isPassing whether it also goes by itself, unless somebody points at it or has its button
 */
export function notice(sentence, isPassing = false) {
  const list = element("notices", HTMLDivElement);
  takeBack(sentence);
  const shown = document.createElement("p");
  const words = document.createElement("span");
  words.textContent = sentence;
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.textContent = text("dismiss");
  dismiss.addEventListener("click", () => shown.remove());
  shown.append(words, dismiss);
  list.append(shown);
  if (isPassing) setTimeout(() => fade(shown), PASSING);
  while (list.children.length > MOST) {
    list.firstElementChild?.remove();
  }
}

/** @param {HTMLElement} shown */
function fade(shown) {
  if (shown.matches(":hover, :focus-within")) setTimeout(() => fade(shown), PASSING);
  else shown.remove();
}

/**
 * Takes a notice away that no longer holds.
 * @param {string} sentence
 */
export function takeBack(sentence) {
  for (const shown of element("notices", HTMLDivElement).children) {
    if (shown.firstElementChild?.textContent === sentence) {
      shown.remove();
    }
  }
}

/**
 * Lines for a screen reader.
 * @param {string[]} lines
 */
export function say(lines) {
  const log = element("said", HTMLDivElement);
  for (const line of lines) {
    const said = document.createElement("p");
    said.textContent = line;
    log.append(said);
  }
  while (log.children.length > MOST_SAID) {
    log.firstElementChild?.remove();
  }
}
