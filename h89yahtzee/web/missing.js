/**
 * Says which file of the page is missing if the page can't begin. No other script imports this script, so that it runs
 * even if another one is missing.
 *
 * It isn't a module, so it also runs if the page was opened as a file; browsers run no modules from files.
 */

(() => {
  /** @type {(id: string) => string} */
  const textOf = (id) => document.getElementById(id)?.textContent ?? "";

  /** @param {string} sentence */
  function fail(sentence) {
    const [loading, stage, bar] = ["loading", "stage", "progress"].map((id) => document.getElementById(id));
    if (!loading || !stage || !bar) return;
    loading.hidden = false;
    bar.hidden = true;
    stage.textContent = sentence;
    stage.setAttribute("role", "alert");
  }

  const others = document.currentScript?.dataset.others?.split(" ") ?? [];

  /** The addresses of the files that the page and its worker load. */
  function files() {
    const linked = [...document.querySelectorAll("link[rel=stylesheet], link[rel$=preload], script[src]")];
    return [...linked.map((link) => link.getAttribute("href") ?? link.getAttribute("src") ?? ""), ...others];
  }

  /** @param {string} sentence */
  function notice(sentence) {
    const shown = document.createElement("p");
    shown.textContent = sentence;
    document.getElementById("notices")?.append(shown);
  }

  /**
   * A sentence that names the first file that doesn't come as it should, since browsers don't tell which file failed.
   * @param {string} otherwise the sentence if all files come as they should
   */
  async function whatIsMissing(otherwise) {
    if (location.protocol === "file:") return textOf("as-file");
    for (const name of files()) {
      const answer = await fetch(name).catch(() => null);
      const type = answer?.headers.get("content-type") ?? "";
      if (!answer?.ok) return `${textOf("no-file")} ${name} (${answer?.status ?? textOf("no-answer")})`;
      if (/\.m?js$/.test(name) && !type.includes("javascript")) return `${textOf("wrong-type")} ${name} (${type})`;
    }
    return otherwise;
  }

  window.addEventListener("fail", (event) => {
    if (!(event instanceof CustomEvent)) return;
    if (event.detail.isLoaded) fail(event.detail.sentence);
    else void whatIsMissing(event.detail.sentence).then(fail);
  });
  /** Whether a style sheet has come. If it hasn't, browsers have an empty style sheet, or one that can't be read.
   * @param {Element} link */
  function hasCome(link) {
    try {
      return link instanceof HTMLLinkElement && Boolean(link.sheet?.cssRules.length);
    } catch {
      return false;
    }
  }

  window.addEventListener("load", () => {
    if (!document.body.dataset.begun) void whatIsMissing(textOf("no-start")).then(fail);
    else if (![...document.querySelectorAll("link[rel=stylesheet]")].every(hasCome))
      void whatIsMissing("").then(notice);
  });
})();
