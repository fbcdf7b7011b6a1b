// The puzzle of a day: one correct result, to be played on the board. A wrong turn is refuted.

import { api, ApiError } from '../api.js';
import { announce } from '../dom.js';
import { turnText } from '../game/told.js';
import { actionText } from '../game/words.js';
import { chosenRules } from '../house.js';
import { actionsOf, other, parse } from '../position.js';
import { go, title } from '../router.js';
import { canonical } from '../rules.js';
import { isSolvedDay, rememberDay } from '../store.js';
import { errorText, t } from '../text.js';
import { begin, play, undo, undoTo } from '../turn.js';
import { dayText, prepare } from './frame.js';
import { dayOf, puzzleAddress, readDay } from './puzzle-model.js';
import { puzzleView } from './puzzle-view.js';

/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/** @typedef {{rules: string, date: string, position: string, to_move: import('../position.js').Side, aim: 'win'|'draw',
 *   results: number, difficulty: number|null, tree: import('../turn.js').Tree}} Puzzle */
/** @typedef {{solved: boolean, turn: ValuedTurn, margin: number, refutation: ValuedTurn|null}} Attempted */
/**
 * @typedef {object} State
 * @property {string} rules
 * @property {string} day
 * @property {string} today
 * @property {Puzzle|null} puzzle
 * @property {Turn|null} turn what is being played; null while something is shown
 * @property {'loading'|'unsolved'|'failed'|'playing'|'sending'|'wrong'|'solved'|'shown'} stage
 * @property {Attempted|null} attempted
 * @property {ValuedTurn|null} solution
 * @property {boolean} known solved on this device before
 * @property {string} trouble
 */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, signal }) {
  await prepare();
  const wanted = params[0];
  const rules = (wanted && canonical(wanted)) || chosenRules();
  const today = dayOf(new Date());
  const day = readDay(params[1]) ?? today;
  title(t('study.puzzle_title', { date: dayText(day) }));
  /** @type {State} */
  let state = {
    rules, day, today, puzzle: null, turn: null, stage: 'loading', attempted: null, solution: null, known: false, trouble: '',
  };

  const view = puzzleView(root, {
    useRules: (next) => go(puzzleAddress(next, day)),
    act(action) {
      if (!state.turn) return;
      announce(actionText(state.turn, action));
      update({ turn: play(state.turn, action) });
    },
    undo: () => state.turn && update({ turn: undo(state.turn) }),
    undoTo: (count) => state.turn && update({ turn: undoTo(state.turn, count) }),
    attempt,
    again: () => state.puzzle && update({ turn: firstTurn(state.puzzle), stage: 'playing', attempted: null, solution: null }),
    solve,
  });

  /** @param {Partial<State>} change */
  function update(change) {
    state = { ...state, ...change };
    view.render(state);
  }

  async function attempt() {
    const { turn, puzzle, stage } = state;
    if (!turn?.canFinish || !puzzle || stage !== 'playing') return;
    update({ stage: 'sending' });
    try {
      /** @type {Attempted} */
      const attempted = await api.attempt({ rules, date: day, turn: turn.notation });
      if (signal.aborted) return;
      if (attempted.solved) {
        rememberDay(rules, day);
        update({ stage: 'solved', attempted, known: true });
      } else {
        update({ stage: 'wrong', attempted });
        await refute(puzzle, attempted);
      }
    } catch (error) {
      if (!signal.aborted) update({ stage: 'playing', trouble: errorText(error) });
    }
  }

  /** Plays the refutation of a wrong turn on the board. @param {Puzzle} puzzle @param {Attempted} attempted */
  async function refute(puzzle, { refutation, turn }) {
    if (!refutation) return;
    const side = other(puzzle.to_move);
    announce(t('study.refuted_by', { turn: turnText(rules, turn.after, refutation.turn, [puzzle.to_move]) }));
    await view.playAnswer(parse(turn.after), actionsOf(refutation.turn), side, parse(refutation.after));
  }

  async function solve() {
    const { puzzle } = state;
    if (!puzzle) return;
    try {
      const { turns } = await api.turns(rules, puzzle.position, signal);
      update({ stage: 'shown', solution: turns[0] ?? null, turn: null });
    } catch (error) {
      if (!signal.aborted) update({ trouble: errorText(error) });
    }
  }

  view.render(state);
  try {
    /** @type {Puzzle} */
    const puzzle = await api.puzzle(rules, day === today ? undefined : day, signal);
    update({ puzzle, day: puzzle.date, turn: firstTurn(puzzle), stage: 'playing', known: isSolvedDay(rules, puzzle.date) });
  } catch (error) {
    if (signal.aborted) return undefined;
    const isUnsolved = error instanceof ApiError && error.code === 'not_solved';
    update({ stage: isUnsolved ? 'unsolved' : 'failed', trouble: errorText(error) });
  }
  return { leave: () => view.destroy() };
}

/** @param {Puzzle} puzzle */
const firstTurn = (puzzle) => begin(puzzle.tree, puzzle.position, puzzle.rules);
