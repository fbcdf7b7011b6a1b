// What is stored about a player, for how long, and what the player can do about it.

import { h, replace } from './dom.js';
import { css, title } from './router.js';
import { loadPart, rich, t } from './text.js';

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  await Promise.all([loadPart('privacy'), css('/css/pages.css')]);
  if (signal.aborted) return;
  title(t('privacy.title'));
  const link = h('a', { href: '/games' }, t('home.games_title'));
  replace(root, h('article', { class: 'pages pages-narrow privacy' },
    h('div', null, h('h1', null, t('privacy.title')), h('p', { class: 'pages-line' }, t('privacy.intro'))),
    part('stored', [t('privacy.stored_games'), t('privacy.stored_cookie'), t('privacy.stored_here'), t('privacy.stored_numbers'), t('privacy.stored_push'), t('privacy.stored_address')]),
    part('long', [t('privacy.long_cookie'), t('privacy.long_games')]),
    part('do', [t('privacy.do_export'), t('privacy.do_delete')], h('p', null, rich('privacy.do_where', { link })))));
}

/** @param {'stored' | 'long' | 'do'} name @param {string[]} lines @param {import('./dom.js').Child} [more] */
function part(name, lines, more) {
  return h('section', { class: 'card', 'aria-labelledby': `privacy-${name}` },
    h('h2', { id: `privacy-${name}` }, t(`privacy.${name}_title`)), h('ul', null, lines.map((line) => h('li', null, line))), more);
}
