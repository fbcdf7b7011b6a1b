/** The winner's spool between two sprigs of bamboo, both spools for a draw. Decorative: the title has the result. */
import { pawnIcon } from '../board/pieces.js';
import { h, s } from '../dom.js';

/** @typedef {import('../types').Side} Side */

/** Leaves of the left sprig: where they grow on its stem, their angle in degrees, and their length. */
const LEAVES = /** @type {const} */ ([
  [60, 101, 198, 17], [52, 97, 236, 16], [45, 90, 176, 17], [39, 82, 258, 17], [34, 74, 196, 17], [31, 64, 282, 17],
  [30, 53, 212, 17], [31, 42, 300, 16], [33, 31, 228, 15], [37, 20, 296, 15], [38, 18, 262, 12],
]);
/** A leaf of length 10 that points to the right. */
const LEAF = 'M0 0C2.600-2.700 7-2.800 10 0C7 2 2.800 2.100 0 0z';

/** @param {string} transform */
const sprig = (transform) => s('g', { transform },
  s('path', { d: 'M66 104C46 98 30 80 30 56C30 42 33 28 38 17', class: 'result-stem' }),
  LEAVES.map(([x, y, angle, length], i) => s('path', { d: LEAF, class: i % 2 ? 'result-leaf light' : 'result-leaf', transform: `translate(${x} ${y}) rotate(${angle}) scale(${length / 10})` })));

/** @param {Side | 'draw'} winner */
export function spool(winner) {
  if (winner === 'draw') return h('div', { class: 'result-spool draw', 'aria-hidden': 'true' }, pawnIcon('black', 70), pawnIcon('red', 70));
  return h('div', { class: 'result-spool', 'aria-hidden': 'true' },
    s('svg', { class: 'result-sprigs', viewBox: '0 0 160 112' }, sprig(''), sprig('translate(160 0) scale(-1 1)')), pawnIcon(winner, 72));
}
