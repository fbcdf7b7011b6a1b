// An invitation that works on other devices, and the way back to one's own games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from '../lib/page.js';
import { playedGame, untilAsked } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** Opens a game that waits for a friend, on a server with this place in the network. @param {Visitor} one @param {{address: string | null, reachable: boolean}} network */
async function invite(one, network) {
  await one.page.route('**/api/v1/network', (route) => route.fulfill({ json: network }));
  const made = await one.api('/games', { id: crypto.randomUUID(), opponent: { type: 'invitation' }, name: 'Ada' });
  await one.open(`/game/${made.game.id}`);
  await one.page.locator('.game-link-note:not(:empty)').waitFor();
  return made.invitation.path;
}

test('the link has the address in the local network, as text, QR code and in the share sheet', withVisitor({ device: PHONE }, async (one) => {
  const { page } = one;
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] });
    Object.defineProperty(navigator, 'share', { value: async (/** @type {ShareData} */ data) => { /** @type {any} */ (window).shared.push(data.url); } });
  });
  const path = await invite(one, { address: '192.168.1.5', reachable: true });
  const wanted = `http://192.168.1.5:${new URL(one.server.origin).port}${path}`;
  assert.equal(await page.locator('.game-link').inputValue(), wanted);
  // The same code as the encoder makes of this link: web/test/qr.test.js compares that with another encoder.
  const drawn = await page.locator('.game-qr path').getAttribute('d');
  const { qrPath } = await import('../../web/js/qr.js');
  assert.equal(drawn, qrPath(wanted)?.path);
  const box = await page.locator('.game-qr svg').boundingBox();
  assert.ok(box && box.width >= 120, 'large enough for a camera');
  await page.locator('.game-invitation .game-slot-buttons .button:not(.ink, .quiet)').click();
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shared), [wanted]);
}));

test('a server for this machine only says so, and how to allow others', withVisitor({}, async (one) => {
  const { page } = one;
  const path = await invite(one, { address: '192.168.1.5', reachable: false });
  assert.equal(await page.locator('.game-link').inputValue(), one.server.origin + path);
  assert.match(await page.locator('.game-link-note code').innerText(), /^linja serve --bind 0\.0\.0\.0:\d+$/);
  assert.equal(await page.locator('.game-qr svg').count(), 0, 'no code for a link that no other device can open');
}));

test('the server of this test listens on this machine only', withVisitor({}, async (one) => {
  const { reachable } = await one.api('/network');
  assert.equal(reachable, false);
}));

for (const [name, device] of /** @type {const} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`home shows a game under way at once, above the play card, without a shift (${name})`, withVisitor({ device }, async (one) => {
    const { page } = one;
    const game = await one.create({ opponent: { type: 'computer', level: '3' }, side: 'black', first: 'black' });
    await one.open(`/game/${game.id}`);
    await untilAsked(page);
    await one.open('/');
    const row = page.locator('.home-running a');
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    await settled(page);
    assert.equal(await row.getAttribute('href'), `/game/${game.id}`);
    const box = await page.locator('.home-running').boundingBox();
    assert.ok(box && box.y + box.height < (page.viewportSize()?.height ?? 0) / 2, `it ends at ${box && box.y + box.height}`);
    const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts.reduce((/** @type {number} */ sum, /** @type {{value: number}} */ each) => sum + each.value, 0));
    assert.ok(shifts <= 0.001, `the page shifts by ${shifts}`);
    // The same game is not listed twice.
    assert.equal(await page.locator(`a[href="/game/${game.id}"]`).count(), 1);
    await row.click();
    await untilAsked(page);
  }));
}

test('a finished game is not under way on home', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await playedGame(one, {}, { turns: 2 });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'resign' });
  await page.locator('.game-result').waitFor();
  await one.open('/');
  await page.locator('.home-continue:not([aria-busy])').waitFor();
  assert.ok(await page.locator('.home-running').isHidden());
}));

test('my games are in the header, and lead to the review of a record', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/');
  await page.locator('.header-nav a[href="/games"]').click();
  await page.locator('.me-ways a[href="/review"]').click();
  await page.waitForURL('**/review');
  await page.locator('main textarea').waitFor();
  // A smaller window has the link in the menu.
  await page.setViewportSize({ width: 960, height: 700 });
  assert.ok(await page.locator('.header-nav a[href="/games"]').isHidden());
  await page.locator('.header-more').click();
  await page.locator('.header-menu a[href="/games"]').click();
  await page.waitForURL('**/games');
}));

test('my games list every finished game of a match, each with its review', withVisitor({}, async (one) => {
  const { page } = one;
  const first = await playedGame(one, { games: 3, first: 'black' }, { seed: 5 });
  const { game: next } = await one.api(`/games/${first.id}/commands`, { id: crypto.randomUUID(), seen: first.seq, type: 'next_game' });
  const second = next.id === first.id ? next.next : next.id;
  assert.ok(second && second !== first.id);
  await one.open('/games');
  await page.locator(`.me-list a[href="/game/${first.id}/review"]`).waitFor();
  await page.locator(`.me-list a[href="/game/${second}"]`).waitFor();
  await one.open(`/game/${first.id}`);
  await page.locator(`.game-others a[href="/game/${second}"]`).waitFor();
  await page.locator('.game-result a[href$="/review"]').click();
  await page.waitForURL(`**/game/${first.id}/review`);
  await page.locator('.study-review').waitFor();
}));
