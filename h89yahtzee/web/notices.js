/**
 * Sentences below the tube, and text lines that only a screen reader tells; the page's own texts are in index.html.
 *
 * @module
 */

const MOST = 4;
const MOST_SAID = 40;
/** The milliseconds for which a passing notice, which nobody need have read, is shown. */
const PASSING = 4000;

/**
 * The element of index.html with this id; throws if there is none of this kind.
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
 * A sentence from index.html.
 * @param {string} id
 * @param {string} [rest] a text to add after the sentence
 */
export function text(id, rest = "") {
  return `${element(id, HTMLParagraphElement).textContent ?? ""} ${rest}`.trim();
}

/**
 * Shows a sentence until it is dismissed, or displaced by later sentences.
 * @param {string} sentence
 * @param {boolean} isPassing whether it also disappears by itself, unless the pointer or the focus is on it
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
 * Removes a notice that is no longer true.
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
 * Adds text lines for a screen reader.
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
