/**
 * Python in WebAssembly with the program in it.
 *
 * The first start of a build keeps an image of the memory in which all modules are imported; the next ones begin with
 * it, in a third of the time. Where the browser keeps nothing, each start is the first.
 *
 * @module
 */

import { BUILD } from "./build.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const CACHE = "h89yahtzee started";
const PLACE = "/program";
const BLOCK = 512;
const IS_FILE = "0";

/**
 * Python that has run `imports`, which leaves nothing in Python but modules.
 * @param {string} imports
 * @param {(done: number) => void} progress  is told how much is done, 0 to 1
 */
export async function startPython(imports, progress) {
  const program = fetchProgram();
  // Pages by plain http have no caches.
  const cache = BUILD ? await globalThis.caches?.open(CACHE).catch(() => undefined) : undefined;
  progress(0.1);
  const restored = cache && (await restore(cache));
  const python = restored ?? (await loadPyodide({ _makeSnapshot: Boolean(cache) }));
  progress(0.7);
  writeFiles(python.FS, new Uint8Array(await program));
  if (!restored) {
    python.runPython(`import sys; sys.path.insert(0, "${PLACE}")\n${imports}`);
    await keep(cache, python).catch(() => {});
  }
  progress(1);
  return python;
}

/**
 * Python as an image has it, with chances of its own; an image that can't be used is forgotten.
 * @param {Cache} cache
 */
async function restore(cache) {
  const image = await cache.match(BUILD);
  if (!image) return undefined;
  try {
    const python = await loadPyodide({ _loadSnapshot: image.arrayBuffer() });
    python.runPython("import random; random.seed()");
    return python;
  } catch {
    await cache.delete(BUILD);
    return undefined;
  }
}

async function fetchProgram() {
  const { body } = await fetch("program.bin");
  if (!body) throw new Error("program.bin is missing");
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * Writes the files of a tar archive.
 * @param {import("./pyodide/pyodide.mjs").Python["FS"]} system
 * @param {Uint8Array} archive
 */
function writeFiles(system, archive) {
  const ascii = new TextDecoder("ascii");
  /** @type {(at: number, length: number) => string} */
  const field = (at, length) => ascii.decode(archive.subarray(at, at + length)).replace(/\0.*/s, "");
  for (let at = 0; archive[at]; ) {
    const path = `${PLACE}/${field(at, 100)}`;
    const size = Number.parseInt(field(at + 124, 12), 8);
    const begin = at + BLOCK;
    if (field(at + 156, 1) === IS_FILE) {
      system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      system.writeFile(path, archive.subarray(begin, begin + size));
    }
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * Keeps the image of this build in place of those of others.
 * @param {Cache | undefined} cache
 * @param {import("./pyodide/pyodide.mjs").Python} python
 */
async function keep(cache, python) {
  if (!cache) return;
  const image = new Response(python.makeMemorySnapshot());
  for (const other of await cache.keys()) await cache.delete(other);
  await cache.put(BUILD, image);
}
