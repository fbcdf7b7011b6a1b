import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';

import { clockName, levelSentence, matchName, opponentName, rulesLine, stateLine, unfinished } from '../js/home/start.js';
import { use } from '../js/text.js';

before(async () => {
  /** @type {Record<string, any>} */
  const catalogue = {};
  for (const part of ['common', 'game', 'home']) {
    const texts = JSON.parse(await readFile(new URL(`../../locales/en/${part}.json`, import.meta.url), 'utf8'));
    for (const [key, text] of Object.entries(texts)) catalogue[`${part}.${key}`] = text;
  }
  use('en', catalogue);
});

/** @type {(more: object) => any} */
const game = (more) => ({
  id: 'x', you: ['black'], status: 'playing', rules: 'bonus-spicy', opponent: { type: 'invitation' },
  players: { black: { type: 'person', name: 'Ada' }, red: { type: 'person', name: 'Noor' } },
  match: { games: 1, played: 0, half_points: { black: 0, red: 0 }, winner: null },
  to_move: 'black', score: { black: 5, red: 9 }, result: null, updated_at: 1, ...more,
});

test('the opponent is named from the player\'s seat', () => {
  assert.equal(opponentName(game({})), 'Noor');
  assert.equal(opponentName(game({ you: ['red'] })), 'Ada');
  assert.equal(opponentName(game({ players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '8' } } })), 'Computer, Expert');
  assert.equal(opponentName(game({ players: { black: { type: 'person', name: null }, red: { type: 'open' } } })), 'Invited friend');
  const local = { you: ['black', 'red'], opponent: { type: 'local' } };
  assert.equal(opponentName(game(local)), 'Ada and Noor');
  assert.equal(opponentName(game({ ...local, players: { black: { type: 'person', name: 'Ada' }, red: { type: 'person', name: null } } })), 'Ada and Red');
});

test('a game in progress shows whose turn it is and who leads', () => {
  assert.equal(stateLine(game({})), 'Your turn. Noor leads by 4');
  assert.equal(stateLine(game({ score: { black: 9, red: 5 } })), 'Your turn. You lead by 4');
  assert.equal(stateLine(game({ score: { black: -30, red: -30 } })), 'Your turn. Level on points');
  assert.equal(stateLine(game({ players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '1' } } })), 'Your turn. Red leads by 4');
  assert.equal(stateLine(game({ you: ['red'] })), 'Your opponent’s turn. You lead by 4');
  assert.equal(stateLine(game({ you: ['black', 'red'], to_move: 'red' })), 'Red to move. Noor leads by 4');
  assert.equal(stateLine(game({ status: 'waiting', opponent: { type: 'lobby' } })), 'Waiting for an opponent');
  assert.equal(stateLine(game({ status: 'between_games' })), 'The next game can begin');
});

test('a finished game shows its result', () => {
  const over = (/** @type {any} */ result, /** @type {object} */ more = {}) => stateLine(game({ status: 'over', result, ...more }));
  const score = { black: 58, red: 50 };
  assert.equal(over({ termination: 'normal', winner: 'black', score }), 'You won, 58 to 50');
  assert.equal(over({ termination: 'time', winner: 'red', score }), 'You lost, 58 to 50, time ran out');
  assert.equal(over({ termination: 'normal', winner: 'draw', score }, { you: ['black', 'red'] }), 'Draw, 58 to 50');
  const match = { games: 3, played: 3, half_points: { black: 3, red: 1 }, winner: 'black' };
  assert.equal(over({ termination: 'normal', winner: 'draw', score }, { match }), 'Draw, 58 to 50. You won the match, 1½ to ½');
  const first = { games: 3, played: 1, half_points: { black: 2, red: 0 }, winner: null };
  const won = { termination: 'normal', winner: 'black', score };
  assert.equal(over(won, { match: first, status: 'between_games', next: 'abc' }), 'You won, 58 to 50. The match stands at 1 to 0');
});

test('a match shows the number of the current game', () => {
  assert.equal(rulesLine(game({})), 'Bonus, spicy');
  const match = { games: 3, played: 1, half_points: { black: 2, red: 0 }, winner: null };
  assert.equal(rulesLine(game({ rules: 'classic', match })), 'Classic 2003, best of 3, game 2');
  const result = { termination: 'normal', winner: 'black', score: { black: 58, red: 50 } };
  assert.equal(rulesLine(game({ match, status: 'between_games', result })), 'Bonus, spicy, best of 3, game 1');
  assert.equal(rulesLine(game({ match, status: 'over', result: { ...result, winner: null } })), 'Bonus, spicy, best of 3, game 2');
  assert.equal(rulesLine(game({ match: { ...match, played: 0 }, status: 'waiting' })), 'Bonus, spicy, best of 3');
});

test('a level tells how often it slips, where that was measured', () => {
  const words = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((level) => levelSentence(level, 'bonus', true));
  assert.deepEqual(words.map((text) => text.replace(/^level \d+ of 10, slips /, '')), ['in most turns', 'in most turns', 'every other turn', 'every other turn',
    'two turns in five', 'every third turn', 'every third turn', 'every fourth turn', 'one turn in six', 'one turn in nine']);
  assert.equal(levelSentence('perfect', 'bonus', true), 'never slips');
  assert.equal(levelSentence('4', 'bonus', false), 'level 4 of 10, good for a first game');
  assert.match(levelSentence('8', 'bonus', false), /thinks ahead/);
  assert.match(levelSentence('8', 'bonus+follow-may', true), /not measured/);
});

test('clocks and matches have names', () => {
  assert.equal(clockName(null), 'No clock');
  assert.equal(clockName({ seconds: 300, increment: 5 }), '5 min + 5 s');
  assert.equal(matchName(1), '1 game');
  assert.equal(matchName(5), 'Best of 5');
});

test('games that wait for the player come first, then the latest', () => {
  const games = [
    game({ id: 'old', updated_at: 1 }), game({ id: 'theirs', to_move: 'red', updated_at: 9 }),
    game({ id: 'new', updated_at: 5 }), game({ id: 'over', status: 'over', updated_at: 10 }),
    game({ id: 'gone_on', status: 'between_games', next: 'new', updated_at: 11 }),
  ];
  assert.deepEqual(unfinished(games).map(({ id }) => id), ['new', 'old', 'theirs']);
});
