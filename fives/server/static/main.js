/**
 * The page of a table: joins the socket, what is shown, and what people do.
 * @module
 */

import { the } from "./dom.js";
import { Menu } from "./menu.js";
import { finish, whenDone } from "./motion.js";
import { Net } from "./net.js";
import { Play } from "./play.js";
import { choice, choose, keep, recall, show as showPrefs } from "./prefs.js";
import { Show } from "./show.js";
import { wake } from "./sound.js";
import { label, learn } from "./words.js";

/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").ViewClass} ViewClass */

const BACK_SHOWN = 2000;
const TALL = 0.97;
const WIDE = 1.42;

showPrefs();
learn(JSON.parse(the("#words").textContent ?? "{}"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let language = new URLSearchParams(location.search).get("lang") ?? recall("lang") ?? document.documentElement.lang;
if (!["en", "ko", "ja"].includes(language)) language = "en";

const show = new Show({
  next: () => command("ready"),
  rematch: () => command("rematch"),
  play: (move) => play.play(move),
});
const play = new Play(show, (move) => net.command("move", show.state?.number ?? 0, move));
const menu = new Menu({
  language: (lang) => {
    language = lang;
    net.post({ type: "language", lang });
  },
  changed: () => show.soundButton(),
});
/** @type {ViewClass} */
let view = viewClass();
let lost = false;
let backTimer = 0;
const net = new Net(table, ownToken(), {
  hello: () => ({ have: show.state?.number ?? 0, lang: language, view: (view = viewClass()) }),
  heard,
  lost: () => {
    lost = true;
    clearTimeout(backTimer);
    show.table.classList.add("lost");
    show.news(label("reconnecting"));
  },
});

/**
 * The token of this seat: from the link, or kept here from before. It leaves the address as soon as it is kept.
 * @returns {string | null}
 */
function ownToken() {
  const given = location.hash.slice(1);
  if (!given) return recall(`seat.${table}`);
  if (keep(`seat.${table}`, given)) history.replaceState(null, "", location.pathname + location.search);
  return given;
}

/** @returns {ViewClass} the shape of the wood */
function viewClass() {
  const { clientWidth, clientHeight } = show.layout.picture;
  const shape = clientWidth / (clientHeight || 1);
  return shape < TALL ? "tall" : shape < WIDE ? "square" : "wide";
}

/** @param {"ready" | "rematch"} type */
function command(type) {
  if (show.state) net.command(type, show.state.number);
}

/** @param {Incoming} message */
function heard(message) {
  if (message.type === "state") take(message);
  else if (message.type === "refused") play.refused(message.text);
  else if (message.type === "error") failed(message.reason, message.text);
}

/** @param {State} state */
function take(state) {
  finish();
  const before = show.state?.number ?? 0;
  const same = show.state !== null && show.state.lang === state.lang && state.number >= before;
  if (state.words) learn(state.words);
  play.follow(state, before);
  const dropped = play.dropped;
  play.settle();
  show.take(state, same && !document.hidden && state.number > before, dropped);
  show.announce(state, before);
  play.focus.again();
  back();
  the("main").removeAttribute("aria-busy");
  if (menu.dialog.open && !same) menu.draw(state);
  whenDone(() => net.post({ type: "settled", at: state.number }));
}

/** The connection stands again. */
function back() {
  if (!lost) return;
  lost = false;
  show.table.classList.remove("lost");
  show.news(show.state ? label("back_again") : null);
  backTimer = setTimeout(() => show.news(null), BACK_SHOWN);
}

/**
 * @param {string} reason
 * @param {string} text
 */
function failed(reason, text) {
  if (reason === "token") {
    // The seat is not ours (any more): look on without one.
    net.token = null;
    show.news(text);
    return;
  }
  play.says(text);
  show.renew();
}

let timer = 0;
new ResizeObserver(() => {
  show.resized();
  clearTimeout(timer);
  timer = setTimeout(() => {
    const now = viewClass();
    if (now === view) return;
    view = now;
    net.post({ type: "look", view });
  }, 200);
}).observe(show.layout.picture);

the(".menu-button").addEventListener("click", () => {
  if (show.state) menu.open(show.state);
});
the(".bar .sound").addEventListener("click", () => {
  choose("sound", choice("sound") === "off" ? "on" : "off");
  wake();
  show.soundButton();
});
addEventListener("pointerdown", wake, { capture: true });
addEventListener("keydown", wake, { capture: true });
