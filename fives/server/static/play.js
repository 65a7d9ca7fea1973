/**
 * Choosing and playing: what a tap, a key, a drag does to the choice, and when a move is sent. It asks the options that
 * the server sent and judges nothing itself.
 * @module
 */

import { drags, goBack } from "./drag.js";
import { Focus } from "./focus.js";
import { keys } from "./keys.js";
import { placeAt } from "./places.js";
import { onlyPlace, tell } from "./strip.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").Held} Held */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./show.js").Show} Show */
/** @typedef {import("./places.js").Place} Place */

/** How long a refusal can be read, whatever happens meanwhile. */
const LINGER = 3000;
/** What is done so soon after our turn has come was begun before: to look ahead, and not to play. */
const AHEAD = 400;

export class Play {
  /**
   * @param {Show} show
   * @param {(move: string) => void} send
   * @param {() => boolean} hint asks for a hint, by a key
   */
  constructor(show, send, hint) {
    this.show = show;
    this.send = send;
    this.hint = hint;
    /** Until when what is said outlives what happens. */
    this.until = 0;
    this.timer = 0;
    /** When our turn came while the places of a tile were shown. */
    this.turned = -Infinity;
    /** @type {HTMLElement | null} a dragged tile that waits for the answer where it was dropped */
    this.ghost = null;
    /** @type {DOMRect | null} */
    this.dropped = null;
    this.focus = new Focus(this);
    this.dragging = () => false;
    this.listen();
  }

  get choice() {
    return this.show.choice;
  }

  get state() {
    return this.show.state;
  }

  listen() {
    const { rack, layout } = this.show;
    rack.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button?.dataset.tile) this.tap(button.dataset.tile, event.detail === 0);
    });
    layout.picture.addEventListener("click", (event) => {
      const place = placeAt(this.show.places, layout.point(event.clientX, event.clientY), layout.unit) ?? this.placeOf(event.target);
      if (place) this.play(place.option.move);
      else if (this.choice.tile && event.detail > 0) this.letGo();
    });
    this.show.stage.addEventListener("click", (event) => {
      if (event.target === this.show.stage && this.choice.tile) this.letGo();
    });
    layout.picture.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 0) this.over(event.clientX, event.clientY);
    });
    // Not on the picture itself: a listener for focus would make it a stop of its own.
    this.show.stage.addEventListener("focusin", (event) => {
      const place = this.placeOf(event.target);
      if (place) this.light(place.option.move);
    });
    this.dragging = drags(rack, {
      lift: (tile) => this.lift(tile),
      over: (x, y) => this.over(x, y, 24),
      drop: (tile, x, y, ghost) => this.drop(tile, x, y, ghost),
    });
    keys({
      number: (nth) => this.focus.number(nth),
      arrow: (dx, dy) => this.focus.arrow(dx, dy),
      escape: () => this.letGo(),
      hint: () => this.hint(),
      press: (target) => {
        const place = this.placeOf(target);
        if (place) this.play(place.option.move);
        return place !== null;
      },
    });
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    const move = target instanceof Element ? target.closest(".place")?.getAttribute("data-move") : null;
    return this.show.places.find((place) => place.option.move === move) ?? null;
  }

  /**
   * @param {string} tile
   * @returns {Held | undefined}
   */
  held(tile) {
    return this.state?.hand.find((held) => held.tile === tile);
  }

  /**
   * A tile of the hand is pressed: choose it; again: play it where it has one place and may be played, else let it go.
   * @param {string} tile
   * @param {boolean} byKey
   */
  tap(tile, byKey) {
    const held = this.held(tile);
    if (!held || this.choice.sent !== null) return;
    this.focus.kept = byKey;
    const only = held.options.length === 1 ? held.options[0] : undefined;
    if (this.choice.tile !== tile) this.choose(tile);
    else if (only && this.state?.may === "play") this.play(only.move);
    else if (!byKey) this.letGo();
    if (byKey) this.focus.place();
  }

  /** @param {string} tile */
  choose(tile) {
    const held = this.held(tile);
    if (!held || this.choice.sent !== null) return;
    const best = held.options.find((option) => option.order === 0) ?? held.options[0];
    Object.assign(this.choice, { tile: held.options.length ? tile : null, move: best?.move ?? null, says: null });
    if (!held.options.length) this.says(held.why ?? this.state?.says ?? "");
    else if (this.state && onlyPlace(this.state, this.choice)) tell(this.show.strip, [label("tap_again")]);
    this.show.renew();
  }

  /**
   * Show the sum of an option.
   * @param {string} move
   */
  light(move) {
    if (this.choice.move === move) return;
    Object.assign(this.choice, { move, says: null });
    this.show.renew();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} [more]
   */
  over(x, y, more = 0) {
    const place = placeAt(this.show.places, this.show.layout.point(x, y), this.show.layout.unit, more);
    if (place) this.light(place.option.move);
  }

  /** @returns {boolean} whether something was chosen */
  letGo() {
    const { tile } = this.choice;
    if (this.choice.sent !== null || (tile === null && this.choice.says === null)) return false;
    const inPlaces = document.activeElement?.closest(".place");
    Object.assign(this.choice, { tile: null, move: null, says: null });
    this.show.renew();
    if (inPlaces && tile) this.show.tileButton(tile)?.focus();
    return true;
  }

  /**
   * A sentence for the strip. It is about the table as it stands, and ends with that.
   * @param {string} text
   * @param {number} [ms] how long it stays if something happens
   */
  says(text, ms = 0) {
    clearTimeout(this.timer);
    this.choice.says = text;
    this.until = performance.now() + ms;
    tell(this.show.strip, [text]);
  }

  /** Something has happened: what was said before is over, a refusal when it could be read. */
  unsay() {
    const { choice, until } = this;
    const { says } = choice;
    clearTimeout(this.timer);
    if (until <= performance.now()) choice.says = null;
    else {
      this.timer = setTimeout(() => {
        if (choice.says !== says) return;
        choice.says = null;
        this.show.renew();
      }, until - performance.now());
    }
  }

  /**
   * Say a hint, and choose what it says.
   * @param {string | null} move null: what is chosen stays so
   * @param {string} text
   */
  advise(move, text) {
    if (move !== null) Object.assign(this.choice, { tile: move.split("@")[0], move });
    this.says(text);
    this.show.renew();
  }

  /**
   * Send a move, if it is our turn and was so when the hand went there.
   * @param {string} move
   * @returns {boolean}
   */
  play(move) {
    if (!this.state || this.choice.sent !== null) return false;
    if (this.state.may !== "play" || performance.now() - this.turned < AHEAD) {
      this.light(move);
      return false;
    }
    Object.assign(this.choice, { sent: move, move, says: null, tile: move.split("@")[0] });
    this.send(move);
    this.show.renew();
    return true;
  }

  // a drag

  /** @param {string} tile */
  lift(tile) {
    if (this.choice.sent !== null || !this.held(tile)) return false;
    if (this.choice.tile !== tile) this.choose(tile);
    return true;
  }

  /**
   * @param {string} tile
   * @param {number} x
   * @param {number} y
   * @param {HTMLElement} ghost
   * @returns {boolean} whether the ghost is ours now
   */
  drop(tile, x, y, ghost) {
    const place = placeAt(this.show.places, this.show.layout.point(x, y), this.show.layout.unit, 24);
    if (this.choice.tile !== tile || !place || !this.play(place.option.move)) return false;
    this.ghost = ghost;
    this.dropped = /** @type {Element} */ (ghost.firstElementChild).getBoundingClientRect();
    return true;
  }

  // answers

  /**
   * Before a new state is shown: what of the choice still holds.
   * @param {State} state
   * @param {number} before the number of the state that was shown
   */
  follow(state, before) {
    const { choice } = this;
    if (state.may === "play" && this.state?.may !== "play" && choice.tile !== null) this.turned = performance.now();
    const played = choice.sent !== null && !state.hand.some((held) => held.tile === choice.sent?.split("@")[0]);
    if (played) choice.sent = null;
    const held = state.hand.find((other) => other.tile === choice.tile);
    if (!held?.options.length) Object.assign(choice, { tile: null, move: null });
    else if (!held.options.some((option) => option.move === choice.move)) {
      choice.move = (held.options.find((option) => option.order === 0) ?? held.options[0])?.move ?? null;
    }
    if (state.number > before) this.unsay();
  }

  /** The dragged tile is on the wood now, or seen in the hand again: the answer may still say that it stays there. */
  settle() {
    if (!this.ghost) return;
    this.show.rack.querySelector(".away-with")?.classList.remove("away-with");
    this.ghost.remove();
    this.ghost = null;
    this.dropped = null;
  }

  /**
   * @param {string} text
   * @param {boolean} move whether it was the move; else one that was sent is still on its way
   */
  refused(text, move) {
    const { choice, ghost } = this;
    const tile = choice.sent?.split("@")[0] ?? "";
    if (move) choice.sent = null;
    this.says(text, LINGER);
    this.show.renew();
    if (!ghost || !move) return;
    this.ghost = null;
    this.dropped = null;
    const button = this.show.tileButton(tile);
    goBack(ghost, button, button?.querySelector("svg")?.getBoundingClientRect());
  }
}
