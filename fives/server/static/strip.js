/**
 * The strip under the wood: the last play, the sum of the place in focus, or one sentence. What it shows in discs is
 * hidden from screen readers; they hear the sentences of its live region.
 * @module
 */

import { el, fill, say, set, the } from "./dom.js";
import { once } from "./press.js";
import { token } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Last} Last */

/** How wide a sentence may be beside the last play: letters, those of Korean and Japanese as two. */
const WORDY = 60;

/**
 * A count in discs, and what it gives: hollow gives nothing.
 * @param {{terms: number[], count: number | null, gain: string, scores: boolean}} sum
 * @returns {HTMLElement | null}
 */
export function discs(sum) {
  if (sum.count === null) return null;
  const line = el("span", { class: "sum" });
  sum.terms.forEach((term, i) => {
    if (i) line.append(el("span", { class: "plus" }, "+"));
    line.append(el("span", { class: "disc" }, String(term)));
  });
  // What it gives stands in one line with the count.
  line.append(el("span", { class: "made" }, el("span", { class: "eq" }, `= ${sum.count}`), ...(sum.gain
    ? [el("span", { class: "to" }, "\u2192"), el("span", { class: `res ${sum.scores ? "gain" : "none"}` }, sum.gain)] : [])));
  return line;
}

/**
 * The option whose sum is shown.
 * @param {State} state
 * @param {string | null} move
 * @returns {Option | null}
 */
export function optionOf(state, move) {
  if (move === null) return null;
  for (const held of state.hand) for (const option of held.options) if (option.move === move) return option;
  return null;
}

/**
 * @param {State} state
 * @param {Last | null} last
 * @param {boolean} quiet
 * @returns {(Node | null)[]}
 */
function lastPlay(state, last, quiet) {
  if (!last) return [];
  const seat = state.seats[last.seat];
  const mark = seat ? token(seat.mark, seat.letter, { size: quiet ? 20 : 22 }) : null;
  return [mark, discs(last) ?? el("span", {}, last.text)];
}

/**
 * @param {HTMLElement} strip
 * @param {State} state
 * @param {import("./types.js").Choice} choice
 * @param {() => void} back take the seat back from the bot that holds it
 */
export function drawStrip(strip, state, choice, back) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (strip.querySelector(name));
  const [first, second] = [part(".first"), part(".second")];
  const own = state.you === null ? undefined : state.seats[state.you];
  const button = /** @type {HTMLButtonElement} */ (strip.querySelector(".take-back"));
  set(button, { hidden: !own?.sits_in });
  set(second, { hidden: Boolean(own?.sits_in) });
  say(button, label("take_back"));
  button.onclick = () => once(button, back);
  const option = optionOf(state, choice.move);
  const again = option !== null && onlyPlace(state, choice);
  const urgent = choice.says !== null || option !== null;
  strip.classList.toggle("choosing", urgent);
  strip.classList.toggle("again", again);
  strip.classList.toggle("wordy", wide(choice.says ?? "") > WORDY);
  first.classList.toggle("quiet", urgent || !state.last || state.last.count === null);
  second.classList.toggle("quiet", !urgent);
  second.classList.toggle("why", choice.says !== null);
  if (again) fill(first, label("tap_again"));
  else fill(first, ...lastPlay(state, state.last, urgent));
  if (choice.says !== null) fill(second, choice.says);
  else if (option) fill(second, ...(option.count === null ? [option.text] : [el("span", { class: "say" }, option.on), discs(option)]));
  else fill(second, middle(state) ? "" : state.says);
  fit(strip);
  watch(strip);
}

/**
 * Let what is said fit the strip as it is: a sum too long for one line stands in figures, and one too long for these too
 * has the strip for itself, as has a sentence that needs all of it. What does not fit then scrolls.
 * @param {HTMLElement} strip
 */
function fit(strip) {
  strip.classList.remove("long", "sole", "spills");
  const sums = [...strip.querySelectorAll(".sum")];
  for (const sum of sums) sum.classList.remove("figures");
  if (fits(strip)) return;
  for (const sum of sums) sum.classList.add("figures");
  if (sums.length && fits(strip)) return;
  strip.classList.add(sums.length ? "long" : "sole");
  strip.classList.toggle("spills", strip.scrollHeight > strip.clientHeight);
}

/** @param {HTMLElement} strip */
function fits(strip) {
  if (strip.scrollHeight > strip.clientHeight) return false;
  return [...strip.querySelectorAll(".made")].every((made) => {
    const { top, height } = made.getBoundingClientRect();
    return top <= /** @type {Element} */ (made.parentElement).getBoundingClientRect().top + height / 2;
  });
}

/** @type {WeakSet<HTMLElement>} */
const watched = new WeakSet();

/**
 * Fit it again whenever it has another size.
 * @param {HTMLElement} strip
 */
function watch(strip) {
  if (watched.has(strip)) return;
  watched.add(strip);
  // In the next frame: what is fitted may give it another size again.
  new ResizeObserver(() => requestAnimationFrame(() => fit(strip))).observe(strip);
}

/**
 * Whether the chosen tile has one place, so that pressing it again plays it: the strip says so while that is true.
 * @param {State} state
 * @param {import("./types.js").Choice} choice
 */
export function onlyPlace(state, choice) {
  if (state.may !== "play" || choice.sent !== null || choice.says !== null) return false;
  return state.hand.find((held) => held.tile === choice.tile)?.options.length === 1;
}

/** @param {string} text */
function wide(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
}

/**
 * What stands in the middle of an empty wood, and need not stand in the strip too.
 * @param {State} state
 * @returns {boolean}
 */
export function middle(state) {
  return state.need !== "over" && state.settlement === null && state.last === null && (state.scene?.tiles.length ?? 0) === 0;
}

/** Whether the panel lies over the strip and hides it, as on a phone. */
export function covered() {
  return getComputedStyle(the(".strip")).visibility === "hidden";
}

/** Whether a dialog lies over all of the table: nothing behind it is seen for certain, and its live regions are silent. */
export function hidden() {
  return document.querySelector("dialog[open]") !== null;
}

let telling = false;

/**
 * Say sentences to a screen reader: the live region holds those of the newest moment. That of the strip is
 * silent while a dialog or the panel hides it; then it is that of the dialog or the panel.
 * @param {HTMLElement} strip
 * @param {string[]} sentences
 * @param {boolean} [more] whether what was said just before stays
 */
export function tell(strip, sentences, more = false) {
  const said = sentences.filter(Boolean).slice(-8);
  if (!said.length) return;
  const live = document.querySelector("dialog[open] [aria-live]") ?? (covered() ? document.querySelector(".panel [aria-live]") : null) ?? strip.querySelector("[aria-live]");
  if (!live) return;
  if (!telling && !more) live.replaceChildren();
  telling = true;
  queueMicrotask(() => (telling = false));
  // What is told here and there is news once; what has happened twice is told twice.
  const told = new Set([...live.children].map((line) => line.textContent));
  for (const sentence of said) {
    if (told.has(`${sentence} `)) continue;
    const line = document.createElement("span");
    line.textContent = `${sentence} `;
    live.append(line);
  }
}

/**
 * All that was said in another language is over.
 * @param {import("./show.js").Show} show
 */
export function unsay(show) {
  show.choice.says = null;
  show.panel.refusal = "";
  show.news(null);
  show.tell(null);
  for (const live of document.querySelectorAll("[aria-live], [role=status]")) live.replaceChildren();
}
