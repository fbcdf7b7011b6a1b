/**
 * Puzzles without a server: those that were seen, and those that came with a copy of the page as plain files. With them come the
 * exact values that decide whether a turn is right.
 */
import { api, ApiError, positionPath } from '../api.js';
import { chosenRules } from '../house.js';
import { site } from '../place.js';
import { dayOf, shifted } from '../study/puzzle-model.js';
import { copiedAnswer, copyAnswer } from './store.js';

/** @typedef {import('./store.js').KeptAnswer} KeptAnswer */
/** @typedef {import('../types').TurnsView} TurnsView */
/** @typedef {{rules: string, date: string, position: string, refutations?: Record<string, TurnsView['turns'][number]>}} Puzzle `refutations`: the best answers to wrong turns, by the positions after these */
/** @typedef {{puzzle: Puzzle, turns: TurnsView, hint: unknown}} PuzzleFile */

/** How many days a copy as plain files keeps in advance. */
const AHEAD = 7;

/** A puzzle has the same path whether one asks for its day or for today's. @param {string} rules @param {string} date */
const pathOf = (rules, date) => `/puzzle?${new URLSearchParams({ rules, date })}`;

/** Answers that last as long as the page, where the browser stores nothing. @type {Map<string, any>} */
const answers = new Map();

/** An exact answer that this device has; undefined if there is none. @param {string} path @returns {Promise<any>} */
export const exactAnswer = async (path) => answers.get(path) ?? copiedAnswer(path).catch(() => undefined);

/** @param {PuzzleFile} file */
async function remember({ puzzle, turns, hint }) {
  const { rules, date, position } = puzzle;
  const now = Date.now();
  // The puzzle last: it is there only with its values.
  for (const [path, answer] of /** @type {[string, unknown][]} */ ([[positionPath('turns', rules, position), turns], [positionPath('hint', rules, position), hint], [pathOf(rules, date), puzzle]])) {
    answers.set(path, answer);
    await copyAnswer(path, answer, now).catch(() => undefined);
  }
}

/** Copies a puzzle once, with the values of all turns and with its hint. @param {Puzzle} puzzle */
export async function copyPuzzle(puzzle) {
  const { rules, date, position } = puzzle;
  if (await exactAnswer(pathOf(rules, date))) return;
  const [turns, hint] = await Promise.all([api.turns(rules, position), api.hint(rules, position)]);
  // Estimates decide nothing.
  if (turns.exact) await remember({ puzzle, turns, hint });
}

/** The puzzle of a day that this device has, or that came with this copy; undefined if there is none. @param {string} rules @param {string} date @returns {Promise<Puzzle | undefined>} */
async function puzzleOf(rules, date) {
  const path = pathOf(rules, date);
  return await exactAnswer(path) ?? (await fetchPuzzle(rules, date) ? answers.get(path) : undefined);
}

/** Fetches a puzzle from the files of this copy. @param {string} rules @param {string} date @returns {Promise<boolean>} whether there is one */
async function fetchPuzzle(rules, date) {
  const days = site?.puzzles;
  if (!days?.rules.includes(rules) || date < days.first || date > days.last) return false;
  const file = await fetch(`puzzles/${encodeURIComponent(rules)}/${date}.json`).catch(() => null);
  if (!file?.ok) throw new ApiError({ code: 'offline' });
  await remember(await file.json());
  return true;
}

/** The puzzle that a path asks for, of today if it names no day; undefined if it is not known here. @param {string} path */
export async function puzzleHere(path) {
  const query = new URLSearchParams(path.split('?')[1]);
  const rules = query.get('rules') ?? '';
  const found = await puzzleOf(rules, query.get('date') ?? dayOf(new Date()));
  if (found || !site || site.server !== null) return found;
  throw new ApiError({ status: 404, code: site.puzzles?.rules.includes(rules) ? 'no_puzzle' : 'not_solved' });
}

/** Keeps the puzzles of the next days for times without a connection. */
export async function keepPuzzles() {
  const known = site?.puzzles?.rules ?? [];
  const rules = known.includes(chosenRules()) ? chosenRules() : known[0];
  if (!rules) return;
  const today = dayOf(new Date());
  for (let day = 0; day < AHEAD; day += 1) await puzzleOf(rules, shifted(today, day));
}

/** Whether a turn is right, as the server says it. @param {{rules: string, date: string, turn: string}} asked */
export async function attempt({ rules, date, turn }) {
  const puzzle = await puzzleOf(rules, date);
  if (!puzzle) return undefined;
  /** @type {TurnsView | undefined} */
  const found = await exactAnswer(positionPath('turns', rules, puzzle.position));
  const played = found?.turns.find((each) => each.turn === turn);
  if (!found || !played) throw new ApiError({ status: 422, code: 'illegal_turn' });
  // Best first.
  const margin = found.turns[0]?.margin ?? null;
  const solved = played.margin === margin;
  if (solved || played.over) return { solved, turn: played, margin, refutation: null };
  // What a turn is worth is exact; a puzzle that was only seen has no answers to it, and the search finds one.
  const refutation = puzzle.refutations?.[played.after] ?? (await api.turns(rules, played.after)).turns[0] ?? null;
  return { solved, turn: played, margin, refutation };
}
