// The home page. Somebody new is asked nothing: one button starts the first game. Everybody else has the play card, the start
// position, and games to continue.

import { api } from '../api.js';
import { announce, h, replace, toast } from '../dom.js';
import { isServerThere } from '../needs.js';
import { offline } from '../network.js';
import { go, title } from '../router.js';
import { isSolved, keepGuide, oracle, traces } from '../store.js';
import { errorText, t } from '../text.js';
import { startBoard } from './board.js';
import { continueCard, explorerCard, learnCard, puzzleCard, runningCard, vignette } from './cards.js';
import { firstCard, origin } from './first.js';
import { chosen, playCard } from './play.js';
import { firstChoices, isKnown, newGame, once } from './start.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('./start.js').Kind} Kind */
/** @typedef {{side: Side, action: string}} Opening the pawn that was moved already */

/** One start at a time; a retry after a lost response finds the same game. */
const create = once((id, /** @type {Kind} */ kind, /** @type {import('./start.js').Choices} */ choices, /** @type {{opening?: Side}} */ more) =>
  api.createGame(newGame(kind, choices, { id, ...more })));

/** @param {string} id @param {Opening} [opening] */
const goToGame = (id, opening) => go(`/game/${id}${opening ? `#open=${opening.action}` : ''}`);

/**
 * Creates a game as chosen, and goes to it. Nothing happens while another one is being created.
 * @param {Kind} kind
 * @param {Opening} [opening]
 */
export async function startGame(kind, opening) {
  const made = await create(kind, chosen(), { opening: opening?.side });
  if (made) await goToGame(made.game.id, opening);
}

/**
 * Creates a game with the guide, and goes to it.
 * @param {{isFirst: boolean, opening?: Opening}} how
 */
export async function startGuided({ isFirst, opening }) {
  const made = await create('computer', firstChoices(chosen()), {});
  if (!made) return;
  keepGuide({ game: made.game.id, isFirst, seen: [] });
  await goToGame(made.game.id, opening);
}

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.title'));
  const asked = api.games(signal).then(({ games }) => games);
  // What this device knows is enough to show the page; else the server says whether there were games.
  const isNew = !isKnown(traces()) && (await asked.catch(() => [])).length === 0;
  if (signal.aborted) return;
  asked.catch(() => undefined); // The card of games sees to it.

  /** @param {string} kind @param {() => Promise<unknown>} begin */
  async function start(kind, begin) {
    card.busy(kind);
    announce(t('home.starting'));
    try {
      await begin();
    } catch (error) {
      if (signal.aborted) return;
      toast(errorText(error));
      stage.reset();
    } finally {
      card.busy(null);
    }
  }

  /** @param {Kind} kind @param {Opening} [opening] */
  async function usual(kind, opening) {
    if (kind === 'local') return go('/two');
    if (kind !== 'computer' && !isServerThere()) return undefined;
    return start(kind, () => startGame(kind, opening));
  }
  /** @param {Opening} [opening] */
  const first = (opening) => start('first', () => startGuided({ isFirst: true, opening }));

  /** @param {() => void} rulesChosen */
  const usualCard = (rulesChosen) => playCard({
    start: (kind) => usual(kind),
    isSolved: (rules) => oracle.get() === null || isSolved(rules),
    changed: () => {
      stage.reset();
      rulesChosen();
    },
  });

  const stage = startBoard(signal, {
    isNew: () => isNew && card.isFirst(),
    begun: (opening) => (card.isFirst() ? first(opening) : usual('computer', opening)),
  });
  const { card, told } = isNew ? newHome(root) : knownHome(root);

  /** @param {HTMLElement} place */
  function newHome(place) {
    const one = firstCard({ startFirst: () => first(), start: usual, usual: () => usualCard(() => {}), changed: () => stage.reset() });
    replace(place, h('div', { class: 'home home-new' },
      h('div', { class: 'home-left' },
        h('h1', { class: 'home-sentence' }, t('home.sentence')), h('p', { class: 'home-aim' }, t('home.aim')), vignette(), one.element),
      stage.element, origin()));
    return { card: one, told: one.update };
  }

  /** @param {HTMLElement} place */
  function knownHome(place) {
    const one = usualCard(() => puzzle.load());
    const running = runningCard();
    const going = continueCard(running);
    const puzzle = puzzleCard(signal);
    const explorer = explorerCard();
    replace(place, h('div', { class: 'home' },
      h('div', { class: 'home-left' },
        h('h1', { class: 'home-sentence' }, t('home.sentence')), running.element, vignette(), one.element,
        h('div', { class: 'home-below' }, going.element, puzzle.element, explorer.element, learnCard())),
      stage.element));
    going.load(asked, signal);
    return {
      card: { ...one, isFirst: () => false },
      told: () => {
        one.update();
        explorer.update();
        puzzle.load();
      },
    };
  }

  const updated = () => {
    told();
    stage.solving();
  };
  const offs = [oracle.on(updated), offline.on(updated)];
  stage.reset();
  if (oracle.get() || offline.get()) updated();
  return {
    leave() {
      for (const off of offs) off();
      stage.destroy();
    },
  };
}
