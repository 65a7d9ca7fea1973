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

/** A start of keys that no other page has, not even another tab of the same seat that is opened in the same moment. */
function freshRun() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
}

export class Net {
  /**
   * @param {string} table
   * @param {string | null} token
   * @param {{hello: () => {have: number, lang: string, view: ViewClass}, heard: (message: Incoming) => void,
   *   lost: () => void}} page
   */
  constructor(table, token, page) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/tables/${encodeURIComponent(table)}/ws`;
    this.table = table;
    this.token = token;
    this.page = page;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {command: Command, on: WebSocket | null}>} what is not answered, and where it was sent */
    this.pending = new Map();
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.watch = 0;
    this.count = 0;
    this.closed = false;
    /** Half of what a message to the server and back takes, in milliseconds. */
    this.lag = 0;
    this.run = freshRun();
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.check());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.check();
    });
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
    if ("key" in message) this.pending.delete(message.key);
    if (message.type === "pong") this.lag = Math.max(0, performance.now() - message.t) / 2;
    if (message.type === "state") this.resend();
    this.page.heard(message);
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
    const command = { type, key: this.key(), ...facts };
    const on = this.post(command);
    this.pending.set(command.key, { command, on });
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
    for (const waiting of this.pending.values()) if (waiting.on !== this.socket) waiting.on = this.post(waiting.command);
  }

  /** Nobody there? Then open anew. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) this.again();
    else {
      this.post({ type: "ping", t: performance.now() });
      this.listen(ANSWER);
    }
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
