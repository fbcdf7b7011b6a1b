import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { modulesOf, qrPath } from '../js/qr.js';

const LINK = 'http://192.168.1.5:8060/game/0192f3c4-55aa-7d2e-9b1c-0f2e3d4c5b6a?invitation=abcdefghijklmnop0123456789ABCDEF';
const long = (/** @type {number} */ length) => (LINK + 'x'.repeat(200)).slice(0, length);

/** @param {import('../js/qr.js').Modules | null} modules */
const hash = (modules) => createHash('sha256').update((modules ?? []).flat().map((dark) => (dark ? '1' : '0')).join('')).digest('hex').slice(0, 16);

/** Length of the text, mask, modules on a side and hash of the modules, as the Python package `qrcode` 8 makes them. */
const OTHERS = /** @type {[number, number, number, string][]} */ ([
  [14, 0, 21, '70a57c0297e4c797'],
  [26, 1, 25, '14f0d84b18c536c5'],
  [42, 2, 29, '3df5d27675cc519b'],
  [62, 3, 33, '7e733502d0a8fb9a'],
  [84, 4, 37, 'f2698f7489496081'],
  [106, 5, 41, '9d69a2ce95d1dea9'],
  [122, 6, 45, 'f13b5b45be140a82'],
  [152, 7, 49, 'fa2f8a1e71633b91'],
  [180, 0, 53, '3d201347eabc9d73'],
  [213, 1, 57, '27a1dd751ae30ebb'],
]);

test('the modules are those of another encoder, for all versions and masks', () => {
  for (const [length, mask, size, wanted] of OTHERS) {
    const modules = modulesOf(long(length), mask);
    assert.equal(modules?.length, size, `${length} bytes`);
    assert.equal(hash(modules), wanted, `${length} bytes, mask ${mask}`);
  }
});

test('a text that is too long has no code; a link has one with a free edge', () => {
  assert.equal(modulesOf('x'.repeat(214)), null);
  assert.ok(modulesOf('x'.repeat(213)));
  const code = qrPath(LINK);
  assert.equal(code?.size, 45 + 8);
  assert.match(code?.path ?? '', /^M4 4h1v1h-1z/);
});
