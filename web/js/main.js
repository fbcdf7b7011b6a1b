/** The start of the page: settings, theme, language, the header, then whatever the address asks for. */
import { api } from './api.js';
import { h, icon, replace, s } from './dom.js';
import { onVisit, start, visit } from './router.js';
import { oracle, settings } from './store.js';
import { choose, language, LANGUAGES, number, setLanguage, t } from './text.js';

/** The first page comes without competition: what only a later visit needs waits so long. */
const AFTER_FIRST_LOAD = 5_000;
const YEAR = 365 * 24 * 60 * 60;

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
  // Without a network there is nothing to keep; the next visit tries again.
  if (navigator.onLine) navigator.serviceWorker?.register(`/sw.js?lang=${language()}`).catch(() => undefined);
}

/** The server reads it and sends the texts in this language with the page; without one the browser's languages count. */
function tellLanguage() {
  const code = settings.get('language');
  document.cookie = `lang=${code}; path=/; max-age=${code ? YEAR : 0}; samesite=lax`;
}

async function askOracle() {
  try {
    // The page of a game is told over its live connection.
    if (document.documentElement.dataset['page'] !== 'game') oracle.set(await api.oracle());
  } catch {
    // The pill only tells what is known; the next round asks again.
  }
  const tables = oracle.get()?.tables;
  // What waits until nobody plays may wait for hours.
  const isSettled = tables?.every(({ status, code }) => status !== 'solving' && code !== 'in_line');
  setTimeout(askOracle, isSettled ? 120_000 : 5_000);
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
    settings.on('language', (code) => {
      tellLanguage();
      changeLanguage(choose([code, ...navigator.languages]));
    });
  }
  tellLanguage();
  const started = start();
  askOracle();
  await started;
  setTimeout(keepOfflinePage, AFTER_FIRST_LOAD);
}

// The header: where one can go, language, theme, settings, and how far the oracle is.

const AREAS = /** @type {const} */ ([['play', '/'], ['puzzle', '/puzzle'], ['explorer', '/explorer'], ['learn', '/learn']]);

/** The spool and the stick. */
function logo() {
  return s('svg', { class: 'header-logo', viewBox: '0 0 64 64', width: 30, height: 30, 'aria-hidden': 'true' },
    s('rect', { width: 64, height: 64, rx: 15, fill: '#F5EFE3' }),
    s('rect', { x: 0.75, y: 0.75, width: 62.5, height: 62.5, rx: 14.25, fill: 'none', stroke: '#D6C7A6', 'stroke-width': 1.5 }),
    s('path', { d: 'M14.500 9h35c1.400 0 2.300 1.300 1.900 2.700C49.400 19 38 23.500 38 32H26C26 23.500 14.600 19 12.600 11.700 12.200 10.300 13.100 9 14.500 9z', fill: '#B93623' }),
    s('path', { d: 'M14.500 55h35c1.400 0 2.300-1.300 1.900-2.700C49.400 45 38 40.500 38 32H26c0 8.500-11.400 13-13.400 20.300-.4 1.400.5 2.700 1.900 2.700z', fill: '#221D18' }),
    s('rect', { x: 4, y: 27.5, width: 56, height: 9, rx: 4, fill: '#D3AE62' }),
    s('rect', { x: 4, y: 27.5, width: 56, height: 3.2, rx: 1.6, fill: '#EBD79B' }),
    s('rect', { x: 4, y: 33.8, width: 56, height: 2.7, rx: 1.3, fill: '#9A7433' }),
    s('rect', { x: 19.3, y: 26.7, width: 3, height: 10.6, rx: 1.4, fill: '#8A6428' }),
    s('rect', { x: 44.8, y: 26.7, width: 3, height: 10.6, rx: 1.4, fill: '#8A6428' }));
}

/** Whether the page is dark now. */
function isDark() {
  const theme = settings.get('theme');
  return theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
}

/**
 * @param {HTMLElement} root
 * @param {(code: string) => void} onLanguage
 * @returns {{visit: (area: string, name: string) => void, rebuild: () => void}}
 */
function showHeader(root, onLanguage) {
  let area = '';

  function rebuild() {
    const close = () => /** @type {HTMLElement} */ (root.querySelector('.header-menu'))?.hidePopover();
    replace(root,
      h('a', { class: 'skip', href: '#main', onclick: skip }, t('common.skip')),
      h('a', { class: 'header-home', href: '/' }, logo(), h('span', { class: 'header-name' }, 'Linja')),
      h('nav', { class: 'header-nav', 'aria-label': t('common.pages') }, links()),
      pill(),
      languageMenu(),
      themeButton(),
      h('a', { class: 'header-button header-settings', href: '/settings', 'aria-label': t('common.settings'), title: t('common.settings') }, icon('gear')),
      h('button', { class: 'header-button header-more', type: 'button', popovertarget: 'header-menu', 'aria-label': t('common.menu') }, icon('menu')),
      h('nav', { class: 'menu header-menu', id: 'header-menu', popover: 'auto', 'aria-label': t('common.menu'), onclick: close }, links(),
        h('a', { href: '/games' }, t('common.my_games')), h('a', { href: '/rules' }, t('common.rules')),
        h('a', { href: '/settings' }, t('common.settings'))));
    mark();
  }

  /** @param {Event} event */
  function skip(event) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }

  const links = () => AREAS.map(([name, href]) => h('a', { href, 'data-area': name }, t(`common.area_${name}`)));

  function mark() {
    for (const link of root.querySelectorAll('[data-area]')) {
      if (/** @type {HTMLElement} */ (link).dataset['area'] === area) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  function pill() {
    const table = oracle.get()?.tables.find(({ status }) => status === 'solving');
    if (!table || !table.total) return h('span', { class: 'header-pill', hidden: true });
    const part = Math.floor(100 * (table.positions ?? 0) / table.total) / 100;
    const circle = s('circle', { class: 'header-pill-part', cx: 8, cy: 8, r: 6, pathLength: 100, 'stroke-dasharray': `${part * 100} 100` });
    return h('a', { class: 'header-pill', href: '/oracle' },
      s('svg', { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' }, s('circle', { class: 'header-pill-all', cx: 8, cy: 8, r: 6 }), circle),
      h('span', null, t('common.solving', { percent: number(part, { style: 'percent' }) })));
  }

  function languageMenu() {
    const name = LANGUAGES.find(([code]) => code === language())?.[1] ?? language();
    const menu = h('div', { class: 'menu header-languages', id: 'header-languages', popover: 'auto' },
      LANGUAGES.map(([code, label]) => h('button', {
        type: 'button', lang: code, 'aria-current': code === language() ? 'true' : null,
        onclick: () => {
          menu.hidePopover();
          onLanguage(code);
        },
      }, label, code === language() && icon('check'))));
    return [
      h('button', {
        class: 'header-button header-language', type: 'button', popovertarget: 'header-languages',
        'aria-label': t('common.language_is', { name }),
      }, icon('globe'), h('span', { class: 'header-language-name' }, name), icon('chevron')),
      menu,
    ];
  }

  function themeButton() {
    const dark = isDark();
    const label = t(dark ? 'common.theme_light' : 'common.theme_dark');
    return h('button', {
      class: 'header-button', type: 'button', 'aria-label': label, title: label,
      onclick: () => settings.set('theme', isDark() ? 'light' : 'dark'),
    }, icon(dark ? 'sun' : 'moon'));
  }

  const themed = () => {
    const had = root.contains(document.activeElement);
    const place = [...root.querySelectorAll('a, button')].indexOf(/** @type {Element} */ (document.activeElement));
    rebuild();
    if (had) /** @type {HTMLElement | undefined} */ ([...root.querySelectorAll('a, button')][place])?.focus();
  };
  settings.on('theme', themed);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', themed);
  oracle.on(() => root.querySelector('.header-pill')?.replaceWith(pill()));
  rebuild();
  return {
    rebuild,
    visit(now) {
      area = now;
      mark();
    },
  };
}

boot();
