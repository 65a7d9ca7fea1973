/**
 * Hints at a table against bots: the button, the question, and the answer as a chosen tile with its place and a sentence.
 * The server says whether there are any, what to play and why.
 * @module
 */

import { el, fill, set, the } from "./dom.js";
import { tell } from "./strip.js";
import { icon } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Hints {
  /**
   * @param {import("./play.js").Play} play
   * @param {(at: number) => string} ask sends the question; its key
   */
  constructor(play, ask) {
    this.play = play;
    this.send = ask;
    this.button = the(".bar .ask-hint");
    /**
     * What was asked, and which tile was chosen then; `from`: the focus, if by a key.
     * @type {{key: string, at: number, tile: string | null, from: Element | null} | null}
     */
    this.asked = null;
    this.button.addEventListener("click", (event) => this.ask(event.detail === 0));
  }

  /** @param {State} state */
  offer(state) {
    if (this.asked?.at !== state.number) this.asked = null;
    set(this.button, {
      hidden: !state.hints, "aria-disabled": state.may === "play" ? null : "true", "aria-busy": this.asked ? "true" : null,
      "aria-label": label("hint"), "aria-keyshortcuts": "h",
    });
    const drawn = label("hint");
    if (this.button.dataset.drawn === drawn) return;
    this.button.dataset.drawn = drawn;
    fill(this.button, icon("hint"), el("span", {}, drawn));
  }

  /**
   * @param {boolean} byKey then the focus goes to the place, so that Enter plays
   * @returns {boolean} whether there are hints at this table
   */
  ask(byKey) {
    const { state, choice } = this.play;
    if (!state?.hints) return false;
    if (state.may !== "play") tell(this.play.show.strip, [state.says]);
    else if (!this.asked && choice.sent === null) {
      this.asked = { key: this.send(state.number), at: state.number, tile: choice.tile, from: byKey ? document.activeElement : null };
      this.offer(state);
    }
    return true;
  }

  /** @param {import("./types.js").Advice} message */
  take({ key, number, move, text }) {
    const { asked, play } = this;
    if (key !== asked?.key) return;
    this.forget();
    if (play.state?.number !== number || play.choice.sent !== null) return;
    // A tile that was taken up since it was asked stays what is chosen: a tap may be on its way to its place.
    const own = play.choice.tile !== asked.tile || play.dragging();
    play.advise(own ? null : move, text);
    if (own || !asked.from || document.activeElement !== asked.from) return;
    play.focus.kept = true;
    play.focus.place();
  }

  /**
   * @param {import("./types.js").Refused} message
   * @returns {boolean} whether it answers our question
   */
  refused({ key, reason, text }) {
    if (key !== this.asked?.key) return false;
    this.forget();
    if (reason !== "old") this.play.refused(text, false);
    return true;
  }

  /** The answer will not come, or is there. */
  forget() {
    this.asked = null;
    if (this.play.state) this.offer(this.play.state);
  }
}
