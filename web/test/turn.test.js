import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { write } from '../js/position.js';
import { begin, between, blocked, find, overTree, play, playAll, preview, undo, undoTo } from '../js/turn.js';

/** @param {string} name trees as the server sends them */
function sample(name) {
  const { rules, position, tree } = JSON.parse(readFileSync(new URL(`trees/${name}.json`, import.meta.url), 'utf8'));
  return begin(tree, position, rules);
}

test('a turn with follow-up and bonus on an opponent\'s pawn', () => {
  const opening = sample('spicy-pictures');
  assert.equal(opening.phase, 'opening');
  assert.equal(opening.canFinish, false);
  assert.deepEqual(opening.choices.map((one) => one.action), ['ab', 'bc', 'cd', 'de', 'gh']);
  assert.deepEqual(opening.choices.map((one) => one.node.steps ?? 0), [2, 4, 3, 0, 0]);

  const follows = play(opening, 'bc');
  assert.equal(follows.phase, 'follow_up');
  assert.equal(follows.steps, 4);
  assert.equal(find(follows, 'dh')?.exact, true);
  assert.equal(find(follows, 'gh')?.lost, 3);
  assert.equal(find(follows, 'ae')?.lost, 0);
  assert.deepEqual(blocked(follows), [{ from: 2, to: 6 }], 'c would end on g, which is full');

  const bonus = play(follows, 'dh');
  assert.equal(bonus.phase, 'bonus');
  assert.equal(bonus.canFinish, true);
  assert.equal(bonus.complete, false);
  assert.equal(find(bonus, '~de')?.own, false);
  assert.equal(find(bonus, '~de')?.side, 'red');
  assert.equal(find(bonus, '~de')?.change, -2);
  assert.equal(bonus.notation, 'bc dh');

  const done = play(bonus, '~de');
  assert.equal(done.phase, 'done');
  assert.equal(done.complete, true);
  assert.equal(done.notation, 'bc dh ~de');
  assert.equal(write(done.position), '11400015/40111050 b');
  assert.equal(write(opening.position), '12310014/40120050 b', 'turns never change');
});

test('actions outside the tree change nothing', () => {
  const turn = sample('spicy-pictures');
  assert.equal(play(turn, 'cg'), turn);
  assert.equal(playAll(turn, ['bc', 'cg', 'dh']).notation, 'bc dh');
});

test('actions are undone one by one or all at once', () => {
  const turn = playAll(sample('spicy-pictures'), ['bc', 'dh', '~de']);
  assert.deepEqual(undo(turn).actions, ['bc', 'dh']);
  assert.equal(undo(turn).phase, 'bonus');
  assert.equal(undoTo(turn, 1).notation, 'bc');
  assert.equal(undoTo(turn, 1).steps, 4);
  assert.equal(write(undoTo(turn, 0).position), '12310014/40120050 b');
  const start = undoTo(turn, 0);
  assert.equal(undo(start), start);
});

test('another turn of the 2003 edition is written after a slash', () => {
  const turn = begin(
    {
      phase: 'opening',
      next: [{
        action: 'ab', phase: 'follow_up', steps: 2,
        next: [{
          action: 'ce', phase: 'another_turn',
          next: [{ action: 'bc', phase: 'follow_up', steps: 1, next: [{ action: 'cd', phase: 'done', finish: true, why: 'follow_up_made' }] }],
        }],
      }],
    },
    '61111110/01111116 b',
    'classic',
  );
  const again = play(play(turn, 'ab'), 'ce');
  assert.equal(find(play(turn, 'ab'), 'ce')?.again, true);
  assert.equal(again.phase, 'another_turn');
  assert.equal(again.steps, 1);
  assert.equal(playAll(again, ['bc', 'cd']).notation, 'ab ce / bc cd');
});

test('a declined follow-up finishes the turn early', () => {
  const turn = play(sample('geeky-red-start'), 'hg');
  assert.equal(turn.phase, 'follow_up');
  assert.equal(turn.canFinish, true);
  assert.equal(turn.complete, false);
  assert.equal(turn.notation, 'hg');
});

test('a pass is a turn without actions', () => {
  const turn = begin({ phase: 'done', finish: true, why: 'no_opening' }, '00600006/00060006 b', 'bonus');
  assert.equal(turn.isPass, true);
  assert.equal(turn.notation, 'pass');
  assert.equal(turn.why, 'no_opening');
  assert.equal(turn.complete, true);
});

test('a preview shows what would follow', () => {
  const turn = sample('spicy-pictures');
  const bc = find(turn, 'bc');
  assert.ok(bc);
  const seen = preview(turn, bc);
  assert.equal(seen.steps, 4);
  assert.deepEqual(seen.followUps.map((one) => one.action), ['ae', 'bf', 'dh', 'gh']);
  assert.deepEqual([seen.scoreBefore.black, seen.scoreAfter.black], [5, 6]);
  const de = find(turn, 'de');
  assert.ok(de);
  assert.equal(preview(turn, de).why, 'empty_row');
});

test('what moves when one turn is shown after another', () => {
  const turn = sample('spicy-pictures');
  const far = playAll(turn, ['bc', 'dh', '~de']);
  assert.deepEqual(between(turn, play(turn, 'bc')), { moves: [{ side: 'black', from: 1, to: 2 }], isUndo: false });
  assert.deepEqual(between(far, undo(far)), { moves: [{ side: 'red', from: 4, to: 3 }], isUndo: true });
  assert.deepEqual(between(play(turn, 'bc'), play(turn, 'ab'))?.moves, [{ side: 'black', from: 2, to: 1 }, { side: 'black', from: 0, to: 1 }]);
  assert.equal(between(null, turn), null);
  assert.equal(between(sample('classic-start'), turn), null);
});

test('the same turn can continue with a newer tree', () => {
  const turn = playAll(sample('spicy-pictures'), ['bc', 'dh']);
  const copy = overTree(turn, structuredClone(turn.tree));
  assert.equal(copy.notation, turn.notation);
  assert.equal(copy.choices.length, turn.choices.length);
});
