/**
 * The menu: language, theme, tiles, sound, pace, the layout in words. What is chosen stays on this device.
 * @module
 */

import { Closing } from "./closing.js";
import { el, fill, say } from "./dom.js";
import { drawPeople } from "./people.js";
import { CHOICES, choice, choose, keep } from "./prefs.js";
import { OwnLink } from "./share.js";
import { wake } from "./sound.js";
import { rest, steady } from "./steady.js";
import { icon } from "./tiles.js";
import { label, rulesOf } from "./words.js";

/** @typedef {import("./prefs.js").ChoiceName} ChoiceName */
/** @typedef {import("./types.js").State} State */

const TONGUES = [["en", "English"], ["ko", "한국어"], ["ja", "日本語"]];
/** The labels of each choice, by its value. */
const NAMES = {
  theme: { system: "theme_system", light: "theme_light", dark: "theme_dark" },
  tiles: { classic: "pips_style", contrast: "contrast", numerals: "numerals" },
  sound: { on: "sound_on", off: "sound_off" },
  reactions: { shown: "reactions_shown", hidden: "reactions_hidden" },
  pace: { calm: "pace_calm", normal: "pace_normal", quick: "pace_quick" },
};
const TITLES = { theme: "theme", tiles: "tile_style", sound: "sound", reactions: "reactions", pace: "motion" };
/** @type {Record<ChoiceName, string[]>} */
const ORDER = { theme: ["system", "light", "dark"], tiles: ["classic", "contrast", "numerals"], sound: ["on", "off"], reactions: ["shown", "hidden"], pace: ["calm", "normal", "quick"] };

/**
 * The language is kept on this device, and the address names no other; where nothing can be kept, it names this one.
 * @param {string} lang
 */
function chooseLanguage(lang) {
  const url = new URL(location.href);
  if (keep("lang", lang)) url.searchParams.delete("lang");
  else url.searchParams.set("lang", lang);
  history.replaceState(null, "", url);
}

export class Menu {
  /**
   * @param {{language: (lang: string) => void, changed: (name: ChoiceName) => void, record: () => void, close: () => void,
   *   opened: () => void, home: () => void}} page `opened`: what is known already is to be said in the menu, too; `home`:
   *   what to do when nothing has the focus once the menu is closed
   * @param {import("./people.js").Acts} act
   * @param {import("./notice.js").Notice} notice what must be known while the menu is open
   */
  constructor(page, act, notice) {
    this.page = page;
    this.act = act;
    this.notice = notice;
    /** What screen readers hear while the menu is open: all else is inert then. */
    this.live = el("p", { class: "vh", "aria-live": "polite" });
    this.people = el("div", { class: "people-here" });
    this.ownLink = new OwnLink();
    this.closing = new Closing(page.record, page.close);
    this.twin = el("p");
    this.twinTitle = el("summary");
    this.inWords = el("details", {}, this.twinTitle, this.twin);
    this.lang = "";
    this.dialog = el("dialog", { class: "menu", "aria-labelledby": "menu-title" }, this.live);
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.dialog.addEventListener("close", () => this.closed());
    document.body.append(this.dialog);
  }

  /**
   * @param {State} state
   * @param {boolean} [people] whether to show who sits where first
   */
  open(state, people = false) {
    this.closing.forget();
    this.lang = "";
    this.draw(state);
    this.dialog.showModal();
    this.page.opened();
    if (!people) return;
    this.people.scrollIntoView();
    rest(this.dialog.querySelector(".people"));
  }

  closed() {
    this.ownLink.shut();
    this.notice.say(null);
    fill(this.live);
    const now = document.activeElement;
    // What was hidden keeps the focus until the next frame.
    if (!now || now === document.body || !now.checkVisibility()) this.page.home();
  }

  /**
   * All of it, in the language of the state; in the same language only what a new state changes.
   * @param {State} state
   */
  draw(state) {
    if (this.lang === state.lang) {
      this.renew(state);
      return;
    }
    this.lang = state.lang;
    const had = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
    const close = el("button", { type: "button", class: "btn bare", "aria-label": label("close") }, icon("close"));
    close.onclick = () => this.dialog.close();
    const names = /** @type {ChoiceName[]} */ (Object.keys(CHOICES));
    fill(this.dialog, this.live,
      el("header", {}, el("h2", { id: "menu-title" }, label("menu")), close, this.notice.root),
      el("div", { class: "body" },
        this.group("language", label("language"), TONGUES.map(([value, text]) => [value ?? "", text ?? ""]), state.lang, (lang) => {
          chooseLanguage(lang);
          this.page.language(lang);
        }),
        ...names.map((name) => this.choiceGroup(name)),
        this.inWords,
        this.people,
        this.ownLink.root,
        this.closing.root,
        el("p", { class: "keys" }, label("keys_help")),
        el("p", { class: "ways" }, el("a", { class: "btn", ...rulesOf(state) }, label("rules")),
          el("a", { class: "btn", href: `/${state.lang}/` }, label("home")))));
    this.renew(state);
    if (had) /** @type {HTMLInputElement | null} */ (this.dialog.querySelector(`input[name="${had.name}"][value="${had.value}"]`))?.focus();
  }

  /**
   * The layout in words, who sits where, and what a host may do, while the menu is open.
   * @param {State} state
   */
  renew(state) {
    steady(this.dialog, () => {
      say(this.twinTitle, label("layout_words"));
      say(this.twin, state.twin);
      drawPeople(this.people, state, this.act, state.stage !== "waiting");
      this.ownLink.draw(state, this.act.links);
      this.closing.draw(state);
    }, () => this.dialog.querySelector("h2"));
  }

  /** @param {ChoiceName} name */
  choiceGroup(name) {
    /** @type {Record<string, string>} */
    const keys = NAMES[name];
    return this.group(name, label(TITLES[name]), ORDER[name].map((value) => [value, label(keys[value] ?? "")]), choice(name), (value) => {
      choose(name, value);
      if (name === "sound") wake();
      this.page.changed(name);
    });
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {[string, string][]} values
   * @param {string} chosen
   * @param {(value: string) => void} pick
   */
  group(name, title, values, chosen, pick) {
    const seg = el("div", { class: "seg" }, ...values.map(([value, text]) => {
      const input = el("input", { type: "radio", name: `menu-${name}`, value, checked: value === chosen });
      input.onchange = () => pick(value);
      return el("label", name === "language" ? { lang: value } : {}, input, text);
    }));
    return el("fieldset", {}, el("legend", {}, title), seg);
  }
}
