// Playing in a review: tries with exact values, lines, comments, sharing, the explorer and back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { overflows, settled } from '../lib/page.js';
import { chip, dice, grip, spot, tapRow, turnIn } from '../lib/play.js';
import { bareServer, PHONE, visitor, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/world.js').Visitor} Visitor */
/** @typedef {{turn: string, after: string, over: boolean, margin: number}} Valued */

const RECORD = readFileSync(join(import.meta.dirname, '../../docs/sample-game.linja'), 'utf8');

/** @param {string} position */
const inAddress = (position) => position.replace(/[/ ]/g, '-');

/** All turns of a position with their values. @param {Visitor} one @param {string} position @returns {Promise<Valued[]>} */
const turnsAt = async (one, position) => (await one.api(`/position/turns?rules=bonus&pos=${inAddress(position)}`)).turns;

/** A game of this person as Black against the computer, with mistakes: Black plays at random. @param {Visitor} one */
async function ownGame(one) {
  const roll = dice(11);
  let game = await one.create({ opponent: { type: 'computer', level: '5' }, side: 'black', first: 'black', rules: 'bonus' });
  while (game.status === 'playing') {
    if (game.tree && game.to_move === 'black') {
      game = (await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: turnIn(game.tree, roll) })).game;
    } else {
      await new Promise((done) => setTimeout(done, 40));
      game = (await one.api(`/games/${game.id}`)).game;
    }
  }
  return game.id;
}

/** Lists in notation, as the server writes turns. */
const NOTATION = { settings: { notation: true } };

/** Turns that go on, and need no choice of a bonus. @param {Valued[]} turns */
const simple = (turns) => turns.filter(({ turn, over }) => !over && /^\w\w \w\w$/.test(turn));

/** A mistake of Black with turns to try instead, the first of which can be answered. @param {Visitor} one @param {string} id */
async function mistakeOf(one, id) {
  const review = await one.api(`/games/${id}/review`);
  for (const [at, played] of review.turns.entries()) {
    if (at === 0 || played.lost < 3 || played.side !== 'black') continue;
    const turns = simple(await turnsAt(one, review.turns[at - 1].after)).filter(({ turn }) => turn !== played.turn && turn !== played.best.turn);
    const [first, second] = [turns[0], turns.at(-1)];
    if (!first || !second || first === second) continue;
    const answer = simple(await turnsAt(one, first.after))[0];
    if (answer) return { at, played, first, second, answer };
  }
  throw new Error('the game has no such mistake');
}

/** Plays a turn on the board of a review. @param {Page} page @param {string} turn */
async function play(page, turn) {
  for (const action of turn.split(' ')) {
    // Clicks on a row that a pawn has just landed on are ignored, also after the turn before.
    await page.waitForTimeout(1300);
    await page.locator('.board-grip').first().waitFor({ state: 'attached' });
    if (/^[+~]/.test(action)) await clickBonusHere(page, action);
    else await page.mouse.click(...await grip(page, action.charAt(0)));
  }
  const finish = page.locator('.study-doing .button.ink');
  const line = page.locator('.study-try[aria-current] .study-try-turns > .study-notation').getByText(turn, { exact: true });
  await line.or(finish).first().waitFor();
  if (await finish.count()) await finish.click();
  await line.waitFor();
}

/** The words for a margin of Black, who reviews. @param {number} margin */
const verdictOf = (margin) => (margin === 0 ? 'even' : `you ${margin > 0 ? 'win' : 'lose'} by ${Math.abs(margin)}`);

const tried = (/** @type {Page} */ page) => page.locator('.study-try-row.tried');
const current = (/** @type {Page} */ page) => page.locator('.study-try[aria-current]');

/** Opens the review at a turn, and waits until its board can be played on. @param {Visitor} one @param {string} id @param {number} at */
async function openAt(one, id, at) {
  await one.open(`/game/${id}/review?turn=${at + 1}`);
  await one.page.locator('.board-grip').first().waitFor({ state: 'attached' });
}

test('a try becomes a line with its exact verdict, and can be gone on from, commented, moved, deleted and restored', withVisitor(NOTATION, async (one) => {
  const { page } = one;
  const id = await ownGame(one);
  const { at, played, first, second, answer } = await mistakeOf(one, id);
  await openAt(one, id, at);
  // The arrows show the best turn or the played one, never both.
  const arrows = () => page.locator('.board-over .board-badge').count();
  const count = (/** @type {string} */ turn) => turn.split(' ').length;
  assert.equal(await arrows(), count(played.best.turn));
  await page.keyboard.press('p');
  assert.ok(await page.locator('.study-shows input[value=played]').isChecked());
  assert.equal(await arrows(), count(played.turn));
  await page.keyboard.press('p');
  // The verdict on a try is the one of the server, and the sentence compares it.
  await play(page, first.turn);
  await current(page).filter({ hasText: verdictOf(first.margin) }).waitFor();
  const said = page.locator('.study-say');
  const best = played.margin_before - first.margin;
  if (best > 0) await said.filter({ hasText: `That is ${best} less than the best turn` }).waitFor();
  await said.filter({ hasText: first.margin === 0 ? 'Your try is even' : `Your try ${first.margin > 0 ? 'wins' : 'loses'} by ${Math.abs(first.margin)}` }).waitFor();
  // Go on for the other side: the perfect answer first, another one on the board.
  const answers = await turnsAt(one, first.after);
  const perfect = answers.reduce((best, each) => (each.margin > best.margin ? each : best));
  await current(page).filter({ hasText: perfect.turn }).waitFor();
  await play(page, answer.turn);
  assert.equal(await tried(page).count(), 2);
  await current(page).filter({ hasText: verdictOf(-answer.margin) }).waitFor();
  // Back to the game, and another try.
  await page.keyboard.press('Backspace');
  await page.locator('.study-turn[aria-current]').waitFor();
  await page.locator('.board-grip').first().waitFor({ state: 'attached' });
  await play(page, second.turn);
  assert.equal(await tried(page).count(), 3);
  assert.match(await tried(page).last().innerText(), new RegExp(verdictOf(second.margin)));
  await page.getByRole('button', { name: 'Move this line up' }).click();
  assert.match(await tried(page).first().innerText(), new RegExp(second.turn));
  // A comment is kept as it is typed.
  await page.locator('.study-list-tools .button').last().click();
  await page.keyboard.type('What about <b>this</b>?');
  assert.equal(await page.locator('.study-note-field').inputValue(), 'What about <b>this</b>?');
  await page.keyboard.press('Enter');
  await page.locator('.study-note-field').waitFor({ state: 'detached' });
  // Delete by key, undo in the toast.
  await page.keyboard.press('Delete');
  await page.locator('.toast', { hasText: 'Line deleted' }).waitFor();
  assert.equal(await tried(page).count(), 2);
  await page.locator('.toast button').click();
  assert.equal(await tried(page).count(), 3);
  assert.match(await tried(page).first().innerText(), /What about <b>this<\/b>\?/);
  // Everything survives a reload, and so does the place.
  await page.reload();
  await tried(page).nth(2).waitFor();
  assert.match(await tried(page).first().innerText(), /What about/);
  assert.match(await current(page).innerText(), new RegExp(second.turn));
  await current(page).filter({ hasText: verdictOf(second.margin) }).waitFor();
}));

test('the turn that was played is no try, and a replay shows a turn in motion', withVisitor(NOTATION, async (one) => {
  const { page } = one;
  await one.open('/review');
  await page.locator('#study-record').fill(RECORD);
  await page.locator('form button[type=submit]').click();
  await page.locator('.study-review').waitFor();
  await page.keyboard.press('Home');
  await page.locator('.board-grip').first().waitFor({ state: 'attached' });
  const before = await page.locator('.board').getAttribute('aria-label');
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.getAnimations().length > 0);
  await page.locator('.board-grip').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.board').getAttribute('aria-label'), before);
  await settled(page);
  const first = await page.locator('.study-turn .study-notation > [aria-hidden]').first().innerText();
  for (const action of first.split(' ')) {
    if (/^[+~]/.test(action)) await clickBonusHere(page, action);
    else await page.mouse.click(...await grip(page, action.charAt(0)));
    await page.waitForTimeout(1300);
  }
  await page.locator('.study-turn').nth(1).and(page.locator('[aria-current]')).waitFor();
  assert.equal(await tried(page).count(), 0);
}));

/** A bonus by keyboard: the pawn, then the way. @param {Page} page @param {string} action */
async function clickBonusHere(page, action) {
  const row = spot(page, action.charAt(1));
  await row.focus();
  await page.keyboard.press('Enter');
  const up = action.charAt(2) > action.charAt(1);
  await page.keyboard.press(up ? 'ArrowUp' : 'ArrowDown');
  await page.keyboard.press('Enter');
}

test('a link leads to the turn, without my comments and tries or with them; the record carries them', withVisitor(NOTATION, async (one) => {
  const { page, context } = one;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await ownGame(one);
  const { at, first } = await mistakeOf(one, id);
  await openAt(one, id, at);
  await play(page, first.turn);
  await page.locator('.study-list-tools .button').last().click();
  await page.locator('.study-note-field').fill('A thought } of mine');
  await page.keyboard.press('Enter');
  const copied = async () => {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    return new URL(text);
  };
  const share = async (/** @type {boolean} */ own, /** @type {string} */ button) => {
    await page.locator('.study-head .button', { hasText: 'Share' }).click();
    if (own) await page.getByRole('switch').check();
    await page.locator('dialog').getByRole('button', { name: button }).click();
  };
  await share(false, 'Share link');
  await page.locator('.toast').waitFor();
  const plain = await copied();
  assert.equal(plain.searchParams.get('turn'), String(at + 1));
  assert.equal(plain.hash, '');
  await page.locator('.toast').evaluate((toast) => toast.remove());
  await share(true, 'Share link');
  await page.locator('.toast').waitFor();
  const full = await copied();
  assert.match(full.hash, /^#tries=[\w-]+$/);
  // Somebody else opens both.
  const other = await visitor({ server: one.server });
  try {
    await other.open(plain.href);
    await other.page.locator('.study-turn').nth(at).and(other.page.locator('[aria-current]')).waitFor();
    assert.equal(await tried(other.page).count(), 0);
    await other.page.goto('about:blank');
    await other.open(full.href);
    await tried(other.page).first().waitFor();
    assert.match(await tried(other.page).first().innerText(), /A thought } of mine/);
    assert.equal(await other.page.evaluate(() => localStorage.getItem('linja.tries')), null, 'nothing of others is kept unasked');
    await other.check();
  } finally {
    await other.leave();
  }
  // The record, and the record reviewed.
  const saved = page.waitForEvent('download');
  await share(true, 'Save game record');
  const record = readFileSync(await (await saved).path(), 'utf8');
  assert.match(record, new RegExp(`\\(${first.turn} \\{A thought \\\\\\} of mine\\}\\)`));
  await page.evaluate(() => localStorage.removeItem('linja.tries'));
  await one.open('/review');
  await page.locator('#study-record').fill(record);
  await page.locator('form button[type=submit]').click();
  await page.locator('.study-review').waitFor();
  await page.locator('.study-turn').nth(at).click();
  await tried(page).first().filter({ hasText: 'A thought } of mine' }).waitFor();
}));

test('explore from a line, and back to the same line', withVisitor(NOTATION, async (one) => {
  const { page } = one;
  const id = await ownGame(one);
  const { at, first: turn } = await mistakeOf(one, id);
  await openAt(one, id, at);
  await play(page, turn.turn);
  await page.locator('.study-list-tools .button').first().click();
  await page.waitForURL(`**/explorer/bonus/${inAddress(turn.after)}?from=review`);
  await page.locator('.study-row').first().waitFor();
  // A turn in the explorer and back: first to its position, then to the review.
  await page.locator('.study-row').first().dblclick();
  await page.waitForURL(/explorer\/bonus\/\S+-b/);
  await page.locator('.study-trail button').click();
  await page.waitForURL(`**${inAddress(turn.after)}**`);
  await page.locator('.study-trail button', { hasText: 'Back to the review' }).click();
  await page.waitForURL('**/review?**');
  await current(page).filter({ hasText: turn.turn }).waitFor();
}));

test('everything by keyboard alone', withVisitor({ ...NOTATION, device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  const id = await ownGame(one);
  const { at, first: { turn } } = await mistakeOf(one, id);
  await openAt(one, id, at);
  for (const action of turn.split(' ')) {
    // A row twice: chosen, then moved.
    await page.keyboard.press(action.charAt(0));
    await page.keyboard.press(action.charAt(0));
  }
  await page.locator('.study-try[aria-current], .study-doing .button.ink').first().waitFor();
  if (await page.locator('.study-doing').count()) await page.keyboard.press('n');
  await current(page).filter({ hasText: turn }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.study-turn').nth(at).and(page.locator('[aria-current]')).waitFor();
  await tried(page).locator('.study-try').focus();
  await page.keyboard.press('Enter');
  await current(page).filter({ hasText: turn }).waitFor();
  // The focus stays on the line, also when it is drawn anew.
  await page.waitForFunction(() => document.activeElement?.matches('.study-try[aria-current]'));
  await page.keyboard.press('Delete');
  assert.equal(await tried(page).count(), 0);
  await page.keyboard.press('ArrowRight');
  await page.locator('.study-turn').nth(at + 1).and(page.locator('[aria-current]')).waitFor();
}));

test('without exact values tries have estimates', async (context) => {
  await withVisitor({ ...NOTATION, server: await bareServer(), allow: [/status of 409/] }, async (one) => {
    const { page } = one;
    await one.open('/review');
    await page.locator('#study-record').fill(RECORD);
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-review.plain').waitFor();
    assert.equal(await page.locator('.study-accuracy, .study-graph, .study-shows').count(), 0);
    await page.locator('.board-grip').first().waitFor({ state: 'attached' });
    await play(page, 'ab ac');
    await current(page).filter({ hasText: /about [+−]?\d/ }).waitFor();
  })({ name: context.name });
});

/** @type {[string, import('playwright-core').BrowserContextOptions][]} */
const SIZES = [
  ['1366', { viewport: { width: 1366, height: 768 } }], ['1024', { viewport: { width: 1024, height: 768 } }], ['390', PHONE],
  ['360', { ...PHONE, viewport: { width: 360, height: 640 } }], ['844', { ...PHONE, viewport: { width: 844, height: 390 } }],
];

test('nothing is cut off at five sizes in German, and no screen scrolls; axe finds nothing', async (context) => {
  await withVisitor({}, async (one) => {
    const id = await ownGame(one);
    const { at, first, second, answer } = await mistakeOf(one, id);
    const kept = JSON.stringify([{ game: id, text: `${at} {Das war zu gierig: der Schritt zurück brachte Rot den Ausgleich.} (${first.turn} {Besser} | ${answer.turn}) (${second.turn})` }]);
    const state = await one.context.storageState();
    for (const [name, device] of SIZES) {
      for (const theme of name === '1366' || name === '390' ? /** @type {const} */ (['light', 'dark']) : /** @type {const} */ (['light'])) {
        const other = await visitor({ server: one.server, device: { ...device, storageState: state, colorScheme: theme, reducedMotion: 'reduce', bypassCSP: true } });
        try {
          const { page } = other;
          await page.addInitScript((text) => localStorage.setItem('linja.tries', text), kept);
          await other.open(`/game/${id}/review?turn=${at + 1}&lang=de`);
          for (const step of ['turn', 'line', 'note']) {
            if (step === 'line') await tried(page).first().locator('.study-try').click();
            if (step === 'note') await tried(page).first().locator('.study-note').click();
            await page.locator('.study-verdict-short').nth(2).waitFor({ state: 'attached' });
            await settled(page);
            assert.deepEqual(await overflows(page), [], `${name} ${step}`);
            const [scrollHeight = 0, clientHeight = 0] = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.clientHeight]);
            assert.ok(scrollHeight <= clientHeight, `${name} ${step}: ${scrollHeight} of ${clientHeight}`);
            if (step !== 'note') assert.deepEqual(await findings(page, { onlyColours: theme === 'dark' }), [], `${name} ${theme} ${step}`);
          }
          await other.check();
        } finally {
          await other.leave();
        }
      }
    }
  })({ name: context.name });
});

test('a game that was given up can be gone on with, by its chips, and lists have words', withVisitor({ device: { viewport: { width: 844, height: 390 }, hasTouch: true } }, async (one) => {
  const { page } = one;
  let game = await one.create({ opponent: { type: 'local' }, rules: 'bonus', side: 'black', first: 'black' });
  for (const what of [{ type: 'turn', turn: 'ab ac' }, { type: 'resign' }]) {
    ({ game } = await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...what }));
  }
  await openAt(one, game.id, 1);
  assert.ok(await chip(page, 'hg').isHidden(), 'at rest there are no chips');
  await tapRow(page, 'h');
  await chip(page, 'hg').tap();
  await chip(page, 'hf').tap();
  await current(page).waitFor();
  assert.equal(await current(page).locator('.study-notation > [aria-hidden]').first().innerText(), 'h→g h→f');
  assert.equal(await current(page).locator('.study-notation > .unseen').first().textContent(), 'h to g, h to f');
  await page.reload();
  await current(page).waitFor();
  await page.locator('.study-bar .study-back').tap();
  await page.locator('.study-say', { hasText: 'Move any pawn to go on from here.' }).waitFor();
}));

test('on a phone the turns are a sheet, and the rest is in the menu', withVisitor({ device: PHONE }, async (one) => {
  const { page } = one;
  const id = await ownGame(one);
  const { at } = await mistakeOf(one, id);
  await openAt(one, id, at);
  await page.locator('.study-tree-place .study-try').first().waitFor();
  await page.locator('.study-open-turns').tap();
  await page.locator('.study-list.open').waitFor();
  await page.locator('.study-turn').nth(0).tap();
  await page.locator('.study-list.open').waitFor({ state: 'detached' });
  const more = page.locator('.study-walk [popovertarget]');
  await more.tap();
  await page.getByRole('button', { name: 'Comment', exact: true }).tap();
  await page.locator('.study-note-field').fill('From the phone');
  await page.locator('.study-note-field').blur();
  await page.locator('button.study-note', { hasText: 'From the phone' }).waitFor();
  await more.tap();
  await page.getByRole('button', { name: 'Explore from here' }).filter({ visible: true }).tap();
  await page.waitForURL('**/explorer/bonus/**');
}));

test('the review of a record on a tablet: the title stays a title, and turns with marks stay in their column', withVisitor({ ...NOTATION, device: { viewport: { width: 1024, height: 768 } } }, async (one) => {
  const { page } = one;
  for (const lang of ['en', 'de', 'fr']) {
    await one.open(`/review?lang=${lang}`);
    await page.locator('#study-record').fill(RECORD);
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-review .study-turn').first().waitFor();
    await settled(page);
    const [lines = 0, ...wide] = await page.evaluate(() => {
      const heading = /** @type {HTMLElement} */ (document.querySelector('.study-review h1'));
      const turns = [...document.querySelectorAll('.study-turn')].filter((turn) => turn.scrollWidth > turn.clientWidth);
      return [heading.offsetHeight / Number.parseFloat(getComputedStyle(heading).lineHeight), ...turns.map(({ textContent }) => textContent)];
    });
    assert.ok(Number(lines) < 2.5, `${lang}: the title has ${lines} lines`);
    assert.deepEqual(wide, [], lang);
  }
}));
