/**
 * The worker: Python, the program in it, and the files in which the browser keeps the games.
 *
 * Messages from the page go to the program, and those from the program to the page; messages.js has their types. The
 * program never waits: it is called here at the times that it asks for.
 *
 * @module
 */

import { forgetImages, imageFolder } from "./image.js";
import { startPython, takeFiles } from "./interpreter.js";
import { openKeptFiles, whenKept } from "./storage.js";

/** @typedef {import("./messages.js").FromWorker} FromWorker */
/**
 * The program: a `Page` of h89yahtzee/apps/web/page.py.
 * @typedef {{receive(message: unknown): void, turn(): void, seconds_to_wait(): number | undefined}} Program
 *
 * Python's bytes, and any other object of Python.
 * @typedef {{getBuffer(kind: "u8"): {data: Uint8Array, release(): void}}} PythonBytes
 * @typedef {{toJs(how: {dict_converter: (entries: Iterable<[string, unknown]>) => unknown}): object}} PythonObject
 */

const MODULE = "h89yahtzee.apps.web.page";
/** Modules that the program imports before its first board; they are in the memory's image for later starts. */
const SOON = [
  "h89yahtzee.apps.saving.resuming",
  "h89yahtzee.apps.yahtzee.command_line",
  "h89yahtzee.h19.durations",
  "h89yahtzee.notation.record_text",
  "h89yahtzee.store.history",
  "h89yahtzee.store.journal",
];
const TEXTS = {
  stopped: "The game stopped by a mistake in the program. Reload the page: it goes on from the last score.",
  missing: "The game couldn't be loaded. Reload the page once the network is there.",
};
const LONGEST_WAIT = 2 ** 31 - 1;
const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** A channel to call the program again at once; a timer would take some milliseconds. */
const atOnce = new MessageChannel();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isAwake = false;

/** @param {FromWorker} message */
function post(message) {
  scope.postMessage(message);
}

/**
 * An object with the methods that Python calls on a file.
 * @param {import("./storage.js").KeptFile | import("./storage.js").IndexedFile} file
 * @param {{toPy(value: unknown): unknown}} python
 */
function forPython(file, python) {
  return {
    size: () => file.size(),
    read: () => python.toPy(file.read()),
    /** @param {PythonBytes} bytes */
    write(bytes) {
      const buffer = bytes.getBuffer("u8");
      try {
        return file.write(buffer.data);
      } finally {
        buffer.release();
      }
    },
    /** @param {number} size */
    flush: (size) => file.flush(size),
  };
}

async function load() {
  const kept = openKeptFiles(() => scope.dispatchEvent(new MessageEvent("message", { data: { kind: "unkept" } })));
  const { python, keep } = await startPython(`import ${[MODULE, ...SOON].join()}\n${MODULE}.rehearse()`);
  const { files, trouble } = await kept;
  /** @type {(kind: string, members: PythonObject) => void} */
  const told = (kind, members) => {
    const message = { kind, ...members.toJs({ dict_converter: Object.fromEntries }) };
    // A message, such as a posted score, is shown only once the game is kept: the page may be left a moment later.
    whenKept(() => scope.postMessage(message));
  };
  const opened = files.map((file) => forPython(file, python));
  /** @type {Program} */
  const program = python.pyimport(MODULE).open_page(told, opened, trouble);
  scope.onmessage = ({ data }) => {
    if (data.kind === "shown") keep().catch(forget);
    else run(program, () => program.receive(python.toPy(data)));
  };
  atOnce.port2.onmessage = () => {
    isAwake = false;
    run(program, () => program.turn());
  };
  post({ kind: "loaded" });
}

/**
 * Calls `work`, and arranges the next call of the program at the time that it asks for.
 * @param {Program} program
 * @param {() => void} work
 */
function run(program, work) {
  clearTimeout(timer);
  try {
    work();
    const wait = program.seconds_to_wait();
    if (wait === 0 && !isAwake) {
      isAwake = true;
      atOnce.port1.postMessage(null);
    } else if (wait) {
      timer = setTimeout(() => run(program, () => program.turn()), Math.min(wait * 1000, LONGEST_WAIT));
    }
  } catch (error) {
    fail(TEXTS.stopped, error);
  }
}

/** Removes the memory's image, since it may be at fault: the next start begins without an image. */
async function forget() {
  const folder = await imageFolder();
  if (folder) await forgetImages(folder);
}

/**
 * @param {string} text
 * @param {unknown} error
 */
function fail(text, error) {
  console.error(error);
  forget().catch(() => {});
  scope.onmessage = null;
  atOnce.port2.onmessage = null;
  post({ kind: "failed", text });
}

takeFiles(scope);
load().catch((error) => fail(TEXTS.missing, error));
