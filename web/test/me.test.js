// My games and Me: the level from several games, filters, sums, the geometry of charts, what the device keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from '../js/api.js';
import { reviewQueue } from '../js/me/ask.js';
import { dateMarks, height, levelScale, levelShapes, sparkline } from '../js/me/chart.js';
import { countedSince, forgetNumbers, keepGames, keptGames, numbers, rememberNumbers } from '../js/me/kept.js';
import { addressOf, inOrder, matches, opponentKey, opponentsIn, outcomeOf, readFilters, seatOf } from '../js/me/list.js';
import { puzzleDays } from '../js/me/puzzle-days.js';
import { course, placed, playedLike, together } from '../js/me/strength.js';
import { givenAway, givenCourse, oldestMonth, resultsByLevel, rulesApart } from '../js/me/summary.js';
import { whenText } from '../js/me/when.js';
import { use } from '../js/text.js';

use('en', { 'common.computer_named': 'Computer, {name}', 'me.opponent_computer': 'Computer, any level', 'common.level_name_4': 'Regular', 'common.level_name_5': 'Club', 'common.computer_perfect': 'Computer, perfect', 'home.opponent_local': 'Two players' });

const DAY = 86_400_000;
/** The sums of `linja review --json docs/sample-game.linja`: Black played like level 4 ± 2, Red like level 3 ± 1. */
const BLACK = { choices: 18, likelihoods: [-30.77, -28.488, -27.424, -27.414, -28.767, -31.118, -34.463, -39.289, -42.384, -46.697, -74.967] };
const RED = { choices: 18, likelihoods: [-21.67, -19.729, -19.059, -19.496, -21.275, -24.086, -27.721, -31.371, -33.159, -35.724, -54.566] };

/** @param {Partial<import('../js/types').GameSummary>} [change] @returns {import('../js/types').GameSummary} */
const game = (change = {}) => ({
  id: 'a', seq: 3, you: ['black'], status: 'over', rules: 'bonus', opponent: { type: 'computer', level: '4' },
  players: { black: { type: 'person', name: 'Ada' }, red: { type: 'computer', level: '4' } },
  match: { games: 1, number: 1, game: 1, played: 1, half_points: { black: 2, red: 0 }, winner: null, finished: [] },
  clock: null, position: '00002208/72120000 r', turns: 30, to_move: null, score: { black: 46, red: 45 },
  result: { termination: 'normal', winner: 'black', score: { black: 46, red: 45 } },
  previous: null, next: null, created_at: 1000, updated_at: 2000, ...change,
});
const live = { status: /** @type {const} */ ('playing'), result: null, to_move: /** @type {const} */ ('black') };
/** @param {string} one @param {string} two */
const pair = (one, two) => ({ black: { type: /** @type {const} */ ('person'), name: one }, red: { type: /** @type {const} */ ('person'), name: two } });
const onDevice = (one = 'Ada', two = 'Ben') => game({ you: ['black', 'red'], opponent: { type: 'local' }, players: pair(one, two) });

/** @param {Partial<import('../js/me/kept.js').Numbers>} change @returns {import('../js/me/kept.js').Numbers} */
const counted = (change) => ({ id: 'a', at: 0, rules: 'bonus', accuracy: 90, lost: 9, ...BLACK, ...change });

/** A device that remembers. @param {import('node:test').TestContext} t */
function withStorage(t) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const place = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value), removeItem: (/** @type {string} */ key) => kept.delete(key) };
  Object.assign(globalThis, { localStorage: place });
  t.after(() => Object.assign(globalThis, { localStorage: undefined }));
  return kept;
}

test('the level of one game is the one that the server tells', () => {
  assert.deepEqual(playedLike(BLACK), { level: '4', give_or_take: 2 });
  assert.deepEqual(playedLike(RED), { level: '3', give_or_take: 1 });
  assert.equal(playedLike({ ...BLACK, choices: 7 }), null, 'too few turns with a choice');
});

test('several games together tell the level more surely', () => {
  const ten = together(Array.from({ length: 10 }, () => BLACK));
  assert.equal(ten.choices, 180);
  assert.deepEqual(playedLike(ten), { level: '4', give_or_take: 1 });
  const [one, all] = [placed(BLACK), placed(ten)];
  assert.ok(one && all && all.spread < one.spread && Math.abs(all.level - 3.5) < 0.2, JSON.stringify([one, all]));
  assert.equal(placed({ ...BLACK, choices: 3 }), null);
});

test('the line of the chart looks back ten games', () => {
  const strong = { choices: 18, likelihoods: BLACK.likelihoods.map((_, at) => -((at + 1 - 9) ** 2)) };
  const steps = course([...Array.from({ length: 10 }, () => RED), ...Array.from({ length: 10 }, () => strong)]);
  assert.ok((steps[9]?.ten?.level ?? 0) < 4);
  assert.ok(Math.abs((steps[10]?.own?.level ?? 0) - 9) < 0.1, 'each game has its own dot');
  assert.ok(Math.abs((steps[19]?.ten?.level ?? 0) - 9) < 0.1, 'the first ten games are forgotten');
});

test('on one device the own side is the one with the own name', () => {
  assert.equal(seatOf(game(), ''), 'black');
  assert.equal(seatOf(onDevice(), 'Ada'), 'black');
  assert.equal(seatOf(onDevice('Ben', 'Ada'), 'Ada'), 'red');
  assert.equal(seatOf(onDevice('Ada', 'Ada'), 'Ada'), null);
  assert.equal(seatOf(onDevice(), ''), null);
  assert.deepEqual([outcomeOf(onDevice(), 'Ben'), outcomeOf(onDevice(), 'Eve'), outcomeOf(onDevice(), 'Ada')], ['lost', 'black', 'won']);
  assert.equal(outcomeOf(game({ result: { termination: 'abandoned', winner: null, score: { black: 0, red: 0 } } }), ''), 'none');
});

test('a row leads to the review, or to a game that has none', () => {
  assert.equal(addressOf(game()), '/game/a/review');
  assert.equal(addressOf(game(live)), '/game/a');
  assert.equal(addressOf(game({ turns: 1, result: { termination: 'abandoned', winner: null, score: { black: 0, red: 0 } } })), '/game/a');
});

test('filters combine and are read from the address', () => {
  assert.deepEqual(readFilters(new URLSearchParams('show=won&opponent=computer-4&rules=bonus&x=1')), { show: 'won', opponent: 'computer-4', rules: 'bonus' });
  assert.deepEqual(readFilters(new URLSearchParams('show=nonsense')), { show: 'all', opponent: '', rules: '' });
  const fits = (/** @type {string} */ query, /** @type {import('../js/types').GameSummary} */ one) => matches(one, readFilters(new URLSearchParams(query)), 'Ada');
  assert.ok(fits('show=won&opponent=computer-4&rules=bonus', game()));
  assert.ok(fits('opponent=computer', game()));
  for (const query of ['show=lost', 'show=live', 'opponent=computer-5', 'opponent=person-Ben', 'rules=geeky', 'show=won&rules=geeky']) assert.ok(!fits(query, game()), query);
  assert.ok(fits('show=won&opponent=person-Ben', onDevice()));
  assert.ok(fits('show=live', game(live)) && !fits('show=won', game(live)));
  const drawn = game({ result: { termination: 'normal', winner: 'draw', score: { black: 46, red: 46 } } });
  assert.ok(fits('show=drawn', drawn) && !fits('show=won', drawn) && !fits('show=lost', drawn) && !fits('show=drawn', game()) && !fits('show=drawn', game(live)));
});

test('live games come first, then the latest; what was withdrawn was no game', () => {
  const games = [game({ id: 'old' }), game({ id: 'new', updated_at: 9000 }), game({ id: 'live', ...live }), game({ id: 'gone', status: 'withdrawn', result: null })];
  assert.deepEqual(inOrder(games).map(({ id }) => id), ['live', 'new', 'old']);
});

test('opponents to choose from: computers by level, then people', () => {
  const perfect = game({ opponent: { type: 'computer', level: 'perfect' } });
  const friend = game({ opponent: { type: 'invitation' }, players: pair('Ada', 'Mum') });
  const waiting = game({ opponent: { type: 'invitation' }, status: 'waiting', result: null, players: { black: { type: 'person', name: 'Ada' }, red: { type: 'open' } } });
  assert.deepEqual(opponentsIn([friend, perfect, game(), onDevice(), waiting], 'Ada'), [
    ['computer', 'Computer, any level'], ['computer-4', 'Computer, Regular'], ['computer-perfect', 'Computer, perfect'], ['person-Ben', 'Ben'], ['person-Mum', 'Mum'],
  ]);
  assert.equal(opponentKey(onDevice(), ''), 'local');
});

test('rule sets stand apart once two have five games each', () => {
  const of = (/** @type {string} */ rules, /** @type {number} */ count) => Array.from({ length: count }, () => counted({ rules }));
  assert.deepEqual(rulesApart([...of('bonus', 9), ...of('geeky', 4)]), []);
  assert.deepEqual(rulesApart([...of('geeky', 5), ...of('bonus', 9), ...of('classic', 2)]), ['bonus', 'geeky']);
});

test('points given away: over the last ten games, and in the oldest month', () => {
  assert.equal(givenAway([]), null);
  assert.equal(givenAway([counted({ lost: 9, choices: 18 }), counted({ lost: 0, choices: 2 })]), 0.45);
  const many = [counted({ lost: 180 }), ...Array.from({ length: 10 }, () => counted({ lost: 0 }))];
  assert.deepEqual([givenCourse(many)[0], givenCourse(many).at(-1)], [10, 0]);
  const at = (/** @type {string} */ day) => new Date(`${day}T12:00:00`).getTime();
  const games = [counted({ at: at('2026-09-03'), lost: 27 }), counted({ at: at('2026-09-20'), lost: 9 }), counted({ at: at('2026-11-01'), lost: 0 })];
  assert.deepEqual(oldestMonth(games), { at: at('2026-09-03'), points: 1 });
  assert.equal(oldestMonth(games.slice(2)), null, 'nothing to compare with');
});

test('results by level count games against the computer', () => {
  const won = game();
  const lost = game({ result: { termination: 'time', winner: 'red', score: { black: 0, red: 0 } } });
  const strong = game({ opponent: { type: 'computer', level: 'perfect' }, result: { termination: 'normal', winner: 'draw', score: { black: 1, red: 1 } } });
  const other = game({ rules: 'geeky' });
  const all = [strong, won, won, lost, other, game(live), onDevice()];
  assert.deepEqual(resultsByLevel(all, { since: 0, rules: 'bonus' }), [{ level: '4', won: 2, drawn: 0, lost: 1 }, { level: 'perfect', won: 0, drawn: 1, lost: 0 }]);
  assert.equal(resultsByLevel(all, { since: 0, rules: null })[0]?.won, 3);
  assert.deepEqual(resultsByLevel(all, { since: 2000, rules: null }), [], 'forgotten');
});

test('a chart of levels has at most four lines, and keeps everything inside', () => {
  const step = (/** @type {number} */ level, spread = 0.5) => ({ own: { level, spread: 1 }, ten: { level, spread } });
  const flat = levelScale([step(1.2)]);
  assert.deepEqual(flat, { low: 1, high: 3, ticks: [1, 2, 3] });
  assert.deepEqual(levelScale([step(11, 0)]), { low: 9, high: 11, ticks: [9, 10, 11] });
  const wide = levelScale([step(1.2), step(10.4)]);
  assert.deepEqual(wide, { low: 1, high: 11, ticks: [1, 4, 7, 10] });
  assert.deepEqual([height(wide, 11), height(wide, 1), height(wide, 6)], [0, 100, 50]);
  const { dots, line, band } = levelShapes([step(1.2), step(10.4), { own: null, ten: null }], wide);
  assert.deepEqual([dots.length, line.length, band.length], [2, 2, 4]);
  assert.ok([...dots, ...line, ...band].every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 100));
});

test('a small line begins at zero', () => {
  assert.deepEqual(sparkline([2, null, 1]), [{ x: 0, y: 0 }, { x: 100, y: 50 }]);
  assert.deepEqual(sparkline([0]), [{ x: 50, y: 100 }]);
});

test('dates below a chart: months with room between them, else the first and the last day', () => {
  const from = new Date('2026-08-20T12:00:00').getTime();
  const days = (/** @type {number} */ count, step = 1) => Array.from({ length: count }, (_, at) => from + at * step * DAY);
  assert.deepEqual(dateMarks(days(1)).map(({ x, isMonth }) => [x, isMonth]), [[50, false]]);
  assert.deepEqual(dateMarks(days(5)).map(({ x, isMonth }) => [x, isMonth]), [[0, false], [100, false]]);
  const months = dateMarks(days(100));
  assert.ok(months.length >= 2 && months.every(({ isMonth }) => isMonth));
  assert.ok(months.every(({ x }, at) => at === 0 || x - (months[at - 1]?.x ?? 0) >= 38));
});

test('puzzle days: a streak lasts while today is still open', (t) => {
  const today = '2026-03-01';
  const kept = withStorage(t);
  kept.set('linja.puzzles', JSON.stringify(['bonus 2026-02-28']));
  const { week } = puzzleDays(today);
  assert.deepEqual(week.map(({ day }) => day.slice(-2)), ['23', '24', '25', '26', '27', '28', '01']);
  assert.deepEqual(week.filter(({ isSolved }) => isSolved).map(({ day }) => day), ['2026-02-28']);
  kept.set('linja.puzzles', JSON.stringify(['bonus 2026-03-01', 'geeky 2026-03-01 2026-03-01 1', 7]));
  assert.deepEqual([puzzleDays(today).count, puzzleDays(today).streak, puzzleDays(today).isMostlyFirst], [2, 1, false]);
  kept.set('linja.puzzles', JSON.stringify(['bonus 2026-03-01 2026-03-01 1', 'bonus 2026-02-28 2026-03-01 1', 'bonus 2026-02-27 2026-02-27 3']));
  assert.deepEqual([puzzleDays(today).count, puzzleDays(today).streak, puzzleDays(today).isMostlyFirst], [3, 1, true], 'a day solved later does not count');
});

test('numbers are kept once, in order, and begin afresh when forgotten', (t) => {
  const kept = withStorage(t);
  const summary = /** @type {any} */ ({ ...BLACK, lost: 25, accuracy: 87.5 });
  rememberNumbers({ id: 'late', rules: 'bonus', updated_at: 50 }, summary);
  rememberNumbers({ id: 'early', rules: 'bonus', updated_at: 20 }, summary);
  rememberNumbers({ id: 'late', rules: 'bonus', updated_at: 60 }, summary);
  assert.deepEqual(numbers().map(({ id, at }) => [id, at]), [['early', 20], ['late', 50]]);
  assert.deepEqual(playedLike(together(numbers().slice(1))), { level: '4', give_or_take: 2 }, 'shortened numbers tell the same');
  forgetNumbers(50);
  rememberNumbers({ id: 'late', rules: 'bonus', updated_at: 50 }, summary);
  assert.deepEqual([numbers(), countedSince()], [[], 50]);
  rememberNumbers({ id: 'next', rules: 'bonus', updated_at: 51 }, summary);
  assert.equal(numbers().length, 1);
  kept.set('linja.numbers', '{"since": "x", "games": [{"id": 7}]}');
  assert.deepEqual([numbers(), countedSince()], [[], 0], 'what is no number is left out');
});

test('the latest games are kept for times without a connection', (t) => {
  const kept = withStorage(t);
  keepGames(Array.from({ length: 60 }, (_, at) => game({ id: String(at) })));
  assert.deepEqual([keptGames().length, keptGames()[0]?.id], [50, '0']);
  kept.set('linja.games', '[{"id": "x"}, null]');
  assert.deepEqual(keptGames(), []);
});

test('reviews are asked one at a time, and not for games that are out of view', async () => {
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const answers = [];
  const queue = reviewQueue({ signal: new AbortController().signal, review: ({ id }) => new Promise((done) => { asked.push(id); answers.push(done); }) });
  const [a, b, c] = ['a', 'b', 'c'].map((id) => game({ id }));
  assert.ok(a && b && c);
  const running = queue.want(a);
  queue.want(b);
  queue.want(c);
  queue.want(a);
  assert.deepEqual(asked, ['a']);
  queue.leave(b);
  answers[0]?.();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(asked, ['a', 'c']);
  answers[1]?.();
  await running;
  assert.deepEqual(asked, ['a', 'c']);
});

test('a busy server is left alone, a game without a review is passed over', async () => {
  /** @param {number} status */
  const asked = async (status) => {
    /** @type {string[]} */
    const found = [];
    const queue = reviewQueue({ signal: new AbortController().signal, review: async ({ id }) => { found.push(id); throw new ApiError({ status, code: 'x' }); } });
    await Promise.all(['a', 'b'].map((id) => queue.want(game({ id }))));
    return found;
  };
  assert.deepEqual(await asked(429), ['a']);
  assert.deepEqual(await asked(404), ['a', 'b']);
  const left = new AbortController();
  left.abort();
  let count = 0;
  await reviewQueue({ signal: left.signal, review: async () => { count += 1; } }).want(game());
  assert.equal(count, 0, 'the page was left');
});

test('when a game was: the time of today for games under way, else the day', () => {
  const now = new Date('2026-11-18T12:00:00').getTime();
  const text = (/** @type {number} */ past, isLive = false) => whenText(now - past, now, { isLive });
  assert.deepEqual([text(30_000, true), text(5 * 60_000, true), text(2 * 3_600_000, true)], ['Now', '5 minutes ago', '2 hours ago']);
  assert.deepEqual([text(2 * 3_600_000), text(13 * 3_600_000), text(-5000)], ['Today', 'Yesterday', 'Today']);
  assert.equal(text(3 * DAY), '15 November');
  assert.match(text(400 * DAY), /2025/);
});
