// The graded turns of a review, two on a line. Each is a button that shows its position.

import { h } from '../dom.js';
import { number, sideName, t } from '../text.js';
import { heard, notation } from './frame.js';
import { linesOf, SIGNS } from './review-model.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./review-model.js').ReviewedTurn} ReviewedTurn */

/**
 * @param {Review} review
 * @param {boolean} graded
 * @param {(at: number) => void} onChoose
 */
export function turnList(review, graded, onChoose) {
  /** @type {HTMLButtonElement[]} */
  const buttons = review.turns.map((turn, at) =>
    h('button', { class: 'study-turn', type: 'button', tabindex: '-1', onclick: () => onChoose(at) },
      h('span', null, label(turn, graded)), graded && turn.lost > 0 ? grade(turn) : null));
  /** @param {number|null} at */
  const cell = (at) => h('td', null, at === null ? null : buttons[at]);
  const lines = linesOf(review.turns).map((line) =>
    h('tr', null, h('th', { scope: 'row' }, number(line.number)), cell(line.black), cell(line.red)));
  const element = h('div', { class: 'study-turns' },
    lines.length === 0
      ? h('p', { class: 'study-empty' }, t('study.no_turns'))
      : h('table', null,
          h('colgroup', null, h('col', { class: 'study-turns-number' }), h('col'), h('col')),
          h('thead', null, h('tr', null, [t('study.column_number'), sideName('black'), sideName('red')].map((name) =>
            h('th', { scope: 'col' }, h('span', { class: 'unseen' }, name))))),
          h('tbody', null, lines)));
  return {
    element,
    /** @param {number} at */
    select(at) {
      const now = Math.min(at, buttons.length - 1);
      buttons.forEach((button, i) => {
        if (i === at) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
        button.tabIndex = i === now ? 0 : -1;
      });
      // Scroll the list only, not the page.
      const row = buttons[now]?.closest('tr');
      if (!row) return;
      const top = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
      if (top < 0 || top + row.offsetHeight > element.clientHeight) element.scrollTop += top - element.clientHeight / 2;
      if (element.contains(document.activeElement)) buttons[now]?.focus({ preventScroll: true });
    },
  };
}

/** @param {ReviewedTurn} turn */
function grade(turn) {
  return h('span', { class: 'study-grade', 'aria-hidden': 'true' },
    turn.changes_result && h('span', { class: 'study-changes' }, '⇄'),
    h('span', { class: `study-sign ${turn.grade}` }, SIGNS[turn.grade]),
    h('span', { class: `study-lost ${turn.grade}` }, number(-turn.lost)));
}

/** @param {ReviewedTurn} turn @param {boolean} graded */
function label(turn, graded) {
  const args = { number: turn.number, side: sideName(turn.side), turn: notation(turn.turn) };
  if (!graded || turn.lost === 0) return heard('study.turn_label', args);
  const key = turn.changes_result ? 'study.turn_label_changes' : 'study.turn_label_lost';
  return heard(key, { ...args, grade: t(`study.grade_${turn.grade}`), points: t('common.points', { count: turn.lost }) });
}
