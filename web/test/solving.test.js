import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { POSITIONS, ordered, pauseOf, percentOf, remember, roundedTime, secondsLeft, stateOf } from '../js/home/solving.js';

/** @type {(rules: any, status: any, more?: object) => any} */
const table = (rules, status, more) => ({ rules, status, ...more });

test('tables are shown in one order, whatever the server sends', () => {
  const tables = ['classic', 'geeky-spicy', 'bonus'].map((rules) => table(rules, 'ready'));
  assert.deepEqual(ordered(tables).map(({ rules }) => rules), ['bonus', 'classic', 'geeky-spicy']);
});

test('the summary of all tables', () => {
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'waiting')]), 'solving');
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'ready')]), 'solved');
  assert.equal(stateOf([table('bonus', 'ready'), table('classic', 'missing')]), 'partly');
  assert.equal(stateOf([table('bonus', 'missing')]), 'unsolved');
});

test('progress shows 100 percent only when the table is complete', () => {
  assert.equal(percentOf(table('bonus', 'solving', { positions: POSITIONS, total: POSITIONS })), 99);
  assert.equal(percentOf(table('bonus', 'solving', { positions: 413_516_039, total: POSITIONS })), 32);
  assert.equal(percentOf(table('bonus', 'ready')), 100);
  assert.equal(percentOf(table('bonus', 'waiting')), 0);
});

test('the remaining time follows from the recent speed', () => {
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

test('polling is frequent only while a table is being solved', () => {
  const [ready, idle] = [table('bonus', 'ready'), table('classic', 'waiting', { code: 'until_idle' })];
  assert.equal(pauseOf([ready, table('classic', 'solving')]), 1_000);
  assert.equal(pauseOf([table('bonus', 'waiting', { code: 'in_line' })]), 1_000);
  assert.equal(pauseOf([ready, idle]), 10_000);
  assert.equal(pauseOf([ready, table('classic', 'missing', { code: 'no_memory' })]), 60_000);
});

test('every language has a sentence for every code of the server', () => {
  const server = readFileSync(new URL('../../crates/linja-api/src/table.rs', import.meta.url), 'utf8');
  /** @type {(name: string) => string[]} */
  const codes = (name) => {
    const [, body = ''] = new RegExp(`pub enum ${name} \\{([^}]*)\\}`).exec(server) ?? [];
    return [...body.matchAll(/^ {4}([A-Z]\w+),$/gm)].map(([, word = '']) => word.replace(/\B[A-Z]/g, '_$&').toLowerCase());
  };
  const keys = [...codes('MissingCode').map((code) => `oracle_reason_${code}`), ...codes('WaitingCode').map((code) => `oracle_waiting_${code}`)];
  assert.equal(keys.length, 8);
  for (const language of ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ro']) {
    const texts = JSON.parse(readFileSync(new URL(`../../locales/${language}/home.json`, import.meta.url), 'utf8'));
    assert.deepEqual(keys.filter((key) => !(key in texts)), [], language);
  }
});
