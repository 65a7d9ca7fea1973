/**
 * Scores: the figures in the bar, the score sheet of the rail, and their strokes. Ten strokes make a figure: a big X,
 * then a small x in each of its gaps.
 * @module
 */

import { el, fill, keyed, say, set, svg } from "./dom.js";
import { appear } from "./motion.js";
import { token } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").Team} Team */

const STROKES = ["M3.5 16.5L16.5 3.5", "M3.5 3.5L16.5 16.5"];
for (const [x, y] of /** @type {const} */ ([[10, 3.4], [16.6, 10], [10, 16.6], [3.4, 10]])) {
  STROKES.push(`M${x - 2} ${y + 2}L${x + 2} ${y - 2}`, `M${x - 2} ${y - 2}L${x + 2} ${y + 2}`);
}
const STROKE_TIME = 200;
/** Strokes that come one after the other: the last has begun after so many milliseconds. */
const BEGUN = 600;

/**
 * Draw strokes: more are added to those that stand, fewer are drawn anew. Below nothing a minus stands before them.
 * @param {HTMLElement} sheet
 * @param {number} total
 * @param {boolean} moving whether new ones are drawn one after the other
 */
export function drawStrokes(sheet, total, moving) {
  const count = Math.abs(total);
  const had = sheet.querySelectorAll("path:not(.sign)").length;
  const anew = count < had || (total < 0) !== (sheet.querySelector(".sign") !== null);
  if (anew) fill(sheet, total < 0 && svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20 }, svg("path", { class: "sign", d: "M4 10H16" })));
  const start = anew ? 0 : had;
  for (let i = start; i < count; i++) {
    const nth = i % 10;
    const path = svg("path", { class: nth > 1 ? "small" : "big", d: STROKES[nth] ?? "", pathLength: 1 });
    const figure = nth === 0 ? svg("svg", { viewBox: "0 0 20 20", width: 20, height: 20 }) : sheet.lastElementChild;
    if (!figure) continue;
    if (nth === 0) sheet.append(figure);
    figure.append(path);
    if (moving && total > had && count - start <= 10) {
      const delay = (i - start) * Math.min(STROKE_TIME, BEGUN / (count - start));
      appear(path, [{ strokeDasharray: 1, strokeDashoffset: 1 }, { strokeDasharray: 1, strokeDashoffset: 0 }],
        { duration: STROKE_TIME, delay, fill: "backwards", easing: "ease-out" }, false);
    }
  }
}

/**
 * The strokes of a total by themselves; they say nothing that the total beside them does not.
 * @param {Team} team
 * @returns {HTMLElement}
 */
export function strokes(team) {
  const sheet = el("span", { class: `strokes ink-${team.mark}`, "data-extra": team.extra || null, "aria-hidden": "true" });
  drawStrokes(sheet, team.strokes ?? 0, false);
  return sheet;
}

/**
 * @param {Team} team
 * @param {string} letter
 */
function makeScore(team, letter) {
  return el("div", { class: "score" }, el("span", { class: "vh label" }), token(team.mark, letter, { size: 26 }),
    el("b", { "aria-hidden": "true" }), el("span", { class: "of", "aria-hidden": "true" }),
    el("span", { class: `strokes ink-${team.mark}`, "aria-hidden": "true" }));
}

/**
 * @param {Team} team
 * @param {string} letter
 */
function makeSheet(team, letter) {
  return el("div", {}, el("span", { class: "vh label" }),
    el("span", { class: "names", "aria-hidden": "true" }, token(team.mark, letter, { size: 28 }), el("span", { class: "text" })),
    el("span", { class: "num", "aria-hidden": "true" }, el("b"), " ", el("span", { class: "of" })),
    el("span", { class: `strokes ink-${team.mark}`, "aria-hidden": "true" }));
}

/**
 * @param {HTMLElement} node
 * @param {Team} team
 * @param {boolean} moving
 */
function renewScore(node, team, moving) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (node.querySelector(name));
  say(part(".label"), team.label);
  say(part("b"), team.total);
  say(part(".of"), team.of);
  const text = node.querySelector(".text");
  if (text) say(text, team.names);
  const sheet = part(".strokes");
  set(sheet, { hidden: team.strokes === null, "data-extra": team.extra || null });
  drawStrokes(sheet, team.strokes ?? 0, moving);
}

/**
 * @param {HTMLElement} bar
 * @param {HTMLElement} sheet
 * @param {Team[]} teams
 * @param {(team: Team) => string} letterOf
 * @param {boolean} moving
 */
export function drawScores(bar, sheet, teams, letterOf, moving) {
  // Yours first, whatever its number: it is where your thumb looks.
  const mine = [...teams].sort((a, b) => Number(b.yours) - Number(a.yours));
  const key = (/** @type {Team} */ team) => `${team.team} ${team.mark} ${letterOf(team)}`;
  for (const place of [bar, sheet]) {
    place.classList.toggle("many", teams.length > 2);
    place.classList.toggle("long", teams.some((team) => team.total.length > 2));
  }
  keyed(bar, mine, key, (team) => makeScore(team, letterOf(team)), (node, team) => renewScore(node, team, moving));
  keyed(sheet, mine, key, (team) => makeSheet(team, letterOf(team)), (node, team) => renewScore(node, team, moving));
  set(bar, { role: "group", "aria-label": label("score") });
}
