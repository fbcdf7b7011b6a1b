import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { stepper } from '../js/game/prompt.js';
import { resultTitle } from '../js/game/result-words.js';
import { open, reduce } from '../js/game/session.js';
import { toldTurn, turnText } from '../js/game/told.js';
import { actionText, clockText, endText, leadChange, leadText, lostText, matchScore, nameOf, speech, thinkingText } from '../js/game/words.js';
import { writtenTurn } from '../js/game/written.js';
import { settings } from '../js/store.js';
import { use } from '../js/text.js';
import { begin } from '../js/turn.js';

const catalogue = Object.fromEntries(['common', 'game'].flatMap((part) =>
  Object.entries(JSON.parse(readFileSync(new URL(`../../locales/en/${part}.json`, import.meta.url), 'utf8'))).map(([key, text]) => [`${part}.${key}`, text])));
use('en', catalogue);

const START = '61111110/01111116 b';
const TREE = {
  phase: 'opening', next: [{ action: 'ab', phase: 'follow_up', steps: 2, next: [
    { action: 'ce', phase: 'done', finish: true, why: 'follow_up_made' },
    { action: 'fh', phase: 'bonus', finish: true, next: [{ action: '+hg', phase: 'done', finish: true, why: 'bonus_made' }] },
    { action: 'gh', phase: 'done', finish: true, why: 'follow_up_made' },
  ] }],
};

/** @param {Record<string, unknown>} [changes] @param {any} [you] @returns {any} */
const session = (changes = {}, you = ['black']) => open({ you, invitation: null, game: /** @type {any} */ ({
  id: 'g', seq: 1, status: 'playing', rules: 'bonus', opponent: { type: 'invitation' },
  players: { black: { type: 'person', name: 'Ada' }, red: { type: 'person', name: 'Noor' } },
  match: { games: 3, number: 1, game: 1, played: 0, half_points: { black: 3, red: 1 }, winner: null },
  start: START, turns: [], position: START, to_move: 'black', score: { black: 5, red: 9 }, result: null,
  offers: { take_back: null, rematch: null }, clock: null, tree: TREE, created_at: 0, updated_at: 0, ...changes,
}) }, 0, 'grace');

test('names of players depend on who plays on this device', () => {
  assert.equal(nameOf(session(), 'black'), 'You');
  assert.equal(nameOf(session(), 'red'), 'Noor');
  assert.equal(nameOf(session({}, []), 'black'), 'Ada');
  assert.equal(nameOf(session({ players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '6' } } }, ['black', 'red']), 'black'), 'Black');
  assert.equal(nameOf(session({ players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '6' } } }), 'red'), 'Computer');
});

test('a turn is told action by action, with the reason', () => {
  const told = (/** @type {string} */ rules, /** @type {string} */ before, /** @type {string} */ turn) =>
    toldTurn(rules, before, turn, ['black']).map(({ action, badge, text }) => [badge, action, text].filter(Boolean).join(' '));
  assert.deepEqual(told('bonus', START, 'ab fh +hg'), ['1 ab earned 2 steps', '2 fh exactly into the goal', '★ +hg bonus']);
  assert.deepEqual(told('bonus', START, 'ab fh'), ['1 ab earned 2 steps', '2 fh exactly into the goal', 'no bonus taken']);
  assert.deepEqual(told('classic', START, 'ab fh'), ['1 ab earned 2 steps', '2 fh into the goal'], 'classic has no bonus');
  assert.deepEqual(told('bonus', START, 'ab ce'), ['1 ab earned 2 steps', '2 ce 2 rows']);
  assert.deepEqual(told('bonus', START, 'ab gh'), ['1 ab earned 2 steps', '2 gh 1 step lost']);
  assert.deepEqual(told('bonus-spicy', '52111110/01111116 r', 'hg ca ~ed'), ['1 hg earned 2 steps', '2 ca exactly into the goal', '★ ~ed bonus: your pawn']);
  assert.deepEqual(toldTurn('bonus-spicy', START, 'ab fh ~ed', ['black']).at(-1)?.text, 'bonus: Red’s pawn');
  assert.deepEqual(told('bonus', '60000600/00000066 b', 'ab'), ['1 ab earned no steps']);
  assert.deepEqual(told('bonus', '00000246/60000006 b', 'gh'), ['1 gh earned no steps'], 'an opening into the goal earns nothing');
  assert.deepEqual(told('geeky', START, 'ab'), ['1 ab earned 2 steps', '2 steps not used'], 'the follow-up may be declined');
  assert.deepEqual(told('bonus', START, 'ab'), ['1 ab earned 2 steps', '2 steps lost']);
  assert.deepEqual(told('bonus+again-must', '61101111/00011146 b', 'ab bc / ab cd'), ['1 ab earned 1 step', '2 bc another turn', '3 ab earned 1 step', '4 cd 1 row']);
  assert.deepEqual(told('bonus', START, 'pass'), ['passed: no pawn can move']);
});

test('screen readers hear the same, with words for the arrows', () => {
  assert.equal(turnText('bonus', START, 'ab fh +hg', ['black']), 'a to b earned 2 steps, f to h exactly into the goal, h to g bonus');
  assert.equal(turnText('bonus', START, 'pass', []), 'passed: no pawn can move');
});

test('turns are written with arrows, or in notation for those who chose it', () => {
  assert.equal(writtenTurn('ab fh +hg'), 'a→b f→h ★h→g');
  assert.equal(writtenTurn('ab cd / ef gh'), 'a→b c→d / e→f g→h');
  assert.equal(writtenTurn('pass'), 'pass');
  settings.set('notation', true);
  assert.equal(writtenTurn('ab fh +hg'), 'ab fh +hg');
  settings.set('notation', false);
});

test('while an action is looked at, the lead shows what it changes', () => {
  assert.equal(leadChange(session(), { black: 9, red: 9 }, { black: 13, red: 9 }), 'Level on points → you lead by 4');
  assert.equal(leadChange(session(), { black: 9, red: 9 }, { black: 9, red: 13 }), 'Level on points → Noor leads by 4');
  assert.equal(leadChange(session(), { black: 9, red: 9 }, { black: 10, red: 10 }), 'Level on points');
  assert.equal(leadChange(session(), { black: 9, red: 8 }, null), 'You lead by 1');
});

test('the card of whoever moves elsewhere says that they are thinking', () => {
  const players = { black: { type: 'person', name: 'Ada' }, red: { type: 'computer', level: '6' } };
  assert.deepEqual(thinkingText(session({ to_move: 'red', players }), 'red', 0), { title: 'Thinking…', text: '' });
  assert.deepEqual(thinkingText(session({ to_move: 'red' }), 'red', 0), { title: 'Noor is thinking', text: '' });
  assert.equal(thinkingText(session(), 'red', 0), null);
  const away = { ...session({ to_move: 'red' }), presence: { black: true, red: false, spectators: 0 } };
  assert.equal(thinkingText(away, 'red', 0)?.text, 'Noor is away. The game will wait, for days if need be.');
});

test('the announcement of an opening names the steps and the possible follow-ups', () => {
  assert.equal(actionText(begin(/** @type {any} */ (TREE), START, 'bonus'), 'ab'),
    'a to b, 2 steps. Possible moves: c to e, f to h exactly, with a bonus, or g to h with 1 step lost.');
});

test('sentences for the margin and for the end', () => {
  assert.equal(leadText(session(), { black: 5, red: 9 }), 'Noor leads by 4', 'by name between people');
  const players = { black: { type: 'person', name: 'Ada' }, red: { type: 'computer', level: '6' } };
  assert.equal(leadText(session({ players }), { black: 5, red: 9 }), 'Red leads by 4');
  assert.equal(leadText(session(), { black: 12, red: 9 }), 'You lead by 3');
  assert.equal(leadText(session(), { black: 9, red: 9 }), 'Level on points');
  const result = { termination: 'normal', winner: 'black', score: { black: 58, red: 50 } };
  assert.equal(endText(session({ result })), 'All pawns have passed each other.');
  assert.equal(endText(session({ result, position: '00660000/00006600 b' })), 'No pawn can move forward any more.');
  assert.equal(endText(session({ result: { ...result, termination: 'resignation' } })), 'Noor resigned.');
  assert.equal(endText(session({ result: { ...result, termination: 'time', winner: 'red' } })), 'You ran out of time.');
});

test('a game that was not begun, or not gone on with, has no loser', () => {
  const result = { termination: 'abandoned', winner: null, score: { black: 0, red: 0 } };
  const clock = { setting: { seconds: 300, increment: 0 }, black: 300_000, red: 300_000, running: null, at: 0 };
  const opponent = { type: 'lobby' };
  const notBegun = (/** @type {string} */ position) => session({ result, clock, opponent, status: 'over', to_move: null, position });
  assert.equal(resultTitle(notBegun(START)), 'The game was called off');
  assert.equal(endText(notBegun(START)), 'You didn’t begin in time. Nobody has lost.');
  assert.equal(endText(notBegun(START.replace(' b', ' r'))), 'Noor didn’t begin in time. Nobody has lost.');
  const left = session({ result, opponent, status: 'over', to_move: null });
  assert.deepEqual([resultTitle(left), endText(left)], ['The game was abandoned', 'Nobody played for 90 days. Nobody has lost.']);
  const claimed = session({ result: { ...result, winner: 'black' }, clock, opponent, status: 'over', to_move: null });
  assert.deepEqual([resultTitle(claimed), endText(claimed)], ['You win', 'Noor left the game.']);
});

test('an action that ends the turn is told with its reason', () => {
  use('en', { ...catalogue, 'messages.why_empty_row': 'row {row} was empty', 'messages.why_follow_up_lost': { one: 'no pawn can move {count} row', other: 'no pawn can move {count} rows' } });
  const after = (/** @type {string} */ why) => begin({ phase: 'opening', next: [{ action: 'ab', phase: 'done', finish: true, why }] }, START, 'bonus');
  assert.equal(actionText(after('empty_row'), 'ab'), 'a to b. Row b was empty.');
  // Two pawns were on row b.
  assert.equal(actionText(after('follow_up_lost'), 'ab'), 'a to b. No pawn can move 2 rows.');
  assert.equal(actionText(after('follow_up_made'), 'ab'), 'a to b. Turn complete.');
  use('en', catalogue);
});

test('a match counts halves', () => {
  assert.equal(matchScore(session().game, 'black'), '1½ : ½');
  assert.equal(matchScore(session().game, 'red'), '½ : 1½');
});

test('clocks show tenths at the very end', () => {
  assert.deepEqual([408_000, 60_000, 3_723_000, 9_950, 0].map(clockText), ['6:48', '1:00', '1:02:03', '0:09.9', '0:00.0']);
});

test('screen readers hear the opponent\'s turn, who leads and what to do next', () => {
  const before = session({ to_move: 'red', position: '52012110/01111116 r', turns: ['ab ce'], tree: null });
  const game = { ...before.game, seq: 2, to_move: 'black', position: '52012110/01111125 b', turns: ['ab ce', 'hg'], tree: TREE };
  const after = reduce(before, { type: 'event', event: /** @type {any} */ ({ seq: 2, at: 0, command: null, event: { type: 'turn' }, game }), now: 0 });
  assert.deepEqual(speech(before, after, { type: 'presence', presence: { black: true, red: true, spectators: 0 }, now: 0 }),
    { text: 'Noor: h to g earned 2 steps, 2 steps lost. Noor leads by 4. Your turn. Opening moves from a.', isEnd: false });
});

test('screen readers hear questions, undone actions and the last turn in words', () => {
  const heard = (/** @type {any} */ before, /** @type {any} */ after, /** @type {any} */ message = { type: 'loaded' }) => speech(before, after, message)?.text;
  const plain = session();
  assert.equal(heard(plain, session({ offers: { take_back: 'red', rematch: null } })), 'Noor asks to take back the last turn.');
  assert.equal(heard(session({ status: 'over' }), session({ status: 'over', offers: { take_back: null, rematch: 'red' } })), 'Noor would like a rematch.');
  const opened = reduce(plain, { type: 'action', action: 'ab', id: 'a' });
  assert.equal(heard(opened, reduce(opened, { type: 'undo', id: 'u' }), { type: 'undo' }), 'Undone: a to b.');
  const played = session({ turns: ['ab fh +hg'], position: '52111020/01111116 r', to_move: 'red', tree: null });
  const looked = reduce(reduce(played, { type: 'replay', at: 0 }), { type: 'replay', at: 0 });
  assert.equal(heard(played, looked, { type: 'replay' }), 'Starting position.');
  // The friend has joined and starts.
  assert.equal(heard(session({ status: 'waiting', to_move: null, tree: null }), session({ to_move: 'red', tree: null })), 'Noor to move.');
  const before = session({ to_move: 'red', position: '52012110/01111116 r', turns: ['ab ce'], tree: null });
  const result = { termination: 'normal', winner: 'black', score: { black: 58, red: 50 } };
  const game = { ...before.game, seq: 2, status: 'over', to_move: null, position: '52012110/01111125 b', turns: ['ab ce', 'hg'], result };
  const after = reduce(before, { type: 'event', event: /** @type {any} */ ({ seq: 2, at: 0, command: null, event: { type: 'turn' }, game }), now: 0 });
  assert.deepEqual(speech(before, after, { type: 'shown' }), { text: 'Noor: h to g earned 2 steps, 2 steps lost.', isEnd: true });
});

test('the steps of a turn follow the rules, not the name of the edition', () => {
  const kinds = (/** @type {string} */ rules) => stepper(begin(/** @type {any} */ (TREE), START, rules)).map(({ kind }) => kind);
  assert.deepEqual(kinds('classic'), ['opening', 'follow_up']);
  assert.deepEqual(kinds('classic+bonus-own'), ['opening', 'follow_up', 'bonus']);
  assert.deepEqual(kinds('geeky+bonus-none'), ['opening', 'follow_up']);
  assert.deepEqual(kinds('bonus+again-must'), ['opening', 'follow_up', 'bonus']);
});

test('the text about the end names the end condition of the rules', () => {
  const result = { termination: 'normal', winner: 'black', score: { black: 58, red: 50 } };
  // No inner row is shared, but the pawn on d has a red one beyond it.
  const over = { status: 'over', to_move: null, tree: null, position: '00010038/81000030 r', result };
  assert.equal(endText(session({ ...over, rules: 'classic+over-apart' })), 'No row is shared any more.');
  assert.equal(endText(session({ ...over, rules: 'classic', position: '00000048/84000000 r' })), 'All pawns have passed each other.');
});

test('a follow-up after an opening into the goal is exact by the rule for the goal', () => {
  const position = '10000254/a0000020 b';
  // Four pawns are in the goal: one step, or five.
  assert.equal(turnText('bonus+goal-one', position, 'gh gh +hg', []), 'g to h earned 1 step, g to h exactly into the goal, h to g bonus');
  assert.equal(turnText('bonus+goal-count', position, 'gh gh', []), 'g to h earned 5 steps, g to h 4 steps lost');
});

test('a lost connection counts the seconds to the next attempt, not while one is made', () => {
  const state = session({});
  assert.match(lostText(state, 3), /Trying again in 3 s\.$/);
  for (const retryIn of [0, null]) assert.doesNotMatch(lostText(state, retryIn), /Trying/);
});
