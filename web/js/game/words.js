/** Sentences about a game: names, turns, results. Pure, so that tests need no page. */
import { countOn, earnedSteps, forward, goalOf, hasEnded, isFull, other, parse, rowName } from '../position.js';
import { endSuffix, ruleChoices } from '../rules.js';
import { leadText as whoLeads, list, sentence, sideName, signed, t } from '../text.js';
import { find, preview } from '../turn.js';
import { isAgainstPerson, numberOfTurn, positionsOf, sideOfTurn } from './session.js';
import { timeToBegin, timeToClaim } from './time.js';
import { spokenAction, turnText } from './told.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Game} Game */
/** @typedef {import('./session.js').Session} Session */

/**
 * The name of a player.
 * @param {Session} state
 * @param {Side} side
 */
export function nameOf({ game, you }, side) {
  const player = game.players[side];
  if (player.type === 'computer') return t('common.computer');
  if (you.length === 1 && you[0] === side) return t('common.you');
  return (player.type === 'person' && player.name) || sideName(side);
}

/** Whose turn it is, on a device for two. @param {Session} state @param {Side} side */
export function turnOfText({ game }, side) {
  const player = game.players[side];
  return player.type === 'person' && player.name ? t('game.turn_of_name', { name: player.name }) : t('game.turn_of_side', { side: sideName(side) });
}

/** Whether a side is the only player on this device. @param {Session} state @param {Side} side */
export const isYou = ({ you }, side) => you.length === 1 && you[0] === side;

/** Who leads, in words. @param {Session} state @param {import('../types').Pair} score */
export const leadText = ({ game, you }, score) => whoLeads({ players: game.players, you }, score);

/**
 * Who leads, and who would lead after the chosen action: "Even → you lead by 4".
 * @param {Session} state
 * @param {import('../types').Pair} score
 * @param {import('../types').Pair | null} after
 */
export function leadChange(state, score, after) {
  const now = leadText(state, score);
  const next = after ? leadText(state, after) : now;
  if (!after || next === now) return now;
  // Names keep their capital letter.
  const isYours = after.black !== after.red && isYou(state, after.black > after.red ? 'black' : 'red');
  return t('game.lead_change', { now, next: isYours ? lowerFirst(next) : next });
}

/** @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/**
 * That somebody elsewhere is thinking, and what is to be known about the time. Null unless this side moves.
 * @param {Session} state
 * @param {Side} side
 * @param {number} now
 */
export function thinkingText(state, side, now) {
  const { game, presence, you } = state;
  if (game.status !== 'playing' || game.to_move !== side) return null;
  const name = nameOf(state, side);
  if (game.players[side].type === 'computer') return { title: t('game.thinking'), text: '' };
  const [toBegin, toClaim] = [timeToBegin(state, now), timeToClaim(state, now)];
  const title = t('game.name_thinking', { name });
  if (toBegin !== null) return { title, text: t('game.begin_other', { name, time: countdownText(toBegin) }) };
  if (toClaim) return { title, text: t('game.claim_soon', { name, time: countdownText(toClaim) }) };
  const isAway = isAgainstPerson(game) && presence !== null && !presence[side] && you.length > 0;
  return { title, text: isAway ? t(game.clock ? 'game.other_away_clock' : 'game.other_away', { name }) : '' };
}

/**
 * The announcement after a turn of somebody else.
 * @param {Session} state after the turn
 * @param {import('./session.js').Arrival} arrival
 */
export function arrivalText(state, arrival) {
  return [saidTurn(state, arrival), sentence(leadText(state, state.game.score)), state.turn ? expectedText(state) : ''].filter(Boolean).join(' ');
}

/** "Red: h to g, f to a exactly." @param {Session} state @param {import('./session.js').Arrival} arrival */
const saidTurn = (state, { side, turn, before }) => t('game.say_turn', { who: nameOf(state, side), turn: turnText(state.game.rules, before, turn, state.you) });

/** What the player may do now. @param {Session} state */
export function expectedText({ turn, you }) {
  if (!turn) return '';
  const whose = you.length === 2 ? t('game.say_turn_of', { side: sideName(turn.side) }) : t('game.say_your_turn');
  if (turn.isPass) return `${whose} ${t('game.pass_why')}`;
  const rows = [...new Set(turn.choices.filter((choice) => choice.own).map((choice) => rowName(choice.from)))];
  return `${whose} ${t('game.say_opening_from', { rows: list(rows, 'disjunction') })}`;
}

/**
 * The effect of an action, and what can follow: "b to c, 4 steps. a to e, b to f, d to h exactly with bonus, or g to h with 3 steps lost."
 * @param {import('../turn.js').Turn} before
 * @param {string} action
 */
export function actionText(before, action) {
  const choice = find(before, action);
  if (!choice) return '';
  const { after, phase, steps, followUps } = preview(before, choice);
  const rows = { from: rowName(choice.from), to: rowName(choice.to) };
  const done = t(choice.exact ? 'game.say_exact' : 'game.say_action', rows);
  if (phase === 'follow_up') {
    const ways = followUps.map((way) => {
      const args = { from: rowName(way.from), to: rowName(way.to), count: way.lost };
      if (way.exact) return t('game.say_way_exact', args);
      if (way.again) return t('game.say_way_again', args);
      return t(way.lost > 0 ? 'game.say_way_lost' : 'game.say_action', args);
    });
    return `${t('game.say_steps', { done, count: steps })} ${t('game.say_ways', { ways: list(ways, 'disjunction') })}`;
  }
  if (phase === 'bonus') {
    const spicy = after.choices.some(({ own }) => !own) ? '_spicy' : '';
    return `${t('game.say_done', { done })} ${t(`game.bonus_title${spicy}`)}. ${t(`game.bonus_text${spicy}`, { side: sideName(other(before.side)) })}`;
  }
  if (phase === 'another_turn') return `${t('game.say_done', { done })} ${t('game.again_title')}.`;
  return `${t('game.say_done', { done })} ${whyText(after) || sentence(t('game.complete_title'))}`;
}

/**
 * Why a turn is complete, as a sentence; empty if it has run its usual course.
 * @param {import('../turn.js').Turn} turn
 */
export function whyText(turn) {
  const { why } = turn;
  if (why === null || why === 'follow_up_made' || why === 'bonus_made') return '';
  const key = why === 'game_ended' ? `messages.why_game_ended${endSuffix(turn.rules)}` : `messages.why_${why}`;
  return sentence(t(key, { side: sideName(turn.side), row: lastRow(turn), count: lostSteps(turn) }));
}

/** The row of the last landing. @param {import('../turn.js').Turn} turn */
const lastRow = ({ actions }) => actions.at(-1)?.at(-1) ?? '';

/** The steps of a lost follow-up. @param {import('../turn.js').Turn} turn */
export function lostSteps(turn) {
  const to = 'abcdefgh'.indexOf(lastRow(turn));
  return to < 0 ? 0 : earnedSteps(turn.rules, turn.side, to, countOn(turn.position, to) - 1);
}

/**
 * Whether the game ended because no pawn can step forward: each is in its goal or before a full row, and the end condition does
 * not hold.
 * @param {string} rules
 * @param {import('../position.js').Position} position
 */
export function isBlocked(rules, position) {
  if (hasEnded(rules, position)) return false;
  return /** @type {Side[]} */ (['black', 'red']).every((side) =>
    position[side].every((pawns, row) => pawns === 0 || row === goalOf(side) || isFull(position, row + forward(side))));
}

/** How a game ended by its rules. @param {Game} game */
function endedText({ rules, position }) {
  if (isBlocked(rules, parse(position))) return t('game.end_blocked');
  return t(ruleChoices(rules).over === 'apart' ? 'game.end_apart' : 'game.end_passed');
}

/** The banner of a lost connection: what is stored, and when the next attempt is; nothing of it while one is made. @param {Session} state @param {number | null} retryIn */
export function lostText(state, retryIn) {
  const safe = t(state.outbox ? 'game.lost_kept' : 'game.lost_safe');
  return retryIn ? `${safe} ${t('game.lost_retry', { count: retryIn })}` : safe;
}

/** Why a game ended, in one sentence. @param {Session} state */
export function endText(state) {
  const { result } = state.game;
  if (!result) return '';
  if (result.winner === null) return undecidedText(state);
  if (result.termination === 'normal') return endedText(state.game);
  const loser = result.winner === 'black' ? 'red' : 'black';
  if (isYou(state, loser)) return t(`game.end_you_${result.termination}`);
  return t(`game.end_${result.termination}`, { name: nameOf(state, loser) });
}

/** Whether a player did not begin in time. Only games between people with a clock have such a limit, and they end by the clock. @param {Game} game */
export const isCalledOff = (game) => isAgainstPerson(game) && game.clock !== null;

/** Why nobody has won or lost. @param {Session} state */
function undecidedText(state) {
  const { game } = state;
  if (!isCalledOff(game)) return t('game.abandoned_text');
  const { side } = parse(game.position);
  return isYou(state, side) ? t('game.called_off_you') : t('game.called_off_text', { name: nameOf(state, side) });
}

/** The match so far from the side of `first`: "1 : 0", with halves. @param {Game} game @param {Side} first */
export function matchScore(game, first) {
  const { x, y } = matchPoints(game, first);
  return `${x} : ${y}`;
}

/** The points of the match for `first` and for the opponent, with halves. @param {Game} game @param {Side} first */
export function matchPoints({ match }, first) {
  const half = (/** @type {number} */ halves) => `${halves >= 2 || halves % 2 === 0 ? Math.floor(halves / 2) : ''}${halves % 2 ? '½' : ''}`;
  return { x: half(match.half_points[first]), y: half(match.half_points[other(first)]) };
}

/** The change of a bonus for the owner of the pawn. @param {import('../turn.js').Choice} choice */
export const changeText = (choice) => t('game.change', { side: sideName(choice.side), points: signed(choice.change) });

/** Two digits. @param {number} n */
const two = (n) => String(n).padStart(2, '0');

/** Time on a clock: 5:21, 1:02:03, and tenths at the very end. @param {number} milliseconds */
export function clockText(milliseconds) {
  if (milliseconds < 10_000) return `0:${two(Math.floor(milliseconds / 1000))}.${Math.floor(milliseconds / 100) % 10}`;
  return countdownText(milliseconds);
}

/** Time in whole seconds: 5:21, 1:02:03, 0:07. @param {number} milliseconds */
export function countdownText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The announcement of a change.
 * @param {Session} before
 * @param {Session} after
 * @param {import('./session.js').Message} message
 * @returns {{text: string, isEnd: boolean} | null}
 */
export function speech(before, after, message) {
  const { game, you, arrivals } = after;
  const say = (/** @type {string} */ text, isEnd = false) => ({ text, isEnd });
  if (game.result && !before.game.result) {
    // The result itself is announced when it is shown.
    return say(arrivals.map((arrival) => saidTurn(after, arrival)).join(' '), true);
  }
  if (arrivals.length > 0) return say(arrivals.map((arrival) => arrivalText(after, arrival)).join(' '));
  const undone = message.type === 'undo' && after.turn !== before.turn ? before.turn?.actions.at(-1) : undefined;
  if (undone) return say(t('game.say_undone', { action: spokenAction(undone) }));
  if (before.game.turns.length > game.turns.length && game.match.game === before.game.match.game) return say(`${t('game.say_taken_back')} ${expectedText(after)}`);
  if (after.outbox?.type === 'turn' && !before.outbox) return say(t('game.say_sent', { turn: turnText(game.rules, game.position, after.outbox.turn ?? '', you) }));
  if (message.type === 'replay' && after.replay !== null) return say(replayText(after, after.replay));
  if (game.next && !before.game.next) return say(t('game.next_began'));
  const offer = you.length === 1 ? offerText(before, after) : '';
  if (offer) return say(offer);
  if (after.turn && !before.turn) return say(expectedText(after));
  const begins = game.status === 'playing' && before.game.status !== 'playing' && game.to_move;
  return begins ? say(`${t('game.other_playing', { name: nameOf(after, game.to_move ?? 'black') })}.`) : null;
}

/** @param {Session} state @param {number} at */
function replayText({ game, you }, at) {
  if (at === 0) return t('game.say_replay_start');
  return t('game.say_replay', { at: numberOfTurn(at), side: sideName(sideOfTurn(game, at - 1)), turn: turnText(game.rules, positionsOf(game)[at - 1] ?? game.start, game.turns[at - 1] ?? '', you) });
}

/** A new question between the players. @param {Session} before @param {Session} after */
function offerText(before, after) {
  const { take_back: back, rematch } = after.game.offers;
  if (back && back !== before.game.offers.take_back) return isYou(after, back) ? t('game.asked_take_back') : `${t('game.asks_take_back', { name: nameOf(after, back) })}.`;
  if (rematch && rematch !== before.game.offers.rematch) return isYou(after, rematch) ? t('game.asked_rematch') : t('game.asks_rematch', { name: nameOf(after, rematch) });
  return '';
}
