/** Addresses and pages. Links are plain `<a href>`; a page's module is loaded when it is visited. */
import { api } from './api.js';
import { h, replace } from './dom.js';
import { address, hrefOf, pathOf, site } from './place.js';
import { t } from './text.js';

/**
 * @typedef {object} Visit
 * @property {string[]} params the variable parts of the address
 * @property {URLSearchParams} query
 * @property {string} hash without `#`
 * @property {AbortSignal} signal aborts when the page is left
 * @property {Promise<any> | undefined} [asked] the answer to the route's `ask`
 */
/**
 * What a page returns. When the address changes within the same page, as in the explorer with every turn, the router calls
 * `update` first, which returns whether it has shown the new address.
 * @typedef {{leave?(): void, update?(visit: Omit<Visit, 'signal' | 'asked'>): boolean}} Shown
 */
/** @typedef {{show(root: HTMLElement, visit: Visit): Promise<void | Shown> | void | Shown}} Page */
/** @typedef {(params: string[], signal: AbortSignal) => Promise<any>} Ask what a page needs from the server, asked for while it is loaded */
/** @typedef {{name: string, area: string, pattern: RegExp, load: () => Promise<Page>, ask?: Ask}} Route */

/** @type {Route[]} */
const ROUTES = [
  { name: 'home', area: 'play', pattern: /^\/$/, load: () => import('./home/page.js') },
  { name: 'game', area: 'play', pattern: /^\/game\/([^/]+)$/, load: () => import('./game/page.js'), ask: ([id = ''], signal) => api.game(id, signal) },
  { name: 'review', area: 'play', pattern: /^\/game\/([^/]+)\/review$/, load: () => import('./study/review.js') },
  { name: 'upload', area: 'explorer', pattern: /^\/review$/, load: () => import('./study/upload.js') },
  { name: 'explorer', area: 'explorer', pattern: /^\/explorer(?:\/([^/]+)(?:\/([^/]+))?)?$/, load: () => import('./study/explorer.js') },
  { name: 'puzzle', area: 'puzzle', pattern: /^\/puzzle(?:\/([^/]+)(?:\/([^/]+))?)?$/, load: () => import('./study/puzzle.js') },
  { name: 'learn', area: 'learn', pattern: /^\/learn(?:\/([^/]+)(?:\/([^/]+))?)?$/, load: () => import('./learn/course.js') },
  { name: 'house', area: 'play', pattern: /^\/rules\/([^/]+)$/, load: () => import('./house/page.js') },
  { name: 'rules', area: 'learn', pattern: /^\/rules$/, load: () => import('./learn/rules.js') },
  { name: 'two', area: 'play', pattern: /^\/two$/, load: () => import('./two.js') },
  { name: 'lobby', area: 'play', pattern: /^\/lobby$/, load: () => import('./lobby.js') },
  { name: 'games', area: 'games', pattern: /^\/games$/, load: () => import('./games.js') },
  { name: 'privacy', area: '', pattern: /^\/privacy$/, load: () => import('./privacy.js') },
  { name: 'settings', area: '', pattern: /^\/settings$/, load: () => import('./settings.js') },
  { name: 'oracle', area: '', pattern: /^\/oracle$/, load: () => import('./oracle.js') },
];

/**
 * The page at an address, and the address's variable parts.
 * @param {string} path
 * @returns {{name: string, area: string, params: string[], load: (() => Promise<Page>) | null, ask?: Ask}}
 */
export function match(path) {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const { name, area, pattern, load, ask } of ROUTES) {
    const found = pattern.exec(clean);
    if (!found) continue;
    try {
      return { name, area, load, ask, params: found.slice(1).filter((part) => part !== undefined).map(decodeURIComponent) };
    } catch {
      break; // A broken escape: no such page.
    }
  }
  return { name: 'not_found', area: '', params: [], load: null };
}

/** @type {Set<(area: string, name: string) => void>} */
const watchers = new Set();
/** @type {{name: string, controller: AbortController, shown?: Shown} | null} */
let current = null;

/** Calls `watcher` whenever a page is shown. @param {(area: string, name: string) => void} watcher */
export function onVisit(watcher) {
  watchers.add(watcher);
}

/**
 * Goes to another page of this site.
 * @param {string} path
 * @param {{replace?: boolean}} [options]
 */
export function go(path, { replace: instead = false } = {}) {
  const here = address();
  const url = new URL(path, here);
  // A language in the address holds for the following pages.
  const lang = here.searchParams.get('lang');
  if (lang && !url.searchParams.has('lang')) url.searchParams.set('lang', lang);
  const next = hrefOf(url.pathname + url.search + url.hash);
  if (instead) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
  return arrive();
}

/** Changes the address without leaving the page, as the explorer does with every step. @param {string} path */
export function rewrite(path) {
  history.replaceState(null, '', hrefOf(path));
}

/** The title of the window. @param {string} [text] */
export function title(text) {
  document.title = text ? t('common.title', { page: text }) : 'Linja';
}

/** Shows the page at the address, which may be the current page. */
async function arrive() {
  const { pathname, searchParams: query, hash } = address();
  const { name, params } = match(pathname);
  if (current?.name === name && current.shown?.update?.({ params, query, hash: hash.slice(1) })) return;
  await visit();
}

/** Leaves the current page and shows the page at the address. */
export async function visit() {
  const first = current === null;
  current?.controller.abort();
  current?.shown?.leave?.();
  const { name, area, params, load, ask } = match(address().pathname);
  /** @type {NonNullable<typeof current>} */
  const mine = { name, controller: new AbortController() };
  current = mine;
  const asked = ask?.(params, mine.controller.signal);
  asked?.catch(() => undefined); // Whoever shows the page sees to it.
  document.documentElement.dataset['page'] = name;
  for (const watcher of watchers) watcher(area, name);
  const root = document.getElementById('main');
  if (!root) return;
  const isCurrent = () => current === mine;
  try {
    const page = load ? await load() : { show: showNotFound };
    if (!isCurrent()) return;
    replace(root);
    root.className = `page page-${name}`;
    if (!first) {
      scrollTo(0, 0);
      root.focus({ preventScroll: true });
    }
    const { searchParams: query, hash } = address();
    const shown = await page.show(root, { params, query, hash: hash.slice(1), signal: mine.controller.signal, asked });
    if (!shown) return;
    if (isCurrent()) mine.shown = shown;
    else shown.leave?.();
  } catch (error) {
    if (!isCurrent() || mine.controller.signal.aborted) return;
    console.error(error);
    showFailure(root);
  }
}

/** @param {HTMLElement} root */
function showNotFound(root) {
  title(t('common.not_found'));
  replace(root, h('div', { class: 'message-page' }, h('h1', null, t('common.not_found')), h('p', null, t('common.not_found_more')),
    h('a', { class: 'button ink', href: '/' }, t('common.to_start'))));
}

/** @param {HTMLElement} root */
function showFailure(root) {
  title(t('common.failed'));
  replace(root, h('div', { class: 'message-page' }, h('h1', null, t('common.failed')), h('p', null, t('common.failed_more')),
    h('button', { class: 'button ink', type: 'button', onclick: () => location.reload() }, t('common.try_again'))));
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads a style sheet once. Await it before showing styled content, to avoid a layout shift.
 * @param {string} path
 * @returns {Promise<void>}
 */
export function css(path) {
  const known = sheets.get(path);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ resolve) => {
    // Relative to this module, whose address contains the version of the page.
    const link = h('link', { rel: 'stylesheet', href: new URL(`..${path}`, import.meta.url).pathname });
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  sheets.set(path, loading);
  return loading;
}

/** Follows a link within a page. The browser does it, unless the fragment holds the address of the page. @param {Event} event @param {string} href */
function jump(event, href) {
  if (!site) return;
  event.preventDefault();
  const { pathname, search } = address();
  go(pathname + search + href);
  document.getElementById(href.slice(1))?.scrollIntoView();
}

/** Handles clicks on links of this site, and the buttons back and forward. */
export function start() {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#') && !href.startsWith('#/')) jump(event, href);
    else {
      const path = pathOf(link);
      if (path === null) return;
      event.preventDefault();
      go(path);
    }
  });
  addEventListener('popstate', () => arrive());
  return visit();
}
