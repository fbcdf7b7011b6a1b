// What tests without a connection share.
import assert from 'node:assert/strict';
import { chip, dice, look, untilAsked } from './play.js';
import { PATIENCE } from './server.js';

/** @typedef {import('playwright-core').Page} Page */

/** Console errors while no server runs. */
export const GONE = [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /ERR_INTERNET_DISCONNECTED/, /ERR_SOCKET_NOT_CONNECTED/, /ERR_FAILED/, /WebSocket connection to .* failed/, /error occurred when fetching the script/];

/** Waits until the service worker has kept the whole page. @param {Page} page */
export async function untilKept(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
}

/** Waits until the device has a copy of what the server has: it is made a little later. @param {Page} page @param {'seen' | 'answers'} place @param {string} key */
export async function untilCopied(page, place, key) {
  const isCopied = () => page.evaluate(async ([where = '', what = '']) => {
    // Opening a database that does not exist would make it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'linja')) return false;
    return new Promise((done) => {
      const asked = indexedDB.open('linja');
      asked.onsuccess = () => {
        const read = asked.result.transaction(where).objectStore(where).get(what);
        read.onsuccess = () => {
          asked.result.close();
          done(read.result !== undefined);
        };
      };
    });
  }, [place, key]);
  for (const until = Date.now() + PATIENCE; !await isCopied();) {
    assert.ok(Date.now() < until, `${key} was not copied`);
    await page.waitForTimeout(100);
  }
}

/** Plays random actions until the game is over, or some turns are played. @param {Page} page @param {{most?: number, seed?: number}} [how] */
export async function playOn(page, { most = Infinity, seed = 3 } = {}) {
  const roll = dice(seed);
  for (let turns = 0; turns < most;) {
    const seen = await untilAsked(page);
    if (seen.status !== 'playing') return;
    const before = await page.locator('.game-turn:not(.pending)').count();
    const action = seen.actions[roll(seen.actions.length)];
    if (seen.phase !== 'bonus' && action) await chip(page, action).click({ timeout: 5_000 }).catch(() => undefined);
    else await page.locator('.game-prompt-buttons .button.ink').click({ timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(20);
    if ((await look(page)).phase === '' || await page.locator('.game-turn:not(.pending)').count() > before) turns += 1;
  }
}
