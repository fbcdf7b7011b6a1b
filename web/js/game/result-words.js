/** Sentences about the result of a game: who won, by how much, why, and how the match stands. Pure, so that tests need no page. */
import { goalOf, homeOf, other, parse, score, worth } from '../position.js';
import { sentence, sideName, t } from '../text.js';
import { numberOfTurn, positionsOf, sideOfTurn } from './session.js';
import { endText, isBlocked, isCalledOff, isYou, matchPoints } from './words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {{winner: Side, loser: Side, margin: number}} Outcome */

/** What a pawn in its goal is worth, under all rules. */
const GOAL = 5;

/** A player in sentences about the result: by name between people, else by colour. @param {Session} state @param {Side} side */
export function partyName({ game }, side) {
  const player = game.players[side];
  return player.type === 'person' && player.name ? player.name : sideName(side);
}

/** Who won: "You win", "Red wins". @param {Session} state */
export function resultTitle(state) {
  const { game } = state;
  const winner = game.result?.winner ?? null;
  if (winner === null) return t(isCalledOff(game) ? 'game.called_off_title' : 'game.abandoned_title');
  if (winner === 'draw') return t('result.draw');
  return isYou(state, winner) ? t('game.result_you_win_alone') : t('game.result_side_wins_alone', { side: partyName(state, winner) });
}

/** The points with those of the winner first; null if they do not decide, as after a resignation. @param {Session} state */
function pointsOf({ game, you }) {
  const { result } = game;
  if (!result || result.winner === null || result.termination !== 'normal') return null;
  const first = result.winner !== 'draw' ? result.winner : you[0] ?? 'black';
  return { x: result.score[first], y: result.score[other(first)] };
}

/** The score of a title, "51 : 44"; empty if the points do not decide. @param {Session} state */
export function resultScore(state) {
  const points = pointsOf(state);
  return points ? t('game.result_score', points) : '';
}

/** The result as a sentence without a full stop: "You win, 51 to 44". @param {Session} state */
export function saidResult(state) {
  const points = pointsOf(state);
  const winner = state.game.result?.winner;
  if (!points || !winner) return resultTitle(state);
  if (winner === 'draw') return t('game.say_draw', points);
  return isYou(state, winner) ? t('game.say_you_win', points) : t('game.say_side_wins', { side: partyName(state, winner), ...points });
}

/** Why the game ended as it did: the first sentence that is true. @param {Session} state */
export function whyText(state) {
  const { game } = state;
  const { result } = game;
  if (!result) return '';
  const { winner } = result;
  if (winner === null || winner === 'draw' || result.termination !== 'normal' || isBlocked(game.rules, parse(game.position))) return endText(state);
  const loser = other(winner);
  const outcome = { winner, loser, margin: result.score[winner] - result.score[loser] };
  return leftText(state, outcome) ?? goalText(state, outcome) ?? aheadText(state, outcome);
}

/** A number of pawns in words: "eight". @param {number} count */
const inWords = (count) => t(`result.pawns_${count}`);

/** The loser's pawns on the own half, if they cost points. @param {Session} state @param {Outcome} outcome */
function leftText(state, { loser }) {
  const { rules, position } = state.game;
  let [pawns, cost] = [0, 0];
  parse(position)[loser].forEach((count, row) => {
    const each = worth(rules, loser, row);
    if (each >= 0 || Math.abs(row - homeOf(loser)) > 3) return;
    pawns += count;
    cost -= count * each;
  });
  if (cost === 0) return null;
  const args = { count: pawns, pawns: inWords(pawns), points: t('common.points', { count: cost }), name: partyName(state, loser) };
  return sentence(t(isYou(state, loser) ? 'result.why_left_you' : 'result.why_left', args));
}

/** The pawns in the goals, if those that the winner has more decide. @param {Session} state @param {Outcome} outcome */
function goalText(state, { winner, loser, margin }) {
  const position = parse(state.game.position);
  const inGoal = (/** @type {Side} */ side) => position[side][goalOf(side)] ?? 0;
  const [mine, theirs] = [inGoal(winner), inGoal(loser)];
  const more = mine - theirs;
  if (more <= 0 || more * GOAL < margin) return null;
  const key = isYou(state, winner) ? 'you' : isYou(state, loser) ? 'yours' : '';
  const args = { count: mine, mine: inWords(mine), theirs: inWords(theirs), name: partyName(state, key === 'you' ? loser : winner), other: partyName(state, loser) };
  const told = key === 'you' ? t('result.why_goal_you', args) : key === 'yours' ? t('result.why_goal_yours', args) : t('result.why_goal', args);
  return `${sentence(told)} ${t(more === 1 ? 'result.decided_one' : 'result.decided')}`;
}

/** Since when the winner was ahead in points. @param {Session} state @param {Outcome} outcome */
function aheadText(state, { winner, loser }) {
  const { game } = state;
  const positions = positionsOf(game);
  const behind = positions.findLastIndex((position) => {
    const points = score(game.rules, parse(position));
    return points[winner] <= points[loser];
  });
  const since = Math.max(1, behind + 1);
  const isMine = isYou(state, winner);
  if (since >= game.turns.length) return t(isMine && sideOfTurn(game, since - 1) === winner ? 'result.last_you' : 'result.last');
  const turn = numberOfTurn(since);
  return isMine ? t('result.ahead_you', { turn }) : t('result.ahead', { name: partyName(state, winner), turn });
}

/** How the match stands, the leader's points first: "you lead 1 : 0". @param {Session} state */
export function standingText(state) {
  const { game } = state;
  const { half_points: halves, winner } = game.match;
  const leader = halves.black < halves.red ? 'red' : 'black';
  const args = { name: partyName(state, leader), score: t('game.result_score', matchPoints(game, leader)) };
  if (halves.black === halves.red) return t(winner ? 'result.match_drawn' : 'result.match_level', args);
  if (isYou(state, leader)) return t(winner ? 'result.match_you_won' : 'result.match_you_lead', args);
  return t(winner ? 'result.match_won' : 'result.match_leads', args);
}
