/**
 * Pictures of tiles and of small things: a half is 40 units, whatever the size on the screen. `defs` in the page holds
 * the pips (see `pages/drawing.py`, which draws the same without a browser).
 * @module
 */

import { svg } from "./dom.js";

export const HALF = 40;
const THICK = 2.4;

/**
 * The pips of a tile: low, high.
 * @param {string} tile
 * @returns {[number, number]}
 */
export function pips(tile) {
  const [low, high] = tile.split("-").map(Number);
  return [low ?? 0, high ?? 0];
}

/** @param {string} tile */
export function double(tile) {
  const [low, high] = pips(tile);
  return low === high;
}

/**
 * A tile around 0, 0.
 * @param {string | null} tile null: its back
 * @param {number} turn quarter turns clockwise; 0 stands upright with the low half above
 * @param {boolean} [spinner]
 * @returns {SVGGElement}
 */
export function drawTile(tile, turn, spinner = false) {
  const lying = turn % 2 === 1;
  const [w, h] = lying ? [2 * HALF, HALF] : [HALF, 2 * HALF];
  const box = { x: -w / 2, y: -h / 2, width: w, height: h, rx: 6.4 };
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { class: "side", ...box, y: box.y + THICK }), svg("rect", { class: "face", ...box })];
  if (tile === null) {
    const i = 6.5;
    parts.push(svg("rect", { class: "inlay", x: box.x + i, y: box.y + i, width: w - 2 * i, height: h - 2 * i, rx: 2.8 }));
    return svg("g", { class: "tile back", "aria-hidden": "true" }, ...parts);
  }
  const groove = svg("path", { class: "groove", d: lying ? "M0 -12.8V12.8" : "M-12.8 0H12.8" });
  const [low, high] = pips(tile);
  const away = turn === 0 || turn === 3 ? -HALF / 2 : HALF / 2;
  parts.push(groove);
  for (const [value, at] of /** @type {const} */ ([[low, away], [high, -away]])) {
    const [x, y] = lying ? [at, 0] : [0, at];
    parts.push(svg("use", { class: "pips", href: `#p${value}`, transform: `translate(${x} ${y})${lying ? " rotate(90)" : ""}` }));
    parts.push(svg("text", { class: "numeral", x, y: y + 0.8 }, String(value)));
  }
  if (spinner) {
    const ring = (/** @type {number} */ i) => ({ x: box.x + i, y: box.y + i, width: w - 2 * i, height: h - 2 * i, rx: 4.5 });
    parts.push(svg("rect", { class: "ring", ...ring(2.4) }), svg("rect", { class: "second", ...ring(5.6) }));
    parts.push(svg("circle", { class: "pin", r: 3 }));
  }
  return svg("g", { class: "tile", "aria-hidden": "true" }, ...parts);
}

/**
 * One tile in a picture of its own; CSS sets its width.
 * @param {string | null} tile
 * @param {{lying?: boolean, halo?: boolean, size?: string}} [how]
 * @returns {SVGSVGElement}
 */
export function soloTile(tile, { lying = false, halo = false, size = "" } = {}) {
  const [w, h] = lying ? [2 * HALF, HALF] : [HALF, 2 * HALF];
  const drawn = drawTile(tile, lying ? 3 : 0);
  if (halo) {
    const m = 3.6;
    drawn.append(svg("rect", { class: "halo", x: -w / 2 - m, y: -h / 2 - m, width: w + 2 * m, height: h + 2 * m + THICK, rx: 10 }));
  }
  const box = `${-w / 2 - 1} ${-h / 2 - 1} ${w + 2} ${h + 2 + THICK}`;
  return svg("svg", { class: `solo ${size}`.trim(), viewBox: box, width: w + 2, height: h + 2 + THICK, "aria-hidden": "true" }, drawn);
}

/**
 * The four corner brackets of the last play, around 0, 0.
 * @param {boolean} lying
 * @returns {SVGPathElement}
 */
export function brackets(lying) {
  const m = 5.2;
  const l = 12;
  const x = (lying ? HALF : HALF / 2) + m;
  const y = (lying ? HALF / 2 : HALF) + m;
  const d = `M${-x} ${l - y}V${-y}H${l - x}M${x - l} ${-y}H${x}V${l - y}M${x} ${y - l}V${y}H${x - l}M${l - x} ${y}H${-x}V${y - l}`;
  return svg("path", { class: "bracket", d });
}

/**
 * A row of small backs: how many tiles somebody holds. Many of them overlap.
 * @param {number} held
 * @returns {SVGSVGElement}
 */
export function backs(held) {
  const step = held > 1 ? Math.min(13, 18 / (held - 1)) : 13;
  const width = held ? (held - 1) * step + 12 : 0;
  const row = [];
  for (let i = 0; i < held; i++) {
    const x = i * step;
    row.push(svg("rect", { x, y: 0, width: 10, height: 20, rx: 1.6 }));
    row.push(svg("rect", { class: "line", x: x + 1.6, y: 1.6, width: 6.8, height: 16.8, rx: 0.8 }));
  }
  return svg("svg", { class: "backs", width, height: 22, viewBox: `-1 -1 ${width} 22`, "aria-hidden": "true" }, ...row);
}

const SHAPES = {
  round: "M22 6.5a15.5 15.5 0 1 0 0 31a15.5 15.5 0 1 0 0 -31z",
  square: "M13.5 7.5H30.5a6 6 0 0 1 6 6V30.5a6 6 0 0 1 -6 6H13.5a6 6 0 0 1 -6 -6V13.5a6 6 0 0 1 6 -6z",
  hexagon: "M14.6 6.8H29.4a2 2 0 0 1 1.7 1L37.6 21a2 2 0 0 1 0 2L31.1 36.2a2 2 0 0 1 -1.7 1H14.6a2 2 0 0 1 -1.7 -1L6.4 23a2 2 0 0 1 0 -2L12.9 7.8a2 2 0 0 1 1.7 -1z",
  diamond: "M20.2 4.6a2.6 2.6 0 0 1 3.6 0L39.4 20.2a2.6 2.6 0 0 1 0 3.6L23.8 39.4a2.6 2.6 0 0 1 -3.6 0L4.6 23.8a2.6 2.6 0 0 1 0 -3.6z",
};

/**
 * A seat's token: shape and colour of its team, its letter, and, while the clock runs, a ring.
 * @param {string} mark
 * @param {string} letter
 * @param {{size?: number, ring?: boolean, away?: boolean, open?: boolean}} [how]
 * @returns {SVGSVGElement}
 */
export function token(mark, letter, { size = 36, ring = false, away = false, open = false } = {}) {
  const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (mark)] ?? SHAPES.round;
  const kind = ["token", mark, away && "away", open && "open"].filter(Boolean).join(" ");
  return svg("svg", { class: kind, width: size, height: size, viewBox: "0 0 44 44", "aria-hidden": "true" },
    ring && svg("circle", { class: "track", cx: 22, cy: 22, r: 20 }),
    ring && svg("circle", { class: "clock", cx: 22, cy: 22, r: 20, pathLength: 100, transform: "rotate(-90 22 22)" }),
    svg("path", { class: "shape", d: shape }), svg("text", { x: 22, y: 22.5 }, open ? "" : letter));
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  on: "M5 10v4h3l4 3.5v-11L8 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  off: "M5 10v4h3l4 3.5v-11L8 10zM16 9.5l5 5M21 9.5l-5 5",
  eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0 -5",
  close: "M6 6l12 12M18 6L6 18",
  more: "M6 9l6 6l6-6",
  hint: "M9 17.5h6M10 20.5h4M9.5 17.5c0-2.5-3.5-4-3.5-8a6 6 0 0 1 12 0c0 4-3.5 5.5-3.5 8",
  react: "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM9 10v.01M15 10v.01M9.5 13a3.5 3.5 0 0 0 5 0",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg("svg", { class: "icon", width: 24, height: 24, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}
