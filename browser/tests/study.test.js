// Review, uploaded records, explorer, editor, course.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chip, clickRow, grip, playedGame } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const RECORD = readFileSync(join(import.meta.dirname, '../../docs/sample-game.linja'), 'utf8');

/** Parses a number with a typographic minus. @param {string} text */
const numberIn = (text) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));

test('the review of a finished game: graph, grades, best turn, by keyboard', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await playedGame(one, { first: 'black' });
  assert.equal(game.status, 'over');
  const review = await one.api(`/games/${game.id}/review`);
  await one.open(`/game/${game.id}`);
  await page.locator('.game-result a[href*="/review"]').click();
  await page.locator('.study-review').waitFor();
  // Every turn is listed; mistakes with the points given away, on request all slips.
  const cells = page.locator('.study-turn');
  assert.equal(await cells.count(), review.turns.length);
  const graded = page.locator('.study-grade:visible');
  assert.equal(await graded.count(), review.turns.filter((/** @type {{lost: number}} */ turn) => turn.lost >= 3).length);
  await page.locator('.study-marks input[value=slips]').check();
  assert.equal(await graded.count(), review.turns.filter((/** @type {{lost: number}} */ turn) => turn.lost > 0).length);
  const lost = review.turns.map((/** @type {{lost: number}} */ turn) => turn.lost);
  const shown = await cells.evaluateAll((all) => all.map((cell) => cell.querySelector('.study-lost')?.textContent ?? '0'));
  assert.deepEqual(shown.map((text) => -numberIn(text) || 0), lost);
  // Accuracies and the levels that both played like stand on top.
  const sides = page.locator('.study-accuracy-side');
  for (const [place, side] of ['black', 'red'].entries()) {
    const { accuracy, played_like: like } = review[side];
    assert.equal(numberIn(await sides.nth(place).locator('.study-accuracy-share').innerText()), Math.floor(accuracy));
    assert.equal(await sides.nth(place).locator('.study-accuracy-like').count(), like ? 1 : 0);
  }
  // The equation: margin at the start, points given away by each side, margin at the end.
  const sum = (/** @type {string} */ side) => review.turns.filter((/** @type {{side: string}} */ turn) => turn.side === side).reduce((/** @type {number} */ all, /** @type {{lost: number}} */ turn) => all + turn.lost, 0);
  await page.locator('.study-head [popovertarget]').click();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const equation = (await page.locator('.study-equation dd').allTextContents()).map((text) => numberIn(text.replace('=', '')));
  assert.deepEqual(equation.slice(1, 3), [-sum('black'), sum('red')]);
  assert.equal(equation[0] - sum('black') + sum('red'), equation[3]);
  assert.equal(equation[3], game.score.black - game.score.red);
  // The data of the graph.
  assert.equal(await page.locator('.study-data tbody tr').count(), review.turns.length);
  await page.keyboard.press('Escape');
  // By keyboard: first turn, next turn, next mistake. Arrows on the board show the best turn.
  const current = () => cells.evaluateAll((all) => all.findIndex((cell) => cell.hasAttribute('aria-current')));
  await page.keyboard.press('Home');
  const first = await current();
  await page.keyboard.press('ArrowRight');
  assert.equal(await current(), first + 1);
  await page.keyboard.press('m');
  const mistake = await current();
  assert.ok(lost[mistake] > 0, `turn ${mistake} is a mistake`);
  assert.ok(await page.locator('.board-over path, .board-art path').count() > 0);
}));

test('an uploaded record is reviewed; a broken one is explained', withVisitor({ allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  await one.open('/review');
  const submit = page.locator('form button[type=submit]');
  const trouble = page.locator('.study-trouble');
  // Nothing, nonsense, an illegal turn in the middle, and a file that is too large.
  await submit.click();
  await trouble.locator('.banner').waitFor();
  await page.locator('#study-record').fill('Hello, this is no record.');
  await submit.click();
  await trouble.filter({ hasText: 'This game record can’t be read' }).waitFor();
  await page.locator('#study-record').fill(RECORD.replace('3. de gh +ab', '3. de ga +ab'));
  await submit.click();
  await trouble.filter({ hasText: '3. de ga +ab' }).waitFor();
  await page.locator('#study-file').setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(100_000, 'a') });
  await trouble.filter({ hasText: /large|long/ }).waitFor();
  // As a file.
  await page.locator('#study-file').setInputFiles({ name: 'game.linja', mimeType: 'text/plain', buffer: Buffer.from(RECORD) });
  await page.locator('.study-review').waitFor();
  assert.equal(await page.locator('.study-turn').count(), 36);
  assert.match(await page.locator('.study-head').innerText(), /Level 4.*Level 3/s);
  // Every mistake has a symbol on the graph, on request every slip. The choice is remembered.
  const lost = () => page.locator('.study-turn .study-sign:visible').allInnerTexts();
  const marked = () => page.locator('.study-graph-mark').evaluateAll((all) => all.map((mark) => mark.querySelector('text')?.textContent ?? ''));
  assert.deepEqual((await marked()).sort(), (await lost()).sort());
  assert.ok(!(await lost()).includes('?!'));
  await page.locator('.study-marks input[value=slips]').check();
  assert.deepEqual((await marked()).sort(), (await lost()).sort());
  assert.ok((await lost()).includes('?!'));
  await page.reload();
  await page.locator('.study-review').waitFor();
  assert.ok((await lost()).includes('?!'));
  assert.match(await page.locator('.study-head h1').innerText(), /50.*47|47.*50/);
}));

test('explorer: the address is the position, a line is followed and stepped back, a link shares it', withVisitor({}, async (one) => {
  const { page, context } = one;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = '/explorer/bonus/00111018-90102000-b';
  await one.open(address);
  const rows = page.locator('.study-row');
  await rows.first().waitFor();
  const { turns } = await one.api('/position/turns?rules=bonus&pos=00111018-90102000-b');
  // All turns with their exact values, best first.
  const listed = await page.locator('.study-number').allInnerTexts();
  assert.deepEqual(listed.map(numberIn).slice(0, 10), turns.map((/** @type {{margin: number}} */ turn) => turn.margin).slice(0, 10));
  // The steppers lie on the board, each on its row, beside the places.
  const inside = await page.locator('.study-stepper').evaluateAll((all) => all.every((each) => {
    const [own, row] = [each.getBoundingClientRect(), document.querySelector(`.board-row[data-row="${'abcdefgh'.indexOf(each.getAttribute('data-row') ?? '')}"]`)?.getBoundingClientRect()];
    return row !== undefined && own.left > row.left && own.right < row.right && own.top > row.top - 3 && own.bottom < row.bottom + 3;
  }));
  assert.ok(inside);
  // Follow a line by playing on the board, and go back.
  const { tree } = await one.api('/position?rules=bonus&pos=00111018-90102000-b');
  let node = tree;
  while (node.next) {
    const { action } = node.next[0];
    if (node.phase === 'bonus') await clickRow(page, action.charAt(1), !action.startsWith('~'));
    else await page.mouse.click(...await grip(page, action.charAt(0)));
    // Clicks on a row that a pawn has just landed on are ignored.
    await page.waitForTimeout(1200);
    if (node.phase === 'bonus') await page.locator('.board-ghost').first().click({ force: true });
    node = node.next[0];
  }
  await page.waitForURL((url) => url.pathname !== address);
  assert.match(page.url(), /\/explorer\/bonus\/\w{8}-\w{8}-r$/);
  assert.match(await page.locator('[aria-live=polite].unseen').last().textContent() ?? '', /^Played [a-h] to [a-h]/);
  await rows.first().waitFor();
  const shared = page.url();
  await page.locator('.study-share button', { hasText: /link/i }).click();
  await page.waitForFunction(async (url) => await navigator.clipboard.readText() === url, shared);
  // The link shows the same position.
  const other = await context.newPage();
  await other.goto(shared);
  await other.locator('.study-row').first().waitFor();
  const field = '#study-position';
  assert.equal(await other.locator(field).inputValue(), await page.locator(field).inputValue());
  assert.deepEqual(await other.locator('.study-number').allInnerTexts(), await page.locator('.study-number').allInnerTexts());
  await other.close();
  await page.goBack();
  await page.waitForURL(`**${address}`);
  assert.equal(await page.locator(field).inputValue(), '00111018/90102000 b');
  // Start a game from the position.
  await page.locator('.study-play').click();
  await page.waitForURL('**/game/*');
  await page.locator('.game-step.now.opening').waitFor();
  const id = new URL(page.url()).pathname.split('/')[2];
  assert.equal((await one.api(`/games/${id}`)).game.position, '00111018/90102000 b');
}));

test('editor: every violation is listed, and a pasted position is read', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/explorer/bonus/61111110-01111116-b');
  await page.locator('.study-row').first().waitFor();
  const step = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  await step('One Black pawn fewer on a');
  await page.locator('.study-tile.wrong').waitFor();
  assert.match(await page.locator('.study-verdict').innerText(), /One black pawn is missing/);
  assert.equal(await page.locator('.study-number:visible').count(), 0, 'no values for what cannot be');
  // Two violations at once: a row with seven pawns, and thirteen pawns of a side.
  await one.open('/explorer/bonus/51411110-01411116-b');
  await page.locator('.study-tile.wrong').waitFor();
  const told = await page.locator('.study-verdict').innerText();
  assert.match(told, /2 black pawns too many/);
  assert.match(told, /3 red pawns too many/);
  assert.match(told, /Row c has 8 pawns/);
  // Nonsense in the field gets a message; a position, also inside a link, is accepted.
  const field = page.locator('#study-position');
  await field.fill('what is this');
  await field.press('Enter');
  await field.blur();
  await page.locator('#study-position-wrong:not(:empty)').waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await field.fill(`${one.server.origin}/explorer/geeky/00111018-90102000-r`);
  await field.press('Enter');
  await field.blur();
  await page.locator('.study-row').first().waitFor();
  await page.waitForURL('**/explorer/geeky/00111018-90102000-r');
  // An invalid address shows the start position and a message.
  await one.open('/explorer/nonsense/12345');
  await page.getByText('There is no position at this address').waitFor();
}));

test('the editor on a phone: tabs by finger and keyboard', withVisitor({ device: PHONE }, async (one) => {
  const { page } = one;
  await one.open('/explorer/bonus/61111110-01111116-b');
  await page.locator('.study-row').first().waitFor();
  await page.getByRole('tab').nth(1).tap();
  await page.locator('.study-stepper.black[data-row=a] button').first().tap();
  await page.locator('.study-tile.wrong').waitFor();
  await page.locator('.study-stepper.black[data-row=b] button').last().tap();
  await page.locator('.study-tile.wrong').waitFor({ state: 'detached' });
  await page.waitForURL('**/explorer/bonus/52111110-01111116-b');
  // A second tap on a turn follows it.
  await page.getByRole('tab').first().tap();
  await page.locator('.study-row').nth(1).tap();
  await page.locator('.study-row[aria-selected=true]').tap();
  await page.waitForURL(/\/explorer\/bonus\/\w{8}-\w{8}-r$/);
}));

test('a lesson: a wrong action gets its reason, the right one opens the next lesson', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/learn');
  await page.getByRole('link').filter({ hasText: 'follow-up' }).first().click();
  await page.waitForURL('**/learn/bonus/3');
  const next = page.locator('.learn-nav [data-name=next]');
  assert.ok(await next.isDisabled());
  await chip(page, 'ae').click();
  await page.locator('.learn-said.wrong').waitFor();
  assert.ok(await next.isDisabled(), 'a wrong answer is not played');
  await chip(page, 'dh').click();
  await page.locator('.learn-said.right').waitFor();
  await next.click();
  await page.waitForURL('**/learn/bonus/4');
  // “Show me” plays the solution.
  await page.locator('.learn-nav [data-name=show]').click();
  await page.locator('.learn-said.right').waitFor();
  await page.locator('.header-nav a[href="/learn"]').click();
  await page.waitForURL((url) => url.pathname === '/learn');
  await page.locator('.learn-check').first().waitFor();
  assert.equal(await page.locator('.learn-check').count(), 2);
  await page.reload();
  await page.locator('.learn-check').first().waitFor();
  assert.equal(await page.locator('.learn-check').count(), 2, 'remembered on this device');
}));

test('“Show me” completes the lessons that differ between editions', withVisitor({ device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  for (const [rules, lessons] of /** @type {[string, number[]][]} */ ([['bonus', [6, 7, 8]], ['bonus-spicy', [7]], ['classic', [6, 7]], ['geeky', [7]]])) {
    for (const n of lessons) {
      await one.open(`/learn/${rules}/${n}`);
      await page.locator('.learn-nav [data-name=show]').click();
      await page.locator('.learn-said.right').waitFor();
    }
  }
}));

test('the rules page names all editions, and its contents link to the sections', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/rules');
  const links = page.locator('.learn-contents li a');
  assert.equal(await links.count(), 11);
  await links.filter({ hasText: /editions/i }).click();
  const table = page.locator('#editions table');
  assert.ok(await table.isVisible());
  assert.equal(await table.locator('thead th').count(), 4);
  assert.match(await page.locator('#score').innerText(), /46.*41/s, 'the worked example');
}));
