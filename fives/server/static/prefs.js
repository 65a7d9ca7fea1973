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
  }

  /**
   * @param {string} name
   * @returns {string | null}
   */
  recall(name) {
    const held = this.memory.get(name) ?? null;
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
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} name */
  forget(name) {
    this.memory.delete(name);
    try {
      this.storage().removeItem(`fives.${name}`);
    } catch {
      // It was not kept.
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
