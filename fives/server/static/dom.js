/**
 * Making elements, and keeping those that stay: a list drawn twice keeps its nodes, and focus with them.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";
/**
 * What a line of text does not end within: the name of a tile, a sum, the number of a round, a number and what it counts,
 * what is to be typed. Of a sum of many terms it is the end: with large letters all of it is longer than a line.
 */
const WHOLE = /\b[0-6]-[0-6]\b|\b\d[\d.]*(?: [+\u2212] \d[\d.]*){1,3} = \u2212?[\d.]*\d|fives --host [\d.]+|2인 1조|\bround \d+|第?\d+(?:\.\d+)?(?:ラウンド|라운드|[点枚回席秒個人])/g;

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} node
 * @param {Attributes} attributes null, undefined and false take an attribute away; true sets it empty
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attributes);
  fill(node, ...children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, attributes);
  fill(node, ...children);
  return node;
}

/**
 * Replace what an element holds.
 * @param {Element} node
 * @param {Child[]} children
 */
export function fill(node, ...children) {
  const shown = /** @type {(Node | string)[]} */ (children.filter((child) => child || child === ""));
  const lines = node instanceof HTMLElement && node.localName !== "option";
  node.replaceChildren(...(lines ? shown.map((child) => (typeof child === "string" ? flowing(child) : child)) : shown));
}

/**
 * A text that ends its lines only where it may: the same letters, to copy, to search and to hear.
 * @param {string} text
 * @returns {Node | string}
 */
function flowing(text) {
  const whole = text.match(WHOLE);
  if (!whole) return text;
  const line = document.createElement("span");
  text.split(WHOLE).forEach((rest, i) => {
    line.append(rest);
    if (i === whole.length) return;
    const kept = document.createElement("span");
    kept.className = "unbroken";
    kept.textContent = whole[i] ?? "";
    line.append(kept);
  });
  return line;
}

/**
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) fill(node, ...(text ? [text] : []));
}

/**
 * Make the children of `parent` those of `items`, in order; a child whose key stays is the same node as before.
 * @template T
 * @template {Element} N
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => N} make
 * @param {(node: N, item: T) => void} [renew] called for new and kept nodes
 * @returns {Map<string, N>} the nodes by key
 */
export function keyed(parent, items, keyOf, make, renew) {
  /** @type {Map<string, N>} */
  const before = new Map();
  for (const child of parent.children) before.set(child.getAttribute("data-key") ?? "", /** @type {N} */ (child));
  /** @type {Map<string, N>} */
  const now = new Map();
  for (const item of items) {
    const key = keyOf(item);
    let node = before.get(key);
    if (!node) {
      node = make(item);
      node.setAttribute("data-key", key);
    }
    renew?.(node, item);
    now.set(key, node);
  }
  for (const [key, node] of before) if (now.get(key) !== node) node.remove();
  /** @type {Element | null} */
  let at = parent.firstElementChild;
  for (const node of now.values()) {
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  return now;
}

/**
 * The element that must be in the page.
 * @template {Element} [N=HTMLElement]
 * @param {string} selector
 * @returns {N}
 */
export function the(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {N} */ (found);
}
