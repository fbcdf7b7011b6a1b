// Playing: on the page by mouse, finger or keyboard, and through the API where a test needs only the result.
import assert from 'node:assert/strict';
import { PATIENCE } from './server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./world.js').Visitor} Visitor */
/** @typedef {{phase: string, action?: string, finish?: boolean, next?: Tree[], steps?: number, why?: string}} Tree */
/** @typedef {{status: string, phase: string, isActing: boolean, actions: string[], spots: {row: number, own: boolean}[]}} Seen what a player sees */

export const rowIndex = (/** @type {string} */ letter) => 'abcdefgh'.indexOf(letter);

/** A pseudo-random generator that repeats itself in every run. @param {number} seed */
export function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Reads what the page offers now. @param {Page} page @returns {Promise<Seen>} */
export const look = (page) => page.evaluate(() => {
  const all = (/** @type {string} */ css) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(css)]);
  const now = document.querySelector('.game-step.now');
  return {
    status: /** @type {HTMLElement|null} */ (document.querySelector('.game'))?.dataset['status'] ?? '',
    phase: ['opening', 'follow_up', 'bonus', 'again'].find((name) => now?.classList.contains(name)) ?? '',
    isActing: document.querySelector('.board.acting') !== null,
    actions: all('.board-chip[data-action]:not([aria-disabled])').map((chip) => chip.dataset['action'] ?? ''),
    spots: all('.board-spot:not([aria-disabled]):not([hidden])').map((spot) => ({ row: Number(spot.dataset['row']), own: spot.dataset['own'] !== 'false' })),
  };
});

/** Waits until this player can do something, must pass, or the game is over. @param {Page} page */
export async function untilAsked(page) {
  await page.waitForFunction(() => {
    const status = /** @type {HTMLElement|null} */ (document.querySelector('.game'))?.dataset['status'];
    if (status !== undefined && status !== 'playing') return true;
    return document.querySelector('.game-step.now') !== null && document.querySelector('.board.acting') !== null;
  });
  return look(page);
}

/** Waits for a phase of the own turn. @param {Page} page @param {'opening'|'follow_up'|'bonus'|'again'} phase */
export const untilPhase = (page, phase) => page.locator(`.game-step.now.${phase}`).waitFor();

/** @param {Page} page @param {string} action */
export const chip = (page, action) => page.locator(`.board-chip[data-action="${action}"]`);

/** The button of a row. @param {Page} page @param {string} letter @param {boolean} [own] */
export const spot = (page, letter, own = true) => page.locator(`.board-spot[data-row="${rowIndex(letter)}"][data-own="${own}"]`);

/** The middle of a row's button. Handles of pawns may cover it, so tests click at coordinates. @param {Page} page @param {string} letter @param {boolean} own */
async function middle(page, letter, own) {
  await spot(page, letter, own).and(page.locator(':not([aria-disabled])')).waitFor();
  const box = await spot(page, letter, own).boundingBox();
  assert.ok(box, `row ${letter} has no button`);
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/** @param {Page} page @param {string} letter @param {boolean} [own] */
export const clickRow = async (page, letter, own = true) => page.mouse.click(...await middle(page, letter, own));

/** @param {Page} page @param {string} letter @param {boolean} [own] */
export const tapRow = async (page, letter, own = true) => page.touchscreen.tap(...await middle(page, letter, own));

/** Undoes an action: a tool on phones, else a button of the turn box. @param {Page} page */
export const undo = (page) => page.locator('.game-tool.undo, .game-undo').filter({ visible: true }).first().click();

/** A bonus by mouse: first the pawn, then where it goes. @param {Page} page @param {string} action such as `+gf` */
export async function clickBonus(page, action) {
  await clickRow(page, action.charAt(1), action.startsWith('+'));
  await chip(page, action).click();
}

/** The middle of the movable pawn of a row: its handle lies over it. @param {Page} page @param {string} letter */
export async function grip(page, letter) {
  const row = await page.locator(`.board-row[data-row="${rowIndex(letter)}"]`).boundingBox();
  assert.ok(row);
  const grips = await page.locator('.board-grip').evaluateAll((all) => all.map((each) => {
    const box = each.getBoundingClientRect();
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  }));
  const found = grips.find(([, y]) => y > row.y && y < row.y + row.height);
  assert.ok(found, `no pawn of row ${letter} can be moved`);
  return found;
}

/** The start and the end of a drag. @param {Page} page @param {string} action */
async function way(page, action) {
  const [from = '', to = ''] = action.replace(/^[+~]/, '');
  const [x, y] = await grip(page, from);
  const row = await page.locator(`.board-row[data-row="${rowIndex(to)}"]`).boundingBox();
  assert.ok(row);
  return { x, y, to: row.y + row.height / 2 };
}

/** Drags the movable pawn of a row to another row. @param {Page} page @param {string} action */
export async function drag(page, action) {
  const { x, y, to } = await way(page, action);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y - 10);
  await page.mouse.move(x, to, { steps: 4 });
  await page.mouse.up();
}

/** The same with a finger. @param {Page} page @param {string} action */
export async function dragByFinger(page, action) {
  const { x, y, to } = await way(page, action);
  const cdp = await page.context().newCDPSession(page);
  const touch = (/** @type {'touchStart'|'touchMove'|'touchEnd'} */ type, /** @type {number[]} */ ...at) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((height) => ({ x, y: height })) });
  await touch('touchStart', y);
  for (let part = 1; part <= 5; part += 1) await touch('touchMove', y + ((to - y) * part) / 5);
  await touch('touchEnd');
  await cdp.detach();
}

/** The turns of a game on the server. @param {Visitor} one @param {string} id @returns {Promise<string[]>} */
export const turnsOf = async (one, id) => (await one.api(`/games/${id}`)).game.turns;

/** Waits until a game has a number of turns on the server. @param {Visitor} one @param {string} id @param {number} count */
export async function untilTurns(one, id, count) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const turns = await turnsOf(one, id);
    if (turns.length >= count) return turns;
    assert.ok(Date.now() < until, `the server has ${turns.length} turns, not ${count}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A random complete turn of a tree. @param {Tree} tree @param {(sides: number) => number} roll @returns {string} */
export function turnIn(tree, roll) {
  /** @type {string[]} */
  const actions = [];
  let node = tree;
  while (node.next && node.next.length > 0) {
    const next = node.next[roll(node.next.length)];
    if (!next) break;
    if (node.phase === 'another_turn') actions.push('/');
    actions.push(next.action ?? '');
    node = next;
  }
  return actions.length === 0 ? 'pass' : actions.join(' ');
}

/** The actions up to a bonus, or null if no turn earns one. @param {Tree} node @returns {string[]|null} */
function wayToBonus(node) {
  if (node.phase === 'bonus') return [];
  for (const next of node.next ?? []) {
    const rest = wayToBonus(next);
    if (rest) return [next.action ?? '', ...rest];
  }
  return null;
}

/** The actions of a complete turn without a bonus, or null if every turn earns one. @param {Tree} node @returns {string[]|null} */
export function withoutBonus(node) {
  if (node.phase === 'bonus') return null;
  if (!node.next || node.next.length === 0) return [];
  for (const next of node.next) {
    const rest = withoutBonus(next);
    if (rest) return [next.action ?? '', ...rest];
  }
  return null;
}

/**
 * Chooses actions that lead to a bonus, else random ones. The computer plays differently in every run, so a game of
 * random actions may end without a bonus.
 * @param {Visitor} one
 * @param {string} id
 * @param {(sides: number) => number} roll
 */
export function bonusSeeker(one, id, roll) {
  /** @type {string[]} */
  let plan = [];
  return async (/** @type {Seen} */ seen) => {
    if (seen.phase === 'opening') plan = wayToBonus((await one.api(`/games/${id}`)).game.tree) ?? [];
    const planned = plan.shift() ?? '';
    return seen.actions.includes(planned) ? planned : seen.actions[roll(seen.actions.length)] ?? '';
  };
}

/**
 * Plays a game on one device to its end, through the API.
 * @param {Visitor} one
 * @param {Record<string, unknown>} [wishes]
 * @param {{seed?: number, turns?: number}} [how] `turns` is the most turns to play
 */
export async function playedGame(one, wishes = {}, { seed = 7, turns = 200 } = {}) {
  const roll = dice(seed);
  let game = await one.create({ opponent: { type: 'local' }, ...wishes });
  for (let n = 0; n < turns && game.status === 'playing'; n += 1) {
    const answer = await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: turnIn(game.tree, roll) });
    game = answer.game;
  }
  return game;
}
