// Two players on one device: names, how they sit, and a board that turns to whoever moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { overflows, settled } from '../lib/page.js';
import { chip, untilAsked, untilPhase } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** The side at the lower edge. @param {import('playwright-core').Page} page */
const below = (page) => page.locator('.game-player.bottom').getAttribute('data-side');

test('two names are played with, and remembered', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/');
  await page.locator('[data-start=local]').click();
  await page.waitForURL('**/two');
  // Both choices are written alike.
  assert.match(await page.locator('.two-rules').innerText(), /^Rules:\s+Bonus\s+Match:\s+1 game/);
  // Enter leads to the second name, and only from there into the game.
  await page.getByLabel('Black, runs up').fill('Anna');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ben');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/game/*');
  await untilAsked(page);
  assert.match(await page.locator('.game-player.bottom .game-name').innerText(), /Anna/);
  assert.match(await page.locator('.game-player.top .game-name').innerText(), /Ben/);
  await one.open('/two');
  assert.equal(await page.getByLabel('Red, runs down').inputValue(), 'Ben');
}));

test('a device that is handed over turns to whoever moves', withVisitor({ settings: { send: 'at_once' }, device: { ...PHONE, bypassCSP: true } }, async (one) => {
  const { page } = one;
  await one.open('/two');
  await page.getByText('We hand it over').tap();
  await settled(page);
  assert.deepEqual([...await overflows(page), ...await findings(page)], []);
  const made = await one.create({ rules: 'bonus', opponent: { type: 'local' }, name: 'Anna', opponent_name: 'Ben', side: 'black', first: 'black' });
  await one.open(`/game/${made.id}`);
  await untilAsked(page);
  assert.equal(await below(page), 'black');
  await chip(page, 'ab').tap();
  await untilPhase(page, 'follow_up');
  await chip(page, 'ac').tap();
  await page.locator('.game-player.bottom[data-side=red]').waitFor();
  await untilAsked(page);
  // The row at the lower edge is Red's home now.
  const rows = await page.locator('.board-row').evaluateAll((all) => all.map((row) => [row.getAttribute('data-row'), row.getBoundingClientRect().top]));
  assert.equal(rows.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0]?.[0], '7');
}));
