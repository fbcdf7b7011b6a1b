// Steppers for every row, Black's on the left and Red's on the right, with the count of each side above.

import { h, replace } from '../dom.js';
import { ROWS, rowName } from '../position.js';
import { number, sideName, t } from '../text.js';
import { changed, PAWNS, pawnsOf } from './editor-model.js';

/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../position.js').Side} Side */

/**
 * @param {(position: Position) => void} onChange
 */
export function editor(onChange) {
  /** @type {Position|null} */
  let position = null;
  const counts = { black: h('div', { class: 'study-count' }), red: h('div', { class: 'study-count' }) };
  /** @type {Record<Side, ReturnType<typeof stepper>[]>} */
  const steppers = { black: [], red: [] };
  const sides = /** @type {const} */ (['black', 'red']);
  for (const side of sides) {
    for (let row = 0; row < ROWS; row += 1) {
      steppers[side].push(stepper(side, row, (by) => {
        if (position) onChange(changed(position, side, row, by));
      }));
    }
  }
  const columns = {
    black: h('div', { class: 'study-steppers black', role: 'group', 'aria-label': t('study.edit_black') }),
    red: h('div', { class: 'study-steppers red', role: 'group', 'aria-label': t('study.edit_red') }),
  };
  return {
    columns,
    counts,
    /** Rows from the top of the board down. @param {Position} next @param {Side} view */
    set(next, view) {
      position = next;
      const rows = Array.from({ length: ROWS }, (_, i) => (view === 'black' ? ROWS - 1 - i : i));
      for (const side of sides) {
        steppers[side].forEach((one, row) => one.set(next[side][row] ?? 0));
        const wanted = rows.map((row) => /** @type {ReturnType<typeof stepper>} */ (steppers[side][row]).element);
        if (columns[side].firstChild !== wanted[0]) replace(columns[side], wanted);
        const has = pawnsOf(next, side);
        counts[side].textContent = t('study.count', { side: sideName(side), has, all: PAWNS });
        counts[side].classList.toggle('wrong', has !== PAWNS);
      }
    },
  };
}

/**
 * @param {Side} side
 * @param {number} row
 * @param {(by: number) => void} onStep
 */
function stepper(side, row, onStep) {
  const name = rowName(row);
  const output = h('output', { class: 'study-stepper-value' });
  /** @param {number} by */
  const button = (by) => h('button', {
    class: 'study-stepper-button', type: 'button', onclick: () => onStep(by),
    'aria-label': t(by > 0 ? 'study.one_more' : 'study.one_fewer', { side: sideName(side), row: name }),
  }, by > 0 ? '+' : '−');
  const fewer = button(-1);
  const more = button(1);
  const element = h('div', { class: `study-stepper ${side}`, 'data-row': name },
    h('span', { class: 'study-stepper-row', 'aria-hidden': 'true' }, name), fewer, output, more);
  return {
    element,
    /** @param {number} count */
    set(count) {
      output.textContent = number(count);
      element.classList.toggle('none', count === 0);
      fewer.disabled = count === 0;
      more.disabled = count >= PAWNS;
    },
  };
}
