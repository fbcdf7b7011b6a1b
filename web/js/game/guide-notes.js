/** The guide through a first game: which note comes when. Pure. */
import { countOn } from '../position.js';
import { ruleChoices } from '../rules.js';

/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {'aim' | 'number' | 'exact'} Name */
/** @typedef {{name: Name, example: Choice | null}} Note `example`: the move that the board shows */

/** The row beside which a note stands best, in the middle of the panel. */
const MIDDLE = 4;

/** The notes of a rule set, in order. Without a bonus there is nothing to say about exact arrivals. @param {string} rules @returns {Name[]} */
export const notesOf = (rules) => (ruleChoices(rules).bonus === 'none' ? ['aim', 'number'] : ['aim', 'number', 'exact']);

/** The row at which the chip of an example stands. @param {Note} note */
export const rowOfNote = ({ name, example }) => (example && (name === 'number' ? example.to : example.from));

/**
 * The note to show now, if there is one: the first that was not shown, as soon as there is something to show.
 * @param {readonly string[]} seen
 * @param {Turn | null} turn the player's own, null while somebody else moves
 * @returns {Note | null}
 */
export function noteFor(seen, turn) {
  if (!turn || turn.isPass || turn.complete) return null;
  const name = notesOf(turn.rules).find((each) => !seen.includes(each));
  if (name === undefined) return null;
  if (name === 'aim') return { name, example: null };
  const fits = name === 'number' ? isEarning : isExact;
  const row = (/** @type {Choice} */ example) => rowOfNote({ name, example }) ?? MIDDLE;
  const examples = turn.choices.filter((choice) => fits(turn, choice)).sort((a, b) => Math.abs(row(a) - MIDDLE) - Math.abs(row(b) - MIDDLE));
  return examples[0] ? { name, example: examples[0] } : null;
}

/** Whether an opening earns as many steps as there are pawns to count. @param {Turn} turn @param {Choice} choice */
const isEarning = ({ phase, position }, { node, to }) => phase === 'opening' && node.phase === 'follow_up' && node.steps === countOn(position, to);

/** @param {Turn} turn @param {Choice} choice */
const isExact = ({ phase }, { exact }) => phase === 'follow_up' && exact;
