// Failures: the server is killed during a game, is unreachable, rejects a command; a link is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip, look, turnsOf, untilAsked, untilPhase, untilTurns } from '../lib/play.js';
import { startServer } from '../lib/server.js';
import { visitor, withVisitor } from '../lib/world.js';

/** Console errors while no server runs. */
const GONE = [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /WebSocket connection to .* failed/, /ERR_SOCKET_NOT_CONNECTED/, /unknown error occurred when fetching the script/];

test('the server is killed during a game and restarted: the game continues, an unsent turn is sent', async () => {
  const server = await startServer({ solved: false });
  const one = await visitor({ server, allow: GONE });
  const { page } = one;
  try {
    const game = await one.create({ rules: 'bonus', opponent: { type: 'computer', level: '1' }, side: 'black', position: '12310014/40120050 b' });
    await one.open(`/game/${game.id}`);
    await untilAsked(page);
    await chip(page, 'bc').click();
    await untilPhase(page, 'follow_up');
    await server.kill();
    // The board stays usable, and a banner explains.
    await page.locator('.game-notes .banner.alert').waitFor();
    await chip(page, 'ae').click();
    await page.locator('.game-notes', { hasText: 'Your turn is saved on this device' }).waitFor();
    await server.start();
    const turns = await untilTurns(one, game.id, 2);
    assert.equal(turns[0], 'bc ae');
    assert.equal(turns.length, 2, 'the turn arrived once');
    await page.locator('.game-notes .banner.alert').waitFor({ state: 'detached' });
    await untilAsked(page);

    // Again, but the page is closed before the server is back: the turn is stored on the device.
    await server.kill();
    await page.locator('.game-notes .banner.alert').waitFor();
    for (;;) {
      const seen = await look(page);
      if (seen.phase === 'bonus') await page.locator('.game-prompt-buttons .button.ink').click();
      else if (seen.actions[0]) await chip(page, seen.actions[0]).click();
      if ((await look(page)).phase === '') break;
    }
    await page.locator('.game-notes', { hasText: 'Your turn is saved on this device' }).waitFor();
    await page.goto('about:blank');
    await server.start();
    await one.open(`/game/${game.id}`);
    await untilTurns(one, game.id, 4);
    await untilAsked(page);
    await one.check();
  } finally {
    await one.leave();
    await server.stop();
  }
});

test('the page is there while the server is unreachable, in its language, and goes on when the server is back', async () => {
  const server = await startServer({ solved: false });
  const one = await visitor({ server, allow: GONE, device: { locale: 'fr-FR' } });
  const { page } = one;
  try {
    await one.open('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.kill();
    await page.goto('/lobby');
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await page.locator('.header-pill.offline', { hasText: 'Hors ligne' }).waitFor();
    await page.locator('.pages-body', { hasText: 'Nécessite une connexion.' }).waitFor();
    await server.start();
    await page.locator('.header-pill.offline').waitFor({ state: 'detached' });
    await page.locator('.pages-body .banner').waitFor();
    await one.check();
  } finally {
    await one.leave();
    await server.stop();
  }
});

test('another tab has played a turn: the page shows the current game, without an error', withVisitor({ settings: { send: 'confirm' }, allow: [/status of 409/] }, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus', opponent: { type: 'local' }, position: '12310014/40120050 b' });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  // Offline, so that the event does not arrive.
  await one.context.setOffline(true);
  await chip(page, 'de').click();
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: 'bc ae' }).catch(() => undefined);
  await one.context.setOffline(false);
  await untilTurns(one, game.id, 1).catch(() => undefined);
  await page.waitForFunction(() => document.querySelectorAll('.game-turn:not(.pending)').length === 1);
  assert.deepEqual(await turnsOf(one, game.id), ['bc ae']);
}));

test('wrong links show an explanation', withVisitor({ allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  await one.open('/game/0123456789abcdefghij');
  await page.getByRole('heading', { name: 'This link doesn’t lead to a game' }).waitFor();
  await one.open('/nothing/here');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await one.open('/puzzle/bonus/2999-01-01');
  await page.locator('.puzzle-none').waitFor();
  const game = await one.create({ opponent: { type: 'invitation' }, name: 'Ada' });
  const other = await one.context.browser()?.newContext({ baseURL: one.server.origin });
  assert.ok(other);
  try {
    const stranger = await other.newPage();
    await stranger.goto(`/game/${game.id}?invitation=wrong`);
    await stranger.locator('.game-join input').fill('Eve');
    await stranger.locator('.game-join button').click();
    await stranger.locator('.toast').waitFor();
  } finally {
    await other.close();
  }
}));
