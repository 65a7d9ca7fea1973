/**
 * Who sits where: the seats with what may be done about them, and the link to share. Stands on the wood while a table
 * waits for people, and in the menu later.
 * @module
 */

import { el, fill, set, svg } from "./dom.js";
import { recall } from "./prefs.js";
import { token } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Links} Links */
/**
 * @typedef {object} Acts
 * @property {(seat: number, name: string) => void} sit
 * @property {(seat: number) => void} fill a bot into an open seat
 * @property {(seat: number) => void} free the seat of a bot to people
 * @property {() => void} begin
 * @property {() => void} leave
 * @property {() => void} back
 * @property {(name: string) => void} rename
 * @property {() => void} links ask for the links
 */

/** @type {Links | null} */
let links = null;
const LONGEST = 24;

/** @param {Links} found */
export function learnLinks(found) {
  links = found;
}

/**
 * @param {HTMLElement} holder
 * @param {State} state
 * @param {Acts} act
 * @param {boolean} shown
 */
export function drawPeople(holder, state, act, shown) {
  set(holder, { hidden: !shown });
  if (!shown) {
    fill(holder);
    delete holder.dataset.drawn;
    return;
  }
  if (!links) act.links();
  const drawn = JSON.stringify([state.lang, state.you, state.coming, state.yours, state.says, state.stage, state.differs, links?.key,
    state.seats.map((seat) => [seat.name, seat.kind, seat.away, seat.sits_in, seat.offered, seat.comes])]);
  if (holder.dataset.drawn === drawn) return;
  holder.dataset.drawn = drawn;
  const kept = /** @type {HTMLInputElement | null} */ (holder.querySelector("input.own-name"));
  const typed = kept && kept === document.activeElement ? kept.value : null;
  const name = ownName(state, act, typed);
  fill(holder,
    state.stage === "waiting" && el("h2", {}, state.says),
    state.differs && el("p", { class: "differs" }, el("b", {}, state.rules.name), " ", state.differs),
    state.stage === "waiting" && shareBlock(),
    name,
    el("ul", { class: "people" }, ...state.seats.map((seat) => seatRow(state, seat, act, () => field(name)))),
    state.yours && state.stage === "waiting" && press(label("fill_bots"), act.begin, "btn main"),
    state.you !== null && state.stage !== "waiting" && press(label("stand_up"), act.leave),
    state.stage !== "waiting" && shareBlock());
  if (typed !== null) /** @type {HTMLElement | null} */ (holder.querySelector("input.own-name"))?.focus();
}

/** @param {HTMLElement | null} holder */
function field(holder) {
  return /** @type {HTMLInputElement | null} */ (holder?.querySelector("input"))?.value.trim() ?? "";
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

/**
 * The field of one's own name: to sit down with, or to be called otherwise.
 * @param {State} state
 * @param {Acts} act
 * @param {string | null} typed
 */
function ownName(state, act, typed) {
  if (state.coming !== null) return null;
  const seated = state.you !== null;
  if (!seated && !state.seats.some((seat) => mayTake(state, seat))) return null;
  const own = seated ? state.seats[state.you ?? 0]?.name ?? "" : recall("name") ?? "";
  const id = `own-name-${seated ? "seat" : "new"}`;
  const input = el("input", { type: "text", class: "own-name", id, maxlength: LONGEST, autocomplete: "nickname" });
  input.value = typed ?? own;
  if (seated) input.onchange = () => input.value.trim() && act.rename(input.value.trim());
  return el("p", { class: "name-field" }, el("label", { for: id }, label("your_name")), input);
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
 * @param {Acts} act
 * @param {() => string} name
 */
function seatRow(state, seat, act, name) {
  const open = seat.kind === "open";
  const note = seat.you ? label("you") : seat.away ? label("away") : seat.kind === "bot" || seat.sits_in ? label("bot") : "";
  const mayFree = state.yours && !seat.you && !seat.offered && (seat.kind === "bot" || seat.sits_in || (seat.away && state.stage === "waiting"));
  return el("li", {},
    token(seat.mark, seat.letter, { size: 32, open, away: seat.away || seat.sits_in }),
    el("span", { class: "what" }, open ? label("open_seat") : seat.name, " ", note && el("small", {}, note),
      " ", seat.comes && el("small", { class: "next" }, seat.comes)),
    mayTake(state, seat) && press(label("sit_down"), () => act.sit(seat.seat, name()), "btn main"),
    state.yours && open && press(label("seat_bot"), () => act.fill(seat.seat)),
    mayFree && press(label("seat_open"), () => act.free(seat.seat)));
}

/** The address of the table without a seat, to copy or to photograph. */
function shareBlock() {
  const link = el("input", { type: "text", id: "share", readonly: true, "aria-describedby": "share-hint" });
  link.value = links?.share.url ?? location.origin + location.pathname;
  const said = el("p", { class: "said", role: "status" });
  const copy = press(label("copy"), async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      fill(said, label("copied"));
    } catch {
      link.select();
      fill(said, label("copy_failed"));
    }
  });
  const code = links?.share;
  return el("div", { class: "share" },
    code && svg("svg", { class: "qr", role: "img", "aria-label": label("share_link"), viewBox: `0 0 ${code.size} ${code.size}` }, svg("path", { d: code.qr })),
    el("div", { class: "link" }, el("label", { for: "share" }, label("share_link")), el("div", { class: "row" }, link, copy),
      el("p", { id: "share-hint", class: "hint" }, label("share_hint")), said));
}
