/**
 * Serves the offline page while the server is unreachable, and shows messages that it is the player's turn. Everything else
 * is left to the server and the browser's own cache. The page registers this worker with its language: `/sw.js?lang=fr`.
 */

const worker = /** @type {any} */ (self);
const CACHE = `offline${location.search}`;
const PAGE = `/offline${location.search}`;
/** The texts of messages: the worker must know them while no page is open. */
const TEXTS = `/locales/${new URLSearchParams(location.search).get('lang') ?? 'en'}/notify.json`;

/** Caches the offline page and everything it links to, and the texts of messages. @returns {Promise<void>} */
async function keep() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${PAGE}: ${answer.status}`);
  const text = await answer.clone().text();
  const paths = new Set([...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((found) => String(found[1])));
  const cache = await caches.open(CACHE);
  await cache.addAll([...paths, TEXTS]);
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

/** The path of a game; empty if this is no id. @param {unknown} id */
const pathOf = (id) => (/^[0-9a-z]{20}$/.test(String(id)) ? `/game/${id}` : '');

/** The windows of this site. @returns {Promise<any[]>} */
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** @param {any} client @param {string} path */
const shows = (client, path) => new URL(client.url).pathname === path;

/**
 * Shows that it is the player's turn, unless the player is looking at the game.
 * @param {any} news from the server or a page
 * @param {any} [hidden] the page, which is not looked at
 */
async function tell(news, hidden) {
  const path = news?.type === 'turn' ? pathOf(news.game) : '';
  if (!path) return;
  const isSeen = (await windows()).some((client) => client.id !== hidden?.id && client.visibilityState === 'visible' && shows(client, path));
  if (isSeen) return;
  const texts = await (await caches.match(TEXTS) ?? await fetch(TEXTS)).json();
  const name = typeof news.opponent === 'string' ? news.opponent : '';
  const body = name ? texts.message_named.replace('{name}', () => name) : texts.message_unnamed;
  await worker.registration.showNotification(texts.message_title, {
    body, tag: news.game, renotify: true, data: { path }, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png',
  });
}

/** Shows the window of the game, or opens one. @param {any} notification */
async function open(notification) {
  notification.close();
  const path = notification.data?.path ?? '/games';
  const found = (await windows()).find((client) => shows(client, path));
  await (found ? found.focus() : worker.clients.openWindow(path));
}

/** The browser has replaced the subscription. @param {any} event */
async function subscribeAgain(event) {
  const options = event.oldSubscription?.options;
  const now = event.newSubscription ?? (options && await worker.registration.pushManager.subscribe(options));
  if (!now) return;
  await fetch('/api/v1/push/subscriptions', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(now.toJSON()),
  });
}

/** What a message holds; null if it can't be read. @param {any} event */
function newsOf(event) {
  try {
    return event.data?.json();
  } catch {
    return null;
  }
}

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(tell(newsOf(event))));
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(tell(event.data, event.source)));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => event.waitUntil(open(event.notification)));
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => event.waitUntil(subscribeAgain(event)));
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
