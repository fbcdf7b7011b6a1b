// The cards beside a puzzle: own mistakes, what comes next, and on a phone the puzzle of the day.

import { thumbnail } from '../board/pieces.js';
import { h, icon, replace } from '../dom.js';
import { parse, writeAddress } from '../position.js';
import { date, levelName, levelTitle, sideName, t } from '../text.js';
import { dotsOf, puzzleAddress, shifted } from './puzzle-model.js';

/** @typedef {import('./puzzle.js').State} State */
/** @typedef {import('./puzzle-source.js').Puzzle} Puzzle */
/** @typedef {import('./mistakes.js').Mistake} Mistake */

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} [options] */
export const dayText = (day, options = { dateStyle: 'long' }) => date(new Date(`${day}T12:00:00Z`), { timeZone: 'UTC', ...options });

/** The task in one sentence. @param {Puzzle} puzzle @param {Mistake|null} mistake */
export function taskText({ aim, to_move: side, results }, mistake) {
  if (aim !== 'own') return t(`puzzle.task_${aim}`, { side: sideName(side), count: results });
  return mistake ? t('puzzle.task_own', { side: sideName(side), points: t('common.points', { count: mistake.lost }) }) : t('puzzle.task_position', { side: sideName(side) });
}

/** The difficulty: the name of a level, and dots. @param {Puzzle} puzzle */
export function difficulty({ aim, difficulty: level }) {
  if (aim === 'own') return null;
  const name = level === null ? 'perfect' : String(level);
  return h('p', { class: 'puzzle-level' }, h('span', { class: 'unseen' }, t('puzzle.level_label', { level: levelName(name) })), h('span', { 'aria-hidden': 'true' }, levelTitle(name)),
    h('span', { class: 'puzzle-dots', 'aria-hidden': 'true' }, Array.from({ length: 10 }, (_, at) => h('i', { class: at < dotsOf(level) ? 'on' : null }))));
}

/** The puzzle of the day on the page of a phone. @param {State} state */
export function todayCard({ puzzle, stage, known, rules, today }) {
  const when = h('p', { class: 'puzzle-kicker' }, t('puzzle.today', { date: dayText(today, { day: 'numeric', month: 'long' }) }));
  if (!puzzle) return [when, stage === 'loading' && h('p', { class: 'puzzle-wait' }, t('puzzle.loading'))];
  return [
    h('div', { class: 'puzzle-today-words' }, when, h('h2', null, t(`puzzle.aim_${puzzle.aim}`)), h('p', null, taskText(puzzle, null)), difficulty(puzzle),
      known && h('p', { class: 'puzzle-done' }, icon('check'), t('puzzle.solved'))),
    thumbnail(parse(puzzle.position), puzzle.to_move),
    h('a', { class: known ? 'button' : 'button ink', href: puzzleAddress(rules, today) }, t(known ? 'puzzle.once_more' : 'puzzle.solve')),
  ];
}

/**
 * Own mistakes to practise; after an attempt, what else waits.
 * @param {() => void} onNext
 */
export function mistakesCard(onNext) {
  const element = h('section', { class: 'card puzzle-own' });
  const next = () => h('button', { class: 'button', type: 'button', onclick: onNext }, t('puzzle.next'), icon('next'));

  /** @param {Mistake} mistake */
  const picture = ({ position }) => thumbnail(parse(position), parse(position).side);

  /** @param {State} state */
  function own({ due, hasMistakes }) {
    const [first] = due;
    return [
      h('h2', null, t('puzzle.own')),
      h('p', null, first ? t('puzzle.own_count', { count: due.length }) : t(hasMistakes ? 'puzzle.own_rest' : 'puzzle.own_none')),
      first && h('div', { class: 'puzzle-own-pictures' }, due.slice(0, 3).map(picture)),
      first ? h('a', { class: 'button', href: puzzleAddress(first.rules, writeAddress(parse(first.position))) }, t('puzzle.practise'))
        : h('a', { class: 'button', href: '/games' }, t('common.my_games')),
    ];
  }

  /** @param {State} state */
  function another({ due, today, waits, shown }) {
    const others = due.filter((each) => each.position !== shown.mistake?.position).length;
    const key = waits === today ? 'today' : waits === shifted(today, -1) ? 'yesterday' : 'day';
    return [
      h('h2', null, t('puzzle.another')),
      h('p', null, waits && t(`puzzle.waits_${key}`, { date: dayText(waits, { day: 'numeric', month: 'long' }) }), ' ', others > 0 && t('puzzle.waits_own', { count: others }),
        !waits && others === 0 && t('puzzle.waits_none')),
      (waits || others > 0) && next(),
    ];
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      // The right turn and the solution have the button for the next puzzle in their own card.
      const isOver = state.stage === 'wrong' || (state.stage === 'playing' && state.known && state.due.length === 0);
      const key = JSON.stringify([isOver, state.due, state.hasMistakes, state.waits, state.shown]);
      if (element.dataset['drawn'] === key) return;
      element.dataset['drawn'] = key;
      replace(element, isOver ? another(state) : own(state));
    },
  };
}
