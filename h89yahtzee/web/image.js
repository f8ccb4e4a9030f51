/**
 * The image of Python's memory with which later starts of a build begin. It is a file in the origin's private file
 * system, which a browser reads in a quarter of the time that its other caches take.
 *
 * @module
 */

import { BUILD } from "./build.js";
import { KeptFile } from "./storage.js";

const PREFIX = "started ";
/** The bytes of the number by which Pyodide knows an image. The file has the number at its end: it is written last. */
const MARK = 4;

/** The folder for images; undefined if the browser has none, as for pages by plain http, or if this isn't a build. */
export async function imageFolder() {
  try {
    return BUILD ? await navigator.storage.getDirectory() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The image of this build; throws if there is none. If a part of the image is missing, Pyodide refuses the result.
 * @param {FileSystemDirectoryHandle} folder
 */
export async function readImage(folder) {
  const file = new KeptFile(await (await folder.getFileHandle(PREFIX + BUILD)).createSyncAccessHandle());
  try {
    const kept = file.read();
    return kept.copyWithin(0, kept.length - MARK).subarray(0, -MARK);
  } finally {
    file.close();
  }
}

/**
 * Keeps an image of this build in place of all others.
 * @param {FileSystemDirectoryHandle} folder
 * @param {Uint8Array<ArrayBuffer>} image
 */
export async function keepImage(folder, image) {
  await forgetImages(folder);
  const file = await folder.getFileHandle(PREFIX + BUILD, { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    handle.write(image.subarray(MARK), { at: MARK });
    handle.write(image.subarray(0, MARK), { at: image.length });
  } finally {
    handle.close();
  }
}

/** @param {FileSystemDirectoryHandle} folder */
export async function forgetImages(folder) {
  for await (const name of folder.keys()) if (name.startsWith(PREFIX)) await folder.removeEntry(name);
}
