/**
 * A real terminal at a serial port, by the browser's Web Serial: bytes are sent and received, and a loss is reported.
 *
 * There is no flow control here: the program, which is told how many bytes the port has taken, decides how many to send
 * and when.
 *
 * @module
 */

/**
 * The types of Web Serial that are used here, since TypeScript doesn't know them yet.
 * @typedef {object} Port
 * @property {(options: {baudRate: number}) => Promise<void>} open
 * @property {() => Promise<void>} close
 * @property {ReadableStream<Uint8Array> | null} readable
 * @property {WritableStream<Uint8Array> | null} writable
 * @typedef {{requestPort: () => Promise<Port>}} Serial
 */

/**
 * The browser's serial ports; null if the browser doesn't support them, or doesn't allow them on this page.
 * @returns {Serial | null}
 */
export function serialPorts() {
  return "serial" in navigator ? /** @type {Serial} */ (navigator.serial) : null;
}

export class SerialPort {
  /**
   * @param {(message: import("./messages.js").ToWorker) => void} post
   * @param {(isOpen: boolean) => void} changed
   */
  constructor(post, changed) {
    this._post = post;
    this._changed = changed;
    /** @type {Port | null} */
    this._port = null;
    /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
    this._writer = null;
    /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this._reader = null;
  }

  /**
   * Has the person choose a port, and opens it; throws a DOMException if that fails.
   * @param {Serial} ports
   * @param {number} baud
   */
  async open(ports, baud) {
    const port = await ports.requestPort();
    await port.open({ baudRate: baud });
    this._port = port;
    this._writer = port.writable?.getWriter() ?? null;
    this._changed(true);
    this._post({ kind: "serial", event: "opened", baud });
    void this._receive(port);
  }

  /** @param {Uint8Array} bytes */
  async send(bytes) {
    try {
      await this._writer?.write(bytes);
      this._post({ kind: "serial", event: "taken", count: bytes.length });
    } catch (error) {
      await this._lose(error);
    }
  }

  /** Closes the port that `open` opened. */
  async close() {
    await this._lose("");
  }

  /** @param {Port} port */
  async _receive(port) {
    // A parity error or an overrun ends the stream of bytes; then the port has a new stream in `readable`.
    while (this._port === port && port.readable) {
      const reader = port.readable.getReader();
      this._reader = reader;
      try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          this._post({ kind: "serial", event: "received", bytes: read.value });
        }
      } catch (error) {
        if (!port.readable) {
          await this._lose(error);
        }
      } finally {
        reader.releaseLock();
      }
    }
  }

  /** @param {unknown} reason */
  async _lose(reason) {
    const port = this._port;
    if (!port) {
      return;
    }
    this._port = null;
    this._changed(false);
    this._post({
      kind: "serial",
      event: "closed",
      reason: reason instanceof Error ? reason.message : String(reason),
    });
    // A port that was unplugged can be neither cancelled nor closed.
    await this._reader?.cancel().catch(() => {});
    await this._writer?.close().catch(() => {});
    this._writer?.releaseLock();
    await port.close().catch(() => {});
  }
}
