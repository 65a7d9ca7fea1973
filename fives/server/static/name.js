/**
 * The field of one's own name: to sit down with, or to be called otherwise.
 * @module
 */

import { el, say } from "./dom.js";
import { recall } from "./prefs.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

const LONGEST = 24;

export class OwnName {
  constructor() {
    this.title = el("label", { for: "own-name" });
    this.input = el("input", { type: "text", class: "own-name", id: "own-name", maxlength: LONGEST, autocomplete: "nickname" });
    this.root = el("p", { class: "name-field" }, this.title, this.input);
    /** The name as the table has it, and the one that was sent last. */
    this.known = "";
    this.sent = "";
    /** What was refused. */
    this.again = "";
  }

  /** The name that is typed, as it is sent. */
  used() {
    this.sent = this.input.value;
    this.again = "";
    return this.sent.trim();
  }

  /** The table has not taken what was sent last: that stays as it was typed, and Enter sends it again. */
  refused() {
    this.again = this.sent;
  }

  /**
   * What is typed and not yet sent stays as it is.
   * @param {State} state
   * @param {{rename: (name: string) => void}} act
   */
  draw(state, act) {
    const { input } = this;
    const own = state.you !== null ? state.seats[state.you]?.name : state.coming !== null ? state.seats[state.coming]?.comes : recall("name");
    say(this.title, label("your_name"));
    if ((own ?? "") !== this.known) {
      if (input.value === this.known || input.value === this.sent) input.value = own ?? "";
      this.known = own ?? "";
    }
    input.onkeydown = (event) => {
      if (event.key === "Enter" && this.again && input.value === this.again) act.rename(this.used());
    };
    input.onchange = () => {
      if (state.you === null && state.coming === null) return;
      if (input.value.trim()) act.rename(this.used());
      else input.value = this.known;
    };
  }
}
