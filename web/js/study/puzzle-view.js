// The view of a puzzle: the board, the task, and the result of an attempt.

import { board } from '../board/board.js';
import { h, icon, replace } from '../dom.js';
import { rulesName } from '../house.js';
import { START, other, parse } from '../position.js';
import { share } from '../share.js';
import { rich, sideName, t } from '../text.js';
import { rulesControl } from './controls.js';
import { addressOf } from './editor-model.js';
import { dayText, notation, value } from './frame.js';
import { neighbours, puzzleAddress, verdictOf } from './puzzle-model.js';
import { arrowsOf } from './values.js';

/** @typedef {import('./puzzle.js').State} State */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../position.js').Side} Side */
/**
 * @typedef {object} Actions
 * @property {(rules: string) => void} useRules
 * @property {(action: string) => void} act
 * @property {() => void} undo
 * @property {(count: number) => void} undoTo
 * @property {() => void} attempt
 * @property {() => void} again
 * @property {() => void} solve
 */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function puzzleView(root, actions) {
  /** @type {ReturnType<typeof board>|null} */
  let shown = null;
  const boardPlace = h('div', { class: 'study-board' });
  const heading = h('h1', null);
  const days = h('nav', { class: 'study-days', 'aria-label': t('study.days') });
  const rules = rulesControl(actions.useRules);
  const task = h('div', { class: 'study-task' });
  const prompt = h('div', { class: 'banner study-prompt', role: 'status' });
  const answer = h('div', { class: 'study-answer', 'aria-live': 'polite' });
  let isAnswering = false;
  let hadResult = false;

  replace(root, h('div', { class: 'study study-puzzle' },
    h('header', { class: 'study-head' }, h('p', { class: 'study-kicker' }, t('study.puzzle')), heading, task),
    h('div', { class: 'study-left' }, boardPlace, prompt),
    h('div', { class: 'study-right' }, answer, days, rules.element)));

  /** @param {State} state */
  function render(state) {
    const { puzzle, turn, stage } = state;
    heading.textContent = dayText(state.day);
    replace(days, dayLinks(state));
    rules.set(state.rules);
    replace(task, taskText(state));
    replace(prompt, turn && puzzle && (stage === 'playing' || stage === 'sending') ? promptText(state, actions) : null);
    replace(answer, answerText(state, actions));
    const result = answer.querySelector('.study-result');
    // On a phone the result takes the place of the prompt, to stay visible.
    prompt.hidden = result !== null;
    if (result && !hadResult) result.scrollIntoView({ block: 'nearest' });
    hadResult = result !== null;
    if (!puzzle) {
      // Reserve the room of the board, so that the layout does not shift when the puzzle arrives.
      if (!shown) show('black', state.rules).set({ position: START, turn: null }, { animate: false });
      boardPlace.classList.add('waiting');
      return;
    }
    const isNew = boardPlace.classList.contains('waiting');
    boardPlace.classList.remove('waiting');
    if (isNew) show(puzzle.to_move, puzzle.rules);
    if (isAnswering && stage === 'wrong') return;
    isAnswering = false;
    const start = parse(puzzle.position);
    const arrows = stage === 'shown' && state.solution ? arrowsOf(state.solution.turn, puzzle.to_move) : [];
    shown?.set({ position: stage === 'shown' ? start : turn?.position ?? start, turn: stage === 'playing' ? turn : null, arrows }, { animate: !isNew });
  }

  /** @param {Side} view @param {string} set */
  function show(view, set) {
    shown?.destroy();
    shown = board({
      rules: set, view, interactive: true, sides: [view], label: t('study.board_label'), pageKeys: true, onAction: actions.act,
      onKey: (/** @type {string} */ name) => {
        if (name === 'undo') actions.undo();
        if (name === 'finish') actions.attempt();
      },
    });
    replace(boardPlace, shown.element);
    return shown;
  }

  return {
    render,
    /**
     * @param {Position} before
     * @param {string[]} moved
     * @param {Side} side
     * @param {Position} after
     */
    async playAnswer(before, moved, side, after) {
      const mine = shown;
      if (!mine) return;
      isAnswering = true;
      mine.set({ position: before, turn: null }, { animate: false });
      await mine.play(moved, side);
      if (isAnswering && mine === shown) mine.set({ position: after, turn: null, last: { side, actions: moved } }, { animate: false });
    },
    destroy: () => shown?.destroy(),
  };
}

/** @param {State} state */
function dayLinks({ rules, day, today }) {
  const link = (/** @type {string} */ to, /** @type {string} */ key, /** @type {'prev'|'next'} */ picture) => h('a', { class: 'button small', href: puzzleAddress(rules, to) },
    picture === 'prev' && icon(picture), t(key), picture === 'next' && icon(picture));
  const { before, after } = neighbours(day, today);
  return [before && link(before, 'study.day_before', 'prev'), after && link(after, 'study.day_after', 'next')];
}

/** @param {State} state */
function taskText({ puzzle, stage, rules, trouble, known }) {
  // On a phone the second paragraph is below the board, and reserves the room of the result.
  if (stage === 'loading') return [h('p', { class: 'study-wait' }, t('study.loading')), h('p', { class: 'study-soon' })];
  if (stage === 'unsolved') {
    return h('div', { class: 'banner study-banner' }, icon('hint'), h('div', null, h('strong', null, t('study.puzzle_unsolved')),
      h('p', null, t('study.puzzle_unsolved_more', { rules: rulesName(rules) }))));
  }
  if (stage === 'failed' || !puzzle) return h('div', { class: 'banner study-banner', role: 'alert' }, icon('close'), h('div', null, h('strong', null, t('study.no_puzzle')), h('p', null, trouble)));
  const easy = puzzle.difficulty === null ? t('study.puzzle_very_hard') : t('study.puzzle_level', { level: puzzle.difficulty });
  return [
    h('h2', null, t(`study.task_${puzzle.aim}`, { side: sideName(puzzle.to_move) })),
    h('p', null, t('study.puzzle_choices', { count: puzzle.results }), ' ', easy, ' ', known && h('span', { class: 'study-solved' }, t('study.solved_before'))),
  ];
}

/** @param {State} state @param {Actions} actions */
function promptText({ turn, stage, trouble }, actions) {
  if (!turn) return null;
  const done = turn.actions.length > 0 && h('p', { class: 'study-so-far' }, notation(turn.notation));
  const words = turn.complete ? t('study.try_it_or_undo') : t(`study.phase_${turn.phase}`, { count: turn.steps });
  return [
    h('div', { class: 'study-prompt-words' }, h('h2', null, words), done, trouble && h('p', { role: 'alert' }, trouble)),
    turn.actions.length > 0 && h('button', { class: 'button', type: 'button', onclick: actions.undo }, icon('undo'), t('study.undo')),
    turn.canFinish && h('button', { class: 'button ink', type: 'button', disabled: stage === 'sending', onclick: actions.attempt }, t('study.try_turn')),
  ];
}

/** @param {State} state @param {Actions} actions */
function answerText({ stage, attempted, solution, puzzle, rules, day }, actions) {
  if (!puzzle) return null;
  const solveButton = h('button', { class: 'button', type: 'button', onclick: actions.solve }, icon('eye'), t('study.show_solution'));
  const after = [
    h('a', { class: 'button', href: addressOf(rules, parse(puzzle.position)) }, icon('search'), t('study.explore')),
    h('button', { class: 'button', type: 'button', onclick: () => share(puzzleAddress(rules, day), t('study.puzzle')) }, icon('share'), t('common.share')),
  ];
  const retry = h('button', { class: 'button ink', type: 'button', onclick: actions.again }, t('study.try_again'));
  if (stage === 'solved' && attempted) {
    return h('div', { class: 'card study-result solved' }, h('h2', null, icon('check'), t('study.solved')),
      h('p', null, rich(`study.solved_${puzzle.aim}`, { turn: notation(attempted.turn.turn, 'best'), value: value(attempted.margin) })),
      h('div', { class: 'study-buttons' }, after, h('button', { class: 'button', type: 'button', onclick: actions.again }, t('study.once_more'))));
  }
  if (stage === 'wrong' && attempted) {
    const { key, lost } = verdictOf(attempted);
    const { refutation, turn } = attempted;
    return h('div', { class: 'card study-result wrong' }, h('h2', null, icon('close'), t(`study.wrong_${key}`)),
      h('p', null, rich('study.wrong_gives', { turn: notation(turn.turn), points: t('common.points', { count: lost }), value: value(turn.margin ?? 0) })),
      h('p', null, refutation
        ? rich('study.refutation', { side: sideName(other(puzzle.to_move)), turn: notation(refutation.turn, 'best'), value: value(refutation.margin ?? 0) })
        : t('study.wrong_ended')),
      h('div', { class: 'study-buttons' }, retry, solveButton));
  }
  if (stage === 'shown' && solution) {
    return h('div', { class: 'card study-result' }, h('h2', null, t('study.solution')),
      h('p', null, rich('study.solution_is', { turn: notation(solution.turn, 'best'), value: value(solution.margin ?? 0) })),
      h('div', { class: 'study-buttons' }, retry, after));
  }
  return stage === 'playing' ? h('div', { class: 'study-buttons', 'aria-live': 'off' }, solveButton) : null;
}
