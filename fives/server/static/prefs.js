/**
 * What is kept on this device: choices of the menu, seats by table; and what in this tab alone. Works, for as long as the
 * page is open, where the browser refuses to keep anything.
 * @module
 */

class Kept {
  /** @param {() => Storage} storage which may not even be asked for */
  constructor(storage) {
    this.storage = storage;
    /** @type {Map<string, string>} */
    this.memory = new Map();
    /** @type {Set<string>} what could not be kept: what the storage has of it is older */
    this.refused = new Set();
  }

  /**
   * @param {string} name
   * @returns {string | null}
   */
  recall(name) {
    const held = this.memory.get(name) ?? null;
    if (this.refused.has(name)) return held;
    try {
      return this.storage().getItem(`fives.${name}`) ?? held;
    } catch {
      return held;
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   * @returns {boolean} whether it outlives the page
   */
  keep(name, value) {
    this.memory.set(name, value);
    try {
      this.storage().setItem(`fives.${name}`, value);
      this.refused.delete(name);
      return true;
    } catch {
      this.refused.add(name);
      return false;
    }
  }

  /** @param {string} name */
  forget(name) {
    this.memory.delete(name);
    try {
      this.storage().removeItem(`fives.${name}`);
      this.refused.delete(name);
    } catch {
      this.refused.add(name);
    }
  }
}

const device = new Kept(() => localStorage);
export const tab = new Kept(() => sessionStorage);
export const recall = device.recall.bind(device);
export const keep = device.keep.bind(device);
export const forget = device.forget.bind(device);

/** The choices of the menu: their values, the first is the one to begin with. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  tiles: ["classic", "contrast", "numerals"],
  sound: ["on", "off"],
  reactions: ["shown", "hidden"],
  pace: ["normal", "calm", "quick"],
});

/** @typedef {keyof typeof CHOICES} ChoiceName */

/**
 * @param {ChoiceName} name
 * @returns {string}
 */
export function choice(name) {
  const kept = recall(name);
  /** @type {readonly string[]} */
  const values = CHOICES[name];
  if (kept === null && name === "tiles" && matchMedia("(prefers-contrast: more)").matches) return "contrast"; // as is shown
  return kept !== null && values.includes(kept) ? kept : CHOICES[name][0];
}

/** Show the choices on the page. `early.js` does the same before the first paint. */
export function show() {
  const root = document.documentElement;
  const theme = choice("theme");
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const tiles = recall("tiles") === null ? null : choice("tiles");
  if (tiles === null) delete root.dataset.tiles;
  else root.dataset.tiles = tiles;
  /** @type {NodeListOf<HTMLMetaElement>} the colour of what the browser draws around the page, for each scheme */
  const colours = document.querySelectorAll("meta[data-scheme]");
  for (const meta of colours) {
    const { scheme } = meta.dataset;
    meta.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
  }
}

/**
 * @param {ChoiceName} name
 * @param {string} value
 */
export function choose(name, value) {
  keep(name, value);
  show();
}

/** How long motions take, against the normal. */
export function slowness() {
  return { calm: 1.5, normal: 1, quick: 0.6 }[choice("pace")] ?? 1;
}

/** Whether nothing may travel. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
