/**
 * What a tab tells of the table while another is looked at: its title, and an icon with a disc when it is your turn.
 * @module
 */

import { set, the } from "./dom.js";

/**
 * @param {string} text
 * @param {boolean} [yours] whether it is your turn
 */
export function entitle(text, yours = false) {
  document.title = `${text} - fives`;
  const link = the("link[rel=icon]");
  set(link, { href: (link.getAttribute("href") ?? "").replace(/[^/]*$/, yours ? "icon-turn.svg" : "icon.svg") });
}
