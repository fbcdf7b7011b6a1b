// The page of puzzles: board, task and turn box; the month, own mistakes, rules and difficulty. A phone shows the cards on one
// page and a puzzle on another.

import { board } from '../board/board.js';
import { h, icon, put, replace } from '../dom.js';
import { rulesMenu } from '../rules-menu.js';
import { START, parse, writeAddress } from '../position.js';
import { address, hrefOf } from '../place.js';
import { share } from '../share.js';
import { shareMenu } from '../share-menu.js';
import { settings } from '../store.js';
import { t } from '../text.js';
import { monthCard } from './month.js';
import { noPuzzle, puzzleBox } from './puzzle-box.js';
import { dayText, difficulty, mistakesCard, taskText, todayCard } from './puzzle-cards.js';
import { puzzleAddress } from './puzzle-model.js';
import { arrowsOf } from './values.js';

/** @typedef {import('./puzzle.js').State} State */
/** @typedef {import('./puzzle-model.js').Wish} Wish */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../position.js').Side} Side */
/**
 * @typedef {object} Actions
 * @property {(rules: string) => void} useRules
 * @property {(day: string) => void} useDay
 * @property {(action: string) => void} act
 * @property {() => void} undo
 * @property {(count: number) => void} undoTo
 * @property {() => void} attempt
 * @property {() => void} again
 * @property {() => void} hint
 * @property {() => void} solve
 * @property {() => void} replay
 * @property {() => void} next
 */

/** @type {readonly Wish[]} */
const WISHES = ['any', 'easy', 'medium', 'hard'];

/** The address that others get: a day's puzzle stays the same tomorrow. @param {State} state */
const linkTo = ({ rules, shown: { day } }) => (day === null ? address().pathname : puzzleAddress(rules, day));

/** What the picture shows: the puzzle of a day has a card of its own. @param {State} state @returns {import('../share-links.js').Shared} */
const pictured = ({ rules, shown: { day, mistake } }) => (day === null ? { rules: mistake.rules, position: writeAddress(parse(mistake.position)) } : { rules, date: day });

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function puzzleView(root, actions) {
  /** @type {ReturnType<typeof board>|null} */
  let shown = null;
  /** @type {import('../turn.js').Choice|null} */
  let choice = null;
  /** @type {State|null} */
  let last = null;
  let isAnswering = false;
  const boardPlace = h('div', { class: 'puzzle-board' });
  const heading = h('h1', null);
  const kicker = h('p', { class: 'puzzle-kicker' });
  const level = h('div', { class: 'puzzle-level-place' });
  const task = h('p', { class: 'puzzle-task' });
  const none = h('div', { class: 'puzzle-none-place' });
  const box = puzzleBox(actions);
  const month = monthCard(actions.useDay);
  const own = mistakesCard(actions.next);
  const today = h('section', { class: 'card puzzle-today' });
  const back = h('a', { class: 'puzzle-top', href: '/puzzle', 'aria-label': t('puzzle.back') }, icon('back'));
  const sharing = shareMenu({ look: 'puzzle-share', link: () => last && share(linkTo(last), document.title), what: () => pictured(/** @type {State} */ (last)) });
  const rules = rulesMenu(actions.useRules);
  const page = h('div', { class: 'puzzle' },
    h('h1', { class: 'puzzle-all' }, t('common.area_puzzle')),
    h('header', { class: 'puzzle-head' }, h('div', { class: 'puzzle-line' }, kicker, level),
      h('div', { class: 'puzzle-title' },
        back, heading,
        sharing.button, sharing.menu),
      task),
    boardPlace, none, box.element, today,
    h('div', { class: 'puzzle-tools' }, rules.element, wishMenu()),
    h('div', { class: 'puzzle-foot' }, month.element, own.element));
  replace(root, page);

  /** @param {State} state */
  function render(state) {
    last = state;
    const { puzzle, stage } = state;
    page.classList.toggle('overview', state.isOverview);
    page.classList.toggle('without', stage === 'unsolved' || stage === 'failed');
    page.classList.toggle('wrong', stage === 'wrong');
    page.classList.toggle('ended', stage === 'wrong' || stage === 'solved' || stage === 'shown');
    put(page, 'aria-busy', stage === 'loading' || stage === 'sending' ? 'true' : null);
    showHead(state);
    replace(none, noPuzzle(state));
    rules.set(state.rules);
    put(back, 'href', hrefOf(`/puzzle?rules=${state.rules}`));
    month.update({ today: state.today, shown: state.shown.day ?? '', solved: state.solved, streak: state.streak });
    own.update(state);
    if (state.isOverview) replace(today, todayCard(state));
    showBoard(state);
    box.update(state, choice);
    boardPlace.classList.toggle('waiting', !puzzle);
  }

  /** @param {State} state */
  function showHead({ puzzle, shown: { day }, today: now, mistake }) {
    const isDay = day !== null;
    kicker.textContent = isDay ? t(day === now ? 'puzzle.of_the_day' : 'puzzle.of_day', { date: dayText(day, { weekday: 'long', day: 'numeric', month: 'long' }) }) : t(mistake ? 'puzzle.own' : 'puzzle.position');
    heading.textContent = puzzle ? t(`puzzle.aim_${puzzle.aim}`) : t('common.area_puzzle');
    replace(level, puzzle && difficulty(puzzle));
    task.textContent = puzzle ? taskText(puzzle, mistake) : '';
  }

  /** @param {State} state */
  function showBoard(state) {
    const { puzzle, turn, stage } = state;
    if (!puzzle) {
      isAnswering = false;
      // Reserve the room of the board, so that the layout does not shift when the puzzle arrives.
      if (!shown) makeBoard('black', state.rules).set({ position: START, turn: null }, { animate: false });
      else shown.set({ turn: null }, { animate: false });
      return;
    }
    const isNew = boardPlace.classList.contains('waiting');
    if (isNew) makeBoard(puzzle.to_move, puzzle.rules);
    if (isAnswering && stage === 'wrong') return;
    isAnswering = false;
    const start = parse(puzzle.position);
    const isShown = stage === 'shown';
    const arrows = isShown && state.solution ? arrowsOf(state.solution.turn, puzzle.to_move) : [];
    const hint = state.hint && turn?.actions.length === 0 ? { side: puzzle.to_move, actions: [state.hint] } : null;
    shown?.set({ position: isShown ? start : turn?.position ?? start, turn: stage === 'playing' ? turn : null, arrows, hint }, { animate: !isNew });
  }

  /** @param {Side} view @param {string} set */
  function makeBoard(view, set) {
    shown?.destroy();
    choice = null;
    shown = board({
      rules: set, view, interactive: true, sides: [view], label: t('puzzle.board_label'), pageKeys: true, onAction: actions.act,
      onPreview: (/** @type {typeof choice} */ looked) => {
        choice = looked;
        if (last) box.update(last, choice);
      },
      onKey: (/** @type {string} */ name) => {
        if (name === 'undo') actions.undo();
        if (name === 'finish') actions.attempt();
        if (name === 'replay') actions.replay();
      },
    });
    replace(boardPlace, shown.element);
    return shown;
  }

  /** The difficulty of the next puzzle. */
  function wishMenu() {
    const select = h('select', { 'aria-label': t('puzzle.wish_label'), onchange: () => settings.set('puzzles', WISHES[select.selectedIndex] ?? 'any') },
      WISHES.map((wish) => h('option', { value: wish, selected: wish === settings.get('puzzles') }, t(`puzzle.wish_${wish}`))));
    return h('div', { class: 'select puzzle-wish', title: t('puzzle.wish_label') }, select, icon('chevron'));
  }

  return {
    render,
    /**
     * Plays the opponent's answer, and leaves its arrows on the board.
     * @param {Position} before
     * @param {string[]} moved
     * @param {Side} side
     * @param {Position} after
     */
    async playAnswer(before, moved, side, after) {
      const mine = shown;
      if (!mine) return;
      isAnswering = true;
      mine.set({ position: before, turn: null }, { animate: true });
      await mine.play(moved, side, { delay: 200 });
      if (isAnswering && mine === shown) mine.set({ position: after, turn: null, last: { side, actions: moved, isDrawn: true } }, { animate: false });
    },
    /** Moves the focus to the board, if it was on something that is gone. */
    focusBoard() {
      if (document.activeElement === document.body) shown?.focus();
    },
    destroy: () => shown?.destroy(),
  };
}
