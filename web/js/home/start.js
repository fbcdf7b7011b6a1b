// The choices on the home page, the request that creates a game, and the description of games in lists. Uses neither
// the page nor the network.

import { newId } from '../api.js';
import { rulesName } from '../house.js';
import { offline } from '../network.js';
import { chosenIn, isPublished } from '../rules.js';
import { computerName, leadText, sideName, t } from '../text.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').ClockSetting} Clock */
/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {'computer' | 'local' | 'invitation' | 'lobby'} Kind */

/**
 * @typedef {object} Choices
 * @property {string} level '1' to '10', or 'perfect'
 * @property {Rules} rules
 * @property {Side | 'lot'} side
 * @property {'lot' | 'me' | 'opponent'} first
 * @property {1 | 3 | 5} games
 * @property {string} clock one of the names in CLOCKS
 * @property {string} name
 */

/** The stops of the level slider. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'perfect'];

/** Lengths of a match. @type {(1 | 3 | 5)[]} */
export const GAMES = [1, 3, 5];

/**
 * The clocks that are offered, by the name under which the choice is stored; the empty name means no clock.
 * @type {Record<string, Clock | null>}
 */
export const CLOCKS = {
  '': null,
  '3+2': { seconds: 180, increment: 2 },
  '5+5': { seconds: 300, increment: 5 },
  '10+5': { seconds: 600, increment: 5 },
  '15+10': { seconds: 900, increment: 10 },
  '30+20': { seconds: 1800, increment: 20 },
};

/** How often a level slips, by the part of its text: `home.slips_most`. The names of levels are in `common`. */
const SLIPS = ['most', 'most', 'second', 'second', 'two_of_five', 'third', 'third', 'fourth', 'sixth', 'ninth'];

/** The most characters of a name. */
export const LONGEST_NAME = 40;

/**
 * The stored choices, with defaults for missing and invalid ones.
 * @param {(name: string) => unknown} get
 * @returns {Choices}
 */
export function choices(get) {
  /**
   * @template T
   * @param {string} name
   * @param {readonly T[]} allowed
   * @param {T} otherwise
   * @returns {T}
   */
  const oneOf = (name, allowed, otherwise) => {
    const value = get(name);
    return allowed.find((each) => String(each) === String(value)) ?? otherwise;
  };
  const name = get('name');
  return {
    level: oneOf('level', LEVELS, '4'),
    rules: chosenIn({ house: get('house'), edition: get('edition'), spicy: get('spicy') }),
    side: oneOf('side', /** @type {const} */ (['black', 'red', 'lot']), 'black'),
    first: oneOf('first', /** @type {const} */ (['lot', 'me', 'opponent']), 'lot'),
    games: oneOf('games', GAMES, 1),
    clock: oneOf('clock', Object.keys(CLOCKS), ''),
    name: typeof name === 'string' ? name : '',
  };
}

/**
 * The body of the request that creates a game.
 * @param {Kind} kind
 * @param {Choices} chosen
 * @param {{id: string, random?: () => number, opening?: Side}} more with `opening`, that side is the
 *   creator's and starts, because its opening has been played already
 */
export function newGame(kind, chosen, { id, random = Math.random, opening }) {
  const clock = CLOCKS[chosen.clock] ?? null;
  const name = chosen.name.trim();
  return {
    id,
    rules: chosen.rules,
    opponent: kind === 'computer' ? { type: kind, level: chosen.level } : { type: kind },
    ...sides(kind, chosen, random, opening),
    games: chosen.games,
    ...(clock && { clock }),
    ...(name && { name }),
  };
}

/**
 * Who plays which side, and which side starts. The server knows only sides, so "I start" with a random side is drawn
 * here.
 * @param {Kind} kind
 * @param {Choices} chosen
 * @param {() => number} random
 * @param {Side} [opening]
 * @returns {{side: Side | 'lot', first: Side | 'lot'}}
 */
function sides(kind, chosen, random, opening) {
  if (opening) return { side: opening, first: opening };
  let side = chosen.side;
  // On one device the player has both sides; Black is at the lower edge unless Red was chosen.
  if (side === 'lot' && kind === 'local') side = 'black';
  if (chosen.first === 'lot') return { side, first: 'lot' };
  if (side === 'lot') side = random() < 0.5 ? 'black' : 'red';
  return { side, first: chosen.first === 'me' ? side : other(side) };
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === 'black' ? 'red' : 'black';
}

/**
 * Runs one start at a time, and keeps the id of a start without a response: the server recognises the id, so a retry
 * never creates a second game.
 * @template T
 * @param {(id: string, ...rest: any[]) => Promise<T>} start
 * @param {() => string} [fresh]
 * @returns {(...rest: any[]) => Promise<T | null>} null while another one runs
 */
export function once(start, fresh = newId) {
  let running = false;
  /** @type {{id: string, wish: string} | null} */
  let unanswered = null;
  return async (...rest) => {
    if (running) return null;
    running = true;
    const wish = JSON.stringify(rest);
    const id = unanswered?.wish === wish ? unanswered.id : fresh();
    unanswered = { id, wish };
    try {
      const result = await start(id, ...rest);
      unanswered = null;
      return result;
    } catch (error) {
      // Any response, even a rejection, completes the start.
      if (/** @type {{code?: string}} */ (error).code !== 'offline') unanswered = null;
      throw error;
    } finally {
      running = false;
    }
  };
}

/** @param {Clock | null} clock */
export function clockName(clock) {
  return clock ? t('home.clock_value', { minutes: clock.seconds / 60, seconds: clock.increment }) : t('home.clock_none');
}

/** @param {number} games */
export function matchName(games) {
  return games === 1 ? t('home.games_1') : t('home.games_best_of', { games });
}

/**
 * Which level it is, and how often it slips: "level 4 of 10, slips every other turn".
 * @param {string} level
 * @param {Rules} rules
 * @param {boolean} solved without a table the levels are less consistent
 */
export function levelSentence(level, rules, solved) {
  if (level === 'perfect') return t(solved ? 'home.slips_never' : 'home.level_search_perfect');
  const of = { level, levels: LEVELS.length - 1 };
  if (!solved) return t(Number(level) <= 4 ? 'home.level_first_game' : 'home.level_search', of);
  if (!isPublished(rules)) return t('home.level_house', of);
  return t(`home.slips_${SLIPS[Number(level) - 1]}`, of);
}

/**
 * Whether this device shows that somebody was here before: a game begun or finished, a lesson done.
 * @param {{running: unknown, results: unknown, lessons: unknown}} traces as stored, possibly by another version
 */
export function isKnown({ running, results, lessons }) {
  const isFilled = (/** @type {unknown} */ value) => Array.isArray(value) && value.length > 0;
  const hasLessons = typeof lessons === 'object' && lessons !== null && Object.values(lessons).some(isFilled);
  return (typeof running === 'object' && running !== null) || isFilled(results) || hasLessons;
}

/**
 * The first game: against the beginner, without a clock, and the player begins as Black. Only the rules are the player's choice.
 * @param {Choices} chosen
 * @returns {Choices}
 */
export const firstChoices = (chosen) => ({ ...chosen, level: '1', side: 'black', first: 'me', games: 1, clock: '' });

/**
 * The opponent in a game, from the player's seat.
 * @param {GameSummary} game
 * @returns {string}
 */
export function opponentName(game) {
  const { black, red } = game.players;
  const name = (/** @type {import('../types').Player} */ player) => (player.type === 'person' ? player.name : null);
  if (game.opponent.type === 'local') {
    const names = [name(black), name(red)];
    if (!names[0] && !names[1]) return t('home.opponent_local');
    return t('home.opponent_pair', { black: names[0] ?? sideName('black'), red: names[1] ?? sideName('red') });
  }
  const player = game.you[0] === 'red' ? black : red;
  if (player.type === 'open') return t(game.opponent.type === 'lobby' ? 'home.opponent_open' : 'home.opponent_invited');
  if (player.type === 'person') return player.name ?? t('home.opponent_person');
  return computerName(player.level);
}

/**
 * The rule set, and in a match which game of it.
 * @param {GameSummary} game
 */
export function rulesLine({ rules, match, status, result }) {
  if (match.games === 1) return rulesName(rules);
  const args = { rules: rulesName(rules), games: match.games };
  if (status === 'waiting' || status === 'withdrawn') return t('home.rules_match_only', args);
  // An aborted game does not count.
  const isCounted = result !== null && result.winner !== null;
  return t('home.rules_match', { ...args, game: match.played + Number(!isCounted) });
}

/**
 * Whose turn it is, or the result.
 * @param {GameSummary} game
 * @returns {string}
 */
export function stateLine(game) {
  const { status, opponent, match } = game;
  if (status === 'withdrawn') return t('home.state_withdrawn');
  if (status === 'waiting') return t(opponent.type === 'lobby' ? 'home.state_lobby' : 'home.state_friend');
  if (status === 'between_games' && !game.next) return t('home.state_between');
  const single = seat(game);
  if (game.result) {
    if (match.games === 1 || game.result.winner === null) return resultLine(game);
    const score = halves(match.half_points);
    // A match that nobody went on with has no winner, and is no draw.
    const isDecided = status === 'over' && match.winner !== null;
    const standing = isDecided ? outcome('match', match.winner, score, single) : t('home.match_stands', points(score, single));
    return t('home.result_in_match', { result: resultLine(game), standing });
  }
  const who = game.to_move ?? 'black';
  if (offline.get() && single === who && (opponent.type === 'invitation' || opponent.type === 'lobby')) return t('home.state_sent_later');
  const turn = t(`home.state_${single ? (who === single ? 'yours' : 'theirs') : who}`);
  // The points themselves tell little before the end: a game begins at −30 to −30.
  return t('home.state_lead', { turn, lead: leadText(game, game.score) });
}

/** @param {GameSummary} game */
function resultLine(game) {
  if (!game.result) return '';
  const { termination, winner, score } = game.result;
  if (winner === null) return t(`home.by_${termination}`);
  const result = outcome('result', winner, score, seat(game));
  return termination === 'normal' ? result : t('home.result_how', { result, how: t(`home.by_${termination}`) });
}

/**
 * @param {'result' | 'match'} what
 * @param {Side | 'draw' | null} winner
 * @param {{black: number | string, red: number | string}} score
 * @param {Side | null} single
 */
function outcome(what, winner, score, single) {
  const end = winner ?? 'draw';
  const word = single ? { [single]: 'won', [other(single)]: 'lost', draw: 'drawn' }[end] : end;
  return t(`home.${what}_${word}`, points(score, single));
}

/**
 * The player's side; null on one device and for spectators.
 * @param {GameSummary} game
 * @returns {Side | null}
 */
function seat({ you }) {
  return you.length === 1 ? you[0] : null;
}

/**
 * @template T
 * @param {{black: T, red: T}} score
 * @param {Side | null} single
 */
function points(score, single) {
  return { black: score.black, red: score.red, own: score[single ?? 'black'], other: score[other(single ?? 'black')] };
}

/**
 * Match points: a win is two halves, a draw one.
 * @param {{black: number, red: number}} pair
 */
function halves(pair) {
  const written = (/** @type {number} */ count) => (count % 2 ? `${count > 1 ? (count - 1) / 2 : ''}½` : String(count / 2));
  return { black: written(pair.black), red: written(pair.red) };
}

/** Whether something can still happen in a game. @param {GameSummary} game */
export function isUnfinished({ status, next }) {
  return status !== 'over' && status !== 'withdrawn' && !next;
}

/**
 * Games in progress, first those that wait for the player, then the latest.
 * @param {GameSummary[]} games
 */
export function unfinished(games) {
  const isMine = (/** @type {GameSummary} */ game) => Number(game.to_move !== null && game.you.includes(game.to_move));
  return games.filter(isUnfinished).sort((a, b) => isMine(b) - isMine(a) || b.updated_at - a.updated_at);
}
