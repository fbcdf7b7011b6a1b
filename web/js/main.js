/** The start of the page: settings, theme, language, header, then whatever the address asks for. */
import { api } from './api.js';
import { h, replace } from './dom.js';
import { showHeader } from './header.js';
import { onVisit, start, visit } from './router.js';
import { oracle, settings } from './store.js';
import { choose, language, setLanguage } from './text.js';

function applyTheme() {
  const theme = settings.get('theme');
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Says in every language that the server does not answer: without it there is no catalogue. */
function showUnreachable() {
  const root = document.getElementById('main');
  if (!root) return;
  replace(root, h('div', { class: 'message-page' }, h('h1', null, 'Linja'),
    h('p', { lang: 'en' }, 'The server can’t be reached.'),
    h('p', { lang: 'de' }, 'Der Server ist nicht erreichbar.'),
    h('button', { class: 'button ink', type: 'button', 'aria-label': 'Try again', onclick: () => location.reload() }, '↻')));
}

/** For the time when the server can’t be reached the browser keeps a page that says so, in this language. */
function keepOfflinePage() {
  navigator.serviceWorker?.register(`/sw.js?lang=${language()}`).catch(() => undefined);
}

async function askOracle() {
  try {
    oracle.set(await api.oracle());
  } catch {
    // The pill only tells what is known; the next round asks again.
  }
  const busy = oracle.get()?.tables.some((table) => table.status === 'solving' || table.status === 'waiting');
  setTimeout(askOracle, busy ? 5_000 : 120_000);
}

async function boot() {
  applyTheme();
  settings.on('theme', applyTheme);
  const wish = new URLSearchParams(location.search).get('lang');
  const header = document.getElementById('header');
  try {
    await setLanguage(choose([wish, settings.get('language'), ...navigator.languages]));
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
      await setLanguage(code);
      // The wish in the address has been answered by another one.
      const url = new URL(location.href);
      url.searchParams.delete('lang');
      history.replaceState(history.state, '', url);
      keepOfflinePage();
      shown.rebuild();
      await visit();
    };
    settings.on('language', (code) => changeLanguage(choose([code, ...navigator.languages])));
  }
  askOracle();
  await start();
  keepOfflinePage();
}

boot();
