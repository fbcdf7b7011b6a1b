// My games: all games with filters, what they tell about the player, and the player's own data.

import { api } from './api.js';
import { h, icon, replace } from './dom.js';
import { reviewQueue } from './me/ask.js';
import { filterBar } from './me/filters.js';
import { countedSince, keepGames, keptGames, numbers, rememberNumbers } from './me/kept.js';
import { canReview, inOrder, matches, readFilters, seatOf } from './me/list.js';
import { mePanel } from './me/panel.js';
import { fillAccuracy, gameRow } from './me/rows.js';
import { LOOK_BACK } from './me/strength.js';
import { offline } from './network.js';
import { hrefOf } from './place.js';
import { ownData } from './own-data.js';
import { css, go, title } from './router.js';
import { isSolved, oracle, settings } from './store.js';
import { errorText, loadPart, t } from './text.js';

/** @typedef {import('./types').GameSummary} GameSummary */

/** The rows shown at first, and added each time. */
const ROWS = 50;

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal, query: first, hash }) {
  title(t('home.games_title'));
  await Promise.all([loadPart('me'), loadPart('privacy'), css('/css/pages.css'), css('/css/me.css')]);
  if (signal.aborted) return undefined;
  let query = first;
  /** @type {GameSummary[]} */
  let games = [];
  let limit = ROWS;
  let kept = numbers();
  /** What the list shows; unchanged rows are not drawn again. */
  let shown = '';
  const own = settings.get('name');

  const count = h('span', { class: 'me-count' });
  const start = h('a', { class: 'button ink', href: '/' }, icon('play'), t('home.new_game'));
  const tabs = h('nav', { class: 'me-tabs', 'aria-label': t('me.tabs') }, ['games', 'me'].map((tab) => h('a', { 'data-tab': tab }, t(`me.tab_${tab}`))));
  const notes = h('div', { class: 'me-notes' });
  const filters = filterBar((change) => go(addressWith(query, change), { replace: true }));
  const list = h('ul', { class: 'card me-list' });
  const more = h('button', { class: 'button me-more', type: 'button', hidden: true, onclick: showMore }, t('home.games_more'));
  const none = h('div', { class: 'card me-empty' });
  const panel = mePanel((rules) => go(addressWith(query, { me: rules }), { replace: true }));
  const ways = h('p', { class: 'me-ways' },
    h('a', { href: '/review' }, t('home.review_record')), h('a', { href: '#own-data' }, t('privacy.export_title')), h('a', { href: '#own-data' }, t('privacy.delete_title')));
  const data = h('div', { class: 'me-own' });
  const page = h('div', { class: 'me-page', 'aria-busy': 'true' },
    h('div', { class: 'me-head' }, h('h1', null, t('home.games_title')), count, start),
    tabs, h('div', { class: 'me-games' }, notes, filters.element, list, none, more, ways), panel.element, data);
  replace(root, page);

  const queue = reviewQueue({ signal, review });
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const game = games.find(({ id }) => id === /** @type {HTMLElement} */ (target).dataset['id']);
      if (game) isIntersecting && isCountable(game) ? queue.want(game) : queue.leave(game);
    }
  });

  /** Whether the numbers of a game are missing, and can be had. @param {GameSummary} game */
  const isCountable = (game) => canReview(game) && game.result?.winner !== null && game.updated_at > countedSince() && seatOf(game, own) !== null
    && kept.every(({ id }) => id !== game.id);

  /** @param {GameSummary} game */
  async function review(game) {
    const side = seatOf(game, own);
    if (!oracle.get()) oracle.set(await api.oracle());
    // A request that must fail would be an error in the console.
    if (!side || !isSolved(game.rules)) return;
    rememberNumbers(game, (await api.review(game.id, undefined, signal))[side]);
    kept = numbers();
    const place = list.querySelector(`[data-id="${game.id}"] .me-accuracy`);
    if (place) fillAccuracy(place, accuracyOf(game));
    drawPanel();
  }

  /** @param {GameSummary} game */
  const accuracyOf = ({ id }) => kept.find((each) => each.id === id)?.accuracy ?? null;

  function drawPanel() {
    const known = new Set(games.map(({ id }) => id));
    // The numbers of another person's games may be left from before a code was used.
    panel.update({ numbers: kept.filter(({ id }) => known.has(id)), games, since: countedSince(), wish: query.get('me') ?? '' });
  }

  function drawTabs() {
    const now = query.get('tab') === 'me' ? 'me' : 'games';
    page.dataset['tab'] = now;
    for (const link of tabs.children) {
      const tab = /** @type {HTMLElement} */ (link).dataset['tab'] ?? '';
      link.setAttribute('href', hrefOf(addressWith(query, { tab: tab === 'me' ? tab : '' })));
      if (tab === now) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  /** The games that fit the filters, as rows. */
  function drawList() {
    const wanted = readFilters(query);
    const fitting = games.filter((game) => matches(game, wanted, own));
    filters.update(wanted, games, own);
    filters.element.hidden = games.length === 0;
    list.hidden = fitting.length === 0;
    none.hidden = fitting.length > 0;
    // The button in place of the list is the main one.
    start.classList.toggle('ink', games.length > 0);
    if (fitting.length === 0) replace(none, games.length === 0 ? empty() : nothing());
    more.hidden = fitting.length <= limit;
    const rows = fitting.slice(0, limit);
    const key = JSON.stringify(rows.map(({ id, seq }) => [id, seq]));
    if (key === shown) return;
    shown = key;
    seen.disconnect();
    const now = Date.now();
    replace(list, rows.map((game) => gameRow(game, { name: own, now, accuracy: accuracyOf(game) })));
    for (const row of list.children) seen.observe(row);
  }

  function nothing() {
    const all = addressWith(query, { show: '', opponent: '', rules: '' });
    return [h('h2', null, t('me.none_title')), h('a', { class: 'button', href: all }, t('me.none_button'))];
  }

  function showMore() {
    const before = limit;
    limit += ROWS;
    drawList();
    // The button may be gone.
    /** @type {HTMLElement | null | undefined} */ (list.children[before]?.querySelector('a'))?.focus();
  }

  function draw() {
    drawTabs();
    drawList();
    drawPanel();
  }

  /** Reads the whole list, page by page: filters and results count all games. */
  async function load() {
    /** @type {Map<string, GameSummary>} */
    const found = new Map();
    /** @type {string | undefined} */
    let next;
    replace(notes);
    try {
      do {
        const answer = await api.games(signal, next);
        for (const game of answer.games) found.set(game.id, game);
        next = answer.next;
        games = inOrder([...found.values()]);
        draw();
        page.removeAttribute('aria-busy');
      } while (next);
      count.textContent = games.length > 0 ? t('me.count', { count: games.length }) : '';
      if (offline.get()) replace(notes, keptGames().length > 0 && h('p', { class: 'pages-line' }, t('me.offline')));
      else keepGames(games);
    } catch (error) {
      if (signal.aborted) return;
      replace(notes, trouble(error));
      if (found.size === 0) games = inOrder(keptGames());
      draw();
      page.removeAttribute('aria-busy');
      return;
    }
    askLatest();
  }

  /** @param {unknown} error */
  function trouble(error) {
    const isOffline = /** @type {{code?: string}} */ (error).code === 'offline';
    return h('div', { class: 'banner alert', role: 'alert' }, icon('offline'),
      h('div', null, h('p', null, isOffline && keptGames().length > 0 ? t('me.offline') : errorText(error))),
      h('button', { class: 'button small', type: 'button', onclick: load }, t('common.try_again')));
  }

  /** The games from which the level is told count as looked at. */
  function askLatest() {
    const latest = games.filter((game) => canReview(game) && seatOf(game, own) !== null).slice(0, LOOK_BACK);
    for (const game of latest.filter(isCountable)) queue.want(game);
  }

  await load();
  if (signal.aborted) return undefined;
  signal.addEventListener('abort', offline.on(load));
  // Below the list, so after it: the page must not shift.
  replace(data, ownData({ code: new URLSearchParams(hash).get('code') ?? '', hasGames: () => games.length > 0, reload: load }));
  return {
    leave: () => seen.disconnect(),
    /** @param {{query: URLSearchParams}} visit */
    update({ query: next }) {
      if (String(next) !== String(query)) limit = ROWS;
      query = next;
      draw();
      return true;
    },
  };
}

/** The address with some values changed; empty ones are left out. @param {URLSearchParams} query @param {Record<string, string | undefined>} change */
function addressWith(query, change) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value && value !== 'all') next.set(name, value);
    else next.delete(name);
  }
  return `/games${next.size > 0 ? `?${next}` : ''}`;
}

function empty() {
  return [h('h2', null, t('me.empty_title')), h('a', { class: 'button ink', href: '/' }, icon('play'), t('me.empty_button'))];
}
