// Where the buttons of a review lead.

import { mistakeFrom } from './review-model.js';
import { lineAt } from './tries.js';

/** @typedef {{at: number, path: string[]}} Place a turn of the game, and a line from there */

/**
 * The target of a button; null if there is none. In a line the steps follow the line.
 * @param {string} name
 * @param {import('./review-model.js').Review} review
 * @param {Place & {tries: import('./tries.js').Tries}} here
 * @param {boolean} all whether every slip counts as a mistake
 * @returns {Place|null}
 */
export function targetOf(name, review, { at, path, tries }, all) {
  const last = review.turns.length;
  const to = (/** @type {number|null} */ index) => (index === null ? null : { at: index, path: [] });
  const isLine = path.length > 0;
  if (isLine && name === 'previous') return { at, path: path.slice(0, -1) };
  if (isLine && name === 'next') {
    const follows = lineAt(tries, at, path)?.next[0]?.turn;
    return follows ? { at, path: [...path, follows] } : null;
  }
  if (name === 'first' || name === 'previous') return to(at <= 0 && !isLine ? null : name === 'first' ? 0 : at - 1);
  if (name === 'next' || name === 'last') return to(at >= last && !isLine ? null : name === 'last' ? last : at + 1);
  return to(mistakeFrom(review, at, name.startsWith('previous') ? -1 : 1, all));
}
