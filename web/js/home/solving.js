// The progress of the tables in numbers, without the page.

import { isPublished, PUBLISHED } from '../rules.js';

/** @typedef {import('../types').TableView} TableView */
/** @typedef {import('../types').Rules} Rules */
/** @typedef {{at: number, positions: number}} Sample when so many positions were done, in milliseconds */

/** Positions of a rule set. */
export const POSITIONS = 1_264_575_044;

/** Older samples are dropped: they say little about the current speed. */
const REMEMBERED = 20_000;

/**
 * The tables in the order in which they are shown: house rules last.
 * @param {TableView[]} tables
 * @returns {TableView[]}
 */
export function ordered(tables) {
  const place = (/** @type {TableView} */ { rules }) => (isPublished(rules) ? PUBLISHED.indexOf(rules) : PUBLISHED.length);
  return [...tables].sort((a, b) => place(a) - place(b));
}

/**
 * A summary of all tables.
 * @param {TableView[]} tables
 * @returns {'solving' | 'solved' | 'partly' | 'unsolved'}
 */
export function stateOf(tables) {
  if (tables.some(({ status }) => status === 'solving' || status === 'waiting')) return 'solving';
  const ready = tables.filter(({ status }) => status === 'ready').length;
  if (ready === tables.length) return 'solved';
  return ready > 0 ? 'partly' : 'unsolved';
}

/**
 * The finished part in whole percent, 100 only when the table is complete.
 * @param {TableView} table
 */
export function percentOf({ status, positions = 0, total = POSITIONS }) {
  if (status === 'ready') return 100;
  return status === 'solving' ? Math.min(99, Math.floor((100 * positions) / total)) : 0;
}

/**
 * Adds a sample. Fewer positions than before mean another rule set, so old samples are dropped.
 * @param {Sample[]} samples
 * @param {Sample} sample
 * @returns {Sample[]}
 */
export function remember(samples, sample) {
  const last = samples.at(-1);
  if (last && sample.positions < last.positions) return [sample];
  if (last && sample.positions === last.positions) return samples;
  return [...samples.filter(({ at }) => sample.at - at <= REMEMBERED), sample];
}

/**
 * The remaining seconds at the recent speed; null if unknown.
 * @param {Sample[]} samples
 * @param {number} [total]
 * @returns {number | null}
 */
export function secondsLeft(samples, total = POSITIONS) {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 2_000) return null;
  const perSecond = (1000 * (last.positions - first.positions)) / (last.at - first.at);
  return perSecond > 0 ? Math.max(1, Math.round((total - last.positions) / perSecond)) : null;
}

/**
 * Rounded, so that it does not flicker: minutes from 100 seconds on, tens of seconds below.
 * @param {number} seconds
 * @returns {{unit: 'seconds' | 'minutes', count: number}}
 */
export function roundedTime(seconds) {
  if (seconds >= 100) return { unit: 'minutes', count: Math.round(seconds / 60) };
  return { unit: 'seconds', count: seconds > 10 ? Math.ceil(seconds / 10) * 10 : seconds };
}

/**
 * Milliseconds until the next poll. A table that waits for games to end may wait for hours.
 * @param {TableView[]} tables
 */
export function pauseOf(tables) {
  if (tables.some(({ status, code }) => status === 'solving' || code === 'in_line')) return 1_000;
  return stateOf(tables) === 'solving' ? 10_000 : 60_000;
}
