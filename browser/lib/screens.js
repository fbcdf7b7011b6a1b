// Every page in its main states, and how to reach them. For tests of accessibility, colours, layout and stray words.
import { chip, clickRow, playedGame, tapRow, untilAsked, untilPhase } from './play.js';
import { ready } from './page.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./world.js').Visitor} Visitor */
/** @typedef {{isPhone: boolean}} Kind */
/** @typedef {{name: string, bare?: boolean, phone?: boolean, desktop?: boolean, large?: boolean, go: (one: Visitor, kind: Kind) => Promise<unknown>}} Screen `bare` needs a server without tables; `large` false: not with large text */

export const PICTURES = '12310014/40120050 b';
const RECORD = readFileSync(join(import.meta.dirname, '../../docs/sample-game.linja'), 'utf8');

/** Names in the screens, which are in no catalogue. */
export const NAMES = ['Ada', 'Ben', 'Level 4', 'Level 3', 'Linja', '2026-11-15', 'x-pseudo'];

/** @param {Visitor} one @param {Record<string, unknown>} [wishes] */
async function pictureGame(one, wishes = {}) {
  const game = await one.create({ rules: 'bonus-spicy', position: PICTURES, opponent: { type: 'computer', level: '5' }, side: 'black', name: 'Ada', ...wishes });
  await one.open(path(`/game/${game.id}`));
  return game;
}

/** The language of the following visits; empty for the default. */
let wish = '';
export const path = (/** @type {string} */ to) => (wish ? `${to}${to.includes('?') ? '&' : '?'}lang=${wish}` : to);
/** @param {string} lang */
export const speak = (lang) => { wish = lang; };

/** A plain page. @param {string} name @param {string} to @returns {Screen} */
const page = (name, to) => ({ name, go: (one) => one.open(path(to)) });

/** A game with the guide, with these notes done. @param {Visitor} one @param {string[]} seen */
export async function guidedGame(one, seen) {
  const game = await one.create({ rules: 'bonus', opponent: { type: 'computer', level: '1' }, side: 'black', first: 'black' });
  // A page of this origin that does nothing by itself.
  await one.page.goto('/icons/icon.svg');
  await one.page.evaluate((guide) => localStorage.setItem('linja.guide', JSON.stringify(guide)), { game: game.id, isFirst: true, seen });
  await one.open(path(`/game/${game.id}`));
  await untilAsked(one.page);
  return game;
}

/** @type {Screen[]} */
export const SCREENS = [
  {
    // Before any game is created.
    name: 'home-first-visit',
    go: async (one) => {
      await one.page.goto('/icons/icon.svg');
      await one.page.evaluate(() => localStorage.removeItem('linja.results'));
      await one.open(path('/'));
      await one.page.locator('.home-first').waitFor();
    },
  },
  { name: 'guide-aim', go: (one) => guidedGame(one, []) },
  { name: 'guide-number', go: (one) => guidedGame(one, ['aim']) },
  {
    name: 'guide-exact',
    go: async (one) => {
      await guidedGame(one, ['aim', 'number']);
      await chip(one.page, 'de').click();
      await one.page.locator('.game-guide').waitFor();
    },
  },
  {
    name: 'game-opening',
    go: async (one, { isPhone }) => {
      await pictureGame(one);
      await untilAsked(one.page);
      if (isPhone) await tapRow(one.page, 'b');
      else await chip(one.page, 'bc').hover();
    },
  },
  {
    name: 'game-follow-up',
    go: async (one, { isPhone }) => {
      await pictureGame(one);
      await chip(one.page, 'bc').click();
      await untilPhase(one.page, 'follow_up');
      if (isPhone) await tapRow(one.page, 'd');
      else await chip(one.page, 'dh').hover();
    },
  },
  {
    name: 'game-bonus',
    go: async (one, { isPhone }) => {
      await pictureGame(one);
      await chip(one.page, 'bc').click();
      await chip(one.page, 'dh').click();
      await untilPhase(one.page, 'bonus');
      if (isPhone) await tapRow(one.page, 'd', false);
      else await clickRow(one.page, 'd', false);
      await chip(one.page, '~de').waitFor();
    },
  },
  {
    name: 'game-values',
    go: async (one) => {
      await pictureGame(one);
      await one.page.locator('.game-tool.truth').click();
      await one.page.locator('.board-value').first().waitFor();
      await one.page.locator('.game-tool.hint').click();
      // Short screens hide the text of the prompt.
      await one.page.locator('.game-prompt-text code').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'game-sent-soon',
    go: async (one) => {
      await one.open(path('/'));
      // With confirmation, else the turn is sent before the test looks.
      await one.page.evaluate(() => localStorage.setItem('linja.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('linja.settings') ?? '{}'), send: 'confirm' })));
      await pictureGame(one);
      await chip(one.page, 'bc').click();
      await chip(one.page, 'ae').click();
      await one.page.locator('.game-prompt-buttons .button.ink').waitFor();
      await one.page.evaluate(() => localStorage.setItem('linja.settings', '{}'));
    },
  },
  {
    name: 'game-facing',
    phone: false,
    // Two zones need more room than a window of this size has then.
    large: false,
    go: async (one) => {
      await one.open(path('/'));
      await one.page.evaluate(() => localStorage.setItem('linja.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('linja.settings') ?? '{}'), device: 'between' })));
      const game = await one.create({ rules: 'bonus', position: '12201015/32012031 b', opponent: { type: 'local' }, name: 'Ada', opponent_name: 'Ben', side: 'black' });
      await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: 'cd gh' });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('.facing > .game-player.top.moving .game-step.now').waitFor();
      await one.page.evaluate(() => localStorage.setItem('linja.settings', '{}'));
    },
  },
  {
    name: 'game-opponent-to-move',
    go: async (one) => {
      const made = await one.api('/games', { id: crypto.randomUUID(), opponent: { type: 'invitation' }, name: 'Ada', side: 'black', first: 'red', clock: { seconds: 300, increment: 5 }, games: 3 });
      const { token } = await one.api('/tokens', {});
      const answer = await fetch(`${one.server.origin}/api/v1/games/${made.game.id}/commands`, {
        method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await one.open(path(`/game/${made.game.id}`));
      await one.page.locator('.game-name', { hasText: 'Ben' }).waitFor();
    },
  },
  {
    name: 'game-over',
    go: async (one) => {
      const game = await playedGame(one, { name: 'Ada', opponent_name: undefined, first: 'black' });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('.game-result').waitFor();
    },
  },
  {
    name: 'game-turns-open',
    desktop: false,
    go: async (one) => {
      const game = await playedGame(one, {}, { turns: 9 });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('.game-tool.turns').tap();
    },
  },
  {
    name: 'game-replay',
    go: async (one) => {
      const game = await playedGame(one, { rules: 'classic' }, { turns: 9 });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('main').press('ArrowLeft');
      await one.page.locator('.game-turn.chosen').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'game-resign-dialog',
    go: async (one) => {
      await pictureGame(one);
      await one.page.locator('.game-tool.resign').click();
      await one.page.locator('dialog').waitFor();
    },
  },
  {
    name: 'game-keys-dialog',
    phone: false,
    go: async (one) => {
      await pictureGame(one);
      await one.page.locator('.game-help').click();
      await one.page.locator('dialog').waitFor();
    },
  },
  {
    name: 'game-invitation',
    go: async (one) => {
      const game = await one.create({ opponent: { type: 'invitation' }, name: 'Ada' });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('.game-link').waitFor();
    },
  },
  {
    name: 'game-join',
    go: async (one) => {
      const { token } = await one.api('/tokens', {});
      const answer = await fetch(`${one.server.origin}/api/v1/games`, {
        method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ id: crypto.randomUUID(), opponent: { type: 'invitation' }, name: 'Ada' }),
      });
      const { game, invitation } = /** @type {any} */ (await answer.json());
      await one.open(path(`/game/${game.id}?invitation=${invitation.code}`));
      await one.page.locator('.game-join').waitFor();
    },
  },
  {
    name: 'game-pass',
    go: async (one) => {
      const game = await one.create({ rules: 'geeky', position: '00660000/00006060 b', opponent: { type: 'local' } });
      await one.open(path(`/game/${game.id}`));
      await one.page.locator('.game-filling').waitFor();
    },
  },
  {
    name: 'game-connection-lost',
    go: async (one) => {
      await pictureGame(one);
      await untilAsked(one.page);
      await one.context.setOffline(true);
      await one.page.locator('.game-notes .banner').waitFor();
    },
  },
  page('game-not-found', '/game/0123456789abcdefghij'),
  page('home', '/'),
  {
    name: 'home-more',
    go: async (one) => {
      await one.open(path('/'));
      await one.page.locator('.home-more summary').click();
    },
  },
  {
    name: 'menu-open',
    desktop: false,
    go: async (one) => {
      await one.open(path('/'));
      await one.page.locator('.header-more').tap();
      await one.page.locator('#header-menu').waitFor();
    },
  },
  {
    name: 'languages-open',
    go: async (one) => {
      await one.open(path('/settings'));
      await one.page.locator('.header-language').click();
      await one.page.locator('#header-languages').waitFor();
    },
  },
  page('review-upload', '/review'),
  {
    name: 'review-broken',
    go: async (one) => {
      await one.open(path('/review'));
      await one.page.locator('#study-record').fill(RECORD.replace('3. de gh', '3. de ga'));
      await one.page.locator('form button[type=submit]').click();
      await one.page.locator('.study-trouble .banner').waitFor();
    },
  },
  {
    name: 'review',
    go: async (one) => {
      await one.open(path('/review'));
      await one.page.locator('#study-record').fill(RECORD);
      await one.page.locator('form button[type=submit]').click();
      await one.page.locator('.study-review').waitFor();
    },
  },
  {
    name: 'explorer',
    go: async (one) => {
      await one.open(path('/explorer/bonus/00111018-90102000-b'));
      await one.page.locator('.study-row').first().waitFor();
    },
  },
  {
    name: 'explorer-wrong',
    go: async (one, { isPhone }) => {
      await one.open(path('/explorer/bonus/51411110-01411116-b'));
      await one.page.locator('.study-tile.wrong').waitFor();
      if (isPhone) await one.page.getByRole('tab').nth(1).tap();
    },
  },
  {
    name: 'explorer-estimate',
    bare: true,
    go: async (one) => {
      await one.open(path('/explorer/geeky/61111110-01111116-r'));
      await one.page.locator('.study-row').first().waitFor();
    },
  },
  page('puzzle', '/puzzle/bonus/2026-11-10'),
  page('puzzles', '/puzzle'),
  {
    name: 'puzzle-solution',
    go: async (one) => {
      await one.open(path('/puzzle/bonus/2026-11-10'));
      await one.page.locator('.puzzle-turn .button.quiet').click();
      await one.page.locator('.puzzle-said').waitFor();
    },
  },
  { ...page('puzzle-unsolved', '/puzzle'), bare: true },
  page('learn', '/learn'),
  {
    name: 'learn-lesson',
    go: async (one) => {
      await one.open(path('/learn/bonus/3'));
      await chip(one.page, 'ae').click();
      await one.page.locator('.learn-said.wrong').waitFor();
    },
  },
  {
    name: 'learn-lesson-done',
    go: async (one) => {
      await one.open(path('/learn/classic/8'));
      await one.page.locator('.learn-nav [data-name=show]').click();
      await one.page.locator('.learn-said.right').waitFor();
    },
  },
  page('rules', '/rules'),
  {
    name: 'house-rules',
    go: async (one) => {
      await one.open(`${path('/rules/classic+left-one')}#name=Ada&by=Ben`);
      await one.page.locator('.house-state', { hasText: /\S/ }).waitFor();
    },
  },
  {
    name: 'house-rules-unknown',
    go: async (one) => {
      await one.open(path('/rules/nonsense'));
      await one.page.locator('.message-page p').waitFor();
    },
  },
  {
    name: 'home-rules-menu',
    go: async (one) => {
      await one.open(path('/'));
      await one.page.locator('.rules-button').click();
      await one.page.locator('.rules-menu [role=menuitemradio]').first().waitFor();
    },
  },
  {
    name: 'lobby',
    go: async (one) => {
      await one.create({ opponent: { type: 'lobby' }, name: 'Ada' });
      await one.open(path('/lobby'));
      await one.page.locator('.lobby-row').first().waitFor();
    },
  },
  page('two', '/two'),
  page('games', '/games'),
  { ...page('games-me', '/games?tab=me'), desktop: false },
  page('games-none', '/games?show=won&rules=geeky'),
  page('settings', '/settings'),
  page('privacy', '/privacy'),
  page('oracle', '/oracle'),
  { ...page('oracle-unsolved', '/oracle'), bare: true },
  { ...page('home-unsolved', '/'), bare: true },
  page('not-found', '/nothing/here'),
];

/**
 * Goes to a screen and waits until it is complete.
 * @param {Screen} screen
 * @param {Visitor} one
 * @param {Kind} kind
 */
export async function visit(screen, one, kind) {
  await one.context.setOffline(false);
  await screen.go(one, kind);
  await ready(one.page);
}

/** Console errors of these screens: missing pages, wrong records, a lost connection. */
export const ALLOWED = [/status of 4\d\d/, /unknown error occurred when fetching the script/, /ERR_INTERNET_DISCONNECTED/, /WebSocket connection to .* failed/];
