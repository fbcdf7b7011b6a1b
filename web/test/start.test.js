import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { CLOCKS, LEVELS, LOSSES, choices, newGame, once } from '../js/home/start.js';
import { PUBLISHED } from '../js/rules.js';

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

test('the points that levels give away match the measurements', async () => {
  const page = await readFile(new URL('../../docs/players.md', import.meta.url), 'utf8');
  const [, table] = page.split('## How steady a level is');
  const order = ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy'];
  for (const level of LEVELS.slice(0, 10)) {
    const row = table.split('\n').find((line) => line.startsWith(`| ${level} |`));
    assert.ok(row, `level ${level} in docs/players.md`);
    const means = row.split('|').slice(2, 7).map((cell) => Number.parseFloat(cell));
    assert.deepEqual(order.map((rules) => LOSSES[/** @type {import('../js/home/start.js').Rules} */ (rules)][Number(level) - 1]), means);
  }
  assert.deepEqual([...PUBLISHED].sort(), [...order].sort());
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
