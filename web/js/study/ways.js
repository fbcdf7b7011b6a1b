// Turns and margins in words: `f → g, then c → g`, `you win by 3`.

import { h } from '../dom.js';
import { actionsOf, parseAction, rowName } from '../position.js';
import { rich, signed, t } from '../text.js';
import { notation } from './frame.js';
import { outcomeOf } from './values.js';

/** @typedef {import('../position.js').Side} Side */

/** @param {string} action */
function way(action) {
  const { from, to, kind } = parseAction(action);
  const steps = h('span', { class: 'study-way', translate: 'no' }, h('i', null, rowName(from)), ' → ', h('i', null, rowName(to)));
  return kind ? h('span', null, rich('study.way_bonus', { way: steps })) : steps;
}

/** A turn in words; a pass in notation. @param {string} turn */
export function ways(turn) {
  const [first, ...rest] = actionsOf(turn).map(way);
  if (!first) return notation(turn);
  return rest.reduce((before, next) => h('span', null, rich('study.way_then', { first: before, second: next })), first);
}

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
