/** The panels around the board: players, margin, turns, last pawns, tools. */
import { pawnIcon } from '../board/pieces.js';
import { h, icon, replace } from '../dom.js';
import { rulesLink, rulesName } from '../house.js';
import { hasServer, offline } from '../network.js';
import { other, parse, rearmost, score as scoreOf } from '../position.js';
import { endSuffix } from '../rules.js';
import { number, sideName, t } from '../text.js';
import { preview } from '../turn.js';
import { leadString } from './lead.js';
import { bell } from './bell.js';
import { seat } from './seat.js';
import { canUndo, mayKnow, sideOfTurn } from './session.js';
import { shown } from './shown.js';
import { matchScore } from './words.js';
import { writtenTurn } from './written.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../turn.js').Choice} Choice */
/**
 * What the page shows beside the state.
 * @typedef {{view: Side, choice: Choice | null, truth: boolean, sound: boolean, tell: boolean, isEstimate: boolean, isNotation: boolean, isFacing: boolean, watched: import('./watch.js').Watched | null}} Look
 */
/**
 * @typedef {object} Handlers
 * @property {() => void} onUndo
 * @property {() => void} onHint
 * @property {() => void} onFlip
 * @property {() => void} onResign
 * @property {() => void} onTurns
 * @property {() => void} onTruth
 * @property {() => void} onSound
 * @property {() => void} onTell
 * @property {() => void} onHelp
 * @property {(at: number | null) => void} onReplay
 * @property {() => void} onReplayTurn
 */

/** @typedef {{head: string, tool: () => HTMLElement}} First what a first game has: another head line, and a way to the rules */

/** @param {Handlers} handlers @param {First | null} [first] */
export function panel(handlers, first = null) {
  const bar = h('div', { class: 'game-bar' });
  const head = h('div', { class: 'game-head' });
  const players = { top: seat('top', handlers.onReplayTurn), bottom: seat('bottom', handlers.onReplayTurn) };
  const margin = leadString();
  const list = turnList(handlers);
  const track = lastPawns();
  const tools = toolRow(handlers, first);
  const turns = h('section', { class: 'game-turns card', 'aria-label': t('game.turns') }, list.element, track.element);
  let drawn = '';

  /** @param {Session} state @param {Look} look @param {number} now */
  function update(state, look, now) {
    const position = look.watched?.position ?? parse(shown(state).position);
    const score = scoreOf(state.game.rules, position);
    const turn = state.replay === null && !look.watched ? state.turn : null;
    const after = turn && look.choice ? preview(turn, look.choice).scoreAfter : null;
    drawHeads(state, look);
    for (const [side, player] of /** @type {const} */ ([[other(look.view), players.top], [look.view, players.bottom]])) {
      const { [side]: mine, [other(side)]: theirs } = after ?? score;
      player.update(state, side, look, mine - theirs, now);
    }
    margin.update(state, score, after, look.view);
    list.update(state, look.isNotation);
    track.update(state.game.rules, position, look.view);
    tools.update(state, look);
  }

  /** @param {Session} state @param {Look} look */
  function drawHeads(state, look) {
    const { game, presence } = state;
    const spectators = presence?.spectators ?? 0;
    const match = t(`common.match_${game.match.games}`) + (game.match.games === 1 ? '' : `, ${matchScore(game, look.view)}`);
    const key = JSON.stringify([game.rules, match, spectators, look.sound, look.tell, look.isEstimate, game.result === null, state.you.length, offline.get()]);
    if (key === drawn) return;
    drawn = key;
    const watching = spectators > 0 && h('span', { class: 'game-watching', title: t('game.spectators', { count: spectators }) }, icon('eye'),
      h('span', { 'aria-hidden': 'true' }, number(spectators)), h('span', { class: 'unseen' }, t('game.spectators', { count: spectators })));
    const soundLabel = t(look.sound ? 'game.sound_off' : 'game.sound_on');
    replace(head, h('p', null, first ? first.head : [rulesLink(game.rules), ` · ${match}`]), look.isEstimate && h('span', { class: 'badge estimate', title: t('game.estimates') }, '≈'), watching,
      h('button', { class: 'header-button', type: 'button', 'aria-label': soundLabel, title: soundLabel, onclick: handlers.onSound }, icon(look.sound ? 'sound' : 'silent')),
      bell(state, look, handlers.onTell),
      h('button', { class: 'header-button game-help', type: 'button', 'aria-label': t('game.keys'), title: t('game.keys'), onclick: handlers.onHelp }, icon('keys')));
    replace(bar, h('a', { class: 'header-button', href: '/', 'aria-label': t('common.back') }, icon('back')),
      first ? h('div', null, first.head) : h('div', null, h('strong', null, rulesName(game.rules)), h('span', null, match, watching && [' · ', t('game.spectators', { count: spectators })])),
      offline.get() && hasServer && h('span', { class: 'header-pill offline', title: t('common.offline_long') }, icon('offline'), t('common.offline')),
      bell(state, look, handlers.onTell),
      h('button', { class: 'header-button', type: 'button', popovertarget: 'header-menu', 'aria-label': t('common.menu') }, icon('menu')));
  }

  /** @param {Session} state @param {number} now */
  function tick(state, now) {
    players.top.tick(state, now);
    players.bottom.tick(state, now);
  }

  return { bar, head, top: players.top.element, bottom: players.bottom.element, margin: margin.element, turns, list, tools: tools.element, markTurns: tools.markTurns, update, tick };
}

/** The list of turns; a click shows the position after a turn. @param {Handlers} handlers */
export function turnList({ onReplay }) {
  const order = h('span', { class: 'label' });
  const rows = h('ol', { class: 'game-list', tabindex: '-1' });
  const empty = h('p', { class: 'game-empty' }, t('game.no_turns'));
  const element = h('div', { class: 'game-list-box' }, h('header', null, h('h2', null, t('game.turns')), order), empty, rows);
  let drawn = '';
  /** @type {Session | null} */
  let last = null;

  rows.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!step || !last) return;
    event.preventDefault();
    onReplay((last.replay ?? last.game.turns.length) + step);
  });

  /** @param {Session} state @param {boolean} isNotation */
  function update(state, isNotation) {
    last = state;
    const { game, turn, replay } = state;
    const pending = turn && turn.past.length > 0 ? writtenTurn(turn.notation) + (turn.complete ? '' : '…') : '';
    const at = replay ?? game.turns.length;
    const key = JSON.stringify([game.start, game.turns, pending, at, isNotation]);
    if (key === drawn) return;
    drawn = key;
    const first = sideOfTurn(game, 0);
    order.textContent = t('game.turns_order', { first: sideName(first), second: sideName(other(first)) });
    /** @type {HTMLElement[]} */
    const cells = game.turns.map((turn, i) => cell(turn, i + 1, at));
    if (pending) cells.push(h('span', { class: 'game-turn pending' }, pending));
    empty.hidden = cells.length > 0;
    rows.hidden = cells.length === 0;
    // A list that scrolls needs something that can have the focus: its turns, else itself.
    rows.tabIndex = game.turns.length === 0 ? 0 : -1;
    const had = rows.contains(document.activeElement);
    replace(rows, Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => h('li', null, h('span', { class: 'game-turn-number' }, number(i + 1)), cells[2 * i], cells[2 * i + 1])));
    if (had) /** @type {HTMLElement} */ (rows.querySelector('[aria-current]') ?? rows).focus({ preventScroll: true });
    reveal();
  }

  /** Scrolls the list, but not the page, to the shown turn. */
  function reveal() {
    const marked = /** @type {HTMLElement | null} */ (rows.querySelector('.game-turn.pending') ?? rows.querySelector('.game-turn.chosen'));
    if (marked) rows.scrollTop = marked.offsetTop - rows.clientHeight + 2 * marked.offsetHeight;
  }
  new ResizeObserver(reveal).observe(rows);

  /** @param {string} text @param {number} number_ @param {number} at */
  function cell(text, number_, at) {
    const isShown = number_ === at;
    return h('button', {
      class: isShown ? 'game-turn chosen' : 'game-turn', type: 'button', 'aria-current': isShown ? 'true' : null,
      onclick: () => onReplay(number_),
    }, writtenTurn(text));
  }

  return { element, update };
}

/** The last pawn of each colour on the eight rows: the game ends when they have passed. */
function lastPawns() {
  const cells = Array.from({ length: 8 }, () => h('span', { class: 'game-track-row' }));
  const markers = { black: h('span', { class: 'game-marker' }, pawnIcon('black', 20)), red: h('span', { class: 'game-marker' }, pawnIcon('red', 20)) };
  const text = h('p', { class: 'label' });
  const rows = h('div', { class: 'game-track-rows', 'aria-hidden': 'true' }, cells, markers.black, markers.red);
  const element = h('div', { class: 'game-track' }, rows, text);
  return {
    element,
    /** @param {string} rules @param {import('../position.js').Position} position @param {Side} view */
    update(rules, position, view) {
      const rule = t(`game.end_rule${endSuffix(rules)}`);
      if (text.textContent !== rule) text.textContent = rule;
      // Which pawns are last decides nothing if the game ends when no row is shared.
      rows.hidden = endSuffix(rules) !== '';
      const at = { black: rearmost(position, 'black'), red: rearmost(position, 'red') };
      const place = (/** @type {number} */ row) => (view === 'black' ? row : 7 - row);
      cells.forEach((cell, i) => {
        const row = place(i);
        cell.classList.toggle('between', at.black <= row && row <= at.red);
      });
      const isShared = at.black === at.red;
      for (const side of /** @type {const} */ (['black', 'red'])) {
        const shift = isShared ? (side === view ? -2.5 : 2.5) : 0;
        markers[side].style.left = `${(place(at[side]) + 0.5) * 12.5 + shift}%`;
      }
    },
  };
}

/** Undo, hint, flip, values, turns, resign; in a first game the rules instead of values and turns. @param {Handlers} handlers @param {First | null} first */
function toolRow(handlers, first) {
  const tool = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
    h('button', { class: `button game-tool ${name}`, type: 'button', onclick }, icon(name), h('span', null, t(`game.${key}`)));
  const undo = tool('undo', 'undo', handlers.onUndo);
  const hint = tool('hint', 'hint', handlers.onHint);
  const flip = tool('flip', 'flip', handlers.onFlip);
  const truth = tool('truth', 'truth', handlers.onTruth);
  const turns = tool('turns', 'turns', handlers.onTurns);
  const resign = tool('resign', 'resign', handlers.onResign);
  truth.title = t('game.truth_title');
  turns.setAttribute('aria-expanded', 'false');
  const element = h('div', { class: 'game-tools', role: 'group', 'aria-label': t('game.tools') }, undo, hint, flip, first ? first.tool() : [truth, turns], resign);
  return {
    element,
    /** @param {boolean} isOpen */
    markTurns: (isOpen) => turns.setAttribute('aria-expanded', String(isOpen)),
    /** @param {Session} state @param {Look} look */
    update(state, look) {
      const { game, you } = state;
      const plays = game.status === 'playing' && you.length > 0;
      undo.disabled = !canUndo(state);
      hint.hidden = truth.hidden = !plays || !mayKnow(state);
      hint.disabled = !state.turn || state.turn.isPass || state.turn.complete || state.replay !== null;
      truth.setAttribute('aria-pressed', String(look.truth));
      undo.hidden = resign.hidden = !plays;
    },
  };
}
