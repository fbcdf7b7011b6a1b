// The headline of the explorer: who wins by how much, exactly or estimated, or what is wrong with the position.

import { h } from '../dom.js';
import { rulesName } from '../house.js';
import { oracle } from '../store.js';
import { number, sideName, signed, t } from '../text.js';
import { outcomeOf, SYMBOLS } from './values.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('./editor-model.js').Violation} Violation */
/** @typedef {import('./values.js').Outcome} Outcome */

/**
 * @param {string} look
 * @param {string} symbol
 * @param {string} heading
 * @param {import('../dom.js').Child} more
 * @param {HTMLElement|null} [bar]
 */
function tile(look, symbol, heading, more, bar = null) {
  return h('div', { class: bar ? 'study-verdict counted' : 'study-verdict' }, h('div', { class: `study-tile ${look}`, 'aria-hidden': 'true' }, symbol),
    h('div', null, h('h1', null, heading), h('div', { class: 'study-verdict-more' }, more)), bar);
}

/** @param {Side} side who is to move @param {number} margin for that side @param {Record<Outcome, number>} counts */
export function exactVerdict(side, margin, counts) {
  const outcome = outcomeOf(margin);
  const winner = margin > 0 ? side : side === 'black' ? 'red' : 'black';
  const heading = margin === 0 ? t('study.a_draw') : t(`study.${winner}_wins_by`, { count: Math.abs(margin) });
  return tile(outcome, SYMBOLS[outcome], heading, t('study.exact_solved'), outcomeBar(counts));
}

/** @param {string} rules @param {Side} side @param {number} points */
export function estimatedVerdict(rules, side, points) {
  return tile('guess', '≈', t('study.about_for', { points: signed(Math.round(points)), side: sideName(side) }), progress(rules));
}

/** Why there are only estimates. @param {string} rules */
export function progress(rules) {
  const table = oracle.get()?.tables.find((one) => one.rules === rules);
  const share = table?.status === 'solving' && table.total ? (table.positions ?? 0) / table.total : null;
  if (share === null) return t('study.estimate_only', { rules: rulesName(rules) });
  return t('study.estimate_solving', { rules: rulesName(rules), percent: number(share, { style: 'percent', maximumFractionDigits: 0 }) });
}

/** @param {{black: number, red: number}} score */
export function overVerdict({ black, red }) {
  return tile('over', '■', t('study.position_over'), t('study.the_end', { black, red }));
}

/** @param {Violation[]} violations */
export function wrongVerdict(violations) {
  const texts = violations.map((violation) => (violation.kind === 'row'
    ? t('study.row_overfull', { row: violation.row, count: violation.has })
    : t(`study.${violation.side}_${violation.kind}`, { count: violation.count, has: violation.has })));
  const [first, ...rest] = texts;
  return h('div', { role: 'alert' }, tile('wrong', '!', texts.length === 1 && first ? first : t('study.not_possible'),
    texts.length === 1 ? t('study.limits') : h('ul', null, [first, ...rest].map((text) => h('li', null, text)))));
}

/** Shows the server's objection to a position that passed the page's own checks. @param {string} text */
export const failedVerdict = (text) => h('div', { role: 'alert' }, tile('wrong', '!', t('study.no_values'), text));

/** @param {Record<Outcome, number>} counts */
function outcomeBar(counts) {
  const parts = /** @type {const} */ (['win', 'draw', 'loss']).filter((outcome) => counts[outcome] > 0);
  // On a phone the counts form a sentence, which starts with this word.
  return h('ul', { class: 'study-outcomes' }, h('li', { class: 'study-outcomes-word' }, t('study.exact_counts')), parts.map((outcome) => {
    const part = h('li', { class: outcome }, h('span', { 'aria-hidden': 'true' }, SYMBOLS[outcome]), ' ', t(`study.count_${outcome}`, { count: counts[outcome] }));
    part.style.setProperty('--share', String(counts[outcome]));
    return part;
  }));
}
