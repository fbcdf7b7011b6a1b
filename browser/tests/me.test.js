// My games and Me: every game with its accuracy, filters in the address, the level after three games, no connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { overflows, ready } from '../lib/page.js';
import { playedGame } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** axe needs styles that the policy of the page refuses. */
const NAMED = { settings: { name: 'Ada' }, device: { bypassCSP: true } };

/** Games on one device, in which this person is Black. @param {Visitor} one @param {number[]} seeds */
async function threeGames(one, seeds = [5, 7, 9]) {
  // The document gives the browser its identity.
  await one.open('/');
  /** @type {any[]} */
  const games = [];
  for (const seed of seeds) games.push(await playedGame(one, { name: 'Ada', opponent_name: 'Ben', side: 'black', first: 'black' }, { seed }));
  return games;
}

/** The accuracy of all rows, once it is known. @param {Visitor} one @param {number} count */
async function accuracies({ page }, count) {
  await page.waitForFunction((all) => [...document.querySelectorAll('.me-accuracy')].filter((each) => each.textContent).length === all, count);
  return (await page.locator('.me-accuracy').allInnerTexts()).filter((text) => text !== '');
}

/** The sum of all layout shifts. @param {Visitor} one @returns {Promise<any[]>} */
const shifts = ({ page }) => page.evaluate(() => /** @type {any} */ (window).shifts);

test('every game with its accuracy, and the level after three games', withVisitor({ ...NAMED, allow: [/ERR_FAILED/] }, async (one) => {
  const { page } = one;
  const [first, ...others] = await threeGames(one);
  const latest = others.at(-1);
  await one.create({ opponent: { type: 'computer', level: '4' }, side: 'black', first: 'black' });
  await one.open('/games');
  const shown = await accuracies(one, 3);
  const reviews = await Promise.all([latest, others[0], first].map(({ id }) => one.api(`/games/${id}/review`)));
  assert.deepEqual(shown.map((text) => /\d+/.exec(text)?.[0]), reviews.map(({ black }) => String(Math.floor(black.accuracy))));
  // The game under way is first; each row is a link.
  assert.deepEqual(await page.locator('.me-row > a').evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').length)), [3, 4, 4, 4]);
  const rows = await page.locator('.me-row').allInnerTexts();
  assert.match(rows[0] ?? '', /Computer, Regular.*Your turn.*Continue/s);
  const { black, red } = latest.score;
  assert.match(rows[1] ?? '', new RegExp(`Ben.*${black > red ? 'Won' : black < red ? 'Lost' : 'Drawn'}.*${black} : ${red}.*Today`, 's'));
  // The level is that of the sum of all likelihoods, as in docs/players.md.
  const sums = reviews[0].black.likelihoods.map((/** @type {number} */ _, /** @type {number} */ at) => reviews.reduce((sum, { black: { likelihoods } }) => sum + likelihoods[at], 0));
  const level = sums.indexOf(Math.max(...sums)) + 1;
  await page.locator('.me-card-level .me-figure', { hasText: new RegExp(`level ${level},`) }).waitFor();
  assert.equal(await page.locator('.me-card-level tbody tr').count(), 3, 'the chart is also a table');
  assert.equal(await page.locator('.me-dot').count(), 3);
  const lost = reviews.reduce((sum, { black: { lost: points } }) => sum + points, 0) / reviews.reduce((sum, { black: { choices } }) => sum + choices, 0);
  assert.equal(await page.locator('.me-card-given .me-figure b').innerText(), lost.toFixed(1));
  const sum = (await shifts(one)).reduce((all, { value }) => all + value, 0);
  assert.ok(sum <= 0.001, JSON.stringify(await shifts(one)));
  assert.deepEqual(await findings(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  await ready(page);
  assert.deepEqual(await findings(page, { onlyColours: true }), []);
  // The numbers are kept: another visit asks for no review.
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => { if (request.url().endsWith('/review')) asked.push(request.url()); });
  await one.open('/games');
  await accuracies(one, 3);
  await page.locator('.me-dot').first().waitFor({ state: 'attached' });
  assert.deepEqual(asked, []);
  // Without a connection the device shows what it knows.
  await page.locator('.header-settings').click();
  await page.locator('#numbers').waitFor();
  await page.route('**/api/v1/games', (route) => route.abort());
  await page.goBack();
  await page.locator('.me-notes .banner', { hasText: 'No connection' }).waitFor();
  assert.equal(await page.locator('.me-row').count(), 4);
  await page.unroute('**/api/v1/games');
  await page.locator('.me-notes button').click();
  await page.waitForFunction(() => document.querySelector('.me-notes .banner') === null);
  // Forgotten numbers stay forgotten.
  await page.locator('.me-note a[href="/settings#numbers"]').click();
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Forget' }).click();
  await page.locator('.toast', { hasText: 'forgotten' }).waitFor();
  await one.open('/games');
  await page.locator('.me-few').waitFor();
  await ready(page);
  assert.equal(await page.locator('.me-bar').count(), 0);
  assert.deepEqual(asked, []);
}));

test('filters combine, stand in the address, and survive the way back', withVisitor({ settings: { name: 'Ada' } }, async (one) => {
  const { page } = one;
  const games = await threeGames(one, [5, 7]);
  await one.create({ rules: 'geeky', opponent: { type: 'computer', level: '2' }, side: 'black', first: 'black' });
  await one.open('/games');
  const ids = () => page.locator('.me-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')));
  assert.equal((await ids()).length, 3);
  const won = games.filter(({ result }) => result.winner === 'black').map(({ id }) => id).reverse();
  await page.locator('.me-filters').getByRole('radio', { name: 'Won' }).check();
  await page.waitForURL('**/games?show=won');
  assert.deepEqual(await ids(), won);
  await page.getByRole('combobox', { name: 'Opponent' }).selectOption({ label: 'Computer, Learner' });
  await page.waitForURL('**/games?show=won&opponent=computer-2');
  await page.locator('.me-empty', { hasText: 'No such game' }).waitFor();
  await page.locator('.me-empty a').click();
  await page.waitForURL('**/games');
  await page.getByRole('combobox', { name: 'Rules' }).selectOption('bonus');
  await page.waitForURL('**/games?rules=bonus');
  assert.equal((await ids()).length, 2);
  await page.locator('.me-row > a').first().click();
  await page.waitForURL('**/review');
  await page.goBack();
  await page.waitForURL('**/games?rules=bonus');
  await page.waitForFunction(() => document.querySelectorAll('.me-row').length === 2);
  assert.equal(await page.getByRole('combobox', { name: 'Rules' }).inputValue(), 'bonus');
}));

test('fifty rows, then more; on a phone games and Me are two tabs', withVisitor({ ...NAMED, device: { ...PHONE, bypassCSP: true } }, async (one) => {
  const { page } = one;
  await one.open('/games');
  await page.locator('.me-empty', { hasText: 'Your games will be here' }).waitFor();
  for (let made = 0; made < 53; made += 1) await one.create({ opponent: { type: 'local' }, name: 'Ada' });
  await one.open('/games');
  // The count comes when the whole list is known.
  await page.locator('.me-count', { hasText: '53 games' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.me-row').count(), 50);
  await page.locator('.me-more').tap();
  assert.equal(await page.locator('.me-row').count(), 53);
  assert.ok(await page.evaluate(() => document.activeElement === document.querySelectorAll('.me-row > a')[50]), 'the focus is on the first new row');
  assert.ok(await page.locator('.me-side').isHidden());
  await page.locator('.me-tabs [data-tab=me]').tap();
  await page.waitForURL('**/games?tab=me');
  await page.locator('.me-few').waitFor();
  assert.ok(await page.locator('.me-list').isHidden());
  assert.deepEqual(await findings(page), []);
  assert.deepEqual(await overflows(page), []);
}));

test('a game of two on one device names its winner, whose points come first', withVisitor({}, async (one) => {
  const game = await playedGame(one, { name: 'Ada', opponent_name: 'Ben', side: 'black', first: 'black' }, { seed: 5 });
  const { winner, score } = game.result;
  assert.notEqual(winner, 'draw');
  await one.open('/games');
  const shown = one.page.locator('.me-result').first();
  const [won, lost] = winner === 'black' ? ['black', 'red'] : ['red', 'black'];
  await shown.getByText(`${winner === 'black' ? 'Ada' : 'Ben'} won`).waitFor();
  assert.equal(await shown.locator('.me-score').innerText(), `${score[won]} : ${score[lost]}`);
}));
