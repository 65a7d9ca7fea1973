/**
 * A press is one: until it is answered its button is shown as pressed, and does nothing more. It keeps the focus, which
 * a button that is `disabled` would lose.
 * @module
 */

import { set } from "./dom.js";

/**
 * Show a button as pressed, or free again.
 * @param {HTMLElement} button
 * @param {boolean} waits whether its press is not answered yet
 */
export function pressed(button, waits) {
  set(button, { "aria-disabled": waits && "true" });
}

/** @param {HTMLElement} button */
export function isPressed(button) {
  return button.getAttribute("aria-disabled") === "true";
}

/**
 * What a button does when it is clicked.
 * @param {HTMLElement} button
 * @param {() => void} task sends the command
 */
export function once(button, task) {
  if (isPressed(button)) return;
  pressed(button, true);
  task();
}
