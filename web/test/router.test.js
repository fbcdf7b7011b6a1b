import assert from 'node:assert/strict';
import test from 'node:test';
import { match } from '../js/router.js';

/** @param {string} path */
const found = (path) => {
  const { name, params } = match(path);
  return [name, ...params];
};

test('every address leads to its page', () => {
  assert.deepEqual(found('/'), ['home']);
  assert.deepEqual(found('/game/abc'), ['game', 'abc']);
  assert.deepEqual(found('/game/abc/'), ['game', 'abc']);
  assert.deepEqual(found('/game/abc/review'), ['review', 'abc']);
  assert.deepEqual(found('/review'), ['upload']);
  assert.deepEqual(found('/explorer'), ['explorer']);
  assert.deepEqual(found('/explorer/bonus/61111110-01111116-b'), ['explorer', 'bonus', '61111110-01111116-b']);
  assert.deepEqual(found('/puzzle'), ['puzzle']);
  assert.deepEqual(found('/puzzle/bonus/2026-11-15'), ['puzzle', 'bonus', '2026-11-15']);
  assert.deepEqual(found('/learn/classic/3'), ['learn', 'classic', '3']);
  for (const name of ['rules', 'lobby', 'games', 'settings', 'oracle']) assert.deepEqual(found(`/${name}`), [name]);
});

test('anything else is not found', () => {
  for (const path of ['/nothing', '/game', '/game/a/b', '/game/%E0%A4%A/', '/explorer/a/b/c', '//']) assert.deepEqual(found(path), ['not_found'], path);
});

test('escaped parts are read', () => {
  assert.deepEqual(found('/explorer/bonus/61111110%2F01111116%20b'), ['explorer', 'bonus', '61111110/01111116 b']);
});
