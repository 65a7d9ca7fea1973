/**
 * The keyboard does not lose its place when a part of the page is drawn again: the focus stays on its control, or goes
 * to what is nearest to it.
 * @module
 */

/**
 * Draw, and see that the focus, if it was at or within `root`, is not lost with what had it: then it goes to the row that the
 * control stood in, else to what `last` finds.
 * @param {Element} root
 * @param {() => void} draw
 * @param {() => HTMLElement | null | undefined} last
 */
export function steady(root, draw, last) {
  const had = document.activeElement;
  const held = had instanceof HTMLElement && root.contains(had) ? had : null;
  const row = held?.closest("li");
  draw();
  const now = document.activeElement;
  if (!held || (now !== held && now !== document.body && now !== null)) return;
  // What was hidden keeps the focus until the next frame.
  if (held.isConnected && held.checkVisibility()) held.focus();
  else rest(row?.isConnected && row.checkVisibility() ? row : last());
}

/**
 * Give the focus to what is no control, for as long as it stays there.
 * @param {HTMLElement | null | undefined} node
 */
export function rest(node) {
  if (!node) return;
  if (!node.hasAttribute("tabindex") && node.tabIndex < 0) {
    node.tabIndex = -1;
    node.addEventListener("blur", () => node.removeAttribute("tabindex"), { once: true });
  }
  node.focus();
}
