// Further states of the pages, for the sweep: menus, dialogs, tries, and what takes some turns to reach.
import { playTurn } from './pages.js';
import { untilAsked } from './play.js';
import { path, PICTURES } from './screens.js';

/** @typedef {import('./world.js').Visitor} Visitor */
/** @typedef {import('./screens.js').Screen} Screen */

/** The review of a game that ended after one turn, with another turn tried. @param {Visitor} one */
async function triedReview(one) {
  const game = await one.create({ rules: 'bonus', position: PICTURES, opponent: { type: 'local' }, name: 'Ada', opponent_name: 'Ben', side: 'black', first: 'black' });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: 'bc dh +cb' });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq + 1, type: 'resign', side: 'red' });
  await one.page.goto('/icons/icon.svg');
  await one.page.evaluate((tries) => localStorage.setItem('linja.tries', JSON.stringify([tries])), { game: game.id, text: '0 (bc dh +cd)\n1 (hg)' });
  await one.open(path(`/game/${game.id}/review?turn=1`));
  await one.page.locator('.study-try').first().waitFor({ state: 'attached' });
}

/** The pause between the count at the end of a game and its result, in ms. */
const REST = 900;

/** @type {Screen[]} */
export const FURTHER = [
  {
    name: 'game-counting',
    go: async (one) => {
      const game = await one.create({ rules: 'bonus', position: '00012207/72120000 b', opponent: { type: 'computer', level: '4' }, side: 'black', name: 'Ada' });
      await one.page.emulateMedia({ reducedMotion: 'no-preference' });
      await one.open(path(`/game/${game.id}`));
      await untilAsked(one.page);
      // The result would take the place of the count after this pause.
      await one.page.evaluate((rest) => {
        const usual = window.setTimeout.bind(window);
        Object.assign(window, { setTimeout: (/** @type {() => void} */ act, /** @type {number} */ wait) => (wait === rest ? 0 : usual(act, wait)) });
      }, REST);
      await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: 'de fh +ef' });
      await one.page.locator('.board-count').nth(6).waitFor();
      await one.page.emulateMedia({ reducedMotion: 'reduce' });
    },
  },
  {
    name: 'puzzle-wrong',
    go: async (one) => {
      await one.open(path('/puzzle/bonus/20110107-50123100-b'));
      await one.page.locator('.board.acting').waitFor();
      await playTurn(one.page, 'cd fh');
      await one.page.locator('.puzzle-turn .button.ink').click();
      await one.page.locator('.puzzle-said.wrong').waitFor();
    },
  },
  {
    name: 'puzzle-share',
    go: async (one) => {
      await one.open(path('/puzzle/bonus/2026-11-10'));
      await one.page.locator('.puzzle-share').click();
      await one.page.locator('.menu.beside:popover-open').waitFor();
    },
  },
  { name: 'review-try', go: triedReview },
  {
    name: 'review-share',
    go: async (one, { isPhone }) => {
      await triedReview(one);
      if (isPhone) {
        await one.page.locator('.study-bar [popovertarget]').tap();
        await one.page.locator('.study-bar .menu button').nth(2).tap();
      } else await one.page.locator('.study-buttons > .button').first().click();
      await one.page.locator('dialog .study-share-body').waitFor();
    },
  },
  {
    name: 'house-rules-share',
    go: async (one) => {
      await one.open(path('/rules/classic+left-one'));
      await one.page.locator('.house-name [popovertarget]').click();
      await one.page.locator('.menu.beside:popover-open').waitFor();
    },
  },
  {
    name: 'house-rules-solve-here',
    go: async (one) => {
      await one.open(path('/rules/bonus+follow-may'));
      await one.page.locator('.house-here').click();
      await one.page.locator('.house-card .solve-row').waitFor();
    },
  },
  {
    name: 'learn-house',
    go: async (one) => {
      await one.open(path('/'));
      const settings = await one.page.evaluate(() => localStorage.getItem('linja.settings') ?? '{}');
      await one.page.evaluate((kept) => localStorage.setItem('linja.settings', JSON.stringify({ ...JSON.parse(kept), house: 'geeky+goal-count+again-may+over-apart' })), settings);
      await one.open(path('/learn'));
      await one.page.locator('.learn-house').waitFor();
      await one.page.evaluate((kept) => localStorage.setItem('linja.settings', kept), settings);
    },
  },
];
