/**
 * The worker: Python, the program in it, and the files in which the browser keeps the games.
 *
 * Messages of the page go to the program, and the program's to the page, as messages.js has them. The program never
 * waits: this wakes it up when it is due.
 *
 * @module
 */

import { openKeptFiles } from "./storage.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @typedef {import("./messages.js").FromWorker} FromWorker */
/** @typedef {import("./messages.js").ToWorker} ToWorker */
/**
 * The program's end, a `Page` of h89yahtzee/apps/web/page.py.
 * @typedef {object} Program
 * @property {(message: unknown) => void} receive
 * @property {() => void} turn
 * @property {() => number | undefined} seconds_to_wait
 */

const HOME = "/home/player";
const PACKAGES = "/lib/python3.14/site-packages";
const LONGEST = 2 ** 31 - 1;
/** A browser lets timers wait for some milliseconds that nobody asked for; this doesn't. */
const atOnce = new MessageChannel();
const TEXTS = {
  python: "Python",
  program: "The game",
  stopped: "The game stopped by a mistake in the program. Reload the page: it goes on from the last score.",
  notLoaded: "The game couldn't be loaded. Reload the page when the network is there.",
};

/** @type {Program | null} */
let program = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isAwaited = false;

/**
 * @param {FromWorker} message
 * @param {Transferable[]} [moved]
 */
function post(message, moved = []) {
  self.postMessage(message, { transfer: moved });
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response.arrayBuffer();
}

async function load() {
  post({ kind: "progress", text: TEXTS.python, done: 0 });
  const [python, archive, { files, trouble }] = await Promise.all([
    loadPyodide({ env: { HOME }, checkAPIVersion: false }),
    fetched("program.zip"),
    openKeptFiles(),
  ]);
  post({ kind: "progress", text: TEXTS.program, done: 0.8 });
  python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  const opening = python.pyimport("h89yahtzee.apps.web.worker_end");
  const opened = /** @type {Program} */ (opening.opened(self, python, files, trouble));
  program = opened;
  post({ kind: "progress", text: TEXTS.program, done: 1 });
  post({ kind: "loaded" });
}

/** @param {() => void} work */
function run(work) {
  try {
    work();
    await_next();
  } catch (error) {
    program = null;
    console.error(error);
    post({ kind: "failed", text: TEXTS.stopped });
  }
}
