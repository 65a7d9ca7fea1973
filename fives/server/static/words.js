/**
 * The page's own labels, in the language of the state. The server sends them once; a table page starts with those of
 * its shell.
 * @module
 */

/** @type {Record<string, string>} */
let labels = {};

/** @param {Record<string, string>} found */
export function learn(found) {
  labels = found;
}

/**
 * A label by its key; `{n}` and other holes are filled.
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 * @returns {string}
 */
export function label(key, facts = {}) {
  const text = labels[key] ?? "";
  return text.replace(/\{(\w+)\}/g, (hole, name) => String(facts[name] ?? hole));
}

/**
 * What leads to the rules of the game that is played: a page beside this one, since the table goes on.
 * @param {import("./types.js").State} state
 */
export function rulesOf({ lang, rules }) {
  return { href: `/${lang}/rules/#${rules.id}`, target: "_blank", rel: "noopener" };
}
