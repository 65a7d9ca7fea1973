/**
 * Quick reactions, where more than one person sits: a small list behind a button, and what others send, beside their seat.
 * @module
 */

import { el, fill, set, the } from "./dom.js";
import { choice } from "./prefs.js";
import { tell } from "./strip.js";
import { icon } from "./tiles.js";
import { label } from "./words.js";

/** @typedef {import("./types.js").State} State */

const SHOWN = 3500;

export class Reactions {
  /** @param {(what: string) => void} send */
  constructor(send) {
    this.send = send;
    this.button = the(".bar .react");
    this.list = el("div", { class: "reactions", id: "reactions", popover: "auto" });
    set(this.button, { popovertarget: "reactions" });
    document.body.append(this.list);
  }

  /** @param {State} state */
  offer(state) {
    const people = state.seats.filter((seat) => seat.kind === "person").length;
    const may = state.you !== null && people > 1;
    set(this.button, { hidden: !may, "aria-label": label("react") });
    if (!this.button.firstChild) this.button.append(icon("react"));
    const drawn = `${state.lang} ${state.reactions.map(({ what }) => what)}`;
    if (this.list.dataset.drawn === drawn) return;
    this.list.dataset.drawn = drawn;
    fill(this.list, ...state.reactions.map(({ what, text }) => {
      const button = el("button", { type: "button", class: "btn" }, text);
      button.onclick = () => {
        this.send(what);
        this.list.hidePopover();
      };
      return button;
    }));
  }

  /**
   * @param {import("./types.js").Reaction} message
   * @param {State | null} state
   */
  show({ seat, text }, state) {
    const own = seat === state?.you;
    if (!own && choice("reactions") === "hidden") return;
    const place = document.querySelector(seat === (state?.you ?? 0) ? ".me" : `[data-seat="${seat}"]`);
    if (!place) return;
    place.querySelector(".said-now")?.remove();
    const bubble = el("span", { class: "said-now", "aria-hidden": "true" }, text);
    place.append(bubble);
    setTimeout(() => bubble.remove(), SHOWN);
    if (!own) tell(the(".strip"), [`${state?.seats[seat]?.name ?? ""}: ${text}`]);
  }
}
