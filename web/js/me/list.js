/** The list of one's own games: who the opponent was, how it ended, filters and their order. Pure. */
import { isUnfinished, opponentName, unfinished } from '../home/start.js';
import { other } from '../position.js';
import { computerName, t } from '../text.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {import('../types').Side} Side */
/** @typedef {'all' | 'live' | 'won' | 'drawn' | 'lost'} Show */
/** @typedef {{show: Show, opponent: string, rules: string}} Filters empty: any */
/** @typedef {'won' | 'lost' | 'drawn' | 'black' | 'red' | 'none'} Outcome `black` and `red` if neither side is one's own, `none` without a result */

export const SHOWS = /** @type {const} */ (['all', 'live', 'won', 'drawn', 'lost']);

/**
 * One's own side. On one device it is the side with one's name; null if that can't be told.
 * @param {GameSummary} game
 * @param {string} name
 * @returns {Side | null}
 */
export function seatOf({ you, players, opponent }, name) {
  if (you.length === 1) return you[0] ?? null;
  if (opponent.type !== 'local' || name === '') return null;
  const isMine = (/** @type {Side} */ side) => players[side].type === 'person' && players[side].name === name;
  return isMine('black') === isMine('red') ? null : isMine('black') ? 'black' : 'red';
}

/** @param {GameSummary} game @param {string} name @returns {Outcome} */
export function outcomeOf(game, name) {
  const winner = game.result?.winner ?? null;
  if (winner === null) return 'none';
  if (winner === 'draw') return 'drawn';
  const seat = seatOf(game, name);
  return seat === null ? winner : seat === winner ? 'won' : 'lost';
}

/** Whether the game can be looked back at: it was played, and it has a result. @param {GameSummary} game */
export const canReview = (game) => game.result !== null && !isUnfinished(game) && (game.result.winner !== null || game.turns > 1);

/** The address of a game in the list. @param {GameSummary} game */
export const addressOf = (game) => `/game/${game.id}${canReview(game) ? '/review' : ''}`;

/** The opponent as the list names them. @param {GameSummary} game @param {string} name */
export function opponentLabel(game, name) {
  if (game.opponent.type === 'computer') return computerName(game.opponent.level);
  const seat = game.opponent.type === 'local' ? seatOf(game, name) : null;
  const player = seat && game.players[other(seat)];
  return (player?.type === 'person' ? player.name : null) ?? opponentName(game);
}

/** The opponent as it stands in the address: `computer-5`, `person-Mum`, `local`; empty if nobody has joined. @param {GameSummary} game @param {string} name */
export function opponentKey(game, name) {
  if (game.opponent.type === 'computer') return `computer-${game.opponent.level}`;
  const seat = seatOf(game, name);
  if (seat === null) return game.opponent.type === 'local' ? 'local' : '';
  const player = game.players[other(seat)];
  return player.type === 'person' ? `person-${player.name ?? ''}` : game.opponent.type === 'local' ? 'local' : '';
}

/** @param {URLSearchParams} query @returns {Filters} */
export function readFilters(query) {
  const show = SHOWS.find((each) => each === query.get('show')) ?? 'all';
  return { show, opponent: query.get('opponent') ?? '', rules: query.get('rules') ?? '' };
}

/** @param {GameSummary} game @param {Filters} filters @param {string} name */
export function matches(game, { show, opponent, rules }, name) {
  if (show === 'live' && !isUnfinished(game)) return false;
  const isOutcome = show === 'won' || show === 'drawn' || show === 'lost';
  if (isOutcome && (isUnfinished(game) || outcomeOf(game, name) !== show)) return false;
  if (rules !== '' && game.rules !== rules) return false;
  return opponent === '' || opponentKey(game, name) === opponent || (opponent === 'computer' && game.opponent.type === 'computer');
}

/** Live games first, those that wait for the player before others; then the latest. What was withdrawn never was a game. @param {GameSummary[]} games */
export const inOrder = (games) => [
  ...unfinished(games),
  ...games.filter((game) => !isUnfinished(game) && game.status !== 'withdrawn').sort((a, b) => b.updated_at - a.updated_at),
];

/** The strength of an opponent for the order of a menu. @param {string} key */
const rank = (key) => (key === 'computer-perfect' ? 11 : key === 'computer-random' ? 0 : Number(key.slice('computer-'.length)));

/**
 * The opponents in a list, computers by level, then people by name.
 * @param {GameSummary[]} games
 * @param {string} name
 * @returns {[string, string][]} their keys and labels
 */
export function opponentsIn(games, name) {
  const found = new Map(games.map((game) => [opponentKey(game, name), game]));
  found.delete('');
  const isComputer = (/** @type {string} */ key) => key.startsWith('computer-');
  const computers = [...found.keys()].filter(isComputer).sort((a, b) => rank(a) - rank(b));
  const label = (/** @type {string} */ key) => {
    const game = /** @type {GameSummary} */ (found.get(key));
    // Games on one device without names may have any two players.
    return key === 'local' ? t('home.opponent_local') : opponentLabel(game, name);
  };
  const people = [...found.keys()].filter((key) => !isComputer(key)).sort((a, b) => label(a).localeCompare(label(b)));
  return [
    ...(computers.length > 1 ? [/** @type {[string, string]} */ (['computer', t('me.opponent_computer')])] : []),
    ...[...computers, ...people].map((key) => /** @type {[string, string]} */ ([key, label(key)])),
  ];
}

/** The rule sets in a list, in the order of their last game. @param {GameSummary[]} games */
export const rulesIn = (games) => [...new Set(inOrder(games).map((game) => game.rules))];
