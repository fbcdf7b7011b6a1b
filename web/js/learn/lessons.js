// The eight lessons: a position, the actions played before, the task, and the reasons against other actions. The server's
// tree decides what is legal; a lesson only selects among its actions.

import { countOn, forward, goalOf, rowName } from '../position.js';

/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {{key: string, args?: Record<string, string|number>}} Words a key of the catalogue part `learn` */
/**
 * A part of a task. `wants` returns whether a choice is right, `why` the reason against another choice.
 * @typedef {{ask: string, show: string, exact?: boolean, finish?: boolean, wants: (choice: Choice, turn: Turn) => boolean,
 *   why: (choice: Choice, turn: Turn) => Words}} Part
 */
/**
 * `before` has been played already, `counts` shows numbers on the counted pawns, `mores` is the second text.
 * `show` of the parts together is the solution; `FINISH` hands the turn over.
 * @typedef {{id: string, position: string, before: string[], counts?: boolean, score?: boolean, title?: string, lead?: string,
 *   more?: string, done?: string, parts: Part[]}} Lesson
 */

export const RULES = ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy'];
export const FINISH = 'finish';

/** @param {string} rules */
export const editionOf = (rules) => /** @type {'classic'|'bonus'|'geeky'} */ (rules.replace('-spicy', ''));

/** @param {string} key @param {Record<string, string|number>} [args] @returns {Words} */
const words = (key, args = {}) => ({ key, args });

/** The rows of a choice, as arguments of a text. @param {Choice} choice */
const rows = (choice) => ({ from: rowName(choice.from), to: rowName(choice.to) });

/** @param {Choice} choice */
const isIntoGoal = (choice) => choice.to === goalOf(choice.side);

/** A follow-up that ends in the goal and drops no step. @param {Choice} choice */
const isExact = (choice) => isIntoGoal(choice) && choice.lost === 0;

/** @param {Choice} choice @param {Turn} turn */
function whyNotExact(choice, turn) {
  const key = isIntoGoal(choice) ? 'why_lost' : 'why_not_goal';
  return words(key, { ...rows(choice), count: isIntoGoal(choice) ? choice.lost : turn.steps, steps: turn.steps });
}

/** How many steps an opening would earn. @param {Choice} choice */
export const earned = (choice) => (choice.node.phase === 'follow_up' ? choice.node.steps ?? 0 : 0);

/** Whether some pawn could arrive exactly after this opening. @param {Choice} choice */
const allowsExact = (choice) => (choice.node.next ?? []).some((next) => next.phase === 'bonus' || next.why === 'bonus_lost');

/** @type {Lesson} */
const board = {
  id: 'board',
  position: '61111110/01111116 b',
  before: [],
  parts: [{ ask: 'board_task', show: 'ab', wants: () => true, why: () => words('board_task') }],
};

/** @type {Lesson} */
const opening = {
  id: 'opening',
  position: '61121100/01013142 b',
  before: [],
  counts: true,
  parts: [{
    ask: 'opening_task',
    show: 'cd',
    wants: (choice) => earned(choice) === 3,
    why: (choice, turn) => words('why_steps', { ...rows(choice), count: countOn(turn.position, choice.to) }),
  }],
};

/** @param {string} rules @returns {Lesson} */
const followUp = (rules) => ({
  id: 'follow_up',
  position: '12310014/40120050 b',
  before: ['bc'],
  counts: true,
  done: rules === 'classic' ? 'follow_up_done_classic' : 'follow_up_done',
  parts: [{ ask: 'follow_up_task', show: 'dh', exact: rules !== 'classic', wants: isExact, why: whyNotExact }],
});

/** @type {Lesson} */
const full = {
  id: 'full',
  position: '41222010/01114113 b',
  before: ['ab'],
  parts: [{
    ask: 'full_task',
    show: 'df',
    wants: (choice) => choice.from < 4 && choice.to > 4,
    why: (choice) => words('why_not_across', rows(choice)),
  }],
};

/** @param {string} rules @returns {Lesson} */
const empty = (rules) => ({
  id: 'empty',
  position: '30203022/30120420 b',
  before: [],
  title: rules === 'classic' ? 'empty_title_classic' : 'empty_title',
  more: rules === 'classic' ? 'empty_more_classic' : 'empty_more',
  parts: [{
    ask: 'empty_task',
    show: 'ef',
    wants: (choice, turn) => earned(choice) === Math.max(...turn.choices.map(earned)),
    why: (choice) => {
      const count = earned(choice);
      if (count > 0) return words('why_fewer', { ...rows(choice), count });
      return words(isIntoGoal(choice) ? 'why_goal' : 'why_empty', rows(choice));
    },
  }],
});

/** @type {Lesson} */
const bonus = {
  id: 'bonus',
  position: '21211014/32121111 b',
  before: ['cd'],
  parts: [
    { ask: 'bonus_task_1', show: 'eh', exact: true, wants: isExact, why: whyNotExact },
    {
      ask: 'bonus_task_2',
      show: '+gh',
      wants: (choice) => choice.own && isIntoGoal(choice),
      why: (choice) => words('why_bonus', rows(choice)),
    },
  ],
};

/** @type {Lesson} */
const spicy = {
  id: 'spicy',
  position: '12310014/40120050 b',
  before: ['bc', 'dh'],
  parts: [{
    ask: 'spicy_task',
    show: '~de',
    wants: (choice) => !choice.own && Math.sign(choice.to - choice.from) === -forward(choice.side),
    why: (choice) => words(choice.own ? 'why_own' : 'why_forward', rows(choice)),
  }],
};

/** @type {Lesson} */
const plan = {
  id: 'plan',
  position: '42010005/21402120 b',
  before: [],
  parts: [
    {
      ask: 'plan_task_1',
      show: 'bc',
      wants: allowsExact,
      why: (choice) => words('why_plan', { ...rows(choice), count: earned(choice) }),
    },
    { ask: 'plan_task_2', show: 'dh', exact: true, wants: isExact, why: whyNotExact },
    { ask: 'plan_task_3', show: '+ab', finish: true, wants: () => true, why: () => words('plan_task_3') },
  ],
};

/** @type {Lesson} */
const decline = {
  id: 'decline',
  position: '10001406/71000112 b',
  before: ['ef'],
  parts: [{
    ask: 'decline_task',
    show: FINISH,
    finish: true,
    wants: () => false,
    why: (choice) => words('why_wall', { ...rows(choice), count: choice.lost }),
  }],
};

/** @type {Lesson} */
const again = {
  id: 'again',
  position: '31211013/31212021 b',
  before: ['ab'],
  parts: [
    {
      ask: 'again_task_1',
      show: 'df',
      wants: (choice) => choice.again,
      why: (choice) => words(isIntoGoal(choice) ? 'why_goal_not_empty' : 'why_not_empty', rows(choice)),
    },
    { ask: 'again_task_2', show: 'bc', wants: () => true, why: () => words('again_task_2') },
  ],
};

/** @type {Lesson} */
const goalStep = {
  id: 'goal_step',
  position: '31111122/41121111 b',
  before: [],
  parts: [
    { ask: 'goal_step_task_1', show: 'gh', wants: isIntoGoal, why: (choice) => words('why_short_of_goal', rows(choice)) },
    { ask: 'goal_step_task_2', show: 'gh', wants: isIntoGoal, why: (choice) => words('why_short_of_goal', rows(choice)) },
  ],
};

/** @param {string} rules @returns {Lesson} */
const end = (rules) => ({
  id: 'end',
  position: '01011126/35400000 b',
  before: [],
  score: true,
  more: `end_more_${editionOf(rules)}`,
  parts: [
    { ask: 'end_task_1', show: 'bc', wants: (choice) => choice.from === 1, why: (choice) => words('why_not_last', rows(choice)) },
    { ask: 'end_task_2', show: 'cg', wants: (choice) => choice.node.passed === true, why: (choice) => words('why_beside', rows(choice)) },
  ],
});

/** What each rule set teaches sixth and seventh. @type {Record<string, Lesson[]>} */
const SPECIAL = {
  classic: [again, goalStep],
  bonus: [bonus, plan],
  'bonus-spicy': [bonus, spicy],
  geeky: [bonus, decline],
  'geeky-spicy': [spicy, decline],
};

/**
 * The course of a rule set.
 * @param {string} rules
 * @returns {Lesson[]}
 */
export function lessonsOf(rules) {
  return [board, opening, followUp(rules), full, empty(rules), ...(SPECIAL[rules] ?? []), end(rules)];
}

/**
 * The feedback to an action of the learner.
 * @param {Part} part
 * @param {Turn} turn before the action
 * @param {string} action an action of the tree, or FINISH
 * @returns {{right: boolean, why: Words|null}}
 */
export function judge(part, turn, action) {
  if (action === FINISH) {
    if (part.finish && turn.canFinish) return { right: true, why: null };
    return { right: false, why: words('why_not_finish') };
  }
  const choice = turn.choices.find((one) => one.action === action);
  if (!choice) return { right: false, why: words('why_not_possible') };
  return part.wants(choice, turn) ? { right: true, why: null } : { right: false, why: part.why(choice, turn) };
}

/**
 * Numbers for the pawns on the landing row of the opening, without the pawn that landed.
 * @param {Turn} turn
 * @param {string} fresh what stands on the pawn that came
 * @returns {{row: number, black: string[], red: string[]}|null}
 */
export function countMarks(turn, fresh) {
  const first = turn.past.find((step) => step.phase === 'opening');
  if (!first || turn.phase === 'opening') return null;
  const row = 'abcdefgh'.indexOf(first.action[1] ?? '');
  const own = first.position[turn.side][row] ?? 0;
  const all = countOn(first.position, row);
  const numbers = Array.from({ length: all }, (_, i) => String(i + 1));
  const mine = [...numbers.slice(0, own), fresh];
  const others = numbers.slice(own);
  return turn.side === 'black' ? { row, black: mine, red: others } : { row, black: others, red: mine };
}
