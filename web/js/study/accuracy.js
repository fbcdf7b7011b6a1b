// How well both sides played: their accuracy, and the level they played like.

import { h, s } from '../dom.js';
import { levelName, levelTitle, percent, t } from '../text.js';
import { legendPawn } from './frame.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./review-model.js').PlayedLike} PlayedLike */
/** @typedef {import('../position.js').Side} Side */

/** Only play without a loss has 100 %. @param {number|null} share */
export const accuracyText = (share, digits = 0) => (share === null ? '–' : percent(share, digits));

/** The level with its uncertainty: `Club, level 5 ± 1`. @param {PlayedLike} like */
export const playedLikeText = ({ level, give_or_take: count }) => t('study.played_like_exactly', { level: levelName(level), count });

/**
 * @param {Review} review
 * @param {Side[]} you
 * @param {{black: string, red: string}} names
 */
export function accuracyTiles(review, you, names) {
  const isYou = (/** @type {Side} */ side) => you.length === 1 && you[0] === side;
  /** @param {Side} side */
  const tile = (side) => {
    const { accuracy, played_like: like } = review[side];
    return h('div', { class: 'study-accuracy-side' },
      s('svg', { class: 'study-accuracy-pawn', viewBox: '0 0 40 44', 'aria-hidden': 'true' }, legendPawn(side, { x: 20, y: 22, height: 40 })),
      h('dt', null, isYou(side) ? t('common.you') : names[side]),
      h('dd', { class: 'study-accuracy-share' }, accuracyText(accuracy)),
      like && h('dd', { class: 'study-accuracy-like', title: playedLikeText(like) },
        t(isYou(side) ? 'study.played_like_you' : 'study.played_like', { name: levelTitle(like.level) })));
  };
  return h('dl', { class: 'card study-accuracy', 'aria-label': t('study.accuracy_tiles') }, tile('black'), tile('red'));
}
