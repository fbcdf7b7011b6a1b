// Clicks that must not play what the player did not mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grip, look, rowIndex, untilAsked, untilPhase, untilTurns } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const AT_ONCE = { settings: { send: 'at_once' } };
const POSITION = '21111123/32121111 b';

/** @param {import('../lib/world.js').Visitor} one */
async function begin(one) {
  const game = await one.create({ rules: 'bonus', position: POSITION, opponent: { type: 'local' } });
  await one.open(`/game/${game.id}`);
  await untilAsked(one.page);
  return game.id;
}

/** The middle of the pronounced ghost. @param {Page} page */
async function ghost(page) {
  const box = await page.locator('.board-ghost.filled').boundingBox();
  assert.ok(box, 'a ghost is shown');
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/** Sets the time by which the page tells how long ago a pawn landed, so that a slow machine does not matter. @param {Page} page @param {number} now */
const setTime = (page, now) => page.evaluate((time) => { performance.now = () => time; }, now);

/** The labels of the steps played so far. @param {Page} page */
const played = (page) => page.locator('.game-step.past .game-step-label').allInnerTexts();

test('a click on a pawn and then on its target, as in chess, plays one action', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  await begin(one);
  const from = await grip(page, 'c');
  await page.mouse.move(...from);
  const target = await ghost(page);
  await setTime(page, 10_000);
  await page.mouse.click(...from);
  await untilPhase(page, 'follow_up');
  // As fast as a hand; longer than a double click.
  await page.waitForTimeout(350);
  await setTime(page, 10_350);
  await page.mouse.click(...target, { delay: 20 });
  await page.waitForTimeout(100);
  assert.equal((await look(page)).phase, 'follow_up');
  assert.equal((await played(page)).length, 1);
  // Later the same click means the pawn that stands there.
  await setTime(page, 11_350);
  await page.mouse.move(target[0] + 2, target[1]);
  await page.mouse.click(...await grip(page, 'd'));
  await page.waitForFunction(() => document.querySelector('.game-step.now.follow_up') === null);
}));

test('the ghost of the hovered pawn takes the click, not the row below it', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  await begin(one);
  await page.mouse.move(...await grip(page, 'c'));
  const target = await ghost(page);
  // Row d has a movable pawn of its own.
  assert.ok((await look(page)).spots.some(({ row }) => row === rowIndex('d')));
  await page.mouse.move(...target, { steps: 6 });
  assert.equal(await page.locator('.board-chip.chosen').getAttribute('data-action'), 'cd', 'the ghost stays under the mouse');
  await page.mouse.click(...target);
  await untilPhase(page, 'follow_up');
  assert.match((await played(page)).join(), /c.*d/);
}));

test('the ghost of a follow-up takes the click before the pawns of its row', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  const id = await begin(one);
  await page.mouse.click(...await grip(page, 'c'));
  await untilPhase(page, 'follow_up');
  await page.waitForTimeout(1200);
  const { actions } = await look(page);
  // A follow-up that ends on the row of another movable pawn.
  const action = actions.find((each) => actions.some((other) => other.charAt(0) === each.charAt(1)));
  assert.ok(action, `none of ${actions} ends where another begins`);
  await page.mouse.move(...await grip(page, action.charAt(0)));
  const target = await ghost(page);
  await page.mouse.move(2, 2);
  await page.mouse.click(...target);
  assert.match((await untilTurns(one, id, 1))[0] ?? '', new RegExp(`^cd ${action}`));
}));

test('a pawn that a key has chosen goes where the mouse clicks', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  await begin(one);
  await page.locator('.board-spot[tabindex="0"]').focus();
  await page.keyboard.press('c');
  const target = await ghost(page);
  await page.mouse.click(target[0] + 30, target[1]);
  await untilPhase(page, 'follow_up');
  assert.match((await played(page)).join(), /c.*d/);
}));
