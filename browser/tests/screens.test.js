// Every screen on desktop and phone, once in light and once in dark colours: axe-core finds no violation. Leaves screenshots.
// sweep.mjs tries both themes on both devices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, THEMES } from '../lib/axe.js';
import { ALLOWED, SCREENS, visit } from '../lib/screens.js';
import { bareServer, PHONE, visitor } from '../lib/world.js';

for (const [device, options] of /** @type {[string, object][]} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`axe-core finds no violation on ${device}`, async (t) => {
    const isPhone = device === 'phone';
    const usual = await visitor({ device: options, allow: ALLOWED });
    const bare = await visitor({ server: await bareServer(), device: options, allow: ALLOWED });
    try {
      for (const [at, screen] of SCREENS.entries()) {
        if (isPhone ? screen.phone === false : screen.desktop === false) continue;
        const isOnBoth = screen.phone !== false && screen.desktop !== false;
        const themes = isOnBoth ? THEMES.filter((_, theme) => theme === (at + Number(isPhone)) % 2) : THEMES;
        await t.test(`${screen.name}, ${themes.join(' and ')}`, async () => {
          const one = screen.bare ? bare : usual;
          await visit(screen, one, { isPhone });
          assert.deepEqual(await inspect(one.page, `${screen.name}-${device}`, themes), []);
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
