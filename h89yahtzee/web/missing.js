/**
 * Says which file of the page is missing where that can't begin: a script by itself, which no other one brings.
 *
 * It also runs where the page was opened as a file, from which browsers run no modules.
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

  /** The files of the page, and the worker's. */
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
   * Names the first file that doesn't come as it should: a browser that refuses one doesn't tell.
   * @param {string} otherwise the sentence if all of them do
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
  /** Whether a style sheet has come: browsers give an empty one, or none that can be read, where it hasn't.
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
