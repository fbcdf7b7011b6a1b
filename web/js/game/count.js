/** Counting the points at the end of a game: in which order, and how fast. */
import { parse, worth } from '../position.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../board/counts.js').Count} Count */
/** @typedef {{rows: number[], counts: Count[]}} Beat a pair of rows that are counted together */

/** Milliseconds for a pair of rows, and after the last one. */
export const BEAT = 450;
export const REST = 900;

/**
 * From both goals towards the middle, then the own halves. Pairs of rows without a pawn are skipped.
 * @param {string} rules
 * @param {string} position
 * @returns {Beat[]}
 */
export function beatsOf(rules, position) {
  const pawns = parse(position);
  /** @param {Side} side @param {number} row @returns {Count} */
  const count = (side, row) => {
    const [here, each] = [pawns[side][row] ?? 0, worth(rules, side, row)];
    return { side, row, pawns: here, each, sum: here * each };
  };
  const pairs = Array.from({ length: 8 }, (_, i) => [count('black', 7 - i), count('red', i)]);
  return pairs.map((pair) => ({ rows: pair.map(({ row }) => row), counts: pair.filter((one) => one.pawns > 0) }))
    .filter(({ counts }) => counts.length > 0);
}

/** The points of both sides. @param {readonly Count[]} counts @returns {import('../types').Pair} */
export function totalsOf(counts) {
  const of = (/** @type {Side} */ side) => counts.reduce((sum, count) => sum + (count.side === side ? count.sum : 0), 0);
  return { black: of('black'), red: of('red') };
}

/**
 * Runs a count. A click anywhere, Enter or Escape ends it.
 * @param {number} beats
 * @param {(at: number) => void} onBeat how many beats have been counted
 * @param {() => void} onEnd
 * @returns {() => void} stops it without `onEnd`
 */
export function runCount(beats, onBeat, onEnd) {
  let at = 0;
  const controller = new AbortController();
  const { signal } = controller;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => {
    clearTimeout(timer);
    controller.abort();
  };
  const end = () => {
    stop();
    onEnd();
  };
  const next = () => {
    at += 1;
    onBeat(at);
    timer = at < beats ? setTimeout(next, BEAT) : setTimeout(end, REST);
  };
  // After the page's own listeners, so that a click on a link or on a button of the header works as ever.
  document.addEventListener('click', end, { signal });
  document.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }, { signal, capture: true });
  timer = setTimeout(next, BEAT / 2);
  return stop;
}
