/**
 * What travels when a state follows another: a tile from a hand to the wood, tiles from the boneyard, points to a score.
 * Where things start is measured before the page is drawn anew, where they end afterwards.
 * @module
 */

import { el } from "./dom.js";
import { DRAW, EASE_OUT, PLACE, TRAVEL, appear, fly, later, wayBack } from "./motion.js";
import * as sound from "./sound.js";
import { double, soloTile } from "./tiles.js";
import { isYours } from "./turn.js";

/** Tiles that come one after the other: all have set out after so many milliseconds, however many they are. */
const SET_OUT = 500;
const DEALT = 45;

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Happened} Happened */
/** @typedef {import("./show.js").Show} Show */
/**
 * @typedef {object} Flight
 * @property {Happened | null} play the last tile played
 * @property {import("./layout.js").Landing | null} landing
 * @property {Happened[]} draws
 * @property {boolean} dealt
 * @property {boolean} turned it has become your turn
 * @property {DOMRect | null} yard
 */

export class Flights {
  /** @param {Show} show */
  constructor(show) {
    this.show = show;
  }

  /**
   * @param {State} before
   * @param {State} after
   * @param {DOMRect | null} dropped
   * @returns {Flight}
   */
  before(before, after, dropped) {
    const news = after.events.filter((event) => event.number > before.number);
    const dealt = news.some((event) => event.what === "deal");
    const play = dealt ? null : news.filter((event) => event.what === "play").at(-1) ?? null;
    const from = play && (dropped ?? this.from(before, play));
    return {
      play, landing: play?.tile && from ? { tile: play.tile, from } : null,
      draws: dealt ? [] : news.filter((event) => event.what === "draw"), dealt,
      turned: isYours(after) && (!isYours(before) || dealt),
      yard: this.rectOf(".boneyard .solo") ?? this.rectOf(".boneyard"),
    };
  }

  /**
   * Where a tile that was played comes from.
   * @param {State} before
   * @param {Happened} play
   */
  from(before, play) {
    if (play.seat === before.you && play.tile) {
      const picture = this.show.tileButton(play.tile)?.querySelector("svg");
      if (picture) return picture.getBoundingClientRect();
    }
    return this.seatRect(before, play.seat ?? 0);
  }

  /**
   * @param {State} state
   * @param {number} seat
   */
  seatRect(state, seat) {
    const holder = seat === (state.you ?? 0) ? ".me .token" : `[data-seat="${seat}"] .token`;
    const rect = this.rectOf(holder);
    return rect && new DOMRect(rect.x + rect.width / 4, rect.y, rect.width / 2, rect.height);
  }

  /** @param {string} selector */
  rectOf(selector) {
    const rect = document.querySelector(selector)?.getBoundingClientRect();
    return rect && rect.width ? rect : null;
  }

  /**
   * Start what travels.
   * @param {Flight} flight
   * @param {State} state
   * @returns {number} milliseconds until the scores change
   */
  after(flight, state) {
    if (flight.dealt) this.deal(flight);
    flight.draws.forEach((event, nth) => this.draw(flight, state, event, nth));
    const landing = flight.landing ? PLACE : 0;
    if (flight.play) later(landing, () => sound.land(double(flight.play?.tile ?? "0-1")));
    if (flight.turned) later(landing, sound.turn);
    if (!flight.play?.points || !flight.play.gain) return 0;
    this.pay(state, flight.play, landing);
    return landing + TRAVEL;
  }

  /**
   * The points of a play go to the score.
   * @param {State} state
   * @param {Happened} play
   * @param {number} delay
   */
  pay(state, play, delay) {
    const { tiles } = this.show.layout;
    const tile = [...tiles.children].find((node) => node.getAttribute("data-key") === play.tile);
    const team = state.seats[play.seat ?? 0]?.team;
    const goal = [".scores", ".sheet"].map((place) => this.rectOf(`${place} [data-key^="${team} "] b`)).find(Boolean);
    later(delay, sound.points);
    if (!tile || !goal) return;
    later(delay, () => {
      fly(el("span", { class: "res gain" }, play.gain), tile.getBoundingClientRect(), goal, { duration: TRAVEL, easing: EASE_OUT });
    });
  }

  /**
   * @param {Flight} flight
   * @param {State} state
   * @param {Happened} event
   * @param {number} nth
   */
  draw(flight, state, event, nth) {
    const delay = nth * Math.min(DRAW, SET_OUT / flight.draws.length);
    if (!flight.yard) return;
    if (event.seat === state.you && event.tile) {
      const button = this.show.tileButton(event.tile);
      if (!button) return;
      appear(button, [{ transform: wayBack(flight.yard, button.getBoundingClientRect()), opacity: 0.4 }, { transform: "none", opacity: 1 }],
        { duration: DRAW, delay, easing: EASE_OUT, fill: "backwards" });
      return;
    }
    const goal = this.seatRect(state, event.seat ?? 0);
    if (goal) fly(soloTile(null, { size: "size22" }), flight.yard, goal, { duration: DRAW, delay, easing: EASE_OUT });
  }

  /** @param {Flight} flight */
  deal(flight) {
    sound.shuffle();
    const from = flight.yard;
    const buttons = [...this.show.rack.querySelectorAll("button")];
    const apart = Math.min(DEALT, SET_OUT / buttons.length);
    buttons.forEach((button, nth) => {
      const way = from ? wayBack(from, button.getBoundingClientRect()) : "translateY(20px)";
      appear(button, [{ transform: way, opacity: 0 }, { transform: "none", opacity: 1 }],
        { duration: DRAW, delay: nth * apart, easing: EASE_OUT, fill: "backwards" });
    });
  }
}
