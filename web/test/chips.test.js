import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { chipsOf, isUp, meant, rowButton, spokenPosition, valueOf } from '../js/board/chips.js';
import { START, parse } from '../js/position.js';
import { use } from '../js/text.js';
import { begin, play, playAll } from '../js/turn.js';

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const texts = read('../../locales/en/board.json');
use('en', Object.fromEntries(Object.entries(texts).map(([key, text]) => [`board.${key}`, text])));

/** @param {string} name */
function sample(name) {
  const { rules, position, tree } = read(`trees/${name}.json`);
  return begin(tree, position, rules);
}
const plain = /** @type {const} */ ({ view: 'black', active: null, values: false });

test('the chip of an opening shows the steps earned, on the landing row', () => {
  const chips = chipsOf(sample('spicy-pictures'), plain);
  assert.deepEqual(chips.map((chip) => [chip.row, chip.head, chip.dots, chip.note]), [
    [1, '2', 2, ''], [2, '4', 4, ''], [3, '3', 3, ''], [4, '0', 0, 'no steps'], [7, '0', 0, 'in goal'],
  ]);
  assert.equal(chips[1]?.label, 'b to c: Move to c: earns 4 steps.');
});

test('the chip of the hovered pawn is marked as chosen', () => {
  const turn = sample('spicy-pictures');
  const chips = chipsOf(turn, { ...plain, active: { row: 1, own: true, to: null } });
  assert.deepEqual(chips.filter((chip) => chip.chosen).map((chip) => chip.action), ['bc']);
});

test('the chip of a follow-up stands on the row of its pawn and shows exact, lost and blocked', () => {
  const chips = chipsOf(play(sample('spicy-pictures'), 'bc'), plain);
  const by = Object.fromEntries(chips.map((chip) => [chip.row, [chip.kind, chip.letter, chip.note]]));
  assert.deepEqual(by, { 0: ['go', 'e', ''], 1: ['go', 'f', ''], 2: ['blocked', '', 'g is full'], 3: ['exact', 'h', 'exact'], 6: ['go', 'h', '3 lost'] });
  const secret = chipsOf(play(sample('spicy-pictures'), 'bc'), { ...plain, plain: true });
  assert.deepEqual(secret.map((chip) => [chip.kind, chip.note]), [['go', ''], ['go', ''], ['go', ''], ['go', '3 lost'], ['blocked', 'g is full']], 'a lesson tells what is lost, not what is exact');
});

test('the bonus offers both directions for a chosen pawn, and locks pawns in their goal', () => {
  const turn = playAll(sample('spicy-pictures'), ['bc', 'dh']);
  assert.deepEqual(chipsOf(turn, plain).map((chip) => [chip.kind, chip.row]), [['locked', 0]]);
  const active = { row: 3, own: false, to: null };
  const chips = chipsOf(turn, { ...plain, active });
  assert.deepEqual(chips.map((chip) => [chip.row, chip.head, chip.note]), [[2, '▼', 'Red +1'], [4, '▲', 'Red −2'], [0, '', 'locked']]);
  assert.equal(meant(turn, active), null);
  assert.equal(meant(turn, { ...active, to: 4 })?.action, '~de');
  assert.equal(isUp('red', { from: 3, to: 4 }), false);
});

test('the label of a row names its pawns and the possible actions', () => {
  const turn = sample('spicy-pictures');
  const how = /** @type {const} */ ({ view: 'black', values: false });
  assert.equal(rowButton(turn.position, turn, 2, true, how).label, 'c. 3 black, 1 red. Move to d: earns 3 steps.');
  assert.deepEqual(rowButton(turn.position, turn, 5, true, how), { label: 'f. Empty.', can: false });
  assert.equal(rowButton(turn.position, turn, 2, true, { ...how, plain: true }).label, 'c. 3 black, 1 red. Move to d.', 'a lesson keeps secret what is earned');
  const follows = play(turn, 'bc');
  assert.deepEqual(rowButton(follows.position, follows, 2, true, how), { label: 'c. 4 black, 1 red. Not possible: g is full.', can: false });
  const bonus = play(follows, 'dh');
  assert.equal(rowButton(bonus.position, bonus, 3, false, how).label, 'Red pawn on d. Up to e, Red −2. Down to c, Red +1.');
  assert.equal(rowButton(bonus.position, null, 3, true, how).label, 'd. 2 red.');
});

test('exact values and estimates look different', () => {
  const choice = sample('spicy-pictures').choices[0];
  assert.ok(choice);
  assert.equal(valueOf(choice), null);
  assert.deepEqual(valueOf({ ...choice, margin: -2 }), { symbol: '▼', text: '−2', kind: 'loss' });
  assert.deepEqual(valueOf({ ...choice, margin: 0 }), { symbol: '=', text: '0', kind: 'even' });
  assert.deepEqual(valueOf({ ...choice, estimate: 3.4 }), { symbol: '≈', text: '+3', kind: 'estimate' });
});

test('an opening into the goal of the 2003 edition earns one step, and an empty row another turn', () => {
  const goal = begin({ phase: 'opening', next: [{ action: 'gh', phase: 'follow_up', steps: 1, next: [] }] }, '11111116/60111111 b', 'classic');
  assert.deepEqual(chipsOf(goal, plain).map((chip) => [chip.head, chip.note]), [['1', 'in goal']]);
  const again = begin({ phase: 'follow_up', steps: 2, next: [{ action: 'ce', phase: 'another_turn', next: [] }] }, '11111116/60111111 b', 'classic');
  assert.deepEqual(chipsOf(again, plain).filter((chip) => chip.action).map((chip) => [chip.kind, chip.note]), [['again', 'again']]);
});

test('the whole position in words starts at the viewer\'s home', () => {
  assert.match(spokenPosition(START, 'black'), /^a\. 6 black\. b\. 1 black, 1 red\./);
  assert.match(spokenPosition(parse('61111110/01111116 r'), 'red'), /^h\. 6 red\. g\./);
});
