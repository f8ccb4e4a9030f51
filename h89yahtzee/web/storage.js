/**
 * The two files in which the browser keeps the games: opened for this page alone, read and written at once.
 *
 * They are in the origin's private file system. `h89yahtzee/apps/web/kept_files.py` says what is in them.
 *
 * @module
 */

const NAMES = ["games.a", "games.b"];
/** A page that is reloaded may find that its former self hasn't let go yet. */
const TRIES = 20;
const PAUSE = 100;

/** A file that nobody else can open meanwhile. */
export class KeptFile {
  /** @param {FileSystemSyncAccessHandle} handle */
  constructor(handle) {
    this._handle = handle;
  }

  size() {
    return this._handle.getSize();
  }

  read() {
    const bytes = new Uint8Array(this.size());
    this._handle.read(bytes, { at: 0 });
    return bytes;
  }

  /**
   * Writes at the start; how many of the bytes there was room for.
   * @param {Uint8Array} bytes
   */
  write(bytes) {
    try {
      return this._handle.write(bytes, { at: 0 });
    } catch {
      return 0;
    }
  }

  /**
   * Whether what was written is kept, and nothing beyond `size`.
   * @param {number} size
   */
  flush(size) {
    try {
      this._handle.truncate(size);
      this._handle.flush();
      return true;
    } catch {
      return false;
    }
  }

  close() {
    this._handle.close();
  }
}

/** @param {unknown} error */
function isHeld(error) {
  return error instanceof DOMException && error.name === "NoModificationAllowedError";
}

/**
 * Opens a file, once it is free.
 * @param {FileSystemFileHandle} file
 * @param {number} tries
 * @returns {Promise<FileSystemSyncAccessHandle>}
 */
async function open(file, tries) {
  try {
    return await file.createSyncAccessHandle();
  } catch (error) {
    if (tries === 1 || !isHeld(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return open(file, tries - 1);
  }
}

/** @typedef {"" | "held" | "plain" | "refused"} Trouble */

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
function troubleOf(error) {
  if (isHeld(error)) return "held";
  return isSecureContext ? "refused" : "plain";
}

/**
 * Opens both files; without them `trouble` says why: "held" by another tab, the page came by "plain" http, or
 * "refused" by the browser.
 * @returns {Promise<{files: KeptFile[], trouble: Trouble}>}
 */
export async function openKeptFiles() {
  /** @type {KeptFile[]} */
  const files = [];
  try {
    const folder = await navigator.storage.getDirectory();
    for (const name of NAMES) {
      const file = await folder.getFileHandle(name, { create: true });
      files.push(new KeptFile(await open(file, TRIES)));
    }
    return { files, trouble: "" };
  } catch (error) {
    for (const file of files) file.close();
    return { files: [], trouble: troubleOf(error) };
  }
}
