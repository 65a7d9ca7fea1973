/**
 * The shape of the wood, for which the server folds the layout: what it is told, and when it is told of another one.
 * @module
 */

import { isMoving } from "./motion.js";

/** @typedef {import("./types.js").ViewClass} ViewClass */
/** @typedef {import("./show.js").Show} Show */

const TALL = 0.97;
const WIDE = 1.42;
/** A window that is drawn larger has another size again and again. */
const RESTS = 200;

export class Shape {
  /**
   * @param {Show} show
   * @param {() => void} changed told when it is another one, and nothing moves
   */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    this.timer = 0;
    /** The one that the server knows. */
    this.view = this.measured();
    show.sized = () => this.later();
    new ResizeObserver(() => show.resized()).observe(show.layout.picture);
  }

  /** @returns {ViewClass} */
  measured() {
    const { clientWidth, clientHeight } = this.show.layout.picture;
    // A notice takes room for a moment: no reason to fold the layout anew.
    const shape = clientWidth / (clientHeight + this.show.notice.height || 1);
    return shape < TALL ? "tall" : shape < WIDE ? "square" : "wide";
  }

  /**
   * What the server is told now. Before the match, and where the open panel stands beside the layout, which is read in
   * peace, the wood has another shape than while it is played on.
   * @returns {ViewClass}
   */
  taken() {
    const { panel, state } = this.show;
    if (!panel.isOpen && state?.stage !== "waiting") this.view = this.measured();
    return this.view;
  }

  /** Tell of another one in a moment. A new fold cuts short what moves: that is waited for. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const known = this.view;
      if (isMoving()) this.later();
      else if (this.taken() !== known) this.changed();
    }, RESTS);
  }
}
