// Every screen of the page, and how one gets there. The tests of access, words and looks all walk this list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chip, clickBonus, clickRow, playedGame, tapRow } from './play.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./world.js').Visitor} Visitor */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Made */
/** @typedef {{one: Visitor, page: Page, made: Made, isPhone: boolean, go: (path: string) => Promise<void>}} Scene */
/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {(scene: Scene) => Promise<void>} show
 * @property {'phone'|'desktop'} [only]
 * @property {boolean} [isMenu] a menu closes when the theme changes, and is opened again
 * @property {(scene: Scene) => Promise<void>} [leave]
 */

/** A turn that is being made must stay where it is, and nothing should be in motion while it is looked at. */
export const STILL = { settings: { send: 'confirm', name: 'Ada' }, device: { reducedMotion: /** @type {const} */ ('reduce') } };

/** The names of people in these games: they are nobody's words. */
export const NAMES = ['Ada', 'Grace'];

/** What the browser logs when the network is gone: one screen is about that. */
export const CUT = [/ERR_INTERNET_DISCONNECTED/, /WebSocket connection to .* failed/, /ERR_FAILED/];

const RECORD = readFileSync(join(import.meta.dirname, '../../docs/sample-game.linja'), 'utf8');
/** One turn of it is opening, follow-up with exact arrival and a bonus for either side. */
const SPICY = { rules: 'bonus-spicy', position: '12310014/40120050 b' };
const DAY = '2026-11-10';

/** Another person, who needs no page. @param {import('./server.js').Server} server */
async function stranger({ origin }) {
  const call = async (/** @type {string} */ path, /** @type {unknown} */ body, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const { token } = await call('/tokens', {});
  return {
    create: (/** @type {Record<string, unknown>} */ body) => call('/games', { id: crypto.randomUUID(), name: 'Grace', ...body }, token),
    command: (/** @type {{id: string, seq: number}} */ game, /** @type {Record<string, unknown>} */ wish) =>
      call(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...wish }, token),
  };
}

/** Games in every state that a screen shows. @param {Visitor} one */
export async function prepare(one) {
  const grace = await stranger(one.server);
  const friendly = { opponent: { type: 'invitation' }, name: 'Ada' };
  const played = await playedGame(one, { opponent_name: 'Grace', name: 'Ada' }, { seed: 5 });
  const spicy = await one.create({ ...SPICY, opponent: { type: 'computer', level: '5' }, side: 'black', clock: { seconds: 600, increment: 5 } });
  const open = await one.create({ ...friendly, games: 3 });
  const theirs = (await grace.create({ opponent: { type: 'invitation' }, side: 'red' }));
  // Grace is to play; then she asks to take her turn back.
  const shared = await one.api('/games', { id: crypto.randomUUID(), ...friendly, side: 'red', first: 'black' });
  const joined = await grace.command(shared.game, { type: 'join', code: shared.invitation.code, name: 'Grace' });
  const asked = await one.api('/games', { id: crypto.randomUUID(), ...friendly, side: 'red', first: 'black' });
  let game = (await grace.command(asked.game, { type: 'join', code: asked.invitation.code, name: 'Grace' })).game;
  const [{ turn }] = (await one.api('/position/turns?rules=bonus')).turns;
  game = (await grace.command(game, { type: 'turn', turn })).game;
  await grace.command(game, { type: 'take_back' });
  await grace.create({ opponent: { type: 'lobby' }, rules: 'geeky-spicy', clock: { seconds: 300, increment: 3 } });
  const puzzle = await one.api(`/puzzle?rules=bonus&date=${DAY}`);
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${puzzle.position.replace(/[/ ]/g, '-')}`);
  return {
    spicy: spicy.id, played: played.id, open: open.id, turn: joined.game.id, asked: asked.game.id,
    theirs: `${theirs.game.id}?invitation=${theirs.invitation.code}`, right: turns[0].turn, wrong: turns.at(-1).turn,
  };
}

/** Waits until nothing moves any more. @param {Page} page */
export const settle = (page) => page.waitForFunction(() => document.getAnimations().every((each) =>
  each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity));

/** What the server says while it solves. */
const SOLVING = {
  tables: ['bonus', 'bonus-spicy', 'classic', 'geeky', 'geeky-spicy'].map((rules, at) => ({
    rules, total: 1_264_575_044, ...(at === 0 ? { status: 'ready' } : at === 1 ? { status: 'solving', positions: 417_309_764 } : { status: 'waiting' }),
  })),
};
const ORACLE = '**/api/v1/oracle';
/** @param {Scene} scene */
const solving = ({ page }) => page.route(ORACLE, (route) => route.fulfill({ json: SOLVING }));
/** @param {Scene} scene */
const solved = ({ page }) => page.unroute(ORACLE);

/** @param {Scene} scene @param {string} letter @param {boolean} [own] */
const choose = ({ page, isPhone }, letter, own = true) => (isPhone ? tapRow : clickRow)(page, letter, own);

/** @param {Page} page @param {string} turn */
async function playTurn(page, turn) {
  for (const action of turn.split(' ').filter((part) => part !== '/')) {
    if (/^[+~]/.test(action)) await clickBonus(page, action);
    else await chip(page, action).click();
  }
}

/** @param {Scene} scene @param {string} id */
const openGame = async ({ go, page }, id) => {
  await go(`/game/${id}`);
  await page.locator('.game-prompt-title:not(:empty)').waitFor({ state: 'attached' });
};

/** The opening, and on from there by these actions. @param {Scene} scene @param {string[]} actions */
export async function openTurn(scene, ...actions) {
  await openGame(scene, scene.made.spicy);
  await chip(scene.page, 'bc').waitFor();
  for (const action of actions) await chip(scene.page, action).click();
}

/** @param {Scene} scene @param {string} turn */
async function openPuzzle(scene, turn) {
  const { page, go } = scene;
  await go(`/puzzle/bonus/${DAY}`);
  await page.locator('.board.acting').waitFor();
  if (!turn) return;
  await playTurn(page, turn);
  await page.locator('.study-prompt .button.ink').click();
  await page.locator('.study-result').waitFor();
}

/** A page that needs nothing but its address. @param {string} name @param {string} path @param {string} css what shows that it is there @returns {Screen} */
const plain = (name, path, css) => ({
  name,
  async show({ go, page }) {
    await go(path);
    await page.locator(css).first().waitFor();
  },
});

/** @type {Screen[]} */
export const SCREENS = [
  {
    name: 'home',
    async show({ go, page, isPhone }) {
      await go('/');
      await page.locator('.home-puzzle .thumbnail svg').waitFor();
      await page.locator('.home-continue .game-row svg').first().waitFor();
      if (!isPhone) await page.locator('.home-board .board-chip').first().waitFor();
    },
  },
  {
    name: 'language-menu',
    isMenu: true,
    async show({ page }) {
      await page.locator('.header-language').click();
      await page.locator('.header-languages:popover-open').waitFor();
    },
  },
  {
    name: 'phone-menu',
    isMenu: true,
    only: 'phone',
    async show({ page }) {
      await page.keyboard.press('Escape');
      await page.locator('.header-more').click();
      await page.locator('.header-menu:popover-open').waitFor();
    },
  },
  {
    name: 'home-solving',
    leave: solved,
    async show(scene) {
      await solving(scene);
      await scene.go('/');
      await scene.page.locator(scene.isPhone ? '.header-pill:not([hidden])' : '.oracle-row').first().waitFor();
    },
  },
  {
    name: 'game-opening',
    async show(scene) {
      await openTurn(scene);
      if (scene.isPhone) await choose(scene, 'b');
      else await chip(scene.page, 'bc').hover();
      await scene.page.locator('.board-chip.chosen').waitFor();
    },
  },
  {
    name: 'game-follow-up',
    async show(scene) {
      await openTurn(scene, 'bc');
      await chip(scene.page, 'dh').waitFor();
      if (scene.isPhone) await choose(scene, 'd');
      else await chip(scene.page, 'dh').hover();
      await scene.page.locator('.board-chip.chosen').waitFor();
    },
  },
  {
    name: 'game-bonus',
    async show(scene) {
      await openTurn(scene, 'bc', 'dh');
      await scene.page.locator('.game-step.now.bonus').waitFor();
      await choose(scene, 'd', false);
      await chip(scene.page, '~de').waitFor();
    },
  },
  {
    name: 'game-complete',
    async show({ page }) {
      await chip(page, '~de').click();
      await page.locator('.game-prompt-buttons .button.ink').waitFor();
    },
  },
  {
    name: 'game-values',
    leave: ({ page }) => page.locator('.game-tool.truth').click(),
    async show(scene) {
      await openTurn(scene);
      await scene.page.locator('.game-tool.truth').click();
      await scene.page.locator('.board-value').first().waitFor();
      await scene.page.locator('.game-tool.hint').click();
      await scene.page.locator('.game-prompt-text code').waitFor();
    },
  },
  {
    name: 'game-resign',
    async show(scene) {
      await openTurn(scene);
      await scene.page.locator('.game-tool.resign').click();
      await scene.page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'game-keys',
    only: 'desktop',
    async show(scene) {
      await openTurn(scene);
      await scene.page.locator('.game-help').click();
      await scene.page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'game-turns',
    only: 'phone',
    async show(scene) {
      await openGame(scene, scene.made.asked);
      await scene.page.locator('.game-tool.turns').click();
      await scene.page.locator('.game.turns-open .game-turn').first().waitFor();
    },
  },
  { name: 'game-take-back', async show(scene) {
    await openGame(scene, scene.made.asked);
    await scene.page.locator('.game-notes .banner').waitFor();
  } },
  { name: 'game-opponent', show: (scene) => openGame(scene, scene.made.turn) },
  {
    name: 'game-lost',
    leave: ({ one }) => one.context.setOffline(false),
    async show(scene) {
      await openTurn(scene);
      // Whoever sends a turn without a network learns that nothing is lost.
      await scene.one.context.setOffline(true);
      await scene.page.evaluate(() => dispatchEvent(new Event('offline')));
      for (const action of ['bc', 'gh']) await chip(scene.page, action).click();
      await scene.page.locator('.game-prompt-buttons .button.ink').click();
      await scene.page.locator('.game-notes .banner.alert').waitFor();
    },
  },
  { name: 'game-waiting', async show(scene) {
    await openGame(scene, scene.made.open);
    await scene.page.locator('.game-link').waitFor();
  } },
  { name: 'game-join', async show(scene) {
    await openGame(scene, scene.made.theirs);
    await scene.page.locator('.game-join').waitFor();
  } },
  { name: 'game-over', async show(scene) {
    await openGame(scene, scene.made.played);
    await scene.page.locator('.game-result').waitFor();
  } },
  { name: 'game-replay', async show({ page, isPhone }) {
    if (isPhone) await page.locator('.game-look').first().click();
    else await page.locator('.game-turn').nth(6).click();
    await page.locator('.game-look').nth(1).waitFor();
  } },
  { name: 'review', async show({ go, page, made }) {
    await go(`/game/${made.played}/review`);
    await page.locator('.study-turn').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await page.locator('.study-turn[aria-current]').waitFor({ state: 'attached' });
  } },
  { name: 'review-turns', only: 'phone', async show({ page }) {
    await page.locator('.study-step[aria-expanded]').click();
    await page.locator('.study-turn').first().waitFor();
  } },
  plain('upload', '/review', '#study-record'),
  { name: 'upload-wrong', async show({ page }) {
    await page.locator('#study-record').fill(RECORD.replace('3. de gh +ab', '3. de ga +ab'));
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-trouble .banner').waitFor();
  } },
  { name: 'upload-review', async show({ page }) {
    await page.locator('#study-record').fill(RECORD);
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-review').waitFor();
  } },
  { name: 'explorer', async show({ go, page }) {
    await go('/explorer/bonus/00111018-90102000-b');
    await page.locator('.study-row').first().waitFor();
  } },
  { name: 'explorer-chosen', async show({ page }) {
    await page.locator('.study-row').nth(2).click();
    await page.locator('.study-row').nth(2).and(page.locator('.chosen, [aria-pressed=true], [aria-selected=true], [aria-current]')).waitFor();
  } },
  { name: 'explorer-share', only: 'phone', async show({ page }) {
    await page.getByRole('tab').nth(2).click();
    await page.locator('#study-position').waitFor();
  } },
  { name: 'editor', async show({ go, page, isPhone }) {
    await go('/explorer/bonus/51411110-01411116-b');
    await page.locator('.study-tile.wrong').waitFor();
    if (!isPhone) return;
    await page.getByRole('tab').nth(1).click();
    await page.locator('.study-stepper').first().waitFor();
  } },
  { name: 'puzzle', show: (scene) => openPuzzle(scene, '') },
  { name: 'puzzle-wrong', show: (scene) => openPuzzle(scene, scene.made.wrong) },
  { name: 'puzzle-solved', show: (scene) => openPuzzle(scene, scene.made.right) },
  plain('learn', '/learn', '.learn-entry'),
  plain('lesson', '/learn/bonus/3', '.board.acting'),
  { name: 'lesson-wrong', async show({ page }) {
    await chip(page, 'ae').click();
    await page.locator('.learn-said.wrong').waitFor();
  } },
  { name: 'lesson-right', async show({ page }) {
    await chip(page, 'dh').click();
    await page.locator('.learn-said.right').waitFor();
  } },
  plain('lesson-last', '/learn/bonus/8', '.board.acting'),
  plain('rules', '/rules', '#editions table'),
  plain('lobby', '/lobby', '.lobby-row'),
  plain('games', '/games', '.game-row svg'),
  plain('settings', '/settings', '.settings-send'),
  plain('oracle', '/oracle', '.oracle-row'),
  { name: 'oracle-solving', leave: solved, async show(scene) {
    await solving(scene);
    await scene.go('/oracle');
    await scene.page.locator('.oracle-order').waitFor();
  } },
  plain('no-game', '/game/nonsense', '.message-page'),
  plain('not-found', '/nowhere', '.message-page'),
  plain('offline', '/offline', '.again'),
];

/** Errors in the console that belong to these screens. */
export const EXPECTED = [...CUT, /status of 4\d\d/];

/**
 * Walks through the screens.
 * @param {Visitor} one
 * @param {{isPhone: boolean, lang?: string, skip?: string[]}} how
 * @param {(name: string, page: Page, again: () => Promise<void>) => Promise<void>} look what to do at each; `again` opens a menu once more
 */
export async function walk(one, { isPhone, lang = '', skip = [] }, look) {
  const { page } = one;
  const made = await prepare(one);
  const go = (/** @type {string} */ path) => one.open(lang ? `${path}${path.includes('?') ? '&' : '?'}lang=${lang}` : path);
  const scene = { one, page, made, isPhone, go };
  /** @type {string[]} */
  const missed = [];
  for (const { name, show, only, isMenu, leave } of SCREENS) {
    if ((only && (only === 'phone') !== isPhone) || skip.includes(name)) continue;
    try {
      await show(scene);
      await settle(page);
      await look(name, page, async () => { if (isMenu) await show(scene); });
    } catch (error) {
      missed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
    await leave?.(scene).catch(() => undefined);
  }
  assert.deepEqual(missed, [], 'these screens could not be reached');
}
