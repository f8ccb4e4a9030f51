/**
 * Exchange between the page and the person's computer: texts to copy or share, files to download, files to read.
 *
 * @module
 */

import { notice, text } from "./notices.js";

/** The most bytes of a file that is read: more than any record has, since a person may drop any file on the page. */
const LARGEST = 4_000_000;

/**
 * Shares a text with another program on devices with a touch screen, if the browser can; else copies the text.
 * @param {string} words
 */
export async function share(words) {
  if (!matchMedia("(pointer: coarse)").matches || !navigator.share) return copy(words);
  try {
    await navigator.share({ title: document.title, text: words });
  } catch (error) {
    // An AbortError means that the person has cancelled the sharing.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(words);
  }
}

/** @param {string} words */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    notice(text("copied"), true);
  } catch {
    notice(text("not-copied", words));
  }
}

/**
 * The address of this page with `hash` after its "#", and without a query.
 * @param {string} hash
 */
export function addressWith(hash) {
  const address = new URL(location.href);
  address.search = "";
  address.hash = hash;
  return address.href;
}

/** @param {import("./messages.js").File} file */
export function download({ name, text: content }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Calls `take` with the name and the content of each file that is chosen in `field` or dropped on the page.
 * @param {HTMLInputElement} field
 * @param {(name: string, content: string) => void} take
 */
export function listenToFiles(field, take) {
  field.addEventListener("change", async () => {
    await read(field.files, take);
    field.value = "";
  });
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files ?? null, take);
  });
}

/**
 * @param {FileList | null} files
 * @param {(name: string, content: string) => void} take
 */
async function read(files, take) {
  for (const file of files ?? []) {
    if (file.size > LARGEST) {
      notice(text("too-large", file.name));
      continue;
    }
    try {
      take(file.name, await file.text());
    } catch {
      notice(text("not-read", file.name));
    }
  }
}
