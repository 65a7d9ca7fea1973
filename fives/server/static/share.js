/**
 * The links of a table, to copy or to photograph: the one to share, and the one of the own seat, which is a secret.
 * @module
 */

import { el, fill, say, set, svg } from "./dom.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Code} Code */
/** @typedef {import("./types.js").Links} Links */

const SAID = 5000;
/** The names of a machine that only it knows. */
const HERE = /^(localhost|127\..*|\[::1\])$/;

/** @type {Links | null} */
let links = null;
/** Whose links these are: a seat, null for who looks on, undefined while it is not known. @type {number | null | undefined} */
let owner;
/** @type {{key: string, seat: number | null, state: State} | null} */
let asked = null;

/** @param {State} state */
function seatOf(state) {
  return state.you ?? state.coming;
}

/**
 * Ask for the links, once for each seat; again with the next state if no answer has come.
 * @param {State} state
 * @param {() => string} ask its answer is the key of the question
 */
export function wantLinks(state, ask) {
  const seat = seatOf(state);
  if (owner === seat || (asked?.seat === seat && asked.state === state)) return;
  asked = { key: ask(), seat, state };
}

/** @param {Links} found */
export function learnLinks(found) {
  links = found;
  // An answer to an older question may be of a seat that was left meanwhile.
  owner = found.key === asked?.key ? asked.seat : undefined;
}

/** A link with its button and its code. */
class Block {
  /**
   * @param {string} id
   * @param {string} title the key of its label
   * @param {string} hint the key of the sentence under it
   */
  constructor(id, title, hint) {
    this.words = { title, hint };
    this.timer = 0;
    this.path = svg("path");
    this.picture = svg("svg", { class: "qr", role: "img" }, this.path);
    this.title = el("label", { for: id });
    this.link = el("input", { type: "text", id, readonly: true, "aria-describedby": `${id}-hint` });
    this.copy = el("button", { type: "button", class: "btn" });
    this.copy.onclick = () => this.copied();
    this.hint = el("p", { id: `${id}-hint`, class: "hint" });
    this.said = el("p", { class: "said", role: "status" });
    this.root = el("div", { class: "share" }, this.picture,
      el("div", { class: "link" }, this.title, el("div", { class: "row" }, this.link, this.copy), this.hint, this.said));
  }

  /**
   * @param {string} url
   * @param {Code | null} code
   */
  draw(url, code) {
    const title = label(this.words.title);
    say(this.title, title);
    say(this.hint, label(this.words.hint));
    say(this.copy, label("copy"));
    set(this.copy, { "aria-label": label("titled", { title: label("copy"), value: title }) });
    set(this.picture, { hidden: !code, "aria-label": title, viewBox: code && `0 0 ${code.size} ${code.size}` });
    set(this.path, { d: code?.qr });
    if (this.link.value !== url) this.link.value = url;
  }

  async copied() {
    clearTimeout(this.timer);
    fill(this.said);
    try {
      await navigator.clipboard.writeText(this.link.value);
      fill(this.said, label("copied"));
      this.timer = setTimeout(() => fill(this.said), SAID);
    } catch {
      this.link.select();
      fill(this.said, label("copy_failed"));
    }
  }
}

/** The address of the table without a seat. */
export class Share {
  constructor() {
    this.block = new Block("share", "share_link", "share_hint");
    this.root = this.block.root;
  }

  draw() {
    this.block.words.hint = HERE.test(location.hostname) ? "share_here" : "share_hint";
    this.block.draw(links?.share.url ?? location.origin + location.pathname, links?.share ?? null);
  }
}

/** The address of the own seat. It stands in the page only while it is asked for. */
export class OwnLink {
  constructor() {
    this.block = new Block("own-link", "own_address", "own_hint");
    this.title = el("summary");
    this.root = el("details", { class: "own-link", hidden: true }, this.title);
    this.root.ontoggle = () => this.show();
  }

  /**
   * @param {State} state
   * @param {() => string} ask
   */
  draw(state, ask) {
    wantLinks(state, ask);
    const seat = seatOf(state);
    const known = links !== null && seat !== null && owner === seat && links.url !== links.share.url;
    say(this.title, label("own_link"));
    set(this.root, { hidden: !known });
    if (!known) this.shut();
    this.show();
  }

  shut() {
    this.root.open = false;
  }

  show() {
    const { block, root } = this;
    if (!root.open || !links) {
      block.root.remove();
      block.draw("", null);
    } else {
      block.draw(links.url, links);
      if (!block.root.isConnected) root.append(block.root);
    }
  }
}
