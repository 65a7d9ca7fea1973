/**
 * What screen readers hear of a state: what has happened, and what to do. Nothing that was told already.
 * @module
 */

import { seatFree } from "./people.js";
import { tell } from "./strip.js";
import { isYours } from "./turn.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** Who is back within this time was never away, in ms: a page that is loaded again, a line that was lost for a moment. */
const FLICKER = 2000;

export class Announcer {
  /** @param {HTMLElement} strip */
  constructor(strip) {
    this.strip = strip;
    /** @type {State | null} the state that was told last */
    this.last = null;
    /** @type {string[]} what was told last of who sits where */
    this.seats = [];
    /** @type {Map<number, number>} timers of the seats whose people seem to have gone */
    this.going = new Map();
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
    const asked = isAsked(state) && (state.number > since || !was || !isAsked(was));
    const own = since === 0 || (asked && !isSaid(state, fresh)) ? [state.says] : [];
    const free = seatFree(state) && !(was && seatFree(was)) ? [label("seat_is_free")] : [];
    const coming = state.coming !== null && (was?.coming ?? null) === null ? [label("coming")] : [];
    const waits = was && state.stage === "waiting" && was.lang === state.lang && was.says !== state.says ? [state.says] : [];
    tell(this.strip, [...this.people(was, state), ...happened, ...waits, ...own, ...free, ...coming]);
  }

  /**
   * What is new of who sits at the other seats. Who is away is told later, if it lasts.
   * @param {State | null} was
   * @param {State} state
   * @returns {string[]}
   */
  people(was, state) {
    const own = state.you ?? state.coming;
    return state.seats.flatMap(({ seat, says, away, sits_in }) => {
      const same = this.seats[seat] === (was && was.lang !== state.lang ? was.seats[seat]?.says : says);
      if (was && seat !== own && !same && away && !sits_in) {
        if (!this.going.has(seat)) this.going.set(seat, setTimeout(() => this.gone(seat), FLICKER));
        return [];
      }
      clearTimeout(this.going.get(seat));
      this.going.delete(seat);
      this.seats[seat] = says;
      return was && seat !== own && !same ? [says] : [];
    });
  }

  /** @param {number} seat whose person is away for longer than a moment */
  gone(seat) {
    this.going.delete(seat);
    this.seats[seat] = this.last?.seats[seat]?.says ?? "";
    tell(this.strip, [this.seats[seat] ?? ""]);
  }
}

/**
 * Whether the viewer is to play: not where a bot does it.
 * @param {State} state
 */
function isAsked(state) {
  return state.may === "play" && isYours(state);
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
