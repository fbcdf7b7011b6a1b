// The board of the home page: the start position, on which any pawn can be moved to begin a game.

import { api } from '../api.js';
import { h, replace } from '../dom.js';
import { apply, START, write } from '../position.js';
import { isPublished } from '../rules.js';
import { oracle } from '../store.js';
import { t } from '../text.js';
import { begin } from '../turn.js';
import { chosen } from './play.js';

/** @typedef {import('../types').Side} Side */

/** Below this width the board gives way to a picture of a stick. */
export const WIDE = '(min-width: 56.25em)';
/** When a pawn shows a newcomer how it would move, and for how long, in ms. */
const [SHOWN_AFTER, SHOWN_FOR] = [2000, 3000];
/** The row of that pawn. */
const SHOWN_ROW = 2;
let isMoveShown = false;

/**
 * The start position. Moving a pawn starts a game as the chosen side. While the server solves, its progress is shown
 * instead.
 * @param {AbortSignal} signal
 * @param {{isNew: () => boolean, begun: (opening: {side: Side, action: string}) => void}} options `isNew`: for a newcomer, who plays
 *   Black and is shown once how a pawn moves
 */
export function startBoard(signal, { isNew, begun }) {
  const place = h('div', { class: 'home-board' });
  const goal = h('p', { class: 'home-board-caption', hidden: true }, t('home.goal_above'));
  const caption = h('p', { class: 'home-board-caption' }, t('home.move_to_begin'));
  const element = h('div', { class: 'home-right' }, goal, place, caption);
  const wide = matchMedia(WIDE);
  /** @type {ReturnType<typeof import('../board/board.js').board> | null} */
  let board = null;
  let side = /** @type {Side} */ ('black');
  let asked = '';
  let isSolving = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Plays the opening here; the rest of the turn is played on the page of the game. @param {string} action */
  function moved(action) {
    clearTimeout(timer);
    board?.set({ position: apply({ ...START, side }, action), turn: null }, { animate: true });
    begun({ side, action });
  }

  async function reset() {
    clearTimeout(timer);
    goal.hidden = !isNew();
    if (!wide.matches || isSolving) return;
    const { rules, side: wish } = chosen();
    side = wish === 'red' && !isNew() ? 'red' : 'black';
    const position = { ...START, side };
    const mine = (asked = `${rules} ${side} ${Math.random()}`);
    const isCurrent = () => asked === mine && !signal.aborted && !isSolving;
    const asking = api.position(rules, write(position), { signal }).catch(() => null);
    const loaded = await import('../board/board.js').catch(() => null);
    if (!isCurrent() || !loaded) return;
    if (!board) {
      board = loaded.board({ rules, view: side, interactive: true, sides: ['black', 'red'], small: true, edges: 'bare', label: t('home.board_label'), onAction: moved });
      replace(place, board.element);
    }
    board.set({ position, turn: null, rules, view: side }, { animate: false });
    // Without a response the board is only a picture; the button still works, or explains why not.
    const tree = (await asking)?.tree;
    if (!isCurrent() || !tree) return;
    const turn = begin(tree, position, rules);
    board.set({ position, turn, rules, view: side }, { animate: false });
    if (isNew() && !matchMedia('(prefers-reduced-motion: reduce)').matches) showMove({ position, turn, rules, view: side });
  }

  /** A pawn shows how it would move, once in a visit. @param {import('../board/board.js').Shown} shown */
  function showMove(shown) {
    if (isMoveShown) return;
    timer = setTimeout(() => {
      isMoveShown = true;
      board?.set({ ...shown, demo: { row: SHOWN_ROW, own: true, to: null } }, { animate: true });
      timer = setTimeout(() => board?.set(shown, { animate: true }), SHOWN_FOR);
    }, SHOWN_AFTER);
  }

  /** Shows the progress while the server solves. */
  async function solving() {
    // House rules are solved for one person; everybody else keeps the board.
    const now = oracle.get()?.tables.some(({ rules, status, code }) => isPublished(rules) && (status === 'solving' || code === 'in_line')) ?? false;
    if (now === isSolving) return;
    isSolving = now;
    element.classList.toggle('home-solving', now);
    if (now) {
      board?.destroy();
      board = null;
      const { solvingCard } = await import('../oracle.js');
      if (isSolving && !signal.aborted) replace(place, await solvingCard(signal));
    } else {
      replace(place);
      reset();
    }
  }

  const widened = () => { if (!board) reset(); };
  wide.addEventListener('change', widened);
  return {
    element,
    reset,
    solving,
    destroy() {
      clearTimeout(timer);
      wide.removeEventListener('change', widened);
      board?.destroy();
    },
  };
}

