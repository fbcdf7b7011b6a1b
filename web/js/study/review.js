// The review of a finished game of this server.

import { api, ApiError, newId } from '../api.js';
import { h, icon, replace, toast } from '../dom.js';
import { rulesName } from '../house.js';
import { go, title } from '../router.js';
import { share } from '../share.js';
import { errorText, number, t } from '../text.js';
import { headBar, headlineOf, playerName, prepare, reasonOf } from './frame.js';
import { ungraded } from './record-model.js';
import { reviewView } from './review-view.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('../types').OwnGame} OwnGame */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, signal }) {
  await prepare();
  const id = params[0] ?? '';
  const game = Number(query.get('game')) || undefined;
  title(t('study.review'));
  replace(root, h('p', { class: 'study-wait', role: 'status' }, t('study.loading')));
  try {
    const own = await api.game(id, signal);
    const { review, graded } = await reviewOf(id, game, signal);
    return reviewView(root, { review, graded, you: own.you, head: headOf(own, review), signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    const isGoingOn = error instanceof ApiError && error.code === 'not_over';
    replace(root, h('div', { class: 'message-page' }, h('h1', null, t('study.no_review')),
      h('p', null, errorText(error)),
      isGoingOn ? h('a', { class: 'button ink', href: `/game/${id}` }, t('study.to_game')) : h('a', { class: 'button ink', href: '/' }, t('common.to_start'))));
    return undefined;
  }
}

/**
 * @param {string} id
 * @param {number|undefined} game
 * @param {AbortSignal} signal
 * @returns {Promise<{review: Review, graded: boolean}>}
 */
async function reviewOf(id, game, signal) {
  try {
    return { review: await api.review(id, game, signal), graded: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_solved') throw error;
    return { review: ungraded(await api.record(id, game)), graded: false };
  }
}

/** @param {OwnGame} own @param {Review} review */
function headOf({ you, game: state }, review) {
  const players = { black: playerName(state.players.black), red: playerName(state.players.red) };
  const names = t('study.against', players);
  const path = `/game/${state.id}/review`;
  const record = `/api/v1/games/${encodeURIComponent(state.id)}/record`;
  const headline = headlineOf(review, you);
  title(headline);
  return h('header', { class: 'study-head' },
    headBar(headline, h('a', { href: `/game/${state.id}`, 'aria-label': t('study.to_game') }, icon('back')),
      h('button', { type: 'button', 'aria-label': t('common.share'), onclick: () => share(path, headline) }, icon('share'))),
    h('p', null, [rulesName(review.rules), names].join('. ') + '.', ' ', reasonOf(review, players), ' ', matchText(state)),
    h('div', { class: 'study-buttons' },
      again({ you, game: state, invitation: null }),
      h('button', { class: 'button', type: 'button', onclick: () => share(path, headline) }, icon('share'), t('common.share')),
      h('a', { class: 'button', href: record, download: `linja-${state.id}.linja` }, icon('download'), t('study.record'))));
}

/** @param {import('../types').Game} game */
function matchText({ match, players }) {
  if (match.games === 1) return '';
  const half = (/** @type {number} */ points) => number(points / 2);
  const score = t('study.match_score', { games: t(`common.match_${match.games}`), black: half(match.half_points.black), red: half(match.half_points.red) });
  if (match.winner === null) return score;
  const end = match.winner === 'draw' ? t('study.match_drawn') : t('study.match_won', { name: playerName(players[match.winner]) });
  return `${score} ${end}`;
}

/** The button for a rematch, or the link to the game, to the next one or to the home page. @param {OwnGame} own */
function again({ you, game }) {
  if (you.length === 0) return h('a', { class: 'button ink', href: '/' }, t('study.play'));
  if (game.next) return h('a', { class: 'button ink', href: `/game/${game.next}` }, t('study.to_next'));
  if (game.status !== 'over') return h('a', { class: 'button ink', href: `/game/${game.id}` }, t('study.to_game'));
  const button = h('button', { class: 'button ink', type: 'button', onclick: async () => {
    button.disabled = true;
    try {
      const done = await api.command(game.id, { id: newId(), seen: game.seq, type: 'rematch' });
      await go(`/game/${done.game.next ?? game.id}`);
    } catch (error) {
      button.disabled = false;
      toast(errorText(error));
    }
  } }, t('study.play_again'));
  return button;
}
