/**
 * The page: it brings the tube, the keys and the rest of the terminal together with the program in its worker.
 *
 * Nothing here knows the game. Keys go to the worker, and the worker's answers are shown; messages.js has the types of
 * the messages.
 *
 * @module
 */

import { listenToButtons, listenToTyping } from "./buttons.js";
import { addressWith, copy, download, listenToFiles, share } from "./exchange.js";
import { listenToCard, showHand } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { fetchFor } from "./loading.js";
import { askName, showHint } from "./newcomer.js";
import { element, notice, say, takeBack, text } from "./notices.js";
import { SerialPort, serialPorts } from "./serial_port.js";
import { Settings } from "./settings.js";
import { Sounds } from "./sounds.js";
import { Tube } from "./tube.js";

const STEADY = matchMedia("(prefers-reduced-motion: reduce)");
const COLORS_CHANGE = ["(forced-colors: active)", "(prefers-contrast: more)", "(prefers-color-scheme: dark)"];

// Tells missing.js that the page has begun.
document.body.dataset.begun = "yes";

const face = element("tube", HTMLDivElement);
const tube = new Tube(
  element("room", HTMLDivElement),
  face,
  element("picture", HTMLCanvasElement),
  element("glow", HTMLCanvasElement),
);
const sounds = new Sounds();
const settings = new Settings(element("menu", HTMLDetailsElement), apply);
const worker = begin();
const terminal = new SerialPort(post, (isOpen) => {
  element("connect", HTMLButtonElement).hidden = isOpen;
  element("disconnect", HTMLButtonElement).hidden = !isOpen;
});
const asked = askName(settings);
const loading = element("loading", HTMLDivElement);
const isReplay = new URLSearchParams(location.search).has("replay");
let result = "";

/** @returns {Worker | null} */
function begin() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    fail(text(typeof Worker === "function" ? "no-wasm" : "no-worker"));
    return null;
  }
  try {
    const begun = new Worker("worker.js", { type: "module" });
    begun.addEventListener("message", (event) => receive(event.data));
    begun.addEventListener("error", () => {
      if (face.dataset.runs) fail(text("stopped"));
      else fail(text("no-worker"), false);
    });
    fetchFor(begun, () => fail(text("no-start"), false));
    return begun;
  } catch {
    fail(text("no-worker"));
    return null;
  }
}

/** @param {import("./messages.js").ToWorker} message */
function post(message) {
  worker?.postMessage(message);
}

/** @param {import("./messages.js").FromWorker} message */
function receive(message) {
  switch (message.kind) {
    case "tube":
      if (!loading.hidden) requestAnimationFrame(() => setTimeout(prepareNextStart));
      loading.hidden = true;
      return tube.show(message);
    case "sound":
      return sounds.sound(message);
    case "say":
      return say(message.lines);
    case "keys":
      showHint(message.dice.length > 0 && !settings.choices.knows);
      return showHand(message);
    case "notice":
      if (message.instead) takeBack(message.instead);
      return notice(message.text);
    case "result":
      return offer(message);
    case "link":
      return void share(addressWith(message.hash));
    case "text":
      return void copy(message.text);
    case "file":
      return download(message);
    case "kept":
      // With this permission the games aren't deleted when the disk fills up; some browsers ask the person first.
      settings.keep("knows", true);
      showHint(false);
      return void navigator.storage?.persist?.().catch(() => {});
    case "left":
      return notice(text("away"));
    case "serial":
      return void (message.event === "send" ? terminal.send(message.bytes) : terminal.close());
    default:
      return load(message);
  }
}

/** @param {import("./messages.js").Loaded | import("./messages.js").Failed} message */
function load(message) {
  if (message.kind === "failed") {
    fail(message.text, Boolean(face.dataset.runs));
  } else {
    face.dataset.runs = "yes";
    setSpeed();
    // Only the answer to the question for a name may still be missing, so no progress is shown any longer.
    element("stage", HTMLParagraphElement).textContent = "";
    element("progress", HTMLProgressElement).hidden = true;
    void asked.then((name) => {
      post({ kind: "start", link: location.hash.slice(1), replay: isReplay, name });
    });
  }
}

/** Has files and the memory's image kept for the next start; only after the first picture, since it takes a while. */
function prepareNextStart() {
  post({ kind: "shown" });
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}

/**
 * Has missing.js show that the page can't begin or go on.
 * @param {string} sentence
 * @param {boolean} [isLoaded] whether all files were loaded; otherwise missing.js names the missing file, if one is
 */
function fail(sentence, isLoaded = true) {
  window.dispatchEvent(new CustomEvent("fail", { detail: { sentence, isLoaded } }));
}

/** @param {import("./messages.js").Result} message */
function offer(message) {
  result = message.text && `${message.text}\n${addressWith(message.hash)}`;
  element("result-text", HTMLOutputElement).textContent = message.text;
  element("result", HTMLElement).hidden = !message.text;
}

/** @param {string} key */
function press(key) {
  takeBack(text("away"));
  sounds.awake();
  post({ kind: "key", key });
}

function setSpeed() {
  const { speed } = settings.choices;
  if (face.dataset.runs) post({ kind: "speed", baud: speed ? Number(speed) : null });
}

/** Applies the settings to the tube and the sounds. */
function apply() {
  const { phosphor, glow, blink, sound, fill } = settings.choices;
  tube.fills = fill;
  document.documentElement.dataset.phosphor = phosphor;
  document.documentElement.dataset.glow = glow ? "on" : "off";
  tube.blinks = blink && !STEADY.matches;
  sounds.heard = sound === "all" || sound === "bell" ? sound : "none";
  tube.refit();
  setSpeed();
}

async function connect() {
  const ports = serialPorts();
  if (!ports) {
    notice(text("no-serial"));
    return;
  }
  try {
    await terminal.open(ports, Number(element("baud", HTMLSelectElement).value));
    notice(text("connected"), true);
    element("menu", HTMLDetailsElement).open = false;
  } catch (error) {
    notice(text("no-port", error instanceof Error ? error.message : ""));
  }
}

async function fullScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen?.().catch(() => {});
}

/**
 * Offers to install the page as an app while the browser can do so; only Chrome, Edge and similar browsers tell this.
 *
 * These browsers' own bar for it is suppressed, since it would cover a game.
 */
function offerInstallation() {
  const button = element("install", HTMLButtonElement);
  /** @type {(Event & { prompt(): Promise<unknown> }) | null} */
  let offered = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = /** @type {Event & { prompt(): Promise<unknown> }} */ (event);
    button.hidden = false;
  });
  window.addEventListener("appinstalled", () => {
    button.hidden = true;
  });
  button.addEventListener("click", () => {
    // A browser asks once for each event; it sends another one if the person may be asked again.
    button.hidden = true;
    void offered?.prompt().catch(() => {});
    offered = null;
  });
}

/** Closes the menu at a click beside it, and at the ESC key, which then isn't passed on to the terminal. */
function closeMenuByOthers() {
  const menu = element("menu", HTMLDetailsElement);
  window.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      event.stopImmediatePropagation();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

function listen() {
  closeMenuByOthers();
  offerInstallation();
  listenToKeys(press);
  listenToButtons(element("keys", HTMLFieldSetElement), press);
  listenToCard((row, column) => post({ kind: "click", row, column }));
  listenToTyping(element("typing", HTMLInputElement), press);
  listenToFiles(element("import", HTMLInputElement), (name, content) => {
    takeBack(text("replay"));
    post({ kind: "import", name, text: content });
  });
  face.addEventListener("click", (event) => {
    sounds.awake();
    const cell = tube.cellAt(event.clientX, event.clientY);
    // The form that asks for a name lies over the tube: a click on its button isn't a click on a row of the game.
    const isAnswer = event.target instanceof Element && event.target.closest("form");
    if (cell && !isAnswer) {
      post({ kind: "click", ...cell });
    }
  });
  /** @type {[string, () => void][]} */
  const buttons = [
    ["copy-link", () => post({ kind: "copy-link" })],
    ["copy-text", () => post({ kind: "copy-text" })],
    ["export", () => post({ kind: "export" })],
    ["connect", () => void connect()],
    ["disconnect", () => post({ kind: "serial", event: "closing" })],
    ["copy-result", () => void share(result)],
    ["fullscreen", () => void fullScreen()],
  ];
  for (const [id, act] of buttons) {
    element(id, HTMLButtonElement).addEventListener("click", act);
  }
}

/** Redraws if colours, the window's size or the preference for less motion change; reloads the page for a new link. */
function follow() {
  for (const query of COLORS_CHANGE) {
    matchMedia(query).addEventListener("change", () => tube.refit());
  }
  STEADY.addEventListener("change", apply);
  window.visualViewport?.addEventListener("resize", () => tube.refit());
  window.addEventListener("resize", () => tube.refit());
  window.addEventListener("hashchange", () => location.reload());
  // A browser may keep a page that was left alive, to return to it. Its worker would keep the files of games open, and
  // no other page could open them; so the worker is ended.
  window.addEventListener("pagehide", () => worker?.terminate());
  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

function tellWhatIsMissing() {
  if (!settings.areKept) {
    notice(text("no-settings"));
  }
  if (!Sounds.isPossible) {
    notice(text("no-audio"));
  }
  if (!serialPorts()) {
    element("serial", HTMLFieldSetElement).append(text("no-serial"));
    element("connect", HTMLButtonElement).disabled = true;
  }
  if (isReplay) {
    notice(text("replay"));
  }
}

listen();
follow();
apply();
tellWhatIsMissing();
// The tube gets the focus, but not on touch screens, where the ring around it would be useless, and not while the
// question for a name has the focus.
if (matchMedia("(any-hover: hover)").matches && element("who", HTMLFormElement).hidden) {
  face.focus({ preventScroll: true });
}
