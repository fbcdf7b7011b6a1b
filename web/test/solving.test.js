import assert from 'node:assert/strict';
import { test } from 'node:test';

import { POSITIONS, ordered, percentOf, reasonOf, remember, roundedTime, secondsLeft, stateOf } from '../js/home/solving.js';

/** @type {(rules: any, status: any, more?: object) => any} */
const table = (rules, status, more) => ({ rules, status, ...more });

test('tables are shown in one order, whatever the server sends', () => {
  const tables = ['classic', 'geeky-spicy', 'bonus'].map((rules) => table(rules, 'ready'));
  assert.deepEqual(ordered(tables).map(({ rules }) => rules), ['bonus', 'classic', 'geeky-spicy']);
});

test('what is said about all tables', () => {
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'waiting')]), 'solving');
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'ready')]), 'solved');
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'missing')]), 'partly');
  assert.equal(stateOf([table('bonus', 'missing')]), 'unsolved');
});

test('nothing looks solved before it is', () => {
  assert.equal(percentOf(table('bonus', 'solving', { positions: POSITIONS, total: POSITIONS })), 99);
  assert.equal(percentOf(table('bonus', 'solving', { positions: 413_516_039, total: POSITIONS })), 32);
  assert.equal(percentOf(table('bonus', 'ready')), 100);
  assert.equal(percentOf(table('bonus', 'waiting')), 0);
});

test('the time left follows from the speed of late', () => {
  /** @type {import('../js/home/solving.js').Sample[]} */
  let samples = [];
  assert.equal(secondsLeft(samples), null);
  for (let second = 0; second <= 60; second += 5) samples = remember(samples, { at: second * 1000, positions: second * 10 });
  assert.equal(samples[0].at, 40_000);
  assert.equal(secondsLeft(samples, 1000), 40);
  samples = remember(samples, { at: 61_000, positions: 0 });
  assert.deepEqual(samples, [{ at: 61_000, positions: 0 }]);
  assert.equal(secondsLeft(samples, 1000), null);
});

test('times are rounded', () => {
  assert.deepEqual(roundedTime(130), { unit: 'minutes', count: 2 });
  assert.deepEqual(roundedTime(41), { unit: 'seconds', count: 50 });
  assert.deepEqual(roundedTime(7), { unit: 'seconds', count: 7 });
});

test('the reasons of the server are known', () => {
  // As in crates/linja-server/src/solver.rs and oracle.rs.
  assert.equal(reasonOf('not enough memory'), 'memory');
  assert.equal(reasonOf('not enough room on the disk'), 'disk');
  assert.equal(reasonOf('another program is solving it'), 'busy');
  assert.equal(reasonOf('the table is damaged'), 'damaged');
  assert.equal(reasonOf("the table can't be read"), 'damaged');
  assert.equal(reasonOf('solving failed'), 'failed');
  assert.equal(reasonOf(undefined), 'off');
});
