// Margins in words: `you win by 3`.

import { h } from '../dom.js';
import { signed, t } from '../text.js';
import { outcomeOf } from './values.js';

/** @typedef {import('../position.js').Side} Side */

/**
 * Who wins by how much, from the viewer's place.
 * @param {number} margin for `side`
 * @param {Side} side
 * @param {Side|null} viewer
 */
export function verdictText(margin, side, viewer) {
  const count = Math.abs(margin);
  if (margin === 0) return t('study.verdict_even');
  const winner = margin > 0 ? side : side === 'black' ? 'red' : 'black';
  if (viewer) return t(winner === viewer ? 'study.verdict_you_win' : 'study.verdict_you_lose', { count });
  return t(`study.verdict_${winner}`, { count });
}

/** How a margin looks to the viewer. @param {number} margin for `side` @param {Side} side @param {Side|null} viewer */
export const lookOf = (margin, side, viewer) => (viewer ? outcomeOf(viewer === side ? margin : -margin) : 'plain');

/**
 * The verdict on a turn, exact or estimated.
 * @param {import('./values.js').ValuedTurn} turn
 * @param {Side} side who plays it
 * @param {Side|null} viewer
 */
export function verdict(turn, side, viewer) {
  if (turn.margin !== null) return h('span', { class: `study-verdict-short ${lookOf(turn.margin, side, viewer)}` }, verdictText(turn.margin, side, viewer));
  const estimate = Math.round(turn.estimate ?? 0);
  return h('span', { class: 'study-verdict-short guess' }, t('study.about', { points: signed(viewer && viewer !== side ? -estimate : estimate) }));
}

/** A sentence may begin with it. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
