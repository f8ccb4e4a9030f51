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
 * The next answer of `fetch` for each file that the page fetches, by its address; see loading.js.
 *
 * Pyodide compiles while the bytes come.
 * @param {DedicatedWorkerGlobalScope} scope
 */
export function takeFiles(scope) {
  /** @type {Map<string, WritableStreamDefaultWriter<Uint8Array>>} */
  const writers = new Map();
  /** @type {Map<string, Response>} */
  const answers = new Map();
  /** @type {(value?: unknown) => void} */
  let announced;
  const known = new Promise((resolve) => {
    announced = resolve;
  });
  scope.addEventListener("message", ({ data }) => {
    if (data.kind === "files") {
      for (const address of data.addresses) {
        // It is read much later than it comes.
        const { readable, writable } = new TransformStream(undefined, { highWaterMark: Number.POSITIVE_INFINITY });
        writers.set(address, writable.getWriter());
        answers.set(address, new Response(readable, { headers: { "Content-Type": typeOf(address) } }));
      }
      announced();
    } else if (data.kind === "bytes") {
      void writers.get(data.address)?.write(data.bytes);
    } else if (data.kind === "whole") {
      void writers.get(data.address)?.close();
    }
  });
  const usual = scope.fetch.bind(scope);
  scope.fetch = async (request, options) => {
    await known;
    const address = new URL(request instanceof Request ? request.url : request, scope.location.href).href;
    const answer = answers.get(address);
    answers.delete(address);
    return answer ?? usual(request, options);
  };
}

/** @param {string} address */
const typeOf = (address) => (address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");

/**
 * Python that has run `imports`, which leaves nothing in Python but modules.
 * @param {string} imports
 */
export async function startPython(imports) {
  const program = fetchProgram();
  // Pages by plain http have no caches.
  const cache = BUILD ? await globalThis.caches?.open(CACHE).catch(() => undefined) : undefined;
  const restored = cache && (await restore(cache));
  const python = restored ?? (await loadPyodide({ _makeSnapshot: Boolean(cache) }));
  writeFiles(python.FS, new Uint8Array(await program));
  if (!restored) {
    python.runPython(`import sys; sys.path.insert(0, "${PLACE}")\n${imports}`);
    await keep(cache, python).catch(() => {});
  }
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
