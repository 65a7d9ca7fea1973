/**
 * What screen readers hear of a state: what has happened, and what to do. Nothing that was told already.
 * @module
 */

import { seatFree } from "./people.js";
import { tell } from "./strip.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Announcer {
  /** @param {HTMLElement} strip */
  constructor(strip) {
    this.strip = strip;
    /** @type {State | null} the state that was told last */
    this.last = null;
  }

  /**
   * @param {State} state
   * @param {number} since the number of the last state; 0: there was none
   */
  take(state, since) {
    const was = this.last;
    this.last = state;
    const fresh = since === 0 ? [] : state.events.filter((event) => event.number > since);
    const happened = fresh.map((event) => event.text);
    // A state comes anew also when somebody has another name: then it is not our turn once more.
    const asked = state.may === "play" && (state.number > since || was?.may !== "play");
    const own = since === 0 || (asked && !isSaid(state, fresh)) ? [state.says] : [];
    const free = seatFree(state) && !(was && seatFree(was)) ? [label("seat_is_free")] : [];
    const coming = state.coming !== null && (was?.coming ?? null) === null ? [label("coming")] : [];
    tell(this.strip, [...happened, ...own, ...free, ...coming]);
  }
}

/**
 * Whether what has happened says already what the viewer is to do: a deal tells who leads, but not with which tile if it
 * must be one.
 * @param {State} state
 * @param {import("./types.js").Happened[]} fresh
 */
function isSaid(state, fresh) {
  if (fresh.at(-1)?.what === "deal" && state.hand.every((held) => held.plays)) return true;
  return fresh.some((event) => event.text.includes(state.says));
}
