// The home page: the play card, the start position, and games to continue.

import { api } from '../api.js';
import { announce, h, icon, replace, s, toast } from '../dom.js';
import { rulesName } from '../house.js';
import { apply, parse, START, write, writeAddress } from '../position.js';
import { go, title } from '../router.js';
import { isPublished, PUBLISHED } from '../rules.js';
import { forgetGame, isSolved, isSolvedDay, oracle, runningGame } from '../store.js';
import { date, errorText, rich, t } from '../text.js';
import { begin } from '../turn.js';
import { chosen, playCard } from './play.js';
import { isUnfinished, newGame, once, opponentName, rulesLine, stateLine, unfinished } from './start.js';

/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {import('../types').Side} Side */
/** @typedef {import('./start.js').Kind} Kind */

/** Below this width the board gives way to a picture of a stick. */
const WIDE = '(min-width: 56.25em)';

/** One start at a time; a retry after a lost response finds the same game. */
const create = once((id, /** @type {Kind} */ kind, /** @type {import('./start.js').Choices} */ choices, /** @type {{opening?: Side}} */ more) =>
  api.createGame(newGame(kind, choices, { id, ...more })));

/**
 * Creates a game as chosen, and goes to it. Nothing happens while another one is being created.
 * @param {Kind} kind
 * @param {{side: Side, action: string}} [opening] the pawn that was moved already
 */
export async function startGame(kind, opening) {
  const made = await create(kind, chosen(), { opening: opening?.side });
  if (made) await go(`/game/${made.game.id}${opening ? `#open=${opening.action}` : ''}`);
}

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.title'));

  /** @param {Kind} kind @param {{side: Side, action: string}} [opening] */
  async function start(kind, opening) {
    if (kind === 'local') return go('/two');
    card.busy(kind);
    announce(t('home.starting'));
    try {
      await startGame(kind, opening);
    } catch (error) {
      if (signal.aborted) return;
      toast(errorText(error));
      stage.reset();
    } finally {
      card.busy(null);
    }
  }

  const card = playCard({
    start: (kind) => start(kind),
    isSolved: (rules) => oracle.get() === null || isSolved(rules),
    changed: () => {
      stage.reset();
      puzzle.load();
    },
  });
  const stage = startBoard(signal, (side, action) => start('computer', { side, action }));
  const running = runningCard();
  const going = continueCard(signal, running);
  const puzzle = puzzleCard(signal);
  const explorer = explorerCard();

  replace(root, h('div', { class: 'home' },
    h('div', { class: 'home-left' },
      h('h1', { class: 'home-sentence' }, t('home.sentence')),
      h('p', { class: 'home-subtitle' }, rich('home.subtitle', { link: h('a', { href: '/learn' }, t('home.learn_link')) })),
      running.element, vignette(), card.element),
    stage.element,
    h('div', { class: 'home-below' }, going.element, puzzle.element, explorer.element,
      h('div', { class: 'home-ways' },
        h('a', { class: 'button', href: '/learn' }, icon('book'), t('home.learn')),
        h('a', { class: 'button', href: '/explorer' }, icon('eye'), t('home.explorer'))))));

  const told = () => {
    card.update();
    explorer.update();
    puzzle.load();
    stage.solving();
  };
  const off = oracle.on(told);
  stage.reset();
  going.load();
  if (oracle.get()) told();
  return { leave: () => { off(); stage.destroy(); } };
}

/**
 * The start position. Moving a pawn starts a game as the chosen side. While the server solves, its progress is shown
 * instead.
 * @param {AbortSignal} signal
 * @param {(side: Side, action: string) => void} begun
 */
function startBoard(signal, begun) {
  const place = h('div', { class: 'home-board' });
  const caption = h('p', { class: 'home-board-caption' }, t('home.move_to_begin'));
  const element = h('div', { class: 'home-right' }, place, caption);
  const wide = matchMedia(WIDE);
  /** @type {ReturnType<typeof import('../board/board.js').board> | null} */
  let board = null;
  let side = /** @type {Side} */ ('black');
  let asked = '';
  let isSolving = false;

  /** Plays the opening here; the rest of the turn is played on the page of the game. @param {string} action */
  function moved(action) {
    board?.set({ position: apply({ ...START, side }, action), turn: null }, { animate: true });
    begun(side, action);
  }

  async function reset() {
    if (!wide.matches || isSolving) return;
    const { rules, side: wish } = chosen();
    side = wish === 'red' ? 'red' : 'black';
    const position = { ...START, side };
    const mine = (asked = `${rules} ${side} ${Math.random()}`);
    const isCurrent = () => asked === mine && !signal.aborted && !isSolving;
    const asking = api.position(rules, write(position), { signal }).catch(() => null);
    const { board: make } = await import('../board/board.js');
    if (!isCurrent()) return;
    if (!board) {
      board = make({ rules, view: side, interactive: true, sides: ['black', 'red'], small: true, edges: 'bare', label: t('home.board_label'), onAction: moved });
      replace(place, board.element);
    }
    board.set({ position, turn: null, rules, view: side }, { animate: false });
    // Without a response the board is only a picture; the button still works, or explains why not.
    const tree = (await asking)?.tree;
    if (isCurrent() && tree) board.set({ position, turn: begin(tree, position, rules), rules, view: side }, { animate: false });
  }

  /** Shows the progress while the server solves. */
  async function solving() {
    // House rules are solved for one person; everybody else keeps the board.
    const now = oracle.get()?.tables.some(({ rules, status, code }) => isPublished(rules) && (status === 'solving' || code === 'in_line')) ?? false;
    if (now === isSolving) return;
    isSolving = now;
    element.classList.toggle('home-solving', now);
    if (now) {
      board?.destroy();
      board = null;
      const { solvingCard } = await import('../oracle.js');
      if (isSolving && !signal.aborted) replace(place, await solvingCard(signal));
    } else {
      replace(place);
      reset();
    }
  }

  const widened = () => { if (!board) reset(); };
  wide.addEventListener('change', widened);
  return {
    element,
    reset,
    solving,
    destroy() {
      wide.removeEventListener('change', widened);
      board?.destroy();
    },
  };
}

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
function runningCard() {
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

/** @param {AbortSignal} signal @param {ReturnType<typeof runningCard>} running */
function continueCard(signal, running) {
  const element = h('section', { class: 'card home-continue', 'aria-busy': 'true' });

  /** @param {GameSummary[]} games */
  function list(games) {
    const open = unfinished(games).filter(({ id }) => id !== running.id);
    const shown = (open.length > 0 ? open : games.filter((game) => !isUnfinished(game) && game.status !== 'withdrawn')).slice(0, 2);
    if (shown.length === 0) return lesson();
    replace(element,
      h('div', { class: 'home-card-head' }, h('h2', null, t(open.length > 0 ? 'home.continue' : 'home.games_title')),
        h('a', { href: '/games' }, t('home.all_games'))),
      h('ul', { class: 'game-rows' }, shown.map(gameRow)));
  }

  function lesson() {
    replace(element, h('div', { class: 'home-lesson' },
      h('div', null, h('h2', null, t('home.first_game_title')), h('p', null, t('home.first_game_line'))),
      h('a', { class: 'button', href: '/learn' }, icon('book'), t('home.learn'))));
  }

  return {
    element,
    async load() {
      try {
        const { games } = await api.games(signal);
        running.update(games);
        list(games);
      } catch {
        if (signal.aborted) return;
        lesson();
      }
      element.removeAttribute('aria-busy');
    },
  };
}

/** @param {AbortSignal} signal */
function puzzleCard(signal) {
  const line = h('p', { class: 'home-puzzle-line' });
  const when = h('p', { class: 'home-puzzle-date' });
  const button = h('a', { class: 'button small', href: '/puzzle' }, t('home.solve'));
  const done = h('span', { class: 'home-puzzle-done', hidden: true }, icon('check'), t('home.puzzle_done'));
  const image = h('span', { class: 'thumbnail' });
  const element = h('section', { class: 'card home-puzzle' },
    h('div', { class: 'home-card-words' }, h('h2', null, t('home.puzzle')), line, when, h('div', { class: 'home-puzzle-buttons' }, button, done)), image);
  let shown = '';

  /** @param {string} text */
  function say(text) {
    shown = '';
    line.textContent = text;
    when.textContent = '';
    button.hidden = done.hidden = true;
    replace(image);
  }

  async function load() {
    const tables = oracle.get()?.tables;
    if (!tables) return;
    // Puzzles exist for solved rule sets only: the chosen one if possible.
    const rules = [chosen().rules, ...PUBLISHED].find(isSolved);
    if (!rules) {
      const soon = tables.some(({ status }) => status === 'solving' || status === 'waiting');
      return say(t(soon ? 'home.puzzle_solving' : 'home.puzzle_none'));
    }
    if (shown === rules) return;
    shown = rules;
    try {
      const puzzle = await api.puzzle(rules, undefined, signal);
      if (signal.aborted || shown !== rules) return;
      line.textContent = t(`home.puzzle_${puzzle.aim}_${puzzle.to_move}`);
      const day = date(new Date(`${puzzle.date}T12:00:00`), { day: 'numeric', month: 'long' });
      when.textContent = t('home.puzzle_of', { date: day, rules: rulesName(rules) });
      const isDone = isSolvedDay(rules, puzzle.date);
      done.hidden = !isDone;
      button.textContent = t(isDone ? 'home.puzzle_again' : 'home.solve');
      button.hidden = false;
      button.href = `/puzzle/${rules}/${puzzle.date}`;
      replace(image, picture(puzzle.position, puzzle.to_move));
    } catch {
      if (!signal.aborted && shown === rules) say(t('home.puzzle_offline'));
    }
  }
  return { element, load };
}

function explorerCard() {
  const line = h('p');
  const button = h('a', { class: 'button small', href: '/explorer' }, t('home.open'));
  function update() {
    const { rules } = chosen();
    line.textContent = t(oracle.get() === null || isSolved(rules) ? 'home.explorer_line' : 'home.explorer_line_estimate');
    button.href = `/explorer/${rules}/${writeAddress(START)}`;
  }
  update();
  const element = h('section', { class: 'card home-explorer' },
    h('div', { class: 'home-card-words' }, h('h2', null, t('home.explorer')), line, button),
    picture(START, 'black'));
  return { element, update };
}

/** A stick with some pawns on it, where there is no room for a board. */
function vignette() {
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
