/**
 * The panel of the settlement and of the result: open, or out of the way of the layout; where the focus goes then; and
 * what must be known while it hides the rest, as on a phone.
 * @module
 */

import { say, the } from "./dom.js";
import { Notice } from "./notice.js";
import { drawPanel } from "./settle.js";
import { covered } from "./strip.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Panel {
  /**
   * @param {import("./show.js").Show} show
   * @param {import("./settle.js").Acts} act
   * @param {() => void} gone what to do when a person has taken a notice away
   */
  constructor(show, act, gone) {
    this.show = show;
    /** @param {() => void} task */
    const seen = (task) => () => {
      task();
      this.draw(); // what was pressed is seen at once, answered or not
    };
    this.act = { ...act, next: seen(act.next), rematch: seen(act.rematch), back: seen(act.back), look: () => this.look() };
    this.root = the(".panel");
    this.notice = new Notice(gone);
    /** Why a command that came from here was refused. */
    this.refusal = "";
    /** Whether somebody wants to see the layout. */
    this.shut = false;
    the(".back-to-panel").onclick = () => {
      this.shown(true);
      this.focus();
    };
  }

  get isOpen() {
    return this.show.table.classList.contains("panel-open");
  }

  /**
   * A new state: what was said about the one before is over.
   * @param {State | null} before
   * @param {State} state
   */
  renew(before, state) {
    if (before?.number === state.number) return;
    this.refusal = "";
    // Nothing happens at an end: at another number it is that of another round, perhaps of another match.
    this.shut = false;
    this.root.scrollTop = 0;
  }

  draw() {
    if (this.show.state) drawPanel(this.root, this.show.state, this.act, this.notice.root);
  }

  /** @param {boolean} open */
  open(open) {
    if (!this.show.state) return;
    const was = this.isOpen;
    this.draw();
    this.shown(open && !this.shut);
    if (open && !was && !this.shut) this.focus();
    if (open !== was) this.show.resized();
  }

  /** @param {boolean} shown false: the layout can be looked at, and a button opens the panel again */
  shown(shown) {
    const { state, table } = this.show;
    const ending = Boolean(state?.settlement ?? state?.result);
    if (ending && !shown) this.shut = true;
    if (shown) this.shut = false;
    table.classList.toggle("panel-open", ending && shown);
    table.classList.toggle("panel-shut", ending && !shown);
    say(the(".back-to-panel"), label(state?.result ? "result" : "settlement"));
    this.drawNotice();
    this.show.resized();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.root.querySelector("h2"))?.focus();
  }

  /** The panel makes way for the layout. */
  look() {
    this.shown(false);
    the(".back-to-panel").focus();
  }

  /** A refusal; what the panel hides; why there is a button to take the seat back. */
  drawNotice() {
    const { state, line, notice } = this.show;
    const hides = covered();
    const held = state !== null && state.you !== null && state.seats[state.you]?.sits_in;
    const hidden = hides ? line || (held ? "" : notice.text.textContent) : "";
    const says = this.refusal || hidden || (held ? state.missed?.text ?? null : null);
    this.notice.say(says);
    // Where both are in sight, it is said beside the button that it is about.
    notice.root.classList.toggle("said-beside", this.isOpen && !hides && says === notice.text.textContent);
  }

  /**
   * A command was refused: that is told here, too, if it came from here.
   * @param {string} text
   */
  refused(text) {
    this.draw();
    if (!this.isOpen) return;
    this.refusal = text;
    this.drawNotice();
  }
}
