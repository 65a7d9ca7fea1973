/**
 * The end of a round, line by line, and the end of a match: a panel beside the layout, or over it on a phone.
 * @module
 */

import { el, fill, say, set } from "./dom.js";
import { seatFree, someoneGone } from "./people.js";
import { strokes } from "./score.js";
import { icon, soloTile, token } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Settlement} Settlement */
/** @typedef {import("./types.js").SettledSeat} SettledSeat */
/** @typedef {import("./types.js").SettledTeam} SettledTeam */
/** @typedef {import("./types.js").LeftOver} LeftOver */

/**
 * @typedef {object} Acts
 * @property {() => void} next
 * @property {() => void} rematch
 * @property {() => void} back
 * @property {() => void} people show who sits where
 * @property {(type: string) => boolean} pending whether a command of this type is not answered yet
 */

/** A total of more signs is printed smaller. */
const LONG = 4;
let timer = 0;
/** What was told of the next round last, and when it begins: the same news, drawn again, gives no more time. */
const begins = { next: /** @type {Settlement["next"]} */ (null), at: 0 };
/** What screen readers hear while the panel hides the strip. */
const live = el("p", { class: "vh", "aria-live": "polite" });

/**
 * @param {HTMLElement} panel
 * @param {State} state
 * @param {Acts & {look: () => void}} act
 * @param {Element} notice where the panel shows what must be known besides
 */
export function drawPanel(panel, state, act, notice) {
  const { settlement, result } = state;
  if (!settlement && !result) {
    fill(panel, live);
    delete panel.dataset.drawn;
    clearInterval(timer);
    return;
  }
  if (panel.dataset.drawn === undefined) {
    fill(panel, live, el("header", {}, el("h2", { id: "panel-title", tabindex: -1 })), el("div", { class: "teams" }), footer(act, notice));
  }
  const drawn = JSON.stringify(drawnOf(state));
  if (panel.dataset.drawn !== drawn) {
    panel.dataset.drawn = drawn;
    renewLines(panel, state);
  }
  renewFooter(panel, state, act);
}

/**
 * All that the lines of the panel are made of. What changes while it is read (`next`) is shown by the footer.
 * @param {State} state
 */
function drawnOf({ lang, table, you, seats, teams, settlement, result }) {
  const of = seats.map(({ name, letter, team, mark }) => [name, letter, team, mark]);
  return [lang, table, you, of, teams, settlement && { ...settlement, next: null }, result && { ...result, next: null }];
}

/**
 * The lines anew. What can have the focus stays the same node.
 * @param {HTMLElement} panel
 * @param {State} state
 */
function renewLines(panel, state) {
  const { settlement, result } = state;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (panel.querySelector(name));
  const texts = result ? [result.text, settlement?.title ?? ""] : [settlement?.text ?? ""];
  const title = part("h2");
  say(title, result?.title ?? settlement?.title ?? "");
  while (title.nextSibling) title.nextSibling.remove();
  title.after(...texts.filter(Boolean).map((text) => el("p", {}, text)));
  fill(part(".teams"), ...teamsOf(state));
  part("footer").classList.toggle("over", result !== null);
  set(part(".look"), { "aria-label": label("layout") });
  say(part(".look span"), label("layout"));
  set(part(".home-link"), { href: `/${state.lang}/`, hidden: result === null });
  say(part(".home-link"), label("home"));
}

/** @param {State} state */
function teamsOf(state) {
  const { settlement } = state;
  if (!settlement) return [totalsCard(state)];
  const own = (/** @type {SettledTeam} */ team) => Number(state.teams[team.team]?.yours ?? false);
  const teams = [...settlement.teams].sort((a, b) => own(b) - own(a));
  const rows = (/** @type {SettledTeam} */ team) => settlement.rows.filter((row) => state.seats[row.seat]?.team === team.team);
  if (teams.length === settlement.rows.length) return [oneTable(settlement, teams, rows)];
  return teams.map((team) => teamCard(state, team, rows(team)));
}

/**
 * A match that ended in the middle of a round: the totals, and what was left in the hands.
 * @param {State} state
 */
function totalsCard(state) {
  const totals = [...(state.result?.totals ?? [])].sort((a, b) => Number(b.yours) - Number(a.yours));
  return el("section", { class: "team" }, ...totals.map((team) => {
    const sheet = team.strokes || team.extra ? strokes(team) : null;
    const letter = state.seats.find((seat) => seat.team === team.team)?.letter ?? "";
    const left = (state.result?.left ?? []).filter((one) => state.seats[one.seat]?.team === team.team);
    return el("div", { class: "total" }, token(team.mark, letter, { size: 28 }), el("span", {}, team.names),
      el("b", {}, team.total), el("small", {}, team.of), sheet,
      ...left.map((one) => el("p", { class: "held-on" },
        el("span", {}, left.length > 1 ? one.name : label("left_in_hand")), tilesLeft(one))));
  }));
}

/**
 * The columns of a table of seats; those that say nothing in this settlement are left out.
 * @param {Settlement} settlement
 * @returns {{name: string, key: string, of: (row: SettledSeat) => string}[]}
 */
function columns(settlement) {
  const all = [
    { name: "pips", key: "", of: (/** @type {SettledSeat} */ row) => String(row.pips) },
    { name: "rounded", key: "", of: (/** @type {SettledSeat} */ row) => row.rounded },
    { name: "points", key: "pt", of: (/** @type {SettledSeat} */ row) => row.points },
  ];
  return all.filter((column) => settlement.rows.some((row) => column.of(row) !== ""));
}

/**
 * Every seat for itself: one table, totals last; the tiles of a seat in a line of their own, where many find room.
 * @param {Settlement} settlement
 * @param {SettledTeam[]} teams
 * @param {(team: SettledTeam) => SettledSeat[]} rows
 */
function oneTable(settlement, teams, rows) {
  const shown = columns(settlement).filter((column) => column.name !== "points");
  const heads = ["left_in_hand", ...shown.map((column) => column.name), "points", "total"];
  const head = el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, label(key))));
  const bodies = teams.map((team) => {
    const row = /** @type {SettledSeat} */ (rows(team)[0]);
    const [name, tiles] = nameAndTiles(row);
    set(name, { scope: "rowgroup" });
    set(tiles, { colspan: heads.length });
    tiles.append(el("span", { class: "so-far" }, ...soFar(team).map(([key, value]) => el("span", {}, `${label(key ?? "")} ${value}`))));
    return el("tbody", {},
      el("tr", {}, name, ...shown.map((column) => el("td", {}, column.of(row))), points(team.change), el("td", { class: "sum-of" }, team.after)),
      el("tr", {}, tiles));
  });
  const long = teams.some((team) => team.after.length > LONG);
  return el("section", { class: long ? "team alone long" : "team alone" }, el("table", {},
    el("caption", { class: "vh" }, label("settlement")), el("thead", {}, head), ...bodies));
}

/**
 * @param {State} state
 * @param {SettledTeam} team
 * @param {SettledSeat[]} rows
 */
function teamCard(state, team, rows) {
  const shown = state.settlement ? columns(state.settlement) : [];
  const heads = [team.names, label("left_in_hand"), ...shown.map((column) => label(column.name))];
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  const parts = [...soFar(team), ["hands", team.change], ["total", team.after]];
  const total = state.teams[team.team];
  const body = rows.map((row) => el("tr", {}, ...nameAndTiles(row),
    ...shown.map((column) => (column.key === "pt" ? points(column.of(row)) : el("td", {}, column.of(row))))));
  return el("section", { class: `team ${team.mark}` },
    el("table", {}, el("caption", { class: "vh" }, team.label), el("thead", {}, head), el("tbody", {}, ...body)),
    el("dl", { class: "sumup" }, ...parts.map(([key, value]) => el("div", { class: key === "total" ? "tot" : "" },
      el("dt", {}, label(key ?? "")), el("dd", { class: key === "hands" && isLoss(value ?? "") ? "neg" : "" }, value ?? "")))),
    total && total.strokes !== null && inked(total, state.result ? total.of : team.to_go || total.of));
}

/**
 * @param {import("./types.js").Team} team
 * @param {string} of
 */
function inked(team, of) {
  return el("p", { class: "sheetline" }, strokes(team), el("span", {}, of));
}

/** @param {string} points */
function isLoss(points) {
  return points.startsWith("\u2212");
}

/** @param {string} gained */
function points(gained) {
  return el("td", { class: isLoss(gained) ? "pt neg" : "pt" }, gained);
}

/**
 * What a team had before its hands were settled: its total before the round, and what its plays made.
 * @param {SettledTeam} team
 * @returns {string[][]}
 */
function soFar(team) {
  return [["before", team.before], ["plays", team.plays]].filter(([, value]) => value);
}

/**
 * @param {SettledSeat} row
 * @returns {[HTMLElement, HTMLElement]}
 */
function nameAndTiles(row) {
  return [
    el("th", { scope: "row" }, el("span", { class: "nm" }, token(row.mark, row.letter, { size: 28 }), el("span", {}, row.name))),
    el("td", { class: "left" }, tilesLeft(row)),
  ];
}

/** @param {{tiles: string[], listed: string}} hand what was left of it */
function tilesLeft({ tiles, listed }) {
  if (!tiles.length) return el("span", { class: "outtag" }, label("went_out"));
  const size = tiles.length > 5 ? "size14" : "size18";
  return el("span", { class: "tiles" }, el("span", { class: "vh" }, listed), ...tiles.map((tile) => soloTile(tile, { size })));
}

/**
 * @param {Acts & {look: () => void}} act
 * @param {Element} notice
 */
function footer(act, notice) {
  const look = el("button", { type: "button", class: "btn look" }, icon("eye"), el("span"));
  look.onclick = act.look;
  const go = el("button", { type: "button", class: "btn main go-on" }, el("span", { class: "what" }));
  go.onclick = () => {
    if (go.getAttribute("aria-disabled") === "true") return;
    const { what } = go.dataset;
    if (what === "back" || what === "rematch" || what === "people") act[what]();
    else act.next();
  };
  return el("footer", {}, notice, look, el("a", { class: "btn home-link" }), go);
}

/**
 * What the button does, what it says, and whether it can be pressed. A press that waits for its answer, as while the
 * line is lost, is one that was made.
 * @param {State} state
 * @param {Acts} act
 * @returns {{what: "next" | "rematch" | "back" | "people", text: string, may: boolean}}
 */
function goes(state, act) {
  const over = state.result !== null;
  const next = state.result ? state.result.next : state.settlement?.next;
  const what = over ? "rematch" : "next";
  const text = over ? "rematch" : "next_round";
  const own = state.you === null ? undefined : state.seats[state.you];
  if (!own && seatFree(state)) return { what: "people", text: "seat_free", may: true };
  // Who has a bot on the seat takes it back first: the server hears nothing else from there.
  if (own?.sits_in) return { what: "back", text: "take_back", may: !act.pending("back") };
  if (!own || !next) return { what, text, may: false };
  const heard = next.ready.includes(own.seat);
  if (!heard && !act.pending(over ? "rematch" : "ready")) return { what, text, may: true };
  // After a match nobody is waited for by the clock: one who has gone would be waited for for ever.
  if (over && someoneGone(state, next.ready)) return { what: "people", text: "someone_gone", may: true };
  return { what, text: next.waiting > (heard ? 0 : 1) ? "waiting" : text, may: false };
}

/**
 * The button as it is now, and how long it still waits.
 * @param {HTMLElement} panel
 * @param {State} state
 * @param {Acts} act
 */
function renewFooter(panel, state, act) {
  const go = /** @type {HTMLElement} */ (panel.querySelector(".go-on"));
  const next = state.settlement?.next;
  const { what, text, may } = goes(state, act);
  go.dataset.what = what;
  say(/** @type {HTMLElement} */ (go.querySelector(".what")), label(text));
  set(go, { hidden: state.you === null && state.result !== null && !may, "aria-disabled": may ? null : "true" });
  clearInterval(timer);
  go.querySelector(".cd")?.remove();
  if (!next || next.ms === null || state.result) return;
  const circle = el("span", { class: "cd", "aria-hidden": "true" });
  go.append(circle);
  if (begins.next !== next) Object.assign(begins, { next, at: performance.now() + next.ms });
  const beat = () => say(circle, String(Math.max(0, Math.ceil((begins.at - performance.now()) / 1000))));
  beat();
  timer = setInterval(beat, 250);
}
