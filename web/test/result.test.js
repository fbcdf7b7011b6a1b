import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { beatsOf, totalsOf } from '../js/game/count.js';
import { biggestSlip, levelToTry } from '../js/game/facts.js';
import { resultScore, resultTitle, saidResult, standingText, whyText } from '../js/game/result-words.js';
import { open } from '../js/game/session.js';
import { use } from '../js/text.js';

/** @param {string} language */
const catalogue = (language) => Object.fromEntries(['common', 'game', 'result'].flatMap((part) =>
  Object.entries(JSON.parse(readFileSync(new URL(`../../locales/${language}/${part}.json`, import.meta.url), 'utf8'))).map(([key, text]) => [`${part}.${key}`, text])));
use('en', catalogue('en'));

const START = '61111110/01111116 b';
/** The end of the game in the design: 46 to 45. */
const END = '00002208/72120000 r';

/**
 * A finished game.
 * @param {string} position
 * @param {{black: number, red: number}} score
 * @param {Record<string, unknown>} [changes]
 * @param {any} [you]
 * @returns {any}
 */
const over = (position, score, changes = {}, you = ['black']) => open({ you, invitation: null, game: /** @type {any} */ ({
  id: 'g', seq: 9, status: 'over', rules: 'bonus', opponent: { type: 'computer', level: '4' },
  players: { black: { type: 'person', name: null }, red: { type: 'computer', level: '4' } },
  match: { games: 1, number: 1, game: 1, played: 1, half_points: { black: 2, red: 0 }, winner: 'black', finished: [] },
  start: START, turns: [], position, to_move: null, score, previous: null, next: null,
  result: { termination: 'normal', winner: score.black === score.red ? 'draw' : score.black > score.red ? 'black' : 'red', score },
  offers: { take_back: null, rematch: null }, clock: null, tree: null, created_at: 0, updated_at: 0, ...changes,
}) }, 0, 'grace');

const PEOPLE = { opponent: { type: 'invitation' }, players: { black: { type: 'person', name: 'Ada' }, red: { type: 'person', name: 'Noor' } } };

test('the title names the winner, whose points come first', () => {
  const texts = (/** @type {any} */ state) => [resultTitle(state), resultScore(state), saidResult(state)];
  assert.deepEqual(texts(over(END, { black: 46, red: 45 })), ['You win', '46 : 45', 'You win, 46 to 45']);
  assert.deepEqual(texts(over(END, { black: 46, red: 45 }, {}, ['red'])), ['Black wins', '46 : 45', 'Black wins, 46 to 45']);
  assert.deepEqual(texts(over(END, { black: 44, red: 51 })), ['Red wins', '51 : 44', 'Red wins, 51 to 44']);
  assert.deepEqual(texts(over(END, { black: 44, red: 51 }, PEOPLE, [])), ['Noor wins', '51 : 44', 'Noor wins, 51 to 44']);
  assert.deepEqual(texts(over(END, { black: 51, red: 51 })), ['A draw', '51 : 51', 'A draw, 51 to 51']);
});

test('points that do not decide are not told', () => {
  const resigned = { result: { termination: 'resignation', winner: 'black', score: { black: 3, red: 9 } } };
  const state = over(START, { black: 3, red: 9 }, { ...PEOPLE, ...resigned });
  assert.deepEqual([resultTitle(state), resultScore(state), saidResult(state), whyText(state)], ['You win', '', 'You win', 'Noor resigned.']);
  const late = { result: { termination: 'time', winner: 'red', score: { black: 3, red: 9 } } };
  assert.equal(whyText(over(START, { black: 3, red: 9 }, { ...PEOPLE, ...late })), 'You ran out of time.');
});

test('why: nobody can move', () => {
  assert.equal(whyText(over('00660000/00006600 b', { black: 6, red: 5 })), 'No pawn can move forward any more.');
});

test('why: pawns that stayed on their own half cost the game', () => {
  // Red's pawns on f and g cost 2 and 3.
  const position = '000000c0/90010110 r';
  const left = (/** @type {any} */ score, /** @type {any} */ changes, /** @type {any} */ you) => whyText(over(position, score, changes, you));
  assert.equal(left({ black: 36, red: 34 }, {}, ['black']), 'Two of Red’s pawns stayed on their own half and cost 5 points.');
  assert.equal(left({ black: 36, red: 34 }, {}, ['red']), 'Two of your pawns stayed on their own half and cost 5 points.');
  assert.equal(left({ black: 36, red: 34 }, PEOPLE, []), 'Two of Noor’s pawns stayed on their own half and cost 5 points.');
  assert.equal(whyText(over('000000c0/92000100 r', { black: 36, red: 34 })), 'One of Red’s pawns stayed on its own half and cost 2 points.');
  // In classic they cost nothing.
  assert.doesNotMatch(whyText(over(position, { black: 36, red: 34 }, { rules: 'classic' })), /half/);
});

test('why: more pawns in the goal', () => {
  assert.equal(whyText(over(END, { black: 46, red: 45 })), 'Eight of your pawns reached the goal, seven of Red’s. That one pawn decided it.');
  assert.equal(whyText(over(END, { black: 46, red: 45 }, {}, ['red'])), 'Eight of Black’s pawns reached the goal, seven of yours. That one pawn decided it.');
  assert.equal(whyText(over(END, { black: 46, red: 45 }, PEOPLE, [])), 'Eight of Ada’s pawns reached the goal, seven of Noor’s. That one pawn decided it.');
  assert.equal(whyText(over('0000400a/00840000 r', { black: 54, red: 44 })), 'Ten of your pawns reached the goal, none of Red’s. That decided it.');
});

test('why: ahead since a turn, or the last turn', () => {
  // As many in the goals, and 42 : 43 at first.
  const [start, score] = ['00000435/54300000', { black: 45, red: 44 }];
  const end = '00000165/55200000 r';
  const ahead = { start: `${start} b`, turns: ['fg fg', 'cb', 'fg', 'pass'] };
  assert.equal(whyText(over(end, score, ahead)), 'You were ahead since turn 2.');
  assert.equal(whyText(over(end, score, { ...PEOPLE, ...ahead }, [])), 'Ada was ahead since turn 2.');
  const last = { start: `${start} r`, turns: ['cb', 'fg fg', 'pass', 'fg'] };
  assert.equal(whyText(over(end, score, last)), 'Your last turn decided it.');
  assert.equal(whyText(over(end, score, last, ['red'])), 'The last turn decided it.');
});

test('a draw tells how the game ended', () => {
  assert.equal(whyText(over('00000066/66000000 b', { black: 48, red: 48 })), 'All pawns have passed each other.');
});

test('every language has a sentence for every number of pawns', () => {
  for (const language of ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ro']) {
    use(language, catalogue(language));
    for (let pawns = 1; pawns <= 12; pawns += 1) {
      const position = `0000${'0123456789abc'[12 - pawns]}00${'0123456789abc'[pawns]}/00c00000 r`;
      for (const you of [['black'], ['red'], []]) {
        const told = whyText(over(position, { black: 2, red: 1 }, PEOPLE, you));
        assert.doesNotMatch(told, /[{}]|result\.|undefined/, `${language}: ${told}`);
        assert.match(told, /^\p{Lu}[^.]+\. \p{Lu}/u, `${language}: ${told}`);
      }
    }
  }
  use('en', catalogue('en'));
});

test('the match tells who leads', () => {
  const standing = (/** @type {any} */ half, /** @type {any} */ winner, /** @type {any} */ you = ['black']) => standingText(over(END, { black: 46, red: 45 }, { ...PEOPLE, match: { games: 3, half_points: half, winner, finished: [] } }, you));
  assert.equal(standing({ black: 2, red: 0 }, null), 'you lead 1 : 0');
  assert.equal(standing({ black: 1, red: 2 }, null), 'Noor leads 1 : ½');
  assert.equal(standing({ black: 2, red: 2 }, null), 'level at 1 : 1');
  assert.equal(standing({ black: 4, red: 2 }, 'black'), 'you win 2 : 1');
  assert.equal(standing({ black: 4, red: 2 }, 'black', []), 'Ada wins 2 : 1');
  assert.equal(standing({ black: 3, red: 3 }, 'draw'), 'a draw, 1½ : 1½');
});

test('the count goes from both goals to the middle, then over the own halves', () => {
  const beats = beatsOf('bonus', END);
  assert.deepEqual(beats.map(({ rows }) => rows), [[7, 0], [6, 1], [5, 2], [4, 3]]);
  assert.deepEqual(beats.map(({ counts }) => counts.map(({ side, pawns, each, sum }) => [side, pawns, each, sum])), [
    [['black', 8, 5, 40], ['red', 7, 5, 35]], [['red', 2, 3, 6]], [['black', 2, 2, 4], ['red', 1, 2, 2]], [['black', 2, 1, 2], ['red', 2, 1, 2]],
  ]);
  assert.deepEqual(totalsOf(beats.flatMap(({ counts }) => counts)), { black: 46, red: 45 });
  assert.deepEqual(totalsOf(beats.slice(0, 2).flatMap(({ counts }) => counts)), { black: 40, red: 41 });
});

test('rows of the own half come last, with minus points; pairs without a pawn are skipped', () => {
  const beats = beatsOf('bonus', '00000408/90021000 b');
  assert.deepEqual(beats.map(({ rows }) => rows), [[7, 0], [5, 2], [4, 3], [3, 4]]);
  assert.deepEqual(beats.at(-1)?.counts, [{ side: 'red', row: 4, pawns: 1, each: -1, sum: -1 }]);
  // In classic they count nothing, and say so.
  assert.equal(beatsOf('classic', '00000408/90021000 b').at(-1)?.counts[0]?.sum, 0);
});

test('the biggest slip is the first of those that lost the most', () => {
  const turn = (/** @type {string} */ side, /** @type {number} */ lost, /** @type {string} */ best) => ({ side, lost, number: 1, after: END, best: lost > 0 ? { turn: best } : null });
  const review = /** @type {any} */ ({ start: { position: START }, turns: [turn('black', 1, 'ab bc'), turn('red', 9, 'hg gf'), turn('black', 4, 'fg cg +gf'), turn('black', 4, 'ab ab')] });
  const slip = biggestSlip(review, 'black');
  assert.deepEqual([slip?.at, slip?.lost, slip?.best], [2, 4, 'fg cg +gf']);
  assert.equal(biggestSlip(/** @type {any} */ ({ start: { position: START }, turns: [turn('black', 0, '')] }), 'black'), null);
});

test('a level is suggested if the estimate differs from the level just played', () => {
  assert.equal(levelToTry('4', { level: '5', give_or_take: 1 }), '5');
  assert.equal(levelToTry('4', { level: '4', give_or_take: 1 }), null);
  assert.equal(levelToTry('4', null), null);
});
