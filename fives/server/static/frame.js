/**
 * Which part of the grid the wood shows. It changes seldom, so that no move makes the table jump: a new frame has room
 * for the plays to come, and stays while it holds the layout and is not much too large.
 * @module
 */

export const CELL = 20;
/** Room left around the box, in units. */
const PAD = 10;
/** A new frame is larger than it must be, by as much as a layout grows with so many more tiles, but not by more than MOST. */
const AHEAD = 5;
const MOST = 1.3;
/** The first frame has room for a line of five tiles: units along the longer edge of the wood. */
const FIRST = 22 * CELL + 2 * PAD;
/** A frame that is so much larger than it must be is too large; so much when no tile will come any more. */
const LARGE = 1.56;
const LARGE_AT_LAST = 1.12;

/** @typedef {{x: number, y: number, w: number, h: number}} Frame in units: a half tile is 40 */
/** @typedef {{width: number, height: number, largest: number}} Wood in px; largest half tile: no larger than in the hand */
/**
 * @typedef {object} Shown
 * @property {[number, number, number, number]} box what is to be seen, in cells
 * @property {number} tiles how many have been played
 * @property {boolean} over whether no tile will come any more
 */

/**
 * @param {[number, number, number, number]} box in cells
 * @returns {[number, number, number, number]}
 */
function inUnits([x, y, w, h]) {
  return [x * CELL, y * CELL, w * CELL, h * CELL];
}

/**
 * @param {[number, number, number, number]} box in cells
 * @param {Wood} wood
 * @param {number} [times] how much larger than it must be
 * @param {number} [least] units along the longer edge of the wood
 * @returns {Frame} one that holds the box in its middle, in the shape of the wood
 */
export function fit(box, { width, height, largest }, times = 1, least = 0) {
  const [x, y, w, h] = inUnits(box);
  const tight = Math.max((w + 2 * PAD) / width, (h + 2 * PAD) / height);
  const per = Math.max(tight * times, least / Math.max(width, height), 40 / largest);
  const frame = { w: per * width, h: per * height };
  return { x: x + (w - frame.w) / 2, y: y + (h - frame.h) / 2, ...frame };
}

/**
 * @param {Frame | null} frame null: of another layout, or none
 * @param {Shown} shown
 * @param {Wood} wood
 * @returns {Frame} the same frame while it serves, else a new one
 */
export function follow(frame, { box, tiles, over }, wood) {
  const times = over || tiles === 0 ? 1 : Math.min(MOST, Math.sqrt(1 + AHEAD / tiles));
  if (!frame) return fit(box, wood, times, over ? 0 : FIRST);
  const [x, y, w, h] = inUnits(box);
  const slack = 1;
  const holds = x >= frame.x - slack && y >= frame.y - slack
    && x + w <= frame.x + frame.w + slack && y + h <= frame.y + frame.h + slack;
  const shape = Math.abs(frame.w / frame.h - wood.width / wood.height) < 0.02;
  const most = over ? fit(box, wood).w * LARGE_AT_LAST : Math.max(fit(box, wood).w * LARGE, fit(box, wood, 1, FIRST).w + slack);
  return holds && shape && frame.w <= most ? frame : fit(box, wood, times);
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
