/**
 * How the page looks and sounds, chosen in its menu and kept in the browser where that is allowed.
 *
 * @module
 */

const KEPT_AS = "h89yahtzee";

/** @typedef {{phosphor: string, glow: boolean, blink: boolean, sound: string, speed: string}} Choices */

/** @type {Readonly<Choices>} */
const USUAL = { phosphor: "green", glow: true, blink: true, sound: "bell", speed: "" };

/** The settings that the fields of a menu show; fields bear their names. */
export class Settings {
  /**
   * @param {HTMLElement} menu
   * @param {(choices: Choices) => void} changed called whenever one is changed
   */
  constructor(menu, changed) {
    this._fields = [...menu.querySelectorAll("[name]")];
    /** Whether they outlast the page. */
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

  /** @returns {Partial<Choices>} what was kept, as far as it is of any use */
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
      if (field instanceof HTMLInputElement) {
        field.checked = value === true;
      } else if (field instanceof HTMLSelectElement) {
        field.value = String(value);
        // A value that isn't offered any more.
        field.selectedIndex = Math.max(0, field.selectedIndex);
      }
    }
    this._read();
  }

  _read() {
    const read = this._fields.map((field) => [
      field.getAttribute("name"),
      field instanceof HTMLInputElement ? field.checked : field instanceof HTMLSelectElement && field.value,
    ]);
    this.choices = { ...this.choices, ...Object.fromEntries(read) };
  }

  _take() {
    this._read();
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(this.choices));
    } catch {
      this.areKept = false;
    }
  }
}
