/** The geometry of the charts: places from 0 to 100 in a box that may have any size. Pure. */
import { LEVELS } from '../home/start.js';
import { monthOf } from './summary.js';

/** @typedef {{x: number, y: number}} Point */
/** @typedef {import('./strength.js').Step} Step */
/** @typedef {{low: number, high: number, ticks: number[]}} Scale */

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** Where the games stand from left to right: one step each. @param {number} at @param {number} count */
export const across = (at, count) => (count < 2 ? 50 : round(100 * at / (count - 1)));

/**
 * The levels that a chart shows, with at most four lines.
 * @param {Step[]} steps
 * @returns {Scale}
 */
export function levelScale(steps) {
  const values = steps.flatMap(({ own, ten }) => [own?.level, ten && ten.level - ten.spread, ten && ten.level + ten.spread])
    .filter((value) => typeof value === 'number');
  const last = LEVELS.length;
  let low = Math.max(1, Math.floor(Math.min(...values)));
  let high = Math.min(last, Math.ceil(Math.max(...values)));
  // Three levels at least, so that little changes look little.
  while (high - low < 2) {
    if (low > 1) low -= 1;
    if (high - low < 2 && high < last) high += 1;
  }
  const by = Math.ceil((high - low + 1) / 4);
  const ticks = [];
  for (let level = low; level <= high; level += by) ticks.push(level);
  return { low, high, ticks };
}

/** @param {Scale} scale @param {number} level */
export function height({ low, high }, level) {
  const inside = Math.min(high, Math.max(low, level));
  return round(100 * (high - inside) / (high - low));
}

/** @param {Point[]} points */
export const path = (points) => points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** The line, the band and the dots of the level over time. @param {Step[]} steps @param {Scale} scale */
export function levelShapes(steps, scale) {
  const line = steps.flatMap(({ ten }, at) => (ten ? [{ ten, x: across(at, steps.length) }] : []));
  const edge = (/** @type {1 | -1} */ sign) => line.map(({ ten, x }) => ({ x, y: height(scale, ten.level + sign * ten.spread) }));
  return {
    dots: steps.flatMap(({ own }, at) => (own ? [{ x: across(at, steps.length), y: height(scale, own.level) }] : [])),
    line: line.map(({ ten, x }) => ({ x, y: height(scale, ten.level) })),
    band: [...edge(1), ...edge(-1).reverse()],
  };
}

/** A line from zero up; a game without a value is left out. @param {(number | null)[]} values @returns {Point[]} */
export function sparkline(values) {
  const most = Math.max(...values.map((value) => value ?? 0)) || 1;
  return values.flatMap((value, at) => (value === null ? [] : [{ x: across(at, values.length), y: round(100 - 100 * value / most) }]));
}

/** The least distance between two dates below a chart. */
const APART = 38;

/**
 * The dates below a chart: where a month begins; without two months that have room, also the day of the last game.
 * @param {number[]} times of the games, oldest first
 * @returns {{x: number, at: number, isMonth: boolean}[]}
 */
export function dateMarks(times) {
  const isLong = new Set(times.map(monthOf)).size > 1;
  /** @type {{x: number, at: number, isMonth: boolean}[]} */
  const marks = [];
  times.forEach((at, i) => {
    const x = across(i, times.length);
    const begins = i === 0 || monthOf(at) !== monthOf(times[i - 1] ?? 0);
    if (begins && x - (marks.at(-1)?.x ?? -APART) >= APART) marks.push({ x, at, isMonth: isLong });
  });
  const last = times.at(-1);
  if (marks.length < 2 && times.length > 1 && last !== undefined) marks.push({ x: 100, at: last, isMonth: false });
  return marks;
}
