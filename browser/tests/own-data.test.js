// What belongs to a player: games in one file, another device, signing out, deletion; and no help in a running game.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ready } from '../lib/page.js';
import { untilAsked } from '../lib/play.js';
import { PHONE, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** Responses that the tests expect. */
const REFUSED = [/status of 40[13]/, /WebSocket connection to .* failed/];

/** A running game between two visitors; the first one is to move. @param {Visitor} ada @param {Visitor} ben */
async function gameBetween(ada, ben) {
  // The document gives each browser its identity.
  await Promise.all([ada.open('/'), ben.open('/')]);
  const game = await ada.create({ opponent: { type: 'lobby' }, side: 'black', first: 'black', name: 'Ada' });
  await ben.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: 1, type: 'join', name: 'Ben' });
  return game.id;
}

/** The row of My data with this title. @param {Visitor} one @param {string} title */
const row = ({ page }, title) => page.locator('.own-data .settings-row', { hasText: title });

test('a code moves the games to another device, by typing and by link, and signing out ends it',
  withVisitors([{ allow: REFUSED }, { device: PHONE, allow: REFUSED }, { allow: REFUSED }], async (ada, phone, ben) => {
    const id = await gameBetween(ada, ben);
    await ada.open('/games');
    await row(ada, 'Use another device').getByRole('button', { name: 'Make a code' }).click();
    const code = await ada.page.locator('.own-code-text').innerText();
    assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await phone.open('/games');
    await phone.page.locator('.own-use input').fill(code.toLowerCase().replaceAll('-', ' '));
    await phone.page.locator('.own-use button').click();
    await phone.page.locator(`a[href^="/game/${id}"]`).waitFor();
    await phone.open(`/game/${id}`);
    await untilAsked(phone.page);

    // By link, on a device with a game of its own: the page asks before it gives that up.
    const own = await ben.create({ opponent: { type: 'local' } });
    await ada.page.getByRole('button', { name: 'Make a code' }).click();
    await ada.page.locator('.own-code-text', { hasNotText: code }).waitFor();
    const second = await ada.page.locator('.own-code-text').innerText();
    await ben.open(`/games#code=${second}`);
    assert.equal(await ben.page.locator('.own-use input').inputValue(), second);
    assert.equal(await ben.page.locator(`a[href^="/game/${own.id}"]`).count(), 1, 'a link alone moves nobody');
    await ben.page.locator('.own-use button').click();
    await ben.page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await ben.page.locator(`a[href^="/game/${own.id}"]`).count(), 1);

    // The phone is lost. Its page, which shows the game, becomes that of a spectator.
    await row(ada, 'Sign out everywhere').getByRole('button', { name: 'Sign out' }).click();
    await ada.page.locator('.toast', { hasText: 'signed out' }).waitFor();
    await phone.page.waitForEvent('load');
    await ready(phone.page);
    assert.deepEqual((await phone.api(`/games/${id}`)).you, []);
    assert.deepEqual((await ada.api(`/games/${id}`)).you, ['black'], 'this device goes on');
  }));

test('a wrong code is said, and nothing changes', withVisitor({ allow: REFUSED }, async (one) => {
  await one.open('/');
  const game = await one.create({ opponent: { type: 'local' } });
  await one.open('/games#code=0000-0000-0000');
  await one.page.locator('.own-use button').click();
  await one.page.locator('dialog').getByRole('button', { name: 'Use it' }).click();
  await one.page.locator('.toast', { hasText: 'This code is wrong' }).waitFor();
  assert.equal((await one.api('/games')).games[0].id, game.id);
}));

test('all games come in one file', withVisitor({}, async (one) => {
  await one.open('/');
  const game = await one.create({ opponent: { type: 'local' }, first: 'black', name: 'Ada' });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: 1, type: 'turn', turn: 'ab ce' });
  await one.open('/games');
  for (const [name, file, text] of [['As text', 'games.linja', 'ab ce'], ['As JSON', 'games.json', game.id]]) {
    const saving = one.page.waitForEvent('download');
    await one.page.getByRole('link', { name }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), file);
    assert.ok((await readFile(await saved.path(), 'utf8')).includes(text ?? ''), name);
  }
}));

/** What the page stores in this browser. @param {Visitor} one @returns {Promise<Record<string, any>>} */
const stored = ({ page }) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage).map(([key, value]) => [key, JSON.parse(value)])));

/** Everything that the page may know of a person, by its name. */
const PERSONAL = {
  'linja.results': [{ id: 'a', level: '1', won: true }], 'linja.numbers': { since: 0, games: [] }, 'linja.games': [], 'linja.mistakes': [],
  'linja.tries': [{ game: 'a', text: '0 {my secret comment}' }], 'linja.puzzles': ['bonus 2026-11-13 2026-11-13 1'],
  'linja.guide': { game: 'a', isFirst: true, seen: [] }, 'linja.running': { id: 'a', players: { black: { name: 'Ada' } } },
  'linja.unsent.a': { turn: 'ab' }, 'linja.rules': [{ id: 'bonus+follow-may', name: 'Grandma’s' }], 'linja.lessons': { bonus: [1] },
};

test('deleting asks first, then the name is gone and the device is a new one', withVisitors([{ allow: REFUSED }, {}], async (ada, ben) => {
  const id = await gameBetween(ada, ben);
  await ada.page.evaluate((personal) => {
    for (const [key, value] of Object.entries(personal)) localStorage.setItem(key, JSON.stringify(value));
    localStorage.setItem('linja.settings', JSON.stringify({ theme: 'dark', language: 'en', sound: true, name: 'Ada', second: 'Eve', house: 'bonus+follow-may' }));
  }, PERSONAL);
  await ada.open('/games');
  const remove = row(ada, 'Delete my data').getByRole('button', { name: 'Delete' });
  await remove.click();
  await ada.page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await ben.api(`/games/${id}`)).game.players.black.name, 'Ada');
  assert.equal((await stored(ada))['linja.settings'].second, 'Eve', 'nothing is forgotten yet');
  await remove.click();
  await ada.page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
  const done = ada.page.locator('dialog', { hasText: 'Your data is deleted' });
  await done.waitFor();
  const kept = await stored(ada);
  assert.deepEqual(Object.keys(kept).filter((key) => key in PERSONAL), []);
  const { theme, language, sound, name, second, house } = kept['linja.settings'];
  assert.deepEqual({ theme, language, sound, name, second, house }, { theme: 'dark', language: 'en', sound: true, name: '', second: '', house: '' });
  await done.locator('.dialog-buttons button').click();
  await ada.page.waitForURL((url) => url.pathname === '/');
  await ready(ada.page);
  const { game } = await ben.api(`/games/${id}`);
  assert.deepEqual([game.players.black.name, game.result.winner], [null, 'red']);
  assert.deepEqual((await ada.api('/games')).games, []);
  await ada.create({ opponent: { type: 'local' } });
}));

test('the explorer gives no values of a position that is being played', withVisitors([{ allow: REFUSED }, {}], async (ada, ben) => {
  await gameBetween(ada, ben);
  await ada.open('/explorer');
  await ada.page.getByText('You’re playing this position against someone right now').waitFor();
  assert.equal(await ada.page.locator('.study-table:visible').count(), 0);
  await ben.context.clearCookies();
  await ben.open('/explorer');
  await ben.page.locator('.study-verdict, [class*=verdict]').first().waitFor();
  assert.equal(await ben.page.getByText('You’re playing this position').count(), 0, 'everybody else may look');
}));
