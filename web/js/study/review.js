// The review of a finished game of this server.

import { api, ApiError, newId } from '../api.js';
import { h, icon, replace, toast } from '../dom.js';
import { rulesName } from '../house.js';
import { rememberNumbers } from '../me/kept.js';
import { go, title } from '../router.js';
import { errorText, number, t } from '../text.js';
import { headBar, headlineOf, playerName, prepare, reasonOf } from './frame.js';
import { unpackTries } from './link-tries.js';
import { noteMistakes } from './mistakes.js';
import { ungraded } from './record-model.js';
import { reviewView } from './review-view.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('../types').OwnGame} OwnGame */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, hash, signal }) {
  await prepare();
  const id = params[0] ?? '';
  const game = Number(query.get('game')) || undefined;
  title(t('study.review'));
  replace(root, h('p', { class: 'study-wait', role: 'status' }, t('study.loading')));
  try {
    const own = await api.game(id, signal);
    const { review, graded } = await reviewOf(id, game, signal);
    const [mine, second] = own.you;
    if (graded && !game && mine && !second && own.game.result?.winner) rememberNumbers(own.game, review[mine]);
    if (graded) noteMistakes(review, own.you);
    const names = namesOf(own.game);
    const given = await unpackTries(hash, review.turns.length);
    const at = Number(query.get('turn'));
    const link = own.isKept ? null : `/game/${own.game.id}/review${game ? `?game=${game}` : ''}`;
    return reviewView(root, {
      review, graded, you: own.you, names: shortNames(own.game), given, link, signal,
      game: game ? `${own.game.id} ${game}` : own.game.id,
      record: () => api.record(id, game),
      at: Number.isInteger(at) && at >= 1 && at <= review.turns.length + 1 ? at - 1 : null,
      more: again(own),
      head: (tools) => headOf(own, review, names, tools),
    });
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

/** For the tiles, which are narrow: a computer without its level. @param {import('../types').Game} game */
function shortNames({ players }) {
  const short = (/** @type {import('../types').Player} */ player) => (player.type === 'computer' ? t('common.computer') : playerName(player));
  return { black: short(players.black), red: short(players.red) };
}

/** @param {import('../types').Game} game */
const namesOf = ({ players }) => ({ black: playerName(players.black), red: playerName(players.red) });

/**
 * @param {OwnGame} own
 * @param {Review} review
 * @param {{black: string, red: string}} players
 * @param {{share: HTMLElement, more: HTMLElement[]}} tools
 */
function headOf({ you, game: state }, review, players, tools) {
  const names = t('study.against', players);
  const headline = headlineOf(review, you);
  title(headline);
  const shareIcon = h('button', { type: 'button', 'aria-label': t('common.share'), onclick: () => tools.share.click() }, icon('share'));
  return h('header', { class: 'study-head' },
    headBar(headline, h('a', { href: `/game/${state.id}`, 'aria-label': t('study.to_game') }, icon('back')), shareIcon),
    h('p', null, [rulesName(review.rules), names].join('. ') + '.', ' ', reasonOf(review, players), ' ', matchText(state)),
    h('div', { class: 'study-buttons' }, tools.share, tools.more));
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

/** For the menu: a rematch, or the link to the game, to the next one or to the home page. @param {OwnGame} own */
function again({ you, game }) {
  const link = (/** @type {string} */ href, /** @type {string} */ text) => h('a', { href }, h('span', null, icon('play'), text));
  if (you.length === 0) return link('/', t('study.play'));
  if (game.next) return link(`/game/${game.next}`, t('study.to_next'));
  if (game.status !== 'over') return link(`/game/${game.id}`, t('study.to_game'));
  return h('button', { type: 'button', onclick: async () => {
    try {
      const done = await api.command(game.id, { id: newId(), seen: game.seq, type: 'rematch' });
      await go(`/game/${done.game.next ?? game.id}`);
    } catch (error) {
      toast(errorText(error));
    }
  } }, h('span', null, icon('play'), t('study.play_again')));
}
