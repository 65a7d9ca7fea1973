/**
 * The layout on the wood: tiles, cords, ends, the brackets of the last play. It draws a scene as it comes.
 * @module
 */

import { keyed, say, set, svg } from "./dom.js";
import { CELL, asBefore, follow } from "./frame.js";
import { EASE_OUT, EASE_SET, PLACE, REFOLD, animate } from "./motion.js";
import { brackets, drawTile } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").SceneTile} SceneTile */
/** @typedef {import("./types.js").SceneEnd} SceneEnd */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {{tile: string, from: DOMRect}} Landing the tile that has just been played, and where on the screen it came from */

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
  }

  /** How many units a pixel of the screen has. */
  get unit() {
    return (this.frame?.w ?? 1) / (this.picture.clientWidth || 1);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]} the point in units
   */
  point(clientX, clientY) {
    const rect = this.picture.getBoundingClientRect();
    const frame = this.frame ?? { x: 0, y: 0 };
    return [frame.x + (clientX - rect.left) * this.unit, frame.y + (clientY - rect.top) * this.unit];
  }

  /**
   * Draw a scene; null empties the wood.
   * @param {Scene | null} scene
   * @param {{hidden?: Set<string>, landing?: Landing | null, moving?: boolean}} [how] hidden: ends that a place stands for
   */
  draw(scene, { hidden = new Set(), landing = null, moving = false } = {}) {
    const before = this.scene;
    this.scene = scene;
    set(this.picture, { "aria-label": label("layout") });
    if (!scene) {
      for (const part of [this.under, this.cords, this.tiles, this.ends]) part.replaceChildren();
      return;
    }
    const old = new Map(moving && before?.view === scene.view ? before.tiles.map((tile) => [tile.tile, tile]) : []);
    this.reframe(scene.tiles.some((tile) => old.has(tile.tile)));
    const tiles = [...scene.tiles].sort((a, b) => a.y - b.y || a.x - b.x);
    keyed(this.tiles, tiles, (tile) => tile.tile, () => svg("g"), (node, tile) => {
      this.renewTile(node, tile);
      const was = old.get(tile.tile);
      if (was && (was.x !== tile.x || was.y !== tile.y || was.turn !== tile.turn)) this.glide(node, was, tile);
      if (landing?.tile === tile.tile) this.land(node, tile, landing.from);
    });
    this.drawCords(scene);
    this.drawBrackets(scene, landing);
    this.drawEnds(scene, hidden, landing !== null);
  }

  /** @param {boolean} moving */
  reframe(moving) {
    const { clientWidth: width, clientHeight: height } = this.picture;
    if (!this.scene || !width || !height) return;
    const largest = parseFloat(getComputedStyle(this.picture).getPropertyValue("--largest")) || 40;
    const before = this.frame;
    this.frame = follow(before, this.scene.box, width, height, largest);
    const { x, y, w, h } = this.frame;
    set(this.picture, { viewBox: `${x} ${y} ${w} ${h}` });
    this.picture.style.setProperty("--u", String(w / width));
    if (moving && before && before !== this.frame) {
      animate(this.world, [{ transform: asBefore(before, this.frame) }, { transform: "none" }], { duration: REFOLD, easing: EASE_OUT });
    }
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
   */
  land(node, tile, from) {
    const [x, y] = this.point(from.left + from.width / 2, from.top + from.height / 2);
    const size = (Math.min(from.width, from.height) * this.unit) / 40;
    const turn = tile.turn === 3 ? 90 : -90 * tile.turn;
    this.tiles.append(node);
    animate(node, [
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
      if (landing) animate(node, [{ opacity: 0 }, { opacity: 1 }], { duration: 80, delay: PLACE, fill: "backwards" });
      return node;
    }, (node, tile) => set(node, { transform: `translate(${tile.x * CELL} ${tile.y * CELL})` }));
  }

  /**
   * @param {Scene} scene
   * @param {Set<string>} hidden
   * @param {boolean} waits whether new ends appear only when the tile has landed
   */
  drawEnds(scene, hidden, waits) {
    const shown = scene.ends.filter((end) => !hidden.has(endKey(end)));
    keyed(this.ends, shown, (end) => `${endKey(end)} ${end.value === null}`, (end) => {
      const node = end.value === null ? svg("g", {}, svg("circle", { class: "hollow", r: 6.5 }))
        : svg("g", { class: "end" }, svg("circle", { r: 15.5 }), svg("text", { y: 0.5 }));
      set(node, { "aria-hidden": "true" });
      if (waits) animate(node, [{ opacity: 0 }, { opacity: 1 }], { duration: 80, delay: PLACE, fill: "backwards" });
      return node;
    }, (node, end) => {
      set(node, { transform: `translate(${end.x * CELL} ${end.y * CELL})` });
      const text = node.querySelector("text");
      if (text) say(text, String(end.value));
    });
  }
}

/**
 * An end, and the place on it, by one name.
 * @param {{onto: string | null, place: string | null}} at
 * @returns {string}
 */
export function endKey(at) {
  return `${at.onto ?? ""} ${at.place ?? ""}`;
}
