// Puzzles: of a day, or from an own mistake. One correct result, to be played on the board. A wrong turn is refuted.

import { api, ApiError } from '../api.js';
import { announce } from '../dom.js';
import { spokenAction, turnText } from '../game/told.js';
import { actionText } from '../game/words.js';
import { chosenRules } from '../house.js';
import { actionsOf, other, parse, write, writeAddress } from '../position.js';
import { css, go, title } from '../router.js';
import { canonical } from '../rules.js';
import { isSolvedDay, rememberDay, settings } from '../store.js';
import { errorText, list, loadPart, sentence, t } from '../text.js';
import { begin, play, undo, undoTo } from '../turn.js';
import { countRight, dueMistakes, isSame, mistakes, rememberSolved, unknownMistakes } from './mistakes.js';
import { rightTitle, saidWrong } from './puzzle-box.js';
import { dayText } from './puzzle-cards.js';
import { puzzleStreak, solvedDays } from './puzzle-days.js';
import { dayOf, puzzleAddress, readDay } from './puzzle-model.js';
import { findDay, nextOf, openDays } from './puzzle-next.js';
import { daySource, positionSource } from './puzzle-source.js';
import { puzzleView } from './puzzle-view.js';

/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('./mistakes.js').Mistake} Mistake */
/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/** @typedef {import('./puzzle-source.js').Puzzle} Puzzle */
/** @typedef {import('./puzzle-source.js').Attempted} Attempted */
/** @typedef {import('./puzzle-next.js').Which} Which */
/**
 * @typedef {object} State
 * @property {string} rules
 * @property {Which} shown which puzzle it is
 * @property {boolean} isOverview whether the address names no puzzle
 * @property {string} today
 * @property {Puzzle|null} puzzle
 * @property {Mistake|null} mistake the own mistake, if the puzzle is one
 * @property {Turn|null} turn what is being played; null while something is shown
 * @property {'loading'|'unsolved'|'failed'|'playing'|'sending'|'wrong'|'solved'|'shown'} stage
 * @property {Attempted|null} attempted
 * @property {ValuedTurn|null} solution
 * @property {string|null} hint the opening of the solution
 * @property {string} why what is good about the right turn
 * @property {number} tries
 * @property {number} wrongs how many of them were wrong
 * @property {boolean} isTold whether the solution was shown
 * @property {boolean} known solved on this device before
 * @property {string} trouble
 * @property {ReadonlyMap<string, import('./puzzle-days.js').Solved>} solved the solved days of these rules
 * @property {number} streak
 * @property {Mistake[]} due own mistakes to practise
 * @property {boolean} hasMistakes whether there are others, too
 * @property {string|null} waits the day of the next open puzzle
 */

/** How many own mistakes are checked in one visit: each takes a request. */
const MOST_CHECKS = 8;

/** A puzzle that was not begun. */
const FRESH = {
  puzzle: null, mistake: null, turn: null, stage: /** @type {const} */ ('loading'), attempted: null, solution: null, hint: null, why: '', tries: 0, wrongs: 0,
  isTold: false, known: false, trouble: '',
};

/**
 * The puzzle that an address names.
 * @param {{params: string[], query: URLSearchParams}} address
 * @param {string} today
 * @returns {{rules: string, shown: Which, isOverview: boolean}}
 */
function addressed({ params: [named, what], query }, today) {
  const wanted = named ?? query.get('rules');
  const rules = (wanted && canonical(wanted)) || chosenRules();
  const day = readDay(what);
  try {
    if (what && !day) return { rules, isOverview: false, shown: { day: null, mistake: { rules, position: write(parse(what)) } } };
  } catch {
    // Neither a day nor a position: today's puzzle.
  }
  return { rules, isOverview: !day, shown: { day: day ?? today, mistake: null } };
}

/**
 * What this device knows about puzzles.
 * @param {string} rules
 * @param {Which} shown
 * @param {string} today
 */
function progressOf(rules, shown, today) {
  const solved = solvedDays(rules);
  const isOpen = !solved.has(today) && shown.day !== today;
  const waits = isOpen ? today : openDays({ today, shown, solved })[0] ?? null;
  const { mistake } = shown;
  return {
    today, solved, waits, streak: puzzleStreak(today), due: dueMistakes(today), hasMistakes: mistakes().some(({ right }) => right !== null),
    mistake: (mistake && mistakes().find((each) => isSame(each, mistake))) ?? null,
  };
}

/** @param {string} rules @param {Which} shown @param {string} today */
const sourceOf = (rules, { day, mistake }, today) => (day === null ? positionSource(rules, mistake.position) : daySource(rules, day, day === today));

/** The address of a puzzle. @param {string} rules @param {Which} which */
const addressOf = (rules, { day, mistake }) => (day === null ? puzzleAddress(mistake.rules, writeAddress(parse(mistake.position))) : puzzleAddress(rules, day));

/** Why a turn is right, from the reasons of the server: the most important one last, as it has the most words. @param {Puzzle} puzzle @param {string} turn */
async function reasonFor({ rules, position }, turn) {
  const [{ turns }] = await Promise.all([api.hint(rules, position), loadPart('messages')]);
  const found = turns.find((each) => each.turn === turn) ?? turns[0];
  // keys: messages.reason_*
  return list((found?.reasons ?? []).slice(0, 2).reverse().map(({ id, arguments: args }) => t(`messages.${id}`, args)));
}

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, signal }) {
  await Promise.all([loadPart('puzzle'), css('/css/puzzle.css')]);
  /** @type {State} */
  let state = stateFor({ params, query });
  let source = sourceOf(state.rules, state.shown, state.today);
  /** Ends the requests of a puzzle that was left. */
  let left = new AbortController();
  signal.addEventListener('abort', () => left.abort());

  const view = puzzleView(root, {
    useRules: (rules) => go(state.shown.day && !state.isOverview ? puzzleAddress(rules, state.shown.day) : `/puzzle?rules=${rules}`),
    useDay: (day) => go(puzzleAddress(state.rules, day)),
    act(action) {
      if (!state.turn) return;
      announce(actionText(state.turn, action));
      update({ turn: play(state.turn, action), trouble: '' });
    },
    undo: () => state.stage === 'playing' && state.turn && update({ turn: undo(state.turn) }),
    undoTo: (count) => state.stage === 'playing' && state.turn && update({ turn: undoTo(state.turn, count) }),
    attempt,
    again: () => again(null),
    hint: () => withTrouble(async () => again((await api.hint(state.rules, state.puzzle?.position ?? '', left.signal)).opening)),
    solve: () => withTrouble(async () => {
      const { turns } = await api.turns(state.rules, state.puzzle?.position ?? '', left.signal);
      update({ stage: 'shown', solution: turns[0] ?? null, turn: null, isTold: true, hint: null });
    }),
    replay: refute,
    next: () => withTrouble(next),
  });

  /** @param {Partial<State>} change */
  function update(change) {
    state = { ...state, ...change };
    view.render(state);
  }

  /** Shows what went wrong, unless the puzzle was left. @param {() => Promise<unknown>} ask */
  async function withTrouble(ask) {
    const { signal: mine } = left;
    try {
      await ask();
    } catch (error) {
      if (mine.aborted) return;
      announce(errorText(error));
      again(null, errorText(error));
    }
  }

  /** Begins anew. @param {string|null} hint @param {string} [trouble] */
  function again(hint, trouble = '') {
    const { puzzle } = state;
    if (!puzzle) return;
    update({ turn: firstTurn(puzzle), stage: 'playing', attempted: null, solution: null, hint, trouble });
    if (hint) announce(t('game.say_hint_opening', { action: spokenAction(hint) }));
    view.focusBoard();
  }

  async function attempt() {
    const { turn, puzzle, stage, tries } = state;
    const { signal: mine } = left;
    if (!turn?.canFinish || !puzzle || stage !== 'playing') return;
    update({ stage: 'sending' });
    try {
      const attempted = await source.attempt(turn.notation);
      if (mine.aborted) return;
      if (attempted.solved) solved(puzzle, attempted);
      else {
        update({ stage: 'wrong', attempted, tries: tries + 1, wrongs: state.wrongs + 1, hint: null });
        refute();
      }
    } catch (error) {
      if (!mine.aborted) update({ stage: 'playing', trouble: errorText(error) });
    }
  }

  /** @param {Puzzle} puzzle @param {Attempted} attempted */
  async function solved(puzzle, attempted) {
    const { rules, shown, isTold, tries } = state;
    const { signal: mine } = left;
    const today = dayOf(new Date());
    if (!isTold && puzzle.date) rememberDay({ rules, day: puzzle.date, on: today, tries: tries + 1 });
    if (!isTold && shown.mistake) rememberSolved(shown.mistake, today);
    update({ stage: 'solved', attempted, tries: tries + 1, known: state.known || !isTold, hint: null, ...progressOf(rules, shown, today) });
    announce(sentence(rightTitle(state)));
    const why = await reasonFor(puzzle, attempted.turn.turn).catch(() => '');
    if (!mine.aborted && state.stage === 'solved') update({ why });
  }

  /** Plays the answer to a wrong turn on the board. */
  function refute() {
    const { puzzle, attempted, stage, rules } = state;
    if (!puzzle || !attempted || stage !== 'wrong') return;
    const { refutation, turn } = attempted;
    announce(saidWrong(state, refutation ? turnText(rules, turn.after, refutation.turn, [puzzle.to_move]) : ''));
    if (refutation) view.playAnswer(parse(turn.after), actionsOf(refutation.turn), other(puzzle.to_move), parse(refutation.after));
  }

  /** Goes to today's puzzle, an own mistake, or the newest open day of the wanted difficulty. */
  async function next() {
    const { today, shown, solved: days, due, rules } = state;
    const { signal: mine } = left;
    const first = nextOf({ today, shown, solved: days, due });
    if (first) return go(addressOf(rules, first));
    const day = await findDay(openDays({ today, shown, solved: days }), settings.get('puzzles'), async (each) => (await api.puzzle(rules, each, mine)).difficulty);
    if (day && !mine.aborted) await go(puzzleAddress(rules, day));
  }

  async function load() {
    const { signal: mine } = left;
    const { rules, shown, mistake } = state;
    title(shown.day ? t('puzzle.of_day', { date: dayText(shown.day) }) : t(mistake ? 'puzzle.own' : 'puzzle.position'));
    try {
      const puzzle = await source.load(mine);
      if (mine.aborted) return;
      // Of another day than asked for, if the clock of this device is wrong.
      const moved = puzzle.date && puzzle.date !== shown.day ? { shown: { day: puzzle.date, mistake: null }, today: puzzle.date } : {};
      update({ puzzle, turn: firstTurn(puzzle), stage: 'playing', known: puzzle.date !== null && isSolvedDay(rules, puzzle.date), ...moved });
    } catch (error) {
      if (mine.aborted) return;
      const isUnsolved = error instanceof ApiError && error.code === 'not_solved';
      update({ stage: isUnsolved ? 'unsolved' : 'failed', trouble: errorText(error) });
    }
  }

  /** Asks which of the noted mistakes are puzzles. */
  async function check() {
    for (const each of unknownMistakes().slice(0, MOST_CHECKS)) {
      const right = await api.hint(each.rules, each.position, signal).then((hint) => hint.right, () => null);
      if (signal.aborted) return;
      // Rules that are not solved here, or a position that somebody plays just now: later.
      if (right !== null) countRight(each, right);
    }
    update({ due: dueMistakes(state.today), hasMistakes: mistakes().some(({ right }) => right !== null) });
  }

  view.render(state);
  load();
  if (unknownMistakes().length > 0) check();
  return {
    /** @param {{params: string[], query: URLSearchParams}} now */
    update(now) {
      left.abort();
      left = new AbortController();
      state = stateFor(now);
      source = sourceOf(state.rules, state.shown, state.today);
      view.render(state);
      scrollTo(0, 0);
      load();
      return true;
    },
    leave() {
      left.abort();
      view.destroy();
    },
  };
}

/** The state at an address, before the puzzle has arrived. @param {{params: string[], query: URLSearchParams}} address @returns {State} */
function stateFor(address) {
  const today = dayOf(new Date());
  const named = addressed(address, today);
  return { ...FRESH, ...named, ...progressOf(named.rules, named.shown, today) };
}

/** @param {Puzzle} puzzle */
const firstTurn = (puzzle) => begin(puzzle.tree, puzzle.position, puzzle.rules);
