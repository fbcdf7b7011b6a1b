/** Time in a game: the clocks, the time for the first turn, and how long an opponent has been away. Pure. */
import { other } from '../position.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */

/**
 * What the clock of a side shows.
 * @param {Session} state
 * @param {Side} side
 * @param {number} now
 * @returns {number | null} milliseconds
 */
export function timeLeft({ game, receivedAt }, side, now) {
  if (!game.clock) return null;
  const spent = game.clock.running === side && game.status === 'playing' ? now - receivedAt : 0;
  return Math.max(0, game.clock[side] - Math.max(0, spent));
}

/**
 * The time left for the first turn of the side to move, after which the game is called off.
 * @param {Session} state
 * @param {number} now
 * @returns {number | null} milliseconds; null if there is no such limit
 */
export function timeToBegin({ game, receivedAt }, now) {
  if (game.status !== 'playing' || !game.clock?.begin_by) return null;
  return Math.max(0, game.clock.begin_by - game.clock.at - Math.max(0, now - receivedAt));
}

/**
 * The time until the player here can claim the game of an opponent who has left.
 * @param {Session} state
 * @param {number} now
 * @returns {number | null} milliseconds; null while the opponent is there, or need not be
 */
export function timeToClaim({ game, you, presence, presenceAt, receivedAt, outbox }, now) {
  const { clock } = game;
  const side = clock?.may_claim;
  if (game.status !== 'playing' || !side || you.length !== 1 || you[0] !== side || outbox) return null;
  const away = presence?.away?.[other(side)];
  if (away === null || away === undefined || clock.turn_since === undefined) return null;
  // Away, and to move, for that long.
  const since = Math.min(away + now - presenceAt, clock.at - clock.turn_since + now - receivedAt);
  return Math.max(0, (presence?.claim_after ?? Infinity) - since);
}
