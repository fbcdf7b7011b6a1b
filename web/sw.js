/**
 * Serves the offline page while the server is unreachable. Everything else is left to the server and the browser's own
 * cache. The page registers this worker with its language: `/sw.js?lang=fr`.
 */

const worker = /** @type {any} */ (self);
const CACHE = `offline${location.search}`;
const PAGE = `/offline${location.search}`;

/** Caches the offline page and everything it links to. @returns {Promise<void>} */
async function keep() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${PAGE}: ${answer.status}`);
  const text = await answer.clone().text();
  const paths = new Set([...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((found) => String(found[1])));
  const cache = await caches.open(CACHE);
  await cache.addAll([...paths]);
  await cache.put(PAGE, answer);
}

/** Deletes the caches of other languages and versions. */
async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  // Navigation preload: the browser sends the request while the worker starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {any} event */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** @param {any} event */
async function file(event) {
  return (await caches.match(event.request)) ?? fetch(event.request);
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keep());
});
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === 'navigate') event.respondWith(page(event));
  else if (origin === location.origin && /\/(offline\.(css|js)|icon\.svg)$/.test(pathname)) event.respondWith(file(event));
});
