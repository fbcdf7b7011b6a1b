// One tour through all screens on each device, for several tests: to get to a screen takes longer than to look at it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EXPECTED, settle, STILL, walk } from './pages.js';
import { SCREENSHOTS } from './server.js';
import { DESKTOP, PHONE, visitor } from './world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'desktop'|'phone'} Device */
/** @typedef {{violations: Record<string, string[]>, pictures: string[]}} Seen what axe found on which screens, and the files with the pictures */

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

/** @type {Map<Device, Promise<Seen>>} */
const tours = new Map();

/** The tour on a device; the second one who asks gets the same. @param {Device} device @returns {Promise<Seen>} */
export function tour(device) {
  const known = tours.get(device) ?? go(device);
  tours.set(device, known);
  return known;
}

/** @param {Device} device @returns {Promise<Seen>} */
async function go(device) {
  const isPhone = device === 'phone';
  const one = await visitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...(isPhone ? PHONE : DESKTOP), colorScheme: 'light' } });
  /** @type {Seen} */
  const seen = { violations: {}, pictures: [] };
  try {
    await walk(one, { isPhone }, async (name, page, again) => {
      for (const theme of /** @type {const} */ (['light', 'dark'])) {
        if (theme === 'dark') {
          await page.emulateMedia({ colorScheme: theme });
          await again();
          await settle(page);
        }
        const path = join(SCREENSHOTS, `${name}-${device}-${theme}.png`);
        await page.screenshot({ path });
        seen.pictures.push(path);
        // Once light and once dark.
        if ((theme === 'dark') !== isPhone) continue;
        const found = await violations(page);
        if (found.length > 0) seen.violations[name] = found;
      }
      await page.emulateMedia({ colorScheme: 'light' });
    });
    await one.check();
  } finally {
    await one.leave();
  }
  return seen;
}
