// House rules: every rule with its answers, what they mean in words, who wins with perfect play, and a name to share and play
// them. The address holds the rule set. Choosing never solves.

import { api, ApiError, orError } from '../api.js';
import { announce, h, replace } from '../dom.js';
import { chosenRules, cleanName, rulesName } from '../house.js';
import { address } from '../place.js';
import { css, rewrite, title } from '../router.js';
import { canonical, differences, EDITIONS, editionChoices, idOf, nearestEdition, ruleChoices } from '../rules.js';
import { isSolved, oracle } from '../store.js';
import { errorText, loadPart, t } from '../text.js';
import { answers } from './answers.js';
import { solvingHere } from './here.js';
import { naming } from './naming.js';
import { summary } from './summary.js';
import { details } from './table.js';
import { verdictCard } from './verdict.js';

/** @typedef {import('../rules.js').Choices} Choices */
/** @typedef {import('../rules.js').Edition} Edition */
/** @typedef {{name: string, by: string}} Shared what a shared link tells besides the rules */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, hash, signal }) {
  await Promise.all([loadPart('house'), css('/css/house.css'), css('/css/pages.css')]);
  if (signal.aborted) return undefined;
  title(t('house.title'));
  const asked = params[0] ?? '';
  const first = canonical(asked);
  if (first === null) return showUnknown(root, asked, signal);

  /** @type {Choices} */
  let choices = ruleChoices(first);
  /** @type {Edition} */
  let box = nearestEdition(choices);

  const rows = answers({ choose, reset: () => choose(editionChoices(box), box) });
  const words = summary();
  const name = naming();
  const here = solvingHere(signal);
  const known = details(signal, (found) => {
    here.set(found);
    verdict.set(found);
    rows.setVerdicts(found.verdicts);
    if (found.details?.table.status === 'solved' && oracle.get() !== null && !isSolved(found.id)) tellOracle();
  });
  const verdict = verdictCard({ solve: known.solve, here: here.button });
  const shared = h('p', { class: 'house-shared', hidden: true });

  /** @param {Choices} next @param {Edition} [wanted] the box that was taken */
  function choose(next, wanted) {
    choices = next;
    const same = EDITIONS.find((edition) => differences(next, editionChoices(edition)).length === 0);
    box = wanted ?? same ?? box;
    const id = idOf(choices);
    // The name in a shared link belongs to the rules of that link.
    rewrite(`/rules/${id}${address().search}`);
    draw({ name: '', by: '' });
    announce(t('house.now', { rules: rulesName(id) }));
  }

  /** @param {Shared} from */
  function draw(from) {
    const id = idOf(choices);
    shared.hidden = from.name === '' && from.by === '';
    shared.textContent = shared.hidden ? '' : sharedText(from);
    rows.set(choices, box);
    words.set(choices, box);
    name.set(id, from.name);
    known.ask(id);
  }

  if (first !== asked) rewrite(`/rules/${first}${address().search}${address().hash}`);
  draw(readShared(hash));
  await known.ready;
  if (signal.aborted) return undefined;
  replace(root, h('div', { class: 'house' },
    h('div', { class: 'house-head' }, h('h1', null, t('house.title')), h('p', { class: 'house-intro' }, t('house.intro'))),
    h('div', { class: 'house-left' }, shared, rows.element),
    h('div', { class: 'house-right' }, verdict.element, here.place, name.element, words.element),
    h('div', { class: 'house-bar' }, verdict.short, name.play)));
  return {
    /** @param {{params: string[], hash: string}} visit */
    update(visit) {
      const next = canonical(visit.params[0] ?? '');
      if (next === null) return false;
      choices = ruleChoices(next);
      box = nearestEdition(choices);
      draw(readShared(visit.hash));
      return true;
    },
  };
}

/** Other pages take values for estimates until they know of a new table. */
async function tellOracle() {
  const now = await orError(api.oracle());
  if (!(now instanceof ApiError)) oracle.set(now);
}

/** @param {string} hash @returns {Shared} */
function readShared(hash) {
  const read = new URLSearchParams(hash);
  return { name: cleanName(read.get('name') ?? ''), by: cleanName(read.get('by') ?? '') };
}

/** "Anna shares these rules: Classic with minus points" @param {Shared} from */
function sharedText({ name, by }) {
  if (name === '') return t('house.shared_by', { by });
  return by === '' ? t('house.shared_as', { name }) : t('house.shared_by_as', { by, name });
}

/** No rule set has this id: the server says which part is wrong. @param {HTMLElement} root @param {string} asked @param {AbortSignal} signal */
async function showUnknown(root, asked, signal) {
  const why = await api.rules(asked, signal).then(() => '', errorText);
  if (signal.aborted) return undefined;
  replace(root, h('div', { class: 'message-page' }, h('h1', null, t('house.unknown')), h('p', null, why),
    h('a', { class: 'button ink', href: `/rules/${chosenRules()}` }, t('house.to_house_rules'))));
  return undefined;
}
