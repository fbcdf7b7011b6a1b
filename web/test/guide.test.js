import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { notesOf, noteFor, rowOfNote } from '../js/game/guide-notes.js';
import { rowName } from '../js/position.js';
import { begin, playAll } from '../js/turn.js';

/** @param {string} name trees as the server sends them */
function sample(name) {
  const { rules, position, tree } = JSON.parse(readFileSync(new URL(`trees/${name}.json`, import.meta.url), 'utf8'));
  return begin(tree, position, rules);
}

/** A note in words: its name, the example, and the row beside which it stands. @param {readonly string[]} seen @param {import('../js/turn.js').Turn | null} turn */
function told(seen, turn) {
  const note = noteFor(seen, turn);
  const row = note && rowOfNote(note);
  return note && [note.name, note.example?.action ?? '', row === null ? '' : rowName(row)].join(' ').trim();
}

test('the notes come in their order, each when there is something to show', () => {
  const opening = sample('spicy-pictures');
  const followUp = playAll(opening, ['bc']);
  assert.equal(told([], opening), 'aim');
  assert.equal(told([], followUp), 'aim', 'whoever began by moving a pawn is told the aim first');
  assert.equal(told(['aim'], opening), 'number cd d', 'an opening that earns steps, near the middle');
  assert.equal(told(['aim'], followUp), null, 'the number is explained at an opening');
  assert.equal(told(['aim', 'number'], opening), null);
  assert.equal(told(['aim', 'number'], followUp), 'exact dh d');
  assert.equal(told(['aim', 'number'], playAll(opening, ['bc', 'dh'])), null, 'the bonus itself has no note');
  assert.equal(told(['aim', 'number', 'exact'], followUp), null);
});

test('nothing is shown while somebody else moves, or when a turn is complete', () => {
  assert.equal(told([], null), null);
  assert.equal(told([], playAll(sample('spicy-pictures'), ['bc', 'ae'])), null);
});

test('an opening that no follow-up comes from is no example', () => {
  const opening = sample('spicy-pictures');
  for (const { action, node } of opening.choices) {
    const example = noteFor(['aim'], { ...opening, choices: opening.choices.filter((choice) => choice.action === action) });
    assert.equal(example !== null, node.phase === 'follow_up', action);
  }
});

test('rules without a bonus have two notes', () => {
  assert.deepEqual(notesOf('classic'), ['aim', 'number']);
  assert.deepEqual(notesOf('bonus'), ['aim', 'number', 'exact']);
  assert.deepEqual(notesOf('classic+bonus-own'), ['aim', 'number', 'exact']);
  const opening = sample('classic-start');
  assert.equal(told(['aim', 'number'], playAll(opening, [opening.choices[0]?.action ?? ''])), null);
});
