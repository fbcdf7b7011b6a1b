/**
 * Who wins with perfect play, without a server: the verdicts of all rule sets that came with a copy of the page as plain files, or
 * those that were told last.
 */
import { site } from '../place.js';
import { copiedAnswer, copyAnswer } from './store.js';

/** @typedef {{verdicts: Record<string, number>}} Verdicts the margins of the side that begins, by the id of the rule set */

const PATH = '/rules/verdicts';

/** Copies the verdicts for times without a connection. @param {Verdicts} answer */
export const copyVerdicts = (answer) => copyAnswer(PATH, answer, Date.now());

/** The verdicts of the files of this copy; null without them, or without the host. @returns {Promise<Verdicts | null>} */
const ofSite = async () => (site ? fetch('rules/verdicts.json').then((file) => (file.ok ? file.json() : null)).catch(() => null) : null);

/** The verdicts that are known here; undefined if none are. @returns {Promise<Verdicts | undefined>} */
export async function verdictsHere() {
  const answer = await ofSite();
  if (!answer) return copiedAnswer(PATH).catch(() => undefined);
  await copyVerdicts(answer).catch(() => undefined);
  return answer;
}
