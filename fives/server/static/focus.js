/**
 * Where the keyboard is: the focus moves between the tiles of the hand and the places of the chosen one.
 * @module
 */

import { the } from "./dom.js";
import { placeTowards } from "./places.js";
import { rest } from "./steady.js";

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
    // The focus rests on the heading when what had it is gone: the arrows begin at the hand from there, too.
    const free = document.activeElement === document.body || document.activeElement?.id === "title";
    if (!hand.length || (!free && !button)) return false;
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

  /** After a new state: give the focus back if what had it is gone. Where it rests, it goes on to the hand. */
  again() {
    const { activeElement } = document;
    if (this.kept && (activeElement === document.body || activeElement === the("#title"))) this.home();
  }

  /**
   * What had the focus has done its work and is gone: on with the hand. Until there is one, the focus rests on the title
   * of the table; while the panel is open, on that of the panel.
   */
  home() {
    this.kept = true;
    const panel = document.querySelector(".panel-open #panel-title");
    if (panel instanceof HTMLElement) panel.focus();
    else if (!this.toHand()) rest(the("#title"));
  }

  /** @returns {boolean} whether there is a tile */
  toHand() {
    const { state, show } = this.play;
    const next = state?.hand.find((held) => held.plays) ?? state?.hand[0];
    const button = next && show.tileButton(next.tile);
    button?.focus();
    return Boolean(button);
  }
}
