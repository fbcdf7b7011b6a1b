// What home offers besides a new game: games to continue, the puzzle of the day, the explorer, lessons.

import { api } from '../api.js';
import { h, icon, put, replace, s } from '../dom.js';
import { whyNot } from '../needs.js';
import { offline } from '../network.js';
import { hrefOf, site } from '../place.js';
import { parse, START, writeAddress } from '../position.js';
import { PUBLISHED } from '../rules.js';
import { forgetGame, isSolved, isSolvedDay, oracle, runningGame } from '../store.js';
import { t } from '../text.js';
import { WIDE } from './board.js';
import { chosen } from './play.js';
import { isUnfinished, opponentName, rulesLine, stateLine, unfinished } from './start.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {import('../types').Side} Side */

/** The module that draws boards, loaded after the first paint. */
const pieces = () => import('../board/pieces.js');

/**
 * A small picture of a position, once the drawing module is loaded.
 * @param {string | import('../position.js').Position} position
 * @param {Side} view
 */
function picture(position, view) {
  const element = h('span', { class: 'thumbnail' });
  pieces().then(({ thumbnail }) => {
    replace(element, thumbnail(typeof position === 'string' ? parse(position) : position, view));
  }, () => {});
  return element;
}

/**
 * A game in a list: position, opponent, and a link to the game.
 * @param {GameSummary} game
 */
export function gameRow(game) {
  const opponent = opponentName(game);
  // A game that was not begun has nothing to look back at.
  const canReview = game.result !== null && !isUnfinished(game) && (game.result.winner !== null || game.turns > 1);
  const mine = game.to_move !== null && game.you.includes(game.to_move);
  const word = canReview ? 'review' : mine || game.status === 'between_games' ? 'continue' : 'look';
  const text = { review: 'home.review', continue: 'home.continue_button', look: 'home.look_button' }[word];
  return h('li', { class: 'game-row' },
    picture(game.position, game.you[0] ?? 'black'),
    h('div', { class: 'game-row-words' }, h('b', null, opponent),
      h('span', null, t('home.game_line', { rules: rulesLine(game), state: stateLine(game) }))),
    game.status !== 'withdrawn' && h('a', {
      class: 'button small', href: `/game/${game.id}${canReview ? '/review' : ''}`, 'aria-label': t(`home.${word}_label`, { opponent }),
    }, t(text)));
}

/** The game under way, above everything else. Known from this device, so that the page does not shift. */
export function runningCard() {
  const known = runningGame();
  const rows = h('ul', { class: 'game-rows' }, known && gameRow(known));
  const element = h('section', { class: 'card home-running', hidden: !known, 'aria-label': t('home.running') }, rows);
  return {
    element,
    id: known?.id,
    /** Shows its present state. @param {GameSummary[]} games */
    update(games) {
      if (!known) return;
      const now = games.find(({ id }) => id === known.id);
      if (now) replace(rows, gameRow(now));
      if (!now || !isUnfinished(now)) forgetGame();
      element.hidden = !now;
    },
  };
}

/**
 * A card that is a link: a picture or an icon, a title and a line.
 * @param {string} name
 * @param {string} href
 * @param {Node} image
 * @param {string} title
 */
function linkCard(name, href, image, title) {
  const head = h('b', null, title);
  const line = h('span', { class: 'home-card-line' });
  const more = h('span', { class: 'home-card-more' });
  const element = h('a', { class: `card home-card ${name}`, href }, image, h('span', { class: 'home-card-words' }, head, ' ', line), more);
  return { element, head, line, more };
}

/** @param {Parameters<typeof icon>[0]} name */
const sign = (name) => h('span', { class: 'home-card-sign' }, icon(name));

/** The game that waits longest for the player, else the last one. @param {ReturnType<typeof runningCard>} running */
export function continueCard(running) {
  const image = h('span', { class: 'thumbnail' });
  const { element, head, line } = linkCard('home-continue', '/games', image, t('home.games_title'));
  element.setAttribute('aria-busy', 'true');

  /** @param {GameSummary[]} games */
  function fill(games) {
    const [open] = unfinished(games).filter(({ id }) => id !== running.id);
    const game = open ?? games.find((each) => !isUnfinished(each) && each.status !== 'withdrawn');
    if (open) {
      head.textContent = t('home.continue');
      put(element, 'href', hrefOf(`/game/${open.id}`));
    }
    line.textContent = game ? t('home.card_game', { opponent: opponentName(game), state: stateLine(game) }) : t('home.games_none');
    replace(image, picture(game?.position ?? START, game?.you[0] ?? 'black'));
  }

  return {
    element,
    /** @param {Promise<GameSummary[]>} asked @param {AbortSignal} signal */
    async load(asked, signal) {
      try {
        const games = await asked;
        running.update(games);
        fill(games);
      } catch {
        if (signal.aborted) return;
        fill([]);
        line.textContent = offline.get() ? whyNot() : t('home.puzzle_offline');
      }
      element.removeAttribute('aria-busy');
    },
  };
}

/** @param {AbortSignal} signal */
export function puzzleCard(signal) {
  const image = h('span', { class: 'thumbnail' });
  const { element, line, more } = linkCard('home-puzzle', '/puzzle', image, t('home.puzzle'));
  const done = h('span', { class: 'home-puzzle-done', hidden: true }, icon('check'), h('span', { class: 'unseen' }, t('home.puzzle_done')));
  more.append(done);
  let shown = '';

  /** @param {string} text */
  function say(text) {
    shown = '';
    line.textContent = text;
    done.hidden = true;
    replace(image);
  }

  async function load() {
    const tables = oracle.get()?.tables;
    if (!tables) return;
    // Puzzles exist for solved rule sets only: the chosen one if possible.
    const days = site?.server === null ? site.puzzles?.rules ?? [] : null;
    const hasPuzzles = (/** @type {string} */ id) => (days ? days.includes(id) : offline.get() || isSolved(id));
    const rules = [chosen().rules, ...PUBLISHED].find(hasPuzzles);
    if (!rules) {
      if (days) return say(t('common.error_no_puzzle'));
      const soon = tables.some(({ status }) => status === 'solving' || status === 'waiting');
      return say(t(soon ? 'home.puzzle_solving' : 'home.puzzle_none'));
    }
    if (shown === rules) return;
    shown = rules;
    try {
      const puzzle = await api.puzzle(rules, undefined, signal);
      if (signal.aborted || shown !== rules) return;
      line.textContent = t(`home.puzzle_${puzzle.aim}_${puzzle.to_move}`);
      done.hidden = !isSolvedDay(rules, puzzle.date);
      put(element, 'href', hrefOf(`/puzzle/${rules}/${puzzle.date}`));
      replace(image, picture(puzzle.position, puzzle.to_move));
    } catch {
      if (!signal.aborted && shown === rules) say(offline.get() ? whyNot() : t('home.puzzle_offline'));
    }
  }
  return { element, load };
}

export function explorerCard() {
  const { element, line } = linkCard('home-explorer', '/explorer', sign('explore'), t('home.explorer'));
  function update() {
    const { rules } = chosen();
    line.textContent = t(oracle.get() === null || isSolved(rules) ? 'home.explorer_line' : 'home.explorer_line_estimate');
    put(element, 'href', hrefOf(`/explorer/${rules}/${writeAddress(START)}`));
  }
  update();
  return { element, update };
}

export function learnCard() {
  const { element, line } = linkCard('home-learn', '/learn', sign('book'), t('home.learn'));
  line.textContent = t('home.first_game_line');
  return element;
}

/** A stick with some pawns on it, where there is no room for a board. */
export function vignette() {
  const element = h('div', { class: 'home-vignette', 'aria-hidden': 'true' });
  if (!matchMedia(WIDE).matches) {
    pieces().then(({ ensureDefs, stick }) => {
      ensureDefs();
      /** @type {(side: Side, x: number, lifted?: boolean) => Node} */
      const pawn = (side, x, lifted) => s('g', { transform: `translate(${x} ${lifted ? 1 : 18}) scale(.76)` },
        s('ellipse', { cx: 28.8, cy: lifted ? 73 : 53, rx: 24, ry: 6, fill: 'url(#linja-shade)' }),
        s('use', { href: `#linja-${side}` }));
      replace(element, s('svg', { viewBox: '0 0 390 78', preserveAspectRatio: 'xMidYMax meet', focusable: 'false' },
        stick(-300, 62, 990, 12, 2),
        pawn('black', 42), pawn('black', 88), pawn('black', 177, true), pawn('red', 266), pawn('red', 312)));
    }, () => {});
  }
  return element;
}
