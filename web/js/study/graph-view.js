// The margin graph as SVG, and the same data as a table.

import { h, replace, s } from '../dom.js';
import { number, sideName, signed, t } from '../text.js';
import { legendPawn, notation } from './frame.js';
import { graphOf } from './graph.js';
import { signsOf, SIGNS } from './review-model.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {ReturnType<typeof graphOf>} Graph */
/** @typedef {import('../position.js').Side} Side */

/** The plot, and the rails for the marks of mistakes: Black's above, Red's below. @param {number} height */
function placesIn(height) {
  const [top, bottom, black, red] = height < 120 ? [27, 41, 13, 28] : height < 160 ? [34, 50, 16, 36] : [42, 58, 20, 36];
  return { frame: { height, left: 34, right: 12, top, bottom }, rails: { black, red: height - red } };
}
/** @typedef {ReturnType<typeof placesIn>} Places */

/**
 * @param {Review} review
 * @param {(at: number) => void} onChoose
 */
export function graphView(review, onChoose) {
  const svg = s('svg', { class: 'study-graph', role: 'img', 'aria-label': t('study.graph_label') });
  let selected = 0;
  let width = 458;
  let height = 188;
  let places = placesIn(height);
  /** @type {Graph} */
  let graph = graphOf(review, { ...places.frame, width });
  const cursor = s('path', { class: 'study-graph-cursor' });

  function draw() {
    places = placesIn(height);
    graph = graphOf(review, { ...places.frame, width });
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    replace(svg, ...background(graph, width, places), ...foreground(graph, places));
    svg.querySelector('.study-graph-line')?.before(cursor);
    moveCursor();
  }

  function moveCursor() {
    cursor.setAttribute('d', `M${graph.cursor(selected)} ${places.rails.black}V${height - 20}`);
    for (const mark of svg.querySelectorAll('[data-at]')) {
      mark.classList.toggle('selected', mark.getAttribute('data-at') === String(selected));
    }
  }

  svg.addEventListener('click', (event) => {
    const mark = event.target instanceof Element ? event.target.closest('[data-at]') : null;
    const box = svg.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * width;
    if (review.turns.length > 0) onChoose(mark ? Number(mark.getAttribute('data-at')) : graph.turnAt(place));
  });
  const observer = new ResizeObserver(() => {
    const [wide, high] = [Math.round(svg.clientWidth), Math.round(svg.clientHeight)];
    if (wide === 0 || (wide === width && high === height)) return;
    [width, height] = [wide, high];
    draw();
  });
  draw();
  observer.observe(svg);
  return {
    element: svg,
    /** @param {number} at */
    select(at) {
      selected = at;
      moveCursor();
    },
    destroy: () => observer.disconnect(),
  };
}

/** @param {Graph} graph @param {number} width @param {Places} places */
function background(graph, width, { frame, rails }) {
  const end = width - frame.right;
  return [
    ...graph.areas.map(({ x, y, width: wide, height, ahead }) =>
      s('rect', { class: `study-graph-area ${ahead}`, x, y, width: wide, height })),
    ...graph.rows.flatMap(({ margin, y }) => [
      s('path', { class: margin === 0 ? 'study-graph-zero' : 'study-graph-row', d: `M${frame.left} ${y}H${end}` }),
      s('text', { class: 'study-graph-text', x: frame.left - 7, y: y + 4, 'text-anchor': 'end' }, signed(margin)),
    ]),
    ...graph.numbers.map(({ number: turn, x }) =>
      s('text', { class: 'study-graph-text', x: x + 4, y: frame.height - 4, 'text-anchor': 'middle' }, number(turn))),
    legendPawn('black', { x: 14, y: rails.black, height: 17 }),
    legendPawn('red', { x: 14, y: rails.red, height: 17 }),
  ];
}

/** @param {Graph} graph @param {Places} places */
function foreground(graph, { rails }) {
  // Larger mistakes are drawn later, so that they stay readable where marks touch.
  const steps = [...graph.steps].sort((a, b) => weight(a.grade) - weight(b.grade));
  return [
    ...steps.map(({ x, side, from, to, grade }) => {
      const near = side === 'black' ? Math.min(from, to) : Math.max(from, to);
      return s('path', { class: `study-graph-thread ${side} ${grade}`, d: `M${x} ${near}V${rails[side]}` });
    }),
    s('path', { class: 'study-graph-line', d: graph.line }),
    ...steps.map(({ x, from, to, side, grade }) =>
      s('path', { class: `study-graph-step ${side} ${grade}`, d: `M${x} ${from}V${to}` })),
    ...steps.map((step) => mark(step, rails[step.side], graph.pitch)),
  ];
}

/** @param {string} grade */
const weight = (grade) => ['inaccuracy', 'mistake', 'blunder'].indexOf(grade);

/**
 * A player's turns are two pitches apart: marks shrink before they touch, and in a very long game the lightest become dots.
 * @param {import('./graph.js').Step} step
 * @param {number} y
 * @param {number} pitch
 */
function mark({ at, x, side, grade, changes }, y, pitch) {
  const isDot = grade === 'inaccuracy' && pitch < 7.5;
  return s('g', { class: `study-graph-mark ${side} ${grade}`, 'data-at': at },
    s('circle', { cx: x, cy: y, r: isDot ? 3.2 : grade === 'inaccuracy' ? Math.min(8, pitch) : 8 }),
    !isDot && s('text', { x, y: y + 3.8, 'text-anchor': 'middle' }, SIGNS[/** @type {'inaccuracy'|'mistake'|'blunder'} */ (grade)]),
    changes && s('text', { class: 'study-graph-change', x, y: y + (side === 'black' ? -9 : 17), 'text-anchor': 'middle' }, '⇄'));
}

/**
 * The data of the graph as a table, for people who cannot see the graph.
 * @param {Review} review
 */
export function graphTable(review) {
  const head = ['number', 'side', 'turn', 'before', 'lost', 'grade'].map((name) => h('th', { scope: 'col' }, t(`study.column_${name}`)));
  const rows = review.turns.map((turn) => {
    const forBlack = turn.side === 'black' ? turn.margin_before : -turn.margin_before;
    const grade = turn.lost === 0 ? '' : `${signsOf(turn)} ${t(`study.grade_${turn.grade}`)}`;
    return h('tr', null, h('td', null, number(turn.number)), h('td', null, sideName(turn.side)), h('td', null, notation(turn.turn)),
      h('td', null, signed(forBlack)), h('td', null, turn.lost === 0 ? '' : number(turn.lost)), h('td', null, grade));
  });
  const percent = (/** @type {number|null} */ share) => (share === null ? '–' : number(share / 100, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' }));
  return h('details', { class: 'study-data' }, h('summary', null, t('study.graph_as_table')),
    h('p', null, t('study.accuracy', { black: percent(review.black.accuracy), red: percent(review.red.accuracy) })),
    h('div', { class: 'study-data-scroll', tabindex: '0', role: 'region', 'aria-label': t('study.graph_label') },
      h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, rows))));
}
