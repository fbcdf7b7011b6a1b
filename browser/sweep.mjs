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
import { FURTHER } from './lib/further.js';
import { LANGUAGES, largeText, missing, overflows, settled } from './lib/page.js';
import { ALLOWED, SCREENS, speak, visit } from './lib/screens.js';
import { makeTables } from './lib/server.js';
import { bareServer, DESKTOP, PHONE, visitor } from './lib/world.js';

/** Kinds of devices. A screen is visited once and then looked at in windows of further sizes, which is faster than visiting it again. */
/** @type {[string, import('playwright-core').BrowserContextOptions, [number, number][]][]} */
const DEVICES = [
  ['phone', PHONE, [[320, 640], [844, 390]]],
  ['desktop', DESKTOP, [[1024, 768], [820, 1180]]],
  ['large-text', DESKTOP, []],
];

const screens = [...SCREENS, ...FURTHER];

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
    const isLarge = name.endsWith('large-text');
    const how = { ...wishes, allow: ALLOWED, device: { reducedMotion: /** @type {const} */ ('reduce'), ...wishes.device } };
    const usual = await visitor(how);
    const bare = await visitor({ ...how, server: await bareServer() });
    /** @type {string[]} */
    const wrong = [];
    try {
      for (const one of [usual, bare]) await prepare(one);
      for (const screen of screens) {
        if ((isPhone ? screen.phone === false : screen.desktop === false) || (isLarge && screen.large === false)) continue;
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

/**
 * What is wrong in a window of each size.
 * @param {import('playwright-core').Page} page
 * @param {[number, number][]} more further sizes than that of the device
 */
async function inAllSizes(page, more) {
  const found = [...await overflows(page), ...await missing(page)];
  const usual = page.viewportSize();
  for (const [width, height] of more) {
    await page.setViewportSize({ width, height });
    await settled(page);
    found.push(...(await overflows(page)).map((text) => `${width}×${height}: ${text}`));
  }
  if (usual && more.length > 0) await page.setViewportSize(usual);
  return found;
}

for (const fonts of FAMILIES) {
  for (const lang of LANGUAGES) {
    for (const [name, device, more] of DEVICES) {
      sweep(`${fonts} ${lang} ${name}`, { fonts, device }, async ({ page }) => {
        speak(lang);
        if (name === 'large-text') await largeText(page);
      }, ({ page }) => inAllSizes(page, more));
    }
  }
}
for (const [name, device] of /** @type {const} */ ([['desktop', DESKTOP], ['phone', PHONE]])) {
  sweep(`axe ${name}`, { device }, async () => {}, ({ page }, screen) => inspect(page, `${screen}-${name}`, THEMES));
}
