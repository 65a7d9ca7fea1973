/**
 * The page of a table: joins the socket, what is shown, and what people do.
 * @module
 */

import { isSoAlready } from "./already.js";
import { Announcer } from "./announce.js";
import { showClosed } from "./closed.js";
import { set, the } from "./dom.js";
import { Hints } from "./hint.js";
import { Menu } from "./menu.js";
import { finish, whenDone } from "./motion.js";
import { Net } from "./net.js";
import { learnLinks, nameRefused } from "./people.js";
import { Play } from "./play.js";
import { choice, choose, keep, recall, show as showPrefs } from "./prefs.js";
import { Reactions } from "./react.js";
import { Shape } from "./shape.js";
import { Show } from "./show.js";
import { wake } from "./sound.js";
import { Tokens } from "./tokens.js";
import { label, learn } from "./words.js";

/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").State} State */

const BACK_SHOWN = 2000;
const MISSED_SHOWN = 9000;
/** Some browsers ask first whether a file is to be kept, and read it only then. */
const KEPT_AS_FILE = 40_000;

showPrefs();
learn(JSON.parse(the("#words").textContent ?? "{}"));
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const tokens = new Tokens(table);
let language = new URLSearchParams(location.search).get("lang") ?? recall("lang") ?? document.documentElement.lang;
if (!["en", "ko", "ja"].includes(language)) language = "en";

const act = {
  next: () => command("ready"),
  rematch: () => command("rematch"),
  play: (/** @type {string} */ move) => play.play(move),
  sit: (/** @type {number} */ seat, /** @type {string} */ name) => {
    keep("name", name);
    net.command("sit", { seat, name });
  },
  fill: (/** @type {number} */ seat, level = "") => net.command("fill", { seat, level }),
  free: (/** @type {number} */ seat) => net.command("free", { seat }),
  begin: () => net.command("begin"),
  leave: () => net.command("leave"),
  back: () => net.command("back"),
  rename: (/** @type {string} */ name) => {
    keep("name", name);
    net.command("name", { name });
  },
  links: () => net.ask("link"),
  pending: (/** @type {string} */ type) => net.waits(type),
  people: () => {
    if (show.state) menu.open(show.state, true);
  },
};
const show = new Show(act, () => play.focus.home());
const play = new Play(show, (move) => command("move", { move }), () => hints.ask(true));
const hints = new Hints(play, (at) => net.ask("hint", { at }));
const menu = new Menu({
  language: (lang) => {
    language = lang;
    net.post({ type: "language", lang });
  },
  changed: () => show.soundButton(),
  record: () => {
    if (!net.waits("export")) net.command("export"); // it comes before the table is deleted, also when the line was lost
  },
  close: () => {
    closing = true;
    net.command("delete");
  },
  opened: () => show.news(show.line || null, true),
  home: () => play.focus.home(),
}, act, show.aside);
const announcer = new Announcer(show.strip);
const reactions = new Reactions((what) => net.ask("react", { what }));
const shape = new Shape(show, () => net.look());
let lost = false;
let closing = false;
/** Whether the line that is lost was cut since its token opens no seat, and what was said about it. */
let turnedAway = false;
let strange = "";
let backTimer = 0;
const net = new Net(table, tokens.found, {
  hello: () => ({ have: show.state?.number ?? 0, lang: language, view: shape.taken() }),
  view: () => shape.view,
  heard,
  lost: () => {
    hints.forget();
    clearTimeout(backTimer);
    if (turnedAway) {
      turnedAway = false; // the next line comes without the token, and is none that was lost
      return;
    }
    lost = true;
    show.table.classList.add("lost");
    show.news(label("reconnecting"));
  },
});

/**
 * The seat is not ours (any more): its token is forgotten. Without another from before we look on.
 * @param {string} text
 */
function refuseToken(text) {
  turnedAway = true;
  strange = text;
  net.token = tokens.refused(net.token);
  show.tell(text);
}

/** We have no seat (any more): what is kept of one opens nothing. */
function stood() {
  tokens.forget(net.token);
  net.token = null;
}

/**
 * @param {"move" | "ready" | "rematch"} type
 * @param {{move?: string}} [facts]
 */
function command(type, facts = {}) {
  if (show.state) net.command(type, { at: show.state.number, ...facts });
}

/**
 * @param {Incoming} message
 * @param {import("./net.js").Command} [answered]
 */
function heard(message, answered) {
  if (message.type === "state") take(message);
  else if (message.type === "refused") {
    closing = false;
    if (answered?.type === "name") nameRefused();
    if (hints.refused(message) || isSoAlready(message, answered)) return;
    play.refused(message.text, answered?.type === "move");
    show.refused(message.text);
  } else if (message.type === "hint") hints.take(message);
  else if (message.type === "error") failed(message.reason, message.text);
  else if (message.type === "scene") show.refold(message);
  else if (message.type === "clock") {
    show.lag = net.lag;
    show.clock(message);
  } else if (message.type === "next") show.ready(message);
  else if (message.type === "seated") {
    net.token = message.token;
    tokens.keep(message.token);
  } else if (message.type === "reaction") reactions.show(message, show.state);
  else if (message.type === "link") {
    learnLinks(message);
    show.renew();
    if (menu.dialog.open && show.state) menu.renew(show.state);
  } else if (message.type === "record") save(message.text);
}

/** @param {string} text the record of the match, as a file */
function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${table}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_AS_FILE);
}

/** @param {State} state */
function take(state) {
  finish();
  const had = document.activeElement;
  const mayGo = had?.closest(".panel, .strip") ?? null;
  const before = show.state?.number ?? 0;
  const same = show.state !== null && show.state.lang === state.lang && state.number >= before;
  if (state.words) learn(state.words);
  show.lag = net.lag;
  play.follow(state, before);
  const dropped = show.choice.sent === null ? play.dropped : null;
  play.settle();
  show.take(state, same && !document.hidden && state.number > before, dropped);
  announcer.take(state, before);
  if (mayGo && !(had?.isConnected && had.checkVisibility())) play.focus.home();
  else play.focus.again();
  const cut = lost;
  back();
  the("main").removeAttribute("aria-busy");
  if (menu.dialog.open && !same) menu.draw(state);
  else if (menu.dialog.open) menu.renew(state);
  reactions.offer(state);
  hints.offer(state);
  tellMissed(state, cut);
  if (state.you === null && state.coming === null) stood();
  else seated();
  whenDone(() => net.post({ type: "settled", at: state.number }));
}

let missed = { text: "", lang: "" };

/**
 * What was played for us while we were away is told once. What is added while we look on was heard when it was played.
 * @param {State} state
 * @param {boolean} cut whether the line had been lost
 */
function tellMissed({ missed: now, lang }, cut) {
  const [text, before] = [now?.text ?? "", missed.text];
  const known = !cut && before !== "" && (lang !== missed.lang || text.startsWith(before));
  if (text && text !== before) show.tell(text, MISSED_SHOWN, known);
  else if (!text && before && show.notice.text.textContent === before) show.tell(null);
  missed = { text, lang };
}

/** There is a seat for us: a refusal from before is no news any more. */
function seated() {
  tokens.keepGiven(net.token);
  if (strange && show.notice.text.textContent === strange) show.tell(null);
  strange = "";
}

/** The connection stands again. */
function back() {
  if (!lost) return;
  lost = false;
  hints.forget(); // what was asked when there was no line is not answered
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
    refuseToken(text);
    return;
  }
  if (reason === "closed" || reason === "table") {
    net.stop();
    if (reason === "closed") tokens.forgetAll();
    showClosed(closing ? label("closed_own") : text);
    return;
  }
  hints.forget();
  const all = reason === "rate" || reason === "store";
  if (all) net.drop();
  play.refused(text, all);
  show.refused(text);
}

// The buttons of the bar can be pressed from the first state on: no press is lost before it.
the(".menu-button").addEventListener("click", () => {
  if (show.state) menu.open(show.state);
});
the(".bar .sound").addEventListener("click", () => {
  choose("sound", choice("sound") === "off" ? "on" : "off");
  wake();
  show.soundButton();
});
addEventListener("pointerdown", wake, { capture: true });
addEventListener("pointerup", wake, { capture: true }); // of a finger this is the touch that lets sound start
addEventListener("keydown", wake, { capture: true });
// A link of a seat that is opened where its table is shown changes the fragment alone: it is followed as any other is.
addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});
set(the("main"), { "data-runs": true }); // see loading.js
