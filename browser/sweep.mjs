// All layout combinations; the tests run a sample of them. Takes long.
// - Every screen in every language with every family of fonts on every kind of device: no text sticks out of its box, and no
//   key of the catalogue is shown.
// - Every screen on desktop and phone in light and dark colours: axe-core finds no violation. Leaves screenshots.
//
//     npm --prefix browser run sweep
//     node --test --test-name-pattern='dejavu de' browser/sweep.mjs      # or 'axe'
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, THEMES } from './lib/axe.js';
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

/**
 * Visits all screens of a device, and fails with everything found.
 * @param {string} name
 * @param {import('./lib/world.js').Wishes & {device: import('playwright-core').BrowserContextOptions}} wishes
 * @param {(one: import('./lib/world.js').Visitor) => Promise<void>} prepare
 * @param {(one: import('./lib/world.js').Visitor, screen: string) => Promise<string[]>} check
 */
function sweep(name, wishes, prepare, check) {
  test(name, async () => {
    const isPhone = wishes.device.isMobile === true;
    const how = { ...wishes, allow: ALLOWED, device: { reducedMotion: /** @type {const} */ ('reduce'), ...wishes.device } };
    const usual = await visitor(how);
    const bare = await visitor({ ...how, server: await bareServer() });
    /** @type {string[]} */
    const wrong = [];
    try {
      for (const one of [usual, bare]) await prepare(one);
      for (const screen of SCREENS) {
        if (isPhone ? screen.phone === false : screen.desktop === false) continue;
        const one = screen.bare ? bare : usual;
        const found = await visit(screen, one, { isPhone }).then(() => check(one, screen.name), (error) => [String(error)]);
        for (const text of found) console.log(`    ${name}, ${screen.name}: ${text}`);
        wrong.push(...found.map((text) => `${screen.name}: ${text}`));
      }
      assert.deepEqual(wrong, []);
    } finally {
      speak('');
      await usual.leave();
      await bare.leave();
    }
  });
}

for (const fonts of FAMILIES) {
  for (const lang of LANGUAGES) {
    for (const [name, device] of DEVICES) {
      sweep(`${fonts} ${lang} ${name}`, { fonts, device }, async ({ page }) => {
        speak(lang);
        if (name === 'large-text') await largeText(page);
      }, async ({ page }) => [...await overflows(page), ...await missing(page)]);
    }
  }
}
for (const [name, device] of /** @type {const} */ ([['desktop', DESKTOP], ['phone', PHONE]])) {
  sweep(`axe ${name}`, { device }, async () => {}, ({ page }, screen) => inspect(page, `${screen}-${name}`, THEMES));
}
