// The state of a learner in a lesson: what is done, what comes next, the last feedback. Without the page.

import { rowName, score } from '../position.js';
import { begin, play, playAll } from '../turn.js';
import { FINISH, judge } from './lessons.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('./lessons.js').Words} Words */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {{kind: 'wrong'|'right', words: Words}} Said */
/** @typedef {{lesson: Lesson, turn: Turn, at: number, done: boolean, said: Said|null}} Run */

/**
 * @param {Lesson} lesson
 * @param {import('../turn.js').Tree} tree
 * @param {string} rules
 * @returns {Run}
 */
export function start(lesson, tree, rules) {
  return { lesson, turn: playAll(begin(tree, lesson.position, rules), lesson.before), at: 0, done: false, said: null };
}

/** The current part of the task. @param {Run} run */
export const part = (run) => /** @type {import('./lessons.js').Part} */ (run.lesson.parts[Math.min(run.at, run.lesson.parts.length - 1)]);

/**
 * Handles an action of the learner. A wrong action is not played, and gets its reason as feedback.
 * @param {Run} run
 * @param {string} action
 * @returns {Run}
 */
export function act(run, action) {
  if (run.done) return run;
  const { right, why } = judge(part(run), run.turn, action);
  if (!right) return { ...run, said: why && { kind: 'wrong', words: why } };
  const turn = action === FINISH ? run.turn : play(run.turn, action);
  const done = run.at + 1 === run.lesson.parts.length;
  return { ...run, turn, done, at: run.at + 1, said: done ? { kind: 'right', words: praise(run.lesson, turn) } : null };
}

/** @param {Lesson} lesson @param {Turn} turn @returns {Words} */
function praise(lesson, turn) {
  const last = (turn.actions.at(-1) ?? '').replace(/^[+~]/, '');
  const points = score(turn.rules, turn.position);
  return {
    key: lesson.done ?? `${lesson.id}_done`,
    args: { from: last[0] ?? '', to: last[1] ?? '', black: points.black, red: points.red },
  };
}

/**
 * The rows of a position with what its pawns are worth there, from Black's goal down.
 * @param {import('../position.js').Position} position
 * @returns {{row: string, black: number, red: number, index: number}[]}
 */
export function scoreRows(position) {
  return [7, 6, 5, 4, 3, 2, 1, 0]
    .map((index) => ({ index, row: rowName(index), black: position.black[index] ?? 0, red: position.red[index] ?? 0 }))
    .filter(({ black, red }) => black + red > 0);
}
