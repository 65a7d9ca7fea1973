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
/** How far a bubble above or below its seat lies over it, and how near it comes to the edge of the window, in px. */
const OVER = 1;
const EDGE = 4;

/**
 * Put a bubble at the side of its seat that looks towards the wood, all of it inside the window and over none that was
 * said before.
 * @param {HTMLElement} bubble
 * @param {Element} place
 */
function put(bubble, place) {
  set(bubble, { hidden: !place.checkVisibility({ visibilityProperty: true }) });
  if (bubble.hidden) return;
  const [seat, wood] = [place.getBoundingClientRect(), the(".stage").getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = bubble;
  let x = (seat.left + seat.right - width) / 2;
  let y = (seat.top + seat.bottom - height) / 2;
  if (seat.right <= wood.left) x = seat.right;
  else if (seat.left >= wood.right) x = seat.left - width;
  else y = seat.top >= wood.bottom ? seat.top + OVER - height : seat.bottom - OVER;
  const { clientWidth, clientHeight } = document.documentElement;
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(EDGE, Math.min(at, most - EDGE));
  x = within(x, clientWidth - width);
  for (const other of document.querySelectorAll(".said-now")) {
    if (other === bubble) break;
    const said = other.getBoundingClientRect();
    if (x < said.right && said.left < x + width && y < said.bottom && said.top < y + height) y = said.bottom + 2;
  }
  bubble.style.left = `${x}px`;
  bubble.style.top = `${within(y, clientHeight - height)}px`;
}

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
    document.querySelector(`.said-now[data-by="${seat}"]`)?.remove();
    const bubble = el("span", { class: "said-now", "data-by": seat, "aria-hidden": "true" }, text);
    // Not in the seat: it would be cut with what can be scrolled there.
    the(".at-table").append(bubble);
    const follow = () => {
      if (!bubble.isConnected) return;
      put(bubble, place);
      requestAnimationFrame(follow);
    };
    follow();
    setTimeout(() => bubble.remove(), SHOWN);
    if (!own) tell(the(".strip"), [`${state?.seats[seat]?.name ?? ""}: ${text}`]);
  }
}
