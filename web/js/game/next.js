/** Going from a finished game to the next one, which has its own address. */
import { go } from '../router.js';

/** @typedef {import('./session.js').Session} Session */

/** @param {string} id */
export const pathOf = (id) => `/game/${encodeURIComponent(id)}`;

/** Whether this player has asked for the next game. Others are not pulled off the result. @param {Session} state */
export const wantsNext = ({ you, outbox, game }) => outbox?.type === 'next_game' || outbox?.type === 'rematch'
  || (game.offers.rematch !== null && you.includes(game.offers.rematch));

/**
 * Goes to the next game if it has just begun and this player has asked for it. Returns whether it does.
 * @param {Session} before
 * @param {Session} after
 */
export function followNext(before, after) {
  if (!after.game.next || before.game.next || !wantsNext(before)) return false;
  go(pathOf(after.game.next));
  return true;
}
