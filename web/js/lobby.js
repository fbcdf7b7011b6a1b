// Open challenges: accept one, create one, or withdraw one's own.

import { api, newId } from './api.js';
import { announce, h, icon, replace, toast } from './dom.js';
import { startGame } from './home/page.js';
import { poll } from './home/poll.js';
import { clockName, matchName } from './home/start.js';
import { chooseRules, chosenRules, rulesLink } from './house.js';
import { isServerThere, whyNot } from './needs.js';
import { offline } from './network.js';
import { css, go, title } from './router.js';
import { rulesMenu } from './rules-menu.js';
import { settings } from './store.js';
import { date, errorText, rich, sentence, sideName, t } from './text.js';

/** @typedef {import('./types').GameSummary} GameSummary */

/** Milliseconds between two polls. */
const PAUSE = 5_000;

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.lobby_title'));
  await css('/css/pages.css');
  if (signal.aborted) return;
  let isBusy = false;
  let drawn = '';
  const body = h('div', { class: 'pages-body', 'aria-busy': 'true' });
  // The rules of an own challenge.
  const rules = rulesMenu((id) => {
    chooseRules(id);
    rules.set(id);
  });
  rules.set(chosenRules());
  replace(root, h('div', { class: 'pages' },
    h('div', { class: 'pages-head' }, h('h1', null, t('home.lobby_title')),
      h('div', { class: 'lobby-new' }, rules.element,
        h('button', { class: 'button ink', type: 'button', onclick: () => open() }, icon('broadcast'), t('home.lobby_open')))),
    h('p', { class: 'pages-line' }, t('home.lobby_line')), body));

  /**
   * Runs one command at a time. A failure is shown, and the list reloaded.
   * @param {() => Promise<unknown>} action
   */
  async function act(action) {
    if (isBusy || !isServerThere()) return;
    isBusy = true;
    try {
      await action();
    } catch (error) {
      const { code = '', current } = /** @type {Partial<import('./api.js').ApiError>} */ (error);
      const isWithdrawn = code === 'withdrawn' || current?.game.status === 'withdrawn';
      const isGone = ['game_full', 'stale', 'no_such_game'].includes(code);
      if (!signal.aborted) toast(isWithdrawn ? t('game.withdrawn_title') : isGone ? t('home.lobby_taken') : errorText(error));
    } finally {
      isBusy = false;
      look();
    }
  }

  const open = () => act(() => startGame('lobby'));

  /** @param {GameSummary} game */
  const join = (game) => act(async () => {
    await command(game, { type: 'join', ...(settings.get('name') && { name: settings.get('name') }) });
    await go(`/game/${game.id}`);
  });

  /** @param {GameSummary} game */
  const withdraw = (game) => act(async () => {
    await command(game, { type: 'withdraw' });
    announce(t('home.lobby_withdrawn'));
  });

  const look = poll(async () => {
    try {
      const { games } = await api.lobby(signal);
      const now = JSON.stringify(games);
      // No change: keep the elements, one of which may have the focus.
      if (now !== drawn) draw(games);
      drawn = now;
    } catch (error) {
      if (!signal.aborted && (!drawn || offline.get())) {
        drawn = '';
        replace(body, h('p', { class: 'pages-line' }, offline.get() ? sentence(whyNot()) : errorText(error)));
      }
    }
    body.removeAttribute('aria-busy');
  }, PAUSE, signal);

  /** @param {GameSummary[]} games */
  function draw(games) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined;
    const own = games.filter(({ you }) => you.length > 0);
    const others = games.filter(({ you }) => you.length === 0);
    replace(body,
      own.length > 0 && h('ul', { class: 'card lobby-list lobby-own' }, own.map((game) => challenge(game, [
        button(game, 'withdraw', t('home.lobby_withdraw'), () => withdraw(game)),
        h('a', { class: 'button small ink', href: `/game/${game.id}`, 'data-key': `wait ${game.id}` }, t('home.lobby_wait')),
      ]))),
      others.length > 0 ? h('ul', { class: 'card lobby-list' }, others.map((game) => challenge(game, [
        button(game, 'join', t('home.lobby_join'), () => join(game)),
      ]))) : own.length === 0 && empty());
    if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }

  function empty() {
    return h('div', { class: 'banner' }, icon('users'),
      h('div', null, h('strong', null, t('home.lobby_empty_title')), h('p', null, t('home.lobby_empty_line'))),
      h('button', { class: 'button ink', type: 'button', onclick: open }, t('home.lobby_open')));
  }
}

/**
 * @param {GameSummary} game
 * @param {Record<string, unknown>} wish
 */
const command = (game, wish) => api.command(game.id, { id: newId(), seen: game.seq, ...wish });

/** @param {GameSummary} game */
function challenger({ players, you }) {
  if (you.length > 0) return t('home.lobby_yours');
  const person = [players.black, players.red].find(({ type }) => type === 'person');
  return (person?.type === 'person' && person.name) || t('home.lobby_anonymous');
}

/**
 * @param {GameSummary} game
 * @param {'join' | 'withdraw'} what
 * @param {string} text
 * @param {() => void} onclick
 */
function button(game, what, text, onclick) {
  const label = what === 'join' ? t('home.lobby_join_label', { name: challenger(game) }) : null;
  return h('button', { class: what === 'join' ? 'button ink' : 'button small', type: 'button', 'aria-label': label, 'data-key': `${what} ${game.id}`, onclick }, text);
}

/**
 * @param {GameSummary} game
 * @param {Node[]} buttons
 */
function challenge(game, buttons) {
  const open = game.players.black.type === 'open' ? 'black' : 'red';
  const yours = game.you[0] ?? open;
  const details = rich('home.lobby_details', { rules: rulesLink(game.rules), match: matchName(game.match.games), clock: clockName(game.clock) });
  const since = t('home.lobby_since', { time: date(game.created_at, sameDay(game.created_at) ? { timeStyle: 'short' } : { dateStyle: 'medium' }) });
  return h('li', { class: 'lobby-row' },
    h('span', { class: `lobby-side ${yours}`, 'aria-hidden': 'true' }),
    h('div', { class: 'lobby-words' },
      h('b', null, challenger(game)),
      h('span', null, details),
      h('span', { class: 'lobby-since' }, t('home.lobby_plays', { side: sideName(yours), since }))),
    h('div', { class: 'lobby-buttons' }, buttons));
}

/** @param {number} at */
const sameDay = (at) => new Date(at).toDateString() === new Date().toDateString();
