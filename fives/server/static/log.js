/**
 * The last plays, in the rail of a desktop.
 * @module
 */

import { el, keyed, say, set, the } from "./dom.js";
import { soloTile, token } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Line} Line */

/** @param {State} state */
export function drawLog(state) {
  // Token and tile are pictures: a reader who does not see them is told who played what.
  const who = (/** @type {Line} */ line) => [state.seats[line.seat]?.name, line.tile].filter(Boolean).join(", ");
  const make = (/** @type {Line} */ line) => el("li", {}, token(line.mark, line.letter, { size: 22 }),
    line.tile && soloTile(line.tile, { lying: true, size: "size13" }),
    el("span", { class: line.tile ? "on" : "on bare" }, el("span", { class: "vh" }, `${who(line)}: `), line.text),
    " ", el("span", { class: "got" }));
  set(the(".no-plays"), { hidden: state.plays.length > 0 });
  say(the(".no-plays"), label("no_plays"));
  keyed(the(".log"), state.plays, (line) => `${line.number} ${state.lang} ${who(line)}`, make, (node, line) => {
    const got = /** @type {HTMLElement} */ (node.querySelector(".got"));
    say(got, line.gain);
    got.classList.toggle("zero", line.gain === "0");
  });
}
