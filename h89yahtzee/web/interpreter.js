/**
 * Python in WebAssembly with the program in it.
 *
 * The first start of a build makes an image of the memory in which all modules are imported; later starts begin with
 * that image, in a third of the time. If the browser keeps nothing, each start is like the first.
 *
 * @module
 */

import { imageFolder, keepImage, readImage } from "./image.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PLACE = "/program";
const BLOCK = 512;
const IS_FILE = "0";

/**
 * Changes `fetch` in the worker: the next call for each file that the page fetches (see loading.js) gets the bytes that
 * the page sends.
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
        // The stream must take all bytes at once, since they are read much later than they come.
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
 * Starts Python and runs `code`, which must only import modules. The result has Python, and a function `keep`, which
 * keeps the image of its memory and should be called when there is time for that.
 * @param {string} code
 */
export async function startPython(code) {
  const program = fetchProgram();
  const folder = await imageFolder();
  const restored = folder && (await restore(folder));
  const python = restored ?? (await loadPyodide({ _makeSnapshot: Boolean(folder) }));
  writeFiles(python.FS, new Uint8Array(await program));
  if (!restored) python.runPython(`import sys; sys.path.insert(0, "${PLACE}")\n${code}`);
  let image = folder && !restored ? python.makeMemorySnapshot() : undefined;
  const keep = async () => {
    if (folder && image) await keepImage(folder, image);
    image = undefined;
  };
  return { python, keep };
}

/**
 * Python as an image has it, with a new seed of its random numbers; undefined if there is no image that can be used.
 * @param {FileSystemDirectoryHandle} folder
 */
async function restore(folder) {
  try {
    const python = await loadPyodide({ _loadSnapshot: await readImage(folder) });
    python.runPython("import random; random.seed()");
    return python;
  } catch {
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
