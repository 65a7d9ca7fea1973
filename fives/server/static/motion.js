/**
 * Motion: everything here plays on top of a page that is already as it should be, so it can be cut short at any moment.
 * What must wait for a landing (the score, the settlement) is handed to `later`, and happens at once when cut.
 * @module
 */

import { el } from "./dom.js";
import { slowness, still } from "./prefs.js";

export const PLACE = 260;
export const TRAVEL = 300;
export const DRAW = 180;
export const REFOLD = 350;
/** What is new where nothing may travel. */
const FADE = 100;
export const EASE_OUT = "cubic-bezier(.2, .7, .2, 1)";
export const EASE_SET = "cubic-bezier(.3, .9, .3, 1.04)";

/** @type {Set<Animation>} */
const running = new Set();
/** What goes on after a move has ended, as strokes do: nobody waits for it. @type {Set<Animation>} */
const after = new Set();
/** @type {{timer: number, task: () => void, waited: boolean}[]} */
let waiting = [];
/** @type {(() => void) | null} */
let ended = null;

/**
 * Move what was there before: where nothing may travel, it is in its new place at once.
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options times are stretched by the pace that was chosen
 * @returns {Promise<void>} done or cut short
 */
export function animate(node, frames, options) {
  return still() ? Promise.resolve() : run(node, frames, options, running);
}

/**
 * Show what is new: where nothing may travel, it fades in.
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options as of `animate`
 * @param {boolean} [waited] whether the move has ended only when this has
 * @returns {Promise<void>} done or cut short
 */
export function appear(node, frames, options, waited = true) {
  const group = waited ? running : after;
  return still() ? run(node, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE / slowness() }, group) : run(node, frames, options, group);
}

/**
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 * @param {Set<Animation>} group
 */
function run(node, frames, options, group) {
  const by = slowness();
  const animation = node.animate(frames, { ...options, duration: Number(options.duration ?? 0) * by, delay: (options.delay ?? 0) * by });
  group.add(animation);
  return animation.finished.then(() => undefined, () => undefined).finally(() => {
    group.delete(animation);
    check();
  });
}

/**
 * What comes with a move comes at once where nothing may travel; what waits until somebody has seen the move waits there too.
 * @param {number} ms
 * @param {() => void} task
 * @param {boolean} [waited] whether the move has ended only when this was done
 */
export function later(ms, task, waited = true) {
  if (ms <= 0 || (waited && still())) {
    task();
    return;
  }
  const entry = { timer: 0, task, waited };
  entry.timer = setTimeout(() => {
    waiting = waiting.filter((other) => other !== entry);
    task();
    check();
  }, ms * slowness());
  waiting.push(entry);
}

/** Cut short whatever moves. */
export function finish() {
  ended = null;
  const tasks = waiting;
  waiting = [];
  for (const { timer } of tasks) clearTimeout(timer);
  for (const { task } of tasks) task(); // first: what they begin would be seen over the next move
  for (const animation of [...running, ...after]) animation.cancel();
  running.clear();
  after.clear();
}

/**
 * Call once when the move has ended, with all that moves now but what is not waited for; not called when it is cut short.
 * @param {() => void} task
 */
export function whenDone(task) {
  ended = task;
  check();
}

/** Whether anything moves, or waits for what moves. */
export function isMoving() {
  return running.size + after.size + waiting.length > 0;
}

function check() {
  if (ended && running.size === 0 && !waiting.some(({ waited }) => waited)) {
    const task = ended;
    ended = null;
    task();
  }
}

/**
 * The way from one place on the screen to where a node is now, as a transform of the node.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @returns {string}
 */
export function wayBack(from, to) {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${dx}px, ${dy}px)`;
}

/**
 * Send a picture over the page from one place to another.
 * @param {Element} picture
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {{duration: number, delay?: number, turn?: number, easing?: string}} how turn: degrees that it turns on its way
 * @returns {Promise<void>}
 */
export function fly(picture, from, to, { duration, delay = 0, turn = 0, easing = EASE_SET }) {
  if (still()) return Promise.resolve();
  const holder = el("div", { class: "flying", "aria-hidden": "true" }, picture);
  document.body.append(holder);
  const own = holder.getBoundingClientRect();
  const at = (/** @type {DOMRect} */ rect, /** @type {number} */ scale, /** @type {number} */ angle) =>
    `translate(${rect.left + rect.width / 2 - own.width / 2}px, ${rect.top + rect.height / 2 - own.height / 2}px) scale(${scale}) rotate(${angle}deg)`;
  const short = (/** @type {DOMRect} */ rect) => Math.min(rect.width, rect.height) / Math.min(own.width, own.height);
  return animate(holder, [{ transform: at(from, short(from), 0) }, { transform: at(to, short(to), turn) }],
    { duration, delay, easing, fill: "both" }).then(() => holder.remove());
}
