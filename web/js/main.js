/** The start of the page: settings, theme, language, the header, then the page at the address. */
import { api } from './api.js';
import { h, replace, toast } from './dom.js';
import { showHeader } from './header.js';
import { hasServer, isThere, offline, watchNetwork } from './network.js';
import { address, fileAddress, hrefOf, site } from './place.js';
import { onVisit, start, visit } from './router.js';
import { keep, oracle, recall, settings } from './store.js';
import { choose, language, sentence, setLanguage, t } from './text.js';

/** Delay in milliseconds for what only a later visit needs, so that it does not compete with the first load. */
const AFTER_FIRST_LOAD = 5_000;
const YEAR = 365 * 24 * 60 * 60;

function applyTheme() {
  const theme = settings.get('theme');
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Shown when no catalogue could be loaded, so the texts are written here. */
function showUnreachable() {
  const root = document.getElementById('main');
  if (!root) return;
  replace(root, h('div', { class: 'message-page' }, h('h1', null, 'Linja'),
    h('p', { lang: 'en' }, 'The server can’t be reached.'),
    h('p', { lang: 'de' }, 'Der Server ist nicht erreichbar.'),
    h('button', { class: 'button ink', type: 'button', 'aria-label': 'Try again', onclick: () => location.reload() }, '↻')));
}

/** Registers the service worker, which keeps the whole page in this language for times when the server can’t be reached. */
function keepOfflinePage() {
  // Without a network there is nothing to keep; the next visit tries again.
  if (!navigator.onLine) return;
  navigator.serviceWorker?.register(fileAddress(`sw.js?lang=${language()}`)).catch(() => undefined);
  if (site) import('./kept/answer.js').then(({ keepFiles }) => keepFiles()).catch(() => undefined);
  if (settings.get('tell')) import('./notify.js').then(({ refresh }) => refresh()).catch(() => undefined);
}

/** Stores the chosen language in a cookie: the server sends the texts in that language with the document. */
function tellLanguage() {
  if (site) return;
  const code = settings.get('language');
  document.cookie = `lang=${code}; path=/; max-age=${code ? YEAR : 0}; samesite=lax`;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextAsk;

async function askOracle() {
  clearTimeout(nextAsk);
  try {
    // The page of a game gets the state of the oracle over its live connection.
    if (document.documentElement.dataset['page'] !== 'game' || offline.get()) oracle.set(await api.oracle());
  } catch {
    // The next round asks again.
  }
  const tables = oracle.get()?.tables;
  // Tables that wait until nobody plays may wait for hours.
  const isSettled = tables?.every(({ status, code }) => status !== 'solving' && code !== 'in_line');
  clearTimeout(nextAsk);
  nextAsk = setTimeout(askOracle, isSettled ? 120_000 : 5_000);
}

/** Since when the server has been away, in ms; null while it is there. */
const AWAY = 'linja.away';

/** The server is there again: says what happened meanwhile. @param {boolean} isSeen whether this page has said that it was away */
function welcome(isSeen) {
  const since = Number(recall(AWAY));
  keep(AWAY, null);
  import('./kept/back.js').then(({ welcomeBack }) => welcomeBack(since, isSeen)).catch(() => undefined);
}

function followNetwork() {
  watchNetwork();
  offline.on((isOffline) => {
    askOracle();
    if (!isOffline) welcome(true);
    else if (recall(AWAY) === null) keep(AWAY, Date.now());
  });
  // The page was closed while the server was away.
  if (hasServer && recall(AWAY) !== null) isThere().then((found) => found && recall(AWAY) !== null && welcome(false));
}

async function boot() {
  applyTheme();
  settings.on('theme', applyTheme);
  const wish = address().searchParams.get('lang');
  const header = document.getElementById('header');
  try {
    await setLanguage(choose([wish, settings.get('language'), ...navigator.languages]))
      // Without a connection there is only the language of the kept document.
      .catch(() => setLanguage(document.documentElement.lang));
  } catch {
    showUnreachable();
    return;
  }
  if (header) {
    const shown = showHeader(header, (code) => {
      if (settings.get('language') === code) changeLanguage(code);
      else settings.set('language', code);
    });
    onVisit(shown.visit);
    /** @param {string} code */
    const changeLanguage = async (code) => {
      try {
        await setLanguage(code);
      } catch {
        // Only the language in use is kept on this device.
        toast(sentence(t('common.needs_connection')));
        return;
      }
      // The newly chosen language replaces the one in the address.
      const url = address();
      url.searchParams.delete('lang');
      history.replaceState(history.state, '', hrefOf(url.pathname + url.search + url.hash));
      keepOfflinePage();
      shown.rebuild();
      await visit();
    };
    settings.on('language', (code) => {
      tellLanguage();
      changeLanguage(choose([code, ...navigator.languages]));
    });
  }
  tellLanguage();
  followNetwork();
  const started = start();
  askOracle();
  await started;
  setTimeout(keepOfflinePage, AFTER_FIRST_LOAD);
}

boot();
