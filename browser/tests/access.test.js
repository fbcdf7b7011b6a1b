// Whoever can't see, point or tell colours apart: axe finds nothing on any screen, light on a desk and dark on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { EXPECTED, STILL, walk } from '../lib/pages.js';
import { DESKTOP, PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong. @param {Page} page @returns {Promise<string[]>} */
export async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { violations: found } = await /** @type {any} */ (window).axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return found.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) =>
      `${node.target.join(' ')} (${[...node.any, ...node.all, ...node.none].map((check) => check.message).join('; ')})`).join(' | ')}`);
  }, TAGS);
}

for (const [name, isPhone, device] of /** @type {const} */ ([
  ['light on a desk', false, { ...DESKTOP, colorScheme: 'light' }],
  ['dark on a phone', true, { ...PHONE, colorScheme: 'dark' }],
])) {
  test(`access: every screen, ${name}`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...device } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    await walk(one, { isPhone }, async (screen, page) => {
      const list = await violations(page);
      if (list.length > 0) found[screen] = list;
    }).finally(() => assert.deepEqual(found, {}));
  }));
}
