// All my games: those under way first, then the finished ones with their result.

import { api } from './api.js';
import { h, icon, replace } from './dom.js';
import { gameRow } from './home/page.js';
import { isUnfinished, unfinished } from './home/start.js';
import { ownData } from './own-data.js';
import { css, title } from './router.js';
import { errorText, loadPart, t } from './text.js';

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal, hash }) {
  title(t('home.games_title'));
  await Promise.all([loadPart('privacy'), css('/css/pages.css')]);
  if (signal.aborted) return;
  /** @type {import('./types').GameSummary[]} */
  let games = [];
  /** @type {string | undefined} */
  let next;
  const body = h('div', { class: 'pages-body', 'aria-busy': 'true' });
  const pages = h('div', { class: 'pages' },
    h('div', { class: 'pages-head' }, h('h1', null, t('home.games_title')),
      h('a', { class: 'button', href: '/review' }, icon('search'), t('home.review_record')),
      h('a', { class: 'button ink', href: '/' }, icon('play'), t('home.new_game'))), body);
  replace(root, pages);

  /** Adds the next page of the list. */
  async function load() {
    body.setAttribute('aria-busy', 'true');
    try {
      const page = await api.games(signal, next);
      // A game may have moved to a later page since.
      const known = new Set(games.map(({ id }) => id));
      games = [...games, ...page.games.filter(({ id }) => !known.has(id))];
      next = page.next;
      replace(body, games.length === 0 ? empty() : lists(games),
        next && h('button', { class: 'button', type: 'button', onclick: load }, t('home.games_more')));
      // The button that had the focus is gone.
      const added = page.games.find(({ id }) => !known.has(id));
      if (known.size > 0 && added) /** @type {HTMLElement | null} */ (body.querySelector(`a[href^="/game/${added.id}"]`))?.focus();
    } catch (error) {
      if (signal.aborted) return;
      replace(body, h('div', { class: 'banner alert', role: 'alert' }, icon('offline'),
        h('div', null, h('p', null, errorText(error))),
        h('button', { class: 'button small', type: 'button', onclick: load }, t('common.try_again'))));
    }
    body.removeAttribute('aria-busy');
  }

  /** Shows the games of another identity. */
  async function start() {
    games = [];
    next = undefined;
    await load();
  }
  await load();
  if (signal.aborted) return;
  // Below the list, so after it: the page must not shift.
  pages.append(ownData({ code: new URLSearchParams(hash).get('code') ?? '', hasGames: () => games.length > 0, reload: start }));
}

/** @param {import('./types').GameSummary[]} games */
function lists(games) {
  const open = unfinished(games);
  const over = games.filter((game) => !isUnfinished(game)).sort((a, b) => b.updated_at - a.updated_at);
  return [
    open.length > 0 && group('under_way', open),
    over.length > 0 && group('finished', over),
  ];
}

/**
 * @param {'under_way' | 'finished'} name
 * @param {import('./types').GameSummary[]} games
 */
function group(name, games) {
  return h('section', { class: 'card', 'aria-labelledby': `games-${name}` },
    h('h2', { id: `games-${name}` }, t(`home.games_${name}`)), h('ul', { class: 'game-rows games-list' }, games.map(gameRow)));
}

function empty() {
  return [
    h('div', { class: 'banner' }, icon('users'),
      h('div', null, h('strong', null, t('home.games_empty_title')), h('p', null, t('home.games_empty_line')))),
    h('section', { class: 'card home-lesson' },
      h('div', null, h('h2', null, t('home.first_game_title')), h('p', null, t('home.first_game_line'))),
      h('a', { class: 'button', href: '/learn' }, icon('book'), t('home.learn'))),
  ];
}
