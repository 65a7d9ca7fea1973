/**
 * The other seats in turn order, your own token, and the ring that tells how long a seat still has.
 * @module
 */

import { el, fill, keyed, say, set, the } from "./dom.js";
import { backs, token } from "./tiles.js";
import { tick } from "./sound.js";
import { tell } from "./strip.js";
import { isYours } from "./turn.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Seat} Seat */

const WHERE = [[], ["across"], ["left", "right"], ["left", "across", "right"]];

/**
 * The seats around yours, clockwise; a spectator sits at seat 0.
 * @param {State} state
 * @returns {Seat[]}
 */
export function others(state) {
  const own = state.you ?? 0;
  return state.seats.slice(own + 1).concat(state.seats.slice(0, own));
}

/**
 * @param {HTMLElement} list
 * @param {State} state
 */
export function drawSeats(list, state) {
  const around = others(state);
  const where = WHERE[around.length] ?? [];
  list.closest(".at-table")?.classList.toggle("two-seats", around.length === 1);
  keyed(list, around, (seat) => String(seat.seat), makeSeat, (node, seat) => {
    node.className = `seat ${where[around.indexOf(seat)] ?? ""}`;
    renewToken(/** @type {HTMLElement} */ (node.querySelector(".mark-of")), state, seat);
    const name = /** @type {HTMLElement} */ (node.querySelector(".name"));
    fill(name, el("span", {}, seat.kind === "open" ? label("open_seat") : seat.name), note(seat));
    const held = /** @type {HTMLElement} */ (node.querySelector(".held"));
    const drawn = `${seat.held} ${seat.tiles ?? ""}`;
    if (held.dataset.drawn !== drawn) {
      held.dataset.drawn = drawn;
      fill(held, backs(seat.held), el("span", { class: "vh" }, seat.tiles ?? ""),
        ...[["unit", seat.tiles ?? ""], ["bare", String(seat.held)]].map(([kind, text]) => el("span", { class: kind, "aria-hidden": "true" }, text)));
      held.classList.toggle("many", seat.held > 9);
    }
    set(node, { "aria-current": state.turn === seat.seat ? "true" : null });
  });
}

/** @param {Seat} seat */
function makeSeat(seat) {
  return el("li", { class: "seat", "data-seat": seat.seat },
    el("span", { class: "mark-of" }), el("span", { class: "who" }, el("span", { class: "name" }), el("span", { class: "held" })),
    el("span", { class: "vh seconds" }));
}

/** @param {Seat} seat */
function note(seat) {
  const small = el("small");
  if (seat.comes) small.append(el("span", { class: "next comes" }, seat.comes));
  else if (seat.sits_in) small.append(label("bot"));
  else if (seat.away) small.append(label("away"));
  else if (seat.next) small.append(el("span", { class: "next" }, label("next_turn")));
  else if (seat.note) small.append(seat.note);
  else if (seat.kind === "bot") small.append(label("bot"));
  else if (seat.partner) {
    small.className = "aside"; // only where there is room to spare
    small.append(el("span", { class: "partner" }, label("partner")));
  }
  return small;
}

/**
 * @param {HTMLElement} holder
 * @param {State} state
 * @param {Seat} seat
 */
function renewToken(holder, state, seat) {
  const ring = state.turn === seat.seat;
  const away = seat.away || seat.sits_in;
  const drawn = [seat.mark, seat.letter, ring, away, seat.kind].join();
  if (holder.dataset.drawn === drawn) return;
  holder.dataset.drawn = drawn;
  fill(holder, token(seat.mark, seat.letter, { ring, away, open: seat.kind === "open" }));
}

/**
 * @param {HTMLElement} me
 * @param {State} state
 */
export function drawMe(me, state) {
  const seat = state.seats[state.you ?? 0];
  if (!seat) return;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (me.querySelector(name));
  renewToken(part(".mark-of"), state, seat);
  const watching = state.you === null;
  say(part("b"), isYours(state) ? label("your_turn") : seat.name);
  // Who looks on sees a seat here like the others, and in place of a hand that they look on.
  if (watching) fill(part("small"), ...note(seat).childNodes, " ", el("span", { class: "row" }, seat.tiles ?? ""));
  else say(part("small"), seat.note);
  const title = the("#hand-is");
  title.classList.toggle("vh", !watching);
  say(title, label(!watching ? "hand" : state.coming === null ? "watching" : "coming"));
}

/** Of so many seconds of our own turn we are told at once; in a longer one, when no more than `LAST` are left. */
const SHORT = 15;
const LAST = 10;

let timer = 0;
/** Of which turn, and how many seconds, we were told last. */
const warned = { of: "", seconds: Infinity };
/**
 * The clock that is shown, when it came, and at how many seconds it ticked last: it is drawn again at every tap, tells what
 * was left then, and ticks once for each second.
 */
const counted = { clock: /** @type {import("./types.js").Clock | null} */ (null), came: 0, ticked: 0 };

/**
 * Tell who does not see the ring that the time runs out, once or twice in a turn.
 * @param {State} state
 * @param {number} seconds
 */
function warn(state, seconds) {
  if (!isYours(state)) return;
  const of = `${state.table} ${state.number}`;
  const limit = warned.of === of ? LAST : SHORT;
  if (warned.of !== of) Object.assign(warned, { of, seconds: Infinity });
  if (seconds <= 0 || seconds > limit || warned.seconds <= LAST) return;
  warned.seconds = seconds;
  queueMicrotask(() => tell(the(".strip"), [label("seconds_left", { n: seconds })], true)); // after what has happened
}

/**
 * Let the ring of the seat in turn run down: the time of the turn first, then that of the bank.
 * @param {State} state
 * @param {number} lag milliseconds that the clock's message was on its way
 */
export function runClock(state, lag) {
  clearTimeout(timer);
  for (const one of document.querySelectorAll(".seconds:not(:empty)")) say(one, "");
  if (state.turn === null) return;
  const holder = document.querySelector(state.turn === (state.you ?? 0) ? ".me .mark-of" : `[data-seat="${state.turn}"] .mark-of`);
  const words = holder?.parentElement?.querySelector(".seconds");
  const drawn = holder?.querySelector(".token");
  const ring = /** @type {SVGElement | null} */ (holder?.querySelector(".clock") ?? null);
  const text = holder?.querySelector("text");
  if (!drawn || !ring || !text) return;
  const letter = state.seats[state.turn]?.letter ?? "";
  const clock = state.clock;
  if (!clock) {
    ring.style.strokeDashoffset = "0";
    say(text, letter);
    drawn.classList.remove("late");
    return;
  }
  if (counted.clock !== clock) Object.assign(counted, { clock, came: performance.now(), ticked: 0 });
  const whole = clock.ms + clock.bank;
  const ends = counted.came - lag + clock.starts + whole;
  const beat = () => {
    if (drawn.closest("[hidden]")) return; // the table is closed
    const rest = ends - performance.now();
    const all = Math.min(whole, Math.max(0, rest)); // it begins by itself when no page says that it may
    const inBank = all <= clock.bank && clock.bank > 0;
    const left = inBank ? all : all - clock.bank;
    const seconds = Math.ceil(left / 1000);
    ring.style.strokeDashoffset = String(100 - (100 * Math.min(left, clock.of)) / (clock.of || 1));
    say(text, String(seconds));
    drawn.classList.toggle("late", seconds <= 5);
    drawn.classList.toggle("bank", inBank);
    const told = Math.ceil(all / 1000);
    if (words) say(words, label("seconds_left", { n: told }));
    if (rest > whole) {
      timer = setTimeout(beat, rest - whole);
      return;
    }
    warn(state, told);
    if (all <= 0) return;
    if (seconds <= 5 && seconds > 0 && counted.ticked !== told && isYours(state)) {
      counted.ticked = told;
      tick();
    }
    timer = setTimeout(beat, left % 1000 || 1000);
  };
  beat();
}
