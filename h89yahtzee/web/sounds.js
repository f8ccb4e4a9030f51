/**
 * The bell and the click of the keys: one tone of 1 kHz, as the H19 makes both.
 *
 * @module
 */

const HERTZ = 1000;
const BELL_SECONDS = 0.2;
const CLICK_SECONDS = 0.006;
const GAP_SECONDS = 0.05;
const LOUDNESS = 0.06;
const EDGE_SECONDS = 0.001;

/** @typedef {"all" | "bell" | "none"} Heard */

export class Sounds {
  constructor() {
    /** @type {Heard} */
    this.heard = "all";
    /** @type {AudioContext | null} */
    this._audio = null;
    this._busyUntil = 0;
  }

  /** Whether this browser can play sounds. */
  static get isPossible() {
    return typeof AudioContext === "function";
  }

  /** Lets sounds begin; browsers allow it while a key or a button is being pressed. */
  awake() {
    if (this.heard === "none" || !Sounds.isPossible) {
      return;
    }
    this._audio ??= new AudioContext();
    if (this._audio.state === "suspended") {
      // If the browser refuses, since nobody has pressed anything yet, there is just no sound.
      this._audio.resume().catch(() => {});
    }
  }

  /** @param {import("./messages.js").Sound} message */
  sound({ bells, clicks }) {
    const audio = this._audio;
    if (audio?.state !== "running" || this.heard === "none") {
      return;
    }
    if (clicks > 0 && this.heard === "all") {
      this._tone(audio, audio.currentTime, CLICK_SECONDS);
    }
    for (let bell = 0; bell < Math.min(bells, 3); bell++) {
      const start = Math.max(audio.currentTime, this._busyUntil);
      this._busyUntil = start + BELL_SECONDS + GAP_SECONDS;
      this._tone(audio, start, BELL_SECONDS);
    }
  }

  /**
   * @param {AudioContext} audio
   * @param {number} start
   * @param {number} seconds
   */
  _tone(audio, start, seconds) {
    const tone = new OscillatorNode(audio, { type: "square", frequency: HERTZ });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + EDGE_SECONDS);
    volume.gain.setValueAtTime(LOUDNESS, start + seconds - EDGE_SECONDS);
    volume.gain.linearRampToValueAtTime(0, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
