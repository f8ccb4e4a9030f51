/**
 * The large files, fetched by the page for its worker, so that they begin to come at once and the progress bar can show
 * how many of their bytes have come.
 *
 * scripts/web writes their links into index.html, each with its size. A browser then asks for them before any script
 * runs. The worker gets their bytes as they come.
 *
 * @module
 */

import { element, text } from "./notices.js";

const FILES = [...document.querySelectorAll("link[rel=preload]")].filter((link) => link instanceof HTMLLinkElement);
const MILLION = 1e6;

/**
 * @param {Worker} worker
 * @param {(address: string) => void} fail is called with the address of a file that doesn't come
 */
export function fetchFor(worker, fail) {
  const total = FILES.reduce((sum, link) => sum + Number(link.dataset.bytes), 0);
  let here = 0;
  /** @param {number} bytes */
  const count = (bytes) => {
    here += bytes;
    const bar = element("progress", HTMLProgressElement);
    bar.max = total;
    bar.value = here;
    const done = (here / MILLION).toFixed(1);
    const stage =
      here < total ? `${text("fetching")} ${done} / ${(total / MILLION).toFixed(1)} MB` : text("starting");
    element("stage", HTMLParagraphElement).textContent = stage;
  };
  worker.postMessage({ kind: "files", addresses: FILES.map(({ href }) => href) });
  for (const { href } of FILES) fetchOne(worker, href, count).catch(() => fail(href));
}

/**
 * @param {Worker} worker
 * @param {string} address
 * @param {(bytes: number) => void} count
 */
async function fetchOne(worker, address, count) {
  const { ok, status, body } = await fetch(address);
  if (!ok || !body) throw new Error(`${status}`);
  const reader = body.getReader();
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    count(next.value.length);
    worker.postMessage({ kind: "bytes", address, bytes: next.value }, [next.value.buffer]);
  }
  worker.postMessage({ kind: "whole", address });
}
