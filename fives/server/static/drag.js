/**
 * Dragging a tile from the hand onto a place: an addition to tapping, never the only way.
 * @module
 */

import { el } from "./dom.js";
import { DRAW, EASE_OUT } from "./motion.js";
import { still } from "./prefs.js";
import { soloTile } from "./tiles.js";

const FAR = 8;

/**
 * A dragged tile goes back to the hand, and is seen there again.
 * @param {HTMLElement} ghost
 * @param {HTMLElement | null} button
 * @param {DOMRect} [home] where its picture is in the hand
 */
export function goBack(ghost, button, home) {
  const done = () => {
    ghost.remove();
    button?.classList.remove("away-with");
  };
  if (!home) done();
  else {
    ghost.animate([{ transform: ghost.style.transform }, { transform: `translate(${home.left}px, ${home.top}px)` }],
      { duration: still() ? 0 : DRAW, easing: EASE_OUT }).finished.then(done, done);
  }
}

/**
 * @param {HTMLElement} rack
 * @param {{lift: (tile: string) => boolean, over: (x: number, y: number) => void,
 *   drop: (tile: string, x: number, y: number, ghost: HTMLElement) => boolean}} page
 *   lift: a tile starts to be dragged, whether it may; drop: whether it was played there, and the page keeps the picture
 * @returns {() => boolean} whether a tile is dragged now
 */
export function drags(rack, page) {
  /** @type {{id: number, button: HTMLButtonElement, tile: string, x: number, y: number, ghost: HTMLElement | null, box: DOMRect} | null} */
  let drag = null;
  let swallow = false;

  const move = (/** @type {HTMLElement} */ ghost, /** @type {number} */ x, /** @type {number} */ y) => {
    if (drag) ghost.style.transform = `translate(${x - drag.x + drag.box.left}px, ${y - drag.y + drag.box.top}px)`;
  };

  const end = () => {
    if (drag?.ghost) {
      drag.ghost.remove();
      drag.button.classList.remove("away-with");
    }
    drag = null;
  };

  rack.addEventListener("pointerdown", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    swallow = false;
    if (!button || event.button !== 0 || drag) return;
    const picture = /** @type {Element} */ (button.querySelector("svg"));
    drag = { id: event.pointerId, button, tile: button.dataset.tile ?? "", x: event.clientX, y: event.clientY, ghost: null, box: picture.getBoundingClientRect() };
  });
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    // The button was let go where the page did not hear it, as behind a menu of the system.
    if (event.pointerType === "mouse" && !(event.buttons & 1)) {
      end();
      return;
    }
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (!page.lift(drag.tile)) {
        drag = null;
        return;
      }
      swallow = true;
      drag.box = /** @type {Element} */ (drag.button.querySelector("svg")).getBoundingClientRect();
      drag.ghost = el("div", { class: "drag", "aria-hidden": "true" }, soloTile(drag.tile));
      const picture = /** @type {SVGElement} */ (drag.ghost.firstElementChild);
      picture.style.width = `${drag.box.width}px`;
      picture.style.height = `${drag.box.height}px`;
      document.body.append(drag.ghost);
      drag.button.classList.add("away-with");
    }
    move(drag.ghost, event.clientX, event.clientY);
    page.over(event.clientX, event.clientY);
  });
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, tile, button, box } = drag;
    if (!ghost) {
      end();
      return;
    }
    if (page.drop(tile, event.clientX, event.clientY, ghost)) {
      drag = null;
      return;
    }
    drag = null;
    goBack(ghost, button, box);
  });
  addEventListener("pointercancel", (event) => {
    if (event.pointerId === drag?.id) end();
  });
  // A drag ends with a click on the tile it began at: that is no tap.
  rack.addEventListener("click", (event) => {
    if (!swallow || event.detail === 0) return; // what comes of a key ends no drag
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  return () => Boolean(drag?.ghost);
}
