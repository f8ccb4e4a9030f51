/**
 * The two files in which the browser keeps the games: opened for this page alone, read and written synchronously.
 *
 * They are in the origin's private file system. If the browser has none, they are in IndexedDB, which writes a moment
 * later: `whenKept` waits for that. `h89yahtzee/apps/web/kept_files.py` explains the contents of the files.
 *
 * @module
 */

const NAMES = ["games.a", "games.b"];
const DATABASE = "h89yahtzee";
const STORE = "files";
/** The number of attempts to open a file, since after a reload the page before may not have closed it yet. */
const TRIES = 20;
const PAUSE = 100;

/** A file in the origin's private file system, which nobody else can open meanwhile. */
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
   * Writes from the start of the file; returns the number of bytes for which there was room.
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
   * Cuts the file to `size` bytes and has the written bytes kept; returns whether this succeeded.
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

/** The number of writes to IndexedDB that have begun and not ended. */
let writes = 0;
/** @type {(() => void)[]} */
const waiting = [];

/**
 * Calls `act` once all earlier writes are kept; several such functions are called in the order in which they are given.
 * @param {() => void} act
 */
export function whenKept(act) {
  if (writes) waiting.push(act);
  else act();
}

function written() {
  writes -= 1;
  if (writes) return;
  for (const act of waiting.splice(0)) act();
}

/** A file in IndexedDB: written bytes can be read at once, but the browser keeps them a moment later. */
export class IndexedFile {
  /**
   * @param {IDBDatabase} database
   * @param {string} name
   * @param {Uint8Array} content
   * @param {() => void} failed is called if the written bytes couldn't be kept
   */
  constructor(database, name, content, failed) {
    this._database = database;
    this._name = name;
    this._content = content;
    this._failed = failed;
  }

  size() {
    return this._content.length;
  }

  read() {
    return this._content;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this._content = bytes.slice();
    return bytes.length;
  }

  /** @param {number} size */
  flush(size) {
    this._content = this._content.slice(0, size);
    const transaction = this._database.transaction(STORE, "readwrite", { durability: "strict" });
    writes += 1;
    transaction.oncomplete = written;
    transaction.onabort = () => {
      this._failed();
      written();
    };
    transaction.objectStore(STORE).put(this._content, this._name);
    return true;
  }

  close() {
    this._database.close();
  }
}

/**
 * The answer to a request of IndexedDB.
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {unknown} error */
function isHeld(error) {
  return error instanceof DOMException && error.name === "NoModificationAllowedError";
}

/**
 * Opens a file, once no other page has it open.
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
 * Waits until no other page uses the files in IndexedDB, and locks them for this page, since IndexedDB has no locks.
 * @param {number} tries
 * @returns {Promise<void>}
 */
async function lock(tries) {
  const isMine = await new Promise((resolve, reject) => {
    const whileOpen = new Promise(() => {});
    navigator.locks
      .request(DATABASE, { ifAvailable: true }, (got) => {
        resolve(got !== null);
        return got === null ? undefined : whileOpen;
      })
      .catch(reject);
  });
  if (isMine) return;
  if (tries === 1) throw new DOMException("held", "NoModificationAllowedError");
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  await lock(tries - 1);
}

/** @param {() => void} failed */
async function openInDatabase(failed) {
  await lock(TRIES);
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await answered(request);
  const contents = NAMES.map((name) => answered(database.transaction(STORE).objectStore(STORE).get(name)));
  const found = await Promise.all(contents);
  return NAMES.map((name, place) => new IndexedFile(database, name, found[place] ?? new Uint8Array(), failed));
}

async function openInFileSystem() {
  /** @type {KeptFile[]} */
  const files = [];
  try {
    const folder = await navigator.storage.getDirectory();
    for (const name of NAMES) {
      const file = await folder.getFileHandle(name, { create: true });
      files.push(new KeptFile(await open(file, TRIES)));
    }
    return files;
  } catch (error) {
    for (const file of files) file.close();
    throw error;
  }
}

/**
 * Opens both files. If that fails, `trouble` says why: the files are "held" by another tab, the page came by "plain"
 * http, or the browser has "refused" them.
 * @param {() => void} failed is called when something written couldn't be kept and the write hadn't said so
 * @returns {Promise<{files: (KeptFile | IndexedFile)[], trouble: Trouble}>}
 */
export async function openKeptFiles(failed) {
  try {
    return { files: await openInFileSystem(), trouble: "" };
  } catch (error) {
    if (isHeld(error) || !isSecureContext) return { files: [], trouble: troubleOf(error) };
  }
  try {
    return { files: await openInDatabase(failed), trouble: "" };
  } catch (error) {
    return { files: [], trouble: troubleOf(error) };
  }
}
