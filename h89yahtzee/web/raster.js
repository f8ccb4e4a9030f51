/**
 * Dots as pixels: every character at one size and in two colours, ready to be copied to a canvas.
 *
 * A dot that is no whole number of pixels wide covers its outer pixels in part, and lights them in part; all cells
 * begin at whole pixels, so that a letter looks the same wherever it stands.
 *
 * @module
 */

import { CURSOR_ROW, DOT_COLUMNS, DOT_ROWS, DOTS } from "./dots.js";

export const REVERSE = 0x80;
const CODES = 256;
const ACROSS = 16;
/** Makes up for the strength that a stroke loses where it covers pixels in part, in reverse too. */
const STRONGER = 0.6;

/** @typedef {[number, number, number]} Color red, green and blue, 0 to 255 */

/** @typedef {{width: number, height: number}} CellSize in pixels */

/** All characters, in reverse too, drawn at one size; `draw` copies one. */
export class Raster {
  /**
   * @param {CellSize} cell
   * @param {Color} phosphor
   * @param {Color} glass
   */
  constructor(cell, phosphor, glass) {
    this.cell = cell;
    this._sheet = document.createElement("canvas");
    this._sheet.width = cell.width * ACROSS;
    this._sheet.height = cell.height * (CODES / ACROSS);
    const levels = shades(phosphor, glass);
    const context = contextOf(this._sheet);
    for (let code = 0; code < CODES; code++) {
      const [x, y] = this._place(code);
      context.putImageData(picture(code, cell, levels), x, y);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} code a cell's byte
   * @param {number} row
   * @param {number} column
   */
  draw(context, code, row, column) {
    const { height } = this.cell;
    this._copy(context, code, row, column, 0, height);
  }

  /**
   * Inverts the line of dots that is the underline cursor, over what `draw` has left.
   * @param {CanvasRenderingContext2D} context
   * @param {number} code
   * @param {number} row
   * @param {number} column
   */
  underline(context, code, row, column) {
    const top = Math.floor((CURSOR_ROW * this.cell.height) / DOT_ROWS);
    const bottom = Math.ceil(((CURSOR_ROW + 1) * this.cell.height) / DOT_ROWS);
    this._copy(context, code ^ REVERSE, row, column, top, bottom);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} code
   * @param {number} row
   * @param {number} column
   * @param {number} top the first line of pixels
   * @param {number} bottom the line after the last
   */
  _copy(context, code, row, column, top, bottom) {
    const { width, height } = this.cell;
    const [x, y] = this._place(code);
    const tall = bottom - top;
    context.drawImage(this._sheet, x, y + top, width, tall, column * width, row * height + top, width, tall);
  }

  /**
   * @param {number} code
   * @returns {[number, number]}
   */
  _place(code) {
    return [(code % ACROSS) * this.cell.width, Math.floor(code / ACROSS) * this.cell.height];
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
 * @param {number} code
 * @param {CellSize} cell
 * @param {Color[]} levels
 * @returns {ImageData}
 */
function picture(code, { width, height }, levels) {
  const image = new ImageData(width, height);
  const light = coverage(DOTS[code % REVERSE] ?? new Uint8Array(), width, height);
  light.forEach((lit, pixel) => {
    const drawn = lit ** STRONGER;
    const level = Math.round((code >= REVERSE ? 1 - drawn : drawn) * (levels.length - 1));
    image.data.set([...(levels[level] ?? []), 255], pixel * 4);
  });
  return image;
}

/**
 * How much of each pixel lies under lit dots, 0 to 1.
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
 * For each pixel the dots that lie in it, and how much of it they take.
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
 * The colours from dark to lit.
 * @param {Color} phosphor
 * @param {Color} glass
 * @returns {Color[]}
 */
function shades(phosphor, glass) {
  return Array.from({ length: 256 }, (_, step) => {
    /** @param {0 | 1 | 2} part */
    const mixed = (part) => Math.round(glass[part] + ((phosphor[part] - glass[part]) * step) / 255);
    return [mixed(0), mixed(1), mixed(2)];
  });
}
