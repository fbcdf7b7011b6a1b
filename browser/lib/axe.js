// Accessibility, as axe-core judges it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ready } from './page.js';
import { SCREENSHOTS } from './server.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Lists the violations on a page.
 * @param {import('playwright-core').Page} page
 * @param {{onlyColours?: boolean}} [options] `onlyColours` is enough for the second theme of a page
 * @returns {Promise<string[]>}
 */
export async function findings(page, { onlyColours = false } = {}) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(`${AXE};0`);
  const options = { resultTypes: ['violations'], runOnly: onlyColours ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } : { type: 'tag', values: TAGS } };
  const found = await page.evaluate((how) => /** @type {any} */ (window).axe.run(document, how), options);
  return found.violations.flatMap((/** @type {any} */ rule) => rule.nodes.slice(0, 3).map((/** @type {any} */ node) =>
    `${rule.id}: ${node.target.join(' ')} ${[...node.any, ...node.all, ...node.none][0]?.message ?? rule.help}`));
}

/** @typedef {'light'|'dark'} Theme */
/** @type {Theme[]} */
export const THEMES = ['light', 'dark'];

/**
 * Lists the violations on the current screen in some themes, and takes screenshots.
 * @param {import('playwright-core').Page} page
 * @param {string} name the name of the screenshot
 * @param {Theme[]} themes
 */
export async function inspect(page, name, themes) {
  /** @type {string[]} */
  const found = [];
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await ready(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}.png`) });
    found.push(...(await findings(page, { onlyColours: at > 0 })).map((text) => `${theme}: ${text}`));
  }
  return found;
}
