// Where a puzzle comes from: the server's puzzle of a day, or a position in which the player gave points away.

import { api, ApiError } from '../api.js';
import { offline } from '../network.js';
import { parse } from '../position.js';

/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/**
 * @typedef {object} Puzzle
 * @property {string} rules
 * @property {string|null} date null for an own mistake
 * @property {string} position
 * @property {import('../position.js').Side} to_move
 * @property {'win'|'draw'|'own'} aim `own`: the most points
 * @property {number} results how many positions a turn can lead to
 * @property {number|null} difficulty
 * @property {import('../turn.js').Tree} tree
 */
/** @typedef {{solved: boolean, turn: ValuedTurn, margin: number, refutation: ValuedTurn|null}} Attempted */
/** @typedef {{load: (signal: AbortSignal) => Promise<Puzzle>, attempt: (turn: string) => Promise<Attempted>}} Source */

/** @param {string} rules @param {string} day @param {boolean} isToday @returns {Source} */
export function daySource(rules, day, isToday) {
  let date = day;
  return {
    async load(signal) {
      const asked = api.puzzle(rules, day, signal);
      // If the clock of this device is wrong, only the server knows what day it is.
      const isWrong = (/** @type {unknown} */ error) => isToday && error instanceof ApiError && error.code === 'invalid_query';
      /** @type {Puzzle} */
      const puzzle = await asked.catch((error) => (isWrong(error) ? api.puzzle(rules, undefined, signal) : Promise.reject(error)));
      date = puzzle.date ?? day;
      if (!offline.get()) import('../kept/answer.js').then(({ copyPuzzle }) => copyPuzzle({ ...puzzle, date })).catch(() => undefined);
      return puzzle;
    },
    attempt: (turn) => api.attempt({ rules, date, turn }),
  };
}

/** @param {string} rules @param {string} position @returns {Source} */
export function positionSource(rules, position) {
  return {
    async load(signal) {
      const [{ tree }, { results }] = await Promise.all([api.position(rules, position, { signal }), api.hint(rules, position, signal)]);
      if (!tree) throw new ApiError({ code: 'not_found' });
      return { rules, date: null, position, to_move: parse(position).side, aim: 'own', results, difficulty: null, tree };
    },
    async attempt(turn) {
      const { turns } = await api.turns(rules, position);
      const played = turns.find((each) => each.turn === turn);
      const margin = turns[0]?.margin ?? 0;
      if (!played) throw new ApiError({ code: 'illegal_turn' });
      const solved = played.margin === margin;
      const answers = solved || played.over ? [] : (await api.turns(rules, played.after)).turns;
      return { solved, turn: played, margin, refutation: answers[0] ?? null };
    },
  };
}
