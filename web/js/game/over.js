/** What stands beside the board before and after a game: invitation, joining, the end. Loaded on demand. */
import { dialog, h, icon, replace } from '../dom.js';
import { rulesLink } from '../house.js';
import { other } from '../position.js';
import { title } from '../router.js';
import { settings } from '../store.js';
import { errorText, rich, sentence, sideName, t } from '../text.js';
import { ending as makeEnding, prepareEnd as loadEnd } from './ending.js';
import { waiting } from './invitation.js';
import { leadText, matchPoints } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {(command: {type: string, [field: string]: unknown}) => void} Send */

/** @typedef {{key: string, make: () => HTMLElement}} Content what to show, made anew if its key differs from that of what is shown */

/** The end of a game, and what it needs. */
export const ending = makeEnding;
export const prepareEnd = loadEnd;

/**
 * The content beside the board before a game; null while it is in progress.
 * @param {Session} state
 * @param {Send} send
 * @param {string | null} code the invitation in the address
 * @param {() => void} watch forgets the invitation
 * @returns {Content | null}
 */
export function slot(state, send, code, watch) {
  const { game, you } = state;
  if (game.status === 'waiting' && you.length > 0) return { key: `waiting ${state.invitation?.code}`, make: () => waiting(state, send) };
  if (game.status === 'waiting' && (code || game.opponent.type === 'lobby')) return { key: 'join', make: () => join(state, send, code) };
  if (game.status === 'waiting') return { key: 'closed', make: () => message('game.seat_open_title', 'game.seat_open_text') };
  if (game.status === 'withdrawn') return { key: 'withdrawn', make: () => message('game.withdrawn_title', 'game.withdrawn_text') };
  return code && you.length === 0 ? { key: 'used', make: () => message('game.used_title', 'game.used_text', watch) } : null;
}

/** @param {string} title @param {string} text @param {() => void} [watch] */
function message(title, text, watch) {
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t(title)), h('p', { class: 'second' }, t(text)),
    h('div', { class: 'game-slot-buttons' }, h('a', { class: 'button ink', href: '/' }, t('game.new_game')),
      watch && h('button', { class: 'button', type: 'button', onclick: watch }, icon('eye'), t('game.watch'))));
}

/** Taking the open seat. @param {Session} state @param {Send} send @param {string | null} code */
function join(state, send, code) {
  const { game } = state;
  const seat = game.players.black.type === 'open' ? 'black' : 'red';
  const host = game.players[other(seat)];
  const name = (host.type === 'person' && host.name) || sideName(other(seat));
  const input = h('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: settings.get('name') });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const own = input.value.trim();
    settings.set('name', own);
    send({ type: 'join', ...(code ? { code } : {}), ...(own ? { name: own } : {}) });
  };
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t('game.join_title', { name })),
    h('p', { class: 'second' }, rich('game.join_text', { rules: rulesLink(game.rules), match: t(`common.match_${game.match.games}`), side: sideName(seat) })),
    h('form', { class: 'game-join', onsubmit: submit }, h('label', { class: 'field' }, h('span', null, t('game.your_name')), input),
      h('button', { class: 'button ink' }, icon('play'), t('game.join'))));
}

/** Asks before resigning. @param {Session} state */
export async function askToResign(state) {
  const { game } = state;
  const view = state.you[0] ?? 'black';
  const match = game.match.games > 1 ? ` ${t('game.match_score', matchPoints(game, view))}` : '';
  const answer = await dialog({
    title: t('game.resign_title'), body: `${leadText(state, game.score)}.${match}`,
    buttons: [{ value: 'resign', label: t('game.resign'), ink: true }, { value: '', label: t('game.keep_playing') }],
  });
  return answer === 'resign';
}

/** All keys of the board. */
export function showKeys() {
  const key = (/** @type {string[]} */ names) => names.map((name) => [h('kbd', null, name), ' ']);
  const lines = /** @type {[string[], string][]} */ ([
    [['a', '…', 'h'], 'letter'], [['↑', '↓'], 'rows'], [[t('game.key_enter'), t('game.key_space')], 'play'], [['←', '→'], 'sides'],
    [['⌫'], 'undo'], [['N'], 'finish'], [['I'], 'hint'], [['X'], 'flip'], [['R'], 'replay'], [['S'], 'say'], [['?'], 'help'], [['Esc'], 'escape'],
  ]);
  dialog({ title: t('game.keys'), body: h('dl', { class: 'keys' }, lines.map(([names, what]) => [h('dt', null, key(names)), h('dd', null, t(`game.keys_${what}`))])), buttons: [] });
}

/** The page for a wrong link, or for a game that cannot be loaded now. A paused game is tried again. @param {HTMLElement} root @param {import('../api.js').ApiError} error */
export function showNoGame(root, error) {
  const isMissing = error.status === 404 || error.status === 400;
  const isPaused = error.code === 'game_paused';
  const isAway = error.code === 'offline';
  const heading = isAway ? sentence(t('common.needs_connection')) : t(isMissing ? 'game.no_game_title' : isPaused ? 'game.paused_title' : 'common.failed');
  title(heading);
  replace(root, h('div', { class: 'message-page' }, h('h1', null, heading),
    h('p', null, isMissing ? t('game.no_game_text') : isPaused ? t('game.paused_text') : errorText(error)),
    isMissing ? h('a', { class: 'button ink', href: '/' }, t('game.new_game'))
      : h('button', { class: 'button ink', type: 'button', onclick: () => location.reload() }, t('common.try_again'))));
  const again = isPaused ? setTimeout(() => location.reload(), (error.retryAfter ?? 30) * 1000) : undefined;
  return { leave: () => clearTimeout(again) };
}
