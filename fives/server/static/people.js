/**
 * Who sits where: the seats with what may be done about them, and the link to share. Stands on the wood while a table
 * waits for people, and in the menu later; never in both, so that its parts are one and the same, and what is typed in
 * them stays.
 * @module
 */

import { el, fill, keyed, say, set, the } from "./dom.js";
import { recall } from "./prefs.js";
import { Share, wantLinks } from "./share.js";
import { steady } from "./steady.js";
import { token } from "./tiles.js";
import { label } from "./words.js";

export { learnLinks } from "./share.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Seat} Seat */
/**
 * @typedef {object} Acts
 * @property {(seat: number, name: string) => void} sit
 * @property {(seat: number, level?: string) => void} fill a bot into an open seat, or have the one there play otherwise
 * @property {(seat: number) => void} free the seat of a bot to people
 * @property {() => void} begin
 * @property {() => void} leave
 * @property {() => void} back
 * @property {(name: string) => void} rename
 * @property {() => string} links ask for the links; the key of the question
 */
/**
 * Something that may be done about a seat.
 * @typedef {object} Deed
 * @property {string} text the key of its label
 * @property {string} [at] that of its name for who does not see the row, with the number of the seat
 * @property {string} [of] the same with the name of the seat
 * @property {boolean} [main]
 * @property {(state: State, seat: Seat) => boolean} may
 * @property {(act: Acts, seat: number) => void} task
 */

const LONGEST = 24;
/** The levels of bots that the first page offers, too. */
const LEVELS = ["beginner", "casual", "club", "expert", "master"];

/** @type {Record<string, Deed>} */
const DEEDS = {
  sit: { text: "sit_down", at: "sit_down_at", of: "sit_down_of", main: true, may: mayTake, task: (act, seat) => act.sit(seat, name.used()) },
  fill: { text: "seat_bot", at: "seat_bot_at", may: (state, seat) => state.yours && seat.kind === "open", task: (act, seat) => act.fill(seat) },
  free: { text: "seat_open", of: "seat_open_of", may: mayFree, task: (act, seat) => act.free(seat) },
  leave: { text: "stand_up", may: (state, seat) => isOwn(state, seat) && !seat.sits_in, task: (act) => act.leave() },
  back: { text: "take_back", may: (state, seat) => isOwn(state, seat) && seat.sits_in, task: (act) => act.back() },
};

/**
 * @param {State} state
 * @param {Seat} seat
 */
function isOwn(state, seat) {
  return seat.seat === (state.you ?? state.coming);
}

/**
 * @param {State} state
 * @param {Seat} seat
 */
function mayTake(state, seat) {
  return state.you === null && state.coming === null && (seat.kind === "open" || seat.offered) && !seat.comes;
}

/**
 * @param {State} state
 * @param {Seat} seat
 */
function mayFree(state, seat) {
  const left = seat.kind === "bot" || seat.sits_in || (seat.away && state.need !== "move");
  return state.yours && !seat.you && !seat.offered && !seat.comes && left;
}

/**
 * Whether somebody who looks on at a match may sit down.
 * @param {State} state
 */
export function seatFree(state) {
  return state.stage !== "waiting" && state.seats.some((seat) => mayTake(state, seat));
}

/**
 * Whether one of those who are waited for has gone, and the viewer may give that seat to others.
 * @param {State} state
 * @param {number[]} ready who is not waited for
 */
export function someoneGone(state, ready) {
  return state.seats.some((seat) => seat.away && seat.kind === "person" && !seat.sits_in && !ready.includes(seat.seat) && mayFree(state, seat));
}

/** The field of one's own name: to sit down with, or to be called otherwise. */
class OwnName {
  constructor() {
    this.title = el("label", { for: "own-name" });
    this.input = el("input", { type: "text", class: "own-name", id: "own-name", maxlength: LONGEST, autocomplete: "nickname" });
    this.root = el("p", { class: "name-field" }, this.title, this.input);
    /** The name as the table has it, and the one that was sent last. */
    this.known = "";
    this.sent = "";
  }

  /** The name that is typed, as it is sent. */
  used() {
    this.sent = this.input.value;
    return this.sent.trim();
  }

  /**
   * What is typed and not yet sent stays as it is.
   * @param {State} state
   * @param {Acts} act
   */
  draw(state, act) {
    const { input } = this;
    const own = state.you !== null ? state.seats[state.you]?.name : state.coming !== null ? state.seats[state.coming]?.comes : recall("name");
    say(this.title, label("your_name"));
    if ((own ?? "") !== this.known) {
      if (input.value === this.known || input.value === this.sent) input.value = own ?? "";
      this.known = own ?? "";
    }
    input.onchange = () => {
      if (state.you === null && state.coming === null) return;
      if (input.value.trim()) act.rename(this.used());
      else input.value = this.known;
    };
  }
}

const title = el("h2");
const differs = el("p", { class: "differs" });
const share = new Share();
const name = new OwnName();
const list = el("ul", { class: "people" });
const begin = el("button", { type: "button", class: "btn main" });
/** What rolls in the waiting room when it is long; what goes on stays in sight below. */
const roll = el("div", { class: "roll" });
/** Stands beside what is said to who looks on. */
const toSeats = el("button", { type: "button", class: "btn to-seats" });
/** @type {Record<string, HTMLElement>} */
const PARTS = { title, differs, share: share.root, name: name.root, list, begin, roll };

/**
 * @param {HTMLElement} holder
 * @param {State} state
 * @param {Acts} act
 * @param {boolean} shown
 */
export function drawPeople(holder, state, act, shown) {
  const dialog = holder.closest("dialog");
  const last = () => {
    if (!shown) return dialog ? dialog.querySelector("h2") : the("#title");
    return holder.contains(title) ? title : list;
  };
  steady(holder, () => {
    set(holder, { hidden: !shown });
    const parts = shown ? partsOf(state) : [];
    const rolls = state.stage === "waiting" ? parts.filter((part) => part !== "begin") : [];
    put(holder, rolls.length ? ["roll", ...parts.filter((part) => part === "begin")] : parts);
    if (rolls.length) put(roll, rolls);
    if (!shown) return;
    wantLinks(state, act.links);
    say(title, state.says);
    drawDiffers(state);
    share.draw();
    name.draw(state, act);
    set(list, { "aria-label": label("seats") });
    keyed(list, state.seats, (seat) => String(seat.seat), makeRow, (row, seat) => drawRow(row, state, seat, act));
    say(begin, label("fill_bots"));
    begin.onclick = act.begin;
  }, last);
}

/**
 * @param {HTMLElement} holder
 * @param {string[]} parts
 */
function put(holder, parts) {
  keyed(holder, parts, (part) => part, (part) => /** @type {HTMLElement} */ (PARTS[part]));
}

/**
 * The way to a seat that is free, for who looks on.
 * @param {HTMLElement} holder
 * @param {State} state
 * @param {() => void} people shows who sits where
 */
export function drawWay(holder, state, people) {
  steady(toSeats, () => {
    if (toSeats.parentElement !== holder) holder.append(toSeats);
    set(toSeats, { hidden: !seatFree(state) });
    say(toSeats, label("seat_free"));
    toSeats.onclick = people;
  }, () => the("#title"));
}

/**
 * The parts that a viewer sees, in their order.
 * @param {State} state
 * @returns {string[]}
 */
function partsOf(state) {
  const waits = state.stage === "waiting";
  const named = state.you !== null || state.coming !== null || state.seats.some((seat) => mayTake(state, seat));
  return [
    ...(waits ? ["title"] : []), ...(state.differs || state.agreed ? ["differs"] : []), ...(waits ? ["share"] : []), ...(named ? ["name"] : []), "list",
    ...(waits && state.yours ? ["begin"] : []), ...(waits ? [] : ["share"])];
}

/** @param {State} state */
function drawDiffers(state) {
  const drawn = `${state.rules.name} ${state.differs} ${state.agreed}`;
  if (differs.textContent !== drawn) fill(differs, el("b", {}, state.rules.name), " ", state.differs, " ", state.agreed);
}

function makeRow() {
  return el("li", {}, el("span", { class: "mark-of", "data-key": "mark" }), el("span", { class: "what", "data-key": "what" }));
}

/**
 * @param {HTMLElement} row
 * @param {State} state
 * @param {Seat} seat
 * @param {Acts} act
 */
function drawRow(row, state, seat, act) {
  const open = seat.kind === "open";
  const away = seat.away || seat.sits_in;
  const may = state.yours && seat.kind === "bot" && !seat.offered && !seat.comes;
  const strength = seat.kind === "bot" && !may ? label(`level_${seat.level}`) : "";
  const bot = strength ? label("bot_of", { level: strength }) : label("bot");
  const note = seat.you ? label("you") : seat.away ? label("away") : seat.kind === "bot" || seat.sits_in ? bot : "";
  const drawn = JSON.stringify([state.lang, seat.mark, seat.letter, open, away, seat.name, note, seat.comes, seat.offered]);
  const [mark, what] = row.children;
  if (mark && what && row.dataset.drawn !== drawn) {
    row.dataset.drawn = drawn;
    fill(mark, token(seat.mark, seat.letter, { size: 32, open, away }));
    fill(what, open ? label("open_seat") : seat.name, " ", note && el("small", {}, note), " ", seat.offered && el("small", { class: "offered" }, label("offered")),
      seat.comes && el("small", { class: "next" }, seat.comes));
  }
  const deeds = Object.keys(DEEDS).filter((key) => DEEDS[key]?.may(state, seat));
  const make = (/** @type {string} */ key) => (key === "level" ? el("select") : el("button", { type: "button" }));
  keyed(row, ["mark", "what", ...(may ? ["level"] : []), ...deeds], (key) => key, make, (node, key) => {
    if (node instanceof HTMLSelectElement) drawLevel(node, state, seat, act);
    const deed = DEEDS[key];
    if (deed && node instanceof HTMLButtonElement) drawDeed(node, deed, seat, act);
  });
}

/**
 * How strong a bot is, for the host to choose.
 * @param {HTMLSelectElement} select
 * @param {State} state
 * @param {Seat} seat
 * @param {Acts} act
 */
function drawLevel(select, state, seat, act) {
  const now = seat.level;
  const drawn = `${state.lang} ${now}`;
  set(select, { "aria-label": label("level_of", { name: seat.name }) });
  select.onchange = () => act.fill(seat.seat, select.value);
  if (select.dataset.drawn === drawn) return;
  select.dataset.drawn = drawn;
  const levels = LEVELS.includes(now) ? LEVELS : [now, ...LEVELS];
  fill(select, ...levels.map((level) => el("option", { value: level }, label(`level_${level}`) || level)));
  select.value = now;
}

/**
 * @param {HTMLButtonElement} button
 * @param {Deed} deed
 * @param {Seat} seat
 * @param {Acts} act
 */
function drawDeed(button, deed, seat, act) {
  const { text, at, of } = deed;
  const full = seat.name && of ? label(of, { name: seat.name }) : at && label(at, { n: seat.seat + 1 });
  say(button, label(text));
  set(button, { class: deed.main ? "btn main" : "btn", "aria-label": full });
  button.onclick = () => deed.task(act, seat.seat);
}
