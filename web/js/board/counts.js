/** The points of rows at the right edge of the board: a pill with the pawns, what each is worth, and the sum. */
import { h } from '../dom.js';
import { number } from '../text.js';
import { chipPlace, isTurned } from './geometry.js';
import { discIcon } from './pieces.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {{side: Side, row: number, pawns: number, each: number, sum: number}} Count the points of a side on a row */

/** What the pawns of a row count: `8 × 5`. @param {Pick<Count, 'pawns'|'each'>} count */
export const productText = ({ pawns, each }) => `${number(pawns)} × ${number(each)}`;

/**
 * Hidden from screen readers: the result has the same points in a table.
 * @param {import('./geometry.js').Layout} at
 * @param {readonly Count[]} counts
 * @param {readonly Count[]} fresh those counted just now
 * @returns {HTMLElement[]}
 */
export function countPills(at, counts, fresh) {
  // Face to face each side has its pills at its own right hand.
  const places = [...new Set(counts.map(({ row, side }) => `${row}${isTurned(at, side) ? ' turned' : ''}`))];
  return places.map((place) => {
    const row = parseInt(place, 10);
    const turned = place !== String(row);
    const here = counts.filter((count) => count.row === row && isTurned(at, count.side) === turned);
    const isFresh = here.some((count) => fresh.includes(count));
    const pill = h('div', { class: ['board-count', isFresh && 'fresh', here.length > 1 && 'two'].filter(Boolean).join(' '), 'data-row': row }, here.map(line));
    Object.assign(pill.style, chipPlace(at, row, turned));
    return pill;
  });
}

/** @param {Count} count */
function line(count) {
  return h('span', { class: 'board-count-line', 'data-side': count.side }, discIcon(count.side), h('span', { class: 'board-count-product' }, productText(count)),
    h('b', { class: count.sum < 0 ? 'minus' : null }, number(count.sum)));
}
