// Solving in the browser: a table in the origin's private file system, with the published hash; nothing that looks finished
// after a cancelled, interrupted or failed attempt.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { findings } from '../lib/axe.js';
import { overflows, ready } from '../lib/page.js';
import { SCREENSHOTS } from '../lib/server.js';
import { button, files, row, untilBegun, untilEmpty, untilSolved } from '../lib/solving.js';
import { bareServer, PHONE, withVisitor } from '../lib/world.js';

const IS_SWEEP = Boolean(process.env['LINJA_SWEEP']);

/** The published hashes, from the document about the solved game. */
const SOLVED = readFileSync(resolve(import.meta.dirname, '../../docs/solved.md'), 'utf8');
/** @param {string} id @param {string} hash */
const isPublished = (id, hash) => SOLVED.split('\n').some((line) => line.includes(`\`${id}\``) && line.includes(hash));

/** @typedef {Parameters<typeof withVisitor>[1]} Body */

/** A test with a visitor of a server without tables. @param {import('../lib/world.js').Wishes} wishes @param {Body} body */
const withBare = (wishes, body) => async (/** @type {{name: string}} */ context) => withVisitor({ ...wishes, server: await bareServer() }, body)(context);

// axe needs styles that the policy of the page refuses.
test('a rule set is solved, also after the page was closed in the middle, and removed again', withBare({ device: { bypassCSP: true } }, async (one) => {
  const { page } = one;
  await one.open('/oracle');
  assert.deepEqual(await files(page), []);
  await button(page, 'Bonus', 'Solve').click();
  await untilBegun(page);
  await button(page, 'Bonus', 'Pause').click();
  await row(page, 'Bonus').getByText(/^paused at/).waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'solve-paused.png') });
  assert.deepEqual(await findings(page), []);
  assert.equal(await button(page, 'Geeky Pen', 'Solve').isDisabled(), true, 'one at a time');
  await button(page, 'Bonus', 'Go on').click();
  await button(page, 'Bonus', 'Pause').waitFor();
  assert.deepEqual((await files(page)).map(({ name }) => name), ['bonus.partial']);

  // Closed in the middle: nothing is left, and nothing starts by itself.
  await page.reload();
  await button(page, 'Bonus', 'Solve').waitFor();
  await untilEmpty(page);

  await button(page, 'Bonus', 'Solve').click();
  await untilSolved(page, 'Bonus');
  await row(page, 'Bonus').getByText('every position known').waitFor();
  const [table, ...more] = await files(page);
  assert.deepEqual(more, []);
  assert.ok(table);
  assert.equal(table.name, 'bonus.linja');
  assert.equal(table.magic, 'LINJATAB');
  assert.ok(isPublished('bonus', table.hash), table.hash);
  assert.equal(await row(page, 'Bonus').locator('.solve-hash').getAttribute('title'), table.hash);
  await page.screenshot({ path: join(SCREENSHOTS, 'solve-solved.png') });

  // It stays, and the engine reads it: the server has no table.
  await one.open('/explorer/bonus/12310014-40120050-b');
  await page.locator('.study-verdict', { hasText: 'This value is exact' }).waitFor();
  const values = await page.evaluate(async () => {
    const { answerHere } = await import(new URL(`${document.querySelector('meta[name="engine"]')?.getAttribute('content')}js/kept/answer.js`, document.baseURI).href);
    return answerHere('/position/turns?pos=12310014-40120050-b&rules=bonus', {});
  });
  assert.deepEqual([values.exact, values.turns[0].margin], [true, 5]);
  await one.open('/oracle');
  await button(page, 'Bonus', 'Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await button(page, 'Bonus', 'Solve').waitFor();
  assert.deepEqual(await files(page), []);
}));

test('a cancelled attempt leaves nothing', withBare({}, async (one) => {
  const { page } = one;
  await one.open('/oracle');
  await button(page, 'Bonus', 'Solve').focus();
  await page.keyboard.press('Enter');
  await untilBegun(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await button(page, 'Bonus', 'Solve').waitFor();
  assert.equal(await button(page, 'Bonus', 'Solve').evaluate((each) => each === document.activeElement), true, 'the focus stays in the row');
  assert.deepEqual(await files(page), []);
}));

test('a full private file system is said, and nothing is left', withBare({ allow: [/solving failed: storage/] }, async (one) => {
  const { page, server } = one;
  await one.open('/oracle');
  await button(page, 'Bonus', 'Solve').click();
  await untilBegun(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 4_000_000 });
  await row(page, 'Bonus').getByText('The browser has no more space for this page.').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'solve-failed.png') });
  assert.deepEqual(await files(page), []);
  // A browser that tells how little is left: this is known beforehand. Chromium tells the same for every disk.
  await page.evaluate(() => Object.defineProperty(navigator.storage, 'estimate', { value: async () => ({ quota: 4_000_000, usage: 1_000_000 }) }));
  await button(page, 'Bonus', 'Try again').click();
  await row(page, 'Bonus').getByText('Not enough space: this takes 261 MB, and the browser has 3 MB left').waitFor();
  assert.deepEqual(await files(page), []);
}));

test('a device with little memory says so, and offers nothing', withBare({ device: PHONE }, async (one) => {
  const { page } = one;
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 2 }));
  await one.open('/oracle');
  await page.getByText('This device has too little memory to solve Linja.').waitFor();
  assert.equal(await page.locator('.solve-row button:visible').count(), 0);
  await ready(page);
  assert.deepEqual(await overflows(page), []);
  await page.screenshot({ path: join(SCREENSHOTS, 'solve-little-memory.png'), fullPage: true });
}));

test('the solver is loaded only by who solves, and both modules are small', withBare({}, async (one) => {
  /** @type {string[]} */
  const asked = [];
  one.context.on('request', (request) => asked.push(request.url()));
  await one.open('/');
  await one.open('/oracle');
  await button(one.page, 'Bonus', 'Solve').waitFor();
  assert.deepEqual(asked.filter((url) => url.endsWith('solver.wasm')), []);
  const folder = await one.page.locator('meta[name="engine"]').getAttribute('content');
  for (const [name, most] of /** @type {const} */ ([['solver', 320], ['linja', 220]])) {
    const module = await (await one.context.request.get(`${folder}engine/${name}.wasm`)).body();
    const size = brotliCompressSync(module).length;
    assert.ok(size <= most * 1024, `${name}.wasm has ${size} bytes`);
  }
}));

// The other rule sets.
for (const [id, name] of /** @type {const} */ ([['bonus-spicy', 'Bonus, spicy'], ['classic', 'Classic 2003'], ['geeky', 'Geeky Pen'], ['geeky-spicy', 'Geeky Pen, spicy']])) {
  test(`${id} has the published hash`, { skip: !IS_SWEEP }, withBare({}, async (one) => {
    const { page } = one;
    await one.open('/oracle');
    await button(page, name, 'Solve').click();
    await untilSolved(page, name);
    const [table] = await files(page);
    assert.equal(table?.name, `${id}.linja`);
    assert.ok(table && isPublished(id, table.hash), table?.hash);
  }));
}
