/**
 * The socket of a table: opens it, opens it again when it is lost, sends commands that must not be lost or done twice.
 * @module
 */

/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").ViewClass} ViewClass */
/** @typedef {Record<string, string | number> & {type: string, key: string}} Command */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const QUIET = 10_000;
const ANSWER = 6_000;
/** A page that counts each second and comes to the next one so late has stood still, as in a closed laptop. */
const COUNTED = 1_000;
const STOOD = 3_000;
/** What is not sent within a minute was meant for what the table was then. The others name the event they answer to. */
const STALE = 60_000;
const HASTY = new Set(["leave", "free", "fill", "begin", "delete"]);

/** A key that nobody else has, not even another tab of the same seat that is opened in the same moment. */
function freshRun() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
}

export class Net {
  /**
   * @param {string} table
   * @param {string | null} token
   * @param {{hello: () => {have: number, lang: string, view: ViewClass}, view: () => ViewClass, lost: () => void,
   *   heard: (message: Incoming, answered: Command | undefined) => void}} page
   */
  constructor(table, token, page) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/tables/${encodeURIComponent(table)}/ws`;
    this.table = table;
    this.token = token;
    this.page = page;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {command: Command, on: WebSocket | null, at: number}>} what is not answered, where it was sent */
    this.pending = new Map();
    /** @type {WebSocket | null} the line on which the table has told how it stands: what was kept has been sent there */
    this.told = null;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.watch = 0;
    this.count = 0;
    this.closed = false;
    /** Half of what a message to the server and back takes, in milliseconds. */
    this.lag = 0;
    this.run = freshRun();
    /** When the page counted last, by the clock that goes on while a device sleeps. */
    this.counted = Date.now();
    addEventListener("online", () => this.renew());
    addEventListener("offline", () => this.check());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.renew();
    });
    setInterval(() => this.pulse(), COUNTED);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.post({ type: "hello", token: this.token, ...this.page.hello() });
      this.post({ type: "ping", t: performance.now() });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.wait = FIRST_WAIT;
      this.listen(QUIET);
      // a frame is a message, or several that are ready at once
      for (const message of [JSON.parse(event.data)].flat()) this.hear(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
    this.listen(ANSWER);
  }

  /** @param {Incoming} message */
  hear(message) {
    const answered = "key" in message ? this.pending.get(message.key)?.command : undefined;
    if ("key" in message) this.pending.delete(message.key);
    if (message.type === "pong") this.measure(performance.now() - message.t);
    if (message.type === "state") this.resend();
    this.page.heard(message, answered);
  }

  /**
   * @param {object} message
   * @returns {WebSocket | null} where it was sent; null when there is no line
   */
  post(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return null;
    this.socket.send(JSON.stringify(message));
    return this.socket;
  }

  /**
   * Send a command; it is sent again after a reconnection until it is answered. A line that does not answer is none.
   * @param {string} type
   * @param {Record<string, string | number>} [facts]
   */
  command(type, facts = {}) {
    // the token of a seat is made of the key that took it, which must be in no other
    const command = { type, key: type === "sit" ? freshRun() : this.key(), ...facts };
    const on = this.told === this.socket ? this.post(command) : null; // not before what was kept
    this.pending.set(command.key, { command, on, at: Date.now() });
    if (on) this.listen(ANSWER);
  }

  /**
   * Whether a command of this type is not answered yet.
   * @param {string} type
   */
  waits(type) {
    return [...this.pending.values()].some(({ command }) => command.type === type);
  }

  /** What is not answered will not be: it failed. */
  drop() {
    this.pending.clear();
  }

  /**
   * Ask for something that changes nothing; nobody minds if it is lost.
   * @param {string} type
   * @param {Record<string, string | number>} [facts]
   * @returns {string} its key
   */
  ask(type, facts = {}) {
    const key = this.key();
    this.post({ type, key, ...facts });
    return key;
  }

  key() {
    return `${this.run}${(this.count++).toString(36)}`;
  }

  /** After a reconnection: what was not sent, or on the lost socket, is sent in its order, with its old key. */
  resend() {
    this.told = this.socket;
    for (const [key, waiting] of this.pending) {
      if (waiting.on === this.socket) continue;
      if (HASTY.has(waiting.command.type) && Date.now() - waiting.at > STALE) this.pending.delete(key);
      else waiting.on = this.post(waiting.command);
    }
  }

  /** Nobody there? Then open anew. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) this.again();
    else {
      this.post({ type: "ping", t: performance.now() });
      this.listen(ANSWER);
    }
  }

  /** What has come meanwhile may have lain there, and tells of a clock as it was then: ask how the table stands now. */
  renew() {
    this.check();
    this.look();
  }

  /** Ask for a whole state: in this shape of the wood, with what a turn has left now. */
  look() {
    this.post({ type: "look", view: this.page.view() });
  }

  /** Nothing tells a page that it stood still: it notices by counting. Of one that is hidden that is expected. */
  pulse() {
    const late = Date.now() - this.counted - COUNTED;
    this.counted = Date.now();
    if (late > STOOD && !document.hidden) this.look();
  }

  /** @param {number} took what a message there and back took, in milliseconds: longer than a line may, it has lain here */
  measure(took) {
    if (took <= ANSWER) this.lag = Math.max(0, took) / 2;
  }

  /** @param {number} ms within which something must be heard */
  listen(ms) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      if (ms === QUIET) this.check();
      else this.lose();
    }, ms);
  }

  lose() {
    clearTimeout(this.watch);
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.close();
    if (this.closed) return;
    this.page.lost();
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  again() {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  /** The table does not want this page: no more trying. */
  stop() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.socket?.close();
  }
}
