/**
 * Shows a state: every region of the page from the newest state and the choice, and what moved since the last one.
 * @module
 */

import { el, fill, say, set, the } from "./dom.js";
import { buttonOf, drawHand, turnUsed } from "./hand.js";
import { Layout, endKey } from "./layout.js";
import { Flights } from "./flights.js";
import { drawLog } from "./log.js";
import { later } from "./motion.js";
import { Notice } from "./notice.js";
import { Panel } from "./panel.js";
import { drawPlaces, placesOf } from "./places.js";
import { drawScores } from "./score.js";
import { drawPeople, drawWay } from "./people.js";
import { drawMe, drawSeats, runClock } from "./seats.js";
import { rest } from "./steady.js";
import { covered, drawStrip, hidden, middle, tell, unsay } from "./strip.js";
import { icon, soloTile } from "./tiles.js";
import { entitle } from "./title.js";
import { isYours } from "./turn.js";
import { choice as kept } from "./prefs.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./places.js").Place} Place */

const REFUSED_SHOWN = 9000;

export class Show {
  /**
   * @param {import("./people.js").Acts & import("./settle.js").Acts & {play: (move: string) => void}} act
   * @param {() => void} gone what to do when the focus was on a notice that a person has taken away
   */
  constructor(act, gone) {
    this.act = act;
    this.lag = 0;
    this.table = the(".at-table");
    this.stage = the(".stage");
    this.rack = the(".hand");
    this.strip = the(".strip");
    this.seats = the(".seats");
    this.layout = new Layout(/** @type {SVGSVGElement} */ (the("svg.layout")));
    this.flights = new Flights(this);
    /** @type {State | null} */
    this.state = null;
    /** @type {Choice} */
    this.choice = { tile: null, move: null, says: null, sent: null };
    /** @type {Place[]} */
    this.places = [];
    /** @type {() => void} what else is to be done when the wood may have another size */
    this.sized = () => undefined;
    /** A few words about the connection. */
    this.line = "";
    this.notice = new Notice(gone);
    /** What must be known while the menu lies over all the rest. */
    this.aside = new Notice(() => rest(document.querySelector("dialog[open] h2")));
    the(".plate").before(this.notice.root);
    set(the(".news"), { hidden: null });
    this.panel = new Panel(this, act, gone);
  }

  /**
   * A new state.
   * @param {State} state
   * @param {boolean} moving
   * @param {DOMRect | null} dropped where a dragged tile was let go
   */
  take(state, moving, dropped) {
    const flight = moving && this.state ? this.flights.before(this.state, state, dropped) : null;
    const before = this.state;
    this.state = state;
    if (before && turnUsed(before, state)) Object.assign(this.choice, { tile: null, move: null });
    this.panel.renew(before, state);
    if (before && before.lang !== state.lang) unsay(this);
    if (!before || before.lang !== state.lang || state.words) this.relabel(state);
    if (!before) for (const button of document.querySelectorAll(".bar [disabled]")) set(button, { disabled: null });
    this.draw(flight !== null, flight?.landing ?? null);
    const landed = flight ? this.flights.after(flight, state) : 0;
    if (!landed) this.scores(moving);
    else later(landed, () => this.scores(true));
    const ending = Boolean(state.settlement ?? state.result);
    if (ending && flight?.play) later(landed + 700, () => this.panel.open(true), false);
    else this.panel.open(ending);
  }

  /**
   * Draw again what the choice changes.
   */
  renew() {
    this.draw(false, null);
  }

  /**
   * @param {boolean} moving
   * @param {import("./layout.js").Landing | null} landing
   */
  draw(moving, landing) {
    const { state, choice } = this;
    if (!state) return;
    const held = state.hand.find((other) => other.tile === choice.tile);
    const options = held && choice.sent === null ? held.options : [];
    this.places = placesOf(state.scene, options);
    const ends = new Set(this.places.map((place) => endKey(place.option)));
    this.layout.draw(state.scene, { hidden: ends, landing, moving, over: state.need !== "move" });
    this.drawPlaces();
    drawHand(this.rack, state, choice, moving);
    drawSeats(this.seats, state);
    drawMe(the(".me"), state);
    drawWay(the(".mine"), state, this.act.people);
    drawStrip(this.strip, state, choice, this.act.back);
    this.drawWords(state, options);
    this.table.classList.toggle("table-waits", state.stage === "waiting");
    this.table.classList.toggle("no-hands", state.seats.every((seat) => seat.held === 0));
    drawPeople(the(".waiting-room"), state, this.act, state.stage === "waiting");
    this.drawPlate(state);
    drawLog(state);
    runClock(state, this.lag);
    const yours = isYours(state);
    entitle(yours ? label("your_turn") : state.rules.name, yours);
  }

  /**
   * The layout has been folded anew: the same tiles, another drawing.
   * @param {import("./types.js").Refold} message
   */
  refold({ number, view, scene }) {
    const { state } = this;
    if (!state) return;
    const tiles = (/** @type {import("./types.js").Scene | null} */ one) => (one?.tiles ?? []).map((tile) => tile.tile).join(" ");
    const same = state.number === number || tiles(state.scene) === tiles(scene);
    if (!same || (state.scene && state.scene.view !== view)) return;
    this.state = { ...state, scene };
    this.draw(true, null);
  }

  /** @param {import("./types.js").Started} message */
  clock({ number, clock }) {
    if (!this.state || this.state.number !== number) return;
    this.state = { ...this.state, clock };
    runClock(this.state, this.lag);
  }

  /**
   * Somebody is ready for what comes next.
   * @param {import("./types.js").Ready} message
   */
  ready({ number, next }) {
    const { state } = this;
    if (!state || state.number !== number) return;
    const { settlement, result } = state;
    this.state = { ...state, settlement: settlement?.next ? { ...settlement, next } : settlement, result: result && { ...result, next } };
    this.panel.draw();
  }

  /** @param {boolean} moving */
  scores(moving) {
    const { state } = this;
    if (!state) return;
    const letters = new Map([...state.seats].reverse().map((seat) => [seat.team, seat.letter]));
    const own = state.you === null ? null : state.seats[state.you];
    if (own) letters.set(own.team, own.letter);
    drawScores(the(".scores"), the(".sheet"), state.teams, (team) => letters.get(team.team) ?? "", moving);
  }

  /**
   * Where the scene is not there, or does not show a place: the same in words.
   * @param {State} state
   * @param {import("./types.js").Option[]} options
   */
  drawWords(state, options) {
    const shown = new Set(this.places.map((place) => place.option.move));
    const rest = options.filter((option) => !shown.has(option.move)).sort((a, b) => a.order - b.order);
    const words = the(".words");
    set(words, { hidden: state.scene !== null && rest.length === 0 });
    if (words.hidden) fill(words);
    else {
      fill(words, ...rest.map((option) => {
        const button = el("button", { type: "button", class: "btn", "data-move": option.move }, option.text);
        button.onclick = () => this.act.play(option.move);
        return button;
      }), state.scene === null ? el("p", {}, state.twin) : null);
    }
    say(the("#twin"), state.twin);
    const centre = the(".middle");
    set(centre, { hidden: !middle(state) || this.places.length > 0 || state.stage === "waiting" });
    // A line ends after a sentence rather than in one.
    const text = centre.hidden ? "" : state.says;
    if (centre.textContent !== text) {
      const sentences = text.split(/(?<=\. |\u3002)(?=.)/);
      fill(centre, ...sentences.flatMap((one) => [el("span", {}, one.trimEnd()), one.endsWith(" ") ? " " : null]));
    }
  }

  /** @param {State} state */
  drawPlate(state) {
    say(the(".plate .rules"), state.rules.chip);
    say(the(".bar .chip"), state.rules.chip);
    say(the("#title"), state.rules.chip);
    const { tiles, text } = state.boneyard;
    const yard = the(".boneyard");
    const drawn = `${tiles > 0} ${text}`;
    if (yard.dataset.drawn === drawn) return;
    yard.dataset.drawn = drawn;
    fill(yard, tiles > 0 && soloTile(null, { lying: true, size: "size22" }), text);
  }

  /** The wood may have another size. */
  resized() {
    this.layout.resized();
    this.drawPlaces();
    this.sized();
  }

  drawPlaces() {
    drawPlaces(this.layout, this.places, this.choice.move, this.state?.may === "play");
  }

  /** @param {State} state */
  relabel(state) {
    document.documentElement.lang = state.lang;
    const names = /** @type {const} */ ([[".layout", "layout"], [".strip", "count"], [".others", "other_seats"], [".menu-button", "menu"], [".rail", "score"]]);
    for (const [selector, key] of names) set(the(selector), { "aria-label": label(key) });
    const texts = /** @type {const} */ ([[".score-is", "score"], [".plays-is", "last_plays"]]);
    for (const [selector, key] of texts) say(the(selector), label(key));
    for (const brand of document.querySelectorAll("a.brand")) set(brand, { href: `/${state.lang}/` });
    this.soundButton();
  }

  soundButton() {
    const button = the(".bar .sound");
    const on = kept("sound") !== "off";
    if (button.dataset.on !== String(on)) fill(button, icon(on ? "on" : "off"));
    button.dataset.on = String(on);
    set(button, { "aria-label": label("sound"), "aria-pressed": String(on) });
  }

  /**
   * A few words about the connection; null takes them away. They are said once, however often a line is tried in vain.
   * @param {string | null} text
   * @param {boolean} [again] whether they are said again where they stand already, since other things were said there
   */
  news(text, again = false) {
    const fresh = again || text !== this.line;
    say(the(".news"), text ?? "");
    if (this.line === this.aside.text.textContent) this.aside.say(null);
    this.line = text ?? "";
    this.panel.drawNotice();
    if (text && hidden()) this.aside.say(text);
    if (text && fresh && (covered() || hidden())) tell(this.strip, [text]);
  }

  /**
   * A notice of any length; null takes it away.
   * @param {string | null} text
   * @param {number} [ms] after which it goes by itself
   * @param {boolean} [known] whether it has been heard in another way
   */
  tell(text, ms, known = false) {
    this.notice.say(text, ms);
    this.panel.drawNotice();
    if (!text || hidden()) this.aside.say(text, ms);
    if (text && !known) tell(this.strip, [text]);
  }

  /**
   * A command was refused: that is told where it can be seen. Before the match there is no strip to say it.
   * @param {string} text
   */
  refused(text) {
    this.panel.refused(text);
    if (this.state?.stage === "waiting") this.tell(text, REFUSED_SHOWN);
    else if (hidden()) this.aside.say(text, REFUSED_SHOWN);
  }

  /**
   * @param {string} tile
   * @returns {HTMLButtonElement | null}
   */
  tileButton(tile) {
    return buttonOf(this.rack, tile);
  }
}
