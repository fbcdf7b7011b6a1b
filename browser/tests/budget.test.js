// The cost of a first visit: bytes, requests, layout shifts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ready } from '../lib/page.js';
import { untilAsked } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

const MOST_BYTES = 150 * 1024;
const MOST_REQUESTS = 25;

/** @typedef {import('playwright-core').Page} Page */

/** Records every response with its size on the wire. @param {Page} page */
async function meter(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  /** @type {Map<string, {path: string, bytes: number}>} */
  const answers = new Map();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => answers.set(requestId, { path: new URL(request.url).pathname, bytes: 0 }));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.bytes = encodedDataLength;
  });
  // A response from the cache costs nothing.
  cdp.on('Network.requestServedFromCache', ({ requestId }) => answers.delete(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => { if (response.fromDiskCache) answers.delete(requestId); });
  return {
    /** @param {string} what */
    read(what) {
      const all = [...answers.values()];
      const bytes = all.reduce((sum, answer) => sum + answer.bytes, 0);
      const files = all.filter(({ path }) => !path.startsWith('/api/')).length;
      console.log(`    ${what}: ${all.length} requests (${files} files, ${all.length - files} of the API), ${(bytes / 1024).toFixed(1)} KB on the wire`);
      return { bytes, files, requests: all.length, list: all.map(({ path, bytes: size }) => `${path} ${size}`).join('\n') };
    },
  };
}

/** @param {Page} page @returns {Promise<{sum: number, what: string}>} */
const shifts = (page) => page.evaluate(() => {
  const all = /** @type {{value: number, at: number, what: string[]}[]} */ (/** @type {any} */ (window).shifts);
  return { sum: all.reduce((sum, each) => sum + each.value, 0), what: JSON.stringify(all) };
});

for (const [name, device] of /** @type {[string, object][]} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`first visit, then the first game with its guide: bytes, requests, no layout shift (${name})`, withVisitor({ device, isNew: true }, async (one) => {
    const { page } = one;
    // The first request of a day computes the puzzle; later pages have it inlined.
    await one.api('/puzzle?rules=bonus');
    const network = await meter(page);
    await one.open('/');
    await ready(page);
    await page.waitForLoadState('networkidle');
    network.read(`${name}, home`);
    const home = await shifts(page);
    assert.ok(home.sum <= 0.001, `home shifts by ${home.sum}: ${home.what}`);
    await page.locator('.home-first-go').click();
    await page.waitForURL('**/game/*');
    await untilAsked(page);
    await page.locator('.game-guide').waitFor();
    await page.waitForLoadState('networkidle');
    const { bytes, requests, list } = network.read(`${name}, home and game`);
    const both = await shifts(page);
    console.log(`    layout shift: home ${home.sum.toFixed(4)}, home and game ${both.sum.toFixed(4)}`);
    assert.ok(both.sum <= 0.001, `the game page shifts by ${both.sum}: ${both.what}`);
    // A page served from a folder is neither compressed nor bundled.
    if (process.env['LINJA_WEB']) return;
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes:\n${list}`);
    assert.ok(requests <= MOST_REQUESTS, `${requests} requests:\n${list}`);
  }));

  test(`the home page of a player has no layout shift (${name})`, withVisitor({ device }, async (one) => {
    await one.open('/');
    await ready(one.page);
    await one.page.waitForLoadState('networkidle');
    const { sum, what } = await shifts(one.page);
    assert.ok(sum <= 0.001, `home shifts by ${sum}: ${what}`);
  }));

  test(`a game page opened directly has no layout shift (${name})`, withVisitor({ device }, async (one) => {
    const { page } = one;
    const game = await one.create({ rules: 'bonus', opponent: { type: 'computer', level: '3' }, side: 'black', first: 'black' });
    const network = await meter(page);
    await one.open(`/game/${game.id}`);
    await untilAsked(page);
    await ready(page);
    const { requests, list } = network.read(`${name}, game alone`);
    if (!process.env['LINJA_WEB']) assert.ok(requests <= MOST_REQUESTS, `${requests} requests:\n${list}`);
    const { sum, what } = await shifts(page);
    assert.ok(sum <= 0.001, `the page shifts by ${sum}: ${what}`);
  }));
}

test('no other page has a layout shift', withVisitor({}, async (one) => {
  const { page } = one;
  /** @type {string[]} */
  const wrong = [];
  for (const path of ['/puzzle/bonus/2026-11-10', '/explorer', '/review', '/learn', '/learn/bonus/3', '/rules', '/rules/bonus+follow-may', '/lobby', '/two', '/games', '/settings', '/privacy', '/oracle']) {
    await one.open(path);
    await ready(page);
    const { sum, what } = await shifts(page);
    if (sum > 0.001) wrong.push(`${path} ${sum.toFixed(4)} ${what}`);
  }
  assert.deepEqual(wrong, []);
}));
