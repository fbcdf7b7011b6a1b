import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse, START, write } from '../js/position.js';
import { addressOf, changed, cleared, fromAddress, pawnsOf, readPasted, violationsOf } from '../js/study/editor-model.js';
import { axisStep, graphOf, marginsOf } from '../js/study/graph.js';
import {
  beginning, equationOf, linesOf, mistakeFrom, positionAt, resultFor, signsOf, spotOf,
} from '../js/study/review-model.js';
import { positionAfter, readTries } from '../js/study/notes-text.js';
import { offendingLine, tagsOf, ungraded } from '../js/study/record-model.js';
import { listedLines } from '../js/study/review-lines.js';
import { beginTrail, followed, moved } from '../js/study/trail.js';
import { targetOf } from '../js/study/review-walk.js';
import { arrowsOf, barsOf, listModel, outcomeOf, stepsOf } from '../js/study/values.js';

const SUMMARY = {
  turns: 2, choices: 2, lost: 0, accuracy: 100, average_loss: 0, result_changes: 0, best: 0, inaccuracies: 0, mistakes: 0, blunders: 0,
};

/** Black begins at +1, errs by 7, Red errs by 3, Black plays best. @returns {import('../js/study/review-model.js').Review} */
function review() {
  const turn = { over: false, results: 5, changes_result: false, best: null };
  return {
    rules: 'bonus',
    score: { black: 40, red: 43 },
    termination: 'normal',
    winner: 'red',
    start: { position: '61111110/01111116 b', margin_for_black: 1 },
    end: { position: '52111110/01111116 r', margin_for_black: -3 },
    turns: [
      { ...turn, number: 1, side: 'black', turn: 'ab ac', after: '52111110/01111116 r', margin_before: 1, margin_after: -6, lost: 7, grade: 'blunder', changes_result: true },
      { ...turn, number: 1, side: 'red', turn: 'hg hf', after: '52111110/01111124 b', margin_before: 6, margin_after: 3, lost: 3, grade: 'mistake' },
      { ...turn, number: 2, side: 'black', turn: 'ab', after: '52111110/01111116 r', margin_before: -3, margin_after: -3, lost: 0, grade: 'best', over: true },
    ],
    black: { ...SUMMARY, lost: 7 },
    red: { ...SUMMARY, lost: 3 },
    turning_point: 0,
  };
}

const FRAME = { width: 430, height: 150, left: 30, right: 0, top: 30, bottom: 30 };

test('the equation holds for Black', () => {
  assert.deepEqual(equationOf(review()), { start: 1, black: 7, red: 3, end: -3, holds: true });
});

test('the graph changes only at mistakes', () => {
  const graph = graphOf(review(), FRAME);
  assert.deepEqual(marginsOf(review()), [1, -6, -3, -3]);
  assert.deepEqual(graph.steps.map(({ at, side, grade }) => [at, side, grade]), [[0, 'black', 'blunder'], [1, 'red', 'mistake']]);
  assert.equal(graph.line.match(/H/gu)?.length, 3);
});

test('the graph has its zero and all margins inside, and a click finds the nearest step', () => {
  const graph = graphOf(review(), FRAME);
  for (const { from, to } of graph.steps) {
    assert.ok(Math.min(from, to) >= 30 && Math.max(from, to) <= 120);
  }
  assert.ok(graph.rows.some(({ margin, y }) => margin === 0 && y === graph.zero));
  for (const step of graph.steps) assert.equal(graph.turnAt(step.x + 2), step.at);
  assert.equal(graph.turnAt(-50), 0);
  assert.equal(graph.turnAt(5000), 2);
  assert.equal(graph.cursor(0), graph.steps[0]?.x);
});

test('areas show who is ahead, and neighbours are joined', () => {
  const still = { ...review(), turns: review().turns.map((turn) => ({ ...turn, lost: 0, margin_before: turn.side === 'black' ? 2 : -2 })) };
  const { areas } = graphOf({ ...still, end: { ...still.end, margin_for_black: 2 } }, FRAME);
  assert.equal(areas.length, 1);
  assert.equal(areas[0]?.ahead, 'black');
  assert.equal(areas[0]?.width, 400);
});

test('a game without turns has a graph', () => {
  const graph = graphOf({ ...review(), turns: [] }, FRAME);
  assert.equal(graph.steps.length, 0);
  assert.equal(graph.turnAt(100), 0);
});

test('the axis has few lines', () => {
  for (const [low, high] of /** @type {const} */ ([[0, 1], [-3, 4], [-6, 8], [-20, 8], [-50, 60], [0, 90]])) {
    const lines = (high - low) / axisStep(low, high);
    assert.ok(lines <= 7 && lines >= 1, `${low} to ${high}`);
  }
});

test('labels of the axis are at least 15 px apart, and zero has one', () => {
  for (const height of [100, 132, 150, 188, 260]) {
    for (const end of [-40, -3, 0, 9, 60]) {
      const { rows } = graphOf({ ...review(), end: { ...review().end, margin_for_black: end } }, { ...FRAME, height });
      const named = rows.filter(({ isNamed }) => isNamed);
      assert.ok(named.some(({ margin }) => margin === 0));
      named.slice(1).forEach(({ y }, i) => assert.ok(y - (named[i]?.y ?? 0) >= 15, `${height} ${end}`));
    }
  }
});

test('only mistakes are visited unless all slips are wanted', () => {
  const turns = review().turns.map((turn, at) => (at === 1 ? { ...turn, grade: /** @type {const} */ ('inaccuracy') } : turn));
  assert.equal(mistakeFrom({ ...review(), turns }, 0, 1, false), null);
  assert.equal(mistakeFrom({ ...review(), turns }, 0, 1, true), 1);
});

test('in a line the steps follow the line', () => {
  const tries = readTries('1 (ab ce | hg ec (hg hf))', 3);
  const to = (/** @type {string} */ name, /** @type {string[]} */ path, at = 1) => targetOf(name, review(), { at, path, tries }, true);
  assert.deepEqual(to('next', ['ab ce']), { at: 1, path: ['ab ce', 'hg ec'] });
  assert.deepEqual(to('previous', ['ab ce', 'hg ec']), { at: 1, path: ['ab ce'] });
  assert.deepEqual(to('previous', ['ab ce']), { at: 1, path: [] });
  assert.equal(to('next', ['ab ce', 'hg ec']), null);
  assert.deepEqual(to('next', []), { at: 2, path: [] });
  assert.deepEqual(to('first', ['ab ce'], 0), { at: 0, path: [] });
  assert.equal(to('first', [], 0), null);
  assert.equal(to('next', [], 3), null);
});

test('the best line comes first, tries follow with their values and the perfect answer', () => {
  const best = { turn: 'ab ac', after: '', over: false, margin: 1 };
  const game = { ...review(), turns: review().turns.map((turn, at) => (at === 0 ? { ...turn, best } : turn)) };
  const value = { turn: 'bc bd', after: '', over: false, margin: -2 };
  const answer = { turn: 'hg hf', after: '', over: false, margin: 2 };
  /** @type {Record<string, import('../js/study/answers.js').Values>} */
  const known = {
    '61111110/01111116 b': { turns: new Map([['bc bd', value]]), best: value },
    [positionAfter('61111110/01111116 b', ['bc bd'])]: { turns: new Map([['hg hf', answer]]), best: answer },
  };
  const values = { get: (/** @type {string} */ position) => known[position], ask: async (/** @type {string} */ position) => /** @type {any} */ (known[position]) };
  const answers = /** @type {any} */ ({ values });
  const listed = (/** @type {string} */ text) => listedLines({ review: game, at: 0, tries: readTries(text, 3), graded: true, answers });
  assert.deepEqual(listed('').map(({ kind, path, value: worth }) => [kind, path, worth?.margin]), [['best', ['ab ac'], 1]]);
  const lines = listed('0 (bc bd) (cd) (ab ac | hg hf)');
  assert.deepEqual(lines.map(({ kind, path, depth }) => [kind, path.at(-1), depth]), [['best', 'ab ac', 0], ['tried', 'hg hf', 1], ['tried', 'bc bd', 0], ['tried', 'cd', 0]]);
  assert.deepEqual(lines.map(({ canPromote }) => canPromote), [false, false, false, true]);
  assert.deepEqual(lines[2]?.answer, ['hg hf']);
  assert.equal(lines[2]?.value?.margin, -2);
  assert.equal(lines[3]?.value, undefined);
});

test('a game that was given up can be gone on with, a finished one can not', () => {
  const end = { ...review(), termination: /** @type {const} */ ('resignation') };
  const last = end.turns.length;
  const answers = /** @type {any} */ ({ values: { get: () => undefined } });
  const tries = readTries(`${last} (ab ac | hg hf)`, last);
  const listed = (/** @type {typeof end | ReturnType<typeof review>} */ game) => listedLines({ review: game, at: last, tries, graded: true, answers });
  const { side, number } = spotOf(end, last);
  assert.equal(side, positionAt(end, last).side);
  assert.ok(number >= (end.turns.at(-1)?.number ?? 0));
  assert.deepEqual(listed(end).map((line) => [line.path.at(-1), line.kind, line.side]), [['ab ac', 'tried', side], ['hg hf', 'tried', side === 'black' ? 'red' : 'black']]);
  assert.deepEqual(listed({ ...review(), termination: /** @type {const} */ ('normal') }), []);
});

test('turns are listed by number with Black first, whoever started', () => {
  const sides = /** @type {const} */ (['red', 'black', 'red']);
  const lines = linesOf(sides.map((side, at) => ({ side, number: 1 + Math.floor(at / 2) })));
  assert.deepEqual(lines, [{ number: 1, black: 1, red: 0, first: 'red' }, { number: 2, black: null, red: 2, first: 'red' }]);
});

test('the mistakes can be visited in both directions', () => {
  assert.equal(mistakeFrom(review(), -1, 1), 0);
  assert.equal(mistakeFrom(review(), 0, 1), 1);
  assert.equal(mistakeFrom(review(), 1, 1), 0);
  assert.equal(mistakeFrom(review(), 0, -1), 1);
  assert.equal(mistakeFrom({ ...review(), turns: [] }, 0, 1), null);
  assert.equal(mistakeFrom(review(), 3, -1), 1);
  assert.equal(beginning(review()), 0);
  assert.equal(beginning({ ...review(), turning_point: null, turns: [] }), 0);
});

test('a reviewed turn shows the position before it', () => {
  assert.equal(write(positionAt(review(), 0)), '61111110/01111116 b');
  assert.equal(write(positionAt(review(), 1)), '52111110/01111116 r');
  assert.equal(write(positionAt(review(), 3)), '52111110/01111116 r');
});

test('signs follow the points lost, and a changed result is marked', () => {
  const [first, second, third] = review().turns;
  assert.ok(first && second && third);
  assert.deepEqual([first, second, third].map(signsOf), ['?? ⇄', '?', '']);
});

test('the result is from the side of the reader', () => {
  assert.deepEqual(resultFor(review(), ['red']), { key: 'you_win', first: 43, second: 40 });
  assert.deepEqual(resultFor(review(), ['black']), { key: 'you_lose', first: 40, second: 43 });
  assert.deepEqual(resultFor(review(), ['black', 'red']), { key: 'red_wins', first: 43, second: 40 });
  assert.equal(resultFor({ ...review(), winner: null }, []).key, 'unfinished');
});

test('arrows number the actions and name the bonus', () => {
  assert.deepEqual(arrowsOf('ef fh ~fe', 'black'), [
    { from: 4, to: 5, side: 'black', kind: 'best', number: 1 },
    { from: 5, to: 7, side: 'black', kind: 'best', number: 2 },
    { from: 5, to: 4, side: 'red', kind: 'bonus' },
  ]);
  assert.deepEqual(arrowsOf('ab ce / bc df', 'black').map(({ number }) => number), [1, 2, 3, 4]);
  assert.deepEqual(arrowsOf('pass', 'red'), []);
});

test('steps are what the opening earns', () => {
  assert.deepEqual(stepsOf('bonus', START, 'ab ac'), [2]);
  assert.deepEqual(stepsOf('bonus', START, 'gh'), [0]);
  assert.deepEqual(stepsOf('classic', START, 'gh ab'), [1]);
  assert.deepEqual(stepsOf('bonus', START, 'pass'), []);
  const apart = parse('61110000/00000066 b');
  assert.deepEqual(stepsOf('classic', apart, 'cd ae / ab bd'), [1, 1]);
});

test('bars share their zero and stay inside', () => {
  for (const values of [[4, 3, 0, -1, -13], [2, 1], [-1, -2], [0, 0], [], [40, -40]]) {
    const { zero, bars } = barsOf(values);
    bars.forEach(({ from, size }, at) => {
      assert.ok(from >= -0.001 && from + size <= 100.001, `${values}`);
      if ((values[at] ?? 0) > 0) assert.equal(from, zero);
    });
  }
});

test('the list is sorted by margin and counts outcomes', () => {
  const turns = [4, 0, -1].map((margin) => ({ turn: 'ab ac', after: '', over: false, margin }));
  const model = listModel('bonus', START, turns.reverse());
  assert.deepEqual(model.lines.map(({ value }) => value), [4, 0, -1]);
  assert.deepEqual(model.counts, { win: 1, draw: 1, loss: 1 });
  assert.equal(model.exact, true);
  assert.equal(outcomeOf(model.best?.value ?? 0), 'win');
});

test('one estimate makes the whole list an estimate', () => {
  const model = listModel('bonus', START, [
    { turn: 'ab ac', after: '', over: false, margin: null, estimate: 2.3 },
    { turn: 'bc', after: '', over: true, margin: 1 },
  ]);
  assert.equal(model.exact, false);
  assert.deepEqual(model.lines.map(({ exact }) => exact), [false, true]);
});

test('the editor lists every violation', () => {
  assert.deepEqual(violationsOf(START), []);
  const wrong = changed(changed(changed(START, 'black', 0, -1), 'red', 3, 6), 'red', 3, -1);
  assert.deepEqual(violationsOf(wrong), [
    { kind: 'missing', side: 'black', count: 1, has: 11 },
    { kind: 'surplus', side: 'red', count: 5, has: 17 },
    { kind: 'row', row: 'd', has: 7 },
  ]);
  assert.equal(violationsOf(cleared(START)).length, 2);
});

test('a stepper stays between 0 and 12', () => {
  assert.equal(changed(START, 'red', 0, -1).red[0], 0);
  assert.equal(changed(START, 'red', 7, 20).red[7], 12);
  assert.equal(pawnsOf(changed(START, 'red', 7, 1), 'red'), 13);
});

test('a position can be pasted in both forms and as a link', () => {
  const both = ['00111018/90102000 b', ' 00111018-90102000-B ', '00111018/90102000   b', '00111018%2F90102000%20b'];
  for (const text of both) assert.equal(write(readPasted(text)?.position ?? START), '00111018/90102000 b', text);
  assert.equal(readPasted('https://linja.example/explorer/geeky-spicy/00111018-90102000-b?lang=fr')?.rules, 'geeky-spicy');
  for (const text of ['', 'hello', '00111018/9010200 b', '00111018/90102000', '00111018/90102000 x', '<b>00111018/90102000 b</b>']) {
    assert.equal(readPasted(text), null, text);
  }
});

test('an address is a position', () => {
  const { rules, position, known } = fromAddress('geeky', '00111018-90102000-r');
  assert.deepEqual([rules, write(position), known], ['geeky', '00111018/90102000 r', true]);
  assert.equal(addressOf(rules, position), '/explorer/geeky/00111018-90102000-r');
  assert.equal(fromAddress(undefined, undefined).known, true);
  assert.equal(fromAddress('nonsense', undefined).known, false);
  assert.equal(fromAddress('bonus', '%E0%A4%A').known, false);
});

test('addresses and pasted links hold house rules in every spelling', () => {
  assert.equal(fromAddress('follow-may bonus', '00111018-90102000-r').rules, 'bonus+follow-may');
  assert.equal(fromAddress('bonus+follow-may', undefined).known, true);
  assert.equal(readPasted('https://linja.example/explorer/bonus+follow-may/00111018-90102000-b')?.rules, 'bonus+follow-may');
  assert.equal(readPasted('https://linja.example/explorer/bonus%2Bfollow-may/00111018-90102000-b')?.rules, 'bonus+follow-may');
  assert.equal(ungraded('[Rules "Classic+left-one"]\n\n1. ab').score.black, 1 + 2 + 3 - 9);
});

test('steps of an opening into the goal follow the rule', () => {
  const position = parse('00000165/a0000002 b');
  assert.deepEqual(stepsOf('bonus+goal-count', position, 'gh'), [8]);
  assert.deepEqual(stepsOf('bonus+goal-one', position, 'gh'), [1]);
  assert.deepEqual(stepsOf('geeky', position, 'gh'), [0]);
});

const RECORD = `[Rules "classic"]
[Black "A \\"B\\" \\\\ <i>"]
[First "red"]
[Result "0-0"]
[Termination "normal"]

1. hg ge | ab
2. gf |
`;

test('a record can be stepped through without grades', () => {
  const game = ungraded(RECORD);
  assert.equal(game.rules, 'classic');
  assert.deepEqual(game.turns.map(({ number, side, turn }) => [number, side, turn]), [[1, 'red', 'hg ge'], [1, 'black', 'ab'], [2, 'red', 'gf']]);
  assert.equal(game.turns[1]?.after, '52111110/01112115 r');
  assert.equal(game.end.position, '52111110/01112205 b');
  assert.equal(game.termination, 'normal');
  assert.equal(ungraded('[Rules "bonus"]\n[Termination "unfinished"]\n\n1. ab ac').winner, null);
  assert.equal(ungraded('[Termination "time"]\n[Winner "red"]\n\n1. ab ac').winner, 'red');
  assert.equal(ungraded('[Setup "00111018/90102000 b"]').start.position, '00111018/90102000 b');
});

test('tags are unescaped and stay text', () => {
  assert.equal(tagsOf(RECORD)['black'], 'A "B" \\ <i>');
});

test('the line that the server rejects is found', () => {
  const told = (/** @type {Record<string, unknown>} */ args) => ({ id: 'record_turn', arguments: args });
  assert.deepEqual(offendingLine(RECORD, told({ line: 7, number: 1 })), { line: 7, text: '1. hg ge | ab' });
  assert.deepEqual(offendingLine('x', told({ line: 1 })), { line: 1, text: 'x' });
  assert.equal(offendingLine('x', told({ line: 9 })), null);
  assert.equal(offendingLine('x', told({})), null);
  assert.equal(offendingLine('x', undefined), null);
});

test('a followed line can be stepped back and forth, and branches', () => {
  let trail = followed(followed(beginTrail('/a'), 'ab', '/b'), 'hg', '/c');
  assert.deepEqual(trail, { addresses: ['/a', '/b', '/c'], turns: ['ab', 'hg'], at: 2 });
  trail = moved(trail, '/b');
  assert.equal(trail.at, 1);
  assert.equal(moved(trail, '/c').at, 2);
  assert.deepEqual(followed(trail, 'gf', '/d'), { addresses: ['/a', '/b', '/d'], turns: ['ab', 'gf'], at: 2 });
  assert.deepEqual(moved(trail, '/elsewhere'), beginTrail('/elsewhere'));
});
