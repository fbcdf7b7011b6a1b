/**
 * Keeps the whole page for times when the server is unreachable, and shows messages that it is the player's turn. The page
 * registers this worker with its language: `/sw.js?lang=fr`. The build writes its version here, so each version has a worker
 * and a cache of its own, and files of two versions are never mixed.
 */

const worker = /** @type {any} */ (self);
/** The version of the page; empty if it is served from a folder. */
const VERSION = '{{version}}';
const LANGUAGE = new URLSearchParams(location.search).get('lang') ?? 'en';
const CACHE = `linja ${VERSION} ${LANGUAGE}`;
const BASE = VERSION && `/v/${VERSION}`;
/** The texts of messages: the worker must know them while no page is open. */
const TEXTS = `/locales/${LANGUAGE}/notify.json`;
/** The document of every page, and the one that only says that the server can't be reached. */
const SHELL = `/shell?lang=${LANGUAGE}`;
const SORRY = `/offline?lang=${LANGUAGE}`;
/** What a proxy answers while the server behind it is away. */
const AWAY = [502, 504];
/** How many files are fetched at a time: the page that is open comes first. */
const AT_ONCE = 4;

/** @param {string} path @param {RequestCache} [cache] */
async function fetched(path, cache = 'default') {
  const answer = await fetch(path, { cache });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The files of this version, without the texts of other languages. @returns {Promise<string[]>} */
async function files() {
  /** @type {string[]} */
  const all = await (await fetched(`${BASE}/js/files.json`)).json();
  const isOurs = (/** @type {string} */ path) => !path.startsWith('locales/') || path.startsWith(`locales/${LANGUAGE}/`) || path === `locales/${LANGUAGE}.json`;
  return all.filter(isOurs);
}

/** Caches everything, or fails as a whole: half a version is none. */
async function keep() {
  const wanted = await files();
  // Without an engine nothing can be played here.
  const document = wanted.some((path) => path.endsWith('.wasm')) ? SHELL : SORRY;
  const cache = await caches.open(CACHE);
  const waiting = [...wanted.map((path) => `${BASE}/${path}`), TEXTS, '/manifest.webmanifest', '/icons/icon-192.png'];
  async function work() {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (!VERSION || !await cache.match(path, { ignoreVary: true })) await cache.put(path, await fetched(path));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await cache.put('/', await fetched(document, 'no-cache'));
}

/** Deletes the caches of earlier versions and other languages, except the last: a page of it may still be open. */
async function tidy() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  // Navigation preload: the browser sends the request while the worker starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The document from the server; the kept one while it is away. @param {any} event */
async function page(event) {
  const kept = async () => (await caches.open(CACHE)).match('/', { ignoreVary: true });
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    return AWAY.includes(answer.status) ? (await kept()) ?? answer : answer;
  } catch {
    return (await kept()) ?? Response.error();
  }
}

/** A file with a version in its address never changes. @param {any} event */
async function versioned(event) {
  return (await caches.match(event.request, { ignoreVary: true })) ?? fetch(event.request);
}

/** Any other file: the server's, else the kept one. @param {any} event */
async function plain(event) {
  try {
    return await fetch(event.request);
  } catch {
    return (await caches.match(event.request, { ignoreVary: true })) ?? Response.error();
  }
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
  if (event.request.method !== 'GET' || origin !== location.origin) return;
  if (event.request.mode === 'navigate') {
    if (!/^\/(api|picture|embed)\//.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/v/')) event.respondWith(versioned(event));
  else if (/^\/(css|engine|icons|js|locales)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(plain(event));
});
