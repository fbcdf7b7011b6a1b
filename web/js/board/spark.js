// The star that appears once for an exact arrival.

import { replace, s } from '../dom.js';
import { goalOf } from '../position.js';
import { pawnY, standX } from './geometry.js';
import { STAR, calm } from './pieces.js';

/**
 * @param {SVGElement} layer
 * @param {import('./geometry.js').Layout} at
 * @param {import('../position.js').Position} position
 * @param {import('../position.js').Side} side
 * @param {number} delay
 */
export function sparkle(layer, at, position, side, delay) {
  if (calm()) return;
  const row = goalOf(side);
  const place = `translate(${standX(at, position, position, side, row)}px,${pawnY(at, row, 10)}px)`;
  const star = s('path', { d: STAR, class: 'board-star' });
  replace(layer, star);
  const frames = [{ transform: `${place} scale(.2)`, opacity: 0 }, { transform: `${place} scale(1.7)`, opacity: 1, offset: 0.5 }, { transform: `${place} scale(1)`, opacity: 0 }];
  star.animate(frames, { delay, duration: 400, easing: 'ease-out', fill: 'both' }).onfinish = () => star.remove();
}
