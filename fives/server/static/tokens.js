/**
 * The token of a seat: it comes with a link, and is kept in this tab and on this device. Two people at one device have a
 * tab each, and a link of another seat does not cost the own one.
 * @module
 */

import { forget, keep, recall, tab } from "./prefs.js";

export class Tokens {
  /** @param {string} table */
  constructor(table) {
    this.name = `seat.${table}`;
  }

  /** The token of the link, else that of this tab, else what is kept from before. */
  get found() {
    return location.hash.slice(1) || this.kept;
  }

  get kept() {
    return tab.recall(this.name) ?? recall(this.name);
  }

  /**
   * A token has opened a seat. What the device keeps may be the seat of another tab, or of who followed a wrong link.
   * @param {string} token
   * @returns {boolean} whether it outlives the page
   */
  keep(token) {
    const here = tab.keep(this.name, token);
    const own = recall(this.name);
    return ((own === null || own === token) && keep(this.name, token)) || here;
  }

  /**
   * A token opens nothing (any more).
   * @param {string | null} token
   */
  forget(token) {
    if (token === null) return;
    if (tab.recall(this.name) === token) tab.forget(this.name);
    if (recall(this.name) === token) forget(this.name);
  }

  /** There is no table any more, so that no token opens a seat. */
  forgetAll() {
    tab.forget(this.name);
    forget(this.name);
  }

  /** The token of the link has opened a seat: it is kept, and leaves the address. @param {string | null} token */
  keepGiven(token) {
    const given = location.hash.slice(1);
    if (given && given === token && this.keep(given)) bareAddress();
  }

  /**
   * The token opens no seat: it leaves the address, too.
   * @param {string | null} token
   * @returns {string | null} what may open one: who followed a wrong link has the seat from before, if there was one
   */
  refused(token) {
    this.forget(token);
    if (location.hash) bareAddress();
    return this.kept;
  }
}

function bareAddress() {
  history.replaceState(null, "", location.pathname + location.search);
}
