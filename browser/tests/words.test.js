// Every page in the pseudo-language: a word outside its brackets comes from no catalogue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing, strays } from '../lib/page.js';
import { ALLOWED, NAMES, SCREENS, speak, visit } from '../lib/screens.js';
import { bareServer, PHONE, visitor } from '../lib/world.js';

for (const [device, options] of /** @type {[string, object][]} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`no stray word on any page, ${device}`, async (t) => {
    const isPhone = device === 'phone';
    speak('x-pseudo');
    const usual = await visitor({ device: options, allow: ALLOWED });
    const bare = await visitor({ server: await bareServer(), device: options, allow: ALLOWED });
    try {
      for (const screen of SCREENS) {
        // On a phone only screens with other words.
        if (isPhone ? screen.desktop !== false && !/^(home|explorer|review|game-opening|learn-lesson)$/.test(screen.name) : screen.desktop === false) continue;
        await t.test(screen.name, async () => {
          const one = screen.bare ? bare : usual;
          await visit(screen, one, { isPhone });
          assert.deepEqual([...await strays(one.page, NAMES), ...await missing(one.page)], []);
        });
      }
    } finally {
      speak('');
      await usual.leave();
      await bare.leave();
    }
  });
}
