/**
 * A notice of any length that takes little room: two lines, and a button that shows all of it, then takes it away.
 * @module
 */

import { el, fill, say, set } from "./dom.js";
import { icon } from "./tiles.js";
import { label } from "./words.js";

export class Notice {
  /** @param {() => void} gone what to do when a person has taken it away */
  constructor(gone) {
    this.text = el("p");
    this.button = el("button", { type: "button", class: "btn bare", hidden: true });
    this.root = el("div", { class: "notice", hidden: true }, this.text, this.button);
    this.timer = 0;
    this.button.onclick = () => {
      if (!this.root.classList.contains("all")) {
        this.unfold(true);
        return;
      }
      this.say(null);
      gone();
    };
    new ResizeObserver(() => this.measure()).observe(this.text);
  }

  /** How much of the height of what it stands in it takes, in px. */
  get height() {
    return this.root.offsetHeight;
  }

  /**
   * @param {string | null} text null takes it away
   * @param {number} [ms] after which it goes by itself, if nobody is at it
   */
  say(text, ms) {
    clearTimeout(this.timer);
    if ((text ?? "") !== this.text.textContent) this.unfold(false);
    say(this.text, text ?? "");
    set(this.root, { hidden: !text });
    this.measure();
    if (text && ms) this.timer = setTimeout(() => this.say(this.root.matches(".all, :hover, :focus-within") ? text : null, ms), ms);
  }

  /** @param {boolean} all */
  unfold(all) {
    this.root.classList.toggle("all", all);
    // What can be scrolled can be reached by keyboard.
    set(this.text, { tabindex: all ? 0 : null });
    this.measure();
    if (all) this.text.focus();
  }

  /** Whether there is more than is shown. */
  measure() {
    const all = this.root.classList.contains("all");
    set(this.button, { hidden: !all && this.text.scrollHeight <= this.text.clientHeight + 1, "aria-label": label(all ? "close" : "show_all") });
    const name = all ? "close" : "more";
    if (this.button.dataset.icon === name) return;
    this.button.dataset.icon = name;
    fill(this.button, icon(name));
  }
}
