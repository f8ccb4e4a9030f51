/**
 * How large a cell of the tube can be in the room that there is, in whole pixels of the screen.
 *
 * @module
 */

import { DOT_COLUMNS, DOT_ROWS } from "./dots.js";

export const ROWS = 25;
export const COLUMNS = 80;

/** A cell of the machine is 2.4 times as tall as wide on its tube, whose picture is 4:3. */
const TRUE = 2.4;
/** Between these shapes a cell may be where the tube is to fill the window. */
const TALLEST = 2.5;
const WIDEST = 1.25;
/** How much a cell may be taller or shorter so that its dots are alike. */
const NEAR = 0.06;
/** What is given away of the room so that dots are whole pixels. */
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
 * The largest number of pixels that makes all dots alike, if it isn't much smaller.
 * @param {number} pixels
 * @param {number} dots
 */
function whole(pixels, dots) {
  const alike = pixels - (pixels % dots);
  return alike >= pixels * (1 - SPARED) ? alike : Math.max(1, pixels);
}
