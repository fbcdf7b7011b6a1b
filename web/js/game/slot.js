/** The place beside the board for an invitation, for joining, and for the end of a game. Its content is loaded on demand. */
import { announce, h, replace } from '../dom.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */

/**
 * The module for what stands beside the board, with the styles and texts of the end; null without a connection.
 * @param {import('../types').Game} [game] if it is over, its review too
 */
export async function loadEnd(game) {
  try {
    const over = await import('./over.js');
    await over.prepareEnd(game);
    return over;
  } catch {
    return null;
  }
}

/**
 * @param {object} options
 * @param {() => Session} options.state
 * @param {() => Side} options.view
 * @param {() => boolean} options.isMoving whether a turn is still being shown
 * @param {() => string | null} options.code the invitation in the address
 * @param {import('./over.js').Send} options.send
 * @param {() => void} options.watch forgets the invitation
 * @param {() => void} options.redraw
 * @param {() => void} options.focusBoard
 */
export function slotBox({ state, view, isMoving, code, send, watch, redraw, focusBoard }) {
  const element = h('div', { class: 'game-slot-box', hidden: true });
  let drawn = '';
  let isLeft = false;
  /** Whether the game ended while this page was open. */
  let isSeen = false;
  /** @type {import('./ending.js').Ending | null} */
  let end = null;
  /** The board of a phone takes the height that is left. */
  const fit = () => element.isConnected && element.parentElement?.style.setProperty('--slot-height', `${element.offsetHeight}px`);
  const resized = new ResizeObserver(fit);
  resized.observe(element);

  /** @param {...string} names classes of the page */
  function mark(...names) {
    for (const name of ['with-slot', 'with-count', 'with-result']) element.parentElement?.classList.toggle(name, names.includes(name));
  }

  function clear() {
    const held = element.contains(document.activeElement);
    drawn = '';
    element.hidden = true;
    replace(element);
    mark();
    if (held) focusBoard();
  }

  async function draw() {
    const { game, you } = state();
    if (game.status === 'playing' && (code() === null || you.length > 0)) return clear();
    const over = await loadEnd();
    // First the last turn is shown, then the result.
    if (!over || isLeft || (state().game.result && isMoving())) return;
    if (state().game.result && !end) {
      end = over.ending({ state: state(), isSeen, redraw });
      redraw();
    }
    const found = end ? end.slot(state(), view(), send) : over.slot(state(), send, code(), watch);
    if (!found || found.key === drawn) return;
    const held = element.contains(document.activeElement);
    drawn = found.key;
    replace(element, found.make());
    element.hidden = false;
    mark('with-slot', end?.isCounting() ? 'with-count' : end ? 'with-result' : '');
    fit();
    if (held) focusTitle();
    if (isSeen && end && !end.isCounting()) {
      isSeen = false;
      focusTitle();
      announce(end.said(state()), { assertive: true });
    }
  }

  const focusTitle = () => element.querySelector('h2')?.focus({ preventScroll: true });

  return {
    element,
    draw,
    fit,
    /** Loads everything early, while there is a connection. */
    preload: () => void loadEnd(),
    /** The game has just ended. */
    ended() { isSeen = true; },
    /** What the board shows of the end. */
    look: () => end?.look() ?? {},
    /** How far the end has come; null while the game goes on. */
    end: () => end && { stage: end.isCounting() ? /** @type {const} */ ('counting') : /** @type {const} */ ('result'), totals: end.totals() },
    leave() {
      isLeft = true;
      resized.disconnect();
      end?.leave();
    },
  };
}
