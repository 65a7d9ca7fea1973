/**
 * What the first page folds away: what a host may vary, the clock, the pace of the bots. Here it is told what is usual in
 * the chosen game, what does not apply cannot be chosen, and what was chosen is remembered on this device; a target by
 * its game. Without it the same fields work, with "as usual" for what is usual.
 * @module
 */

import { set, the } from "./dom.js";
import { keep, recall } from "./prefs.js";

const KEPT = ["first_leader", "pace", "clock", "bank"];
const FRIENDS_CLOCK = "15";
const NO_CLOCK = "0";

export class Options {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.fold = /** @type {HTMLDetailsElement} */ (the(".more"));
    this.usual = the(".usual");
    this.target = /** @type {HTMLInputElement} */ (this.field("target"));
    this.partners = /** @type {HTMLInputElement} */ (this.field("partners"));
    /** @type {Map<string, string>} what stands at each game as its target; empty: the usual one */
    this.targets = new Map(this.games().map((game) => [game.value, recall(`start.target.${game.value}`) ?? ""]));
    const game = this.game();
    if (game && this.target.value) this.targets.set(game, this.target.value);
    for (const name of KEPT) this.choose(name, recall(`start.${name}`) ?? this.value(name));
    if (recall("start.partners") !== null) this.partners.checked = recall("start.partners") === "on";
    this.target.addEventListener("input", () => {
      this.targets.set(this.game(), this.target.value);
      this.tell();
    });
    this.usual.addEventListener("click", () => this.reset());
    // A field that is folded away cannot say what is wrong with it.
    form.addEventListener("invalid", () => { this.fold.open = true; }, true);
    this.tell();
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement | HTMLSelectElement | RadioNodeList} */ (this.form.elements.namedItem(name));
  }

  /** @param {string} name */
  value(name) {
    return this.field(name).value;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    const field = this.field(name);
    const all = field instanceof HTMLSelectElement ? [...field.options] : [...(field instanceof RadioNodeList ? field : [field])];
    const wanted = all.find((one) => "value" in one && one.value === value);
    if (wanted instanceof HTMLOptionElement) wanted.selected = true;
    else if (wanted instanceof HTMLInputElement) wanted.checked = true;
  }

  /** @returns {HTMLInputElement[]} */
  games() {
    return [...this.form.querySelectorAll("input")].filter((input) => input.name === "rules");
  }

  game() {
    return this.value("rules");
  }

  /** Say what is usual now, and leave out what does not apply. */
  tell() {
    const game = this.games().find((input) => input.checked);
    if (!game) return;
    const seats = Number(this.value("seats"));
    const friends = this.value("seat1") === "open";
    this.target.value = this.targets.get(game.value) ?? "";
    this.target.placeholder = targetsOf(game)[seats - 2] ?? "";
    this.goals();
    this.same("first_leader", game.dataset.leader ?? "");
    this.same("clock", friends ? FRIENDS_CLOCK : NO_CLOCK);
    const clock = this.value("clock") || (friends ? FRIENDS_CLOCK : NO_CLOCK);
    set(/** @type {Element} */ (this.field("bank")), { disabled: clock === NO_CLOCK });
    set(this.partners, { disabled: !("pairs" in game.dataset && seats === 4) });
    const chosen = this.chosen();
    the(".more .chosen").textContent = chosen.join(" · ");
    set(this.usual, { hidden: chosen.length === 0 });
  }

  /** The number to win at each game is the one that will be played to. */
  goals() {
    const { min, max } = this.target;
    for (const game of this.games()) {
      const own = Number(this.targets.get(game.value));
      const valid = Number.isInteger(own) && own >= Number(min) && own <= Number(max);
      const usual = targetsOf(game);
      game.closest("label")?.querySelectorAll(".goal b").forEach((goal, index) => {
        const text = valid ? String(own) : usual[index] ?? "";
        if (goal.textContent !== text) goal.textContent = text;
      });
    }
  }

  /**
   * The usual value is there once, in its own words.
   * @param {string} name
   * @param {string} usual
   */
  same(name, usual) {
    const all = [...this.form.querySelectorAll(`[name="${name}"]`)].flatMap((one) => (one instanceof HTMLSelectElement ? [...one.options] : [one]));
    const inputs = /** @type {(HTMLInputElement | HTMLOptionElement)[]} */ (all);
    if (this.value(name) === usual) this.choose(name, "");
    const plain = inputs.find((input) => input.value === "");
    for (const input of inputs) {
      const shown = input instanceof HTMLOptionElement ? input : input.parentElement;
      const twin = input.value === usual;
      if (shown) set(shown, { hidden: twin });
      set(input, { disabled: twin });
      if (twin && plain) words(plain).textContent = words(input).textContent;
    }
  }

  /** @returns {string[]} what is not as usual, in words */
  chosen() {
    const words = [];
    if (this.target.value) words.push(this.titled(this.target, this.target.value));
    for (const input of this.form.querySelectorAll("input")) {
      if (input.name === "first_leader" && input.checked && input.value) words.push(textOf(input));
    }
    if (this.partners.checked && !this.partners.disabled) words.push(textOf(this.partners));
    for (const name of ["clock", "bank", "pace"]) {
      const list = /** @type {HTMLSelectElement} */ (this.field(name));
      const at = list.selectedOptions[0];
      if (at && at.value && !list.disabled && !(name === "bank" && at.value === "0")) words.push(this.titled(list, at.text));
    }
    return words;
  }

  /**
   * @param {HTMLInputElement | HTMLSelectElement} field
   * @param {string} value
   */
  titled(field, value) {
    return (this.fold.dataset.titled ?? "").replace("{title}", titleOf(field)).replace("{value}", value);
  }

  reset() {
    this.targets.set(this.game(), "");
    for (const name of ["first_leader", "pace", "clock"]) this.choose(name, "");
    this.choose("bank", "0");
    this.partners.checked = false;
    this.tell();
    this.target.focus();
  }

  keep() {
    for (const [game, target] of this.targets) keep(`start.target.${game}`, target);
    for (const name of KEPT) keep(`start.${name}`, this.value(name));
    keep("start.partners", this.partners.checked ? "on" : "");
  }
}

/** @param {HTMLElement} game */
function targetsOf(game) {
  return game.dataset.targets?.split(" ") ?? [];
}

/** @param {HTMLInputElement | HTMLOptionElement} input */
function words(input) {
  return input instanceof HTMLOptionElement ? input : input.nextElementSibling ?? input;
}

/** @param {HTMLInputElement} input */
function textOf(input) {
  return input.nextElementSibling?.firstChild?.textContent ?? "";
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function titleOf(field) {
  return field.labels?.[0]?.textContent ?? "";
}
