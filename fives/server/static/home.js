/**
 * The first page, made a little quicker: the button names the game, and name, game, seats and bots are remembered on
 * this device. Without it the form works just as well.
 * @module
 */

import { keep, recall, show } from "./prefs.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.start"));
const button = /** @type {HTMLElement} */ (form.querySelector(".go .btn"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
const REMEMBERED = ["rules", "seats", "bots"];

show();
keep("lang", document.documentElement.lang);
name.value ||= recall("name") ?? "";
for (const field of REMEMBERED) {
  const kept = recall(field);
  for (const input of inputs(field)) if (input.value === kept) input.checked = true;
}
tell();
form.addEventListener("change", tell);
form.addEventListener("submit", () => {
  keep("name", name.value.trim());
  for (const field of REMEMBERED) {
    const chosen = inputs(field).find((input) => input.checked);
    if (chosen) keep(field, chosen.value);
  }
});

/**
 * @param {string} field
 * @returns {HTMLInputElement[]}
 */
function inputs(field) {
  return [...form.querySelectorAll("input")].filter((input) => input.name === field);
}

function tell() {
  const chosen = inputs("rules").find((input) => input.checked);
  if (chosen?.dataset.start) button.textContent = chosen.dataset.start;
}
