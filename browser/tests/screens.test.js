// Every screen is there, light and dark, on a desk and on a phone, and on unusual ones. The pictures lie in target/screenshots.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EXPECTED, openTurn, prepare, SCREENS, settle, STILL } from '../lib/pages.js';
import { SCREENSHOTS } from '../lib/server.js';
import { tour } from '../lib/tour.js';
import { PHONE, withVisitor } from '../lib/world.js';

for (const device of /** @type {const} */ (['desktop', 'phone'])) {
  test(`screens: all of them on a ${device}`, async () => {
    const { pictures } = await tour(device);
    const screens = SCREENS.filter(({ only }) => only === undefined || only === device);
    assert.equal(pictures.length, 2 * screens.length);
    for (const path of pictures) assert.ok(statSync(path).size > 5000, path);
  });
}

/** @type {[string, import('playwright-core').BrowserContextOptions, string?][]} */
const UNUSUAL = [
  ['narrow', { ...PHONE, viewport: { width: 320, height: 568 } }],
  ['small', { ...PHONE, viewport: { width: 360, height: 640 } }],
  ['landscape', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ['large', { viewport: { width: 3840, height: 2160 } }],
  ['forced-colors', { forcedColors: 'active' }],
  ['large-text', {}, '200%'],
];

for (const [name, device, text] of UNUSUAL) {
  test(`screens: ${name}`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...device } }, async (one) => {
    const { page } = one;
    const made = await prepare(one);
    const scene = { one, page, made, isPhone: false, go: one.open };
    // As if the person had chosen larger letters in the browser.
    if (text) await one.context.addInitScript((size) => addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = size; }), text);
    /** @type {string[]} */
    const found = [];
    const look = async (/** @type {string} */ state) => {
      await settle(page);
      await page.screenshot({ path: join(SCREENSHOTS, `${state}-${name}.png`) });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${state} is ${wide} px too wide`);
    };
    await one.open('/');
    await page.locator('.home-go').waitFor();
    await look('home');
    await openTurn(scene, 'bc');
    await page.locator('.game-step.now.follow_up').waitFor();
    // The board never needs scrolling, whatever the screen.
    const board = await page.locator('.board').boundingBox();
    const { height } = page.viewportSize() ?? { height: 0 };
    if (!text && (!board || board.y < 0 || board.y + board.height > height + 1)) found.push(`the board ends at ${board && board.y + board.height} of ${height}`);
    await look('game');
    await one.open(`/game/${made.played}/review`);
    await page.locator('.study-review').waitFor();
    await look('review');
    await one.open('/explorer/bonus/00111018-90102000-b');
    await page.locator('.study-row').first().waitFor({ state: 'attached' });
    await look('explorer');
    await one.open('/learn/bonus/3');
    await page.locator('.board.acting').waitFor();
    await look('lesson');
    for (const [state, path] of [['settings', '/settings'], ['rules', '/rules'], ['lobby', '/lobby']]) {
      await one.open(path ?? '');
      await page.locator('h1').first().waitFor();
      await look(state ?? '');
    }
    assert.deepEqual(found, []);
  }));
}
