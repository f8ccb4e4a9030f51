/**
 * The messages between the page and its worker, as types; each is an object that postMessage can carry.
 *
 * The page sends keys, clicks and what the serial port says; the worker, in which the program runs, sends the cells
 * of the tube and texts. `h89yahtzee/apps/web/page.py` is the worker's end.
 *
 * @module
 */

/**
 * The files that the page fetches for the worker, before any other message; their bytes, in their order, and that a
 * file is whole.
 * @typedef {{kind: "files", addresses: string[]}} Files
 * @typedef {{kind: "bytes", address: string, bytes: Uint8Array}} Bytes
 * @typedef {{kind: "whole", address: string}} Whole
 *
 * Begins the program, once the worker is `loaded`. `link` is location.hash without its "#"; with `replay` records
 * that come in are shown, not kept. `name` is the person's, empty if it isn't known.
 * @typedef {{kind: "start", link: string, replay: boolean, name: string}} Start
 *
 * The first picture is drawn: what takes long and waits for that may begin.
 * @typedef {{kind: "shown"}} Shown
 *
 * A key of the H19: the value of a `Key` of h89yahtzee/screen/keys.py ("f1", "up", "RETURN"), or a character of
 * ASCII.
 * @typedef {{kind: "key", key: string}} Key
 *
 * A click on a cell of the tube, counted from 0.
 * @typedef {{kind: "click", row: number, column: number}} Click
 *
 * How fast the tube fills: 300 to 19200 baud, or null for at once.
 * @typedef {{kind: "speed", baud: number | null}} Speed
 *
 * Asks for `link`, a link to the game on the tube.
 * @typedef {{kind: "copy-link"}} CopyLink
 *
 * Asks for `text`, what stands on the tube.
 * @typedef {{kind: "copy-text"}} CopyText
 *
 * Asks for `file`, a file with the records of all games.
 * @typedef {{kind: "export"}} Export
 *
 * A file with records, which was chosen or dropped on the page.
 * @typedef {{kind: "import", name: string, text: string}} Import
 *
 * What a serial port does: it was opened at so many baud, bytes came from the terminal, it has taken so many of the
 * bytes sent to it, or it is gone, for a reason that may be empty.
 * @typedef {{kind: "serial", event: "opened", baud: number}} SerialOpened
 * @typedef {{kind: "serial", event: "received", bytes: Uint8Array}} SerialReceived
 * @typedef {{kind: "serial", event: "taken", count: number}} SerialTaken
 * @typedef {{kind: "serial", event: "closed", reason: string}} SerialClosed
 *
 * The terminal is to be left as it was found: "close" follows once it is.
 * @typedef {{kind: "serial", event: "closing"}} SerialClosing
 *
 * What the program gave to be kept wasn't: the worker says so where writing takes until later.
 * @typedef {{kind: "unkept"}} Unkept
 *
 * @typedef {Files | Bytes | Whole | Start | Shown | Key | Click | Speed | CopyLink | CopyText | Export
 *     | Import | SerialOpened | SerialReceived | SerialTaken | SerialClosed | SerialClosing | Unkept} ToWorker
 */

/**
 * The program is there and waits for `start`.
 * @typedef {{kind: "loaded"}} Loaded
 *
 * Nothing can be played: a sentence that says what is missing, and what to do.
 * @typedef {{kind: "failed", text: string}} Failed
 *
 * Rows of the tube, 0 to 24, that have changed. A cell is a byte: bits 0 to 6 a number of the character set (32 to
 * 126 are ASCII, the others the graphics in the order of h89yahtzee/screen/grid.py), bit 7 reverse.
 * @typedef {{kind: "tube", rows: [number, Uint8Array][], cursor: Cursor | null}} Tube
 * @typedef {{row: number, column: number, block: boolean}} Cursor
 *
 * How often the bell rang and the keys clicked.
 * @typedef {{kind: "sound", bells: number, clicks: number}} Sound
 *
 * Lines for those who hear what happens, each once.
 * @typedef {{kind: "say", lines: string[]}} Say
 *
 * What the buttons do now. `functions` and `others` are keys as in `Key`, each with a word or two; `asks` is the
 * question that waits for y or n, empty without one. `dice` has each die's face, 0 while it is in the air, and its mark, empty without one.
 * `card` has the rows of the card or of the room: label, points or value, and where the tube has them. The kind
 * `total` is a row that says whose card it is.
 * @typedef {{kind: "keys", functions: [string, string][], others: [string, string][], asks: string,
 *     dice: [number, string][], card: [string, string, "filled" | "open" | "chosen" | "total", number, number][]}} Keys
 *
 * What comes after the "#" in a link to this game.
 * @typedef {{kind: "link", hash: string}} Link
 *
 * A line to send to those who play the same dice, at the end of a game; empty once that is left. The page adds the
 * link, `hash` being what comes after its "#".
 * @typedef {{kind: "result", text: string, hash: string}} Result
 *
 * What stands on the tube, to be copied.
 * @typedef {{kind: "text", text: string}} Text
 *
 * A file to keep.
 * @typedef {{kind: "file", name: string, text: string}} File
 *
 * A sentence for below the tube: what couldn't be done, or what has been done; `instead` of which one, if any.
 * @typedef {{kind: "notice", text: string, instead?: string}} Notice
 *
 * What the serial port is to do.
 * @typedef {{kind: "serial", event: "send", bytes: Uint8Array}} SerialSend
 * @typedef {{kind: "serial", event: "close"}} SerialClose
 *
 * For the first time since the start, something was kept that the person would miss.
 * @typedef {{kind: "kept"}} Kept
 *
 * The person has quit; any key goes on.
 * @typedef {{kind: "left"}} Left
 *
 * @typedef {Loaded | Failed | Tube | Sound | Say | Keys | Link | Result | Text | File | Notice | Kept | Left
 *     | SerialSend | SerialClose} FromWorker
 */

export {};
