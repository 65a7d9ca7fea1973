/**
 * The end of a table: in place of it the page says in a sentence that it is closed, and shows the way home.
 * @module
 */

import { el, set, the } from "./dom.js";
import { entitle } from "./title.js";
import { label } from "./words.js";

/** @param {string} text why there is no table any more */
export function showClosed(text) {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  for (const popover of document.querySelectorAll(":popover-open")) /** @type {HTMLElement} */ (popover).hidePopover();
  document.querySelector(".closed")?.remove();
  // The table stays in the document, out of sight: what still moves there finds its way.
  set(the(".at-table"), { hidden: true });
  const title = el("h1", { tabindex: -1 }, text);
  const home = el("a", { class: "btn main", href: `/${document.documentElement.lang}/` }, label("home"));
  document.body.append(el("div", { class: "closed" },
    el("header", { class: "mast" }, the(".at-table a.brand").cloneNode(true)),
    el("main", { class: "note" }, title, el("p", {}, home))));
  entitle(text);
  title.focus();
}
