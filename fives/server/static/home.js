/**
 * The first page, made a little quicker: the button names the game, what was chosen is remembered on this device, and
 * the open tables are listed. Without it the form works just as well.
 * @module
 */

import { el, fill, set, the } from "./dom.js";
import { Options } from "./options.js";
import { keep, recall, show } from "./prefs.js";
import { token } from "./tiles.js";

/** @typedef {{table: string, url: string, rules: string, text: string, seats: number, free: number, people: number, host: string, clock: number, waiting: boolean}} OpenTable */

const form = /** @type {HTMLFormElement} */ (the("form.start"));
const button = the(".go .btn");
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
const bots = /** @type {HTMLSelectElement} */ (form.elements.namedItem("bots"));
const section = the(".open");
const REMEMBERED = ["rules", "seats", "seat1"];
const AGAIN = 10_000;
const MARKS = ["round", "square", "hexagon", "diamond"];
/** The tables that are listed. A list that says the same stays as it is, since somebody may be pressing on it. */
let listed = "";

show();
// Where the address names no language, the browser's own is shown, and nobody has chosen it.
if (location.pathname !== "/") keep("lang", document.documentElement.lang);
name.value ||= recall("name") ?? "";
for (const option of bots.options) if (option.value === recall("bots")) bots.value = option.value;
for (const field of REMEMBERED) {
  const kept = recall(field);
  for (const input of inputs(field)) if (input.value === kept) input.checked = true;
}
const options = new Options(form);
tell();
form.addEventListener("change", () => {
  tell();
  options.tell();
});
form.addEventListener("submit", () => {
  keep("name", name.value.trim());
  keep("bots", bots.value);
  for (const field of REMEMBERED) keep(field, chosen(field)?.value ?? "");
  options.keep();
  for (const extra of form.querySelectorAll("input[data-extra]")) extra.remove();
  // Friends take all the other seats, not only the next one.
  if (chosen("seat1")?.value === "open") {
    for (const seat of ["seat2", "seat3"]) form.append(el("input", { type: "hidden", name: seat, value: "open", "data-extra": true }));
  }
});
list();

/**
 * @param {string} field
 * @returns {HTMLInputElement[]}
 */
function inputs(field) {
  return [...form.querySelectorAll("input")].filter((input) => input.name === field);
}

/** @param {string} field */
function chosen(field) {
  return inputs(field).find((input) => input.checked);
}

function tell() {
  const start = chosen("rules")?.dataset.start;
  if (start) button.textContent = start;
}

/** The open tables, again and again while somebody looks. */
async function list() {
  try {
    if (!document.hidden) draw((await (await fetch("/lobby.json")).json()).tables);
  } catch {
    // No answer: what is listed stays, and the next one may come.
  }
  setTimeout(list, AGAIN);
}

/** @param {OpenTable[]} tables */
function draw(tables) {
  const now = JSON.stringify(tables);
  if (listed === now) return;
  set(section, { hidden: false });
  set(the(".open .none"), { hidden: tables.length > 0 });
  /** @type {Record<string, string>} */
  const games = JSON.parse(section.dataset.games ?? "{}");
  const had = document.activeElement?.getAttribute("href");
  const game = (/** @type {OpenTable} */ { rules, text }) => {
    const name = games[rules] ?? rules;
    return text === rules ? name : (section.dataset.varied ?? "").replace("{game}", name);
  };
  const clock = (/** @type {OpenTable} */ { clock: seconds }) => (seconds ? section.dataset.seconds : section.dataset.unlimited)?.replace("{n}", String(seconds)) ?? "";
  fill(the(".open ul"), ...tables.map((table) => {
    const seats = Array.from({ length: table.seats }, (_, seat) => token(MARKS[seat] ?? "round", "", { size: 26, open: seat >= table.seats - table.free }));
    return el("li", {}, el("span", { class: "toks", "aria-hidden": "true" }, ...seats),
      el("span", { class: "what" }, el("b", {}, table.host), el("small", {}, `${game(table)}, ${table.seats - table.free}/${table.seats} · ${clock(table)}`)),
      el("a", { class: "btn", href: table.url }, section.dataset.join ?? ""));
  }));
  if (had) /** @type {HTMLElement | null} */ (document.querySelector(`.open a[href="${had}"]`))?.focus();
  listed = now;
}
