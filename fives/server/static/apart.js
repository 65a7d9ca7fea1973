/**
 * Where figures stand on a small wood. No figure is under 12 px, so what is around it is larger there than its scene knows:
 * it moves to the nearest spot where it covers nothing.
 * @module
 */

/** @typedef {[number, number, number, number]} Box left, top, right and bottom in units */

const STEP = 2;
const FURTHEST = 96;
/** All spots around one, the nearest first. @type {[number, number][]} */
const SPOTS = [];
for (let x = -FURTHEST; x <= FURTHEST; x += STEP) {
  for (let y = -FURTHEST; y <= FURTHEST; y += STEP) if (Math.hypot(x, y) <= FURTHEST) SPOTS.push([x, y]);
}
SPOTS.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/**
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @returns {Box} the box of a middle and a size
 */
export function around(x, y, w, h) {
  return [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
}

/**
 * @param {Box} box
 * @param {[number, number]} by
 * @returns {Box}
 */
export function moved([left, top, right, bottom], [x, y]) {
  return [left + x, top + y, right + x, bottom + y];
}

/**
 * @param {Box} box
 * @param {number} by
 * @returns {Box}
 */
export function grown([left, top, right, bottom], by) {
  return [left - by, top - by, right + by, bottom + by];
}

/**
 * How much of a box lies in another.
 * @param {Box} box
 * @param {Box} other
 */
function shared(box, other) {
  const wide = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
  const high = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * The shortest way that clears a box of all others, or by which it covers least.
 * @param {Box} box
 * @param {Box} by what it belongs to, which it keeps touching
 * @param {Box[]} others
 * @param {Box} wood which it does not leave
 * @returns {[number, number]}
 */
export function apart(box, by, others, wood) {
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  const near = others.filter((other) => shared(grown(box, FURTHEST), other));
  /** @type {[number, number]} */
  let best = [0, 0];
  let least = Infinity;
  for (const way of SPOTS) {
    const there = moved(box, way);
    if (!shared(there, by)) continue;
    const covers = near.reduce((sum, other) => sum + shared(there, other), area - shared(there, wood));
    if (covers < least - 0.01) [best, least] = [way, covers];
    if (least < 0.01) break;
  }
  return best;
}
