/** The result of a game: who won and why, how well it was played, and what to do next. */
import { api, ApiError } from '../api.js';
import { productText } from '../board/counts.js';
import { thumbnail } from '../board/pieces.js';
import { h, icon, put, replace, toast } from '../dom.js';
import { offline } from '../network.js';
import { linkOf, server } from '../place.js';
import { other, ROWS, rowName } from '../position.js';
import { isPublished } from '../rules.js';
import { go } from '../router.js';
import { isSolved, oracle, settings } from '../store.js';
import { errorText, levelName, levelTitle, number, percent, rich, t } from '../text.js';
import { biggestSlip, levelToTry } from './facts.js';
import { share } from './invitation.js';
import { pathOf } from './next.js';
import { partyName, resultScore, resultTitle, standingText, whyText } from './result-words.js';
import { isOnlyResult, rememberResult, winsUpTo } from './results.js';
import { isAgainstPerson } from './session.js';
import { spool } from './sprigs.js';
import { ways } from './ways.js';
import { nameOf } from './words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Game} Game */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./over.js').Send} Send */
/** @typedef {import('../study/review-model.js').Review} Review */
/** @typedef {{name: string, isMain: boolean}} Suggestion a level for the next game, and whether the main button leads to it */

/** Wins in a row after which a beginner is offered the next level. */
const ENOUGH_WINS = 2;

/** The review of each finished game, asked for once. @type {Map<string, Promise<Review | 'not_solved' | null>>} */
const reviews = new Map();

/**
 * The review of a finished game; null if it can't be had now.
 * @param {Game} game
 */
export function askReview(game) {
  const known = reviews.get(game.id);
  if (known) return known;
  const asked = isBegun(game) ? fetchReview(game).catch((error) => {
    reviews.delete(game.id);
    return error instanceof ApiError && error.code === 'not_solved' ? /** @type {const} */ ('not_solved') : null;
  }) : Promise.resolve(null);
  reviews.set(game.id, asked);
  return asked;
}

/** @param {Game} game @returns {Promise<Review | 'not_solved'>} */
async function fetchReview({ id, rules }) {
  if (!oracle.get()) oracle.set(await api.oracle());
  // A request that must fail would be an error in the console.
  if (isPublished(rules) && !isSolved(rules)) {
    reviews.delete(id);
    return 'not_solved';
  }
  return api.review(id);
}

/** A game that was not begun has nothing to look back at. @param {Game} game */
const isBegun = ({ result, turns }) => result?.winner !== null || turns.length > 1;

/** The address of the review at a turn. @param {string} id @param {number} at its index */
export const reviewPath = (id, at) => `${pathOf(id)}/review?turn=${at + 1}`;

/**
 * @param {Session} state
 * @param {Side} view
 * @param {Send} send
 * @param {import('./count.js').Count[]} counts
 */
export function resultCard(state, view, send, counts) {
  const { game, you } = state;
  const winner = game.result?.winner ?? null;
  const mine = you.length === 1 ? you[0] : null;
  if (mine) rememberResult(game, mine);
  const kind = winner === null ? 'none' : winner === 'draw' ? 'draw' : mine && winner !== mine ? 'lost' : 'won';
  const facts = h('div', { class: 'result-review' });
  const quiet = h('div', { class: 'result-try' });
  const actions = h('div', { class: 'game-slot-buttons result-buttons' });
  const draw = (/** @type {Review | 'not_solved' | null | undefined} */ review) => {
    replace(facts, isBegun(game) && winner !== null && factsOf(state, view, review));
    put(facts, 'aria-busy', review === undefined ? 'true' : null);
    const held = actions.contains(document.activeElement);
    const level = suggestedLevel(state, review && review !== 'not_solved' ? review : null);
    replace(quiet, level && quietButton(state, send, level));
    replace(actions, buttons(state, send, level));
    if (held) /** @type {HTMLElement | null} */ (actions.querySelector('button, a'))?.focus();
  };
  draw(winner === null ? null : undefined);
  if (winner !== null) askReview(game).then(draw);
  if (winner !== null && mine) askReview(game).then((review) => keepNumbers(game, review, mine)).catch(() => undefined);
  const score = resultScore(state);
  return h('section', { class: 'game-slot game-result card', 'data-kind': kind, 'aria-label': t('game.over_title') },
    h('div', { class: 'result-hero' }, winner !== null && spool(winner),
      h('div', { class: 'result-words' },
        h('h2', { class: 'game-result-title', tabindex: -1 }, h('span', null, resultTitle(state)), score && [' ', h('span', { class: 'result-score' }, score)]),
        h('p', { class: 'result-why' }, whyText(state)))),
    matchLine(state, view), state.isNextNew && h('p', { class: 'result-note' }, t('game.next_began')),
    facts, quiet, actions, counts.length > 0 && scoreTable(state, view, counts));
}

/** Keeps how well the player played for the page Me, and the mistakes as puzzles. @param {Game} game @param {Review | 'not_solved' | null} review @param {Side} side */
async function keepNumbers(game, review, side) {
  if (!review || review === 'not_solved') return;
  const [{ rememberNumbers }, { noteMistakes }] = await Promise.all([import('../me/kept.js'), import('../study/mistakes.js')]);
  rememberNumbers(game, review[side]);
  noteMistakes(review, [side]);
}

/** How the match stands, with a pip for each game, and links to its games and to the game before. @param {Session} state @param {Side} view */
function matchLine(state, view) {
  const { id, match, previous, next, status } = state.game;
  const isRematch = previous !== null && !match.finished.some((game) => game.id === previous);
  if (match.games === 1 && !isRematch) return null;
  const first = state.you.length === 1 ? state.you[0] : view;
  const games = match.games === 1 ? [] : match.finished.map((game) => ({ id: game.id, won: game.winner === 'draw' ? 'half' : game.winner === first ? 'won' : 'lost' }));
  if (next && status === 'between_games') games.push({ id: next, won: 'open' });
  const pip = (/** @type {{id: string, won: string}} */ game, /** @type {number} */ i) => {
    const dot = [h('i', { class: `result-pip ${game.won}` }), h('span', { class: 'unseen' }, t('game.game_number', { number: number(i + 1) }))];
    return h('li', null, game.id === id ? h('span', { 'aria-current': 'page' }, dot) : h('a', { href: pathOf(game.id) }, dot));
  };
  const open = match.games === 1 ? 0 : Math.max(0, match.games - games.length);
  return h('div', { class: 'result-match' },
    h('nav', { class: 'game-others', 'aria-label': t('game.match_games') }, h('ul', null, games.map(pip), isRematch && h('li', null, h('a', { class: 'result-before', href: pathOf(previous) }, t('game.previous_game'))))),
    open > 0 && h('span', { class: 'result-open', 'aria-hidden': 'true' }, Array.from({ length: open }, () => h('i', { class: 'result-pip open' }))),
    match.games > 1 && h('p', null, rich('result.match_line', { match: t(`common.match_${match.games}`), standing: h('b', null, standingText(state)) })));
}

/**
 * Accuracy, level and the biggest slip. While the review is awaited, the same boxes without words keep the room.
 * @param {Session} state
 * @param {Side} view
 * @param {Review | 'not_solved' | null | undefined} review undefined: not known yet
 */
function factsOf(state, view, review) {
  if (review === null) return null;
  if (review === 'not_solved') return h('p', { class: 'result-note' }, t(offline.get() ? 'result.not_solved_here' : 'result.not_solved'));
  const mine = state.you.length === 1 ? state.you[0] : undefined;
  if (review === undefined) return [h('dl', { class: 'result-facts' }, fact('\u00a0', '\u00a0')), mine && h('div', { class: 'result-slip' }, h('span', { class: 'result-picture' }))];
  if (!mine) return bothFacts(state, view, review);
  const { accuracy, played_like: like } = review[mine];
  return [
    accuracy !== null && h('dl', { class: 'result-facts' }, like && fact(t('result.played_like'), levelTitle(like.level), aboutText(like)), fact(t('result.accuracy'), percent(accuracy))),
    slipRow(state.game.id, review, mine),
  ];
}

/** How well both sides played, for those who did not play, or who played both. @param {Session} state @param {Side} view @param {Review} review */
export const bothFacts = (state, view, review) => h('dl', { class: 'result-facts' }, [view, other(view)].map((side) => sideFact(state, review, side)));

/** @param {string} label @param {string} value @param {string} [more] */
const fact = (label, value, more) => h('div', null, h('dt', null, label), h('dd', null, h('b', null, value), more && [' ', h('span', null, more)]));

/** @param {Session} state @param {Review} review @param {Side} side */
function sideFact(state, review, side) {
  const { accuracy, played_like: like } = review[side];
  return fact(t('result.accuracy_of', { name: partyName(state, side) }), accuracy === null ? '–' : percent(accuracy), like ? t('result.like', { name: levelTitle(like.level) }) : undefined);
}

/** @param {import('../study/review-model.js').PlayedLike} like */
const aboutText = ({ level, give_or_take: count }) => (level === 'perfect' ? `± ${number(count)}` : t('result.level_about', { level, count }));

/** @param {string} id @param {Review} review @param {Side} mine */
function slipRow(id, review, mine) {
  if (!review.turns.some((turn) => turn.side === mine)) return null;
  const slip = biggestSlip(review, mine);
  if (!slip) return h('p', { class: 'result-slip none' }, icon('check'), t('result.no_slip'));
  return h('a', { class: 'result-slip', href: reviewPath(id, slip.at) }, h('span', { class: 'result-picture' }, thumbnail(slip.before, mine)),
    h('span', { class: 'result-slip-words' }, h('b', null, t('result.slip', { turn: slip.number, count: slip.lost })),
      h('span', null, rich('result.better', { turn: ways(slip.best) }))), icon('next'));
}

/** One button goes on, the others look back. @param {Session} state @param {Send} send @param {Suggestion | null} level */
function buttons(state, send, level) {
  const { game } = state;
  const isLost = state.you.length === 1 && game.result?.winner !== 'draw' && game.result?.winner !== state.you[0];
  const isLostFirst = isLost && computerLevel(game) === '1' && isOnlyResult(game.id);
  return [
    level?.isMain ? levelButton(state, level) : goOn(state, send),
    isBegun(game) && (isLostFirst ? h('a', { class: 'button', href: '/learn' }, icon('book'), t('result.learn'))
      : h('a', { class: 'button', href: `${pathOf(game.id)}/review` }, icon('search'), t('game.review'))),
    isBegun(game) && shareMenu(state),
  ];
}

/** The quieter way on: another level, or the same again if another level is the main one. @param {Session} state @param {Send} send @param {Suggestion} level */
function quietButton(state, send, level) {
  if (!level.isMain) return levelButton(state, level);
  return h('button', { class: 'button quiet', type: 'button', disabled: state.outbox !== null, onclick: () => send({ type: 'rematch' }) }, t('game.play_again'));
}

/** @param {Session} state @param {Suggestion} level */
function levelButton(state, { name, isMain }) {
  return h('button', { class: isMain ? 'button ink' : 'button quiet', type: 'button', onclick: (/** @type {Event} */ event) => tryLevel(state, name, event) },
    isMain && icon('play'), t('result.try_level', { level: levelName(name) }));
}

/** @param {Game} game */
const computerLevel = ({ opponent }) => (opponent.type === 'computer' ? opponent.level : '');

/** The level for the next game against the computer. @returns {Suggestion | null} @param {Session} state @param {Review | null} review */
function suggestedLevel({ game, you }, review) {
  const level = computerLevel(game);
  const mine = you[0];
  if (level === '' || !mine || game.status !== 'over' || game.next) return null;
  if (level === '1' && winsUpTo(game.id, level) >= ENOUGH_WINS) return { name: '2', isMain: true };
  const name = levelToTry(level, review?.[mine].played_like ?? null);
  return name === null ? null : { name, isMain: false };
}

/** Starts a game against another level, with everything else as before. @param {Session} state @param {string} level @param {Event} event */
async function tryLevel({ game, you }, level, event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const side = you[0] ?? 'black';
  const player = game.players[side];
  button.disabled = true;
  try {
    const made = await api.createGame({
      rules: game.rules, opponent: { type: 'computer', level }, side, games: game.match.games,
      ...(game.clock && { clock: game.clock.setting }), ...(player.type === 'person' && player.name ? { name: player.name } : {}),
    });
    settings.set('level', level);
    await go(pathOf(made.game.id));
  } catch (error) {
    button.disabled = false;
    toast(errorText(error));
  }
}

/** The button for the next game. @param {Session} state @param {Send} send */
function goOn(state, send) {
  const { game, you, outbox } = state;
  if (game.next) return h('a', { class: 'button ink', href: pathOf(game.next) }, icon('play'), t('game.to_next'));
  if (you.length === 0) return h('a', { class: 'button ink', href: '/' }, icon('play'), t('game.new_game'));
  const button = (/** @type {string} */ key, /** @type {string} */ type, ink = true) =>
    h('button', { class: ink ? 'button ink' : 'button', type: 'button', disabled: outbox !== null, onclick: () => send({ type }) }, ink && icon('play'), t(`game.${key}`));
  if (game.status === 'between_games') return button('next_game', 'next_game');
  if (!isAgainstPerson(game)) return button(game.match.games > 1 ? 'rematch' : 'play_again', 'rematch');
  const { rematch } = game.offers;
  if (rematch === null) return button('rematch', 'rematch');
  if (you.includes(rematch)) return h('p', { class: 'game-asked second' }, t('game.asked_rematch'));
  return [h('p', { class: 'game-asked' }, t('game.asks_rematch', { name: nameOf(state, rematch) })), button('accept', 'rematch'), button('decline', 'decline_rematch', false)];
}

/** Saves the record of a game that lives on this device. @param {string} id */
async function saveRecord(id) {
  try {
    const [{ save }, record] = await Promise.all([import('../share.js'), api.record(id)]);
    save(new Blob([record], { type: 'text/plain' }), `linja-${id}.linja`);
  } catch (error) {
    toast(errorText(error));
  }
}

/** A link to the game, pictures of it, its board for other pages, and its record. Of a game that lives on this device others see only the record. @param {Session} state */
function shareMenu(state) {
  const { id } = state.game;
  const menu = h('div', { class: 'menu result-menu', popover: 'auto', id: 'result-share' },
    !state.isKept && h('button', { type: 'button', onclick: () => {
      menu.hidePopover();
      share([resultTitle(state), resultScore(state)].join(' ').trim(), linkOf(pathOf(id)));
    } }, t('share' in navigator ? 'result.send_link' : 'common.copy_link'), icon('link')),
    !state.isKept && pictureItems(id, () => menu.hidePopover()),
    // A link to another site would show the record instead of saving it.
    state.isKept || server ? h('button', { type: 'button', onclick: () => {
      menu.hidePopover();
      saveRecord(id);
    } }, t('game.record'), icon('download'))
      : h('a', { href: `/api/v1/games/${encodeURIComponent(id)}/record`, download: `linja-${id}.linja`, onclick: () => menu.hidePopover() }, t('game.record'), icon('download')));
  const button = h('button', { class: 'button', type: 'button', popovertarget: 'result-share', 'aria-expanded': 'false' }, icon('share'), t('common.share'));
  menu.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    const box = button.getBoundingClientRect();
    menu.style.top = `${Math.max(8, box.top - menu.offsetHeight - 4)}px`;
    menu.style.left = `${Math.max(8, box.right - menu.offsetWidth)}px`;
    menu.querySelector('button')?.focus();
  });
  return [button, menu];
}

/** The points by row, for screen readers: the pills show them to everybody else. @param {Session} state @param {Side} view @param {import('./count.js').Count[]} counts */
function scoreTable(state, view, counts) {
  const sides = /** @type {Side[]} */ ([view, other(view)]);
  const rows = Array.from({ length: ROWS }, (_, i) => (view === 'black' ? ROWS - 1 - i : i)).filter((row) => counts.some((count) => count.row === row));
  /** @param {Side} side @param {number} row */
  const cells = (side, row) => {
    const count = counts.find((each) => each.side === side && each.row === row);
    return [h('td', null, count && productText(count)), h('td', null, count && number(count.sum))];
  };
  return h('div', { class: 'unseen' }, h('table', { class: 'game-score' }, h('caption', null, t('game.score_table')),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('game.row')), sides.map((side) => h('th', { scope: 'col', colspan: 2 }, nameOf(state, side))))),
    h('tbody', null, rows.map((row) => h('tr', null, h('th', { scope: 'row' }, rowName(row)), sides.map((side) => cells(side, row))))),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, t('game.total')), sides.map((side) => h('td', { colspan: 2 }, number(state.game.score[side])))))));
}

/** @param {string} game @param {() => void} close */
function pictureItems(game, close) {
  const item = (/** @type {string} */ label, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {(sharing: typeof import('../share.js')) => Promise<void>} */ act) =>
    h('button', { type: 'button', onclick: async () => {
      close();
      await act(await import('../share.js'));
    } }, label, icon(picture));
  return [
    item(t('common.picture'), 'download', (sharing) => sharing.sharePicture({ game })),
    item(t('common.picture_svg'), 'download', (sharing) => sharing.sharePicture({ game }, 'svg')),
    item(t('common.animation'), 'download', (sharing) => sharing.sharePicture({ game }, 'gif')),
    item(t('common.embed'), 'copy', (sharing) => sharing.showEmbed({ game })),
  ];
}
