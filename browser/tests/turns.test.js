// A turn under way survives what its player does: leaving, reloading, holding a key down, changing the language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip, clickBonus, turnsOf, untilAsked, untilPhase, untilTurns, withoutBonus } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

const POSITION = '12310014/40120050 b';

test('an incomplete turn survives a reload and a change of language', withVisitor({ settings: { send: 'confirm' } }, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus-spicy', position: POSITION, opponent: { type: 'computer', level: '1' }, side: 'black' });
  await one.open(`/game/${game.id}`);
  await chip(page, 'bc').click();
  await untilPhase(page, 'follow_up');
  await page.reload();
  await untilPhase(page, 'follow_up');
  await page.locator('.header-language').click();
  await page.locator('.header-languages [lang=de]').click();
  await page.locator('html[lang=de]').waitFor();
  await untilPhase(page, 'follow_up');
  await chip(page, 'dh').click();
  await clickBonus(page, '~de');
  await page.locator('.game-prompt-buttons .button.ink').waitFor();
  await page.reload();
  await page.locator('.game-prompt-buttons .button.ink').waitFor();
  assert.deepEqual(await turnsOf(one, game.id), [], 'a reload sends nothing');
  await page.locator('.game-prompt-buttons .button.ink').click();
  assert.equal((await untilTurns(one, game.id, 1))[0], 'bc dh ~de');
}));

test('leaving or reloading the page during the delay sends the turn, and changes no other page', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus', position: POSITION, opponent: { type: 'computer', level: '1' }, side: 'black' });
  await one.open('/rules');
  const title = await page.title();
  await page.evaluate((id) => {
    history.pushState(null, '', `/game/${id}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, game.id);
  await untilAsked(page);
  await chip(page, 'bc').click();
  // The command reaches the server only after another page is shown.
  let release = () => {};
  const isLeft = new Promise((done) => { release = () => done(undefined); });
  await one.context.route('**/commands', async (route) => {
    await isLeft;
    await route.continue();
  });
  const answered = page.waitForResponse('**/commands');
  await chip(page, 'ae').click();
  await page.goBack();
  await page.locator('.page-rules h1').waitFor();
  release();
  await answered;
  await untilTurns(one, game.id, 2);
  assert.equal(await page.title(), title);
  await page.goForward();
  await untilAsked(page);
  await one.context.unroute('**/commands');
  // A turn that earned a bonus waits for the player; any other is sent after a delay.
  const plain = withoutBonus((await one.api(`/games/${game.id}`)).game.tree);
  assert.ok(plain, 'there is a turn without a bonus');
  for (const action of plain) await chip(page, action).click();
  await page.reload();
  // A turn that the server has is not shown as unsent.
  await untilTurns(one, game.id, 4);
  await page.locator('.game-prompt-title', { hasText: /Move one pawn|You have to pass|over/ }).waitFor();
}));

test('a key held down plays once; S announces the position', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus', position: POSITION, opponent: { type: 'local' } });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await page.locator('.board-spot[tabindex="0"]').focus();
  await page.keyboard.press('s');
  assert.match(await page.locator('[aria-live=polite].unseen').first().textContent() ?? '', /^a\. 1 black, 4 red\. b\. 2 black\..* h\. 4 black\.$/);
  await page.keyboard.press('b');
  for (let n = 0; n < 6; n += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await untilPhase(page, 'follow_up');
  assert.equal(await page.locator('.game-step.past').count(), 1);
  await chip(page, 'dh').click();
  await untilPhase(page, 'bonus');
  await page.locator('.board-spot[tabindex="0"]').focus();
  for (let n = 0; n < 6; n += 1) await page.keyboard.down('Backspace');
  await page.keyboard.up('Backspace');
  await untilPhase(page, 'follow_up');
}));
