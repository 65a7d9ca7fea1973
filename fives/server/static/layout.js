/**
 * The layout on the wood: tiles, cords, ends, the brackets of the last play. It draws a scene as it comes.
 * @module
 */

import { apart, around, grown, moved } from "./apart.js";
import { keyed, say, set, svg } from "./dom.js";
import { CELL, asBefore, follow } from "./frame.js";
import { EASE_OUT, EASE_SET, PLACE, REFOLD, animate, appear } from "./motion.js";
import { brackets, drawTile } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").SceneTile} SceneTile */
/** @typedef {import("./types.js").SceneEnd} SceneEnd */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./apart.js").Box} Box */
/** @typedef {{tile: string, from: DOMRect}} Landing the tile that has just been played, and where on the screen it came from */

/** How wide a disc is, in units, and what is left free around one that moves. */
const DISC = 31;
const GAP = 2;

export class Layout {
  /** @param {SVGSVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    this.under = svg("g");
    this.cords = svg("g");
    this.tiles = svg("g");
    this.ends = svg("g");
    this.places = svg("g", { class: "places" });
    this.world = svg("g", { class: "world" }, this.under, this.cords, this.tiles, this.ends, this.places);
    picture.append(this.world);
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {Scene | null} */
    this.scene = null;
    this.over = false;
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {Box[]} where the marks of the ends stand */
    this.marks = [];
  }

  /** Where marks may stand, in units: a little of the wood is around the picture, on the smallest 4 px. @returns {Box} */
  get wood() {
    const { x, y, w, h } = this.frame ?? { x: 0, y: 0, w: 0, h: 0 };
    return grown([x, y, x + w, y + h], 3 * this.unit);
  }

  /** How many units a pixel of the screen has. */
  get unit() {
    return (this.frame?.w ?? 1) / (this.picture.clientWidth || 1);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @param {Frame | null} [frame] another than is shown
   * @returns {[number, number]} the point in units
   */
  point(clientX, clientY, frame = this.frame) {
    const rect = this.picture.getBoundingClientRect();
    const { x, y, w } = frame ?? { x: 0, y: 0, w: 1 };
    const unit = w / (this.picture.clientWidth || 1);
    return [x + (clientX - rect.left) * unit, y + (clientY - rect.top) * unit];
  }

  /**
   * Draw a scene; null empties the wood.
   * @param {Scene | null} scene
   * @param {{hidden?: Set<string>, landing?: Landing | null, moving?: boolean, over?: boolean}} [how]
   *   hidden: ends that a place stands for; over: no tile will come any more
   */
  draw(scene, { hidden = new Set(), landing = null, moving = false, over = false } = {}) {
    const before = this.scene;
    this.scene = scene;
    this.over = over;
    this.hidden = hidden;
    const lead = before?.tiles[0]?.tile;
    if (lead && lead !== scene?.tiles[0]?.tile) this.frame = null; // another layout begins
    set(this.picture, { "aria-label": label("layout") });
    if (!scene) {
      this.marks = [];
      for (const part of [this.under, this.cords, this.tiles, this.ends]) part.replaceChildren();
      return;
    }
    const old = new Map(moving && before?.view === scene.view ? before.tiles.map((tile) => [tile.tile, tile]) : []);
    const seen = this.reframe(scene.tiles.some((tile) => old.has(tile.tile)));
    const tiles = [...scene.tiles].sort((a, b) => a.y - b.y || a.x - b.x);
    keyed(this.tiles, tiles, (tile) => tile.tile, () => svg("g"), (node, tile) => {
      this.renewTile(node, tile);
      const was = old.get(tile.tile);
      if (was && (was.x !== tile.x || was.y !== tile.y || was.turn !== tile.turn)) this.glide(node, was, tile);
      if (landing?.tile === tile.tile) this.land(node, tile, landing.from, seen);
    });
    this.drawCords(scene);
    this.drawBrackets(scene, landing);
    this.drawEnds(scene, landing !== null);
  }

  /** The wood has another size. */
  resized() {
    this.reframe(false);
    if (this.scene) this.drawEnds(this.scene, false);
  }

  /**
   * @param {boolean} moving
   * @returns {Frame | null} what is seen when the motion begins
   */
  reframe(moving) {
    const { clientWidth: width, clientHeight: height } = this.picture;
    if (!this.scene || !width || !height) return this.frame;
    const largest = parseFloat(getComputedStyle(this.picture).getPropertyValue("--largest")) || 40;
    const before = this.frame;
    this.frame = follow(before, { box: this.scene.box, tiles: this.scene.tiles.length, over: this.over }, { width, height, largest });
    const { x, y, w, h } = this.frame;
    set(this.picture, { viewBox: `${x} ${y} ${w} ${h}` });
    this.picture.style.setProperty("--u", String(w / width));
    if (!moving || !before || before === this.frame) return this.frame;
    animate(this.world, [{ transform: asBefore(before, this.frame) }, { transform: "none" }], { duration: REFOLD, easing: EASE_OUT });
    return before;
  }

  /**
   * @param {SVGGElement} node
   * @param {SceneTile} tile
   */
  renewTile(node, tile) {
    const drawn = `${tile.turn}${tile.spinner}`;
    if (node.dataset.drawn !== drawn) {
      node.dataset.drawn = drawn;
      node.replaceChildren(drawTile(tile.tile, tile.turn, tile.spinner));
    }
    set(node, { transform: `translate(${tile.x * CELL} ${tile.y * CELL})` });
  }

  /**
   * @param {SVGGElement} node
   * @param {SceneTile} from
   * @param {SceneTile} to
   */
  glide(node, from, to) {
    const quarter = ((from.turn - to.turn + 5) % 4) - 1;
    animate(node, [
      { transform: `translate(${from.x * CELL}px, ${from.y * CELL}px) rotate(${quarter * 90}deg)` },
      { transform: `translate(${to.x * CELL}px, ${to.y * CELL}px)` },
    ], { duration: REFOLD, easing: EASE_OUT });
  }

  /**
   * @param {SVGGElement} node
   * @param {SceneTile} tile
   * @param {DOMRect} from
   * @param {Frame | null} seen when it starts
   */
  land(node, tile, from, seen) {
    const [x, y] = this.point(from.left + from.width / 2, from.top + from.height / 2, seen);
    const [beyond] = this.point(from.left + from.width / 2 + 1, 0, seen);
    const size = (Math.min(from.width, from.height) * (beyond - x)) / 40;
    const turn = tile.turn === 3 ? 90 : -90 * tile.turn;
    this.tiles.append(node);
    appear(node, [
      { transform: `translate(${x}px, ${y}px) scale(${size}) rotate(${turn}deg)` },
      { transform: `translate(${tile.x * CELL}px, ${tile.y * CELL}px)` },
    ], { duration: PLACE, easing: EASE_SET });
  }

  /** @param {Scene} scene */
  drawCords(scene) {
    const links = (scene.links ?? []).map((link) => link.map((part) => part * CELL));
    keyed(this.cords, links, (link) => link.join(" "), ([x1, y1, x2, y2]) => svg("path", { class: "cord", d: `M${x1} ${y1}L${x2} ${y2}` }));
  }

  /**
   * @param {Scene} scene
   * @param {Landing | null} landing
   */
  drawBrackets(scene, landing) {
    const last = scene.tiles.filter((tile) => tile.last);
    keyed(this.under, last, (tile) => `${tile.tile} ${tile.turn % 2}`, (tile) => {
      const node = svg("g", {}, brackets(tile.turn % 2 === 1));
      if (landing) appear(node, [{ opacity: 0 }, { opacity: 1 }], { duration: 80, delay: PLACE, fill: "backwards" });
      return node;
    }, (node, tile) => set(node, { transform: `translate(${tile.x * CELL} ${tile.y * CELL})` }));
  }

  /**
   * @param {Scene} scene
   * @param {boolean} waits whether new ends appear only when the tile has landed
   */
  drawEnds(scene, waits) {
    const shown = scene.ends.filter((end) => !this.hidden.has(endKey(end)));
    const ways = this.spread(shown, scene);
    keyed(this.ends, shown, (end) => `${endKey(end)} ${end.value === null}`, (end) => {
      const node = end.value === null ? svg("g", {}, svg("circle", { class: "hollow", r: 6.5 }))
        : svg("g", { class: "end" }, svg("rect"), svg("text", { y: 0.5 }));
      set(node, { "aria-hidden": "true" });
      if (waits) appear(node, [{ opacity: 0 }, { opacity: 1 }], { duration: 80, delay: PLACE, fill: "backwards" });
      return node;
    }, (node, end) => {
      set(node, { transform: `translate(${end.x * CELL} ${end.y * CELL})` });
      const [disc, text] = node.children;
      if (!disc || !text) return; // a hollow dot
      say(text, String(end.value));
      const [w, h] = sizeOf(end, this.unit);
      set(disc, { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 });
      const [x, y] = ways.get(end) ?? [0, 0];
      for (const part of [disc, text]) set(part, { transform: `translate(${x} ${y})` });
    });
  }

  /**
   * How far from where its scene has it each disc stands, since it has grown.
   * @param {SceneEnd[]} ends
   * @param {Scene} scene
   * @returns {Map<SceneEnd, [number, number]>}
   */
  spread(ends, scene) {
    /** @type {Map<SceneEnd, [number, number]>} */
    const ways = new Map();
    const tiles = scene.tiles.map(boxOf);
    this.marks = ends.map((end) => around(end.x * CELL, end.y * CELL, ...sizeOf(end, this.unit)));
    for (const [nth, end] of ends.entries()) {
      const box = /** @type {Box} */ (this.marks[nth]);
      const onto = scene.tiles.find((tile) => tile.tile === end.onto);
      if (!onto || box[2] - box[0] <= DISC) continue;
      const others = [...tiles, ...this.marks.filter((other) => other !== box)];
      const way = apart(grown(box, GAP), grown(boxOf(onto), 3 * GAP), others, this.wood);
      ways.set(end, way);
      this.marks[nth] = moved(box, way);
    }
    return ways;
  }
}

/**
 * The size of an end's mark: a disc grows with its figure where the layout is small.
 * @param {SceneEnd} end
 * @param {number} unit how many units a pixel of the screen has
 * @returns {[number, number]}
 */
function sizeOf({ value }, unit) {
  if (value === null) return [16, 16];
  return [Math.max(DISC, unit * (value > 9 ? 20 : 15)), Math.max(DISC, unit * 15)];
}

/**
 * @param {SceneTile} tile
 * @returns {Box}
 */
export function boxOf(tile) {
  const [w, h] = tile.turn % 2 ? [4, 2] : [2, 4];
  return around(tile.x * CELL, tile.y * CELL, w * CELL, h * CELL);
}

/**
 * An end, and the place on it, by one name.
 * @param {{onto: string | null, place: string | null}} at
 * @returns {string}
 */
export function endKey(at) {
  return `${at.onto ?? ""} ${at.place ?? ""}`;
}
