/**
 * The settings of the page's look and sounds, chosen in its menu and kept in the browser if that is allowed.
 *
 * @module
 */

const KEPT_AS = "h89yahtzee";

/**
 * `fill` is whether the tube fills the window, `name` is the person's name, and `knows` is whether the person has
 * posted a turn here before.
 * @typedef {{phosphor: string, glow: boolean, blink: boolean, fill: boolean, sound: string, speed: string,
 *     name: string, knows: boolean}} Choices
 */

/** @type {Readonly<Choices>} */
const USUAL = {
  phosphor: "green",
  glow: true,
  blink: true,
  fill: false,
  sound: "bell",
  speed: "",
  name: "",
  knows: false,
};

/** The settings that the fields of a menu show; the `name` of a field is the name of its setting. */
export class Settings {
  /**
   * @param {HTMLElement} menu
   * @param {(choices: Choices) => void} changed called whenever the person changes a field
   */
  constructor(menu, changed) {
    this._fields = [...menu.querySelectorAll("[name]")];
    /** Whether the browser keeps the settings when the page is left. */
    this.areKept = true;
    this.choices = { ...USUAL, ...this._load() };
    this._show();
    for (const field of this._fields) {
      field.addEventListener("change", () => {
        this._take();
        changed(this.choices);
      });
    }
  }

  /** @returns {Partial<Choices>} the kept settings that are still known and of the right type */
  _load() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
      const known = Object.entries(USUAL).filter(([name, usual]) => typeof kept?.[name] === typeof usual);
      return Object.fromEntries(known.map(([name]) => [name, kept[name]]));
    } catch (error) {
      this.areKept = error instanceof SyntaxError;
      return {};
    }
  }

  _show() {
    for (const field of this._fields) {
      const value = Object.entries(this.choices).find(([name]) => name === field.getAttribute("name"))?.[1];
      if (field instanceof HTMLInputElement && field.type === "text") {
        field.value = String(value);
      } else if (field instanceof HTMLInputElement) {
        field.checked = value === true;
      } else if (field instanceof HTMLSelectElement) {
        field.value = String(value);
        // If the value is no longer offered, show the first one.
        field.selectedIndex = Math.max(0, field.selectedIndex);
      }
    }
    this._read();
  }

  _read() {
    const read = this._fields.map((field) => [field.getAttribute("name"), shownIn(field)]);
    this.choices = { ...this.choices, ...Object.fromEntries(read) };
  }

  /**
   * Keeps one of the choices.
   * @param {"name" | "knows"} name
   * @param {string | boolean} value
   */
  keep(name, value) {
    this.choices = { ...this.choices, [name]: value };
    this._show();
    this._write();
  }

  _take() {
    this._read();
    this._write();
  }

  _write() {
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(this.choices));
    } catch {
      this.areKept = false;
    }
  }
}

/** @param {Element} field */
function shownIn(field) {
  if (field instanceof HTMLInputElement) return field.type === "text" ? field.value.trim() : field.checked;
  return field instanceof HTMLSelectElement && field.value;
}
