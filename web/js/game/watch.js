/** Shows turns played elsewhere, in order and action by action; a click skips. */
import { actionsOf, apply, parse } from '../position.js';

/** @typedef {import('./session.js').Arrival} Arrival */
/** @typedef {Arrival & {count: number, position: import('../position.js').Position}} Watched a turn while it is shown, with the actions so far */

/** How long the computer seems to think, and how long pawns take to go back before a turn is shown again, in ms. */
export const THOUGHT = 450;
export const BACK = 200;

/**
 * @param {object} page
 * @param {import('../board/board.js').Board} page.board
 * @param {() => import('../types').Side} page.view
 * @param {() => void} page.onChange another action was shown
 * @param {() => void} page.onArrival a whole turn was shown
 * @param {() => void} page.onEnd
 */
export function watcher({ board, view, onChange, onArrival, onEnd }) {
  /** @type {Arrival[]} */
  const queue = [];
  /** @type {Watched | null} */
  let watched = null;
  let isMoving = false;

  /** @param {Arrival[]} arrivals @param {number} delay before the first action, in ms */
  async function turns(arrivals, delay) {
    queue.push(...arrivals);
    onChange();
    if (isMoving) return;
    isMoving = true;
    for (let next = queue.shift(); next; next = queue.shift()) await play(next, delay);
    isMoving = false;
    watched = null;
    onEnd();
  }

  /** @param {Arrival} arrival @param {number} delay */
  async function play(arrival, delay) {
    const { before, turn, side } = arrival;
    board.set({ position: parse(before), turn: null, view: view() }, { animate: delay === BACK });
    watched = { ...arrival, count: 0, position: parse(before) };
    onChange();
    const onAction = (/** @type {string} */ action) => {
      if (watched) watched = { ...watched, count: watched.count + 1, position: apply(watched.position, action, side) };
      onChange();
    };
    if (turn !== 'pass') await board.play(actionsOf(turn), side, { delay, onAction });
    onArrival();
  }

  return { turns, now: () => watched, isMoving: () => isMoving };
}
