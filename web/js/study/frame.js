// Shared by the pages of this folder: loading, names, notation, sharing.

import { h, s } from '../dom.js';
import { spokenTurn, writtenTurn } from '../game/written.js';
import { css } from '../router.js';
import { computerName, date, loadPart, rich, sideName, signed, t } from '../text.js';
import { resultFor } from './review-model.js';
import { outcomeOf, SYMBOLS } from './values.js';

/** @typedef {import('../position.js').Side} Side */

/** Loads the texts and styles of these pages. */
export async function prepare() {
  await Promise.all([loadPart('study'), css('/css/study.css')]);
}

/** @param {import('../types').Player} player */
export function playerName(player) {
  if (player.type === 'person') return player.name ?? t('common.guest');
  return player.type === 'open' ? t('common.guest') : computerName(player.level);
}

/**
 * The result of a game. After a resignation or a timeout the points do not decide.
 * @param {Pick<import('./review-model.js').Review, 'score'|'winner'|'termination'>} review
 * @param {Side[]} you
 */
export function headlineOf(review, you) {
  const { key, first, second } = resultFor(review, you);
  const { winner, termination } = review;
  if (termination === null || termination === 'normal' || winner === null || winner === 'draw') return t(`study.headline_${key}`, { first, second });
  if (key === 'you_win') return t('game.result_you_win_alone');
  return key === 'you_lose' ? t('game.result_you_lose_alone') : t('game.result_side_wins_alone', { side: sideName(winner) });
}

/**
 * Why a game ended before the colours had passed, if it did.
 * @param {Pick<import('./review-model.js').Review, 'winner'|'termination'>} review
 * @param {{black: string, red: string}} names
 */
export function reasonOf({ winner, termination }, names) {
  if (termination === null || termination === 'normal') return '';
  return t(`game.end_${termination}`, { name: winner === 'black' ? names.red : names.black });
}

/** @param {string} day such as `2026-11-15` */
export const dayText = (day) => date(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });

/**
 * A turn in a list, as the settings want it written; the marks of a bonus stand out.
 * @param {string} turn
 * @param {string} [look] a further class
 */
export function notation(turn, look = '') {
  const pieces = writtenTurn(turn).split(/([+~★])/u).map((piece) => (/^[+~★]$/u.test(piece) ? h('b', null, piece) : piece));
  return h('span', { class: `study-notation ${look}`.trim(), translate: 'no' },
    h('span', { 'aria-hidden': 'true' }, pieces), h('span', { class: 'unseen' }, spokenTurn(turn)));
}

/**
 * A sentence for screen readers, of which the page shows only some elements.
 * @param {string} key
 * @param {Record<string, Node|string|number>} args the elements are seen, everything else is heard only
 */
export const heard = (key, args) => rich(key, args).map((piece) => (typeof piece === 'string' ? h('span', { class: 'unseen' }, piece) : piece));

/** An exact margin: symbol and number. @param {number} margin */
export function value(margin) {
  const outcome = outcomeOf(margin);
  return h('span', { class: `study-value ${outcome}` },
    h('span', { 'aria-hidden': 'true' }, SYMBOLS[outcome]), h('span', { class: 'unseen' }, t(`study.outcome_${outcome}`)), ' ', signed(margin));
}

/** An estimate, which must not look like an exact margin. @param {number} points */
export function estimate(points) {
  const text = signed(Math.round(points));
  return h('span', { class: 'study-estimate' }, h('span', { 'aria-hidden': 'true' }, `≈ ${text}`),
    h('span', { class: 'unseen' }, t('study.about', { points: text })));
}

/** A small pawn for legends. @param {Side} side @param {{x: number, y: number, height: number}} place */
export function legendPawn(side, { x, y, height }) {
  const scale = height / 58;
  const mark = side === 'black'
    ? s('ellipse', { cx: 24, cy: 10, rx: 11, ry: 4, class: 'study-pawn-ring' })
    : [s('path', { d: 'M17 29q7 3.5 14 0', class: 'study-pawn-cord' }), s('ellipse', { cx: 24, cy: 10, rx: 7, ry: 3.4, class: 'study-pawn-dot' })];
  return s('g', { class: `study-pawn ${side}`, transform: `translate(${x - 24 * scale} ${y - 29 * scale}) scale(${scale})` },
    s('path', { d: 'M5 10v5C6 20 17 22.5 17 29S6 38 5 43v5a19 7 0 0 0 38 0v-5C42 38 31 35.5 31 29S42 20 43 15v-5z' }),
    s('ellipse', { cx: 24, cy: 10, rx: 19, ry: 8 }), mark);
}

/**
 * The headline of a review. On a phone it is the bar at the top, with buttons to go back and to share.
 * @param {string} headline
 * @param {HTMLElement} back
 * @param {HTMLElement|null} [action]
 */
export function headBar(headline, back, action = null) {
  back.classList.add('study-top-button');
  action?.classList.add('study-top-button');
  return h('div', { class: 'study-title' }, back, h('h1', null, headline), action);
}
