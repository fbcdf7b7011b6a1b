import assert from 'node:assert/strict';
import test from 'node:test';
import { choose, errorText, list, number, rich, signed, t, use } from '../js/text.js';

test('the language is the first available preference', () => {
  assert.equal(choose(['fr', 'de']), 'fr');
  assert.equal(choose([null, '', 'pt-BR', 'en']), 'pt');
  assert.equal(choose(['ja', 'zz']), 'en');
  assert.equal(choose(['x-pseudo']), 'x-pseudo');
  assert.equal(choose([]), 'en');
});

test('placeholders are filled, and missing keys are shown', () => {
  use('en', { 'game.hello': 'Hello {name}, {name}!', 'game.odd': '{__proto__} {toString}' });
  assert.equal(t('game.hello', { name: '<b>Ada</b>' }), 'Hello <b>Ada</b>, <b>Ada</b>!');
  assert.equal(t('game.hello'), 'Hello {name}, {name}!');
  assert.equal(t('game.missing'), 'game.missing');
  assert.equal(t('toString'), 'toString');
  assert.equal(t('game.odd'), '{__proto__} {toString}');
});

test('the plural follows the language', () => {
  const points = { one: '{count} point', other: '{count} points' };
  use('en', { 'game.points': points });
  assert.equal(t('game.points', { count: 1 }), '1 point');
  assert.equal(t('game.points', { count: 0 }), '0 points');
  use('fr', { 'game.points': points });
  assert.equal(t('game.points', { count: 0 }), '0 point');
  use('pt', { 'game.points': { one: '{count} ponto', other: '{count} pontos' } });
  assert.equal(t('game.points', { count: 0 }), '0 pontos');
  use('ro', { 'game.points': { one: '{count} punct', few: '{count} puncte', other: '{count} de puncte' } });
  assert.equal(t('game.points', { count: 2 }), '2 puncte');
  assert.equal(t('game.points', { count: 20 }), '20 de puncte');
});

test('elements keep their place in a sentence', () => {
  use('de', { 'game.played': '{name} zog {turn}.' });
  const element = /** @type {any} */ ({ element: true });
  assert.deepEqual(rich('game.played', { name: 'Rot', turn: element }), ['Rot', ' zog ', element, '.']);
});

test('numbers have real minus signs and the marks of their language', () => {
  use('en', {});
  assert.equal(number(1264575044), '1,264,575,044');
  assert.deepEqual([signed(3), signed(-2), signed(0)], ['+3', '−2', '0']);
  assert.equal(list(['a', 'b', 'c'], 'disjunction'), 'a, b, or c');
  use('de', {});
  assert.equal(number(1264575044), '1.264.575.044');
  assert.equal(list(['a', 'b']), 'a und b');
});

test('an error is shown by its code, the reason against a name in the words of the server', () => {
  use('en', { 'common.error_invalid_name': 'Not this name', 'common.error_offline': 'No server', 'common.error_other': 'Wrong ({code})' });
  assert.equal(errorText({ code: 'invalid_name', detail: 'Like the computer.' }), 'Like the computer.');
  assert.equal(errorText({ code: 'invalid_name', detail: '' }), 'Not this name');
  assert.equal(errorText({ code: 'offline', detail: 'x' }), 'No server');
  assert.equal(errorText({ code: 'stale', detail: 'x' }), 'Wrong (stale)');
  for (const odd of [null, undefined, 'x']) assert.equal(errorText(odd), 'Wrong (internal)');
});
