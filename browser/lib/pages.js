// Screens that need more than an address, such as a second person, a mistake or a server that solves, and how to reach them.
import assert from 'node:assert/strict';
import { settled } from './page.js';
import { chip, clickBonus, clickRow, playedGame, tapRow, undo } from './play.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./world.js').Visitor} Visitor */
/** @typedef {Awaited<ReturnType<typeof prepare>>} Made */
/** @typedef {{one: Visitor, page: Page, made: Made, isPhone: boolean, go: (path: string) => Promise<void>}} Scene */
/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {(scene: Scene) => Promise<void>} show
 * @property {'phone'|'desktop'} [only]
 * @property {(scene: Scene) => Promise<void>} [leave]
 */

/** Complete turns wait for the button, and nothing is animated while a test looks. */
export const STILL = { settings: { send: 'confirm', name: 'Ada' }, device: { reducedMotion: /** @type {const} */ ('reduce') } };

/** Names of people in these games, which are in no catalogue. */
export const NAMES = ['Ada', 'Grace'];

/** Console errors of the screens without a network. */
export const CUT = [/ERR_INTERNET_DISCONNECTED/, /WebSocket connection to .* failed/, /ERR_FAILED/, /when fetching the script/];

/** A position in which one turn has an opening, an exact follow-up, and a bonus for either side. */
const SPICY = { rules: 'bonus-spicy', position: '12310014/40120050 b' };
const DAY = '2026-11-10';

/** A person without a browser, who uses the API. @param {import('./server.js').Server} server */
async function stranger({ origin }) {
  const call = async (/** @type {string} */ path, /** @type {unknown} */ body, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const { token } = await call('/tokens', {});
  return {
    command: (/** @type {{id: string, seq: number}} */ game, /** @type {Record<string, unknown>} */ wish) =>
      call(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...wish }, token),
  };
}

/** Creates the games that the screens show. @param {Visitor} one */
export async function prepare(one) {
  const grace = await stranger(one.server);
  const friendly = { opponent: { type: 'invitation' }, name: 'Ada' };
  const played = await playedGame(one, { name: 'Ada', first: 'black' }, { seed: 5 });
  const spicy = await one.create({ ...SPICY, opponent: { type: 'computer', level: '5' }, side: 'black', clock: { seconds: 600, increment: 5 } });
  // Grace plays, then asks to take her turn back.
  const [{ turn }] = (await one.api('/position/turns?rules=bonus')).turns;
  const asked = await one.api('/games', { id: crypto.randomUUID(), ...friendly, side: 'red', first: 'black' });
  let game = (await grace.command(asked.game, { type: 'join', code: asked.invitation.code, name: 'Grace' })).game;
  game = (await grace.command(game, { type: 'turn', turn })).game;
  await grace.command(game, { type: 'take_back' });
  const puzzle = await one.api(`/puzzle?rules=bonus&date=${DAY}`);
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${puzzle.position.replace(/[/ ]/g, '-')}`);
  return { spicy: spicy.id, played: played.id, asked: asked.game.id, right: turns[0].turn, wrong: turns.at(-1).turn };
}

/** The response of the server while it solves. */
const SOLVING = {
  tables: ['bonus', 'bonus-spicy', 'classic', 'geeky', 'geeky-spicy'].map((rules, at) => ({
    rules, total: 1_264_575_044, ...(at === 0 ? { status: 'ready' } : at === 1 ? { status: 'solving', positions: 417_309_764 } : { status: 'waiting', code: 'in_line' }),
  })),
};
const ORACLE = '**/api/v1/oracle';
/** The document of the home page, which has this response inlined. */
const HOME = (/** @type {URL} */ url) => url.pathname === '/';
/** @param {Scene} scene */
async function solving({ page }) {
  await page.route(ORACLE, (route) => route.fulfill({ json: SOLVING }));
  await page.route(HOME, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(id="given">)[^<]*/, '$1');
    await route.fulfill({ response, body });
  });
}
/** @param {Scene} scene */
async function solved({ page }) {
  await page.unroute(ORACLE);
  await page.unroute(HOME);
}

/** @param {Scene} scene @param {string} letter @param {boolean} [own] */
const choose = ({ page, isPhone }, letter, own = true) => (isPhone ? tapRow : clickRow)(page, letter, own);

/** Plays a turn in notation on the board. @param {Page} page @param {string} turn */
export async function playTurn(page, turn) {
  for (const action of turn.split(' ').filter((part) => part !== '/')) {
    if (/^[+~]/.test(action)) await clickBonus(page, action);
    else await chip(page, action).click();
  }
}

/** Opens the game at its opening, and plays these actions. @param {Scene} scene @param {string[]} actions */
export async function openTurn(scene, ...actions) {
  await scene.go(`/game/${scene.made.spicy}`);
  await scene.page.locator('.game-step').first().waitFor();
  // The device stores a turn begun by an earlier screen.
  while (await scene.page.locator('.game-step.past').count() > 0) await undo(scene.page);
  await chip(scene.page, 'bc').waitFor();
  for (const action of actions) await chip(scene.page, action).click();
}

/** @param {Scene} scene @param {string} turn */
async function tryPuzzle({ page, go }, turn) {
  await go(`/puzzle/bonus/${DAY}`);
  await playTurn(page, turn);
  await page.locator('.puzzle-turn .button.ink').click();
  await page.locator('.puzzle-said').waitFor();
}

/** @type {Screen[]} */
export const MORE = [
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
    name: 'oracle-solving',
    leave: solved,
    async show(scene) {
      await solving(scene);
      await scene.go('/oracle');
      await scene.page.locator('.oracle-order').waitFor();
    },
  },
  {
    name: 'game-complete',
    async show(scene) {
      await openTurn(scene, 'bc', 'dh');
      await scene.page.locator('.game-step.now.bonus').waitFor();
      await choose(scene, 'd', false);
      await chip(scene.page, '~de').click();
      await scene.page.locator('.game-prompt-buttons .button.ink').waitFor();
    },
  },
  {
    name: 'game-take-back',
    async show({ go, page, made }) {
      await go(`/game/${made.asked}`);
      await page.locator('.game-notes .banner').waitFor();
    },
  },
  {
    name: 'game-stuck',
    leave: ({ one }) => one.context.setOffline(false),
    async show(scene) {
      await openTurn(scene);
      // A turn sent without a network is stored, and a banner says so.
      await scene.one.context.setOffline(true);
      for (const action of ['bc', 'gh']) await chip(scene.page, action).click();
      await scene.page.locator('.game-prompt-buttons .button.ink').click();
      await scene.page.locator('.game-notes .banner.alert').waitFor();
    },
  },
  {
    name: 'review-mistake',
    async show({ go, page, made }) {
      await go(`/game/${made.played}/review`);
      await page.locator('.study-turn').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Home');
      await page.keyboard.press('m');
      await page.locator('.study-turn[aria-current]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'review-turns',
    only: 'phone',
    async show({ page }) {
      await page.locator('.study-open-turns').click();
      await page.locator('.study-turn').first().waitFor();
    },
  },
  {
    name: 'explorer-chosen',
    async show({ go, page }) {
      await go('/explorer/bonus/00111018-90102000-b');
      await page.locator('.study-row').nth(2).click();
      await page.locator('.study-row').nth(2).and(page.locator('.chosen, [aria-pressed=true], [aria-selected=true], [aria-current]')).waitFor();
    },
  },
  {
    name: 'explorer-share',
    only: 'phone',
    async show({ page }) {
      await page.getByRole('tab').nth(2).click();
      await page.locator('#study-position').waitFor();
    },
  },
  { name: 'puzzle-wrong', show: (scene) => tryPuzzle(scene, scene.made.wrong) },
  { name: 'puzzle-solved', show: (scene) => tryPuzzle(scene, scene.made.right) },
  {
    name: 'lesson-right',
    async show({ go, page }) {
      await go('/learn/bonus/3');
      await chip(page, 'dh').click();
      await page.locator('.learn-said.right').waitFor();
    },
  },
  {
    name: 'offline',
    async show({ go, page }) {
      // The page reloads as soon as it reaches the server.
      await page.route('**/healthz', () => {});
      await go('/offline');
      await page.locator('.again').waitFor();
    },
  },
];

/** Console errors that these screens cause. */
export const EXPECTED = [...CUT, /status of 4\d\d/];

/**
 * Visits all screens.
 * @param {Visitor} one
 * @param {{isPhone: boolean, lang?: string, skip?: (name: Screen) => boolean}} how
 * @param {(name: string, page: Page) => Promise<void>} look called at each screen
 */
export async function walk(one, { isPhone, lang = '', skip = () => false }, look) {
  const { page } = one;
  const made = await prepare(one);
  const go = (/** @type {string} */ path) => one.open(lang ? `${path}${path.includes('?') ? '&' : '?'}lang=${lang}` : path);
  const scene = { one, page, made, isPhone, go };
  /** @type {string[]} */
  const missed = [];
  for (const screen of MORE) {
    const { name, show, only, leave } = screen;
    if ((only && (only === 'phone') !== isPhone) || skip(screen)) continue;
    try {
      await show(scene);
      await settled(page);
      await look(name, page);
    } catch (error) {
      missed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
    await leave?.(scene).catch(() => undefined);
  }
  assert.deepEqual(missed, [], 'these screens could not be reached');
}
