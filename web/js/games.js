// All my games: those under way first, then the finished ones with their result.

import { api } from './api.js';
import { h, icon, replace } from './dom.js';
import { gameRow } from './home/page.js';
import { isUnfinished, unfinished } from './home/start.js';
import { css, title } from './router.js';
import { errorText, t } from './text.js';

/** The most games that the server lists. */
const SHOWN = 50;

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.games_title'));
  await css('/css/pages.css');
  if (signal.aborted) return;
  const body = h('div', { class: 'pages-body', 'aria-busy': 'true' });
  replace(root, h('div', { class: 'pages' },
    h('div', { class: 'pages-head' }, h('h1', null, t('home.games_title')),
      h('a', { class: 'button ink', href: '/' }, icon('play'), t('home.new_game'))), body));

  async function load() {
    try {
      const { games } = await api.games(signal);
      replace(body, games.length === 0 ? empty() : lists(games));
    } catch (error) {
      if (signal.aborted) return;
      replace(body, h('div', { class: 'banner alert', role: 'alert' }, icon('offline'),
        h('div', null, h('p', null, errorText(error))),
        h('button', { class: 'button small', type: 'button', onclick: load }, t('common.try_again'))));
    }
    body.removeAttribute('aria-busy');
  }
  await load();
}

/** @param {import('./types').GameSummary[]} games */
function lists(games) {
  const open = unfinished(games);
  const over = games.filter((game) => !isUnfinished(game)).sort((a, b) => b.updated_at - a.updated_at);
  return [
    open.length > 0 && group('under_way', open),
    over.length > 0 && group('finished', over),
    games.length >= SHOWN && h('p', { class: 'pages-line' }, t('home.games_shown', { count: games.length })),
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
