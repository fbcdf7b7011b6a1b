/** The header: links to the areas of the page, language, theme, settings, and the progress of the oracle. */
import { announce, h, icon, replace, s } from './dom.js';
import { rulesName } from './house.js';
import { hasServer, offline } from './network.js';
import { isPublished } from './rules.js';
import { oracle, settings } from './store.js';
import { language, LANGUAGES, number, t } from './text.js';

const AREAS = /** @type {const} */ ([['play', '/'], ['puzzle', '/puzzle'], ['explorer', '/explorer'], ['learn', '/learn'], ['games', '/games']]);

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

/** Says that there is no connection, and what that means; on phones only the first. */
function offlinePill() {
  return h('span', { class: 'header-pill offline' }, icon('offline'), h('span', { class: 'header-pill-long' }, t('common.offline_long')),
    h('span', { class: 'header-pill-short', title: t('common.offline_long') }, t('common.offline')));
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
export function showHeader(root, onLanguage) {
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
        h('a', { href: '/rules' }, t('common.rules')),
        h('a', { href: '/settings' }, t('common.settings'))));
    mark();
  }

  /** @param {Event} event */
  function skip(event) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }

  const links = () => AREAS.map(([name, href]) => h('a', { href, 'data-area': name }, t(name === 'games' ? 'common.my_games' : `common.area_${name}`)));

  function mark() {
    for (const link of root.querySelectorAll('[data-area]')) {
      if (/** @type {HTMLElement} */ (link).dataset['area'] === area) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  function pill() {
    if (offline.get() && hasServer) return offlinePill();
    const table = oracle.get()?.tables.find(({ rules, status }) => status === 'solving' && isPublished(rules));
    if (!table || !table.total) return h('span', { class: 'header-pill', hidden: true });
    const part = Math.floor(100 * (table.positions ?? 0) / table.total) / 100;
    const circle = s('circle', { class: 'header-pill-part', cx: 8, cy: 8, r: 6, pathLength: 100, 'stroke-dasharray': `${part * 100} 100` });
    return h('a', { class: 'header-pill', href: '/oracle', title: rulesName(table.rules) },
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
  const redraw = () => root.querySelector('.header-pill')?.replaceWith(pill());
  oracle.on(redraw);
  offline.on((isOffline) => {
    redraw();
    if (isOffline) announce(t('common.offline_long'));
  });
  rebuild();
  return {
    rebuild,
    visit(now) {
      area = now;
      mark();
    },
  };
}
