// The geometry of the margin graph: positions of lines, marks and labels, without drawing.

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {{at: number, x: number, from: number, to: number, side: Side, grade: string, changes: boolean}} Step */
/** @typedef {{x: number, y: number, width: number, height: number, ahead: Side}} Area */

/** @param {number} low @param {number} high */
export function axisStep(low, high) {
  const range = high - low;
  return range <= 4 ? 1 : range <= 8 ? 2 : range <= 28 ? 5 : range <= 60 ? 10 : 20;
}

/**
 * The margin for Black before each turn, and at the end.
 * @param {Review} review
 */
export function marginsOf(review) {
  const before = review.turns.map((turn) => (turn.side === 'black' ? turn.margin_before : -turn.margin_before));
  return [...before, review.end.margin_for_black];
}

/**
 * @param {Review} review
 * @param {{width: number, height: number, left: number, right: number, top: number, bottom: number}} frame
 *   the area of the plot, without rails and labels
 */
export function graphOf(review, { width, height, left, right, top, bottom }) {
  const margins = marginsOf(review);
  const turns = review.turns.length;
  const step = axisStep(Math.min(0, ...margins), Math.max(0, ...margins));
  const low = Math.floor(Math.min(-step, ...margins) / step) * step;
  const high = Math.ceil(Math.max(step, ...margins) / step) * step;
  const pitch = (width - left - right) / Math.max(turns, 1);
  const x = (/** @type {number} */ at) => round(left + at * pitch);
  const y = (/** @type {number} */ margin) => round(top + ((high - margin) / (high - low)) * (height - top - bottom));

  /** @type {Step[]} */
  const steps = review.turns.flatMap((turn, at) =>
    turn.lost === 0
      ? []
      : [{
          at,
          x: x(at + 1),
          from: y(margins[at] ?? 0),
          to: y(margins[at + 1] ?? 0),
          side: turn.side,
          grade: turn.grade,
          changes: turn.changes_result,
        }],
  );
  /** @type {Area[]} */
  const areas = margins.slice(0, turns).flatMap((margin, at) =>
    margin === 0
      ? []
      : [{
          x: x(at),
          y: Math.min(y(margin), y(0)),
          width: round(x(at + 1) - x(at)),
          height: round(Math.abs(y(margin) - y(0))),
          ahead: margin > 0 ? 'black' : 'red',
        }],
  );
  const line = margins.slice(0, turns).map((margin, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(margin)}H${x(at + 1)}`);
  line.push(`${turns === 0 ? 'M' : 'L'}${x(turns)} ${y(margins[turns] ?? 0)}`);
  return {
    line: line.join(''),
    steps,
    areas: merge(areas),
    rows: labelled(range(low, high, step).map((margin) => ({ margin, y: y(margin) }))),
    numbers: numbersOf(review, pitch).map(({ number, at }) => ({ number, x: x(at) })),
    cursor: (/** @type {number} */ at) => x(Math.min(at + 1, turns)),
    /** The turn whose step is nearest. */
    turnAt: (/** @type {number} */ place) =>
      Math.max(0, Math.min(turns - 1, Math.round((place - left) / pitch) - 1)),
    zero: y(0),
    pitch,
  };
}

/** Labels of the axis are at least this far apart, in px. */
const APART = 15;

/**
 * The rows that wear a label: zero, and from there those that are far enough from the one before.
 * @param {{margin: number, y: number}[]} rows
 */
function labelled(rows) {
  const zero = rows.find(({ margin }) => margin === 0)?.y ?? 0;
  const named = new Set([zero]);
  for (const way of [-1, 1]) {
    let last = zero;
    for (const { y } of [...rows].sort((a, b) => way * (a.y - b.y)).filter((row) => way * (row.y - zero) > 0)) {
      if (Math.abs(y - last) < APART) continue;
      named.add(y);
      last = y;
    }
  }
  return rows.map((row) => ({ ...row, isNamed: named.has(row.y) }));
}

/** Joins neighbours of equal height, to avoid visible seams. @param {Area[]} areas */
function merge(areas) {
  /** @type {Area[]} */
  const merged = [];
  for (const area of areas) {
    const last = merged.at(-1);
    const joins = last && last.y === area.y && last.height === area.height && Math.abs(last.x + last.width - area.x) < 0.05;
    if (last && joins && last.ahead === area.ahead) last.width = round(last.width + area.width);
    else merged.push({ ...area });
  }
  return merged;
}

/**
 * The numbers below the graph: the first and every fifth, fewer when they would touch.
 * @param {Review} review
 * @param {number} pitch
 */
function numbersOf(review, pitch) {
  const every = pitch * 2 * 5 >= 28 ? 5 : 10;
  /** @type {{number: number, at: number}[]} */
  const numbers = [];
  review.turns.forEach((turn, at) => {
    const isNew = numbers.at(-1)?.number !== turn.number && review.turns[at - 1]?.number !== turn.number;
    if (isNew && (at === 0 || turn.number % every === 0)) numbers.push({ number: turn.number, at });
  });
  return numbers;
}

/** @param {number} low @param {number} high @param {number} step */
function range(low, high, step) {
  const values = [];
  for (let value = high; value >= low; value -= step) values.push(value);
  return values;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
