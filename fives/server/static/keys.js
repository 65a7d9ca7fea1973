/**
 * The keyboard: 1 to 9 choose a tile, arrows go on, Enter plays (the browser presses the button), Esc lets go, H asks for
 * a hint.
 * @module
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {{number: (nth: number) => void, arrow: (dx: number, dy: number) => boolean, escape: () => boolean,
 *   hint: () => boolean, press: (target: Element) => boolean}} page arrow, escape, hint, press: whether the key was used
 */
export function keys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("dialog, input, select, textarea, summary")) return;
    // One long press chooses a tile, and the focus goes to its place: what the key repeats was not meant for that.
    if (event.repeat && (event.key === "Enter" || event.key === " ") && target.closest("[data-tile], [data-move]")) {
      event.preventDefault();
      return;
    }
    const arrow = ARROWS[event.key];
    let used = false;
    if (/^[1-9]$/.test(event.key)) {
      page.number(Number(event.key));
      used = true;
    } else if (arrow) used = page.arrow(...arrow);
    else if (event.key === "Escape") used = page.escape();
    // Under a Korean or Japanese keyboard the key says another letter, or none.
    else if (event.key.toLowerCase() === "h" || (event.code === "KeyH" && !/^[a-z]$/i.test(event.key))) used = page.hint();
    else if (event.key === "Enter" || event.key === " ") used = page.press(target);
    if (used) event.preventDefault();
  });
}
