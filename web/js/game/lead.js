/** Who leads, as a bead on a string and in words; the points stand beside it, quieter. */
import { pawnIcon } from '../board/pieces.js';
import { h, replace } from '../dom.js';
import { other } from '../position.js';
import { number, t } from '../text.js';
import { leadChange } from './words.js';

/** @typedef {import('../types').Side} Side */

/** The largest margin on the string; the bead stays at the end for larger ones. */
const STRING = 20;

/** A string with a bead that shows the margin. */
export function beadString() {
  const bead = h('span', { class: 'game-bead' });
  const lead = h('span', { class: 'game-lead' });
  return {
    element: h('div', { class: 'game-string', 'aria-hidden': 'true' }, lead, bead),
    /** Moves the bead. @param {import('../types').Pair} score @param {Side} view the side at the right end @returns {Side | 'none'} who leads */
    move(score, view) {
      const margin = score[view] - score[other(view)];
      const at = 50 + 50 * Math.max(-1, Math.min(1, margin / STRING));
      bead.style.left = `${at}%`;
      lead.style.left = `${Math.min(50, at)}%`;
      lead.style.width = `${Math.abs(at - 50)}%`;
      return margin === 0 ? 'none' : margin > 0 ? view : other(view);
    },
  };
}

export function leadString() {
  const left = h('span', { class: 'game-string-end' });
  const right = h('span', { class: 'game-string-end' });
  const string = beadString();
  const text = h('b', { class: 'game-lead-text' });
  const points = h('span', { class: 'game-lead-points' });
  const element = h('div', { class: 'game-margin' }, left, string.element, right, h('p', { class: 'game-lead-words' }, text, points));
  let drawn = '';
  return {
    element,
    /**
     * @param {import('./session.js').Session} state
     * @param {import('../types').Pair} score
     * @param {import('../types').Pair | null} after the points after the chosen action
     * @param {Side} view
     */
    update(state, score, after, view) {
      const { [view]: mine, [other(view)]: theirs } = after ?? score;
      const said = leadChange(state, score, after);
      if (text.textContent !== said) text.textContent = said;
      const counted = t('game.points_so_far', { x: number(mine), y: number(theirs) });
      if (points.textContent !== counted) points.textContent = counted;
      if (drawn !== view) {
        drawn = view;
        replace(left, pawnIcon(other(view), 20));
        replace(right, pawnIcon(view, 20));
      }
      element.dataset['leader'] = string.move(after ?? score, view);
    },
  };
}
