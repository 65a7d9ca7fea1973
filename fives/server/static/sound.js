/**
 * Wood on wood, made here: bursts of filtered noise with a short body. Every sound has something to see; one switch.
 * @module
 */

import { choice } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Sound may only start after a touch or a key; call this from one. */
export function wake() {
  if (choice("sound") === "off" || typeof AudioContext === "undefined") return;
  if (!context) {
    context = new AudioContext();
    noise = context.createBuffer(1, context.sampleRate * 0.2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  // Not only "suspended": after a call or a lock there are browsers that name another state.
  if (context.state !== "running" && context.state !== "closed") context.resume().catch(() => undefined);
}

/**
 * One knock.
 * @param {{pitch: number, length?: number, loud?: number, delay?: number, dry?: number}} how pitch in Hz, times in seconds
 */
function knock({ pitch, length = 0.07, loud = 0.2, delay = 0, dry = 1 }) {
  if (!context || !noise || context.state !== "running" || choice("sound") === "off" || document.hidden) return;
  const start = context.currentTime + delay;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  const body = context.createOscillator();
  body.frequency.setValueAtTime(pitch * 1.3, start);
  body.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
  body.connect(gain);
  const click = context.createBufferSource();
  click.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 5;
  filter.Q.value = 1.2;
  const share = context.createGain();
  share.gain.value = dry;
  click.connect(filter).connect(share).connect(gain);
  body.start(start);
  body.stop(start + length);
  click.start(start, 0, length);
}

/** How many milliseconds the turn is felt. */
const FELT = 40;
const TAKES = [310, 335, 362];

/** @param {boolean} double a tile that lands; doubles a little lower */
export function land(double) {
  const take = TAKES[Math.floor(Math.random() * TAKES.length)] ?? 335;
  knock({ pitch: take * (double ? 0.84 : 1), loud: 0.22, dry: 1.6 });
}

/** Points: two quick knocks. */
export function points() {
  knock({ pitch: 520, length: 0.05, loud: 0.12 });
  knock({ pitch: 610, length: 0.06, loud: 0.14, delay: 0.09 });
}

/** Your turn: a soft rap on the table, which can be felt too. A browser complains of that before a touch or a key. */
export function turn() {
  knock({ pitch: 170, length: 0.11, loud: 0.16, dry: 0.5 });
  if (choice("sound") !== "off" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(FELT);
}

/** One of the last five seconds. */
export function tick() {
  knock({ pitch: 1400, length: 0.04, loud: 0.05, dry: 0.7 });
}

/** The deal: a shuffle. */
export function shuffle() {
  for (let i = 0; i < 7; i++) knock({ pitch: 260 + 140 * Math.random(), length: 0.06, loud: 0.07, delay: i * 0.055 + Math.random() * 0.02, dry: 2 });
}
