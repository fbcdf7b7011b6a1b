// The board: combines pieces, marks, chips and buttons, and holds which pawn is hovered and chosen.

import { announce, h, put, replace, s } from '../dom.js';
import { apply, homeOf, isFull, moves, other, parse, parseAction, write } from '../position.js';
import { t } from '../text.js';
import { between } from '../turn.js';
import { chipRack, chipsOf, choicesOf, isSame, meant, rowButton, spokenPosition } from './chips.js';
import { hasChips, isTurned, landX, layout, rowBottom, rowTop, standX, stickTop } from './geometry.js';
import { gutter } from './gutter.js';
import { steer } from './input.js';
import { draw, places, roomFor, rowOf } from './marks.js';
import { calm, crowd, ensureDefs, stick, travelTime } from './pieces.js';
import { sparkle } from './spark.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {import('./chips.js').Active} Active */
/**
 * @typedef {{rules: string, view?: Side, interactive?: boolean, sides?: readonly Side[], onAction?: (action: string) => void,
 *   onPreview?: (choice: Choice|null) => void, onKey?: (name: string) => void, values?: boolean, small?: boolean,
 *   plain?: boolean, label?: string, edges?: import('./geometry.js').Edges, pageKeys?: boolean}} Options `plain` hides what an opening
 *   earns and which follow-up is exact (lessons); `pageKeys` takes keys on the whole page, not only while the board has the focus
 */
/**
 * @typedef {{position?: Position|string, turn?: Turn|null, last?: import('./marks.js').Last|null,
 *   hint?: {side?: Side, actions: readonly string[]}|null, arrows?: readonly import('./marks.js').Arrow[],
 *   marks?: readonly import('./marks.js').Mark[], rules?: string, view?: Side, values?: boolean, sides?: readonly Side[],
 *   plain?: boolean, interactive?: boolean, edges?: import('./geometry.js').Edges, mover?: Side|null, demo?: Active|null,
 *   edge?: ((at: import('./geometry.js').Layout) => HTMLElement[])|null}} Shown `mover`: whose points the rows show; without it,
 *   those of the side that sits below; `demo`: a pawn that shows how it would move while none is looked at; `edge` draws at the right edge, in the place of the chips, and the points give way
 */

/** @typedef {ReturnType<typeof board>} Board */

/** Milliseconds between two actions of an opponent's turn, at most for the whole turn, for each arrow of a turn with reduced motion, and for flipping the board. */
const [PAUSE, LONGEST, TOLD, FLIP] = [250, 1800, 400, 320];
/** How long clicks on a row are ignored after a pawn landed there, in ms. */
const LANDED = 600;

/** @param {Options} options */
export function board(options) {
  ensureDefs();
  const state = {
    position: parse('00000000/00000000 b'), turn: /** @type {Turn|null} */ (null), last: /** @type {Shown['last']} */ (null),
    hint: /** @type {Shown['hint']} */ (null), arrows: /** @type {NonNullable<Shown['arrows']>} */ ([]),
    marks: /** @type {NonNullable<Shown['marks']>} */ ([]), rules: options.rules, view: options.view ?? 'black',
    values: options.values === true, sides: options.sides ?? /** @type {Side[]} */ (['black', 'red']), plain: options.plain === true,
    interactive: options.interactive !== false, mover: /** @type {Side|null} */ (null), demo: /** @type {Active|null} */ (null), edge: /** @type {NonNullable<Shown['edge']>|null} */ (null), edges: options.edges ?? (options.interactive === false ? /** @type {const} */ ('none') : /** @type {const} */ ('chips')),
  };
  /** The hovered and the chosen pawn, and the row button that is in the tab order. */
  const ui = { hover: /** @type {Active|null} */ (null), chosen: /** @type {Active|null} */ (null), cursor: { row: 0, own: true }, isPlaying: false };
  let at = layout(1, 1, state.view);
  let told = /** @type {Choice|null} */ (null);
  let isDropped = false;
  /** The row that a pawn landed on last, and until when clicks on it are ignored. */
  let landed = { row: -1, until: 0 };
  let skipPlay = () => {};

  const rows = Array.from({ length: 8 }, (_, row) => rowParts(row));
  const ground = s('g');
  const sticks = s('g');
  const under = s('g');
  const art = s('svg', { class: 'board-art', 'aria-hidden': 'true' }, ground, sticks, under);
  const pawnLayer = h('div', { class: 'board-pawns', 'aria-hidden': 'true' });
  const over = s('g');
  const sparks = s('g');
  const top = s('svg', { class: 'board-over', 'aria-hidden': 'true' }, over, sparks);
  const chipLayer = h('div', { class: 'board-chips' });
  const edgeLayer = h('div', { class: 'board-edge', 'aria-hidden': 'true' });
  const gripLayer = h('div', { class: 'board-grips', 'aria-hidden': 'true' });
  // Screen readers read the rows in this order, from a to h; the layout sets their places.
  const mat = h('div', { class: 'board-mat' }, rows.map((one) => one.element));
  const element = h('div', { class: 'board' }, mat, art, pawnLayer, top, edgeLayer, chipLayer, gripLayer);
  const pawns = crowd(pawnLayer);
  const showChips = chipRack(chipLayer);

  /** The turn, if a player may act here. */
  const acting = () => (state.interactive && !ui.isPlaying && state.turn && state.sides.includes(state.turn.side) ? state.turn : null);
  /** The pawn that the player looks at. */
  const active = () => {
    const turn = acting();
    if (!turn) return null;
    // Hovering a chip or ghost of the chosen pawn selects the direction.
    if (ui.chosen && ui.hover?.to !== null && ui.hover?.row === ui.chosen.row && ui.hover.own === ui.chosen.own) return ui.hover;
    const one = ui.chosen ?? ui.hover;
    return one && choicesOf(turn, one).length > 0 ? one : null;
  };
  const looked = () => active() ?? (acting() ? state.demo : null);
  const chips = () => chipsOf(acting(), { view: state.view, active: looked(), values: state.values, plain: state.plain });
  const scene = () => ({ at, position: state.position, turn: acting(), active: looked(), last: state.turn?.actions.length && !calm() ? null : state.last ?? null, hint: state.hint ?? null, arrows: state.arrows, marks: state.marks, plain: state.plain });

  /** @param {import('./pieces.js').How} [how] @returns {number} how long the pawns travel */
  function render(how = {}) {
    if (at.width < 50) return 0;
    const turn = acting();
    const now = scene();
    const drawn = draw(now);
    const seen = `${write(state.position)} ${at.width} ${at.height} ${at.view}`;
    if (ground.dataset['seen'] !== seen) replace(ground, ...places(at, state.position));
    ground.dataset['seen'] = seen;
    replace(under, ...drawn.under);
    replace(over, ...drawn.over);
    rows.forEach((parts, row) => showRow(parts, row, turn, drawn.tints[row] ?? []));
    showChips(hasChips(at) ? chips() : [], at, turn !== null && isTurned(at, turn.side));
    if (state.edge || edgeLayer.firstChild) replace(edgeLayer, ...(state.edge?.(at) ?? []));
    showGrips(turn);
    pawns.lift(now.active && turn ? { side: now.active.own ? turn.side : other(turn.side), row: now.active.row } : null);
    const kinds = { acting: turn !== null && turn.choices.length > 0, plain: state.plain, looking: now.active !== null, counted: state.edge !== null, 'for-red': state.mover === 'red' };
    for (const [name, is] of Object.entries(kinds)) element.classList.toggle(name, is);
    return pawns.show(at, state.position, roomFor(now), how);
  }

  /** Redraws after the hovered or chosen pawn changed, and notifies the page. */
  function look() {
    render({ animate: true });
    const choice = meant(acting(), active());
    if (choice === told) return;
    told = choice;
    options.onPreview?.(choice);
  }

  /** @param {number} row */
  function rowParts(row) {
    const edges = gutter(row);
    const spot = h('button', { type: 'button', class: 'board-spot', tabindex: -1, 'data-row': row, 'data-own': 'true' });
    const second = h('button', { type: 'button', class: 'board-spot', tabindex: -1, 'data-row': row, 'data-own': 'false', hidden: true });
    for (const one of [spot, second]) {
      one.addEventListener('focus', () => {
        ui.cursor = { row, own: one === spot };
        const isKeyboard = one.matches(':focus-visible');
        if (isKeyboard && !ui.chosen) ui.hover = { ...ui.cursor, to: null };
        look();
      });
      one.addEventListener('blur', () => {
        if (ui.hover?.row !== row || element.matches(':hover')) return;
        ui.hover = null;
        look();
      });
    }
    return { element: h('div', { class: 'board-row', 'data-row': row }, edges.element, spot, second), gutter: edges, spot, second };
  }

  /**
   * @param {ReturnType<typeof rowParts>} parts
   * @param {number} row
   * @param {Turn|null} turn
   * @param {string[]} tints
   */
  function showRow(parts, row, turn, tints) {
    const full = isFull(state.position, row);
    put(parts.element, 'class', ['board-row', row === 0 ? 'home-black' : row === 7 ? 'home-red' : '', full ? 'full' : '', ...tints].filter(Boolean).join(' '));
    parts.gutter.show({ rules: state.rules, side: state.mover ?? state.view, isFull: full, isBoth: at.edges === 'both' });
    if (!state.interactive) return;
    const how = { view: state.view, values: state.values, plain: state.plain };
    const isSplit = turn?.phase === 'bonus' && turn.choices.some((one) => one.from === row && !one.own);
    const isBelow = turn?.side === state.view;
    for (const [spot, own] of /** @type {[HTMLButtonElement, boolean][]} */ ([[parts.spot, true], [parts.second, false]])) {
      const { label, can } = rowButton(state.position, turn, row, own, how);
      put(spot, 'aria-label', label);
      put(spot, 'aria-disabled', can ? null : 'true');
      put(spot, 'tabindex', ui.cursor.row === row && (ui.cursor.own === own || (own && !isSplit)) ? '0' : '-1');
      spot.classList.toggle('half', isSplit);
      spot.classList.toggle('right', isSplit && own !== isBelow);
      spot.classList.toggle('chosen', ui.chosen?.row === row && ui.chosen.own === own);
    }
    const hadFocus = !isSplit && document.activeElement === parts.second;
    parts.second.hidden = !isSplit;
    if (hadFocus) parts.spot.focus({ preventScroll: true });
  }

  /** Handles for fingers: elsewhere a finger scrolls the page. @param {Turn|null} turn */
  function showGrips(turn) {
    const room = roomFor(scene());
    const spots = new Map((turn?.choices ?? []).map((one) => [`${one.side}${one.from}`, one]));
    replace(gripLayer, ...[...spots.values()].map((one) => {
      const grip = h('i', { class: 'board-grip' });
      const x = standX(at, room, state.position, one.side, one.from);
      grip.style.transform = `translate(${x - at.place / 2}px,${rowTop(at, one.from)}px)`;
      grip.style.width = `${at.place}px`;
      grip.style.height = `${at.row}px`;
      return grip;
    }));
  }

  /** Computes the layout for the current size and view. */
  function arrange() {
    const { clientWidth: width, clientHeight: height } = element;
    if (width < 50 || height < 50) return;
    at = layout(width, height, state.view, state.edges);
    element.classList.toggle('wide', at.wide);
    element.classList.toggle('long', at.chip.wide);
    element.classList.toggle('low', at.row < 40);
    for (const edges of ['bare', 'both']) element.classList.toggle(edges, at.edges === edges);
    element.style.setProperty('--board-left', `${at.letter}px`);
    rows.forEach((parts, row) => {
      const top = rowTop(at, row);
      parts.element.style.top = `${top}px`;
      parts.element.style.height = `${rowBottom(at, row) - top}px`;
    });
    replace(sticks, ...Array.from({ length: 7 }, (_, i) => stick(-at.overhang, stickTop(at, i), width + 2 * at.overhang, at.stick, i)));
  }

  /** @param {Choice} choice @param {boolean} [dropped] */
  function play(choice, dropped = false) {
    ui.chosen = null;
    ui.hover = null;
    told = null;
    isDropped = dropped;
    landed = { row: choice.to, until: performance.now() + (dropped ? 0 : travelTime(Math.abs(choice.to - choice.from))) + LANDED };
    options.onPreview?.(null);
    options.onAction?.(choice.action);
    isDropped = false;
    // The page may reject the action, as lessons do with a wrong one: show the old state again.
    render();
    if (chipLayer.contains(document.activeElement) || document.activeElement === document.body) focus();
  }

  const release = steer({
    element,
    turn: acting,
    at: () => at,
    pawnX: (choice) => standX(at, roomFor(scene()), state.position, choice.side, choice.from),
    landX: (choice) => landX(at, roomFor(scene()), state.position, choice.side, choice.to),
    chosen: () => ui.chosen,
    choose(next) {
      if (isSame(ui.chosen, next)) return;
      ui.chosen = next;
      if (!next) ui.hover = null;
      look();
    },
    hasPageKeys: options.pageKeys === true,
    hovered: () => ui.hover,
    isJustLanded: (row) => row === landed.row && performance.now() < landed.until,
    hover(next) {
      if (isSame(ui.hover, next)) return;
      ui.hover = next;
      look();
    },
    drag: (choice, x, y) => pawns.drag(choice.side, choice.from, x, y),
    drop() {
      ui.chosen = null;
      ui.hover = null;
      look();
    },
    play,
    say: (choice) => announce(chips().find((chip) => chip.action === choice.action)?.label ?? ''),
    skip: () => ui.isPlaying && (skipPlay(), true),
    isPlaying: () => ui.isPlaying,
    cursor: () => ui.cursor,
    moveTo(row, own) {
      if (ui.chosen && (ui.chosen.row !== row || ui.chosen.own !== own)) ui.chosen = null;
      ui.cursor = { row, own };
      ui.hover = { row, own, to: null };
      look();
      focus();
    },
    key: (name) => (name === 'say' ? announce(spokenPosition(state.position, state.view)) : options.onKey?.(name)),
  });

  function focus() {
    const parts = rows[ui.cursor.row];
    (parts && !ui.cursor.own && !parts.second.hidden ? parts.second : parts?.spot)?.focus({ preventScroll: true });
  }

  /** @param {Shown} shown @param {{animate?: boolean}} [how] */
  function set(shown, { animate = false } = {}) {
    if (ui.isPlaying) skipPlay();
    pawns.finish();
    const old = state.turn;
    const { position } = shown;
    const isSeen = 'turn' in shown && shown.turn !== old;
    const isMoved = (shown.view ?? state.view) !== state.view || (shown.edges ?? state.edges) !== state.edges;
    Object.assign(state, { last: null, hint: null, arrows: [], marks: [], demo: null, edge: null }, Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)));
    state.position = typeof position === 'string' ? parse(position) : position ?? state.turn?.position ?? state.position;
    if (isSeen) {
      ui.chosen = null;
      const isFocused = element.contains(document.activeElement) && document.activeElement?.matches(':focus-visible') === true;
      // At the beginning of a turn the arrows of the last one are shown, until the cursor moves.
      const isNew = state.turn?.actions.length === 0 && state.last?.isDrawn;
      ui.hover = isFocused && !isNew ? { ...ui.cursor, to: null } : null;
      if (!isFocused && state.turn) ui.cursor = { row: state.turn.choices[0]?.from ?? homeOf(state.view), own: state.turn.choices[0]?.own ?? true };
    }
    label();
    if (isMoved) arrange();
    const known = animate ? between(old, state.turn) : null;
    const isStar = known?.moves.length === 1 && !known.isUndo && state.turn?.phase === 'bonus';
    const time = render({ animate, moves: known?.moves ?? [], speed: known?.isUndo ? 0.6 : 1, direct: isDropped, ...(isMoved ? { slide: FLIP } : {}) });
    if (isStar) sparkle(sparks, at, state.position, state.turn?.side ?? 'black', time);
  }

  /**
   * Animates the actions of a turn, for example of the opponent's, one after the other.
   * @param {readonly string[]} actions
   * @param {Side} side
   * @param {{delay?: number, onAction?: (action: string) => void}} [how] `delay`: before the first action, in ms
   * @returns {Promise<void>} when all have arrived, or were skipped
   */
  async function playActions(actions, side, { delay = 0, onAction } = {}) {
    if (ui.isPlaying) skipPlay();
    pawns.finish();
    let isSkipped = document.hidden;
    let wake = () => {};
    const stop = () => {
      isSkipped = true;
      ui.isPlaying = false;
      pawns.finish();
      wake();
    };
    skipPlay = stop;
    ui.isPlaying = true;
    ui.chosen = ui.hover = null;
    const whole = actions.reduce((sum, action) => sum + travelTime(Math.abs(parseAction(action).to - parseAction(action).from)) + PAUSE, 0);
    const speed = Math.min(1, LONGEST / Math.max(1, whole));
    Object.assign(state, { turn: null, hint: null, arrows: [], marks: [], last: null });
    /** @param {number} time */
    const pause = (time) => new Promise((resolve) => {
      const id = setTimeout(resolve, time);
      wake = () => (clearTimeout(id), resolve(undefined));
    });
    if (delay > 0 && !isSkipped) await pause(delay);
    const done = [];
    for (const action of actions) {
      const { from, to } = parseAction(action);
      state.position = apply(state.position, action, side);
      done.push(action);
      // With reduced motion the arrows tell the turn; else they come at its end.
      state.last = { side, actions: [...done], isDrawn: calm() };
      const time = render({ animate: !isSkipped, moves: [{ side: moves(action, side), from, to }], speed });
      onAction?.(action);
      if (!isSkipped) await pause(calm() ? TOLD : time + PAUSE * speed);
    }
    if (skipPlay === stop) {
      ui.isPlaying = false;
      skipPlay = () => {};
    }
  }

  function label() {
    const name = options.label ?? t('board.board');
    if (state.interactive) {
      element.setAttribute('role', 'group');
      element.setAttribute('aria-label', name);
    } else {
      element.setAttribute('role', 'img');
      element.setAttribute('aria-label', t('board.board_view', { rows: spokenPosition(state.position, state.view) }));
    }
    for (const { spot } of rows) spot.hidden = !state.interactive;
  }

  const resized = new ResizeObserver(() => {
    arrange();
    render();
  });
  resized.observe(element);
  label();

  return {
    element,
    set,
    play: playActions,
    /** Ends every animation at once. */
    skip() {
      skipPlay();
      pawns.finish();
    },
    /** @param {number|string|null} row */
    choose(row) {
      ui.chosen = row === null ? null : { row: rowOf(row), own: true, to: null };
      look();
    },
    focus,
    /** Flips the board, and returns the side at the lower edge. @returns {Side} */
    flip() {
      pawns.finish();
      state.view = other(state.view);
      arrange();
      label();
      render({ animate: true, slide: FLIP });
      return state.view;
    },
    view: () => state.view,
    destroy() {
      release();
      resized.disconnect();
      skipPlay();
      element.remove();
    },
  };
}
