// Tries and comments of a review: the tree, its text, and what is kept on the device.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepTries, nameOf, recallTries } from '../js/study/kept-tries.js';
import { packTries, unpackTries } from '../js/study/link-tries.js';
import { readTries, recordTries, withTries, writeTries } from '../js/study/notes-text.js';
import {
  isEmpty, LONGEST_LINE, LONGEST_NOTE, lineAt, merged, MOST_TRIES, NONE, promoted, restored, rowsOf, spotAt, tryCount, withNote, without,
  withPath, withTry,
} from '../js/study/tries.js';

/** @typedef {import('../js/study/tries.js').Tries} Tries */

/** @param {Tries} tries @param {number} at @param {string[]} path @param {string} turn @returns {Tries} */
function tried(tries, at, path, turn) {
  const next = withTry(tries, at, path, turn);
  assert.ok(next);
  return next;
}

/** Three tries, the first with two answers, one of which goes on. */
function sample() {
  let tries = tried(NONE, 12, [], 'cd fh +cd');
  tries = tried(tries, 12, [], 'cd fh');
  tries = tried(tries, 12, ['cd fh +cd'], 'cb ge');
  tries = tried(tries, 12, ['cd fh +cd'], 'gf gd');
  tries = tried(tries, 12, ['cd fh +cd', 'cb ge'], 'bc dh +cd');
  return tried(tries, 3, [], 'pass');
}

const turnsOf = (/** @type {Tries} */ tries, /** @type {number} */ at) => rowsOf(tries, at).map(({ path, depth }) => `${depth} ${path.at(-1)}`);

test('tries are listed in their order, each with what follows from it', () => {
  assert.deepEqual(turnsOf(sample(), 12), ['0 cd fh +cd', '1 cb ge', '2 bc dh +cd', '1 gf gd', '0 cd fh']);
  assert.equal(tryCount(sample()), 6);
  assert.deepEqual(rowsOf(sample(), 5), []);
  assert.equal(lineAt(sample(), 12, ['cd fh', 'cb ge']), null);
});

test('the same try again changes nothing, and nothing follows from a line that is not there', () => {
  const tries = sample();
  assert.equal(withTry(tries, 12, [], 'cd fh'), tries);
  assert.equal(withTry(tries, 12, ['ab'], 'cd fh'), null);
  assert.deepEqual(turnsOf(withPath(NONE, 0, ['ab ce', 'hg ec']) ?? NONE, 0), ['0 ab ce', '1 hg ec']);
});

test('a line is moved up among its neighbours, the first one stays', () => {
  const tries = promoted(sample(), 12, ['cd fh']);
  assert.deepEqual(turnsOf(tries, 12), ['0 cd fh', '0 cd fh +cd', '1 cb ge', '2 bc dh +cd', '1 gf gd']);
  assert.equal(promoted(tries, 12, ['cd fh']), tries);
  assert.equal(promoted(tries, 12, ['ab']), tries);
  assert.deepEqual(turnsOf(promoted(sample(), 12, ['cd fh +cd', 'gf gd']), 12).slice(0, 3), ['0 cd fh +cd', '1 gf gd', '1 cb ge']);
});

test('a line is deleted with what follows, and comes back to its place', () => {
  const tries = sample();
  const path = ['cd fh +cd', 'cb ge'];
  const gone = without(tries, 12, path);
  assert.ok(gone);
  assert.deepEqual(turnsOf(gone.tries, 12), ['0 cd fh +cd', '1 gf gd', '0 cd fh']);
  assert.deepEqual(restored(gone.tries, 12, path, gone), tries);
  // Other changes made since then stay.
  const later = tried(gone.tries, 12, [], 'ab ce');
  assert.deepEqual(turnsOf(restored(later, 12, path, gone), 12), ['0 cd fh +cd', '1 cb ge', '2 bc dh +cd', '1 gf gd', '0 cd fh', '0 ab ce']);
  assert.equal(without(tries, 12, ['ab']), null);
  // What it stood below is gone as well: nothing comes back.
  const all = without(gone.tries, 12, ['cd fh +cd']);
  assert.ok(all);
  assert.equal(restored(all.tries, 12, path, gone), all.tries);
  // The last line of a turn leaves nothing behind.
  assert.ok(!(3 in (without(tries, 3, ['pass'])?.tries ?? {})));
});

test('comments are one line of at most 280 characters', () => {
  let tries = withNote(NONE, 4, [], '  Greedy!\n\tThe step\u0000 back. ');
  assert.equal(spotAt(tries, 4).note, 'Greedy! The step back.');
  assert.equal([...spotAt(withNote(NONE, 4, [], '🙂'.repeat(400)), 4).note].length, LONGEST_NOTE);
  tries = withNote(tries, 4, ['ab'], 'nowhere');
  tries = withNote(tries, 4, [], '');
  assert.ok(isEmpty(tries));
});

test('there is a limit to tries and to the length of a line', () => {
  /** @type {Tries} */
  let tries = NONE;
  for (let n = 0; n < MOST_TRIES; n += 1) tries = tried(tries, n, [], 'ab');
  assert.equal(withTry(tries, 1, [], 'bc'), null);
  const long = Array.from({ length: LONGEST_LINE }, () => 'ab');
  assert.ok(withPath(NONE, 0, long));
  assert.equal(withPath(NONE, 0, [...long, 'ab']), null);
});

test('the text reads back equal', () => {
  let tries = withNote(sample(), 12, [], 'A } and a \\ and (brackets) | bars');
  tries = withNote(tries, 12, ['cd fh +cd', 'gf gd'], 'hm {');
  tries = withNote(tries, 7, [], 'only a comment');
  tries = tried(tries, 8, [], 'ab ce / bc df');
  assert.deepEqual(readTries(writeTries(tries), 20), tries);
  assert.equal(writeTries(sample()), '3 (pass)\n12 (cd fh +cd | cb ge (gf gd) | bc dh +cd) (cd fh)');
  // Turns that the game does not have are left out; lines from its end are not.
  assert.deepEqual(Object.keys(readTries(writeTries(tries), 8)), ['3', '7', '8']);
  assert.deepEqual(Object.keys(readTries(writeTries(tries), 7)), ['3', '7']);
});

test('damaged text is read as far as it makes sense', () => {
  for (const text of ['', '{', '(', ')', '|', '1', '1 (', '1 ((((', '1 {abc', 'x (ab)', '-1 (ab)', '1e3 (ab)', '99999 (ab)', '1 (zz)', '1 (ab cd de ef fg)', '\u0000']) {
    assert.doesNotThrow(() => readTries(text, 9), text);
  }
  assert.deepEqual(readTries('1 (ab', 9), { 1: { note: '', next: [{ turn: 'ab', note: '', next: [] }] } });
  assert.deepEqual(readTries('1 (ab | nonsense | bc)', 9), { 1: { note: '', next: [{ turn: 'ab', note: '', next: [] }] } });
  assert.equal(spotAt(readTries('1 {abc', 9), 1).note, 'abc');
  assert.ok(isEmpty(readTries(`1 ${'('.repeat(100_000)}`, 9)));
  assert.ok(isEmpty(readTries('__proto__ (ab)', 9)));
});

test('a record carries tries and comments, and is otherwise the same', () => {
  const record = '[Rules "bonus"]\n[Black "1. {no} (turn)"]\n[First "black"]\n\n1. ab ce | hg ec\n2. ab be\n';
  let tries = withNote(NONE, 1, [], 'why?');
  tries = tried(tries, 1, [], 'hg hf');
  tries = tried(tries, 1, ['hg hf'], 'ab bd');
  tries = tried(tries, 2, [], 'bc');
  const written = withTries(record, tries);
  assert.equal(written, record.replace('hg ec', 'hg ec {why?} (hg hf | ab bd)').replace('ab be', 'ab be (bc)'));
  assert.deepEqual(recordTries(written), tries);
  assert.equal(withTries(written, NONE), record);
  assert.ok(isEmpty(recordTries(record)));
});

test('two trees become one', () => {
  const other = withNote(tried(tried(NONE, 12, [], 'cd fh'), 12, ['cd fh'], 'gf gd'), 12, ['cd fh'], 'mine');
  const all = merged(sample(), other);
  assert.deepEqual(turnsOf(all, 12), ['0 cd fh +cd', '1 cb ge', '2 bc dh +cd', '1 gf gd', '0 cd fh', '1 gf gd']);
  assert.equal(lineAt(all, 12, ['cd fh'])?.note, 'mine');
  assert.deepEqual(merged(all, sample()), all);
});

/** A storage as browsers have it, with a limit. @param {number} limit */
function storage(limit = Infinity) {
  /** @type {Map<string, string>} */
  const all = new Map();
  return {
    getItem: (/** @type {string} */ key) => all.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (value.length > limit) throw new Error('full');
      all.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => all.delete(key),
  };
}

test('the device keeps tries by game, the newest within a limit', () => {
  const place = storage();
  Object.assign(globalThis, { localStorage: place });
  keepTries('one', sample());
  keepTries('two', withNote(NONE, 0, [], 'hm'));
  assert.deepEqual(recallTries('one', 20), sample());
  assert.equal(spotAt(recallTries('two', 20), 0).note, 'hm');
  assert.ok(isEmpty(recallTries('three', 20)));
  keepTries('one', NONE);
  assert.ok(isEmpty(recallTries('one', 20)));
  for (let n = 0; n < 150; n += 1) keepTries(`game ${n}`, withNote(NONE, 0, [], 'x'.repeat(280)));
  assert.ok(isEmpty(recallTries('two', 20)));
  assert.ok(!isEmpty(recallTries('game 149', 20)));
  assert.ok((place.getItem('linja.tries') ?? '').length < 500_000);
  keepTries('game 149', NONE);
});

test('a damaged storage, a full one or none is no trouble', () => {
  for (const damaged of ['', '{', 'null', '7', '{}', '[null, 1, {"game": 3}, {"game": "one", "text": 5}]', '[{"game": "one", "text": "1 (("}]']) {
    const place = storage();
    place.setItem('linja.tries', damaged);
    Object.assign(globalThis, { localStorage: place });
    assert.ok(isEmpty(recallTries('one', 20)), damaged);
    keepTries('one', sample());
    assert.deepEqual(recallTries('one', 20), sample(), damaged);
  }
  Object.assign(globalThis, { localStorage: storage(10) });
  assert.doesNotThrow(() => keepTries('one', sample()));
  Object.assign(globalThis, { localStorage: undefined });
  assert.doesNotThrow(() => keepTries('one', sample()));
  assert.ok(isEmpty(recallTries('one', 20)));
});

test('equal records have equal names', () => {
  assert.equal(nameOf('bonus|ab ce'), nameOf('bonus|ab ce'));
  assert.notEqual(nameOf('bonus|ab ce'), nameOf('bonus|ab cf'));
  assert.match(nameOf('ä'), /^record-[0-9a-z]+$/);
});

test('a link carries tries and comments, and what is damaged brings nothing', async () => {
  const tries = withNote(sample(), 12, [], 'Größe → 100 %');
  const packed = await packTries(tries);
  assert.match(packed ?? '', /^[\w-]+$/);
  assert.deepEqual(await unpackTries(`tries=${packed}`, 20), tries);
  for (const hash of ['', 'tries=', 'tries=%%%', 'tries=AAAA', `tries=${packed?.slice(0, 20)}`, `tries=${'A'.repeat(5000)}`, 'open=x']) {
    assert.ok(isEmpty(await unpackTries(hash, 20)), hash);
  }
  /** @type {Tries} */
  let large = NONE;
  let seed = 1;
  const letter = () => String.fromCharCode(97 + (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % 9973 % 26);
  for (let n = 0; n < 60; n += 1) large = withNote(large, n, [], Array.from({ length: 280 }, letter).join(''));
  assert.equal(await packTries(large), null);
});
