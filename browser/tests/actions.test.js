// Special actions of every edition on the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip, clickBonus, clickRow, dragByFinger, look, tapRow, turnsOf, untilAsked, untilPhase, untilTurns } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

const AT_ONCE = { settings: { send: 'at_once' } };

/** @param {Visitor} one @param {string} rules @param {string} position */
async function begin(one, rules, position) {
  const game = await one.create({ rules, position, opponent: { type: 'local' } });
  await one.open(`/game/${game.id}`);
  return game.id;
}

for (const rules of ['bonus', 'geeky']) {
  test(`${rules}: a bonus with an own pawn, and one declined`, withVisitor(AT_ONCE, async (one) => {
    const { page } = one;
    const id = await begin(one, rules, '12310014/40120050 b');
    await chip(page, 'bc').click();
    await untilPhase(page, 'follow_up');
    assert.match(await page.locator('.game-step.now').innerText(), /4/);
    // The exact follow-up has a sign besides its colour; the blocked one explains, and does nothing.
    assert.match(await chip(page, 'dh').innerText(), /★/);
    const closed = page.locator('.board-chip.blocked').first();
    assert.match(await closed.innerText(), /g.*full/);
    assert.equal(await closed.getAttribute('aria-disabled'), 'true');
    await closed.click({ force: true });
    await untilPhase(page, 'follow_up');
    await chip(page, 'dh').click();
    await untilPhase(page, 'bonus');
    assert.deepEqual(await turnsOf(one, id), [], 'a bonus waits for the player');
    const { spots } = await look(page);
    assert.deepEqual(spots.map(({ row, own }) => `${'abcdefgh'.charAt(row)} ${own}`), ['a true', 'b true', 'c true', 'g true'], 'own pawns, and none from h onto the full g');
    await clickBonus(page, '+ab');
    assert.equal((await untilTurns(one, id, 1))[0], 'bc dh +ab');

    const second = await begin(one, rules, '12310014/40120050 b');
    await chip(page, 'bc').click();
    await chip(page, 'dh').click();
    await untilPhase(page, 'bonus');
    await page.locator('.game-prompt-buttons .button', { hasText: 'Finish turn' }).click();
    assert.equal((await untilTurns(one, second, 1))[0], 'bc dh');
  }));
}

for (const rules of ['bonus-spicy', 'geeky-spicy']) {
  test(`${rules}: a bonus on an opponent's pawn`, withVisitor(AT_ONCE, async (one) => {
    const { page } = one;
    const id = await begin(one, rules, '12310014/40120050 b');
    await chip(page, 'bc').click();
    await chip(page, 'dh').click();
    await untilPhase(page, 'bonus');
    // Pawns of the opponent in their goal are locked, with a label.
    assert.match(await page.locator('.board-chip.locked').innerText(), /locked/);
    // Two colours on a row have a button each.
    await clickRow(page, 'c', false);
    assert.deepEqual((await look(page)).actions.toSorted(), ['~cb', '~cd']);
    // A second click on the pawn deselects it.
    await clickRow(page, 'c', false);
    await clickRow(page, 'd', false);
    assert.match(await chip(page, '~de').innerText(), /Red.*−2/s, 'the effect on the owner of the pawn');
    await chip(page, '~de').click();
    assert.equal((await untilTurns(one, id, 1))[0], 'bc dh ~de');
    // By keyboard: an arrow selects the other colour, another the direction.
    const second = await begin(one, rules, '12310014/40120050 b');
    await untilAsked(page);
    await page.locator('.board-spot[tabindex="0"]').focus();
    for (const key of ['b', 'b', 'd', 'd']) await page.keyboard.press(key);
    await untilPhase(page, 'bonus');
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    assert.match(await page.locator('[aria-live=polite].unseen').last().textContent() ?? '', /e.*Red.*−2/);
    await page.keyboard.press('Enter');
    assert.equal((await untilTurns(one, second, 1))[0], 'bc dh ~de');
  }));
}

test('classic: a follow-up onto an empty row earns another turn, once', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  const id = await begin(one, 'classic', '31211013/31212021 b');
  await chip(page, 'ab').click();
  await untilPhase(page, 'follow_up');
  assert.match(await chip(page, 'df').innerText(), /↻/);
  await chip(page, 'df').click();
  await untilPhase(page, 'again');
  assert.deepEqual(await turnsOf(one, id), [], 'the other turn must be played first');
  await chip(page, 'bc').click();
  await untilPhase(page, 'follow_up');
  const [action] = (await look(page)).actions;
  await chip(page, action ?? '').click();
  assert.equal((await untilTurns(one, id, 1))[0], `ab df / bc ${action}`);
}));

test('classic: an opening into the goal earns one step', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  const id = await begin(one, 'classic', '31111122/41121111 b');
  assert.match(await chip(page, 'gh').innerText(), /1.*goal/s);
  await chip(page, 'gh').click();
  await untilPhase(page, 'follow_up');
  await chip(page, 'gh').click();
  assert.equal((await untilTurns(one, id, 1))[0], 'gh gh');
}));

for (const rules of ['geeky', 'geeky-spicy']) {
  test(`${rules}: a follow-up is declined`, withVisitor(AT_ONCE, async (one) => {
    const { page } = one;
    const id = await begin(one, rules, '10001406/71000112 b');
    await chip(page, 'ef').click();
    await untilPhase(page, 'follow_up');
    assert.deepEqual(await turnsOf(one, id), [], 'a follow-up waits for the player');
    await page.locator('.game-prompt-buttons .button', { hasText: 'Finish turn' }).click();
    assert.equal((await untilTurns(one, id, 1))[0], 'ef');
  }));
}

test('bonus: a follow-up is mandatory', withVisitor(AT_ONCE, async (one) => {
  await begin(one, 'bonus', '10001406/71000112 b');
  await chip(one.page, 'ef').click();
  await untilPhase(one.page, 'follow_up');
  assert.equal(await one.page.locator('.game-prompt-buttons .button.ink').count(), 0);
}));

test('a follow-up that no pawn can make is lost, with a message', withVisitor({}, async (one) => {
  const { page } = one;
  // Five steps from a or b end on f or g, and both are full.
  const id = await begin(one, 'bonus', '75000000/00000660 b');
  // The turn is sent soon afterwards, so both are waited for at once.
  const told = [
    page.locator('.game-prompt-title', { hasText: 'The follow-up is lost' }).waitFor(),
    page.locator('.game-prompt-text', { hasText: '5 rows' }).waitFor(),
  ];
  await chip(page, 'ab').click();
  await Promise.all(told);
  assert.equal((await untilTurns(one, id, 1))[0], 'ab');
}));

for (const rules of ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy']) {
  test(`${rules}: a pass is explained and played`, withVisitor({}, async (one) => {
    const { page } = one;
    const id = await begin(one, rules, '00660000/00006060 b');
    await page.locator('.game-prompt-title', { hasText: 'You have to pass' }).waitFor();
    assert.match(await page.locator('.game-prompt-text').innerText(), /None of your pawns can move forward/);
    if (rules !== 'bonus') await page.locator('.game-prompt-buttons .button', { hasText: 'Pass' }).click();
    // Without a click the button acts after a delay.
    assert.equal((await untilTurns(one, id, 1))[0], 'pass');
    await page.locator('.game-turn', { hasText: 'pass' }).waitFor();
    await chip(page, 'gf').waitFor();
  }));
}

test('the end: in classic at once, else after the turn', withVisitor(AT_ONCE, async (one) => {
  const { page } = one;
  for (const rules of ['classic', 'geeky']) {
    const id = await begin(one, rules, '01011126/35400000 b');
    await chip(page, 'bc').click();
    await chip(page, 'cg').click();
    await page.locator('.game-result').waitFor();
    const { game } = await one.api(`/games/${id}`);
    assert.equal(game.result.termination, 'normal');
    assert.deepEqual(game.turns, ['bc cg']);
  }
}));

// Every tap is sent once, so that a lost tap fails the test.
test('by finger: the first tap chooses, the second plays; a chip plays at once; a pawn can be dragged', withVisitor({ ...AT_ONCE, device: PHONE }, async (one) => {
  const { page } = one;
  const id = await begin(one, 'bonus-spicy', '12310014/40120050 b');
  await untilAsked(page);
  const chosen = page.locator('.board-chip.chosen[data-action=bc]');
  const now = (/** @type {string} */ phase) => page.locator(`.game-step.now.${phase}`);
  await tapRow(page, 'b');
  await chosen.waitFor();
  assert.equal((await look(page)).phase, 'opening', 'one tap only chooses');
  // A tap elsewhere deselects the pawn.
  await page.locator('.game-prompt-title').tap();
  await chosen.waitFor({ state: 'detached' });
  await tapRow(page, 'b');
  await chosen.waitFor();
  await tapRow(page, 'b');
  await now('follow_up').waitFor();
  await page.locator('.game-tool.undo').tap();
  await now('opening').waitFor();
  await dragByFinger(page, 'bc');
  await now('follow_up').waitFor();
  // A tap right after a drag must play, even if the browser sends no click.
  await chip(page, 'dh').tap();
  await now('bonus').waitFor();
  await page.locator('.game-tool.undo').tap();
  await now('follow_up').waitFor();
  await page.locator('.game-tool.undo').tap();
  await now('opening').waitFor();
  // Tapping a chip chooses nothing for the next action.
  await chip(page, 'bc').tap();
  await now('follow_up').waitFor();
  assert.equal(await page.locator('.board-chip.chosen').count(), 0);
  await chip(page, 'dh').tap();
  await now('bonus').waitFor();
  await tapRow(page, 'd', false);
  await chip(page, '~de').waitFor();
  // The turn is sent at once, and the other side opens.
  await chip(page, '~de').tap();
  await now('opening').waitFor();
  assert.equal((await untilTurns(one, id, 1))[0], 'bc dh ~de');
}));
