// Accessibility, as axe-core judges it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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
