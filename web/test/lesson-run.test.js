// The state of a learner in a lesson, and the stored progress of the course.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { FINISH, lessonsOf } from '../js/learn/lessons.js';
import { act, part, scoreRows, start } from '../js/learn/run.js';
import { doneOf, nextOf, remember } from '../js/learn/progress.js';

const trees = JSON.parse(readFileSync(new URL('./trees/lessons.json', import.meta.url), 'utf8'));
const begin = (rules, id) => start(lessonsOf(rules).find((one) => one.id === id), trees[`${rules} ${id}`], rules);

test('a wrong action gets feedback and is not played', () => {
  const first = begin('bonus', 'follow_up');
  const wrong = act(first, 'gh');
  assert.equal(wrong.turn, first.turn);
  assert.equal(wrong.done, false);
  assert.deepEqual(wrong.said, { kind: 'wrong', words: { key: 'why_lost', args: { from: 'g', to: 'h', count: 3, steps: 4 } } });
  assert.equal(act(wrong, 'ae').said?.words.key, 'why_not_goal');
});

test('the right action ends a lesson of one part', () => {
  const done = act(act(begin('bonus', 'follow_up'), 'gh'), 'dh');
  assert.equal(done.done, true);
  assert.equal(done.said?.kind, 'right');
  assert.equal(done.said?.words.key, 'follow_up_done');
  assert.equal(act(done, 'ae'), done);
});

test('a lesson of several parts asks for them in order', () => {
  const first = begin('bonus', 'bonus');
  const second = act(first, 'eh');
  assert.deepEqual([part(first).ask, part(second).ask, second.done, second.said], ['bonus_task_1', 'bonus_task_2', false, null]);
  assert.equal(act(second, '+gf').said?.words.key, 'why_bonus');
  assert.equal(act(second, FINISH).said?.words.key, 'why_not_finish');
  assert.equal(act(second, '+gh').done, true);
});

test('finishing the turn solves the lesson about declining a follow-up', () => {
  const first = begin('geeky', 'decline');
  assert.deepEqual(act(first, 'fh').said?.words, { key: 'why_wall', args: { from: 'f', to: 'h', count: 3 } });
  assert.equal(act(first, FINISH).done, true);
});

test('the lesson about the end counts the points by row', () => {
  const end = act(act(begin('bonus', 'end'), 'bc'), 'cg');
  assert.deepEqual(end.said?.words.args, { from: 'c', to: 'g', black: 41, red: 38 });
  assert.deepEqual(scoreRows(end.turn.position).map(({ row, black, red }) => [row, black, red]),
    [['h', 6, 0], ['g', 3, 0], ['f', 1, 0], ['e', 1, 0], ['d', 1, 0], ['c', 0, 4], ['b', 0, 5], ['a', 0, 3]]);
});

test('progress is stored by rule set, and nonsense in the storage is ignored', (t) => {
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) });
  t.after(() => { delete globalThis.localStorage; });
  assert.equal(nextOf('bonus', 8), 1);
  remember('bonus', 2);
  remember('bonus', 1);
  assert.deepEqual([...doneOf('bonus')], [1, 2]);
  assert.equal(nextOf('bonus', 8), 3);
  assert.equal(doneOf('classic').size, 0);
  for (let n = 1; n <= 8; n += 1) remember('classic', n);
  assert.equal(nextOf('classic', 8), 1);
  kept.set('linja.lessons', '{"bonus": ["x", 99, 4]}');
  assert.deepEqual([...doneOf('bonus')], [4]);
  kept.set('linja.lessons', 'nonsense');
  assert.equal(doneOf('bonus').size, 0);
});
