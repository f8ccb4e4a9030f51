// Stands in for the program in its worker: it keeps the page's messages in `got`; a test has it send messages by
// `say`, which returns how many it has sent.
const got = [];
let said = 0;
addEventListener("message", ({ data }) => got.push(data));

function say(message) {
  const bytes = (list) => Uint8Array.from(list);
  const rows = message.rows && { rows: message.rows.map(([row, codes]) => [row, bytes(codes)]) };
  postMessage({ ...message, ...rows, ...(message.bytes && { bytes: bytes(message.bytes) }) });
  said += 1;
  return said;
}

Object.assign(globalThis, { got, say });
say({ kind: "loaded" });
