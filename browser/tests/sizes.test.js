// All kinds of pages on unusual devices: on its side, a tablet, large letters. Pictures in target/screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { overflows, ready } from '../lib/page.js';
import { EXPECTED, openTurn, prepare, STILL } from '../lib/pages.js';
import { SCREENSHOTS } from '../lib/server.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @type {[string, import('playwright-core').BrowserContextOptions, number?][]} */
const UNUSUAL = [
  ['landscape', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ['large-text', {}, 32],
];

for (const [name, device, text] of UNUSUAL) {
  test(`sizes: ${name}`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...device } }, async (one) => {
    const { page } = one;
    const made = await prepare(one);
    // As if the person had chosen larger letters in the browser.
    if (text) await (await one.context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: text, fixed: text } });
    /** @type {string[]} */
    const found = [];
    const look = async (/** @type {string} */ state) => {
      await ready(page);
      await page.screenshot({ path: join(SCREENSHOTS, `${state}-${name}.png`) });
      found.push(...(await overflows(page)).map((each) => `${state}: ${each}`));
    };
    await openTurn({ one, page, made, isPhone: false, go: one.open }, 'bc');
    await page.locator('.game-step.now.follow_up').waitFor();
    // The board never needs scrolling, whatever the screen.
    const board = await page.locator('.board').boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    if (!text && (!board || board.y < 0 || board.y + board.height > height + 1)) found.push(`the board ends at ${board && board.y + board.height} of ${height}`);
    await look('game');
    for (const [state, path] of /** @type {const} */ ([['home', '/'], ['over', `/game/${made.played}`], ['review', `/game/${made.played}/review`],
      ['explorer', '/explorer/bonus/00111018-90102000-b'], ['lesson', '/learn/bonus/3'], ['settings', '/settings'], ['rules', '/rules']])) {
      await one.open(path);
      await look(state);
    }
    assert.deepEqual(found, []);
  }));
}
