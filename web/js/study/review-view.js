// The review of a game in which one can play: board, graph, turns, lines and sentences. For games and for uploaded records.

import { board } from '../board/board.js';
import { announce, dialog, h, icon, isForField, replace, toast } from '../dom.js';
import { spokenTurn } from '../game/written.js';
import { actionsOf, other, parse, write } from '../position.js';
import { go } from '../router.js';
import { settings } from '../store.js';
import { errorText, number, t } from '../text.js';
import { begin, play, undo } from '../turn.js';
import { answersFor, askLines } from './answers.js';
import { addressOf } from './editor-model.js';
import { graphTable, graphView } from './graph-view.js';
import { keepTries, recallTries } from './kept-tries.js';
import { menuButton } from '../menu.js';
import { positionAfter } from './notes-text.js';
import { replayTurn } from './replay.js';
import { listedLines } from './review-lines.js';
import { turnList } from './review-list.js';
import { beginning, canTry, positionAt, spotOf } from './review-model.js';
import { reviewPage, turnSheet } from './review-page.js';
import { aboutDoing, aboutLine, aboutTurn } from './review-say.js';
import { marksChoice, reviewBar, showsChoice } from './review-tools.js';
import { targetOf } from './review-walk.js';
import { lineAt, merged, promoted, restored, spotAt, withNote, without, withPath, withTry } from './tries.js';
import { tryList } from './try-list.js';
import { arrowsOf } from './values.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('./tries.js').Tries} Tries */
/** @typedef {import('./review-page.js').Options} Options */

/** How long stepping must pause before values are asked for, in ms. */
const PAUSE = 120;

/** @param {HTMLElement} root @param {Options} options */
export function reviewView(root, options) {
  const { review, graded, you, names, signal } = options;
  const last = review.turns.length;
  const viewer = you.length === 1 ? you[0] ?? null : null;
  const first = review.turns[0]?.side ?? 'black';
  // A phone, upright or on its side; study.css has the same limits.
  const narrow = matchMedia('(max-width: 43.74em), (max-height: 499px) and (min-width: 520px) and (max-width: 59.99em)');
  const answers = answersFor(review.rules, signal);
  const state = {
    at: -1, path: /** @type {string[]} */ ([]), shows: /** @type {'best'|'played'} */ ('best'), turn: /** @type {Turn|null} */ (null),
    tries: merged(recallTries(options.game, last), options.given), noting: /** @type {string[]|null} */ (null), trouble: '',
  };
  let replaying = 0;
  let timer = 0;

  const shown = board({
    rules: review.rules, view: viewer === 'red' ? 'red' : 'black', interactive: true, sides: ['black', 'red'], label: t('study.board_label'),
    edges: 'narrow', pageKeys: true, onAction: act,
    onKey: (/** @type {string} */ name) => {
      if (name === 'undo') back();
      if (name === 'finish') finish();
      if (name === 'flip') shown.flip();
      if (name === 'replay') replay();
    },
  });
  const graph = graded ? graphView(review, settings.get('slips'), (at) => select(at)) : null;
  const list = turnList(review, graded, (at) => {
    select(at);
    closeTurns();
  });
  const tree = tryList({
    choose: (path) => select(state.at, path),
    remove,
    promote: (path) => change(promoted(state.tries, state.at, path)),
    write: (path) => note(path),
    note: (path, text) => change(withNote(state.tries, state.at, path, text)),
    written: () => state.noting && (state.noting = null, render()),
  });
  const say = h('div', { class: 'study-say', 'aria-live': 'polite' });
  const shows = showsChoice(show);
  const marks = marksChoice((all) => settings.set('slips', all));
  const menuItem = (/** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ text, /** @type {() => void} */ onclick, look = '') =>
    h('button', { type: 'button', class: look, onclick }, h('span', null, icon(picture), text));
  const data = () => graph && dialog({ title: t('study.graph_as_table'), body: graphTable(review, you), buttons: [] });
  const bar = reviewBar({
    walk, back: () => select(state.at), replay, graded, shows: shows.element,
    turns: toggleTurns,
    more: [
      menuItem('comment', t('study.comment'), () => note(state.path)),
      menuItem('explore', t('study.explore_here'), explore),
      menuItem('share', t('common.share'), share),
      graded && menuItem('flip', t('study.swap'), swap),
      menuItem('replay', t('study.replay'), replay),
      graph && menuItem('record', t('study.graph_as_table'), data),
      options.more,
    ],
  });
  const menu = menuButton({ label: t('study.more'), picture: 'more', look: 'button study-step' },
    [graph && menuItem('record', t('study.graph_as_table'), data), options.more]);
  const shareButton = h('button', { class: 'button', type: 'button', onclick: share }, icon('share'), t('common.share'));

  // ---- What is shown ----

  const turnHere = () => review.turns[state.at];
  const base = (at = state.at) => write(positionAt(review, at));
  const here = () => positionAfter(base(), state.path);
  /** Whose turn was the last of a line of this length. @param {number} length */
  const sideOf = (length) => (length % 2 === 1 ? positionAt(review, state.at).side : other(positionAt(review, state.at).side));
  /** The value of the last turn of a line. @param {string[]} path */
  const valueOf = (path) => answers.values.get(positionAfter(base(), path.slice(0, -1)))?.turns.get(path.at(-1) ?? '');

  /** The turn that the arrows show, and who plays it. */
  function shownTurn() {
    if (state.path.length > 0) {
      const isOver = valueOf(state.path)?.over === true;
      return { turn: isOver ? null : answers.values.get(here())?.best?.turn ?? null, side: other(sideOf(state.path.length)) };
    }
    const turn = turnHere();
    if (!turn) return { turn: null, side: first };
    return { turn: graded && state.shows === 'best' ? turn.best?.turn ?? turn.turn : turn.turn, side: turn.side };
  }

  /** @param {boolean} [animate] */
  function render(animate = false) {
    const { at, path, turn } = state;
    const isBuilding = turn !== null && turn.actions.length > 0;
    const isLine = path.length > 0;
    const arrows = shownTurn();
    const played = isLine ? { side: sideOf(path.length), actions: actionsOf(path.at(-1) ?? '') } : null;
    boardPlace.classList.toggle('building', isBuilding);
    boardPlace.classList.toggle('played', !isLine && state.shows === 'played' && graded);
    shown.set({
      position: turn?.position ?? positionAfter(base(), path), turn, last: isBuilding ? null : played,
      arrows: isBuilding || !arrows.turn ? [] : arrowsOf(arrows.turn, arrows.side),
    }, { animate });
    graph?.select(at);
    list.select(at, isLine);
    shows.set(state.shows);
    bar.setLine(isLine);
    for (const [name, button] of Object.entries(bar.buttons)) button.disabled = target(name.replace('_short', '')) === null;
    bar.replayButton.disabled = !replayed();
    renderSay();
    renderTree();
  }

  function renderSay() {
    const { at, path, turn } = state;
    if (turn && turn.actions.length > 0) {
      replace(say, aboutDoing(turn, { undo: back, finish }));
      return;
    }
    const known = { graded, viewer, values: answers.values.get(base()) };
    replace(say, path.length === 0 ? aboutTurn(review, at, known) : aboutLine({
      played: turnHere(), depth: path.length, value: valueOf(path), side: sideOf(path.length),
      best: answers.values.get(here())?.best ?? null, viewer, graded,
    }), state.trouble && h('p', { role: 'alert' }, state.trouble));
  }

  function renderTree() {
    list.place(state.at, narrow.matches ? null : tree.element);
    if (narrow.matches && tree.element.parentElement !== treePlace) treePlace.append(tree.element);
    tree.set({
      lines: listedLines({ review, at: state.at, tries: state.tries, graded, answers }),
      label: t('study.tries_of', { number: number(spotOf(review, state.at).number) }),
      path: state.path, note: spotAt(state.tries, state.at).note, noting: state.noting, viewer, first,
    });
  }

  // ---- Going somewhere ----

  /** @param {number} wanted @param {string[]} [path] */
  function select(wanted, path = []) {
    const at = Math.max(0, Math.min(last, wanted));
    const isStep = Math.abs(at - state.at) === 1 || (at === state.at && path.length !== state.path.length);
    replaying += 1;
    Object.assign(state, { at, path, turn: null, noting: null, trouble: '' });
    history.replaceState({ ...history.state, at, path }, '', location.href);
    render(isStep);
    list.reveal(at);
    if (say.parentElement) say.parentElement.scrollTop = 0;
    clearTimeout(timer);
    timer = window.setTimeout(() => load(at, path), PAUSE);
  }

  /** Asks for what the place needs: its turns with their values, and those of the listed lines. @param {number} at @param {string[]} path */
  async function load(at, path) {
    const isHere = () => !signal.aborted && state.at === at && state.path.join() === path.join();
    const position = positionAfter(base(at), path);
    try {
      if (!canTry(review, at)) return;
      if (path.length > 0) await answers.values.ask(positionAfter(base(at), path.slice(0, -1)));
      const isOver = path.length > 0 && valueOf(path)?.over === true;
      const [tree] = isOver ? [null] : await Promise.all([answers.trees.ask(position), answers.values.ask(position)]);
      if (!isHere()) return;
      if (state.turn === null && tree) state.turn = begin(tree, position, review.rules);
      render();
      const paths = listedLines({ review, at, tries: state.tries, graded, answers }).map((line) => line.path);
      await askLines(answers, base(at), paths, isHere, () => (state.turn?.actions.length ?? 0) === 0 && renderTree());
    } catch (error) {
      if (!isHere()) return;
      state.trouble = errorText(error);
      renderSay();
    }
  }

  /** @param {string} name */
  const target = (name) => targetOf(name, review, state, settings.get('slips'));

  /** @param {string} name */
  function walk(name) {
    const to = target(name);
    if (to) select(to.at, to.path);
  }

  /** @param {'best'|'played'} wanted */
  function show(wanted) {
    replaying += 1;
    state.shows = wanted;
    render();
  }
  function swap() {
    show(state.shows === 'best' ? 'played' : 'best');
  }

  /** The turn that a replay plays, and from where. */
  function replayed() {
    const { path } = state;
    const { turn, side } = path.length > 0 ? { turn: path.at(-1) ?? null, side: sideOf(path.length) } : shownTurn();
    const actions = turn ? actionsOf(turn) : [];
    return turn && actions.length > 0 ? { turn, side, actions, from: positionAfter(base(), path.slice(0, -1)) } : null;
  }

  function replay() {
    const what = replayed();
    if (!what) return;
    replaying += 1;
    const mine = replaying;
    state.turn = state.turn && begin(state.turn.tree, state.turn.start, review.rules);
    renderSay();
    replayTurn(shown, { ...what, isBack: state.path.length > 0 }, () => mine === replaying && !signal.aborted, () => render(state.path.length === 0));
  }

  // ---- Playing ----

  /** @param {string} action */
  function act(action) {
    if (!state.turn) return;
    replaying += 1;
    state.turn = play(state.turn, action);
    if (state.turn.complete) finish();
    else render(true);
  }

  function finish() {
    const { turn, at, path } = state;
    if (!turn?.canFinish) return;
    // The turn that was played is no try: the game goes on.
    if (path.length === 0 && turn.notation === turnHere()?.turn) {
      select(at + 1);
      return;
    }
    const whole = withPath(state.tries, at, path);
    const tries = whole && withTry(whole, at, path, turn.notation);
    if (!tries) toast(t('study.tries_full'));
    else {
      store(tries);
      announce(t('study.tried', { turn: spokenTurn(turn.notation) }));
    }
    select(at, tries ? [...path, turn.notation] : path);
  }

  /** Takes one action back, else returns to the game. */
  function back() {
    if (state.turn && state.turn.actions.length > 0) {
      state.turn = undo(state.turn);
      render(true);
    } else if (state.path.length > 0) select(state.at);
  }

  // ---- Tries and comments ----

  /** @param {Tries} tries */
  function store(tries) {
    state.tries = tries;
    keepTries(options.game, tries);
  }

  /** @param {Tries} tries */
  function change(tries) {
    store(tries);
    renderTree();
  }

  /** @param {string[]} path */
  function remove(path) {
    const { at } = state;
    const gone = without(state.tries, at, path);
    if (!gone) return;
    store(gone.tries);
    select(at, path.slice(0, -1));
    toast(t('study.try_removed'), {
      label: t('study.undo'),
      action: () => {
        store(restored(state.tries, at, path, gone));
        select(at, path);
      },
    });
  }

  /** @param {string[]} path */
  function note(path) {
    // Where the game ended there is no turn to comment, only lines.
    if (!turnHere() && path.length === 0) return;
    // The best line can be commented like a try, once it is one.
    store(withPath(state.tries, state.at, path) ?? state.tries);
    state.noting = path;
    closeTurns();
    renderTree();
    tree.element.scrollIntoView({ block: 'nearest' });
  }

  function explore() {
    go(`${addressOf(review.rules, parse(here()))}?from=review`);
  }

  async function share() {
    const { shareReview } = await import('./review-share.js');
    shareReview({ review, at: state.at, tries: state.tries, link: options.link, record: options.record });
  }

  // ---- The page ----

  const boardPlace = h('div', { class: 'study-board' }, shown.element);
  const treePlace = h('div', { class: 'study-tree-place' });
  const sheet = turnSheet(list.element, explore, () => note(state.path));

  /** @param {HTMLButtonElement} button */
  function toggleTurns(button) {
    const isOpen = sheet.classList.toggle('open');
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) sheet.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }
  function closeTurns() {
    sheet.classList.remove('open');
    bar.turnsButton.setAttribute('aria-expanded', 'false');
  }

  const KEYS = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => walk('previous'), ArrowRight: () => walk('next'), Home: () => walk('first'), End: () => walk('last'),
    Delete: () => state.path.length > 0 && remove(state.path), Escape: closeTurns,
    m: () => graded && walk('next_mistake'), M: () => graded && walk('previous_mistake'), p: () => graded && swap(),
  });
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || !settings.get('keys') || isForField(event)) return;
    const does = KEYS[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
  document.addEventListener('keydown', onKey, { signal });
  narrow.addEventListener('change', renderTree, { signal });
  const stopMarks = settings.on('slips', (all) => {
    markAll(all);
    render();
  });
  /** @param {boolean} all */
  function markAll(all) {
    marks.set(all);
    graph?.markAll(all);
    list.element.classList.toggle('all', all);
  }

  replace(root, reviewPage({
    review, you, names, boardPlace, sheet, graph: graph?.element ?? null, marks: marks.element, under: [bar.element, say, treePlace],
    head: options.head({ share: shareButton, more: [menu.button, menu.menu] }),
  }));
  markAll(settings.get('slips'));
  begun();

  /** Where to begin: where this entry of the history was left, else what the address names, else where the game was decided. */
  function begun() {
    const { at, path } = history.state ?? {};
    const wasAt = Number.isInteger(at) && at >= 0 && at <= last ? at : null;
    const wasPath = Array.isArray(path) && lineAt(state.tries, wasAt ?? -1, path) ? path : [];
    if (wasAt !== null) select(wasAt, wasPath);
    else select(options.at ?? (graded ? beginning(review) : 0));
  }

  return {
    share,
    leave() {
      clearTimeout(timer);
      stopMarks();
      graph?.destroy();
      shown.destroy();
    },
  };
}
