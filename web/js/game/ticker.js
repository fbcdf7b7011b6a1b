/** Shows how time passes between two messages of the server. */
import { announce } from '../dom.js';
import { t } from '../text.js';
import { timeToBegin, timeToClaim } from './time.js';
import { nameOf } from './words.js';

/** Milliseconds between two looks at the clock. */
const PAUSE = 100;

/**
 * @param {object} page
 * @param {() => import('./session.js').Session} page.state
 * @param {(now: number) => void} page.onTick
 * @param {() => void} page.onSecond a player has to begin, or is away, and another second has passed
 */
export function ticker({ state, onTick, onSecond }) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let counted = '';

  function tick() {
    const now = Date.now();
    onTick(now);
    const game = state();
    const times = [timeToBegin(game, now), timeToClaim(game, now)].map((time) => time !== null && Math.ceil(time / 1000));
    if (times.join() === counted) return;
    counted = times.join();
    if (times[1] === 0) announce(`${t('game.claim_title', { name: nameOf(game, game.game.to_move ?? 'black') })}. ${t('game.claim_text')}`);
    onSecond();
  }

  return {
    /** Runs while the game has clocks and is under way. */
    set() {
      clearInterval(timer);
      if (state().game.clock && state().game.status === 'playing') timer = setInterval(tick, PAUSE);
    },
    stop: () => clearInterval(timer),
  };
}
