// The letter of a row and its points, at the left edge. Between two people who face each other also at the right edge,
// turned to the one who sits there, with that person's points.

import { h, put } from '../dom.js';
import { other, rowName, worth } from '../position.js';
import { signed, t } from '../text.js';

/** @typedef {import('../position.js').Side} Side */

/** @param {number} row */
export function gutter(row) {
  const left = edge(row, '');
  /** @type {ReturnType<typeof edge>|null} */
  let right = null;
  return {
    element: left.element,
    /** @param {{rules: string, side: Side, isFull: boolean, isBoth: boolean}} what `side`: whose points the left edge shows */
    show({ rules, side, isFull, isBoth }) {
      if (isBoth && !right) left.element.after((right = edge(row, 'turned')).element);
      if (!isBoth) {
        right?.element.remove();
        right = null;
      }
      left.show(rules, side, isFull);
      right?.show(rules, other(side), isFull);
    },
  };
}

/** @param {number} row @param {string} look */
function edge(row, look) {
  const points = h('span', { class: 'board-worth' });
  const element = h('span', { class: `board-gutter ${look}`.trim(), 'aria-hidden': 'true' }, h('span', { class: 'board-letter' }, rowName(row)), points);
  return {
    element,
    /** @param {string} rules @param {Side} side @param {boolean} isFull */
    show(rules, side, isFull) {
      put(element, 'data-side', side);
      const said = isFull ? t('board.full') : signed(worth(rules, side, row));
      if (points.textContent !== said) points.textContent = said;
    },
  };
}
