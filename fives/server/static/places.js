/**
 * Where the chosen tile may be joined: controls on the wood that say what each place would give.
 * @module
 */

import { apart, around, grown, moved } from "./apart.js";
import { keyed, set, svg } from "./dom.js";
import { CELL } from "./frame.js";
import { boxOf, endKey } from "./layout.js";
import { double } from "./tiles.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./apart.js").Box} Box */
/** @typedef {{option: Option, x: number, y: number, w: number, h: number, way: number | null}} Place centre and size in units; the way of a landing */

/** What the outline of a number adds on each side, in units. */
const OUTLINE = 1;

/**
 * How far a place's area reaches past its outline: 0.4 of a half, and so far that it is 24 px wide.
 * @param {number} unit how many units a pixel of the screen has
 */
const reach = (unit) => Math.max(16, (24 * unit - 40) / 2);

/**
 * Where each option of a tile lies on a scene, the best one first. What the scene does not show is left out.
 * @param {Scene | null} scene
 * @param {Option[]} options
 * @returns {Place[]}
 */
export function placesOf(scene, options) {
  if (!scene) return [];
  const found = new Map(scene.places.map((place) => [endKey(place), place]));
  /** @type {Place[]} */
  const places = [];
  for (const option of [...options].sort((a, b) => a.order - b.order)) {
    const tile = option.move.split("@")[0] ?? "";
    const place = found.get(endKey(option));
    const landing = place ? (double(tile) ? place.double : place.tile) : null;
    if (landing) {
      const [x, y, way] = landing;
      const upright = (way % 2 === 0) !== double(tile);
      places.push({ option, x: x * CELL, y: y * CELL, w: upright ? 40 : 80, h: upright ? 80 : 40, way });
    } else if (option.onto === null) {
      const [x, y, w, h] = scene.box;
      places.push({ option, x: (x + w / 2) * CELL, y: (y + h / 2) * CELL, w: double(tile) ? 40 : 80, h: double(tile) ? 80 : 40, way: null });
    }
  }
  return places;
}

/**
 * @param {Layout} layout
 * @param {Place[]} places
 * @param {string | null} lit the move in focus
 * @param {boolean} may whether a place may be played now
 */
export function drawPlaces(layout, places, lit, may) {
  const { unit } = layout;
  const ways = spread(layout, places);
  keyed(layout.places, places, (place) => place.option.move, makePlace, (node, { option, x, y, w, h }) => {
    set(node, { "aria-label": option.text, "aria-disabled": may ? null : "true", transform: `translate(${x} ${y})` });
    const shape = `${w} ${option.gain} ${unit}`;
    if (node.dataset.shape !== shape) {
      node.dataset.shape = shape;
      node.replaceChildren(...shapeOf(option, w, h, unit));
    }
    const pill = node.querySelector(".pts");
    if (pill) set(pill, { transform: `translate(${ways.get(option.move)?.join(" ")})` });
    node.classList.toggle("lit", option.move === lit);
  });
}

/** @param {Place} place */
function makePlace(place) {
  return svg("g", { class: "place", role: "button", tabindex: 0, "data-move": place.option.move });
}

/**
 * @param {Option} option
 * @param {number} w
 * @param {number} h
 * @param {number} unit
 */
function shapeOf(option, w, h, unit) {
  const rect = (/** @type {string} */ name, /** @type {number} */ grow, /** @type {number} */ rx) =>
    svg("rect", { class: name, x: -w / 2 - grow, y: -h / 2 - grow, width: w + 2 * grow, height: h + 2 * grow, rx });
  return [rect("hit", reach(unit), 0), rect("area", -2, 6), rect("around", 4.2, 8), ...points(option, unit)];
}

/**
 * How far from the middle of its place each number stands: so far outward that what the place is joined to stays free, or
 * near that where it covers no other thing.
 * @param {Layout} layout
 * @param {Place[]} places
 * @returns {Map<string, [number, number]>} by move
 */
function spread(layout, places) {
  const { unit, wood, marks, scene } = layout;
  const areas = places.map(({ x, y, w, h }) => around(x, y, w, h));
  const taken = [...(scene?.tiles.map(boxOf) ?? []), ...marks];
  return new Map(places.map((place, nth) => {
    const { option, x, y } = place;
    const own = /** @type {Box} */ (areas[nth]);
    const out = outward(place, unit);
    const box = moved(grown(around(x, y, ...sizeOf(option, unit)), OUTLINE), out);
    const way = apart(box, own, [...taken, ...areas.filter((area) => area !== own)], wood);
    taken.push(moved(box, way));
    return [option.move, [out[0] + way[0], out[1] + way[1]]];
  }));
}

/**
 * @param {Place} place
 * @param {number} unit
 * @returns {[number, number]}
 */
function outward({ option, w, h, way }, unit) {
  if (way === null) return [0, 0];
  const [wide, high] = sizeOf(option, unit);
  const sign = way === 0 || way === 3 ? -1 : 1;
  return way % 2 ? [sign * Math.max(0, wide / 2 + OUTLINE - w / 2), 0] : [0, sign * Math.max(0, high / 2 + OUTLINE - h / 2)];
}

/**
 * The size of what a place would give: it grows with its figures where the layout is small.
 * @param {Option} option
 * @param {number} unit
 * @returns {[number, number]}
 */
function sizeOf({ gain, scores }, unit) {
  const { length } = gain;
  const high = Math.max(scores ? 30 : 28, 15 * unit);
  return [scores ? Math.max(42, 16 + 11 * length, unit * (8.6 * length + 6)) : high, high];
}

/**
 * @param {Option} option
 * @param {number} unit
 */
function points(option, unit) {
  if (option.gain === "") return [];
  const text = svg("text", { y: 0.5 }, option.gain);
  const [w, h] = sizeOf(option, unit);
  if (!option.scores) return [svg("g", { class: "pts none" }, svg("circle", { r: h / 2 }), text)];
  return [svg("g", { class: "pts gain" }, svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 }), text)];
}

/**
 * The place at a point: the nearest of those whose area holds it.
 * @param {Place[]} places
 * @param {[number, number]} point in units
 * @param {number} unit how many units a pixel of the screen has
 * @param {number} [more] units that the areas reach further
 * @returns {Place | null}
 */
export function placeAt(places, [px, py], unit, more = 0) {
  let best = null;
  let nearest = Infinity;
  for (const place of places) {
    const dx = Math.abs(px - place.x);
    const dy = Math.abs(py - place.y);
    if (dx > place.w / 2 + reach(unit) + more || dy > place.h / 2 + reach(unit) + more) continue;
    const away = Math.hypot(dx, dy);
    if (away < nearest) [best, nearest] = [place, away];
  }
  return best;
}

/**
 * The place next to another for an arrow key: left and right go through all from left to right and round again, up and
 * down from the uppermost to the lowest; the same place where there is none further.
 * @param {Place[]} places
 * @param {Place} from
 * @param {number} dx
 * @param {number} dy
 * @returns {Place}
 */
export function placeTowards(places, from, dx, dy) {
  const sorted = [...places].sort((a, b) => (dx ? a.x - b.x || a.y - b.y : a.y - b.y || a.x - b.x));
  const next = sorted.indexOf(from) + dx + dy;
  return sorted[dx ? (next + sorted.length) % sorted.length : next] ?? from;
}
