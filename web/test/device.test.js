// How two people use one device.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { proposedUse, turnsToMover } from '../js/device.js';

test('a large touch screen is proposed to lie between two people, anything else to stay', () => {
  assert.equal(proposedUse('', { isTouched: true, hasRoom: true }), 'between');
  assert.equal(proposedUse('', { isTouched: true, hasRoom: false }), 'side');
  assert.equal(proposedUse('', { isTouched: false, hasRoom: true }), 'side');
});

test('what was chosen counts, what nobody knows does not', () => {
  assert.equal(proposedUse('hand', { isTouched: true, hasRoom: true }), 'hand');
  assert.equal(proposedUse('between', { isTouched: false, hasRoom: false }), 'between');
  assert.equal(proposedUse('upside down', { isTouched: true, hasRoom: true }), 'between');
});

test('without room for two zones the board turns to whoever moves', () => {
  assert.deepEqual(['', 'side', 'hand', 'between'].map((use) => turnsToMover(use, false)), [false, false, true, true]);
  assert.equal(turnsToMover('between', true), false);
});
