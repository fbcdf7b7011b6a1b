// What tests of solving in the browser share.
import assert from 'node:assert/strict';
import { PATIENCE } from './server.js';

/** @typedef {import('playwright-core').Page} Page */

/** The deadline for solving a rule set, in ms: it takes half a minute of CPU time, and machines may be busy. */
const LONG = 20 * PATIENCE;

/** The row of a rule set, by its name on the page. @param {Page} page @param {string} name */
export const row = (page, name) => page.locator('.solve-row').filter({ has: page.getByRole('progressbar', { name, exact: true }) });

/** A button of a rule set. @param {Page} page @param {string} name @param {string} label */
export const button = (page, name, label) => row(page, name).getByRole('button', { name: `${label}: ${name}`, exact: true });

/** Waits until some positions are solved. @param {Page} page */
export const untilBegun = (page) => page.waitForFunction(() => {
  const digits = document.querySelector('.solve .oracle-count')?.textContent?.replace(/\D/g, '');
  return Number(digits) > 0;
}, undefined, { timeout: LONG });

/** Waits until a rule set is solved, or failed. @param {Page} page @param {string} name */
export async function untilSolved(page, name) {
  const ended = row(page, name).locator('.solve-hash:not([hidden]), .solve-wrong:not([hidden])');
  await ended.first().waitFor({ timeout: LONG });
  assert.equal(await row(page, name).locator('.solve-wrong').isVisible(), false, await row(page, name).innerText());
}

/** The files in the private file system, with their sizes and the hashes in their headers. @param {Page} page */
export const files = (page) => page.evaluate(async () => {
  const root = await navigator.storage.getDirectory();
  const folder = /** @type {any} */ (await root.getDirectoryHandle('tables').catch(() => null));
  /** @type {{name: string, size: number, magic: string, hash: string}[]} */
  const found = [];
  if (!folder) return found;
  for await (const [name, handle] of folder.entries()) {
    const file = await handle.getFile();
    const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
    const hash = [...head.slice(48)].reverse().map((byte) => byte.toString(16).padStart(2, '0')).join('');
    found.push({ name, size: file.size, magic: new TextDecoder().decode(head.slice(0, 8)), hash });
  }
  return found;
});

/** Waits until there is no file: the page removes what a closed one has left. @param {Page} page */
export async function untilEmpty(page) {
  for (const until = Date.now() + PATIENCE; (await files(page)).length > 0;) {
    assert.ok(Date.now() < until, 'files are left');
    await page.waitForTimeout(100);
  }
}
