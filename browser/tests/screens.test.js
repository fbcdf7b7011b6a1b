// Every page and state, on desktop and phone, light and dark: no finding of axe-core, and a picture of each for people to look at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { ready } from '../lib/page.js';
import { SCREENSHOTS } from '../lib/server.js';
import { ALLOWED, SCREENS, visit } from '../lib/screens.js';
import { bareServer, PHONE, visitor } from '../lib/world.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe-core finds. In the second theme only colours can have changed.
 * @param {import('playwright-core').Page} page
 * @param {boolean} onlyColours
 * @returns {Promise<string[]>}
 */
async function findings(page, onlyColours) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(`${AXE};0`);
  const options = { resultTypes: ['violations'], runOnly: onlyColours ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } : { type: 'tag', values: TAGS } };
  const found = await page.evaluate((wish) => /** @type {any} */ (window).axe.run(document, wish), options);
  return found.violations.flatMap((/** @type {any} */ rule) => rule.nodes.slice(0, 3).map((/** @type {any} */ node) =>
    `${rule.id}: ${node.target.join(' ')} ${[...node.any, ...node.all, ...node.none][0]?.message ?? rule.help}`));
}

for (const [device, options] of /** @type {[string, object][]} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`axe-core finds nothing on ${device}, light and dark`, async (t) => {
    const isPhone = device === 'phone';
    const usual = await visitor({ device: options, allow: ALLOWED });
    const bare = await visitor({ server: await bareServer(), device: options, allow: ALLOWED });
    try {
      for (const screen of SCREENS) {
        if (isPhone ? screen.phone === false : screen.desktop === false) continue;
        await t.test(screen.name, async () => {
          const one = screen.bare ? bare : usual;
          await one.page.emulateMedia({ colorScheme: 'light' });
          await visit(screen, one, { isPhone });
          /** @type {string[]} */
          const wrong = [];
          for (const theme of /** @type {const} */ (['light', 'dark'])) {
            await one.page.emulateMedia({ colorScheme: theme });
            await ready(one.page);
            await one.page.screenshot({ path: join(SCREENSHOTS, `${screen.name}-${device}-${theme}.png`) });
            wrong.push(...(await findings(one.page, theme === 'dark')).map((text) => `${theme}: ${text}`));
          }
          assert.deepEqual(wrong, []);
        });
      }
      await usual.check();
      await bare.check();
    } finally {
      await usual.leave();
      await bare.leave();
    }
  });
}
