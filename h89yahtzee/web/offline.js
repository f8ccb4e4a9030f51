/**
 * A service worker: keeps the files of one build, so that the page opens offline and all its files are of the same build.
 *
 * When a browser finds that this file has changed, it fetches those files of the new build that it doesn't have yet,
 * and checks them by their hashes. It changes over to the new build when the page is next opened or reloaded and no
 * other tab shows it. If a file of the new build can't be fetched, nothing changes.
 *
 * @module
 */

/**
 * The hash of each file, by its address relative to this one; scripts/web writes them.
 * @type {Record<string, string>}
 */
const FILES = {};

const PREFIX = "h89yahtzee ";
const KEPT_BY_HASH = `${PREFIX}files`;
/** A page that opens its address again. If the address has a "#", a header Refresh would only jump within this page. */
const AGAIN = "<!doctype html><title>H89 Yahtzee</title><script>location.reload()</script>";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", (event) => event.data === "change over" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? nameOf(event.request.url) : undefined;
  if (name !== undefined) event.respondWith(answer(event.request, name));
});

/**
 * The address under which a file is kept; it includes the hash, so that each content has an address of its own.
 * @param {string} name
 */
const keyOf = (name) => `${name}?${encodeURIComponent(FILES[name])}`;

/**
 * The name of the page's file that has this address; undefined for other addresses.
 * @param {string} url
 */
function nameOf(url) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(worker.registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return name in FILES ? name : undefined;
}

async function keepFiles() {
  const cache = await caches.open(KEPT_BY_HASH);
  for (const [name, integrity] of Object.entries(FILES)) {
    if (await cache.match(keyOf(name))) continue;
    const response = await fetch(name, { integrity, cache: "no-cache", credentials: "same-origin" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(keyOf(name), response);
  }
}

async function forgetOthers() {
  const cache = await caches.open(KEPT_BY_HASH);
  const kept = new Set(Object.keys(FILES).map((name) => new URL(keyOf(name), worker.location.href).href));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
}

/**
 * The answer to a request for a file: the kept file. If a newer build waits and the page is opened or reloaded in the
 * only tab, the answer is a page that reloads after the change to that build.
 * @param {Request} request
 * @param {string} name
 */
async function answer(request, name) {
  const { waiting } = worker.registration;
  if (request.mode === "navigate" && waiting && (await worker.clients.matchAll()).length < 2) {
    waiting.postMessage("change over");
    return new Response(AGAIN, { headers: { "Content-Type": "text/html" } });
  }
  const cache = await caches.open(KEPT_BY_HASH);
  return (await cache.match(keyOf(name))) ?? fetch(request);
}
