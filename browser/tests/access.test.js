// Screens that are hard to get to: axe finds nothing, light and dark, on a desk and on a phone, and no word is out of a catalogue.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { missing, overflows, settled } from '../lib/page.js';
import { EXPECTED, STILL, strays, walk } from '../lib/pages.js';
import { SCREENSHOTS } from '../lib/server.js';
import { DESKTOP, PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const DEVICES = /** @type {const} */ ([['desktop', false, DESKTOP], ['phone', true, PHONE]]);

/** What axe finds wrong. @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { violations: found } = await /** @type {any} */ (window).axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return found.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) =>
      `${node.target.join(' ')} (${[...node.any, ...node.all, ...node.none].map((check) => check.message).join('; ')})`).join(' | ')}`);
  }, TAGS);
}

for (const [device, isPhone, options] of DEVICES) {
  test(`more screens: nothing to object to (${device})`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...options } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    await walk(one, { isPhone }, async (name, page) => {
      const list = [];
      for (const theme of /** @type {const} */ (['dark', 'light'])) {
        await page.emulateMedia({ colorScheme: theme });
        await settled(page);
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${device}-${theme}.png`) });
        if ((theme === 'dark') === isPhone) list.push(...await violations(page));
      }
      list.push(...await overflows(page));
      if (list.length > 0) found[name] = list;
    });
    assert.deepEqual(found, {});
  }));

  test(`more screens: no stray word (${device})`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...options } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    // Most of them say the same on a phone.
    await walk(one, { isPhone, lang: 'x-pseudo', skip: ({ name, only }) => isPhone && !only && !/^(review|explorer)/.test(name) }, async (name, page) => {
      const list = [...await strays(page), ...await missing(page)];
      if (list.length > 0) found[name] = list;
    });
    assert.deepEqual(found, {});
  }));
}
