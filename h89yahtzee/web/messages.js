/**
 * The messages between the page and its worker, as types; each is an object that postMessage can carry.
 *
 * The page sends keys, clicks and what the serial port says; the worker, in which the program runs, sends the cells
 * of the tube and texts. `h89yahtzee/apps/web/page.py` is the worker's end.
 *
 * @module
 */

/**
 * Three messages about the files that the page fetches for the worker: their addresses, sent before any other message;
 * some of their bytes, in order; and that a file is complete.
 * @typedef {{kind: "files", addresses: string[]}} Files
 * @typedef {{kind: "bytes", address: string, bytes: Uint8Array}} Bytes
 * @typedef {{kind: "whole", address: string}} Whole
 *
 * Begins the program, once the worker is `loaded`. `link` is location.hash without its "#". If `replay`, records in
 * imported files are shown and not kept. `name` is the person's name, empty if it isn't known.
 * @typedef {{kind: "start", link: string, replay: boolean, name: string}} Start
 *
 * The first picture is drawn: now the worker may keep the image of its memory, which takes long.
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
 * Asks for a `link` message with a link to the game on the tube.
 * @typedef {{kind: "copy-link"}} CopyLink
 *
 * Asks for a `text` message with the text on the tube.
 * @typedef {{kind: "copy-text"}} CopyText
 *
 * Asks for a `file` message with the records of all games.
 * @typedef {{kind: "export"}} Export
 *
 * A file with records, which was chosen or dropped on the page.
 * @typedef {{kind: "import", name: string, text: string}} Import
 *
 * Four messages about a serial port: it was opened at a speed in baud; bytes came from the terminal; the port has taken
 * `count` of the bytes sent to it; the port is closed or lost, for a reason that may be empty.
 * @typedef {{kind: "serial", event: "opened", baud: number}} SerialOpened
 * @typedef {{kind: "serial", event: "received", bytes: Uint8Array}} SerialReceived
 * @typedef {{kind: "serial", event: "taken", count: number}} SerialTaken
 * @typedef {{kind: "serial", event: "closed", reason: string}} SerialClosed
 *
 * The person wants to disconnect: the program should leave the terminal as it was found, and then send "close".
 * @typedef {{kind: "serial", event: "closing"}} SerialClosing
 *
 * A write of the program, which seemed to succeed, has failed: the data aren't kept. The worker itself sends this where
 * writes end later than they are called.
 * @typedef {{kind: "unkept"}} Unkept
 *
 * @typedef {Files | Bytes | Whole | Start | Shown | Key | Click | Speed | CopyLink | CopyText | Export
 *     | Import | SerialOpened | SerialReceived | SerialTaken | SerialClosed | SerialClosing | Unkept} ToWorker
 */

/**
 * The program is loaded and waits for `start`.
 * @typedef {{kind: "loaded"}} Loaded
 *
 * The program can't run or go on: `text` is a sentence that says why, and what to do.
 * @typedef {{kind: "failed", text: string}} Failed
 *
 * The rows of the tube, 0 to 24, that have changed. A cell is a byte: bits 0 to 6 are a number of the character set (32
 * to 126 are ASCII, the others the graphics in the order of h89yahtzee/screen/grid.py), bit 7 is reverse video.
 * @typedef {{kind: "tube", rows: [number, Uint8Array][], cursor: Cursor | null}} Tube
 * @typedef {{row: number, column: number, block: boolean}} Cursor
 *
 * The number of times that the bell rang and that the keys clicked.
 * @typedef {{kind: "sound", bells: number, clicks: number}} Sound
 *
 * Text lines for people with a screen reader; each line is sent once.
 * @typedef {{kind: "say", lines: string[]}} Say
 *
 * The effects of the buttons now. `functions` and `others` are keys as in `Key`, each with a word or two; `asks` is the
 * question that waits for y or n, empty if there is none. `dice` has each die's face, 0 while the die is in the air,
 * and its mark, empty if it isn't marked. `card` has the rows of the card or of the room: label, points or value, kind,
 * and the row and the column of their place on the tube. A row of the kind `total` says whose card it is.
 * @typedef {{kind: "keys", functions: [string, string][], others: [string, string][], asks: string,
 *     dice: [number, string][], card: [string, string, "filled" | "open" | "chosen" | "total", number, number][]}} Keys
 *
 * The part after the "#" in a link to this game.
 * @typedef {{kind: "link", hash: string}} Link
 *
 * At the end of a game, a text line for other people who play with the same dice; empty once that game is left. The
 * page adds the link, and `hash` is the part after the link's "#".
 * @typedef {{kind: "result", text: string, hash: string}} Result
 *
 * The text on the tube, to be copied.
 * @typedef {{kind: "text", text: string}} Text
 *
 * A file for the person to download.
 * @typedef {{kind: "file", name: string, text: string}} File
 *
 * A sentence to show below the tube, about an action that failed or was done; it replaces the sentence `instead`.
 * @typedef {{kind: "notice", text: string, instead?: string}} Notice
 *
 * Commands for the serial port.
 * @typedef {{kind: "serial", event: "send", bytes: Uint8Array}} SerialSend
 * @typedef {{kind: "serial", event: "close"}} SerialClose
 *
 * For the first time since the start, something was kept whose loss the person would regret.
 * @typedef {{kind: "kept"}} Kept
 *
 * The person has quit; any key goes on.
 * @typedef {{kind: "left"}} Left
 *
 * @typedef {Loaded | Failed | Tube | Sound | Say | Keys | Link | Result | Text | File | Notice | Kept | Left
 *     | SerialSend | SerialClose} FromWorker
 */

export {};
