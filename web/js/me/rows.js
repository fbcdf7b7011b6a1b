// The rows of the list of games. The whole row is a link, to the review or to the game.

import { thumbnail } from '../board/pieces.js';
import { h, icon, replace } from '../dom.js';
import { isUnfinished, rulesLine } from '../home/start.js';
import { other, parse } from '../position.js';
import { percent, t } from '../text.js';
import { addressOf, opponentLabel, outcomeOf, seatOf } from './list.js';
import { timeElement, whenText } from './when.js';

/** @typedef {import('../types').GameSummary} GameSummary */

/**
 * @param {GameSummary} game
 * @param {{name: string, now: number, accuracy: number | null}} known `name`: one's own
 */
export function gameRow(game, { name, now, accuracy }) {
  const isLive = isUnfinished(game);
  const view = seatOf(game, name) ?? game.you[0] ?? 'black';
  const share = h('span', { class: 'me-accuracy' });
  fillAccuracy(share, accuracy);
  return h('li', { class: 'me-row', 'data-id': game.id, 'data-live': isLive },
    h('a', { href: addressOf(game) },
      h('span', { class: 'me-picture' }, thumbnail(parse(game.position), view)),
      h('b', { class: 'me-name' }, opponentLabel(game, name)),
      h('span', { class: 'me-line' }, lineOf(game)),
      h('span', { class: 'me-result' }, isLive ? h('span', { class: 'badge me-state', 'data-state': stateOf(game) }, t(`me.state_${stateOf(game)}`)) : resultOf(game, name)),
      share,
      h('span', { class: 'me-when' }, timeElement(game.updated_at, whenText(game.updated_at, now, { isLive }))),
      h('span', { class: 'me-go' }, isAsked(game) ? h('span', { class: 'button' }, t('me.continue')) : icon('next'))));
}

/** Nobody who plays for a while is below: the bar begins here. */
const LEAST = 70;

/** The accuracy and a bar; nothing if it is not known. @param {Element} place @param {number | null} accuracy */
export function fillAccuracy(place, accuracy) {
  if (accuracy === null) return;
  const bar = h('span', { class: 'me-bar' });
  bar.style.setProperty('--share', `${Math.max(0, (accuracy - LEAST) / (100 - LEAST) * 100)}%`);
  replace(place, h('span', { class: 'unseen' }, t('me.accuracy'), ' '), percent(accuracy), bar);
}

/** How the game came about, and its rules. @param {GameSummary} game */
function lineOf(game) {
  const rules = rulesLine(game);
  return game.opponent.type === 'computer' ? rules : t(`me.line_${game.opponent.type}`, { rules });
}

/** @param {GameSummary} game */
function stateOf({ status, to_move: side, you }) {
  if (status === 'waiting') return 'waiting';
  if (status === 'between_games') return 'between';
  if (you.length === 2) return side ?? 'black';
  return side && you.includes(side) ? 'yours' : 'theirs';
}

/** Whether the game waits for the player. @param {GameSummary} game */
const isAsked = (game) => isUnfinished(game) && game.status !== 'waiting' && stateOf(game) !== 'theirs';

/** Won or lost, and the points if they decided it: one's own first, else those of the winner. @param {GameSummary} game @param {string} name */
function resultOf(game, name) {
  const outcome = outcomeOf(game, name);
  const side = seatOf(game, name) ?? (outcome === 'red' ? 'red' : 'black');
  const score = game.result?.score ?? game.score;
  const termination = game.result?.termination ?? 'normal';
  return [
    h('b', { 'data-outcome': outcome }, winnerText(game, outcome) ?? t(`me.result_${outcome}`)),
    termination === 'normal' ? h('span', { class: 'me-score' }, t('game.result_score', { x: score[side], y: score[other(side)] }))
      : h('span', { class: 'me-how' }, t(`home.by_${termination}`)),
  ];
}

/** Who has won between two on one device, if that player has a name. @param {GameSummary} game @param {ReturnType<typeof outcomeOf>} outcome */
function winnerText({ players }, outcome) {
  const winner = outcome === 'black' || outcome === 'red' ? players[outcome] : null;
  return winner?.type === 'person' && winner.name ? t('me.result_name', { name: winner.name }) : null;
}
