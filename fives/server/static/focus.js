/**
 * Where the keyboard is: the focus moves between the tiles of the hand and the places of the chosen one.
 * @module
 */

import { placeTowards } from "./places.js";

/** @typedef {import("./play.js").Play} Play */

export class Focus {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** Whether the last tile was chosen by a key: then the focus must not be lost with what it was on. */
    this.kept = false;
  }

  /**
   * Choose the nth tile of the hand, from 1.
   * @param {number} nth
   */
  number(nth) {
    const { play } = this;
    const held = play.state?.hand[nth - 1];
    if (!held) return;
    this.kept = true;
    if (play.choice.tile !== held.tile) play.choose(held.tile);
    play.show.tileButton(held.tile)?.focus();
    this.place();
  }

  /** Focus the place whose sum the strip shows. */
  place() {
    const move = this.play.choice.move;
    const target = move && document.querySelector(`.place[data-move="${move}"], .words [data-move="${move}"]`);
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   * @returns {boolean} whether the arrow meant something here
   */
  arrow(dx, dy) {
    const { play } = this;
    const { places } = play.show;
    const at = play.placeOf(document.activeElement);
    if (!at) return this.tile(dx, dy);
    const next = placeTowards(places, at, dx, dy);
    if (next !== at) {
      play.light(next.option.move);
      this.place();
    } else if (dy > 0 && play.choice.tile) play.show.tileButton(play.choice.tile)?.focus();
    return true;
  }

  /**
   * @param {number} dx
   * @param {number} dy
   * @returns {boolean}
   */
  tile(dx, dy) {
    const { play } = this;
    const hand = play.state?.hand ?? [];
    const button = document.activeElement?.closest("[data-tile]");
    if (!hand.length || (document.activeElement !== document.body && !button)) return false;
    if (dy) {
      if (dy < 0 && button) this.place();
      return dy < 0 && play.show.places.length > 0;
    }
    const index = hand.findIndex((held) => held.tile === button?.getAttribute("data-tile"));
    const next = hand[index < 0 ? 0 : (index + dx + hand.length) % hand.length];
    if (!next) return false;
    play.show.tileButton(next.tile)?.focus();
    if (play.choice.tile !== null && next.options.length) play.choose(next.tile);
    return true;
  }

  /** After a new state: give the focus back to the hand if what had it is gone. */
  again() {
    const { state, show } = this.play;
    if (!this.kept || document.activeElement !== document.body) return;
    const next = state?.hand.find((held) => held.plays) ?? state?.hand[0];
    if (next) show.tileButton(next.tile)?.focus();
  }
}
