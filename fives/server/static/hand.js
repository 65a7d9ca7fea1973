/**
 * Your hand on its rack: one button a tile. Tiles that stay keep their element, and focus with it.
 * @module
 */

import { el, keyed, set } from "./dom.js";
import { EASE_OUT, animate, wayBack } from "./motion.js";
import { soloTile } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").Held} Held */
/** @typedef {import("./types.js").State} State */

/**
 * @param {HTMLElement} rack
 * @param {State} state
 * @param {import("./types.js").Choice} choice
 * @param {boolean} moving whether the tiles that stay move together
 */
export function drawHand(rack, state, choice, moving) {
  const before = moving ? rectsOf(rack) : new Map();
  rack.classList.toggle("wait", state.may !== "play");
  set(rack, { hidden: state.you === null, "aria-label": label("hand") });
  const items = keyed(rack, state.hand, (held) => held.tile, makeTile, (node, held) => {
    const button = /** @type {HTMLButtonElement} */ (node.firstElementChild);
    set(button, { "aria-label": held.label, "aria-pressed": String(choice.tile === held.tile), "aria-disabled": held.plays ? null : "true" });
    node.classList.toggle("dim", !held.plays && state.need === "move");
  });
  for (const [tile, rect] of before) {
    const button = items.get(tile)?.firstElementChild;
    if (!button) continue;
    const now = button.getBoundingClientRect();
    if (Math.abs(now.left - rect.left) + Math.abs(now.top - rect.top) < 2) continue;
    animate(/** @type {Element} */ (button.parentElement), [{ transform: wayBack(rect, now) }, { transform: "none" }], { duration: 180, easing: EASE_OUT });
  }
}

/** @param {Held} held */
function makeTile(held) {
  return el("li", {}, el("button", { type: "button", "data-tile": held.tile }, soloTile(held.tile, { halo: true })));
}

/** @param {HTMLElement} rack */
function rectsOf(rack) {
  /** @type {Map<string, DOMRect>} */
  const rects = new Map();
  for (const button of rack.querySelectorAll("button")) rects.set(button.dataset.tile ?? "", button.getBoundingClientRect());
  return rects;
}

/**
 * @param {HTMLElement} rack
 * @param {string} tile
 * @returns {HTMLButtonElement | null}
 */
export function buttonOf(rack, tile) {
  return rack.querySelector(`button[data-tile="${tile}"]`);
}

/**
 * Whether our turn has been used, whoever used it: what was chosen for it must not be played in another.
 * @param {State} before
 * @param {State} state
 */
export function turnUsed(before, state) {
  return before.hand.some((held) => !state.hand.some((other) => other.tile === held.tile));
}
