/**
 * What leaves the page and comes to it by the person's own hand: text to be copied, files to keep, files dropped.
 *
 * @module
 */

import { notice, text } from "./notices.js";

/** Longer than any record; what is dropped may be anything. */
const LARGEST = 4_000_000;

/**
 * Hands words to another program where the browser knows such, as those of telephones do; else copies them.
 * @param {string} words
 */
export async function share(words) {
  if (!matchMedia("(pointer: coarse)").matches || !navigator.share) return copy(words);
  try {
    await navigator.share({ title: document.title, text: words });
  } catch (error) {
    // The person may have thought better of it.
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
 * The address of this page with another link.
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
 * Hands over the files that are chosen in `field` or dropped on the page.
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
