import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CLOCKS, choices, firstChoices, isKnown, newGame, once } from '../js/home/start.js';

const nothing = choices(() => undefined);

test('choices fall back to defaults if nothing valid is stored', () => {
  assert.deepEqual(nothing, {
    level: '4', rules: 'bonus', side: 'black', first: 'lot', games: 1, clock: '', name: '',
  });
  /** @type {Record<string, unknown>} */
  const odd = { level: 11, house: 'nonsense', edition: 'spicy', spicy: 'yes', side: 7, first: null, games: '3', clock: '1+1', name: {} };
  assert.deepEqual(choices((name) => odd[name]), { ...nothing, games: 3 });
  assert.equal(choices((name) => (name === 'level' ? 6 : undefined)).level, '6');
});

test('chosen house rules are sent instead of an edition', () => {
  const stored = /** @type {Record<string, unknown>} */ ({ house: 'bonus+again-must', edition: 'classic' });
  assert.equal(newGame('lobby', choices((name) => stored[name]), { id: 'x' }).rules, 'bonus+again-must');
});

test('a game against the computer names its level, others do not', () => {
  const body = newGame('computer', { ...nothing, level: 'perfect' }, { id: 'x' });
  assert.deepEqual(body, {
    id: 'x', rules: 'bonus', opponent: { type: 'computer', level: 'perfect' }, side: 'black', first: 'lot', games: 1,
  });
  assert.deepEqual(newGame('lobby', nothing, { id: 'x' }).opponent, { type: 'lobby' });
});

test('clock and name are sent only if there are any', () => {
  const body = newGame('invitation', { ...nothing, clock: '5+5', name: '  Ada ', games: 5 }, { id: 'x' });
  assert.deepEqual(body.clock, { seconds: 300, increment: 5 });
  assert.equal(body.name, 'Ada');
  assert.equal(body.games, 5);
  assert.ok(!('name' in newGame('local', { ...nothing, name: '  ' }, { id: 'x' })));
});

test('the choice of who starts becomes a side', () => {
  const sides = (/** @type {any} */ chosen, /** @type {number} */ lot, /** @type {any} */ kind = 'computer') => {
    const { side, first } = newGame(kind, { ...nothing, ...chosen }, { id: 'x', random: () => lot });
    return `${side} ${first}`;
  };
  assert.equal(sides({ side: 'red', first: 'me' }, 0), 'red red');
  assert.equal(sides({ side: 'red', first: 'opponent' }, 0), 'red black');
  assert.equal(sides({ side: 'red' }, 0), 'red lot');
  assert.equal(sides({ side: 'lot' }, 0), 'lot lot');
  assert.equal(sides({ side: 'lot', first: 'me' }, 0.2), 'black black');
  assert.equal(sides({ side: 'lot', first: 'me' }, 0.7), 'red red');
  assert.equal(sides({ side: 'lot', first: 'opponent' }, 0.7), 'red black');
  assert.equal(sides({ side: 'lot' }, 0.7, 'local'), 'black lot');
});

test('a pawn moved on the home page decides the side and who starts', () => {
  const body = newGame('computer', { ...nothing, side: 'red', first: 'opponent' }, { id: 'x', opening: 'black' });
  assert.deepEqual([body.side, body.first], ['black', 'black']);
});

test('clocks are within the limits of the server', () => {
  for (const clock of Object.values(CLOCKS)) {
    if (clock) assert.ok(clock.seconds >= 10 && clock.seconds <= 86_400 && clock.increment <= 600);
  }
});

test('somebody is known by a game or a lesson on this device', () => {
  const nothing = { running: null, results: null, lessons: null };
  assert.ok(!isKnown(nothing));
  assert.ok(!isKnown({ running: 'x', results: [], lessons: { bonus: [] } }), 'leftovers of another version say nothing');
  assert.ok(isKnown({ ...nothing, running: { id: 'g' } }));
  assert.ok(isKnown({ ...nothing, results: [{ id: 'g', level: '1', won: false }] }));
  assert.ok(isKnown({ ...nothing, lessons: { classic: [], bonus: [1] } }));
});

test('the first game is against the beginner, without a clock, and Black begins', () => {
  const stored = /** @type {Record<string, unknown>} */ ({ level: '9', edition: 'geeky', side: 'red', first: 'opponent', games: 5, clock: '5+5', name: 'Ada' });
  assert.deepEqual(newGame('computer', firstChoices(choices((name) => stored[name])), { id: 'x' }), {
    id: 'x', rules: 'geeky', opponent: { type: 'computer', level: '1' }, side: 'black', first: 'black', games: 1, name: 'Ada',
  });
});

test('two clicks start one game', async () => {
  /** @type {string[]} */
  const ids = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  let next = 0;
  const start = once((id) => new Promise((resolve) => {
    ids.push(id);
    waiting.push(() => resolve(id));
  }), () => `id${next++}`);
  const first = start('computer');
  assert.equal(await start('computer'), null);
  waiting[0]();
  assert.equal(await first, 'id0');
  const second = start('computer');
  waiting[1]();
  await second;
  assert.deepEqual(ids, ['id0', 'id1']);
});

test('a start without a response is retried with the same id, a rejected one is not', async () => {
  /** @type {string[]} */
  const ids = [];
  let next = 0;
  let code = 'offline';
  const start = once(async (id) => {
    ids.push(id);
    throw Object.assign(new Error(code), { code });
  }, () => `id${next++}`);
  await assert.rejects(start('lobby'));
  code = 'too_many_games';
  await assert.rejects(start('lobby'));
  await assert.rejects(start('lobby'));
  code = 'offline';
  await assert.rejects(start('local'));
  await assert.rejects(start('lobby'));
  assert.deepEqual(ids, ['id0', 'id0', 'id1', 'id2', 'id3']);
});
