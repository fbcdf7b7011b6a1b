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
  const below = h('td', { colspan: 3 });
  const lineRow = h('tr', { class: 'study-turns-lines' }, below);
  return {
    element,
    /** Puts something below the line of a turn; for the end of the game below the last. @param {number} at @param {HTMLElement|null} what */
    place(at, what) {
      const row = what && buttons[Math.min(at, buttons.length - 1)]?.closest('tr');
      if (!row) {
        lineRow.remove();
        return;
      }
      if (what.parentElement !== below) below.append(what);
      if (row.nextElementSibling !== lineRow) row.after(lineRow);
    },
    /** @param {number} at @param {boolean} isLine whether a line below it is shown, not the turn itself */
    select(at, isLine) {
      const now = Math.min(at, buttons.length - 1);
      buttons.forEach((button, i) => {
        if (i === at && !isLine) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
        button.tabIndex = i === now ? 0 : -1;
      });
      const hasFocus = buttons.some((button) => button === document.activeElement);
      if (hasFocus) buttons[now]?.focus({ preventScroll: true });
    },
    /** Scrolls the list, not the page: the turn and the lines below it come into view. @param {number} at */
    reveal(at) {
      const row = buttons[Math.min(at, buttons.length - 1)]?.closest('tr');
      if (!row) return;
      const top = row.offsetTop;
      const bottom = lineRow.isConnected ? lineRow.offsetTop + lineRow.offsetHeight : top + row.offsetHeight;
      const view = element.scrollTop;
      const isSeen = top >= view && bottom <= view + element.clientHeight;
      // Some turns before it stay in view, unless its lines need the room.
      if (!isSeen) element.scrollTop = Math.min(top, Math.max(top - element.clientHeight / 3, bottom - element.clientHeight));
      const line = lineRow.querySelector('.study-try[aria-current]')?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      if (line && line.bottom > box.bottom) element.scrollTop += line.bottom - box.bottom;
    },
  };
}

/** @param {ReviewedTurn} turn */
function grade(turn) {
  return h('span', { class: `study-grade ${turn.grade}`, 'aria-hidden': 'true' },
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
