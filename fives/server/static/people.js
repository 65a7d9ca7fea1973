/**
 * Who sits where: the seats with what may be done about them, and the link to share. Stands on the wood while a table
 * waits for people, and in the menu later; never in both, so that its parts are one and the same, and what is typed in
 * them stays.
 * @module
 */

import { el, fill, keyed, say, set, the } from "./dom.js";
import { OwnName } from "./name.js";
import { isPressed, once, pressed } from "./press.js";
import { Share, wantLinks } from "./share.js";
import { steady } from "./steady.js";
import { token } from "./tiles.js";
import { label, rulesOf } from "./words.js";

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
 * @property {(type: string) => boolean} pending whether a command of this type is not answered yet
 */
/**
 * Something that may be done about a seat.
 * @typedef {object} Deed
 * @property {string} text the key of its label
 * @property {string} [at] that of its name for who does not see the row, with the number of the seat
 * @property {string} [of] the same with the name of the seat
 * @property {boolean} [main]
 * @property {boolean} [each] it may be done about several seats at once: a press is that of its own button alone
 * @property {(state: State, seat: Seat) => boolean} may
 * @property {(act: Acts, seat: number) => void} task
 */

/** The levels of bots that the first page offers, too. */
const LEVELS = ["beginner", "casual", "club", "expert", "master"];

/** @type {Record<string, Deed>} */
const DEEDS = {
  sit: { text: "sit_down", at: "sit_down_at", of: "sit_down_of", main: true, may: mayTake, task: (act, seat) => act.sit(seat, name.used()) },
  fill: { text: "seat_bot", at: "seat_bot_at", each: true, may: (state, seat) => state.yours && seat.kind === "open", task: (act, seat) => act.fill(seat) },
  free: { text: "seat_open", of: "seat_open_of", each: true, may: mayFree, task: (act, seat) => act.free(seat) },
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
  return state.stage !== "waiting" && seatOpen(state);
}

/**
 * Whether there is a seat that the viewer may take.
 * @param {State} state
 */
function seatOpen(state) {
  return state.seats.some((seat) => mayTake(state, seat));
}

/**
 * Whether one of those who are waited for has gone, and the viewer may give that seat to others.
 * @param {State} state
 * @param {number[]} ready who is not waited for
 */
export function someoneGone(state, ready) {
  return state.seats.some((seat) => seat.away && seat.kind === "person" && !seat.sits_in && !ready.includes(seat.seat) && mayFree(state, seat));
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
    roll.classList.toggle("to-sit", seatOpen(state));
    // The button of the strip does what the one in the list does: a press of either is one of both.
    pressed(the(".take-back"), act.pending("back"));
    if (!shown) {
      renewControls(state, act);
      return;
    }
    wantLinks(state, act.links);
    say(title, state.says);
    drawDiffers(state);
    share.draw();
    name.draw(state, act);
    set(list, { "aria-label": label("seats") });
    keyed(list, state.seats, (seat) => String(seat.seat), makeRow, (row, seat) => drawRow(row, state, seat, act));
    say(begin, label("fill_bots"));
    pressed(begin, act.pending("begin"));
    begin.onclick = () => once(begin, act.begin);
  }, last);
}

/** Another name was refused. */
export function nameRefused() {
  name.refused();
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
 * The parts that a viewer sees, in their order: who comes to sit down finds the seats first, who sits what to send to
 * others.
 * @param {State} state
 * @returns {string[]}
 */
function partsOf(state) {
  const differs = state.differs || state.agreed ? ["differs"] : [];
  const sits = state.you !== null || state.coming !== null;
  const seats = [...(sits || seatOpen(state) ? ["name"] : []), "list"];
  if (state.stage !== "waiting") return [...differs, ...seats, "share"];
  if (seatOpen(state)) return ["title", ...seats, ...differs, "share"];
  return ["title", ...differs, "share", ...seats, ...(state.yours ? ["begin"] : [])];
}

/** @param {State} state */
function drawDiffers(state) {
  // A full stop as wide as a letter has the space after it.
  const told = ` ${[state.differs, state.agreed].filter(Boolean).join(" ")} `.replaceAll("\u3002 ", "\u3002");
  if (differs.textContent !== `${state.rules.name}${told}${label("rules")}`) fill(differs, el("b", {}, state.rules.name), told, el("a", rulesOf(state), label("rules")));
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
  keyed(row, ["mark", "what", ...(may ? ["level"] : []), ...deeds], (key) => key, make, (node, key) => drawControl(node, key, state, seat, act));
}

/**
 * The controls of the list where it stands in the menu, which is drawn again with a new state only: a command that
 * failed brings none.
 * @param {State} state
 * @param {Acts} act
 */
function renewControls(state, act) {
  for (const row of list.children) {
    const seat = state.seats[Number(row.getAttribute("data-key"))];
    for (const node of seat ? row.children : []) drawControl(node, node.getAttribute("data-key") ?? "", state, /** @type {Seat} */ (seat), act);
  }
}

/**
 * @param {Element} node
 * @param {string} key
 * @param {State} state
 * @param {Seat} seat
 * @param {Acts} act
 */
function drawControl(node, key, state, seat, act) {
  if (node instanceof HTMLSelectElement) drawLevel(node, state, seat, act);
  const deed = DEEDS[key];
  if (deed && node instanceof HTMLButtonElement) drawDeed(node, key, deed, seat, act);
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
  if (select.dataset.drawn !== drawn) {
    select.dataset.drawn = drawn;
    const levels = LEVELS.includes(now) ? LEVELS : [now, ...LEVELS];
    fill(select, ...levels.map((level) => el("option", { value: level }, label(`level_${level}`) || level)));
    select.value = now;
  }
  // A choice that came to nothing is not shown as if it had been made.
  if (!act.pending("fill")) select.value = now;
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} key of the deed: the type of its command
 * @param {Deed} deed
 * @param {Seat} seat
 * @param {Acts} act
 */
function drawDeed(button, key, deed, seat, act) {
  const { text, at, of } = deed;
  const full = seat.name && of ? label(of, { name: seat.name }) : at && label(at, { n: seat.seat + 1 });
  say(button, label(text));
  set(button, { class: deed.main ? "btn main" : "btn", "aria-label": full });
  pressed(button, act.pending(key) && (!deed.each || isPressed(button)));
  button.onclick = () => once(button, () => deed.task(act, seat.seat));
}
