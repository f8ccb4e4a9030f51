/**
 * Dots as pixels: every character at one size and in two colours, ready to be copied to a canvas.
 *
 * If a dot isn't a whole number of pixels wide, it covers its outer pixels in part, and lights them in part. All cells
 * begin at whole pixels, so that a letter looks the same everywhere.
 *
 * @module
 */

import { CURSOR_ROW, DOT_COLUMNS, DOT_ROWS, DOTS } from "./dots.js";

export const REVERSE = 0x80;
/** Added to a cell's byte if the underline cursor is on the cell. */
export const UNDERLINED = 0x100;
const CODES = 256;
/** The exponent for a pixel's light: below 1, so that strokes that cover pixels in part aren't weak, in reverse too. */
const STRONGER = 0.6;

/** @typedef {[number, number, number, number]} Color red, green, blue and how opaque it is, 0 to 255 */

/** @typedef {{width: number, height: number}} CellSize in pixels */

/** All characters at one size, plain and reverse; each is made when it is first drawn, so that the start isn't slow. */
export class Raster {
  /**
   * @param {CellSize} cell
   * @param {number} columns the most cells that are drawn at once
   * @param {Color} phosphor
   * @param {Color} glass
   */
  constructor(cell, columns, phosphor, glass) {
    this.cell = cell;
    this._levels = shades(phosphor, glass);
    /** @type {Uint32Array[]} */
    this._pictures = [];
    this._row = new ImageData(cell.width * columns, cell.height);
    this._pixels = new Uint32Array(this._row.data.buffer);
    this._underline = [
      Math.floor((CURSOR_ROW * cell.height) / DOT_ROWS),
      Math.ceil(((CURSOR_ROW + 1) * cell.height) / DOT_ROWS),
    ];
  }

  /**
   * Draws neighbouring cells of a row.
   * @param {CanvasRenderingContext2D} context
   * @param {Int16Array} cells the cells' bytes, with UNDERLINED added where the underline cursor is
   * @param {number} row
   * @param {number} column of the first cell
   */
  draw(context, cells, row, column) {
    const { width, height } = this.cell;
    const [top = 0, bottom = 0] = this._underline;
    cells.forEach((cell, place) => {
      this._write(cell & (CODES - 1), place, 0, height);
      if (cell & UNDERLINED) this._write((cell ^ REVERSE) & (CODES - 1), place, top, bottom);
    });
    context.putImageData(this._row, column * width, row * height, 0, 0, cells.length * width, height);
  }

  /**
   * Copies some rows of a character's pixels into the picture of neighbouring cells.
   * @param {number} code
   * @param {number} place the number of the cell
   * @param {number} top the first row of pixels
   * @param {number} bottom the row of pixels after the last
   */
  _write(code, place, top, bottom) {
    const { width } = this.cell;
    const from = this._pictures[code] ?? picture(code, this.cell, this._levels);
    this._pictures[code] = from;
    for (let line = top; line < bottom; line++) {
      const start = line * this._row.width + place * width;
      for (let x = 0; x < width; x++) this._pixels[start + x] = from[line * width + x] ?? 0;
    }
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser draws nothing on a canvas");
  }
  return context;
}

/**
 * The pixels of a character, as an ImageData has them.
 * @param {number} code
 * @param {CellSize} cell
 * @param {Uint32Array} levels
 * @returns {Uint32Array}
 */
function picture(code, { width, height }, levels) {
  const light = coverage(DOTS[code % REVERSE] ?? new Uint8Array(), width, height);
  return Uint32Array.from(light, (lit) => {
    const drawn = lit ** STRONGER;
    return levels[Math.round((code >= REVERSE ? 1 - drawn : drawn) * (levels.length - 1))] ?? 0;
  });
}

/**
 * The share of each pixel that lies under lit dots, 0 to 1.
 * @param {Uint8Array} dots
 * @param {number} width
 * @param {number} height
 * @returns {Float64Array}
 */
function coverage(dots, width, height) {
  const light = new Float64Array(width * height);
  const across = shares(DOT_COLUMNS, width);
  const down = shares(DOT_ROWS, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let lit = 0;
      for (const [dotRow, tall] of down[y] ?? []) {
        for (const [dotColumn, wide] of across[x] ?? []) {
          lit += (dots[dotRow * DOT_COLUMNS + dotColumn] ?? 0) * tall * wide;
        }
      }
      light[y * width + x] = lit;
    }
  }
  return light;
}

/**
 * For each pixel in one direction, the dots that it overlaps, each with the share of the pixel that the dot covers.
 * @param {number} dots
 * @param {number} pixels
 * @returns {[number, number][][]}
 */
function shares(dots, pixels) {
  return Array.from({ length: pixels }, (_, pixel) => {
    const first = (pixel * dots) / pixels;
    const last = ((pixel + 1) * dots) / pixels;
    /** @type {[number, number][]} */
    const parts = [];
    for (let dot = Math.floor(first); dot < last; dot++) {
      const part = Math.min(last, dot + 1) - Math.max(first, dot);
      parts.push([dot, (part * pixels) / dots]);
    }
    return parts;
  });
}

/**
 * The 256 colours from dark to lit, as pixels of an ImageData.
 * @param {Color} phosphor
 * @param {Color} glass
 * @returns {Uint32Array}
 */
function shades(phosphor, glass) {
  const mixed = Array.from({ length: 256 }, (_, step) =>
    glass.map((dark, part) => dark + (((phosphor[part] ?? 0) - dark) * step) / 255),
  );
  return new Uint32Array(Uint8ClampedArray.from(mixed.flat()).buffer);
}
