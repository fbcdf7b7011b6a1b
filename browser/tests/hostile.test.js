// Hostile names, links and records stay plain text on every page; the content security policy allows no inline script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ready } from '../lib/page.js';
import { playedGame } from '../lib/play.js';
import { withVisitor, withVisitors } from '../lib/world.js';

/** Short enough for a name, which has at most 40 characters. */
const EVIL = '<img src=x onerror=alert(1)>';
const SCRIPT = '</h1><script>alert(2)</script>';

/** Fails if hostile text became an element. Scripts that run open dialogs, which visitors report. @param {import('playwright-core').Page} page */
async function isHarmless(page) {
  assert.equal(await page.locator('img[src=x], main script, [onerror]').count(), 0);
}

test('hostile names in a game, the lobby and lists', withVisitors([{ settings: { name: EVIL } }, { settings: { name: SCRIPT } }], async (one, other) => {
  await one.open('/lobby');
  await one.page.locator('.pages-head .button.ink').click();
  await one.page.waitForURL('**/game/*');
  const id = new URL(one.page.url()).pathname.split('/')[2] ?? '';
  await other.open('/lobby');
  await other.page.getByText(EVIL).first().waitFor();
  await isHarmless(other.page);
  await other.page.locator('.lobby-row', { hasText: EVIL }).getByRole('button').click();
  await other.page.waitForURL('**/game/*');
  await other.page.locator('.game-name', { hasText: EVIL }).waitFor();
  await one.page.locator('.game-name', { hasText: SCRIPT }).waitFor();
  await one.page.locator('.game-tool.resign').click();
  await one.page.locator('dialog .button.ink').click();
  await one.page.locator('.game-result').waitFor();
  await one.page.locator('.game h1', { hasText: SCRIPT }).waitFor();
  await isHarmless(one.page);
  await other.page.locator('.game-result', { hasText: EVIL }).waitFor();
  await isHarmless(other.page);
  for (const path of ['/', '/games', `/game/${id}/review`]) {
    await one.open(path);
    await one.page.getByText(SCRIPT).filter({ visible: true }).first().waitFor();
    await isHarmless(one.page);
  }
}));

test('a hostile name invites', withVisitors([{}, {}], async (one, other) => {
  const made = await one.api('/games', { id: crypto.randomUUID(), opponent: { type: 'invitation' }, name: EVIL });
  await other.open(made.invitation.path);
  await other.page.getByRole('heading', { name: `${EVIL} invites you to play` }).waitFor();
  await isHarmless(other.page);
}));

test('hostile links', withVisitor({ allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  const game = await one.create({ opponent: { type: 'local' }, name: EVIL, opponent_name: undefined, rules: 'bonus' });
  const bad = encodeURIComponent(SCRIPT);
  const paths = [
    `/game/${game.id}?invitation=${bad}`, `/game/${game.id}?invitation=${SCRIPT}`, `/game/${game.id}#open=${bad}`, `/game/${bad}`, `/game/${bad}/review`,
    `/explorer/${bad}/${bad}`, `/explorer/bonus/${encodeURIComponent(EVIL)}`, `/puzzle/${bad}/${bad}`, `/learn/${bad}/${bad}`, `/?lang=${bad}`,
    `/rules#${bad}`, `/rules#%E0%A4%A`, `/${bad}`, '/game/%E0%A4%A', `/learn?rules=${bad}`, '/game/__proto__', '/explorer/constructor/toString', '/puzzle/__proto__/2026-01-01',
  ];
  for (const path of paths) {
    await one.open(path);
    await ready(page);
    await isHarmless(page);
    assert.ok((await page.locator('h1').count()) > 0, `${path} shows a page`);
  }
}));

test('hostile records', withVisitor({ allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  const record = (/** @type {string} */ turns) => `[Rules "bonus"]\n[Black "${EVIL}"]\n[Red "\\"><svg onload=alert(3)>"]\n[Date "${SCRIPT}"]\n[First "black"]\n[Evil "javascript:alert(4)"]\n\n${turns}\n`;
  // The page shows the last reviewed record again, with a button for another.
  const form = async () => {
    await one.open('/review');
    await page.locator('#study-record, .study-review').first().waitFor();
    if (await page.locator('.study-review').count()) await page.getByRole('button', { name: 'Another game record' }).click();
  };
  for (const turns of ['1. cd fh +ef | ed da +de', `1. ${EVIL}`, `1. cd fh +ef | ${SCRIPT}`]) {
    await form();
    await page.locator('#study-record').fill(record(turns));
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-review, .study-trouble .banner').first().waitFor();
    await isHarmless(page);
    assert.equal(await page.locator('svg[onload]').count(), 0);
  }
  await form();
  await page.locator('#study-file').setInputFiles({ name: `${EVIL}.txt`, mimeType: 'text/html', buffer: Buffer.from([0xff, 0xfe, 0x00, 0x3c, 0x73, 0x80, 0x0a, 0x5b]) });
  await page.locator('.study-trouble .banner').waitFor();
  await isHarmless(page);
}));

test('nonsense in the storage of the device: settings and unsent turns', withVisitor({ allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  const game = await playedGame(one, {}, { turns: 2 });
  await one.open('/');
  await page.evaluate(([id, evil]) => {
    localStorage.setItem('linja.settings', JSON.stringify({ theme: evil, language: evil, send: evil, level: evil, edition: evil, side: evil, games: -1, clock: evil, name: evil, __proto__: { evil: true } }));
    localStorage.setItem(`linja.unsent.${id}`, JSON.stringify({ id: 'x', type: 'turn', turn: evil, seen: 'many' }));
    localStorage.setItem('linja.lessons', '{"bonus":"all"}');
    localStorage.setItem('linja.puzzles', '[1,{}]');
    localStorage.setItem('linja.running', JSON.stringify({ id: evil, you: ['black'], players: { black: {}, red: {} }, position: evil }));
  }, [game.id, EVIL]);
  for (const path of ['/', `/game/${game.id}`, '/settings', '/learn', '/puzzle/bonus/2026-11-10']) {
    await one.open(path);
    await ready(page);
    await isHarmless(page);
    assert.ok((await page.locator('h1').count()) > 0, `${path} shows a page`);
  }
}));

test('every response has a policy without inline scripts', withVisitor({}, async (one) => {
  for (const path of ['/', '/game/x', '/settings', '/js/main.js', '/offline', '/locales/en.json']) {
    const answer = await one.context.request.get(path);
    const policy = answer.headers()['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'|default-src 'self'/, path);
    // The engine of the page is WebAssembly, which may be compiled; no text may.
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval|\*|http:|https:/, path);
    const text = await answer.text();
    assert.doesNotMatch(text.startsWith('<') ? text : '', /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/json")|\son\w+=|\sstyle=|javascript:/i, path);
  }
}));
