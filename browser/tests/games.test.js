// Whole games against the computer by mouse and by keyboard, then undo, hints and values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bonusSeeker, chip, clickBonus, clickRow, dice, drag, look, rowIndex, turnsOf, undo, untilAsked, untilPhase } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** Waits for a game page, and returns the id of the game. @param {Page} page */
async function gameId(page) {
  await page.waitForURL('**/game/*');
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

test('a whole game against the computer by mouse', withVisitor({}, async (one) => {
  const { page } = one;
  // Without the delay before sending, which has a test of its own: it adds up to half a minute.
  await one.open('/settings');
  await page.getByRole('radio', { name: /^Right away/ }).check();
  await one.open('/');
  await page.locator('.home-go').click();
  const id = await gameId(page);
  const roll = dice(3);
  const choose = bonusSeeker(one, id, roll);
  const ways = [0, 0, 0];
  let bonuses = 0;
  for (let n = 0; n < 300; n += 1) {
    // The first turns with motion, the others without, which saves half a minute.
    if (n === 12) await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen = await untilAsked(page);
    if (seen.status !== 'playing') break;
    if (seen.phase === 'bonus') {
      const at = seen.spots[roll(seen.spots.length)];
      assert.ok(at);
      await clickRow(page, 'abcdefgh'.charAt(at.row), at.own);
      const [action] = (await look(page)).actions;
      assert.ok(action, 'choosing a pawn shows where it may go');
      await chip(page, action).click();
      bonuses += 1;
      continue;
    }
    const action = await choose(seen);
    const way = n % 3;
    ways[way] = (ways[way] ?? 0) + 1;
    if (way === 0) await chip(page, action).click();
    else if (way === 1) await drag(page, action);
    else await clickRow(page, action.charAt(0));
  }
  await page.locator('.game-result').waitFor();
  const { game } = await one.api(`/games/${id}`);
  assert.equal(game.status, 'over');
  assert.equal(game.result.termination, 'normal');
  assert.ok(game.turns.length > 10 && bonuses > 0 && ways.every((count) => count > 0), `${game.turns.length} turns, ${bonuses} bonuses`);
  // The result shows the points, also row by row.
  const [mine, theirs] = [game.score.black, game.score.red];
  const score = `${Math.max(mine, theirs)} : ${Math.min(mine, theirs)}`;
  assert.match(await page.locator('.game-result-title').innerText(), new RegExp(score));
  assert.deepEqual(await page.locator('.game-score tfoot td').allInnerTexts(), [String(mine), String(theirs)]);
  // The next game between the same players has its own address; the finished one stays where it is.
  await page.locator('.game-result .button.ink').click();
  await page.waitForURL((url) => url.pathname.startsWith('/game/') && !url.pathname.includes(id));
  const next = await gameId(page);
  await untilAsked(page);
  assert.equal((await one.api(`/games/${next}`)).game.status, 'playing');
  assert.equal((await one.api(`/games/${id}`)).game.status, 'over');
  await one.open('/games');
  await page.locator(`.me-row[data-live] a[href="/game/${next}"]`).waitFor();
  await page.locator(`.me-row:not([data-live]) a[href="/game/${id}/review"]`).click();
  await page.locator('.study-head').waitFor();
  await one.open(`/game/${id}`);
  await page.locator('.game-result-title', { hasText: score }).waitFor();
  assert.equal(await page.locator('.game-result .button.ink').getAttribute('href'), `/game/${next}`);
}));

/** Presses Tab until the focus is on an element. @param {Page} page @param {string} css */
async function tabTo(page, css) {
  for (let n = 0; n < 80; n += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, css)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reaches ${css}`);
}

test('a whole game against the computer by keyboard only', withVisitor({ device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  await one.open('/');
  await tabTo(page, '.home-go');
  await page.keyboard.press('Enter');
  const id = await gameId(page);
  const roll = dice(11);
  const choose = bonusSeeker(one, id, roll);
  let bonuses = 0;
  await untilAsked(page);
  await tabTo(page, '.board-spot');
  for (let n = 0; n < 300; n += 1) {
    const seen = await untilAsked(page);
    if (seen.status !== 'playing') break;
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.board-spot')), 'the focus stays on the board');
    if (seen.phase === 'bonus') {
      bonuses += 1;
      if (bonuses % 2 === 0) {
        await page.keyboard.press('n');
      } else {
        const own = seen.spots.find((each) => each.own);
        assert.ok(own);
        await page.keyboard.press('abcdefgh'.charAt(own.row));
        await page.keyboard.press('ArrowUp');
        if (!(await page.locator('.board-chip.chosen').count())) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
    } else if (n % 3 === 0 || bonuses < 2) {
      const action = await choose(seen);
      await page.keyboard.press(action.charAt(0));
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-row')), String(rowIndex(action.charAt(0))));
      await page.keyboard.press(action.charAt(0));
    } else {
      await page.keyboard.press(roll(2) ? 'Home' : 'End');
      const isDisabled = () => page.evaluate(() => document.activeElement?.getAttribute('aria-disabled') === 'true');
      if (await isDisabled()) await page.keyboard.press('ArrowDown');
      if (await isDisabled()) await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
    }
    // Enter sends a complete turn without its delay.
    if (await page.locator('.game-filling').count()) await page.keyboard.press('Enter');
  }
  await page.locator('.game-result').waitFor();
  const { game } = await one.api(`/games/${id}`);
  assert.equal(game.result.termination, 'normal');
  assert.ok(bonuses > 1, 'one bonus taken and one declined');
  // Screen readers hear the result.
  assert.match(await page.locator('[aria-live=assertive]').innerText(), /(wins?|draw), \d+ to \d+\. \S/);
  // The review, by keyboard as well.
  await tabTo(page, 'a[href*="/review"]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/review*');
}));

test('a move on the board of the home page starts a game', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/');
  await clickRow(page, 'c');
  const id = await gameId(page);
  await page.locator('.game-step.past').filter({ hasText: 'c→d' }).waitFor();
  assert.deepEqual(await turnsOf(one, id), []);
}));

test('undo, the delay before sending, take back, hint and values', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus-spicy', opponent: { type: 'computer', level: '1' }, side: 'black', position: '12310014/40120050 b' });
  await one.open(`/game/${game.id}`);
  await chip(page, 'bc').click();
  await page.keyboard.press('Tab');
  await page.locator('.game-step.now.follow_up').waitFor();
  // Undo by the step, by the button, and during the delay.
  await page.locator('.game-step.past button').click();
  await page.locator('.game-step.now.opening').waitFor();
  await chip(page, 'bc').click();
  await undo(page);
  await page.locator('.game-step.now.opening').waitFor();
  await chip(page, 'bc').click();
  await chip(page, 'dh').click();
  await clickBonus(page, '~de');
  await page.locator('.game-filling').click();
  await page.locator('.game-step.now.bonus').waitFor();
  assert.deepEqual(await turnsOf(one, game.id), [], 'nothing was sent');
  await clickBonus(page, '~de');
  // This time the delay ends, and the turn is sent.
  await untilAsked(page);
  assert.equal((await turnsOf(one, game.id))[0], 'bc dh ~de');
  // Against the computer, take back removes both turns.
  await undo(page);
  await page.waitForFunction(() => document.querySelectorAll('.game-turn:not(.pending)').length === 0);
  assert.deepEqual(await turnsOf(one, game.id), []);
  await untilAsked(page);
  await chip(page, 'cd').waitFor();
  // The hint.
  await page.locator('.game-tool.hint').click();
  await page.locator('.game-prompt-text', { hasText: 'Hint' }).waitFor();
  // Values: every chip shows the exact margin.
  await page.locator('.game-tool.truth').click();
  await page.locator('.board-chip .board-value').first().waitFor();
  const shown = await page.locator('.board-chip').evaluateAll((chips) => chips.map((each) => [each.getAttribute('data-action'), each.querySelector('.board-value')?.textContent]));
  const { tree } = await one.api('/position?rules=bonus-spicy&pos=12310014-40120050-b&values=true');
  for (const branch of tree.next) {
    const found = shown.find(([action]) => action === branch.action)?.[1] ?? '';
    assert.equal(Number(found.replace('−', '-').replace(/[^\d-]/g, '')), branch.margin, `${branch.action} ${found}`);
  }
  // Declining the bonus has a value as well.
  await chip(page, 'bc').click();
  await chip(page, 'dh').click();
  await untilPhase(page, 'bonus');
  const found = await page.locator('.game-prompt-buttons .board-value').textContent() ?? '';
  const bonus = tree.next.find((/** @type {any} */ one) => one.action === 'bc').next.find((/** @type {any} */ one) => one.action === 'dh');
  assert.equal(Number(found.replace('−', '-').replace(/[^\d-]/g, '')), bonus.finish_margin);
}));
