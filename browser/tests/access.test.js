// Screens that take several steps to reach, on desktop and phone: axe-core finds no violation, text stays inside its box, and
// every word comes from the catalogue. Leaves screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { missing, overflows, settled, strays } from '../lib/page.js';
import { EXPECTED, NAMES, STILL, walk } from '../lib/pages.js';
import { SCREENSHOTS } from '../lib/server.js';
import { DESKTOP, PHONE, withVisitor } from '../lib/world.js';

const DEVICES = /** @type {const} */ ([['desktop', false, DESKTOP], ['phone', true, PHONE]]);

for (const [device, isPhone, options] of DEVICES) {
  test(`more screens: no violation and no overflow (${device})`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...options } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    await walk(one, { isPhone }, async (name, page) => {
      const list = [];
      for (const theme of /** @type {const} */ (['dark', 'light'])) {
        await page.emulateMedia({ colorScheme: theme });
        await settled(page);
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${device}-${theme}.png`) });
        if ((theme === 'dark') === isPhone) list.push(...await findings(page));
      }
      list.push(...await overflows(page));
      if (list.length > 0) found[name] = list;
    });
    assert.deepEqual(found, {});
  }));

  test(`more screens: no stray word (${device})`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...options } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    // Most screens have the same words on a phone.
    await walk(one, { isPhone, lang: 'x-pseudo', skip: ({ name, only }) => isPhone && !only && !/^(review|explorer)/.test(name) }, async (name, page) => {
      const list = [...await strays(page, NAMES), ...await missing(page)];
      if (list.length > 0) found[name] = list;
    });
    assert.deepEqual(found, {});
  }));
}
