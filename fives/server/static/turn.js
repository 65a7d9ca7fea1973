/**
 * Whether a person is waited for: what calls them, in words, by sound, by touch or in the tab, asks here.
 * @module
 */

/** @typedef {import("./types.js").State} State */

/**
 * Whether it is the viewer's turn, and no bot plays it.
 * @param {State} state
 */
export function isYours(state) {
  return state.you !== null && state.turn === state.you && !state.seats[state.you]?.sits_in;
}
