import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  bow, chipPlace, chipX, crossingX, footY, isTurned, landX, layout, pawnXs, placeX, rowAt, rowBottom, rowTop, standX, stickTop, swayX, withArrival,
} from '../js/board/geometry.js';
import { parse } from '../js/position.js';

const near = (/** @type {number} */ a, /** @type {number} */ b, within = 0.6) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test('the three sizes of the drawings', () => {
  const desktop = layout(726, 698, 'black');
  near(desktop.row, 75);
  near(desktop.stick, 14);
  near(desktop.pawn, 61);
  near(desktop.place, 80);
  assert.deepEqual([desktop.left, desktop.right, desktop.overhang, desktop.wide], [66, 152, 9, true]);

  const phone = layout(374, 487, 'black');
  near(phone.row, 53);
  near(phone.stick, 9);
  near(phone.pawn, 45, 1);
  near(phone.place, 43);
  near(phone.left, 34);
  near(phone.right, 62);
  assert.equal(phone.wide, false);

  const small = layout(344, 385, 'black');
  near(small.row, 42);
  near(small.stick, 7);
  near(small.pawn, 36);
  near(small.place, 40);
});

test('rows and sticks fill the mat in both views', () => {
  for (const view of /** @type {const} */ (['black', 'red'])) {
    const at = layout(726, 698, view);
    const home = view === 'black' ? 0 : 7;
    assert.equal(rowTop(at, 7 - home), 0);
    assert.equal(rowBottom(at, home), 698);
    for (let row = 0; row < 8; row += 1) {
      assert.equal(rowAt(at, (rowTop(at, row) + rowBottom(at, row)) / 2), row);
      assert.ok(footY(at, row) < rowBottom(at, row));
    }
  }
  const at = layout(726, 698, 'black');
  for (let line = 0; line < 7; line += 1) assert.equal(stickTop(at, line), rowBottom(at, 7 - line));
});

test('the lower side fills rows from the left, the other from the right', () => {
  const position = parse('12310014/40120050 b');
  const black = layout(726, 698, 'black');
  assert.deepEqual(pawnXs(black, position, 2), { black: [0, 1, 2].map((k) => placeX(black, k)), red: [placeX(black, 5)] });
  const red = layout(726, 698, 'red');
  assert.deepEqual(pawnXs(red, position, 2), { red: [placeX(red, 0)], black: [5, 4, 3].map((k) => placeX(red, k)) });
  assert.equal(standX(black, position, position, 'black', 2), placeX(black, 2));
  assert.equal(landX(black, position, position, 'black', 2), placeX(black, 3));
});

test('home rows close up from seven pawns on', () => {
  const at = layout(726, 698, 'black');
  const six = pawnXs(at, parse('60000006/06000006 b'), 0).black;
  assert.deepEqual(six, [0, 1, 2, 3, 4, 5].map((k) => placeX(at, k)));
  const nine = pawnXs(at, parse('90000003/06000006 b'), 0).black;
  const pitch = (nine[1] ?? 0) - (nine[0] ?? 0);
  assert.ok(pitch < at.place);
  near((nine[8] ?? 0) - (nine[0] ?? 0), 8 * pitch);
  const both = pawnXs(at, parse('c0000000/70000005 b'), 0);
  assert.ok((both.red[6] ?? 0) > (both.black[11] ?? 0), 'the colours do not mix');
  assert.ok((both.black[0] ?? 0) > at.left && (both.red[0] ?? 0) < at.width - at.right);
});

test('an arrival on a home row moves the other pawns closer together', () => {
  const at = layout(726, 698, 'black');
  const position = parse('60000006/06000006 b');
  const room = withArrival(position, 'black', 7);
  assert.equal(room.black[7], 7);
  assert.equal(position.black[7], 6);
  const landing = landX(at, room, position, 'black', 7);
  assert.ok(landing > standX(at, room, position, 'black', 7));
});

test('a board of 320 pixels still has room for everything', () => {
  const at = layout(300, 385, 'black');
  assert.ok(at.place > 30);
  assert.ok(at.chip.width >= 44);
  assert.ok(at.left + at.right + 6 * at.place <= 300);
});

test('points on paths', () => {
  assert.equal(swayX({ x: 0, y: 100 }, { x: 50, y: 0 }, 50), 25);
  const curve = bow({ x: 0, y: 100 }, { x: 200, y: 0 });
  near(curve.at(50).y, 50, 0.01);
  assert.ok(curve.at(50).x > 0 && curve.at(50).x < 200);
});

test('steppers have room beside the places, and a vertical path goes around the pawns', () => {
  const at = layout(708, 680, 'black', 'steppers');
  assert.deepEqual([at.letter, at.left, at.right], [44, 158, 126]);
  near(at.place, 66, 1);
  const curve = bow({ x: 200, y: 300 }, { x: 203, y: 40 });
  assert.ok(curve.at(170).x < 200 - 20, 'aside');
});

test('face to face both edges have a letter and room for chips, and each side has its chips at its right hand', () => {
  const at = layout(972, 500, 'black', 'both');
  assert.deepEqual([at.left, at.right, at.letter], [212, 212, 66]);
  assert.deepEqual([isTurned(at, 'black'), isTurned(at, 'red')], [false, true]);
  // Turned by 180 degrees, one place becomes the other.
  assert.equal(chipX(at, true), at.width - chipX(at) - at.chip.width);
  assert.equal(crossingX(at, true), at.width - crossingX(at));
  assert.ok(chipX(at, true) >= at.letter && chipX(at, true) + at.chip.width <= at.left);
  assert.deepEqual([chipPlace(at, 3, true).rotate, chipPlace(at, 3, false).rotate], ['180deg', 'none']);
  assert.equal(isTurned(layout(972, 500, 'black'), 'red'), false);
  // A narrow board has narrow chips, and its pawns keep their room.
  const small = layout(640, 330, 'black', 'both');
  assert.equal(small.chip.wide, false);
  assert.ok(small.place > 50 && chipX(small, true) + small.chip.width <= small.left);
});

test('narrow chips take no more room than the letters', () => {
  const [narrow, none] = [layout(600, 500, 'black', 'narrow'), layout(600, 500, 'black', 'none')];
  assert.deepEqual([narrow.place, narrow.wide], [none.place, true]);
  assert.ok(!narrow.chip.wide && chipX(narrow) >= narrow.width - narrow.right);
});
