// The margin graph as SVG, and the same data as a table.

import { h, replace, s } from '../dom.js';
import { number, sideName, signed, t } from '../text.js';
import { accuracyText } from './accuracy.js';
import { legendPawn, notation } from './frame.js';
import { graphOf } from './graph.js';
import { equationOf, signsOf, SIGNS } from './review-model.js';

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
 * @param {boolean} all whether every slip wears a mark, not only mistakes
 * @param {(at: number) => void} onChoose
 */
export function graphView(review, all, onChoose) {
  const svg = s('svg', { class: 'study-graph', role: 'img', 'aria-label': t('study.graph_label') });
  let selected = 0;
  let isAll = all;
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
    replace(svg, ...background(graph, width, places), ...foreground(graph, places, isAll));
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
    /** @param {boolean} wanted */
    markAll(wanted) {
      isAll = wanted;
      draw();
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
    ...graph.rows.flatMap(({ margin, y, isNamed }) => [
      s('path', { class: margin === 0 ? 'study-graph-zero' : 'study-graph-row', d: `M${frame.left} ${y}H${end}` }),
      isNamed && s('text', { class: 'study-graph-text', x: frame.left - 7, y: y + 4, 'text-anchor': 'end' }, signed(margin)),
    ]),
    ...graph.numbers.map(({ number: turn, x }) =>
      s('text', { class: 'study-graph-text', x: x + 4, y: frame.height - 4, 'text-anchor': 'middle' }, number(turn))),
    legendPawn('black', { x: 14, y: rails.black, height: 17 }),
    legendPawn('red', { x: 14, y: rails.red, height: 17 }),
  ];
}

/** @param {Graph} graph @param {Places} places @param {boolean} isAll */
function foreground(graph, { rails }, isAll) {
  // Larger mistakes are drawn later, so that they stay readable where marks touch.
  const steps = graph.steps.filter(({ grade }) => isAll || grade !== 'inaccuracy').sort((a, b) => weight(a.grade) - weight(b.grade));
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
 * @param {Side[]} you
 */
export function graphTable(review, you) {
  const head = ['number', 'side', 'turn', 'before', 'lost', 'grade'].map((name) => h('th', { scope: 'col' }, t(`study.column_${name}`)));
  const rows = review.turns.map((turn) => {
    const forBlack = turn.side === 'black' ? turn.margin_before : -turn.margin_before;
    const grade = turn.lost === 0 ? '' : `${signsOf(turn)} ${t(`study.grade_${turn.grade}`)}`;
    return h('tr', null, h('td', null, number(turn.number)), h('td', null, sideName(turn.side)), h('td', null, notation(turn.turn)),
      h('td', null, signed(forBlack)), h('td', null, turn.lost === 0 ? '' : number(turn.lost)), h('td', null, grade));
  });
  return h('div', { class: 'study-data' },
    h('p', null, t('study.accuracy', { black: accuracyText(review.black.accuracy, 1), red: accuracyText(review.red.accuracy, 1) })),
    equation(review, you),
    h('div', { class: 'study-data-scroll', tabindex: '0', role: 'region', 'aria-label': t('study.graph_label') },
      h('table', null, h('thead', null, h('tr', null, head)), h('tbody', null, rows))));
}

/** What adds up to the result. @param {Review} review @param {Side[]} you */
function equation(review, you) {
  const { start, black, red, end } = equationOf(review);
  /** @param {Side} side */
  const gave = (side) => t(you.length === 1 && you[0] === side ? 'study.you_gave' : `study.${side}_gave`);
  /** @param {number} n */
  const plus = (n) => number(n, { signDisplay: 'exceptZero' });
  const parts = [
    [plus(start), t('study.at_the_start')],
    [`− ${number(black)}`, gave('black')],
    [`+ ${number(red)}`, gave('red')],
    [`= ${plus(end)}`, t('study.the_result')],
  ];
  return h('dl', { class: 'study-equation' }, parts.map(([value, label]) => h('div', null, h('dt', null, label), h('dd', null, value))));
}
