import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  START, actionsOf, apply, applyTurn, change, isFull, parse, parseAction, rearmost, rowIndex, rowName, score, worth, write,
  writeAddress,
} from '../js/position.js';

test('positions are read and written in both forms', () => {
  assert.equal(write(START), '61111110/01111116 b');
  assert.equal(writeAddress(START), '61111110-01111116-b');
  const text = '12310014/40120050 r';
  assert.equal(write(parse(text)), text);
  assert.deepEqual(parse('12310014-40120050-R'), parse(text));
  assert.deepEqual(parse('0000000c/c0000000 b').black, [0, 0, 0, 0, 0, 0, 0, 12]);
});

test('invalid positions are rejected', () => {
  for (const text of ['', '6111111/01111116 b', '61111110/01111116', '61111110/01111116 x', '6111111d/01111116 b']) {
    assert.throws(() => parse(text), /not a position/);
  }
});

test('rows have letters', () => {
  assert.equal(rowName(2), 'c');
  assert.equal(rowIndex('H'), 7);
  assert.equal(rowIndex('i'), -1);
  assert.equal(rowIndex(''), -1);
});

test('the worked example of the three editions', () => {
  const position = parse('00000417/63102000 b');
  assert.deepEqual(score('classic', position), { black: 46, red: 41 });
  assert.deepEqual(score('bonus', position), { black: 46, red: 39 });
  assert.deepEqual(score('bonus-spicy', position), { black: 46, red: 39 });
  assert.deepEqual(score('geeky', position), { black: 46, red: 39 });
});

test('the worth of a row depends on side and edition', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6, 7];
  assert.deepEqual(rows.map((row) => worth('bonus', 'black', row)), [-5, -3, -2, -1, 1, 2, 3, 5]);
  assert.deepEqual(rows.map((row) => worth('bonus', 'red', row)), [5, 3, 2, 1, -1, -2, -3, -5]);
  assert.deepEqual(rows.map((row) => worth('classic', 'black', row)), [0, 0, 0, 0, 1, 2, 3, 5]);
  assert.deepEqual(rows.map((row) => worth('geeky-spicy', 'black', row)), [-1, -1, -1, -1, 1, 2, 3, 5]);
});

test('an action moves one pawn of the right colour', () => {
  const position = parse('12310014/40120050 b');
  assert.equal(write(apply(position, 'bc')), '11410014/40120050 b');
  assert.equal(write(apply(position, '~de')), '12310014/40111050 b');
  assert.equal(write(apply(position, '+gf', 'black')), '12310104/40120050 b');
  assert.equal(write(position), '12310014/40120050 b', 'the old position stays as it was');
  assert.equal(change('bonus', 'red', parseAction('~de')), -2);
  assert.throws(() => parseAction('abc'));
});

test('a written turn is applied as a whole', () => {
  assert.deepEqual(actionsOf('ab ce / bc df'), ['ab', 'ce', 'bc', 'df']);
  assert.deepEqual(actionsOf('pass'), []);
  assert.equal(write(applyTurn(parse('12310014/40120050 b'), 'bc dh ~de')), '11400015/40111050 r');
  assert.equal(write(applyTurn(START, 'pass')), '61111110/01111116 r');
});

test('six pawns fill an inner row, a home row never', () => {
  const position = parse('12310014/40120050 b');
  assert.equal(isFull(position, 6), true);
  assert.equal(isFull(position, 2), false);
  assert.equal(isFull(parse('c0000000/0000000c b'), 0), false);
});

test('the rearmost pawn is the one farthest from its goal', () => {
  assert.equal(rearmost(START, 'black'), 0);
  assert.equal(rearmost(parse('00000417/63102000 b'), 'red'), 4);
});
