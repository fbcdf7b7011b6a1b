/** How well somebody played, from the review of the server. Pure. */
import { parse } from '../position.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../study/review-model.js').Review} Review */
/** @typedef {{at: number, number: number, lost: number, before: import('../position.js').Position, best: string}} Slip */

/**
 * The turn with which a side lost the most points, the first of several; null if no turn lost any.
 * @param {Review} review
 * @param {Side} side
 * @returns {Slip | null}
 */
export function biggestSlip(review, side) {
  const most = Math.max(0, ...review.turns.filter((turn) => turn.side === side).map((turn) => turn.lost));
  const at = review.turns.findIndex((turn) => turn.side === side && turn.lost === most);
  const turn = review.turns[at];
  if (!turn?.best || most === 0) return null;
  return { at, number: turn.number, lost: most, before: parse(review.turns[at - 1]?.after ?? review.start.position), best: turn.best.turn };
}

/**
 * The level to suggest for the next game; null if the level just played fits.
 * @param {string} level of the computer just played
 * @param {import('../study/review-model.js').PlayedLike | null} like
 */
export const levelToTry = (level, like) => (like && like.level !== level ? like.level : null);
