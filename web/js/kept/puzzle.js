/** Puzzles without a connection: those that were seen, with the exact values that decide whether a turn is right. */
import { api, ApiError, positionPath } from '../api.js';
import { dayOf } from '../study/puzzle-model.js';
import { copiedAnswer, copyAnswer } from './store.js';

/** @typedef {{rules: string, date: string, position: string}} Puzzle */

/** A puzzle has the same path whether one asks for its day or for today's. @param {string} rules @param {string} date */
const pathOf = (rules, date) => `/puzzle?${new URLSearchParams({ rules, date })}`;

/** Copies a puzzle once, with the values of all turns and with its hint. @param {Puzzle} puzzle */
export async function copyPuzzle(puzzle) {
  const { rules, date, position } = puzzle;
  const path = pathOf(rules, date);
  if (await copiedAnswer(path)) return;
  const [turns, hint] = await Promise.all([api.turns(rules, position), api.hint(rules, position)]);
  // Estimates decide nothing.
  if (!turns.exact) return;
  const now = Date.now();
  await copyAnswer(positionPath('turns', rules, position), turns, now);
  await copyAnswer(positionPath('hint', rules, position), hint, now);
  await copyAnswer(path, puzzle, now);
}

/** The copy of a puzzle, of today if the path names no day; undefined if there is none. @param {string} path */
export function copiedPuzzle(path) {
  const query = new URLSearchParams(path.split('?')[1]);
  return copiedAnswer(pathOf(query.get('rules') ?? '', query.get('date') ?? dayOf(new Date())));
}

/** Whether a turn is right, as the server says it. @param {{rules: string, date: string, turn: string}} asked */
export async function attempt({ rules, date, turn }) {
  /** @type {Puzzle | undefined} */
  const puzzle = await copiedAnswer(pathOf(rules, date)).catch(() => undefined);
  if (!puzzle) return undefined;
  /** @type {import('../types').TurnsView | undefined} */
  const found = await copiedAnswer(positionPath('turns', rules, puzzle.position));
  const played = found?.turns.find((each) => each.turn === turn);
  if (!found || !played) throw new ApiError({ status: 422, code: 'illegal_turn' });
  // Best first.
  const margin = found.turns[0]?.margin ?? null;
  const solved = played.margin === margin;
  // What it is worth is exact; the answer to it is the best that the search finds.
  const answers = solved || played.over ? [] : (await api.turns(rules, played.after)).turns;
  return { solved, turn: played, margin, refutation: answers[0] ?? null };
}
