// A game fits the window: nothing to do with the turn, the clock or the result needs scrolling, and nothing jumps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILIES } from '../lib/fonts.js';
import { LANGUAGES, overflows, scrolls, settled, unseen } from '../lib/page.js';
import { chip, dice, playedGame, turnIn, untilAsked, untilPhase } from '../lib/play.js';
import { PHONE, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

const STILL = { settings: { send: 'confirm' } };
const POSITION = { rules: 'bonus', position: '12310014/40120050 b', opponent: { type: 'computer', level: '4' }, side: 'black', clock: { seconds: 600, increment: 5 } };
/** What a player needs at any time. */
const TURN = ['.board', '.game-player.top .game-name', '.game-player.bottom .game-name', '.game-player.bottom .game-clock', '.game-prompt-title', '.game-tools'];

/** Opens a game and shows its three steps. @param {Visitor} one @param {string} query @param {(state: string) => Promise<void>} look */
async function throughTurn(one, query, look) {
  const { page } = one;
  const game = await one.create(POSITION);
  await one.open(`/game/${game.id}${query}`);
  await untilAsked(page);
  await look('opening');
  await chip(page, 'bc').click();
  await untilPhase(page, 'follow_up');
  await look('follow-up');
  await chip(page, 'dh').click();
  await untilPhase(page, 'bonus');
  await look('bonus');
}

const SIZES = /** @type {[number, number][]} */ ([[1366, 768], [1024, 768], [960, 620], [1366, 641], [1920, 1080], [820, 1180]]);

for (const fonts of FAMILIES) {
  test(`a turn fits the window in every language, ${fonts}`, withVisitor({ ...STILL, fonts }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    const languages = fonts === 'liberation' ? ['en', 'de'] : LANGUAGES.filter((lang) => lang !== 'en');
    for (const lang of languages) {
      await page.setViewportSize({ width: 1024, height: 768 });
      await throughTurn(one, `?lang=${lang}`, async (state) => {
        for (const [width, height] of fonts === 'liberation' ? SIZES : SIZES.slice(1, 4)) {
          await page.setViewportSize({ width, height });
          await settled(page);
          const at = `${lang} ${width}×${height} ${state}`;
          const needed = state === 'bonus' ? [...TURN, '.game-undo', '.game-prompt-buttons .ink'] : [...TURN, '.game-undo'];
          wrong.push(...[...await unseen(page, needed), ...await overflows(page)].map((text) => `${at}: ${text}`));
          if (await scrolls(page) > 0) wrong.push(`${at}: the page scrolls by ${await scrolls(page)}`);
        }
      });
    }
    assert.deepEqual(wrong, []);
  }));
}

for (const [name, device] of /** @type {const} */ ([['desktop', { viewport: { width: 1366, height: 768 } }], ['1024', { viewport: { width: 1024, height: 768 } }], ['phone', PHONE]])) {
  test(`buttons and board keep their places while the words change, ${name}`, withVisitor({ ...STILL, device }, async (one) => {
    const { page } = one;
    const places = () => page.evaluate(() => ['.board', '.game-prompt-buttons .ink', '.game-steps', '.game-tools'].map((css) => {
      const box = document.querySelector(css)?.getBoundingClientRect();
      return box ? `${css} ${Math.round(box.x)} ${Math.round(box.y)}` : '';
    }));
    await throughTurn(one, '', async () => {});
    await settled(page);
    const before = await places();
    for (const key of ['b', 'Escape', 'c', 'Enter', 'ArrowUp']) {
      await page.keyboard.press(key);
      await settled(page);
      assert.deepEqual(await places(), before, `after ${key}`);
    }
  }));
}

for (const [width, height] of SIZES.slice(0, 4)) {
  test(`the end of a game and an invitation fit ${width}×${height}`, withVisitor({ device: { viewport: { width, height } } }, async (one) => {
    const { page } = one;
    const over = await playedGame(one, { first: 'black', games: 3 }, { seed: 5 });
    await one.open(`/game/${over.id}`);
    await page.locator('.game-result').waitFor();
    await settled(page);
    assert.deepEqual(await unseen(page, ['.board', '.game-result-title', '.result-why', '.game-result .button.ink', '.game-result .button[href]', '.game-result .button[popovertarget]']), []);
    assert.equal(await scrolls(page), 0);
    const open = await one.create({ opponent: { type: 'invitation' }, name: 'Ada' });
    await one.open(`/game/${open.id}`);
    await page.locator('.game-link').waitFor();
    await settled(page);
    assert.deepEqual(await unseen(page, ['.board', '.game-link', '.game-slot-buttons .ink', '.game-player.bottom .game-name']), []);
    assert.equal(await scrolls(page), 0);
  }));
}

for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }]) {
  test(`on a phone of ${viewport.width}×${viewport.height} the end of a game shows the result and what to do`, withVisitors([{ device: { ...PHONE, viewport } }, {}], async (ada, ben) => {
    assert.ok(ada && ben);
    const { page } = ada;
    const made = await ada.api('/games', { id: crypto.randomUUID(), opponent: { type: 'invitation' }, name: 'Ada', side: 'black', first: 'black' });
    let { game } = await ben.api(`/games/${made.game.id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' });
    const roll = dice(3);
    for (let n = 0; n < 4; n += 1) {
      const one = game.to_move === 'black' ? ada : ben;
      const { tree } = (await one.api(`/games/${game.id}`)).game;
      game = (await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: turnIn(tree, roll) })).game;
    }
    game = (await ben.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'resign' })).game;
    await ben.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'rematch' });
    await ada.open(`/game/${game.id}`);
    await page.locator('.game-asked').waitFor();
    await settled(page);
    assert.deepEqual(await unseen(page, ['.game-result-title', '.game-asked', '.game-result .button.ink', '.game-result .button:not(.ink)']), []);
    assert.equal(await page.locator('.game-tool:disabled').filter({ visible: true }).count(), 0, 'no tool without a use');
  }));
}

test('a pass fits the panel, with long words in a wide font', withVisitor({ fonts: 'dejavu', device: { viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' } }, async (one) => {
  const game = await one.create({ rules: 'geeky', position: '00660000/00006060 b', opponent: { type: 'local' } });
  await one.open(`/game/${game.id}?lang=de`);
  await one.page.locator('.game-filling').waitFor();
  assert.deepEqual(await overflows(one.page), []);
}));

test('the choices of the home page stay in one line on a tablet', withVisitor({ device: { viewport: { width: 1024, height: 768 } } }, async (one) => {
  await one.open('/');
  await one.page.locator('.home-choices').waitFor();
  const tops = await one.page.locator('.home-choices > *').evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2)));
  assert.ok(tops.length >= 4 && Math.max(...tops) - Math.min(...tops) < 4, tops.join(' '));
}));
