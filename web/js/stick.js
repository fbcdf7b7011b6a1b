// The stick that grows while something is solved.

import { s } from './dom.js';

/** The nodes of the bamboo, in percent of the stick's length. */
const NODES = [13, 41, 74];

/**
 * A stick grown to a part of its length, inside the dotted outline of the whole.
 * @param {number} percent
 */
export function stick(percent) {
  const width = `${percent}%`;
  const bamboo = percent > 0 && s('svg', { class: 'oracle-bamboo', width, height: 30, overflow: 'hidden' },
    s('rect', { x: 2, y: 10, width: '100%', height: 18, rx: 8, class: 'oracle-shadow' }),
    s('rect', { x: 0, y: 4, width: '100%', height: 20, rx: 7, fill: 'url(#linja-bamboo)' }),
    s('rect', { x: 6, y: 9, width: '100%', height: 1.8, class: 'oracle-shine' }));
  return s('svg', { class: 'oracle-svg', height: 30, 'aria-hidden': 'true', focusable: 'false' },
    percent < 100 && s('rect', { class: 'oracle-outline', x: 1, y: 5, height: 18, rx: 9, width: '100%' }),
    bamboo,
    NODES.filter((at) => at < percent - 2).map((at) => [
      s('rect', { x: `${at}%`, y: 3, width: 6, height: 22, rx: 2.4, fill: 'url(#linja-node)' }),
      s('rect', { x: `${at}%`, y: 5, width: 1, height: 18, class: 'oracle-ring' }),
    ]),
    percent > 0 && s('svg', { x: `${percent}%`, overflow: 'visible' },
      s('ellipse', { cx: -4.5, cy: 14, rx: 4, ry: 9, class: 'oracle-end' }),
      s('ellipse', { cx: -4, cy: 14, rx: 2, ry: 4.6, class: 'oracle-hole' })));
}
