// Puzzles: a day's puzzle, the calendar, own mistakes. The page's clock is set, so that no result depends on the date.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overflows, ready } from '../lib/page.js';
import { playTurn, STILL } from '../lib/pages.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** A day whose puzzle holds a draw, and its position. One of the wrong turns loses by 7. */
const DAY = '2026-11-10';
const NOON = (/** @type {string} */ day) => `${day}T12:00:00Z`;
/** Black holds the draw with one turn only; this one loses by 7. */
const HARD = { rules: 'bonus', position: '20110107/50123100 b' };
const WRONG = 'cd fh';

/** The best and the worst turn of a position. @param {import('../lib/world.js').Visitor} one @param {string} position */
async function extremes(one, position) {
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${position.replace(/[/ ]/g, '-')}`);
  return { right: turns[0].turn, wrong: turns.at(-1) };
}

/** @param {Page} page @param {string} turn */
async function tryTurn(page, turn) {
  await page.locator('.board.acting').waitFor();
  await playTurn(page, turn);
  await page.locator('.puzzle-turn .button.ink').click();
}

test('a wrong turn is refuted on the board, a second one offers a hint, the right one is kept for its day', withVisitor(STILL, async (one) => {
  const { page } = one;
  await page.clock.setFixedTime(NOON(DAY));
  const puzzle = await one.api(`/puzzle?rules=bonus&date=${DAY}`);
  const { right, wrong } = await extremes(one, puzzle.position);
  const { refutation } = await one.api('/puzzle/attempts', { rules: 'bonus', date: DAY, turn: wrong.turn });
  await one.open('/puzzle');
  const said = page.locator('.puzzle-said');
  await page.getByRole('heading', { name: { win: 'Find the win', draw: 'Hold the draw' }[/** @type {'win'|'draw'} */ (puzzle.aim)], level: 1 }).waitFor();
  assert.equal(await page.locator('.puzzle-head .puzzle-dots .on').count(), puzzle.difficulty ?? 10);
  const hint = page.getByRole('button', { name: 'Hint' });
  for (const isSecond of [false, true]) {
    await tryTurn(page, wrong.turn);
    await page.getByRole('heading', { name: `This loses by ${-wrong.margin}` }).waitFor();
    // The answer is told line by line, and its arrows stay.
    const answers = refutation.turn.split(' ').length;
    assert.equal(await page.locator('.puzzle-told .way').count(), answers);
    await page.waitForFunction((count) => document.querySelectorAll('.board-badge').length === count, answers);
    assert.equal(await hint.count(), isSecond ? 1 : 0);
    if (isSecond) await hint.click();
    else await page.getByRole('button', { name: 'Try again' }).click();
  }
  // The hint is the first action of the solution, on the board and in words.
  const [opening = ''] = right.split(' ');
  await page.locator('.board-line.hint').waitFor();
  assert.match(await page.locator('.puzzle-turn .game-prompt-text').innerText(), new RegExp(`${opening[0]}.*${opening[1]}`));
  assert.match(await page.locator('[aria-live=polite].unseen').last().textContent() ?? '', new RegExp(`open with ${opening[0]} to ${opening[1]}\\.`));
  await tryTurn(page, right);
  await said.and(page.locator('.right')).waitFor();
  await page.locator('.puzzle-why', { hasText: /only turn/ }).waitFor();
  assert.match(await said.innerText(), /after 3 tries/);
  await page.locator(`.month-day.then.today[data-day="${DAY}"]`).waitFor();
  assert.match(await page.locator('.month-words').innerText(), /1 day so far/);
  // Next: no own mistakes, so the newest open day.
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.waitForURL('**/puzzle/bonus/2026-11-09');
  await page.reload();
  await page.locator(`.month-day.then.today[data-day="${DAY}"]`).waitFor();
  // Whoever looks at the solution has not solved it.
  await page.getByRole('button', { name: 'Show me' }).click();
  await said.getByRole('heading', { name: 'The solution' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  const other = await one.api('/puzzle?rules=bonus&date=2026-11-09');
  await tryTurn(page, (await extremes(one, other.position)).right);
  await said.filter({ hasText: 'stays open' }).waitFor();
  assert.equal(await page.locator('.month-day.open[data-day="2026-11-09"]').count(), 1);
}));

test('the calendar: marks, keys, other months; a phone has the cards on a page of their own', withVisitor({ ...STILL, device: { ...STILL.device, viewport: { width: 1366, height: 768 } } }, async (one) => {
  const { page } = one;
  const solved = ['bonus 2026-11-13 2026-11-13 1', 'bonus 2026-11-14 2026-11-14 4', 'bonus 2026-11-12 2026-11-14 1', 'bonus 2026-11-11 2026-11-12 1'];
  await one.context.addInitScript((puzzles) => localStorage.setItem('linja.puzzles', JSON.stringify(puzzles)), solved);
  await page.clock.setFixedTime(NOON('2026-11-15'));
  await one.open('/puzzle/bonus/2026-11-12');
  const days = (/** @type {string} */ kind) => page.locator(`.month-day.${kind}`).evaluateAll((all) => all.map((each) => Number(each.textContent)));
  await page.locator('.month-day.shown').waitFor();
  assert.deepEqual({ then: await days('then'), later: await days('later'), today: await days('today'), toCome: await days('to-come') }, { then: [13, 14], later: [11, 12], today: [15], toCome: [] });
  assert.match(await page.locator('.month-words').innerText(), /^2 days in a row/);
  // One day is in the tab order; arrow keys go to the others, Enter shows one.
  assert.equal(await page.locator('.month-day[tabindex="0"]').getAttribute('data-day'), '2026-11-12');
  await page.locator('.month-day.shown').focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset['day']), '2026-11-04');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Wednesday 4 November, not solved yet');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/puzzle/bonus/2026-11-04');
  await page.locator('.month-day.shown[data-day="2026-11-04"]').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Previous month' }).isDisabled());
  await page.clock.setFixedTime(NOON('2027-01-03'));
  await page.reload();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.locator('.month-name', { hasText: 'December 2026' }).waitFor();
  assert.equal(await page.locator('button.month-day').count(), 31);
  // A phone: the page with the cards, then the puzzle on the whole screen.
  await page.clock.setFixedTime(NOON('2026-11-15'));
  await page.setViewportSize({ width: 390, height: 844 });
  await one.open('/puzzle');
  await ready(page);
  assert.ok(await page.locator('.board').isHidden());
  await page.locator('.puzzle-today').getByRole('link', { name: 'Solve' }).click();
  await page.locator('.board.acting').waitFor();
  assert.ok(await page.locator('.header').isHidden() && await page.locator('.puzzle-month').isHidden());
  await page.getByRole('link', { name: 'Back to the puzzles' }).click();
  await page.locator('.puzzle-today').getByRole('link', { name: 'Solve' }).waitFor();
}));

test('a mistake of a finished game becomes a puzzle, which comes back once after a week', withVisitor(STILL, async (one) => {
  const { page } = one;
  let game = await one.create({ ...HARD, opponent: { type: 'computer', level: '1' }, side: 'black' });
  const send = async (/** @type {Record<string, unknown>} */ command) => {
    ({ game } = await one.api(`/games/${game.id}`));
    ({ game } = await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...command }));
  };
  await send({ type: 'turn', turn: WRONG });
  while ((await one.api(`/games/${game.id}`)).game.turns.length < 2) await page.waitForTimeout(50);
  await send({ type: 'resign' });
  await one.open(`/game/${game.id}`);
  await page.waitForFunction(() => localStorage.getItem('linja.mistakes') !== null);
  const { right } = await extremes(one, HARD.position);
  const own = page.locator('.puzzle-own');
  for (const [day, words] of /** @type {const} */ ([['2026-11-05', 'in a week'], ['2026-11-12', 'Solved twice']])) {
    await page.clock.setFixedTime(NOON(day));
    await one.open('/puzzle');
    await own.getByText('One turn you could do better now.').waitFor();
    await own.getByRole('link', { name: 'Practise' }).click();
    await page.locator('.puzzle-task', { hasText: 'gave away 7 points' }).waitFor();
    await tryTurn(page, right);
    await page.locator('.puzzle-said.right', { hasText: words }).waitFor();
    await own.getByText('There is nothing to practise today.').waitFor();
  }
  await page.clock.setFixedTime(NOON('2026-11-14'));
  await one.open('/puzzle');
  await own.getByText('There is nothing to practise today.').waitFor();
}));

test('a wrong turn and its answer fit on the screen', withVisitor({ ...STILL, fonts: 'noto', device: { ...STILL.device, ...PHONE } }, async (one) => {
  const { page } = one;
  await page.clock.setFixedTime(NOON('2026-11-16'));
  /** @type {string[]} */
  const wrong = [];
  for (const lang of ['de', 'ro']) {
    await one.open(`/puzzle/bonus/2026-11-16?lang=${lang}`);
    await tryTurn(page, WRONG);
    await page.locator('.puzzle-said.wrong').waitFor();
    for (const [width, height] of /** @type {const} */ ([[390, 844], [360, 640], [1366, 768], [1024, 768]])) {
      await page.setViewportSize({ width, height });
      await ready(page);
      const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (below > 0) wrong.push(`${lang}, ${width} px wide: ${below} px too high`);
      wrong.push(...(await overflows(page)).map((each) => `${lang}, ${width} px wide: ${each}`));
    }
    await page.setViewportSize({ width: 390, height: 844 });
  }
  assert.deepEqual(wrong, []);
}));
