import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { isSolvedDay, keep, recall, rememberDay, solvedPuzzles } from '../js/store.js';
import { countRight, dueMistakes, isDue, joined, mistakes, mistakesIn, noteMistakes, rememberSolved, solvedOn, unknownMistakes } from '../js/study/mistakes.js';
import { dayByKey, dayInTabOrder, monthOf, monthsBeside, otherMonth, weeksOf } from '../js/study/month-model.js';
import { marksOf, puzzleStreak, solvedDays, streakOf } from '../js/study/puzzle-days.js';
import { dayOf, daysBetween, dotsOf, FIRST_DAY, fits, readDay, shifted, wrongKind } from '../js/study/puzzle-model.js';
import { findDay, nextOf, openDays } from '../js/study/puzzle-next.js';

/** @type {Map<string, string>} */
const stored = new Map();
beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, { localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  } });
});

const TODAY = '2026-11-16';

test('days are in UTC', () => {
  assert.equal(dayOf(new Date('2026-11-15T23:30:00Z')), '2026-11-15');
  assert.equal(shifted('2026-03-01', -1), '2026-02-28');
  assert.equal(shifted('2026-12-31', 1), '2027-01-01');
  assert.equal(daysBetween('2026-12-28', '2027-01-04'), 7);
  assert.equal(readDay('2026-02-30'), null);
  assert.equal(readDay('2026-02-3'), null);
  assert.equal(readDay('2026-02-03'), '2026-02-03');
});

test('a wrong turn loses, draws or wins by less', () => {
  assert.deepEqual([-7, 0, 2].map(wrongKind), ['loses', 'draws', 'wins']);
});

test('a difficulty is easy, medium or hard; what no level finds is hard', () => {
  const levels = [4, 6, 7, 8, 9, 10, null];
  assert.deepEqual(levels.map((level) => /** @type {const} */ (['easy', 'medium', 'hard']).filter((wish) => fits(wish, level)).join()), ['easy', 'easy', 'medium', 'medium', 'hard', 'hard', 'hard']);
  assert.ok(levels.every((level) => fits('any', level)));
  assert.deepEqual([4, null].map(dotsOf), [4, 10]);
});

test('a month has whole weeks from Monday on, without those to come', () => {
  const weeks = weeksOf('2026-11', TODAY);
  assert.deepEqual(weeks.map((week) => week.map((day) => day?.slice(8) ?? '')), [
    ['', '', '', '', '', '', '01'], ['02', '03', '04', '05', '06', '07', '08'], ['09', '10', '11', '12', '13', '14', '15'], ['16', '17', '18', '19', '20', '21', '22'],
  ]);
  assert.equal(weeksOf('2026-11', '2026-12-24').length, 6);
  assert.deepEqual(weeksOf('2027-02', '2027-03-01').flat().filter((day) => day !== null).length, 28);
  assert.equal(weeksOf('2027-02', '2027-03-01').at(-1)?.[6], '2027-02-28');
  assert.equal(weeksOf('2026-12', '2026-12-01').length, 1);
});

test('months go from the first puzzle to today', () => {
  assert.deepEqual(monthsBeside('2026-11', TODAY), { before: null, after: null });
  assert.deepEqual(monthsBeside('2026-12', '2027-01-02'), { before: '2026-11', after: '2027-01' });
  assert.equal(otherMonth('2026-12', 1), '2027-01');
  assert.equal(monthOf('2026-12-24'), '2026-12');
});

test('arrow keys move by days and weeks, and stay where there are puzzles', () => {
  assert.equal(dayByKey('2026-11-10', 'ArrowLeft', TODAY), '2026-11-09');
  assert.equal(dayByKey('2026-11-10', 'ArrowDown', TODAY), '2026-11-10', 'the 17th is to come');
  assert.equal(dayByKey('2026-12-02', 'ArrowUp', '2026-12-24'), '2026-11-25');
  assert.equal(dayByKey(FIRST_DAY, 'ArrowLeft', TODAY), FIRST_DAY);
  assert.equal(dayByKey('2026-11-10', 'Enter', TODAY), null);
  assert.equal(dayInTabOrder('2026-11', '2026-11-04', TODAY), '2026-11-04');
  assert.equal(dayInTabOrder('2026-11', '', TODAY), TODAY);
  assert.equal(dayInTabOrder('2026-11', '2026-12-03', '2026-12-04'), '2026-11-30');
});

/** @param {string} day @param {string} [on] @param {string} [rules] */
const solvedPuzzle = (day, on = day, rules = 'bonus') => ({ rules, day, on, tries: 1 });

test('a streak counts days solved on their day, up to today or yesterday', () => {
  const week = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'].map((day) => solvedPuzzle(day));
  assert.equal(streakOf(week, TODAY), 4);
  assert.equal(streakOf([...week, solvedPuzzle(TODAY)], TODAY), 5);
  assert.equal(streakOf(week, '2026-11-17'), 0, 'a missed day starts anew');
  assert.equal(streakOf([...week, solvedPuzzle('2026-11-11', '2026-11-12')], TODAY), 4, 'solved later');
  assert.equal(streakOf([...week, solvedPuzzle('2026-11-11', '2026-11-11', 'geeky')], TODAY), 5, 'any rules');
  assert.equal(streakOf([], TODAY), 0);
});

test('solved days are kept with the day on which they were solved, and the first time counts', () => {
  keep('linja.puzzles', ['bonus 2026-11-05', 7, 'geeky 2026-11-06']);
  rememberDay({ rules: 'bonus', day: '2026-11-15', on: '2026-11-15', tries: 2 });
  rememberDay({ rules: 'bonus', day: '2026-11-15', on: TODAY, tries: 1 });
  rememberDay({ rules: 'bonus', day: '2026-11-10', on: TODAY, tries: 1 });
  assert.deepEqual([...solvedDays('bonus')], [['2026-11-05', 'then'], ['2026-11-15', 'then'], ['2026-11-10', 'later']]);
  assert.deepEqual([...marksOf(solvedPuzzles(), 'geeky')], [['2026-11-06', 'then']], 'of an older version');
  assert.equal(solvedPuzzles().find(({ day }) => day === '2026-11-15')?.tries, 2);
  assert.ok(isSolvedDay('bonus', '2026-11-05') && !isSolvedDay('geeky', '2026-11-05'));
  assert.equal(puzzleStreak(TODAY), 1);
  assert.deepEqual(recall('linja.puzzles').at(-1), 'bonus 2026-11-10 2026-11-16 1');
});

const [FIRST, SECOND, THIRD] = ['61111110/01111116 b', '52111110/01112115 r', '01421103/31200240 b'];
/** @type {(turns: object[]) => any} */
const review = (turns) => ({ rules: 'bonus', start: { position: FIRST }, turns });
const GAME = review([
  { side: 'black', lost: 3, after: SECOND }, { side: 'red', lost: 9, after: THIRD }, { side: 'black', lost: 2, after: SECOND }, { side: 'red', lost: 0, after: THIRD }, { side: 'black', lost: 6, after: SECOND },
]);
/** @param {string} position @param {object} [more] */
const mistake = (position, more = {}) => ({ rules: 'bonus', position, lost: 3, right: /** @type {number|null} */ (1), solved: /** @type {string[]} */ ([]), ...more });

test('mistakes are the player’s turns that lost 3 points or more, with the position before them', () => {
  assert.deepEqual(mistakesIn(GAME, 'black').map(({ position, lost }) => [position, lost]), [[FIRST, 3], [THIRD, 6]]);
  assert.deepEqual(mistakesIn(GAME, 'red').map(({ position, lost }) => [position, lost]), [[SECOND, 9]]);
});

test('a mistake is kept once, and forgotten after two hundred others', () => {
  const known = [mistake(FIRST, { solved: ['2026-11-01'] })];
  assert.deepEqual(joined(known, [mistake(FIRST), mistake(SECOND), mistake(SECOND)]).map(({ position, solved }) => [position, solved.length]), [[FIRST, 1], [SECOND, 0]]);
  const many = Array.from({ length: 205 }, (_, at) => mistake(SECOND, { rules: `r${at}` }));
  assert.equal(joined(known, many).length, 200);
  assert.equal(joined(known, many).at(-1)?.rules, 'r204');
});

test('a mistake is a puzzle with at most two right positions; solved, it comes back once, after a week', () => {
  assert.ok(isDue(mistake(FIRST, { right: 2 }), TODAY));
  assert.ok(!isDue(mistake(FIRST, { right: 3 }), TODAY));
  assert.ok(!isDue(mistake(FIRST, { right: null }), TODAY), 'nobody has asked yet');
  const once = solvedOn(mistake(FIRST), TODAY);
  assert.ok(!isDue(once, '2026-11-22'));
  assert.deepEqual(solvedOn(once, '2026-11-22').solved, [TODAY], 'too early');
  assert.ok(isDue(once, '2026-11-23'));
  const twice = solvedOn(once, '2026-11-23');
  assert.ok(!isDue(twice, '2027-11-23'));
});

test('this device keeps mistakes of games with one own side, and survives a damaged storage', () => {
  keep('linja.mistakes', [mistake('nonsense'), null, mistake(FIRST, { solved: [7] }), 'x']);
  assert.deepEqual(mistakes(), []);
  noteMistakes(GAME, ['black', 'red']);
  noteMistakes(GAME, []);
  assert.deepEqual(mistakes(), []);
  noteMistakes(GAME, ['black']);
  noteMistakes(GAME, ['black']);
  assert.deepEqual(unknownMistakes().map(({ position }) => position), [FIRST, THIRD]);
  countRight({ rules: 'bonus', position: FIRST }, 2);
  countRight({ rules: 'bonus', position: THIRD }, 1);
  assert.deepEqual(dueMistakes(TODAY).map(({ position }) => position), [THIRD, FIRST], 'the newest first');
  rememberSolved({ rules: 'bonus', position: THIRD }, TODAY);
  assert.deepEqual(dueMistakes(TODAY).map(({ position }) => position), [FIRST]);
});

/** @param {string} day @returns {import('../js/study/puzzle-next.js').Which} */
const day = (day) => ({ day, mistake: null });
const own = (/** @type {string} */ position) => /** @type {const} */ ({ day: null, mistake: { rules: 'bonus', position } });

test('next is today’s puzzle, then own mistakes, then the newest open day', () => {
  const due = [mistake(FIRST), mistake(SECOND)];
  const open = new Map();
  const solved = new Map([[TODAY, 'then'], ['2026-11-15', 'later']]);
  assert.deepEqual(nextOf({ today: TODAY, shown: day('2026-11-10'), solved: open, due }), day(TODAY));
  assert.equal(nextOf({ today: TODAY, shown: day(TODAY), solved: open, due })?.mistake?.position, FIRST, 'what is shown is not the next');
  assert.equal(nextOf({ today: TODAY, shown: own(FIRST), solved, due })?.mistake?.position, SECOND);
  assert.equal(nextOf({ today: TODAY, shown: own(FIRST), solved, due: [mistake(FIRST)] }), null);
  assert.deepEqual(openDays({ today: TODAY, shown: day('2026-11-14'), solved }).slice(0, 2), ['2026-11-13', '2026-11-12']);
  assert.equal(openDays({ today: TODAY, shown: own(FIRST), solved: open }).at(-1), FIRST_DAY);
  assert.deepEqual(openDays({ today: FIRST_DAY, shown: own(FIRST), solved: open }), []);
});

test('the next day has the wanted difficulty if one of two weeks has it', async () => {
  const days = openDays({ today: '2026-12-24', shown: day('2026-12-24'), solved: new Map() });
  /** @type {string[]} */
  const asked = [];
  const levelOf = async (/** @type {string} */ each) => (asked.push(each), each === '2026-12-20' ? 9 : 7);
  assert.equal(await findDay(days, 'any', levelOf), '2026-12-23');
  assert.deepEqual(asked, []);
  assert.equal(await findDay(days, 'hard', levelOf), '2026-12-20');
  assert.equal(asked.length, 4);
  assert.equal(await findDay(days, 'easy', levelOf), '2026-12-23');
  assert.equal(asked.length, 4 + 14);
  assert.equal(await findDay([], 'easy', levelOf), null);
});
