// Runs in a page before its own scripts: notes the messages of its workers, and lets a test wait for them.
// `characters` are the glyphs of the H19's character set.
(characters) => {
  const glyphs = [...characters]; // some are two code units in JavaScript
  let looked = 0;
  let changes = 0;
  const notes = { said: [], notices: [], results: [], links: [], files: [], failures: [], bells: 0, isLoaded: false };
  const cells = Array.from({ length: 25 }, () => new Uint8Array(80).fill(32));
  const waiting = new Set();

  const rows = () => {
    looked = changes;
    return textRows();
  };
  const textRows = () => cells.map((row) => Array.from(row, (cell) => glyphs[cell & 127]).join(""));
  const reversed = () => cells.map((row) => Array.from(row, (cell) => (cell & 128 ? "#" : ".")).join(""));

  const note = (message) => {
    switch (message.kind) {
      case "tube":
        for (const [row, content] of message.rows) cells[row] = Uint8Array.from(content);
        notes.cursor = message.cursor;
        changes += 1;
        break;
      case "say":
        notes.said.push(...message.lines);
        break;
      case "notice":
        notes.notices.push(message.text);
        break;
      case "result":
        notes.results.push(message.text);
        break;
      case "link":
        notes.links.push(message.hash);
        break;
      case "file":
        notes.files.push(message);
        break;
      case "failed":
        notes.failures.push(message.text);
        break;
      case "loaded":
        notes.isLoaded = true;
        break;
      case "sound":
        notes.bells += message.bells;
    }
    for (const look of waiting) look();
  };

  // Resolves to "" when `seen` returns true, or after `limit` milliseconds to what the screen shows.
  const until = (seen, limit) =>
    new Promise((resolve) => {
      const look = () => {
        if (!seen()) return;
        waiting.delete(look);
        resolve("");
      };
      waiting.add(look);
      setTimeout(() => resolve(`\n${textRows().join("\n")}\n${JSON.stringify([notes.notices, notes.failures, notes.said.slice(-9)])}`), limit);
      look();
    });

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => note(data));
    }
  };
  window.recorded = {
    notes,
    rows,
    reversed,
    untilTexts: (texts, limit) => until(() => texts.every((text) => textRows().join("\n").includes(text)), limit),
    untilRows: (expected, limit) => until(() => expected.every((row, at) => textRows()[at] === row), limit),
    // Waits until the screen has changed since a test last called `rows`.
    untilChanged: (limit) => until(() => changes > looked, limit),
    untilNoted: (kind, count, limit) => until(() => notes[kind].length >= count, limit),
  };
}
