// Keys of the board on the whole page, whatever has the focus.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, turnsOf, untilAsked, untilPhase } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const POSITION = '12310014/40120050 b';
const CONFIRM = { settings: { send: 'confirm' } };

/** @param {import('../lib/world.js').Visitor} one @param {string} [rules] */
async function begin(one, rules = 'bonus') {
  const game = await one.create({ rules, position: POSITION, opponent: { type: 'computer', level: '1' }, side: 'black' });
  await one.open(`/game/${game.id}`);
  await untilAsked(one.page);
  return game.id;
}

/** The letter of a row with a movable pawn. @param {Page} page */
const movable = async (page) => 'abcdefgh'.charAt((await look(page)).spots[0]?.row ?? 0);

test('letters, Escape, Backspace, N and ? work before the board has the focus', withVisitor(CONFIRM, async (one) => {
  const { page } = one;
  const id = await begin(one);
  assert.equal(await page.evaluate(() => document.querySelector('.board')?.contains(document.activeElement)), false);
  const chosen = page.locator('.board-spot.chosen');
  await page.keyboard.press('b');
  await chosen.waitFor();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('Escape');
  await chosen.waitFor({ state: 'detached' });
  await page.keyboard.press('b');
  await page.keyboard.press('b');
  await untilPhase(page, 'follow_up');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('Backspace');
  await untilPhase(page, 'opening');
  // A link or button that has the focus keeps Enter and Space, nothing else.
  await page.locator('.header-home').focus();
  for (const key of ['b', 'b', 'd', 'd']) await page.keyboard.press(key);
  await untilPhase(page, 'bonus');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('?');
  await page.locator('dialog .keys').waitFor();
  // A dialog is open: keys are not for the board.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await page.locator('dialog .keys').waitFor({ state: 'detached' });
  assert.deepEqual(await turnsOf(one, id), []);
  await untilPhase(page, 'bonus');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('n');
  await page.waitForFunction(() => document.querySelector('.game-step.now.bonus') === null);
}));

test('keys in a field write', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/explorer/bonus/12310014-40120050-b');
  await page.locator('.board.acting').waitFor();
  await page.locator('.study-position-field').focus();
  await page.keyboard.press('b');
  assert.equal(await page.locator('.study-position-field').inputValue(), 'b');
  assert.equal(await page.locator('.board-spot.chosen').count(), 0);
}));

test('single keys can be switched off on the whole page', withVisitor({ settings: { keys: false } }, async (one) => {
  const { page } = one;
  await begin(one);
  await page.keyboard.press('b');
  assert.equal(await page.locator('.board-spot.chosen').count(), 0);
}));

test('in a puzzle and a lesson keys work at once', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/puzzle/bonus/2026-11-10');
  await page.locator('.board.acting').waitFor();
  await page.keyboard.press(await movable(page));
  await page.locator('.board-spot.chosen').waitFor();
  await one.open('/learn/bonus/1');
  await page.locator('.board.acting').waitFor();
  await page.keyboard.press(await movable(page));
  await page.locator('.board-spot.chosen').waitFor();
}));
