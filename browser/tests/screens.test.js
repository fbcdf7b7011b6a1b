// Every page and state, on desktop and phone, light and dark: axe-core finds no violation. Leaves screenshots.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { ready } from '../lib/page.js';
import { SCREENSHOTS } from '../lib/server.js';
import { ALLOWED, SCREENS, visit } from '../lib/screens.js';
import { bareServer, PHONE, visitor } from '../lib/world.js';

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
            wrong.push(...(await findings(one.page, { onlyColours: theme === 'dark' })).map((text) => `${theme}: ${text}`));
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
