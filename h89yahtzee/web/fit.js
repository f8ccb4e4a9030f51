/**
 * The largest size that a cell (the place of one character) can have in the room for the tube, in whole pixels.
 *
 * @module
 */

import { DOT_COLUMNS, DOT_ROWS } from "./dots.js";

export const ROWS = 25;
export const COLUMNS = 80;

/** On the H19 a cell is 2.4 times as tall as it is wide, since 80 by 25 cells fill a picture of 4:3. */
const TRUE = 2.4;
/** The largest and the least ratio of a cell's height to its width if the tube is to fill the window. */
const TALLEST = 2.5;
const WIDEST = 1.25;
/** The share by which a cell's height may be changed so that all its dots are equally tall. */
const NEAR = 0.06;
/** The largest share of the room that may be left empty so that dots are whole pixels. */
const SPARED = 0.1;

/**
 * @param {number} width of the room, in pixels of the screen
 * @param {number} height
 * @param {boolean} fills whether the cell may have another shape than the machine's
 * @returns {import("./raster.js").CellSize}
 */
export function fittingCell(width, height, fills) {
  const widest = Math.max(1, Math.floor(width / COLUMNS));
  const tallest = Math.max(2, Math.floor(height / ROWS));
  if (!fills) {
    const across = Math.max(1, Math.min(widest, Math.round(tallest / TRUE)));
    const down = Math.max(2, Math.min(tallest, Math.round(across * TRUE)));
    const alike = Math.round(down / DOT_ROWS) * DOT_ROWS;
    return { width: across, height: alike <= tallest && Math.abs(alike - down) <= down * NEAR ? alike : down };
  }
  return {
    width: whole(Math.min(widest, Math.floor(tallest / WIDEST)), DOT_COLUMNS),
    height: whole(Math.min(tallest, Math.floor(widest * TALLEST)), DOT_ROWS),
  };
}

/**
 * The largest size of a cell up to `pixels` in which all dots are whole pixels; `pixels` if that is much smaller.
 * @param {number} pixels
 * @param {number} dots
 */
function whole(pixels, dots) {
  const alike = pixels - (pixels % dots);
  return alike >= pixels * (1 - SPARED) ? alike : Math.max(1, pixels);
}
