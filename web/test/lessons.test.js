// The lessons against trees that the server made. `LINJA_SERVER=http://127.0.0.1:8701 node --test web/test/lessons.test.js`
// fetches them again from a running server and writes what the tests need to trees/lessons.json.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { countMarks, earned, FINISH, judge, lessonsOf, RULES } from '../js/learn/lessons.js';
import { countOn, isInner, parse, ROOM, score } from '../js/position.js';
import { begin, play, playAll } from '../js/turn.js';

const FILE = new URL('./trees/lessons.json', import.meta.url);
const server = process.env['LINJA_SERVER'];
if (server) writeFileSync(FILE, await fetchTrees(server));
const trees = JSON.parse(readFileSync(FILE, 'utf8'));
const english = JSON.parse(readFileSync(new URL('../../locales/en/learn.json', import.meta.url), 'utf8'));

/** Keeps wrong actions one level deep, since they need feedback as well. */
function prune(node, way, depth, keep) {
  if (!node.next) return node;
  const [action, ...rest] = way;
  const isBefore = depth > 0;
  const next = node.next
    .filter((branch) => !isBefore || branch.action === action)
    .map((branch) => {
      if (branch.action === action) return prune(branch, rest, depth - 1, keep);
      const { next: dropped, ...alone } = branch;
      return keep && dropped ? { ...alone, next: dropped.map((one) => ({ ...one, next: undefined })) } : alone;
    });
  return { ...node, next };
}

async function fetchTrees(origin) {
  const found = {};
  for (const rules of RULES) {
    for (const lesson of lessonsOf(rules)) {
      const pos = lesson.position.replace(/[/ ]/g, '-');
      const answer = await fetch(`${origin}/api/v1/position?rules=${rules}&pos=${pos}`);
      assert.equal(answer.status, 200, `${rules} ${lesson.id}: ${await answer.clone().text()}`);
      const { tree, over } = await answer.json();
      assert.equal(over, false, `${rules} ${lesson.id} is over`);
      const way = [...lesson.before, ...lesson.parts.map((part) => part.show)];
      found[`${rules} ${lesson.id}`] = prune(tree, way, lesson.before.length, lesson.id === 'plan');
    }
  }
  const lines = Object.entries(found).map(([name, tree]) => `${JSON.stringify(name)}: ${JSON.stringify(tree)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The turn at the start of a lesson's task. */
const startOf = (rules, lesson) => playAll(begin(trees[`${rules} ${lesson.id}`], lesson.position, rules), lesson.before);

const every = (check) => {
  for (const rules of RULES) for (const [i, lesson] of lessonsOf(rules).entries()) check(rules, lesson, `${rules} ${i + 1} ${lesson.id}`);
};

test('every edition has eight lessons', () => {
  for (const rules of RULES) {
    const ids = lessonsOf(rules).map((lesson) => lesson.id);
    assert.equal(ids.length, 8, rules);
    assert.equal(new Set(ids).size, 8, rules);
  }
});

test('every position has twelve pawns a side and room on its inner rows', () => {
  every((rules, lesson, name) => {
    const position = parse(lesson.position);
    for (const side of ['black', 'red']) assert.equal(position[side].reduce((sum, n) => sum + n, 0), 12, `${name} ${side}`);
    for (let row = 0; row < 8; row += 1) if (isInner(row)) assert.ok(countOn(position, row) <= ROOM, `${name} row ${row}`);
  });
});

test('actions played before the task are in the tree', () => {
  every((rules, lesson, name) => assert.deepEqual(startOf(rules, lesson).actions, lesson.before, name));
});

test('“Show me” plays actions that are in the tree and solve the lesson', () => {
  every((rules, lesson, name) => {
    let turn = startOf(rules, lesson);
    for (const part of lesson.parts) {
      assert.deepEqual(judge(part, turn, part.show), { right: true, why: null }, `${name} ${part.ask}`);
      turn = part.show === FINISH ? turn : play(turn, part.show);
    }
  });
});

test('every other action gets a reason from the catalogue', () => {
  every((rules, lesson, name) => {
    let turn = startOf(rules, lesson);
    for (const part of lesson.parts) {
      for (const choice of turn.choices) {
        const { right, why } = judge(part, turn, choice.action);
        assert.equal(right, why === null, `${name} ${choice.action}`);
        if (why) assert.ok(Object.hasOwn(english, why.key), `${name} ${choice.action}: ${why.key}`);
      }
      if (part.show !== FINISH) turn = play(turn, part.show);
    }
  });
});

test('each lesson rejects some action, except the first and free choices', () => {
  every((rules, lesson, name) => {
    let turn = startOf(rules, lesson);
    for (const part of lesson.parts) {
      const right = turn.choices.filter((choice) => judge(part, turn, choice.action).right);
      const free = ['board_task', 'again_task_2', 'plan_task_3'].includes(part.ask);
      if (!free) assert.ok(right.length < turn.choices.length, `${name} ${part.ask}`);
      if (part.show !== FINISH) turn = play(turn, part.show);
    }
  });
});

test('every text of every lesson is in the catalogue', () => {
  every((rules, lesson, name) => {
    const keys = [lesson.title ?? `${lesson.id}_title`, lesson.lead ?? `${lesson.id}_lead`, lesson.more ?? `${lesson.id}_more`,
      lesson.done ?? `${lesson.id}_done`, ...lesson.parts.map((part) => part.ask)];
    for (const key of keys) assert.ok(Object.hasOwn(english, key), `${name}: ${key}`);
  });
});

test('the texts match the board', () => {
  const lesson = (rules, id) => lessonsOf(rules).find((one) => one.id === id);
  const first = startOf('bonus', lesson('bonus', 'opening'));
  assert.deepEqual(first.choices.filter((choice) => earned(choice) === 3).map((choice) => choice.action), ['cd']);
  assert.equal(startOf('bonus', lesson('bonus', 'follow_up')).steps, 4);
  assert.equal(countOn(parse(lesson('bonus', 'full').position), 4), ROOM);
  const wall = startOf('geeky', lesson('geeky', 'decline'));
  assert.equal(countOn(wall.position, 5), ROOM);
  assert.deepEqual(wall.choices.map((choice) => [choice.action, choice.lost]), [['fh', 3]]);
  const last = lesson('classic', 'end');
  for (const [rules, black, red] of [['classic', 42, 38], ['bonus', 41, 38], ['geeky', 41, 38]]) {
    const turn = playAll(startOf(rules, last), ['bc', 'cg']);
    assert.ok(turn.passed, rules);
    assert.deepEqual(score(rules, turn.position), { black, red }, rules);
  }
});

test('counting numbers the pawns on the row and marks the pawn that landed', () => {
  const lesson = lessonsOf('bonus').find((one) => one.id === 'follow_up');
  assert.deepEqual(countMarks(startOf('bonus', lesson), 'new'), { row: 2, black: ['1', '2', '3', 'new'], red: ['4'] });
  const opening = lessonsOf('bonus').find((one) => one.id === 'opening');
  assert.equal(countMarks(startOf('bonus', opening), 'new'), null);
});
