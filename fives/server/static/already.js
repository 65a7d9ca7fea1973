/**
 * Refusals that nobody needs to read: what was asked for is so already.
 * @module
 */

/** Commands and reasons. They are pressed twice, or sent again after a line was lost. */
const SO_ALREADY = new Set(["ready old", "rematch old", "ready not-between", "back not-held", "leave watching", "sit seated", "begin begun"]);

/**
 * @param {import("./types.js").Refused} message
 * @param {import("./net.js").Command} [answered]
 */
export function isSoAlready({ reason, number }, answered) {
  return answered !== undefined && SO_ALREADY.has(`${answered.type} ${reason}`) && Number(answered.at ?? -1) < number;
}
