// Telling players that it is their turn: messages to browsers that are closed, and to pages that nobody looks at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { unseen } from '../lib/page.js';
import { dice, turnIn, untilAsked } from '../lib/play.js';
import { pushBrowser, pushService, signedBy } from '../lib/push.js';
import { PATIENCE, startServer } from '../lib/server.js';
import { PHONE, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

const DAY = 24 * 60 * 60 * 1000;
/** A browser without a profile has no push service. */
const NO_PUSH = [/does not support the Push API in incognito mode/];

/** A game in which Ada begins. @param {Visitor} ada @param {Visitor} ben @returns {Promise<string>} */
async function gameOfTwo(ada, ben) {
  const { id } = await ada.create({ opponent: { type: 'lobby' }, name: 'Ada', side: 'black', first: 'black' });
  await ben.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: 1, type: 'join', name: 'Ben' });
  return id;
}

const roll = dice(3);

/** Plays a turn without a page. @param {Visitor} one @param {string} id */
async function playTurn(one, id) {
  const { game } = await one.api(`/games/${id}`);
  await one.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: turnIn(game.tree, roll) });
}

/** Opens the game, plays a turn, and closes the browser's window. @param {Visitor} one @param {string} id */
async function visit(one, id) {
  const page = await one.context.newPage();
  await page.goto(`/game/${id}`);
  assert.equal((await untilAsked(page)).status, 'playing');
  assert.match(await page.title(), /^Your turn\b/);
  await playTurn(one, id);
  await page.waitForFunction(() => !document.title.startsWith('Your turn'));
  await page.close();
}

test('a game of three days with closed browsers: each turn tells the other once', async (info) => {
  const service = await pushService();
  const server = await startServer({ solved: false, options: ['--push-endpoint', service.origin, '--push-after', '0'] });
  try {
    // The server restarts while a browser may fetch the service worker.
    const allow = [/error occurred when fetching the script/];
    await withVisitors([{ server, allow }, { server, allow }], async (ada, ben) => {
      const people = [{ one: ada, name: 'Ada', browser: pushBrowser() }, { one: ben, name: 'Ben', browser: pushBrowser() }];
      const { public_key } = await ada.api('/push');
      for (const { one, name, browser } of people) {
        // The document gives a browser its identity.
        await one.open('/');
        await one.page.close();
        const answer = await one.context.request.post('/api/v1/push/subscriptions', { data: browser.subscription(`${service.origin}/${name}`) });
        assert.equal(answer.status(), 204, await answer.text());
      }
      const id = await gameOfTwo(ada, ben);
      const began = await service.message('Ada', 1);
      assert.deepEqual(people[0]?.browser.read(began), { type: 'turn', game: id, turns: 0, opponent: 'Ben' });
      for (let turns = 1; turns <= 6; turns += 1) {
        const [mover, other] = turns % 2 ? people : people.toReversed();
        assert.ok(mover && other);
        await visit(mover.one, id);
        const told = await service.message(other.name, Math.ceil(turns / 2) + (other.name === 'Ada' ? 1 : 0));
        assert.deepEqual(other.browser.read(told), { type: 'turn', game: id, turns, opponent: mover.name });
        const claims = signedBy(told, public_key);
        assert.equal(claims.aud, service.origin);
        assert.ok(claims.exp > Date.now() / 1000 && claims.exp <= Date.now() / 1000 + DAY / 1000);
        // Half a day passes, and the server is restarted.
        await server.change(`UPDATE events SET at = at - ${DAY / 2}; UPDATE owed SET due_at = due_at - ${DAY / 2}; UPDATE heartbeat SET at = at - ${DAY / 2}, db_clock = db_clock - ${DAY / 2};`);
      }
      assert.deepEqual(people.map(({ name }) => service.requests(name).length), [4, 3], 'one message for each turn');
      const { events } = await ada.api(`/games/${id}/events`);
      assert.ok(events.at(-1).at - events[0].at >= 2.5 * DAY, 'the game has lasted for days');
    })(info);
  } finally {
    await server.stop();
    await service.stop();
  }
});

/**
 * Waits until the service worker shows these messages: title, text and game of each.
 * @param {import('playwright-core').Page} page
 * @param {[string, string, string][]} expected in the order of their games
 */
async function untilShown(page, expected) {
  for (const until = Date.now() + PATIENCE; ;) {
    const shown = await page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => [title, body, tag]));
    shown.sort((one, other) => String(one[2]).localeCompare(String(other[2])));
    if (isDeepStrictEqual(shown, expected)) return;
    assert.ok(Date.now() < until, `shown: ${JSON.stringify(shown)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

test('the setting has its states, and the service worker says a message in the person’s language', withVisitor({ settings: { language: 'fr' }, allow: NO_PUSH }, async ({ page, context, open, server }) => {
  await open('/settings');
  const entry = page.locator('.settings-toggle[data-state]');
  const input = entry.locator('input');
  assert.equal(await entry.getAttribute('data-state'), 'asks');
  assert.ok(await input.isEnabled() && !await input.isChecked());
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await open('/settings');
  assert.equal(await entry.getAttribute('data-state'), 'off');
  await input.click();
  await page.locator('[data-state=page]').waitFor();
  assert.ok(await input.isChecked());
  await entry.getByText('tant qu’une page de Linja est ouverte').waitFor();

  // A message as the server sends it, decrypted by the browser.
  const cdp = await context.newCDPSession(page);
  const registration = new Promise((/** @type {(id: string) => void} */ done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && done(registrations[0].registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const registrationId = await registration;
  const [one, other] = /** @type {const} */ (['0123456789abcdefghjk', '1123456789abcdefghjk']);
  const deliver = (/** @type {unknown} */ data) => cdp.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: JSON.stringify(data) });
  await deliver({ type: 'turn', game: one, turns: 3, opponent: '$& <b>Ada</b>' });
  await untilShown(page, [['À toi de jouer', '$& <b>Ada</b> a joué.', one]]);
  await deliver({ type: 'turn', game: one, turns: 5, opponent: 'Ada' });
  await deliver({ type: 'turn', game: '../settings', turns: 5 });
  await deliver({ type: 'later', game: other });
  await deliver({ type: 'turn', game: other, turns: 1 });
  // One for each game.
  await untilShown(page, [['À toi de jouer', 'Ada a joué.', one], ['À toi de jouer', 'Ton adversaire a joué.', other]]);

  // A click leads to the game.
  const worker = context.serviceWorkers()[0];
  const paths = await worker?.evaluate(async () => {
    const scope = /** @type {any} */ (self);
    /** @type {string[]} */
    const opened = [];
    // Only a person’s click may open a window.
    scope.clients.openWindow = (/** @type {string} */ path) => opened.push(path);
    for (const notification of await scope.registration.getNotifications()) {
      /** @type {Promise<void>[]} */
      const waits = [];
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: (/** @type {Promise<void>} */ wait) => waits.push(wait) });
      scope.dispatchEvent(event);
      await Promise.all(waits);
    }
    return opened;
  });
  assert.deepEqual(paths?.toSorted(), [`/game/${one}`, `/game/${other}`]);
  await untilShown(page, []);

  await input.click();
  await page.locator('[data-state=off]').waitFor();
  await context.clearPermissions();
}));

/** Counts the notes that a page plays, and the messages that it asks the service worker for. @param {import('playwright-core').Page} page */
const countCalls = (page) => page.evaluate(() => {
  const calls = { notes: 0, messages: 0 };
  /** @type {any} */ (window).calls = calls;
  const [tone, message] = [AudioContext.prototype.createOscillator, ServiceWorker.prototype.postMessage];
  AudioContext.prototype.createOscillator = function count() {
    calls.notes += 1;
    return tone.call(this);
  };
  ServiceWorker.prototype.postMessage = function count(/** @type {any[]} */ ...all) {
    calls.messages += 1;
    return message.apply(this, /** @type {any} */ (all));
  };
});

test('a page that nobody looks at tells of the turn, and one that is looked at does not', withVisitors([{ device: PHONE, allow: NO_PUSH }, {}], async (ada, ben) => {
  await ada.context.grantPermissions(['notifications'], { origin: ada.server.origin });
  const id = await gameOfTwo(ada, ben);
  await ada.open(`/game/${id}`);
  await untilAsked(ada.page);
  for (const [width, height] of /** @type {const} */ ([[360, 640], [320, 568], [844, 390], [390, 844]])) {
    await ada.page.setViewportSize({ width, height });
    assert.deepEqual(await unseen(ada.page, ['.game-bar > .game-bell', '.game-bar > a', '.game-player.bottom .game-name']), [], `${width}×${height}`);
  }
  const bell = ada.page.locator('.game-bell').filter({ visible: true });
  assert.equal(await bell.getAttribute('aria-pressed'), 'false');
  await bell.click();
  await ada.page.locator('.toast', { hasText: 'as long as a page of Linja is open' }).waitFor();
  assert.equal(await bell.getAttribute('aria-pressed'), 'true');
  await countCalls(ada.page);
  await playTurn(ada, id);
  await ada.page.waitForFunction(() => !document.title.startsWith('Your turn'));
  await playTurn(ben, id);
  await ada.page.waitForFunction(() => document.title.startsWith('Your turn'));
  await playTurn(ada, id);
  await ada.page.waitForFunction(() => !document.title.startsWith('Your turn'));
  await ada.page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await playTurn(ben, id);
  await untilShown(ada.page, [['Your turn', 'Ben has played.', id]]);
  assert.deepEqual(await ada.page.evaluate(() => /** @type {any} */ (window).calls), { notes: 0, messages: 1 }, 'no sound, and no message while Ada was looking');
  await ada.open('/settings');
  await ada.page.getByRole('switch', { name: /Sound when it’s my turn/ }).check();
  await ada.open(`/game/${id}`);
  await countCalls(ada.page);
  await playTurn(ada, id);
  await ada.page.waitForFunction(() => !document.title.startsWith('Your turn'));
  await playTurn(ben, id);
  await ada.page.waitForFunction(() => /** @type {any} */ (window).calls.notes === 2);
}));
