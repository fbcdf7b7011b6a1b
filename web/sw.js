/**
 * Keeps the whole page for times when the server is unreachable, and shows messages that it is the player's turn. The page
 * registers this worker with its language: `sw.js?lang=fr`. The build writes its version here, so each version has a worker
 * and a cache of its own, and files of two versions are never mixed. A copy of the page as plain files (`linja site`) may have
 * any path, and only one document.
 */

const worker = /** @type {any} */ (self);
/** The version of the page; empty if it is served from a folder. */
const VERSION = '{{version}}';
const LANGUAGE = new URLSearchParams(location.search).get('lang') ?? 'en';
/** Whether this is a copy as plain files; `linja site` writes true here. @type {boolean} */
const IS_SITE = false;
/** Where the page is: `/` with its server. */
const ROOT = new URL('.', location.href).pathname;
/** Other copies at the same host have caches of their own. */
const PREFIX = IS_SITE ? `linja ${ROOT} ` : 'linja ';
const CACHE = `${PREFIX}${VERSION} ${LANGUAGE}`;
const BASE = ROOT + (VERSION && `v/${VERSION}/`);
const ICON = `${BASE}icons/icon-192.png`;
/** The texts of messages: the worker must know them while no page is open. */
const TEXTS = `${BASE}locales/${LANGUAGE}/notify.json`;
/** The document of every page, and the one that only says that the server can't be reached. */
const SHELL = IS_SITE ? ROOT : `/shell?lang=${LANGUAGE}`;
const SORRY = IS_SITE ? ROOT : `/offline?lang=${LANGUAGE}`;
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

/** The files of this version, with the texts of all languages: somebody may choose another one without a connection. @returns {Promise<string[]>} */
async function files() {
  /** @type {string[]} */
  const all = await (await fetched(`${BASE}js/files.json`)).json();
  // The language of tests is for tests.
  return all.filter((path) => !path.startsWith('locales/x-') || path.startsWith(`locales/${LANGUAGE}`));
}

/** Caches everything, or fails as a whole: half a version is none. */
async function keep() {
  const wanted = await files();
  // Without an engine nothing can be played here.
  const document = wanted.some((path) => path.endsWith('.wasm')) ? SHELL : SORRY;
  const cache = await caches.open(CACHE);
  const waiting = [...wanted.map((path) => BASE + path), `${ROOT}manifest.webmanifest`];
  async function work() {
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (!VERSION || !await cache.match(path, { ignoreVary: true })) await cache.put(path, await fetched(path));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await cache.put(ROOT, await fetched(document, 'no-cache'));
}

/** Deletes the caches of earlier versions and other languages, except the last: a page of it may still be open. */
async function tidy() {
  const isOurs = (/** @type {string} */ name) => name.startsWith(PREFIX) && (IS_SITE || !name.startsWith('linja /'));
  const old = (await caches.keys()).filter((name) => name !== CACHE && isOurs(name));
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  // Navigation preload: the browser sends the request while the worker starts.
  if (!IS_SITE) await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The document as it is now: many hosts of plain files do not say how long it may be cached, and browsers guess. @param {Request} request */
const asked = (request) => (IS_SITE ? fetch(ROOT, { cache: 'no-cache' }) : fetch(request));

/** The document from the server; the kept one while it is away. @param {any} event */
async function page(event) {
  const kept = async () => (await caches.open(CACHE)).match(ROOT, { ignoreVary: true });
  try {
    const answer = (await event.preloadResponse) ?? (await asked(event.request));
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

/** Whether a document shows the page. @param {string} path */
const isPage = (path) => (IS_SITE ? path === '' || path === 'index.html' : !/^(api|picture|embed)\//.test(path));

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
    body, tag: news.game, renotify: true, data: { path }, icon: ICON, badge: ICON,
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
  if (!pathname.startsWith(ROOT)) return;
  const path = pathname.slice(ROOT.length);
  if (event.request.mode === 'navigate') {
    if (isPage(path)) event.respondWith(page(event));
  } else if (path.startsWith('v/')) event.respondWith(versioned(event));
  else if (/^(css|engine|icons|js|locales)\/|^manifest\.webmanifest$/.test(path)) event.respondWith(plain(event));
});
