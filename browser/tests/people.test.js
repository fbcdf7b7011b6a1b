// Two people in two browser contexts: invitation, lost connection, take back, end of the game.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip, look, turnsOf, undo, untilAsked, untilTurns } from '../lib/play.js';
import { startServer } from '../lib/server.js';
import { DESKTOP, PHONE, withVisitors } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** Console errors of a context that is offline. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /unknown error occurred when fetching the script/, /WebSocket connection to .* failed/];

/** @param {import('../lib/world.js').Wishes[]} people @param {(...all: Visitor[]) => Promise<void>} body */
const between = (people, body) => withVisitors(people.map((one) => ({ ...one, allow: CUT })), body);

/** Plays the first possible turn, and sends it. @param {Visitor} one @param {string} id */
async function playTurn(one, id) {
  const before = (await turnsOf(one, id)).length;
  await completeTurn(one);
  await one.page.locator('.game-prompt-buttons .button.ink').click();
  return (await untilTurns(one, id, before + 1)).at(-1);
}

/** Plays the first possible turn up to the button that sends it. @param {Visitor} one */
async function completeTurn({ page }) {
  for (;;) {
    const seen = await untilAsked(page);
    assert.equal(seen.status, 'playing');
    if (seen.phase === 'bonus') {
      await page.locator('.game-prompt-buttons .button.ink').click();
      return;
    }
    // Sorted, so that the turn is the same in every run.
    await chip(page, seen.actions.toSorted()[0] ?? '').click();
    if ((await look(page)).phase === '') return;
  }
}

test('a game between two browsers through an invitation, each of them offline for a while',
  between([{ settings: { name: 'Ada', edition: 'classic', first: 'me' } }, { device: PHONE }], async (ada, ben) => {
    await ada.open('/');
    await ada.page.locator('[data-start=invitation]').click();
    await ada.page.waitForURL('**/game/*');
    const link = await ada.page.locator('.game-link').inputValue();
    const id = new URL(link).pathname.split('/')[2] ?? '';
    assert.match(link, new RegExp(`^${ada.server.origin}/game/.+\\?invitation=.+`));

    await ben.open(link);
    await ben.page.getByRole('heading', { name: 'Ada invites you to play' }).waitFor();
    await ben.page.locator('.game-join input').fill('Ben');
    await ben.page.locator('.game-join button').click();
    await ada.page.locator('.game-name', { hasText: 'Ben' }).waitFor();
    assert.doesNotMatch(ben.page.url(), /invitation/, 'the used code has gone from the address');
    assert.equal(await ada.page.locator('.game-tool.hint:visible').count(), 0, 'no hints against people');
    assert.equal(await ada.page.locator('.game-tool.truth:visible').count(), 0, 'no values against people');

    // Black moves first. Against a person only the button sends a turn.
    const first = await playTurn(ada, id);
    await untilAsked(ben.page);
    assert.deepEqual(await ben.page.locator('.game-turn:not(.pending)').allTextContents(), [first?.replaceAll(/([a-h])([a-h])/g, '$1→$2').replaceAll('+', '★')]);

    // Ben goes offline during his turn, completes the turn, and comes back.
    await completeTurn(ben);
    await ben.context.setOffline(true);
    await ben.page.locator('.game-prompt-buttons .button.ink').click();
    await ben.page.locator('.game-notes .banner.alert').waitFor();
    assert.match(await ben.page.locator('.game-notes').innerText(), /Your turn is saved on this device/);
    await ada.page.locator('.game-who', { hasText: 'away' }).waitFor();
    assert.equal((await turnsOf(ada, id)).length, 1);
    await ben.context.setOffline(false);
    await untilTurns(ada, id, 2);
    await untilAsked(ada.page);
    await ben.page.locator('.game-notes .banner.alert').waitFor({ state: 'detached' });
    await ada.page.locator('.game-who', { hasText: 'online' }).waitFor();

    // Ada is offline while Ben plays, and sees his turn when she is back.
    await ada.context.setOffline(true);
    await ada.page.locator('.game-notes .banner.alert').waitFor();
    await ada.context.setOffline(false);
    await playTurn(ada, id);
    await ada.context.setOffline(true);
    await ada.page.locator('.game-notes .banner.alert').waitFor();
    await playTurn(ben, id);
    await ada.context.setOffline(false);
    await untilAsked(ada.page);
    assert.equal(await ada.page.locator('.game-turn:not(.pending)').count(), 4);

    // Ben asks to take back his turn; Ada agrees.
    await undo(ben.page);
    await ada.page.locator('.game-notes .button', { hasText: 'Yes' }).click();
    await untilAsked(ben.page);
    assert.equal((await turnsOf(ben, id)).length, 3);

    // Ben resigns; both see the result, and play again.
    await ben.page.locator('.game-tool.resign').click();
    await ben.page.locator('dialog .button.ink').click();
    await ada.page.locator('.game-result :is(h1, h2)', { hasText: 'You win' }).waitFor();
    await ben.page.locator('.game-result :is(h1, h2)', { hasText: 'Ada wins' }).waitFor();
    await ben.page.locator('.game-result .button.ink').click();
    await ada.page.locator('.game-result .button', { hasText: 'Accept' }).click();
    // Both have asked for the next game, so both go there.
    await ada.page.waitForURL((url) => !url.pathname.includes(id));
    const { next } = (await ada.api(`/games/${id}`)).game;
    for (const { page } of [ada, ben]) {
      await page.waitForURL(`**/game/${next}`);
      await page.locator('.game-result').waitFor({ state: 'detached' });
    }
    // The link of the finished game shows the finished game, and its review.
    const late = await ada.context.newPage();
    await late.goto(`${ada.server.origin}/game/${id}`);
    await late.locator('.game-result :is(h1, h2)', { hasText: 'You win' }).waitFor();
    await late.locator('.game-result a[href$="/review"]').click();
    await late.locator('.study-head').waitFor();
    await late.close();
  }));

test('a best of three: nobody is pulled off the result, and its games are linked', between([{}, { device: PHONE }, {}], async (ada, ben, eve) => {
  const made = await ada.api('/games', { id: crypto.randomUUID(), opponent: { type: 'lobby' }, name: 'Ada', side: 'black', first: 'black', games: 3 });
  const first = made.game.id;
  await ben.api(`/games/${first}/commands`, { id: crypto.randomUUID(), seen: 1, type: 'join', name: 'Ben' });
  for (const one of [ada, ben, eve]) await one.open(`/game/${first}`);
  const resign = async (/** @type {Visitor} */ one, /** @type {string} */ id) => {
    const { game } = await one.api(`/games/${id}`);
    await one.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'resign' });
  };
  await resign(ben, first);
  await ada.page.locator('.game-result .button.ink', { hasText: 'Next game' }).click();
  await ada.page.waitForURL((url) => !url.pathname.includes(first));
  const second = new URL(ada.page.url()).pathname.split('/')[2] ?? '';
  // Ben and Eve still see the result, and a link to the next game.
  for (const { page } of [ben, eve]) {
    await page.locator('.game-result', { hasText: 'The next game has begun' }).waitFor();
    assert.ok(page.url().includes(first));
  }
  await ben.page.locator('.game-result .button.ink', { hasText: 'To the next game' }).click();
  await ben.page.waitForURL(`**/game/${second}`);
  await untilAsked(ben.page);
  await resign(ben, second);
  // The match is over: its result links both games, and the lists show each with its own result.
  await ada.page.locator('.game-result', { hasText: 'you win 2 : 0' }).waitFor();
  const links = ada.page.locator('.game-others');
  assert.deepEqual(await links.locator('li').allInnerTexts(), ['Game 1', 'Game 2']);
  await links.getByRole('link', { name: 'Game 1' }).click();
  await ada.page.waitForURL(`**/game/${first}`);
  await ada.page.locator('.game-others [aria-current]', { hasText: 'Game 1' }).waitFor();
  await ada.open('/games');
  const finished = ada.page.locator('.me-row:not([data-live])');
  await finished.nth(1).waitFor();
  const rows = await finished.allInnerTexts();
  assert.equal(rows.length, 2);
  assert.match(rows[0] ?? '', /Ben.*game 2.*Won.*by resignation/s);
  assert.match(rows[1] ?? '', /Ben.*game 1.*Won.*by resignation/s);
}));

test('a connection that drops all messages silently: the turn arrives over a new connection, and no event is lost', between([{}, {}], async (ada, ben) => {
  const made = await ada.api('/games', { id: crypto.randomUUID(), rules: 'bonus', opponent: { type: 'invitation' }, name: 'Ada', side: 'black', first: 'black' });
  const { id } = made.game;
  await ben.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' });
  // A cut leaves old connections open but silent; new connections work.
  let cuts = 0;
  await ada.page.routeWebSocket(/\/live/, (socket) => {
    const mine = cuts;
    const server = socket.connectToServer();
    socket.onMessage((text) => { if (mine === cuts) server.send(text); });
    server.onMessage((text) => { if (mine === cuts) socket.send(text); });
  });
  await ada.open(`/game/${id}`);
  await ben.open(`/game/${id}`);
  await completeTurn(ada);
  cuts += 1;
  const swallow = () => {};
  await ada.page.route(/\/(commands|events)/, swallow);
  await ada.page.locator('.game-prompt-buttons .button.ink').click();
  await ada.page.locator('.game-notes', { hasText: 'Your turn is saved on this device' }).waitFor();
  await untilTurns(ben, id, 1);
  await ada.page.locator('.game-notes .banner.alert').waitFor({ state: 'detached' });
  // Another silent cut while Ben plays: Ada sees his turn when she returns to the page.
  await ada.page.unroute(/\/(commands|events)/, swallow);
  cuts += 1;
  await playTurn(ben, id);
  await ada.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await untilAsked(ada.page);
  assert.equal(await ada.page.locator('.game-turn:not(.pending)').count(), 2);
}));

test('two people play to the end, and a third person watches', between([{}, {}, {}], async (ada, ben, eve) => {
  const made = await ada.api('/games', { id: crypto.randomUUID(), rules: 'bonus', opponent: { type: 'invitation' }, name: 'Ada', side: 'black', position: '01011126/35400000 b' });
  const { id } = made.game;
  await ben.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' });
  await ada.open(`/game/${id}`);
  await ben.open(`/game/${id}`);
  await eve.open(made.invitation.path);
  // The invitation is used, so Eve watches.
  await eve.page.locator('.game-slot', { hasText: 'This seat is taken' }).waitFor();
  await ada.page.locator('.game-watching', { hasText: '1' }).first().waitFor();
  assert.equal((await look(eve.page)).isActing, false);
  await untilAsked(ada.page);
  await chip(ada.page, 'bc').click();
  await chip(ada.page, 'cg').click();
  await ada.page.locator('.game-prompt-text', { hasText: 'All pawns have passed each other: this is the last turn' }).waitFor();
  await ada.page.locator('.game-prompt-buttons .button.ink').click();
  for (const [one, title] of /** @type {[Visitor, RegExp][]} */ ([[ada, /You win|Ben wins/], [ben, /You win|Ada wins/], [eve, /wins/]])) {
    await one.page.locator('.game-result :is(h1, h2)').waitFor();
    assert.match(await one.page.locator('.game-result :is(h1, h2)').innerText(), title);
  }
}));

test('a challenge in the lobby is accepted', between([{ settings: { name: 'Ada' } }, {}], async (ada, ben) => {
  await ben.open('/lobby');
  await ada.open('/lobby');
  await ada.page.locator('.pages-head .button.ink').click();
  await ada.page.waitForURL('**/game/*');
  await ben.page.getByRole('button', { name: /Ada/ }).click();
  await ben.page.waitForURL('**/game/*');
  await ada.page.locator('.game-who', { hasText: 'online' }).waitFor();
  await Promise.race([untilAsked(ada.page), untilAsked(ben.page)]);
}));

test('a challenge withdrawn a moment ago is reported as withdrawn, not as taken', withVisitors([{}, { allow: [/status of 409/] }], async (ada, ben) => {
  const made = await ada.api('/games', { id: crypto.randomUUID(), opponent: { type: 'lobby' }, name: 'Zoe' });
  await ben.open('/lobby');
  const accept = ben.page.getByRole('button', { name: /Zoe/ });
  await accept.waitFor();
  // Stop the updates of the list, so that it is out of date.
  await ben.page.route('**/api/v1/lobby', () => {});
  await ada.api(`/games/${made.game.id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'withdraw' });
  await accept.click();
  await ben.page.locator('.toast', { hasText: 'This game was withdrawn' }).waitFor();
}));

/** Makes a game older by some milliseconds. @param {import('../lib/server.js').Server} server @param {string} id @param {number} time */
const age = (server, id, time) => server.change(`UPDATE events SET at = at - ${time} WHERE game = '${id}'; UPDATE owed SET due_at = due_at - ${time} WHERE game = '${id}';`);

/** A game of Ada and Ben, who have no page open yet. @param {Visitor} ada @param {Visitor} ben @param {Record<string, unknown>} [wishes] */
async function gameOfTwo(ada, ben, wishes = {}) {
  const made = await ada.api('/games', { id: crypto.randomUUID(), rules: 'bonus', opponent: { type: 'invitation' }, name: 'Ada', side: 'black', first: 'black', ...wishes });
  const { id } = made.game;
  await ben.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' });
  return id;
}

const CLOCK = { clock: { seconds: 60, increment: 5 } };

/** Runs a test with a server of its own. @param {string[]} options @param {(ada: Visitor, ben: Visitor) => Promise<void>} body */
function withOwnServer(options, body) {
  return async (/** @type {{name: string}} */ info) => {
    const server = await startServer({ solved: false, options });
    const allow = [...CUT, /ERR_CONNECTION_REFUSED/, /status of 503/, /status of 409/];
    try {
      await withVisitors([{ server, allow, device: DESKTOP }, { server, allow, device: PHONE }], body)(info);
    } finally {
      await server.stop();
    }
  };
}

test('a game with a clock that is not begun in time is called off, and nobody has lost', withOwnServer([], async (ada, ben) => {
  const id = await gameOfTwo(ada, ben, CLOCK);
  await ada.open(`/game/${id}`);
  await ada.page.locator('.game-prompt-text', { hasText: /^Play your first turn within 1:[45]\d, or the game is called off\.$/ }).waitFor();
  assert.match(await ada.page.locator('.game-player.bottom .game-first').innerText(), /^1:[45]\d$/);
  assert.equal(await ada.page.locator('.game-player.top .game-first').isHidden(), true);
  await ben.open(`/game/${id}`);
  await ben.page.locator('.game-told-words', { hasText: /Ada has 1:[2345]\d left to begin\. Otherwise the game is called off\.$/ }).waitFor();
  await age(ada.server, id, 105_000);
  await ada.page.reload();
  await ada.page.locator('.game-prompt-text', { hasText: /within 0:[01]\d, or/ }).waitFor();
  for (const [one, text] of /** @type {[Visitor, string][]} */ ([[ada, 'You didn’t begin in time. Nobody has lost.'], [ben, 'Ada didn’t begin in time. Nobody has lost.']])) {
    const result = one.page.locator('.game-result');
    await result.getByRole('heading', { name: 'The game was called off' }).waitFor();
    assert.match(await result.innerText(), new RegExp(text));
    assert.equal(await result.locator('a, table').count(), 0, 'there is nothing to review');
    assert.equal(await result.getByRole('button', { name: 'Rematch' }).count(), 1);
  }
}));

test('the win is claimed when the opponent has left', withOwnServer(['--claim-after', '4'], async (ada, ben) => {
  const id = await gameOfTwo(ada, ben, CLOCK);
  const turn = (/** @type {Visitor} */ one, /** @type {number} */ seen, /** @type {string} */ text) => one.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen, type: 'turn', turn: text });
  await turn(ada, 2, 'ab ce');
  await turn(ben, 3, 'hg hf');
  await ada.open(`/game/${id}`);
  await ben.open(`/game/${id}`);
  await ada.page.locator('.game-who', { hasText: 'online' }).waitFor();
  await turn(ada, 4, 'ab ad');
  await ada.page.locator('.game-told', { hasText: 'Ben is thinking' }).waitFor();
  await ben.page.goto('about:blank');
  await ada.page.locator('.game-told-words', { hasText: /Ben is away\. You can claim the win in 0:0\d\.$/ }).waitFor();
  const offer = ada.page.locator('.game-notes .banner', { hasText: 'Ben has left' });
  await offer.waitFor();
  // Ben returns: the offer disappears.
  await ben.open(`/game/${id}`);
  await offer.waitFor({ state: 'detached' });
  await ben.page.goto('about:blank');
  await offer.getByRole('button', { name: 'Claim the win' }).click();
  await ada.page.locator('.game-result', { hasText: 'You win' }).waitFor();
  assert.match(await ada.page.locator('.game-result').innerText(), /Ben left the game\./);
  await ben.open(`/game/${id}`);
  await ben.page.locator('.game-result', { hasText: 'You left the game.' }).waitFor();
}));

test('a game that nobody goes on with is abandoned after 90 days, and can still be reviewed', withOwnServer([], async (ada, ben) => {
  const id = await gameOfTwo(ada, ben);
  for (const [one, seen, turn] of /** @type {[Visitor, number, string][]} */ ([[ada, 2, 'ab ce'], [ben, 3, 'hg hf']])) {
    await one.api(`/games/${id}/commands`, { id: crypto.randomUUID(), seen, type: 'turn', turn });
  }
  await age(ada.server, id, 91 * 24 * 3600 * 1000);
  await ada.open(`/game/${id}`);
  await ada.page.locator('.game-result').getByRole('heading', { name: 'The game was abandoned' }).waitFor();
  assert.match(await ada.page.locator('.game-result').innerText(), /Nobody played for 90 days\. Nobody has lost\./);
  assert.equal(await ada.page.locator('.game-result').getByRole('link', { name: 'Review' }).count(), 1);
}));

test('a game of a newer version is paused, on the page and on a new visit', withOwnServer([], async (ada, ben) => {
  const id = await gameOfTwo(ada, ben);
  await ada.open(`/game/${id}`);
  await untilAsked(ada.page);
  await ada.server.change(`INSERT INTO events (game, seq, at, event) SELECT game, seq + 1, at, '{"type":"of_the_future"}' FROM events WHERE game = '${id}' AND seq = 2;`);
  await completeTurn(ada);
  await ada.page.locator('.game-prompt-buttons .button.ink').click();
  await ada.page.locator('.game-notes .banner', { hasText: 'This game is paused' }).waitFor();
  await ben.open(`/game/${id}`);
  await ben.page.getByRole('heading', { name: 'This game is paused' }).waitFor();
  assert.match(await ben.page.locator('.message-page').innerText(), /Nothing is lost/);
  await ada.server.change(`DELETE FROM events WHERE game = '${id}' AND seq = 3;`);
  await untilTurns(ben, id, 1);
  await ada.page.locator('.game-notes .banner').waitFor({ state: 'detached' });
}));
