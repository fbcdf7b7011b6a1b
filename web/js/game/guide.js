/** The guide through a first game: notes beside the board, one at a time. A move never waits for them. Loaded on demand. */
import { announce, h, icon, replace, s } from '../dom.js';
import { rowName } from '../position.js';
import { endSuffix } from '../rules.js';
import { css } from '../router.js';
import { keepGuide } from '../store.js';
import { loadPart, rich, t } from '../text.js';
import { notesOf, noteFor, rowOfNote } from './guide-notes.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./guide-notes.js').Note} Note */
/** @typedef {import('../store.js').Guided} Guided */

/** Where the panel stands beside the board. */
const WIDE = matchMedia('(min-width: 60em) and (min-height: 500px)');
/** The least distance between the note and its neighbours, in pixels. */
const GAP = 10;

/** Loads the texts and styles of a game with the guide. @param {Guided} guided */
export async function prepareGuide(guided) {
  await Promise.all([css('/css/guide.css'), loadPart('guide')]);
  return { guided, head: t(guided.isFirst ? 'guide.head' : 'guide.head_again'), tool: rulesTool, box: guideBox };
}

/** The rules, where other games have values and the list of turns. */
const rulesTool = () => h('a', { class: 'button game-tool', href: '/rules' }, icon('book'), h('span', null, t('guide.rules')));

/**
 * @param {object} options
 * @param {Guided} options.guided
 * @param {HTMLElement} options.page
 * @param {HTMLElement} options.board
 * @param {() => Session} options.state
 * @param {() => import('../types').Side} options.view the side at the lower edge
 * @param {() => boolean} options.isMoving whether a turn is still being shown
 * @param {() => void} options.redraw
 * @param {() => void} options.finish finishes the turn
 * @param {() => void} options.focusBoard
 */
export function guideBox({ guided, page, board, state, view, isMoving, redraw, finish, focusBoard }) {
  const element = h('section', { class: 'game-guide card', 'aria-label': t('guide.label'), hidden: true });
  const line = s('svg', { class: 'guide-line', 'aria-hidden': 'true' });
  const way = h('div', { class: 'guide-way', 'aria-hidden': 'true' }, h('span', null, t('guide.your_goal')), h('i'));
  page.classList.add('first-game');
  page.append(element, line);
  board.append(way);
  let { seen } = guided;
  /** @type {Note | null} */
  let note = null;
  let drawn = '';

  /** @param {readonly string[]} names */
  function see(names) {
    seen = [...new Set([...seen, ...names])];
    keepGuide({ ...guided, seen });
  }

  /** @param {readonly string[]} names the notes that are done with */
  function goOn(names) {
    see(names);
    redraw();
    if (element.hidden) focusBoard();
    else /** @type {HTMLElement | null} */ (element.querySelector('.guide-next'))?.focus();
  }

  /** Shows the note that is due. */
  function update() {
    const { turn, replay, outbox, game } = state();
    note = isMoving() || replay !== null || outbox || game.status !== 'playing' ? null : noteFor(seen, turn);
    page.classList.toggle('guide-aim', note?.name === 'aim');
    way.classList.toggle('down', view() === 'red');
    const key = note && turn ? `${note.name} ${note.example?.action} ${turn.canFinish}` : '';
    if (key !== drawn) {
      drawn = key;
      element.hidden = note === null;
      if (note && turn) fill(note, turn);
    }
    // After the board is drawn, too.
    queueMicrotask(place);
  }

  /** @param {Note} now @param {import('../turn.js').Turn} turn */
  function fill(now, turn) {
    const all = notesOf(turn.rules);
    const at = all.indexOf(now.name);
    const title = h('h2', null, t(`guide.${now.name}_title`));
    const text = h('p', null, textOf(now, turn));
    replace(element, title, text, h('div', { class: 'guide-buttons' },
      h('span', { class: 'guide-dots' }, all.map((_, i) => h('i', { class: i === at ? 'now' : null })), h('span', { class: 'unseen' }, t('guide.step', { n: at + 1, total: all.length }))),
      h('button', { class: 'button quiet', type: 'button', onclick: () => goOn(all) }, t('guide.skip')),
      h('button', { class: 'button guide-next', type: 'button', onclick: () => goOn([now.name]) }, t(at === all.length - 1 ? 'guide.done' : 'guide.next')),
      // The note may stand in the place of this button.
      turn.canFinish && h('button', { class: 'button ink guide-finish', type: 'button', onclick: finish }, t('game.finish_turn'))));
    announce(`${title.textContent}. ${text.textContent}`);
  }

  /** Beside the board at the height of its chip if there is room for it; else in the place of the turn box. */
  function place() {
    page.classList.remove('guide-inside', 'guide-beside');
    element.removeAttribute('style');
    replace(line);
    if (!note || !element.isConnected) return;
    const row = rowOfNote(note);
    const isBeside = WIDE.matches && besideBoard(row);
    page.classList.toggle('guide-beside', isBeside);
    page.classList.toggle('guide-inside', !isBeside);
    if (isBeside && row !== null) connect(row);
  }

  /** @param {number | null} row @returns {boolean} whether there is room */
  function besideBoard(row) {
    page.classList.add('guide-beside');
    const [all, seat, lead, opponent] = [page, ...['.game-player.bottom', '.game-margin', '.game-player.top'].map((each) => page.querySelector(each))].map((each) => each?.getBoundingClientRect());
    if (!all || !seat || !lead || !opponent) return false;
    const above = lead.height > 0 ? lead : opponent;
    element.style.left = `${seat.left - all.left}px`;
    element.style.width = `${seat.width}px`;
    const [top, bottom] = [above.bottom + GAP, seat.top - GAP - element.offsetHeight];
    const wished = row === null ? top : middleOf(row) - element.offsetHeight / 2;
    element.style.top = `${Math.max(top, Math.min(bottom, wished)) - all.top}px`;
    return top <= bottom;
  }

  /** @param {number} row */
  function middleOf(row) {
    const box = board.querySelector(`.board-row[data-row="${row}"]`)?.getBoundingClientRect();
    return box ? box.top + box.height / 2 : 0;
  }

  /** A line from the chip to the note. @param {number} row */
  function connect(row) {
    const action = note?.example?.action;
    const chip = board.querySelector(`.board-chip[data-action="${action}"]`)?.getBoundingClientRect();
    if (!chip) return;
    const [all, box] = [page.getBoundingClientRect(), element.getBoundingClientRect()];
    const [x, y, to] = [chip.right - all.left, middleOf(row) - all.top, box.left - all.left];
    const end = Math.max(box.top - all.top + 20, Math.min(box.bottom - all.top - 20, y));
    const bend = to - 12;
    replace(line, s('path', { d: `M${x} ${y}H${bend}V${end}H${to}` }), s('circle', { cx: x, cy: y, r: 4 }));
  }

  const resized = new ResizeObserver(place);
  resized.observe(page);
  resized.observe(board);

  return {
    update,
    /** What the board shows: an example, its pawns counted. */
    look() {
      const { hint } = state();
      if (!note?.example || hint) return {};
      const { from, to, node } = note.example;
      const texts = Array.from({ length: node.steps ?? 0 }, (_, i) => String(i + 1));
      return { demo: { row: from, own: true, to: null }, marks: note.name === 'number' ? [{ row: to, texts }] : [] };
    },
    /** The player acts, and so goes on. */
    acted() {
      if (note) see([note.name]);
    },
    leave: () => resized.disconnect(),
  };
}

/** @param {Note} note @param {import('../turn.js').Turn} turn @returns {(Node | string)[] | string} */
function textOf({ name, example }, turn) {
  if (!example) return t(`guide.aim_text${endSuffix(turn.rules)}`);
  const row = h('i', { class: 'guide-row' }, rowName(name === 'number' ? example.to : example.from));
  if (name === 'exact') return rich('guide.exact_text', { row, count: turn.steps });
  const count = example.node.steps ?? 0;
  return rich('guide.number_text', { row, count, rows: h('b', null, t('guide.rows', { count })) });
}
