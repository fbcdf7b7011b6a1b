import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBecomeMine } from '../js/game/bell.js';
import { canTell, isSameKey, isTelling, keyBytes, tellState } from '../js/notify-state.js';

const FACTS = { isSupported: true, permission: /** @type {NotificationPermission} */ ('granted'), isWanted: true, isSubscribed: true };

test('every state of the messages on a device', () => {
  assert.equal(tellState(FACTS), 'on');
  assert.equal(tellState({ ...FACTS, isSubscribed: false }), 'page');
  assert.equal(tellState({ ...FACTS, isWanted: false }), 'off');
  assert.equal(tellState({ ...FACTS, isWanted: false, permission: 'default' }), 'asks');
  assert.equal(tellState({ ...FACTS, permission: 'default' }), 'asks', 'the permission was taken back');
  assert.equal(tellState({ ...FACTS, permission: 'denied' }), 'refused');
  assert.equal(tellState({ ...FACTS, isSupported: false }), 'unsupported');
  const all = /** @type {const} */ (['unsupported', 'refused', 'asks', 'off', 'on', 'page']);
  assert.deepEqual(all.filter(isTelling), ['on', 'page']);
  assert.deepEqual(all.filter((state) => !canTell(state)), ['unsupported', 'refused']);
});

test('the key of the server as bytes', () => {
  const key = keyBytes('BP-_AA');
  assert.deepEqual([...key], [4, 255, 191, 0]);
  assert.ok(isSameKey(key.buffer, key));
  assert.ok(!isSameKey(keyBytes('BP-_AQ').buffer, key) && !isSameKey(keyBytes('BP-_').buffer, key) && !isSameKey(null, key));
});

/** @param {string} to @param {Record<string, unknown>} [more] @param {string[]} [you] @returns {any} */
const seen = (to, more = {}, you = ['black']) => ({ you, game: { status: 'playing', position: `11111111/11111111 ${to}`, opponent: { type: 'lobby' }, ...more } });

test('whose turn it has become', () => {
  assert.ok(hasBecomeMine(seen('r'), seen('b')));
  assert.ok(hasBecomeMine(seen('r'), seen('b', { opponent: { type: 'invitation' } })));
  assert.ok(hasBecomeMine(seen('b', { status: 'waiting' }), seen('b')), 'somebody has joined');
  assert.ok(!hasBecomeMine(seen('b'), seen('b')), 'it was before');
  assert.ok(!hasBecomeMine(seen('b'), seen('r')), 'the opponent’s');
  assert.ok(!hasBecomeMine(seen('r'), seen('b', { status: 'over' })), 'the game is over');
  assert.ok(!hasBecomeMine(seen('r'), seen('b', { opponent: { type: 'computer' } })), 'no person');
  assert.ok(!hasBecomeMine(seen('r', {}, ['black', 'red']), seen('b', {}, ['black', 'red'])), 'two on one device');
  assert.ok(!hasBecomeMine(seen('r', {}, []), seen('b', {}, [])), 'a spectator');
});
