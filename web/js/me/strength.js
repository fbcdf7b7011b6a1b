/** The level that somebody plays like, from the likelihoods in the reviews of several games. Pure. See docs/players.md, "The level of a person". */
import { LEVELS } from '../home/start.js';

/** @typedef {{choices: number, likelihoods: number[]}} Evidence what the turns of a game, or of several, tell about the level */
/** @typedef {{level: number, spread: number}} Placed between two levels: 1 to 10, 11 for perfect play; and the standard deviation */
/** @typedef {{own: Placed | null, ten: Placed | null}} Step a game alone, and with the nine before it */

/** With fewer turns with a choice nothing is said, as in a review. */
const FEWEST_CHOICES = 8;
/** How many games the line of the chart looks back. */
export const LOOK_BACK = 10;

/** What several games tell together: the logarithms add up. @param {Evidence[]} games @returns {Evidence} */
export const together = (games) => ({
  choices: games.reduce((sum, game) => sum + game.choices, 0),
  likelihoods: LEVELS.map((_, at) => games.reduce((sum, game) => sum + (game.likelihoods[at] ?? 0), 0)),
});

/** The probability of each level. @param {number[]} likelihoods */
function shares(likelihoods) {
  const most = Math.max(...likelihoods);
  const weights = likelihoods.map((each) => Math.exp(each - most));
  const all = weights.reduce((sum, each) => sum + each, 0);
  return weights.map((each) => each / all);
}

/**
 * The most likely level and how many levels more or less it may be, as the server computes them; null if there is too little to go by.
 * @param {Evidence} evidence
 * @returns {import('../study/review-model.js').PlayedLike | null}
 */
export function playedLike({ choices, likelihoods }) {
  if (choices < FEWEST_CHOICES) return null;
  const probable = shares(likelihoods);
  const place = probable.lastIndexOf(Math.max(...probable));
  const squares = probable.reduce((sum, share, at) => sum + share * (at - place) ** 2, 0);
  return { level: LEVELS[place] ?? '1', give_or_take: Math.max(1, Math.ceil(Math.sqrt(squares))) };
}

/** The mean over the levels, for a chart; null if there is too little to go by. @param {Evidence} evidence @returns {Placed | null} */
export function placed({ choices, likelihoods }) {
  if (choices < FEWEST_CHOICES) return null;
  const probable = shares(likelihoods);
  const mean = probable.reduce((sum, share, at) => sum + share * (at + 1), 0);
  const variance = probable.reduce((sum, share, at) => sum + share * (at + 1 - mean) ** 2, 0);
  return { level: mean, spread: Math.sqrt(variance) };
}

/** The level over time: for each game its own, and that of the last ten games up to it. @param {Evidence[]} games oldest first @returns {Step[]} */
export const course = (games) => games.map((game, at) => ({
  own: placed(game), ten: placed(together(games.slice(Math.max(0, at + 1 - LOOK_BACK), at + 1))),
}));
