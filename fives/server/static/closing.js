/**
 * The end of the menu: the record to save, and, for the host, closing the table, after it was said what is lost.
 * @module
 */

import { el, fill, say } from "./dom.js";
import { steady } from "./steady.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Closing {
  /**
   * @param {() => void} save saves the record of the match
   * @param {() => void} close closes the table for everybody
   */
  constructor(save, close) {
    this.save = save;
    this.close = close;
    this.asked = false;
    this.root = el("div", { class: "closing" });
    this.saving = press(label("record"), save);
  }

  /** Forget that it was asked for. */
  forget() {
    this.asked = false;
  }

  /** @param {State} state */
  draw(state) {
    this.asked = this.asked && state.yours;
    const drawn = [state.lang, state.yours, this.asked].join();
    if (this.root.dataset.drawn === drawn) return;
    this.root.dataset.drawn = drawn;
    // The question is closed with its host's rights: then the record is what is left.
    steady(this.root, () => {
      if (this.asked) fill(this.root, this.question(state));
      else fill(this.root, this.record(), state.yours && press(label("close_table"), () => this.ask(state, true), "btn ends"));
    }, () => this.root.querySelector("h3, .btn"));
  }

  record() {
    say(this.saving, label("record"));
    return this.saving;
  }

  /**
   * @param {State} state
   * @param {boolean} asked
   */
  ask(state, asked) {
    this.asked = asked;
    this.draw(state);
    const next = asked ? this.root.querySelector("h3") : this.root.querySelector(".ends");
    /** @type {HTMLElement | null} */ (next)?.focus();
    this.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {State} state */
  question(state) {
    return el("section", { class: "sure", "aria-labelledby": "close-sure", "aria-describedby": "close-means" },
      el("h3", { id: "close-sure", tabindex: -1 }, label("close_sure")), el("p", { id: "close-means" }, label("close_means")),
      press(label("close_save"), this.save), press(label("close_keep"), () => this.ask(state, false)),
      press(label("close_now"), () => {
        this.root.closest("dialog")?.close();
        this.close();
      }, "btn ends"));
  }
}

/**
 * @param {string} text
 * @param {() => void} task
 * @param {string} [kind]
 */
function press(text, task, kind = "btn") {
  const button = el("button", { type: "button", class: kind }, text);
  button.onclick = task;
  return button;
}
