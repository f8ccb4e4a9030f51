/**
 * The tube: 25 rows of 80 cells on a canvas; only cells that have changed are drawn.
 *
 * The tube shows the screen of the emulated terminal, and knows nothing of the game. A second canvas, with a few pixels
 * for each cell, shows the glow: the browser enlarges it and blurs it.
 *
 * @module
 */

import { COLUMNS, fittingCell, ROWS } from "./fit.js";
import { contextOf, Raster, REVERSE, UNDERLINED } from "./raster.js";

const BLANK = 0x20;
const UNDRAWN = -1;
const GLOW_CELL = { width: 4, height: 5 };
/** The seconds for which a blinking cursor is shown, and then hidden, as on an H19 at 60 Hz. */
const BLINKS = { underline: 8 / 60, block: 16 / 60 };
const LARGEST = 8192;

/** One canvas with all cells, at one size. */
class Layer {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this._context = contextOf(canvas);
    this._canvas = canvas;
    /** @type {Raster | null} */
    this._raster = null;
    this._drawn = new Int16Array(ROWS * COLUMNS);
  }

  /** @param {Raster} raster */
  use(raster) {
    this._raster = raster;
    this._canvas.width = raster.cell.width * COLUMNS;
    this._canvas.height = raster.cell.height * ROWS;
    this._drawn.fill(UNDRAWN);
  }

  /**
   * Draws the cells that have changed, neighbouring ones together.
   * @param {Int16Array} cells
   */
  draw(cells) {
    for (let row = 0; row < ROWS; row++) {
      const start = row * COLUMNS;
      for (let column = 0; column < COLUMNS; column++) {
        const first = column;
        while (column < COLUMNS && cells[start + column] !== this._drawn[start + column]) column++;
        if (column > first) {
          this._raster?.draw(this._context, cells.subarray(start + first, start + column), row, first);
        }
      }
    }
    this._drawn.set(cells);
  }
}

export class Tube {
  /**
   * @param {HTMLElement} room the element that the tube fills as far as it can
   * @param {HTMLElement} face the element with both canvases, whose size and place are set here
   * @param {HTMLCanvasElement} canvas its text colour is that of the phosphor, its background that of the glass
   * @param {HTMLCanvasElement} glow
   */
  constructor(room, face, canvas, glow) {
    this._room = room;
    this._face = face;
    this._canvas = canvas;
    this._picture = new Layer(canvas);
    this._glow = new Layer(glow);
    this._cells = new Int16Array(ROWS * COLUMNS).fill(BLANK);
    /** @type {import("./messages.js").Cursor | null} */
    this._cursor = null;
    this._cursorIsLit = true;
    this._frame = 0;
    this._blink = 0;
    this._look = "";
    this.blinks = true;
    /** Whether cells may have another shape than those of an H19, so that the tube fills the window. */
    this.fills = false;
    new ResizeObserver(() => this.refit()).observe(room);
  }

  /** @param {import("./messages.js").Tube} message */
  show({ rows, cursor }) {
    for (const [row, codes] of rows) {
      this._cells.set(codes, row * COLUMNS);
    }
    this._cursor = cursor;
    this._cursorIsLit = true;
    this._wait();
    this._drawSoon();
  }

  /** Sizes, places and draws the tube; all cells are drawn anew if their size or a colour has changed. */
  refit() {
    // When the page is printed the room has another shape, but the picture stays as it was drawn.
    if (matchMedia("print").matches) return;
    const ratio = window.devicePixelRatio;
    const cell = fittingCell(this._room.clientWidth * ratio, this._room.clientHeight * ratio, this.fills);
    const phosphor = colorOf(this._canvas, "color");
    this._use(this._magnified(cell), phosphor, colorOf(this._canvas, "background-color"));
    this._place((cell.width * COLUMNS) / ratio, (cell.height * ROWS) / ratio, ratio);
    this._draw();
  }

  /**
   * @param {import("./raster.js").CellSize} cell
   * @param {import("./raster.js").Color} phosphor
   * @param {import("./raster.js").Color} glass
   */
  _use(cell, phosphor, glass) {
    const look = JSON.stringify([cell, phosphor, glass]);
    if (look === this._look) return;
    this._look = look;
    const [red, green, blue] = phosphor;
    this._picture.use(new Raster(cell, COLUMNS, phosphor, glass));
    this._glow.use(new Raster(GLOW_CELL, COLUMNS, phosphor, [red, green, blue, 0]));
  }

  /**
   * The cell at a point of the window; null if the point isn't on the tube.
   * @param {number} x
   * @param {number} y
   * @returns {{row: number, column: number} | null}
   */
  cellAt(x, y) {
    const { left, top, width, height } = this._canvas.getBoundingClientRect();
    const row = Math.floor(((y - top) / height) * ROWS);
    const column = Math.floor(((x - left) / width) * COLUMNS);
    return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS ? { row, column } : null;
  }

  /**
   * The size of a cell with more pixels while the page is magnified by two fingers, so that dots stay sharp.
   * @param {import("./raster.js").CellSize} cell
   */
  _magnified({ width, height }) {
    const most = Math.floor(LARGEST / (Math.max(width * COLUMNS, height * ROWS) || 1));
    const times = Math.max(1, Math.min(most, Math.ceil(window.visualViewport?.scale ?? 1)));
    return { width: width * times, height: height * times };
  }

  /**
   * Places the tube in the middle of the room, at a whole pixel of the screen.
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   */
  _place(width, height, ratio) {
    const { left, top } = this._room.getBoundingClientRect();
    /** @param {number} start @param {number} length @param {number} size */
    const middle = (start, length, size) => Math.round((start + (length - size) / 2) * ratio) / ratio - start;
    const { style } = this._face;
    style.width = `${width}px`;
    style.height = `${height}px`;
    const across = middle(left, this._room.clientWidth, width);
    const down = middle(top, this._room.clientHeight, height);
    style.margin = "0";
    style.inset = `${down}px auto auto ${across}px`;
  }

  _drawSoon() {
    this._frame ||= requestAnimationFrame(() => this._draw());
  }

  _draw() {
    cancelAnimationFrame(this._frame);
    this._frame = 0;
    const cells = this._cells.slice();
    if (this._cursor && this._cursorIsLit) {
      const place = this._cursor.row * COLUMNS + this._cursor.column;
      cells[place] = (cells[place] ?? BLANK) ^ (this._cursor.block ? REVERSE : UNDERLINED);
    }
    this._picture.draw(cells);
    this._glow.draw(cells);
  }

  /** Lets the cursor blink, beginning now; each new picture of the program calls this again. */
  _wait() {
    clearTimeout(this._blink);
    if (this._cursor && this.blinks) {
      const seconds = this._cursor.block ? BLINKS.block : BLINKS.underline;
      this._blink = window.setTimeout(() => {
        this._cursorIsLit = !this._cursorIsLit || !this.blinks;
        this._drawSoon();
        this._wait();
      }, seconds * 1000);
    }
  }
}

/**
 * A colour of an element's style as numbers, whatever notation the browser uses for it.
 * @param {HTMLElement} element
 * @param {"color" | "background-color"} property
 * @returns {import("./raster.js").Color}
 */
function colorOf(element, property) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = contextOf(canvas);
  context.fillStyle = getComputedStyle(element).getPropertyValue(property);
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, 255];
}
