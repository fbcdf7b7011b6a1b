// All kinds of pages on unusual devices, with each family of fonts: a phone on its side, a tablet, large letters. Leaves
// screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAMILIES } from '../lib/fonts.js';
import { largeText, overflows, ready } from '../lib/page.js';
import { EXPECTED, openTurn, prepare, STILL } from '../lib/pages.js';
import { SCREENSHOTS } from '../lib/server.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @type {[string, import('playwright-core').BrowserContextOptions, boolean?][]} */
const UNUSUAL = [
  ['landscape', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ['large-text', {}, true],
];

for (const fonts of FAMILIES) {
  for (const [name, device, isLarge] of UNUSUAL) {
    test(`sizes: ${name}, ${fonts}`, withVisitor({ ...STILL, fonts, allow: EXPECTED, device: { ...STILL.device, ...device } }, async (one) => {
      const { page } = one;
      const made = await prepare(one);
      if (isLarge) await largeText(page);
      /** @type {string[]} */
      const found = [];
      const look = async (/** @type {string} */ state) => {
        await ready(page);
        await page.screenshot({ path: join(SCREENSHOTS, `${state}-${name}-${fonts}.png`) });
        found.push(...(await overflows(page)).map((each) => `${state}: ${each}`));
      };
      await openTurn({ one, page, made, isPhone: false, go: one.open }, 'bc');
      await page.locator('.game-step.now.follow_up').waitFor();
      // The whole board is visible without scrolling.
      const board = await page.locator('.board').boundingBox();
      const height = page.viewportSize()?.height ?? 0;
      if (!isLarge && (!board || board.y < 0 || board.y + board.height > height + 1)) found.push(`the board ends at ${board && board.y + board.height} of ${height}`);
      await look('game');
      for (const [state, path] of /** @type {const} */ ([['home', '/'], ['over', `/game/${made.played}`], ['review', `/game/${made.played}/review`],
        ['explorer', '/explorer/bonus/00111018-90102000-b'], ['explorer-start', '/explorer'], ['lesson', '/learn/bonus/3'], ['settings', '/settings'], ['rules', '/rules'], ['house', '/rules/classic+left-one'],
        ['puzzle', '/puzzle/bonus/2026-11-10']])) {
        await one.open(path);
        await look(state);
      }
      assert.deepEqual(found, []);
    }));
  }
}
