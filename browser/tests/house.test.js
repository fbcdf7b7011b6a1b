// House rules: choosing them, their verdict, name, link, menus, lobby, a whole game, and solving them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { idOf, parseRules } from '../../web/js/rules.js';
import { findings } from '../lib/axe.js';
import { LANGUAGES, missing, overflows, ready } from '../lib/page.js';
import { chip, clickRow, dice, look, turnsOf, untilAsked } from '../lib/play.js';
import { PATIENCE, startServer } from '../lib/server.js';
import { button, files, untilBegun, untilEmpty } from '../lib/solving.js';
import { PHONE, solvedServer, visitor, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/play.js').Tree} Tree */

const AGAIN = 'bonus+again-must';

/** @type {Awaited<ReturnType<typeof startServer>>[]} */
const started = [];
after(async () => { for (const server of started) await server.stop(); });

/** Waits until the address names this rule set. @param {Page} page @param {string} id */
const arrive = (page, id) => page.waitForURL((url) => decodeURIComponent(url.pathname.split('/')[2] ?? '') === id);

/** @param {Page} page @param {string} rule @param {string} choice */
const answer = (page, rule, choice) => page.locator(`input[name=house-${rule}][value=${choice}]`);

/** @param {Page} page */
const headline = (page) => page.locator('#house-verdict');

/** @param {Page} page @param {string} text */
const untilHeadline = (page, text) => headline(page).filter({ hasText: new RegExp(`^${text}$`) }).waitFor();

test('answers change the address, the words and the verdict, and nothing is loaded again or solved', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/rules/bonus');
  await ready(page);
  await untilHeadline(page, 'The first player wins by 1');
  await page.getByText('13 of the 92 first turns keep it.').waitFor();
  await page.evaluate(() => { /** @type {any} */ (window).stays = true; });
  /** @type {string[]} */
  const posted = [];
  page.on('request', (request) => { if (request.method() === 'POST') posted.push(request.url()); });
  const entries = await page.evaluate(() => history.length);

  // The spicy bonus is an answer like any other.
  await answer(page, 'bonus', 'any').check();
  await arrive(page, 'bonus-spicy');
  await untilHeadline(page, 'Fair');
  await page.getByText('117 of the 157 first turns keep it.').waitFor();
  const row = page.locator('.house-row', { has: answer(page, 'bonus', 'any') });
  await row.locator('.house-dot').waitFor();
  assert.equal(await page.getByRole('radiogroup', { name: 'Exactly into the goal differs' }).count(), 1);
  assert.match(await page.locator('.house-words mark').innerText(), /any pawn may move one row/);

  await page.getByRole('button', { name: 'Back to Bonus' }).click();
  await arrive(page, 'bonus');
  assert.equal(await page.locator('.house-dot:visible').count(), 0);
  assert.ok(await page.locator('.house-box input[value=bonus]').evaluate((box) => box === document.activeElement), 'the focus is not lost');

  // The rows of another box make it the chosen one.
  await answer(page, 'follow', 'may').check();
  await arrive(page, 'bonus+follow-may');
  assert.ok(await page.locator('.house-box input[value=bonus]').isChecked());
  await answer(page, 'left', 'one').check();
  await arrive(page, 'geeky');
  assert.ok(await page.locator('.house-box input[value=geeky]').isChecked());
  await untilHeadline(page, 'The first player wins by 2');
  await page.getByText('Only 1 of the 98 first turns keeps it.').waitFor();

  await page.locator('.house-box', { hasText: 'Classic' }).click();
  await arrive(page, 'classic');
  await page.getByText('3 of the 43 first turns keep it.').waitFor();
  assert.deepEqual(posted, []);
  assert.ok(await page.evaluate(() => /** @type {any} */ (window).stays), 'the page was not loaded again');
  assert.equal(await page.evaluate(() => history.length), entries);
}));

test('every spelling leads to the canonical address, and a wrong id says which part is wrong', withVisitor({ allow: [/status of 40[04]/] }, async (one) => {
  const { page } = one;
  await one.open('/rules/FOLLOW-MAY%20bonus');
  await page.waitForURL((url) => url.pathname === '/rules/bonus+follow-may');
  assert.ok(await answer(page, 'follow', 'may').isChecked());
  await one.open('/rules/bonus+follow-maybe');
  await page.getByRole('heading', { name: 'These rules don’t exist' }).waitFor();
  assert.match(await page.locator('main').innerText(), /follow-maybe/);
  assert.match(await page.locator('main').innerText(), /must.*may/s);
}));

test('the page and the server write the same ids', withVisitor({}, async (one) => {
  const { verdicts } = await one.api('/rules/verdicts');
  assert.ok(Object.keys(verdicts).length >= 5);
  for (const id of Object.keys(verdicts)) assert.equal(idOf(/** @type {any} */ (parseRules(id))), id);
  for (const spelling of ['geeky+goal-one+left-mirror', 'classic+bonus-own+end-turn+again-none+goal-stop', 'bonus-spicy+end-now', 'left-zero geeky']) {
    const { id } = await one.api(`/rules/${encodeURIComponent(spelling)}`);
    assert.equal(idOf(/** @type {any} */ (parseRules(spelling))), id);
  }
  // The survey knows house rules that nobody has solved here.
  const [surveyed, value] = Object.entries(verdicts).find(([id]) => id.includes('+')) ?? [];
  assert.ok(surveyed);
  await one.open(`/rules/${surveyed}`);
  await untilHeadline(one.page, value === 0 ? 'Fair' : `The ${value > 0 ? 'first' : 'second'} player wins by ${Math.abs(value)}`);
  const { verdict } = await one.api(`/rules/${surveyed}`);
  await one.page.locator('.house-line', { hasText: new RegExp(`${verdict.best_turns} of the ${verdict.turns} first turns`) }).waitFor();
}));

test('a shared link shows another browser the same rules with their name, and plays them', withVisitors([
  { settings: { name: 'Anna' }, device: { permissions: ['clipboard-read', 'clipboard-write'] } }, {},
], async (anna, ben) => {
  await anna.open('/rules/classic');
  await answer(anna.page, 'left', 'one').check();
  const name = anna.page.getByLabel('Name', { exact: true });
  assert.equal(await name.inputValue(), 'Classic with minus points');
  assert.equal(await name.getAttribute('maxlength'), '40');
  await name.fill('Grandma’s <b>rules</b>');
  await anna.page.getByRole('button', { name: 'Share', exact: true }).click();
  await anna.page.getByRole('button', { name: 'Share link' }).click();
  await anna.page.locator('.toast').waitFor();
  const link = await anna.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(new URL(link).pathname, '/rules/classic+left-one');

  await ben.open(link);
  await ben.page.getByText('Anna shares these rules: Grandma’s <b>rules</b>').waitFor();
  const answers = (/** @type {Page} */ page) => page.locator('.house-rows input:checked').evaluateAll((all) => all.map((input) => `${input.getAttribute('name')} ${input.getAttribute('value')}`));
  assert.deepEqual(await answers(ben.page), await answers(anna.page));
  assert.equal((await answers(ben.page)).length, 7);
  assert.equal(await ben.page.getByLabel('Name', { exact: true }).inputValue(), 'Grandma’s <b>rules</b>');
  await ben.page.getByRole('button', { name: 'Play these rules' }).click();
  await ben.page.waitForURL('**/game/*');
  await untilAsked(ben.page);
  const id = new URL(ben.page.url()).pathname.split('/')[2] ?? '';
  assert.equal((await ben.api(`/games/${id}`)).game.rules, 'classic+left-one');
  await ben.page.locator('.game-panel, .game').getByRole('link', { name: 'Grandma’s <b>rules</b>' }).first().waitFor();

  // Both remember them; the menu at home offers them, and forgetting removes them.
  for (const one of [anna, ben]) {
    await one.open('/');
    await one.page.locator('.rules-button').click();
    await one.page.getByRole('menuitemradio', { name: /Grandma’s <b>rules<\/b>/ }).waitFor();
  }
  assert.match(await ben.page.locator('.rules-button').innerText(), /Grandma/, 'what was played last is chosen');
  await ben.open('/rules/classic+left-one');
  await ben.page.getByRole('button', { name: 'Forget these rules' }).click();
  assert.equal(await ben.page.getByLabel('Name', { exact: true }).inputValue(), 'Classic with minus points');
  // A change of the rules drops the name of the link.
  await ben.open(link);
  await answer(ben.page, 'end', 'turn').check();
  assert.equal(await ben.page.locator('.house-shared').isVisible(), false);
  assert.equal(new URL(ben.page.url()).hash, '');
}));

test('a challenge with house rules: chosen in the menu, described in the lobby, played by both', withVisitors([
  { settings: { name: 'Ada' } }, { device: PHONE },
], async (ada, ben) => {
  await ada.open(`/rules/${AGAIN}`);
  await ada.page.getByLabel('Name', { exact: true }).fill('Twice');
  await ada.page.getByLabel('Name', { exact: true }).press('Tab');
  await ada.open('/');
  await ada.page.locator('.rules-button').press('Enter');
  await ada.page.getByRole('menuitemradio', { name: /^Twice/ }).waitFor();
  // The menu by keyboard: up from the last entry before "House rules…".
  await ada.page.keyboard.press('End');
  await ada.page.keyboard.press('ArrowUp');
  await ada.page.keyboard.press('Enter');
  assert.match(await ada.page.locator('.rules-button').innerText(), /Twice/);
  assert.ok(await ada.page.locator('.rules-button').evaluate((button) => button === document.activeElement), 'the focus returns to the button');
  await ada.page.locator('[data-start=lobby]').click();
  await ada.page.waitForURL('**/game/*');
  const id = new URL(ada.page.url()).pathname.split('/')[2] ?? '';

  await ben.open('/lobby');
  const row = ben.page.locator('.lobby-row', { hasText: 'Ada' });
  await row.getByRole('link', { name: 'Bonus with another turn' }).waitFor();
  await row.getByRole('button').click();
  await ben.page.waitForURL(`**/game/${id}`);
  // Either may have been drawn to begin.
  await Promise.race([untilAsked(ada.page), untilAsked(ben.page)]);
  for (const one of [ada, ben]) assert.equal((await one.api(`/games/${id}`)).game.rules, AGAIN);
  await ben.page.getByText('Bonus with another turn').first().waitFor();
}));

/** The actions to a node with a phase, or null. @param {Tree} node @param {string} phase @returns {string[] | null} */
function wayTo(node, phase) {
  if (node.phase === phase) return [];
  for (const next of node.next ?? []) {
    const rest = wayTo(next, phase);
    if (rest) return [next.action ?? '', ...rest];
  }
  return null;
}

test('a whole game with another turn and bonus together', withVisitor({ settings: { send: 'at_once' }, allow: [/status of 409/], device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  const made = await one.create({ rules: AGAIN, opponent: { type: 'local' }, first: 'black' });
  await one.open(`/game/${made.id}`);
  const roll = dice(11);
  /** @type {string[]} */
  let plan = [];
  const phases = { again: 0, bonus: 0 };
  for (let n = 0; n < 400; n += 1) {
    const seen = await untilAsked(page);
    if (seen.status !== 'playing') break;
    if (seen.phase === 'opening') {
      const { tree } = (await one.api(`/games/${made.id}`)).game;
      // Another turn if there is one, every second time a bonus.
      plan = (n % 2 ? wayTo(tree, 'bonus') : null) ?? wayTo(tree, 'another_turn') ?? wayTo(tree, 'bonus') ?? [];
    }
    if (seen.phase === 'again') phases.again += 1;
    if (seen.phase === 'bonus') {
      phases.bonus += 1;
      const at = seen.spots[roll(seen.spots.length)];
      assert.ok(at && at.own, 'only own pawns: the bonus is not spicy');
      await clickRow(page, 'abcdefgh'.charAt(at.row));
      const [action] = (await look(page)).actions;
      assert.ok(action, 'choosing a pawn shows where it may go');
      await chip(page, action).click();
      continue;
    }
    const planned = plan.shift() ?? '';
    const action = seen.actions.includes(planned) ? planned : seen.actions.toSorted()[0] ?? '';
    await chip(page, action).click();
  }
  await page.locator('.game-result').waitFor();
  const turns = await turnsOf(one, made.id);
  assert.ok(phases.again > 2 && phases.bonus > 2, JSON.stringify(phases));
  assert.ok(turns.some((turn) => turn.includes(' / ')) && turns.some((turn) => turn.includes('+')), turns.join(', '));
  const { game } = await one.api(`/games/${made.id}`);
  // Points by row of the page and of the server agree.
  assert.deepEqual(await page.locator('.game-score tfoot td').allInnerTexts(), [String(game.score.black), String(game.score.red)]);
  // The review steps through it, and the record carries the id.
  await page.getByRole('link', { name: 'Review' }).click();
  await page.locator('.study-review').waitFor();
  assert.match(await (await one.context.request.get(`/api/v1/games/${made.id}/record`)).text(), /\[Rules "bonus\+again-must"\]/);
}));

test('explorer, editor, puzzle and learning know house rules', withVisitor({ settings: { house: 'classic+over-apart+end-turn' }, allow: [/status of 4\d\d/] }, async (one) => {
  const { page } = one;
  await one.open('/explorer');
  await page.waitForURL('**/explorer/classic+over-apart+end-turn/*');
  await page.locator('.study-row').first().waitFor();
  assert.match(await page.locator('.rules-button').innerText(), /Classic/);
  await page.locator('.rules-button').click();
  await page.getByRole('menuitemradio', { name: /^Geeky Pen, spicy/ }).click();
  await page.waitForURL('**/explorer/geeky-spicy/*');
  await one.open('/puzzle');
  await page.getByText('A puzzle needs exact values').waitFor();
  await one.open('/learn');
  assert.ok(await page.locator('input[name=edition][value=classic]').isChecked());
  const differs = page.getByText('The lessons teach Classic 2003; your house rules differ: until no row is shared and with the last turn finished.');
  await differs.waitFor();
  await page.locator('.learn-choice .segmented label', { hasText: 'Bonus' }).click();
  await differs.waitFor({ state: 'detached' });
  await page.evaluate(() => localStorage.setItem('linja.settings', JSON.stringify({ house: 'classic+over-apart+end-turn' })));
  await one.open('/rules');
  await page.locator('#editions a[href="/rules/classic+over-apart+end-turn"]').click();
  await page.getByRole('radiogroup', { name: /^What ends the game/ }).waitFor();
}));

test('the rules by keyboard alone, without a violation', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/rules/bonus');
  await ready(page);
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => `${document.activeElement?.getAttribute('name')} ${document.activeElement?.getAttribute('value')}`);
  assert.equal(await focused(), 'house-box bonus');
  await page.keyboard.press('ArrowLeft');
  await arrive(page, 'classic');
  for (const rule of ['goal', 'follow', 'again', 'bonus', 'over', 'end', 'left']) {
    await page.keyboard.press('Tab');
    assert.match(await focused(), new RegExp(`^house-${rule} `));
  }
  await page.keyboard.press('ArrowRight');
  await arrive(page, 'classic+left-one');
  assert.equal(await focused(), 'house-left one', 'the focus stays on the answer');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Back to Classic');
  assert.deepEqual(await findings(page), []);
}));

for (const lang of LANGUAGES) {
  test(`the rules in ${lang} fit on phones, tablets and desktops`, withVisitor({ device: { hasTouch: true } }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    for (const [width, height] of /** @type {const} */ ([[390, 844], [360, 640], [320, 640], [1024, 768], [1440, 900]])) {
      await page.setViewportSize({ width, height });
      await one.open(`/rules/geeky+goal-count+again-may+bonus-any+over-apart?lang=${lang}`);
      await ready(page);
      wrong.push(...(await overflows(page)).map((text) => `${width}: ${text}`), ...(await missing(page)).map((key) => `no text for ${key}`));
    }
    assert.deepEqual(wrong, []);
  }));
}

test('solving with its progress, the limit of an hour, and the verdict of the new table', async () => {
  const server = await startServer({ solves: true });
  started.push(server);
  const one = await visitor({ server, allow: [/status of (429|503)/] });
  try {
    const { page } = one;
    await one.open('/rules/classic+left-one');
    await ready(page);
    const solve = page.getByRole('button', { name: 'Solve', exact: true });
    await solve.waitFor();
    await page.getByText('Hints and levels are rough estimates, put together rule by rule.').waitFor();
    await solve.click();
    // The stick grows in the row of these rules, and the words count.
    const stick = page.getByRole('progressbar', { name: 'Solving these rules' });
    await stick.waitFor();
    await page.getByText(/of 1,265 million positions\..*You can play already\./).waitFor();
    await page.waitForFunction(() => Number(document.querySelector('.house-stick')?.getAttribute('aria-valuenow')) > 5);
    // The server solves at the lowest priority, so everything else on this machine comes first.
    await page.getByText('Solved: every value is exact.').waitFor({ timeout: 5 * PATIENCE });
    await untilHeadline(page, 'Fair');
    await page.getByText('20 of the 43 first turns keep it.').waitFor();
    assert.equal(await stick.count(), 0);
    // Values of the explorer are exact now, and so is the review.
    await one.open('/explorer/classic+left-one/61111110-01111116-b');
    await page.getByRole('heading', { name: 'Draw' }).waitFor();

    // The fourth wish of an hour is refused, kindly. The two before it wait in line, and end with the server.
    await one.api('/rules/classic+end-turn/solve', {});
    await one.api('/rules/bonus+end-now/solve', {});
    await one.open('/rules/bonus+end-now');
    await page.getByText(/Solved when the others are done\.|You can play already\./).waitFor();
    await one.open('/rules/classic+left-mirror');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText(/^That’s enough solving for now\. Try again in \d\d minutes\.$/).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Play these rules' }).isEnabled());
    await one.check();
  } finally {
    await one.leave();
  }
});

test('a server that does not solve says so, and one can play all the same', withVisitor({}, async (one) => {
  const { page } = one;
  assert.equal(one.server, await solvedServer());
  await one.open('/rules/bonus+follow-may');
  await page.getByText('The server was told not to solve it.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Solve', exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Play these rules' }).click();
  await page.waitForURL('**/game/*');
  await untilAsked(page);
  await page.locator('.game-tool.truth').click();
  await page.locator('.badge.estimate').first().waitFor({ state: 'attached' });
}));

test('where the server does not solve, this browser can: the card of these rules alone', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/rules/bonus+follow-may');
  const here = page.getByRole('button', { name: 'Solve in this browser' });
  await here.click();
  const card = page.locator('.house-card');
  await card.getByRole('heading', { name: 'Solve Linja in this browser' }).and(page.locator(':focus')).waitFor();
  assert.equal(await here.count(), 0);
  assert.equal(await card.locator('.solve-row').count(), 1);
  assert.deepEqual(await overflows(page), []);
  const name = 'Bonus with an optional follow-up';
  await button(page, name, 'Solve').click();
  await untilBegun(page);
  assert.deepEqual((await files(page)).map((file) => file.name), ['bonus+follow-may.partial']);
  // The server has a table of these other rules: solving is not offered here, and the one under way goes on.
  await answer(page, 'follow', 'must').check();
  await arrive(page, 'bonus');
  await page.getByText('Solved: every value is exact.').waitFor();
  assert.deepEqual([await card.locator('.solve-row').count(), await here.count()], [0, 0]);
  await answer(page, 'follow', 'may').check();
  await button(page, name, 'Cancel').click();
  await button(page, name, 'Solve').waitFor();
  await untilEmpty(page);
}));
