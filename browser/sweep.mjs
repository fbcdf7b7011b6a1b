// The long sweep: every screen in every language with every family of fonts on every kind of device. No text may stick out
// of its box, and no key of the catalogue may be shown. The tests look at a sample of this. Takes about an hour.
//
//     npm --prefix browser run sweep
//     node --test --test-name-pattern='dejavu de' browser/sweep.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILIES } from './lib/fonts.js';
import { LANGUAGES, largeText, missing, overflows } from './lib/page.js';
import { ALLOWED, SCREENS, speak, visit } from './lib/screens.js';
import { makeTables } from './lib/server.js';
import { bareServer, DESKTOP, PHONE, visitor } from './lib/world.js';

/** @type {[string, import('playwright-core').BrowserContextOptions][]} */
const DEVICES = [
  ['320', { ...PHONE, viewport: { width: 320, height: 640 } }],
  ['390', PHONE],
  ['landscape', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['desktop', DESKTOP],
  ['large-text', DESKTOP],
];

makeTables();
for (const fonts of FAMILIES) {
  for (const lang of LANGUAGES) {
    for (const [name, options] of DEVICES) {
      test(`${fonts} ${lang} ${name}`, async () => {
        const device = { ...options, reducedMotion: /** @type {const} */ ('reduce') };
        const isPhone = options.isMobile === true;
        const usual = await visitor({ fonts, device, allow: ALLOWED });
        const bare = await visitor({ fonts, server: await bareServer(), device, allow: ALLOWED });
        speak(lang);
        /** @type {string[]} */
        const wrong = [];
        try {
          if (name === 'large-text') for (const { page } of [usual, bare]) await largeText(page);
          for (const screen of SCREENS) {
            if (isPhone ? screen.phone === false : screen.desktop === false) continue;
            const one = screen.bare ? bare : usual;
            const problems = visit(screen, one, { isPhone }).then(async () => [...await overflows(one.page), ...await missing(one.page)], (error) => [String(error)]);
            const found = (await problems).map((text) => `${screen.name}: ${text}`);
            for (const text of found) console.log(`    ${fonts} ${lang} ${name} ${text}`);
            wrong.push(...found);
          }
          assert.deepEqual(wrong, []);
        } finally {
          await usual.leave();
          await bare.leave();
        }
      });
    }
  }
}
