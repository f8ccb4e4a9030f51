// Stands in for the program in its worker: it keeps what the page says, and says what a test has it say.
const got = [];
addEventListener("message", ({ data }) => got.push(data));

function say(message) {
  const bytes = (list) => Uint8Array.from(list);
  const rows = message.rows && { rows: message.rows.map(([row, codes]) => [row, bytes(codes)]) };
  postMessage({ ...message, ...rows, ...(message.bytes && { bytes: bytes(message.bytes) }) });
}

Object.assign(globalThis, { got, say });
say({ kind: "loaded" });
