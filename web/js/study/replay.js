// Plays a turn on the board once more, then shows what was there before.

import { calm } from '../board/pieces.js';
import { arrowsOf } from './values.js';

/** How long an arrow stands alone without motion, and a played turn at its end, in ms. */
const ARROW = 400;
const REST = 700;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {import('../board/board.js').Board} board
 * @param {{turn: string, side: import('../position.js').Side, actions: string[], from: string, isBack: boolean}} what `isBack`: the board shows
 *   the position after it, so the pawns go back first
 * @param {() => boolean} isWanted
 * @param {() => void} onEnd
 */
export async function replayTurn(board, { turn, side, actions, from, isBack }, isWanted, onEnd) {
  board.set({ position: from, turn: null }, { animate: isBack });
  if (calm()) {
    const arrows = arrowsOf(turn, side);
    for (let count = 1; count <= arrows.length && isWanted(); count += 1) {
      board.set({ position: from, turn: null, arrows: arrows.slice(0, count) });
      await pause(ARROW);
    }
  } else {
    await pause(isBack ? ARROW : 0);
    if (isWanted()) await board.play(actions, side);
  }
  await pause(REST);
  if (isWanted()) onEnd();
}
