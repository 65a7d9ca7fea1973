/**
 * Which part of the grid the wood shows. It changes seldom: a layout that still fits stays as it is, so that no move
 * makes the table jump.
 * @module
 */

export const CELL = 20;
/** Room left around the box, in units. */
const PAD = 10;

/** @typedef {{x: number, y: number, w: number, h: number}} Frame in units: a half tile is 40 */

/**
 * @param {[number, number, number, number]} box in cells
 * @returns {[number, number, number, number]}
 */
function inUnits([x, y, w, h]) {
  return [x * CELL, y * CELL, w * CELL, h * CELL];
}

/**
 * @param {[number, number, number, number]} box in cells
 * @param {number} width of the wood in px
 * @param {number} height
 * @param {number} largest half tile in px: never larger than a tile in the hand
 * @returns {Frame} the smallest that holds the box, in the shape of the wood
 */
export function fit(box, width, height, largest) {
  const [x, y, w, h] = inUnits(box);
  const per = Math.max((w + 2 * PAD) / width, (h + 2 * PAD) / height, 40 / largest);
  const frame = { w: per * width, h: per * height };
  return { x: x + (w - frame.w) / 2, y: y + (h - frame.h) / 2, ...frame };
}

/**
 * @param {Frame | null} frame
 * @param {[number, number, number, number]} box
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 * @returns {Frame} the same frame while it serves, else a new one
 */
export function follow(frame, box, width, height, largest) {
  const best = fit(box, width, height, largest);
  if (!frame) return best;
  const [x, y, w, h] = inUnits(box);
  const slack = 1;
  const holds = x >= frame.x - slack && y >= frame.y - slack
    && x + w <= frame.x + frame.w + slack && y + h <= frame.y + frame.h + slack;
  const shape = Math.abs(frame.w / frame.h - width / height) < 0.02;
  return holds && shape && frame.w <= best.w * 1.25 ? frame : best;
}

/**
 * A transform that makes the new frame look like the old one.
 * @param {Frame} from
 * @param {Frame} to
 * @returns {string}
 */
export function asBefore(from, to) {
  const k = to.w / from.w;
  return `translate(${to.x - from.x * k}px, ${to.y - from.y * k}px) scale(${k})`;
}
