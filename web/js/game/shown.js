/** What the page shows of a game: from which side, which position, and whose turn. Pure. */
import { other, write } from '../position.js';
import { positionsOf, sideOfTurn } from './session.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Arrival} Arrival */

/**
 * The side at the lower edge.
 * @param {Session} state
 * @param {boolean} flipped
 * @param {boolean} [turns] on a device for two, to whoever moves
 * @returns {Side}
 */
export function viewOf({ you, turn, game }, flipped, turns = false) {
  const mover = turns && you.length === 2 && game.status === 'playing' ? turn?.side ?? game.to_move : null;
  const side = mover ?? (you.length === 1 && you[0] === 'red' ? 'red' : 'black');
  return flipped ? other(side) : side;
}

/** The side whose card has the turn box: yours, on a device for two whoever moves, for a spectator the lower one. @param {Session} state @param {Side} view @returns {Side} */
export function askedSide({ you, turn, game }, view) {
  if (you.length === 2) return turn?.side ?? game.to_move ?? view;
  return you[0] ?? view;
}

/** The last turn that is shown, if this side played it. @param {Session} state @param {Side} side @returns {Arrival | null} */
export function lastTurnOf({ game, replay }, side) {
  const at = replay ?? game.turns.length;
  if (at === 0 || sideOfTurn(game, at - 1) !== side) return null;
  return { side, turn: game.turns[at - 1] ?? 'pass', before: positionsOf(game)[at - 1] ?? game.start };
}

/** What the board shows: the position, and the turn that led to it. @param {Session} state @returns {{position: string, last: {side: Side, turn: string} | null}} */
export function shown(state) {
  const { game, replay, turn } = state;
  const at = replay ?? game.turns.length;
  const last = at > 0 ? { side: sideOfTurn(game, at - 1), turn: game.turns[at - 1] ?? '' } : null;
  if (replay !== null) return { position: positionsOf(game)[replay] ?? game.position, last };
  if (turn) return { position: write(turn.position), last };
  return { position: game.position, last };
}
