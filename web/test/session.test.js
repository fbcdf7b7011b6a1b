import assert from 'node:assert/strict';
import test from 'node:test';
import { wantsNext } from '../js/game/next.js';
import { canUndo, draftOf, hintedActions, isUnsentTurn, mayKnow, open, positionsOf, reduce, sendMode } from '../js/game/session.js';
import { shown, viewOf } from '../js/game/shown.js';
import { timeLeft, timeToBegin, timeToClaim } from '../js/game/time.js';
import { estimated } from '../js/turn.js';

const START = '61111110/01111116 b';

/** Opening ab, then one of two follow-ups; the second earns a bonus that may be declined. */
const TREE = {
  phase: 'opening', next: [
    { action: 'ab', phase: 'follow_up', steps: 2, next: [
      { action: 'ce', phase: 'done', finish: true, why: 'follow_up_made' },
      { action: 'fh', phase: 'bonus', finish: true, next: [{ action: '+hg', phase: 'done', finish: true, why: 'bonus_made' }] },
    ] },
    { action: 'gh', phase: 'done', finish: true, why: 'opening_into_goal' },
  ],
};

/** @param {Record<string, unknown>} [changes] @returns {any} */
function game(changes = {}) {
  return {
    id: 'g', seq: 1, status: 'playing', rules: 'bonus', opponent: { type: 'computer', level: '4' },
    players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '4' } },
    match: { games: 1, number: 1, game: 1, played: 0, half_points: { black: 0, red: 0 }, winner: null },
    start: START, turns: [], position: START, to_move: 'black', score: { black: 0, red: 0 }, result: null,
    offers: { take_back: null, rematch: null }, clock: null, tree: TREE, created_at: 0, updated_at: 0, ...changes,
  };
}

const begin = (/** @type {any} */ changes = {}, /** @type {any} */ you = ['black'], /** @type {any} */ send = 'auto') =>
  open({ you, invitation: null, game: game(changes) }, 0, send);

/** @param {any} state @param {...any} messages */
const after = (state, ...messages) => messages.reduce((now, message) => reduce(now, message), state);
const action = (/** @type {string} */ text, id = 'id') => ({ type: 'action', action: text, id });

const AFTER_MINE = { seq: 2, turns: ['ab ce'], position: '52012110/01111116 r', to_move: 'red', tree: null };
const AFTER_BOTH = { seq: 3, turns: ['ab ce', 'hg'], position: '52012110/01111125 b', to_move: 'black', tree: TREE };

test('a turn is built from the tree only', () => {
  const state = begin();
  assert.equal(state.stage, 'choosing');
  assert.equal(after(state, action('ac')), state);
  const one = after(state, action('ab'));
  assert.equal(one.turn?.phase, 'follow_up');
  assert.equal(shown(one).position, '52111110/01111116 b');
});

test('a complete turn is sent after the delay, with its id and the number of the last event', () => {
  const complete = after(begin(), action('ab'), action('ce'));
  assert.equal(complete.stage, 'grace');
  assert.equal(complete.outbox, null);
  const sent = after(complete, { type: 'elapsed', id: 'x1' });
  assert.equal(sent.stage, 'sending');
  assert.deepEqual(sent.outbox, { id: 'x1', seen: 1, type: 'turn', turn: 'ab ce' });
  assert.equal(after(sent, action('gh')), sent, 'nothing can be done while it is under way');
});

test('undo during the delay undoes one action and stops the timer', () => {
  const undone = after(begin(), action('ab'), action('ce'), { type: 'undo', id: 'u' });
  assert.equal(undone.stage, 'choosing');
  assert.deepEqual(undone.turn?.actions, ['ab']);
  assert.equal(after(undone, { type: 'elapsed', id: 'x' }), undone);
  assert.equal(undone.outbox, null);
  assert.deepEqual(after(undone, { type: 'undo_to', count: 0 }).turn?.actions, []);
});

test('the hint of a whole turn goes when another opening is played, and stays while it is followed', () => {
  const hinted = after(begin(), { type: 'hint', hint: { level: 2, opening: 'ab', turn: 'ab fh +hg', isEstimate: false } });
  assert.equal(after(hinted, action('gh')).hint, null);
  assert.equal(after(hinted, action('ab'), action('ce')).hint, null);
  assert.deepEqual(hintedActions(after(hinted, action('ab')))?.actions, ['fh', '+hg']);
});

test('a bonus is never declined by itself', () => {
  const bonus = after(begin(), action('ab'), action('fh'));
  assert.equal(bonus.stage, 'choosing');
  assert.equal(after(bonus, { type: 'elapsed', id: 'x' }), bonus);
  assert.equal(after(bonus, { type: 'finish', id: 'f' }).outbox?.turn, 'ab fh');
});

test('finish does nothing while an action is mandatory', () => {
  const state = after(begin(), action('ab'));
  assert.equal(after(state, { type: 'finish', id: 'f' }), state);
});

test('how turns are sent depends on the setting and on the opponent', () => {
  const friend = { opponent: { type: 'invitation' } };
  const clock = { setting: { seconds: 60, increment: 0 }, black: 60_000, red: 60_000, running: null, at: 0 };
  assert.equal(sendMode(begin()), 'grace');
  assert.equal(sendMode(begin(friend)), 'confirm');
  assert.equal(sendMode(begin({ ...friend, clock })), 'grace');
  assert.equal(sendMode(begin(friend, ['black'], 'at_once')), 'at_once');
  assert.equal(after(begin({}, ['black'], 'at_once'), action('gh', 'now')).outbox?.id, 'now');
  const waits = after(begin(friend), action('gh'));
  assert.equal(waits.stage, 'confirm');
  assert.equal(after(waits, { type: 'elapsed', id: 'x' }), waits);
});

test('a pass waits for its button or its delay', () => {
  const pass = begin({ tree: { phase: 'done', finish: true, why: 'no_opening' } });
  assert.equal(pass.stage, 'pass');
  assert.equal(after(pass, { type: 'elapsed', id: 'p' }).outbox?.turn, 'pass');
  assert.equal(after(pass, { type: 'finish', id: 'p' }).outbox?.turn, 'pass');
});

test('of the response with the computer\'s turn only the computer\'s turn is animated', () => {
  const sent = after(begin(), action('ab'), action('ce'), { type: 'elapsed', id: 'x1' });
  const answered = after(sent, { type: 'answered', id: 'x1', own: { you: ['black'], invitation: null, game: game(AFTER_MINE) }, now: 5 });
  assert.equal(answered.outbox, null);
  assert.equal(answered.turn, null);
  assert.deepEqual(answered.arrivals, []);
  const replied = after(answered, { type: 'event', event: { seq: 3, at: 0, command: null, event: { type: 'turn' }, game: game(AFTER_BOTH) }, now: 6 });
  assert.deepEqual(replied.arrivals, [{ side: 'red', turn: 'hg', before: AFTER_MINE.position }]);
  assert.equal(replied.stage, 'choosing');
  assert.deepEqual(after(replied, { type: 'shown' }).arrivals, []);
});

test('events may overtake the response, and old events change nothing', () => {
  const sent = after(begin(), action('ab'), action('ce'), { type: 'elapsed', id: 'x1' });
  const early = after(sent, { type: 'event', event: { seq: 2, at: 0, command: 'x1', event: { type: 'turn' }, game: game(AFTER_MINE) }, now: 5 });
  assert.equal(early.outbox, null);
  assert.deepEqual(early.arrivals, []);
  const both = after(early, { type: 'event', event: { seq: 3, at: 0, command: null, event: { type: 'turn' }, game: game(AFTER_BOTH) }, now: 6 });
  const late = after(both, { type: 'answered', id: 'x1', own: { you: ['black'], invitation: null, game: game(AFTER_MINE) }, now: 7 });
  assert.equal(late.game.seq, 3);
  assert.equal(late.stage, 'choosing');
});

test('a lost connection keeps the command, with the same id', () => {
  const sent = after(begin(), action('gh'), { type: 'elapsed', id: 'x1' });
  const stuck = after(sent, { type: 'undelivered', id: 'x1' });
  assert.equal(stuck.isStuck, true);
  assert.equal(stuck.outbox, sent.outbox);
});

test('an unsent turn of an earlier visit is shown and resent', () => {
  const unsent = { id: 'x1', seen: 1, type: 'turn', turn: 'ab ce' };
  const resumed = after(begin(), { type: 'resume', command: unsent });
  assert.deepEqual(resumed.turn?.actions, ['ab', 'ce']);
  assert.equal(resumed.outbox, unsent);
  const known = after(begin(AFTER_BOTH), { type: 'resume', command: unsent });
  assert.deepEqual(known.turn?.actions, [], 'the game has moved on; the server will recognise the id');
  assert.equal(known.outbox, unsent);
});

test('a stale command brings the current state without an error', () => {
  const sent = after(begin(), action('gh'), { type: 'elapsed', id: 'x1' });
  const current = { you: ['black'], invitation: null, game: game(AFTER_BOTH) };
  const moved = after(sent, { type: 'refused', id: 'x1', code: 'stale', current, now: 9 });
  assert.equal(moved.game.seq, 3);
  assert.equal(moved.outbox, null);
  assert.equal(moved.notice, 'moved_on');
  assert.deepEqual(moved.turn?.actions, []);
  const reloaded = after(sent, { type: 'refused', id: 'x1', code: 'illegal_turn', now: 9 });
  assert.deepEqual([reloaded.outbox, reloaded.stage, reloaded.notice], [null, 'choosing', 'illegal_turn']);
});

test('a turn overtaken by an offer is resent, whichever message arrives first', () => {
  const friend = { opponent: { type: 'invitation' } };
  const offered = game({ ...friend, ...AFTER_BOTH, seq: 4, offers: { take_back: 'red', rematch: null } });
  const current = { you: ['black'], invitation: null, game: offered };
  const refused = { type: 'refused', id: 'x1', code: 'stale', current, now: 9, again: 'x2' };
  const sent = after(begin({ ...friend, ...AFTER_BOTH, clock: null }), { type: 'send_mode', send: 'at_once' }, action('gh'), { type: 'elapsed', id: 'x1' });
  const waiting = sent.outbox ? sent : after(sent, { type: 'finish', id: 'x1' });
  assert.equal(waiting.stage, 'sending');
  const command = { ...waiting.outbox, id: 'x1' };
  const state = { ...waiting, outbox: command };
  const heard = after(state, { type: 'event', now: 1, event: { seq: 4, at: 0, command: null, event: { type: 'take_back_offered' }, game: offered } });
  for (const before of [state, heard]) {
    const again = after(before, refused);
    assert.deepEqual(again.outbox, { ...command, id: 'x2', seen: 4 });
    assert.deepEqual([again.stage, again.notice, again.game.offers.take_back], ['sending', null, 'red']);
    assert.deepEqual(again.turn?.actions, ['gh']);
  }
});

test('nothing replaces a pending command', () => {
  const pass = { ...begin(), stage: 'pass', outbox: { id: 'x1', seen: 1, type: 'resign' } };
  assert.equal(after(pass, { type: 'elapsed', id: 'x2' }).outbox?.id, 'x1');
});

test('an offer does not discard the turn being built', () => {
  const friend = { opponent: { type: 'invitation' } };
  const state = after(begin({ ...friend, ...AFTER_BOTH }), action('ab'));
  const offered = after(state, { type: 'event', now: 1, event: { seq: 4, at: 0, command: null, event: { type: 'take_back_offered' }, game: game({ ...friend, ...AFTER_BOTH, seq: 4, offers: { take_back: 'red', rematch: null } }) } });
  assert.deepEqual(offered.turn?.actions, ['ab']);
  const declined = after(offered, { type: 'command', command: { type: 'decline_take_back' }, id: 'd' });
  assert.equal(declined.outbox?.seen, 4);
  const done = after(declined, { type: 'answered', id: 'd', now: 2, own: { you: ['black'], invitation: null, game: game({ ...friend, ...AFTER_BOTH, seq: 5 }) } });
  assert.deepEqual(done.turn?.actions, ['ab']);
  assert.equal(done.outbox, null);
});

test('taking back needs an own turn and no open offer', () => {
  assert.equal(canUndo(begin()), false);
  assert.equal(canUndo(begin(AFTER_BOTH)), true);
  assert.equal(after(begin(AFTER_BOTH), { type: 'undo', id: 't' }).outbox?.type, 'take_back');
  assert.equal(canUndo(begin({ ...AFTER_BOTH, offers: { take_back: 'black', rematch: null } })), false);
  assert.equal(canUndo(begin(AFTER_BOTH, [])), false);
  assert.equal(canUndo(begin({ seq: 2, turns: ['ab ce'], position: AFTER_MINE.position }, ['red'])), false);
});

test('replay shows earlier positions and returns', () => {
  const state = begin(AFTER_BOTH);
  assert.deepEqual(positionsOf(state.game), [START, AFTER_MINE.position, AFTER_BOTH.position]);
  const replay = after(state, { type: 'replay', at: 1 });
  assert.deepEqual(shown(replay), { position: AFTER_MINE.position, last: { side: 'black', turn: 'ab ce' } });
  assert.equal(after(replay, { type: 'replay', at: 2 }).replay, null);
  assert.equal(after(replay, { type: 'replay', at: -3 }).replay, 0);
});

test('clocks run between two messages', () => {
  const clock = { setting: { seconds: 60, increment: 0 }, black: 50_000, red: 40_000, running: 'black', at: 0 };
  const state = begin({ clock });
  assert.equal(timeLeft(state, 'black', 10_000), 40_000);
  assert.equal(timeLeft(state, 'red', 10_000), 40_000);
  assert.equal(timeLeft(state, 'black', 90_000), 0);
  assert.equal(timeLeft(begin(), 'black', 0), null);
});

test('the first turn of a game with a clock has a limit', () => {
  const clock = { setting: { seconds: 60, increment: 0 }, black: 60_000, red: 60_000, running: null, at: 5_000, begin_by: 125_000 };
  assert.equal(timeToBegin(begin({ clock }), 0), 120_000);
  assert.equal(timeToBegin(begin({ clock }), 50_000), 70_000);
  assert.equal(timeToBegin(begin({ clock }), 500_000), 0);
  assert.equal(timeToBegin(begin({ clock: { ...clock, begin_by: null } }), 0), null);
  assert.equal(timeToBegin(begin({ clock, status: 'over' }), 0), null);
  assert.equal(timeToBegin(begin(), 0), null);
});

test('an opponent who is away and to move loses the game after a while', () => {
  const clock = { setting: { seconds: 60, increment: 0 }, black: 50_000, red: 40_000, running: 'red', at: 8_000, turn_since: 5_000, may_claim: 'black' };
  const alone = { black: true, red: false, spectators: 0, away: { black: null, red: 1_000 }, claim_after: 120_000 };
  const away = (/** @type {any} */ presence, /** @type {any} */ you = ['black']) => after(begin({ clock, to_move: 'red', tree: null }, you), { type: 'presence', presence, now: 10_000 });
  // Away for a second at 10,000, to move for three seconds at 0.
  assert.equal(timeToClaim(away(alone), 10_000), 119_000);
  assert.equal(timeToClaim(away({ ...alone, away: { black: null, red: 500_000 } }), 10_000), 107_000, 'the turn has just begun');
  assert.equal(timeToClaim(away(alone), 200_000), 0);
  assert.equal(timeToClaim(away({ ...alone, red: true, away: { black: null, red: null } }), 200_000), null);
  assert.equal(timeToClaim(away(alone, ['red']), 200_000), null);
  assert.equal(timeToClaim(away(alone, []), 200_000), null, 'a spectator');
  assert.equal(timeToClaim(away({ black: true, red: false, spectators: 0 }), 200_000), null, 'a server of an earlier version');
  assert.equal(timeToClaim(after(away(alone), { type: 'command', command: { type: 'claim_win' }, id: 'c' }), 200_000), null, 'claimed already');
});

test('a paused game goes on with the next connection', () => {
  const paused = after(begin(), { type: 'paused' }, { type: 'connection', state: 'lost' }, { type: 'connection', state: 'connecting' });
  assert.equal(paused.isPaused, true);
  assert.equal(after(paused, { type: 'connection', state: 'open' }).isPaused, false);
});

test('the side at the lower edge, and who may see values', () => {
  assert.equal(viewOf(begin({}, ['red']), false), 'red');
  assert.equal(viewOf(begin({}, ['black', 'red']), false), 'black');
  assert.equal(viewOf(begin({}, []), true), 'red');
  assert.equal(viewOf(begin({ to_move: 'red', tree: null }, ['black', 'red']), false, true), 'red', 'the board turns to whoever moves');
  assert.equal(viewOf(begin({ to_move: 'red', tree: null }, ['black', 'red']), false), 'black');
  assert.equal(mayKnow(begin()), true);
  assert.equal(mayKnow(begin({}, [])), false);
  assert.equal(mayKnow(begin({ opponent: { type: 'lobby' } })), false);
});

test('values are added to the turn being built, unless they arrive too late', () => {
  const valued = JSON.parse(JSON.stringify(TREE), (key, value) => (value && value.phase ? { ...value, margin: 3 } : value));
  const state = after(begin(), action('ab'), { type: 'values', position: START, tree: valued });
  assert.deepEqual(state.turn?.actions, ['ab']);
  assert.equal(state.turn?.choices[0]?.margin, 3);
  const before = begin(AFTER_BOTH);
  assert.equal(after(before, { type: 'values', position: START, tree: valued }), before);
  assert.equal(after(state, { type: 'values', position: START, tree: null }).turn?.choices[0]?.margin, null);
});

test('an estimate is that of the best remaining action', () => {
  const tree = estimated(/** @type {any} */ (TREE), /** @type {any} */ ([{ turn: 'ab ce', estimate: -1.5 }, { turn: 'ab fh', estimate: 2.5 }, { turn: 'ab fh +hg', estimate: 1 }, { turn: 'gh', estimate: 0 }]));
  assert.equal(tree.estimate, 2.5);
  assert.equal(tree.next?.[0]?.estimate, 2.5);
  assert.equal(tree.next?.[0]?.next?.[0]?.estimate, -1.5);
  assert.equal(tree.next?.[0]?.next?.[1]?.next?.[0]?.estimate, 1);
});

test('only the player who asked is told that an offer was declined', () => {
  const asked = { opponent: { type: 'lobby' }, offers: { take_back: 'black', rematch: null } };
  const event = /** @type {any} */ ({ seq: 2, at: 0, command: null, event: { type: 'take_back_declined', side: 'red' }, game: game({ ...asked, seq: 2, offers: { take_back: null, rematch: null } }) });
  assert.equal(reduce(begin(asked), { type: 'event', event, now: 1 }).notice, 'take_back_declined');
  assert.equal(reduce(begin(asked, []), { type: 'event', event, now: 1 }).notice, null);
});

test('only a valid stored turn is resent', () => {
  const turn = { type: 'turn', id: 'x', seen: 3, turn: 'ab fh +hg' };
  assert.equal(isUnsentTurn(turn), true);
  assert.equal(isUnsentTurn({ ...turn, turn: 'pass' }), true);
  assert.equal(isUnsentTurn({ ...turn, turn: 'ab df / ab ad' }), true, 'another turn belongs to it');
  for (const wrong of [null, {}, { ...turn, turn: '<img>' }, { ...turn, seen: 'many' }, { ...turn, id: 1 }, { ...turn, type: 'resign' }]) assert.equal(isUnsentTurn(wrong), false);
});

test('a stored turn that the server already has does not block the next turn', () => {
  const unsent = { id: 'k', seen: 1, type: 'turn', turn: 'ab ce' };
  const resumed = after(begin(AFTER_BOTH), { type: 'resume', command: unsent });
  assert.equal(resumed.outbox, unsent, 'whether it has, only the server knows');
  const answered = after(resumed, { type: 'answered', id: 'k', now: 1, own: { you: ['black'], invitation: null, game: game(AFTER_MINE) } });
  assert.equal(answered.stage, 'choosing');
  assert.deepEqual(after(answered, action('ab')).turn?.actions, ['ab']);
});

test('an incomplete turn is stored, and restored in the same position only', () => {
  assert.equal(draftOf(begin()), null, 'nothing was done yet');
  const draft = draftOf(after(begin(), action('ab')));
  assert.deepEqual(draft, { type: 'draft', position: START, turn: 'ab' });
  assert.deepEqual(after(begin(), { type: 'redraft', draft }).turn?.actions, ['ab']);
  assert.equal(after(begin(AFTER_BOTH), { type: 'redraft', draft }).turn?.past.length, 0);
  const complete = draftOf(after(begin({}, ['black'], 'confirm'), action('ab'), action('ce')));
  const again = after(begin({}, ['black'], 'confirm'), { type: 'redraft', draft: complete });
  assert.equal(again.stage, 'confirm', 'nothing is sent by that');
  assert.equal(draftOf(after(again, { type: 'finish', id: 'f' })), null, 'what is sent is no draft');
});

test('an incomplete turn overtaken by another tab is discarded with a message', () => {
  const making = after(begin(), action('ab'));
  const event = (/** @type {any} */ changes) => ({ type: 'event', now: 2, event: { seq: changes.seq, at: 0, command: 'other', event: { type: 'turn' }, game: game(changes) } });
  const overtaken = after(making, event({ ...AFTER_MINE, turns: ['gh'] }));
  assert.equal(overtaken.turn, null);
  assert.equal(overtaken.notice, 'moved_on');
  assert.equal(after(begin(), event(AFTER_MINE)).notice, null, 'nothing was lost');
  const others = after(begin({ ...AFTER_MINE }), event(AFTER_BOTH));
  assert.equal(others.notice, null, 'an answer of the opponent is no surprise');
});

test('a player goes to the next game only after asking for it', () => {
  const over = begin({ seq: 5, status: 'over', tree: null, to_move: null, next: null });
  assert.equal(wantsNext(over), false);
  assert.equal(wantsNext(after(over, { type: 'command', command: { type: 'rematch' }, id: 'c' })), true);
  assert.equal(wantsNext(begin({ status: 'over', offers: { take_back: null, rematch: 'black' } })), true, 'the offer is accepted');
  assert.equal(wantsNext(begin({ status: 'over', offers: { take_back: null, rematch: 'red' } })), false);
  const told = after(over, { type: 'event', event: { seq: 6, command: null, event: { type: 'next_began' }, game: game({ seq: 6, status: 'over', next: 'n' }) }, now: 1 });
  assert.equal(told.isNextNew, true);
  assert.equal(begin({ status: 'over', next: 'n' }).isNextNew, false, 'no news on a later visit');
});
