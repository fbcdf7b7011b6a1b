// Marks on the board: rings, ghosts, paths, arrows, numbers, and the tints of rows.

import { s } from '../dom.js';
import { ROOM, apply, countOn, forward, isInner, moves, other, parseAction, rowIndex } from '../position.js';
import { arrowParts, badge, head, line, ring, shortWay } from './arrows.js';
import { choicesOf, meant } from './chips.js';
import {
  BOX, crossingX, footY, hasChips, isTurned, landX, pawnXs, pawnY, placeX, rowTop, scaleOf, standX, stickMiddle, swayPath,
  swayX, withArrival,
} from './geometry.js';
import { lastArrows, lastTurn } from './last.js';
import { STAR, ghost } from './pieces.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{from: number|string, to: number|string, side: Side, kind: 'best'|'played'|'bonus'|'hint'|'last', number?: number}} Arrow */
/** @typedef {{row: number|string, texts: string[]}} Mark texts on the pawns of a row, from left to right */
/** @typedef {{side: Side, actions: readonly string[], isDrawn?: boolean}} Last a turn; `isDrawn` with arrows from where the pawns stood */
/**
 * @typedef {{at: Layout, position: Position, turn: import('../turn.js').Turn|null, active: import('./chips.js').Active|null,
 *   last: Last|null, hint: {side?: Side, actions: readonly string[]}|null,
 *   arrows: readonly Arrow[], marks: readonly Mark[], plain?: boolean}} Scene `plain` draws an exact arrival like any other
 */

/** Whether to mark a choice as an exact arrival. @param {Scene} scene @param {Choice} choice */
const isSeenExact = ({ plain }, choice) => choice.exact && !plain;

/** Rows by number or letter. @param {number|string} row */
export const rowOf = (row) => (typeof row === 'number' ? row : rowIndex(row));

/** How much a hovered or chosen pawn is raised, in pixels. @param {Layout} at */
export const liftOf = (at) => Math.round(6 * Math.min(1, at.row / 60));

/**
 * The actions of the shown arrows and the hint, in order.
 * @param {Scene} scene
 * @returns {Arrow[]}
 */
function allArrows({ arrows, hint, position }) {
  const hinted = (hint?.actions ?? []).map((action) => {
    const { from, to } = parseAction(action);
    return /** @type {Arrow} */ ({ from, to, side: moves(action, hint?.side ?? position.side), kind: 'hint' });
  });
  return [...arrows, ...hinted];
}

/** The position including pawns that are about to land, so that home rows make room. @param {Scene} scene @returns {Position} */
export function roomFor(scene) {
  const { turn, active } = scene;
  const coming = turn && active ? choicesOf(turn, active) : [];
  let room = coming.reduce((now, choice) => withArrival(now, choice.side, choice.to), scene.position);
  for (const arrow of allArrows(scene)) {
    if (arrow.kind !== 'played') room = withArrival(room, arrow.side, rowOf(arrow.to));
  }
  return room;
}

/**
 * @param {Scene} scene
 * @returns {{under: SVGElement[], over: SVGElement[], tints: Record<number, string[]>}}
 */
export function draw(scene) {
  const { at, position, turn, active, marks } = scene;
  const room = roomFor(scene);
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];
  /** @type {Record<number, string[]>} */
  const tints = {};
  const tint = (/** @type {number} */ row, /** @type {string} */ kind) => (tints[row] ??= []).push(kind);
  const ringAt = (/** @type {number} */ x, /** @type {number} */ row, /** @type {string} */ kind) => under.push(ring(at, x, row, kind));

  if (!scene.last?.isDrawn) lastTurn(scene, room, under, over, tint);
  else if (!active && !scene.hint && scene.arrows.length === 0) lastArrows(scene, scene.last, under, over);
  if (turn) {
    const now = meant(turn, active);
    const isBonus = turn.phase === 'bonus';
    const seen = new Set();
    for (const choice of turn.choices) {
      const spot = `${choice.side}${choice.from}`;
      if (seen.has(spot)) continue;
      seen.add(spot);
      const isChosen = active?.row === choice.from && active.own === choice.own;
      const kind = isBonus ? (choice.own ? 'gold' : 'gold dashed') : 'act';
      const shown = isChosen ? (isBonus || isSeenExact(scene, choice) ? 'gold chosen' : 'act chosen') : kind;
      ringAt(standX(at, room, position, choice.side, choice.from), choice.from, shown);
    }
    if (isBonus) bonus(scene, room, choicesOf(turn, active), now, over, tint);
    else {
      if (turn.phase === 'follow_up') {
        for (const choice of turn.choices) {
          if (choice !== now && isInner(choice.to)) over.push(ghostAt(scene, room, choice, 'act thin'));
        }
      } else if (hasChips(at)) for (const choice of turn.choices) over.push(crossing(at, choice));
      if (now) way(scene, room, now, over, tint);
    }
  }
  for (const arrow of drawArrows(scene, room, ringAt)) over.push(arrow);
  for (const { actions } of scene.hint ? [scene.hint] : []) {
    const first = actions[0];
    if (first) tint(parseAction(first).from, 'hint');
  }
  for (const mark of marks) {
    tint(rowOf(mark.row), 'target');
    over.push(...numbers(at, room, position, rowOf(mark.row), mark.texts));
  }
  if (at.edges !== 'steppers') over.push(...countPills(at, room, position));
  return { under, over, tints };
}

/** Dimples where inner rows are free, grooves in the home rows. @param {Layout} at @param {Position} position */
export function places(at, position) {
  const scale = scaleOf(at);
  const parts = [];
  for (let row = 0; row < 8; row += 1) {
    const y = pawnY(at, row, BOX.ring);
    if (!isInner(row)) {
      const h = 7.6 * scale;
      parts.push(s('rect', { x: placeX(at, -0.5) - 8, y: y - h / 2 + scale, width: 6 * at.place + 16, height: h, rx: h / 2, class: 'board-dimple' }));
      continue;
    }
    const below = position[at.view][row] ?? 0;
    for (let k = below; k < ROOM - (countOn(position, row) - below); k += 1) {
      const [x, rx, ry] = [placeX(at, k), 11.7 * scale, 4.2 * scale];
      parts.push(s('ellipse', { cx: x, cy: y + scale, rx, ry, class: 'board-dimple' }));
      parts.push(s('path', { d: `M${x - rx} ${y + scale}a${rx} ${ry} 0 0 1 ${2 * rx} 0`, class: 'board-dimple-rim' }));
    }
  }
  return parts;
}

/** @param {Scene} scene @param {Position} room @param {Choice} choice @param {string} kind */
function ghostAt({ at, position }, room, choice, kind) {
  return ghost(landX(at, room, position, choice.side, choice.to), footY(at, choice.to), scaleOf(at), kind);
}

/** The small triangle on the stick that an opening crosses. @param {Layout} at @param {Choice} choice */
function crossing(at, choice) {
  const y = stickMiddle(at, choice.from, choice.to);
  const isUp = rowTop(at, choice.to) < rowTop(at, choice.from);
  const w = Math.max(5.5, Math.min(7.5, at.stick * 0.6));
  const h = w * (isUp ? -1.2 : 1.2);
  const x = crossingX(at, isTurned(at, choice.side));
  return s('path', { d: `M${x - w} ${y - h / 2}H${x + w}L${x} ${y + h / 2}z`, class: 'board-crossing' });
}

/**
 * The path of the hovered choice: with a corner for an opening, with numbers for a follow-up.
 * @param {Scene} scene
 * @param {Position} room
 * @param {Choice} now
 * @param {SVGElement[]} over
 * @param {(row: number, kind: string) => void} tint
 */
function way(scene, room, now, over, tint) {
  const { at, position } = scene;
  const scale = scaleOf(at);
  const isExact = isSeenExact(scene, now);
  const kind = isExact ? 'gold' : 'act';
  const from = { x: standX(at, room, position, now.side, now.from), row: now.from };
  const to = { x: landX(at, room, position, now.side, now.to), row: now.to };
  tint(now.to, isExact ? 'bonus' : 'target');
  over.push(ghostAt(scene, room, now, `${kind} filled`));
  if (now.phase !== 'follow_up') {
    const short = shortWay(at, position, from, to, liftOf(at));
    over.push(...line(short.d, kind), head(short.tip, short.angle, kind, at.row / 60));
    return;
  }
  const up = rowTop(at, now.to) < rowTop(at, now.from);
  const start = { x: from.x, y: up ? pawnY(at, now.from, 4) - liftOf(at) : pawnY(at, now.from, 56) };
  const end = { x: to.x, y: up ? pawnY(at, now.to, 54) : pawnY(at, now.to, 4) };
  over.push(...line(swayPath(start, end), kind));
  const step = forward(now.side);
  for (let row = now.from, i = 1; row !== now.to; row += step, i += 1) {
    const y = stickMiddle(at, row, row + step);
    over.push(badge(at, { x: swayX(start, end, y), y }, String(i), kind));
  }
  if (isExact) over.push(s('path', { d: STAR, class: 'board-star', transform: `translate(${to.x} ${pawnY(at, now.to, BOX.waist)}) scale(${Math.max(0.7, scale)})` }));
}

/**
 * @param {Scene} scene
 * @param {Position} room
 * @param {Choice[]} choices
 * @param {Choice|null} now
 * @param {SVGElement[]} over
 * @param {(row: number, kind: string) => void} tint
 */
function bonus(scene, room, choices, now, over, tint) {
  const { at, position } = scene;
  for (const choice of choices) {
    const from = { x: standX(at, room, position, choice.side, choice.from), row: choice.from };
    const to = { x: landX(at, room, position, choice.side, choice.to), row: choice.to };
    const short = shortWay(at, position, from, to, liftOf(at));
    tint(choice.to, 'bonus');
    const kind = now === choice ? 'gold filled' : 'gold';
    over.push(ghostAt(scene, room, choice, kind), ...line(short.d, 'gold'), head(short.tip, short.angle, 'gold', at.row / 60));
  }
}

/**
 * @param {Scene} scene
 * @param {Position} room
 * @param {(x: number, row: number, kind: string) => void} ringAt
 */
function drawArrows(scene, room, ringAt) {
  const { at } = scene;
  /** @type {SVGElement[]} */
  const parts = [];
  let now = scene.position;
  const ghosts = new Set();
  const all = allArrows(scene);
  for (const arrow of all) {
    const [from, to, isPlayed] = [rowOf(arrow.from), rowOf(arrow.to), arrow.kind === 'played'];
    const kind = { best: 'act', bonus: 'gold', played: 'grey', hint: 'hint', last: 'last' }[arrow.kind];
    const base = isPlayed ? scene.position : now;
    const aside = asideOf(all, arrow) * at.place * 0.2;
    const start = { x: standX(at, room, base, arrow.side, from) + aside, row: from };
    const end = { x: landX(at, room, base, arrow.side, to) + aside, row: to };
    if (!isPlayed) {
      if (!ghosts.has(`${arrow.side}${from}`)) ringAt(start.x - aside, from, `${kind} chosen still`);
      ghosts.add(`${arrow.side}${to}`);
      // A pawn that comes back takes a place where the shown position still has one.
      const isTaken = (now[arrow.side][to] ?? 0) < (scene.position[arrow.side][to] ?? 0);
      if (!isTaken) parts.push(ghost(end.x - aside, footY(at, to), scaleOf(at), `${kind} filled`));
      now = apply(now, `${arrow.side === now.side ? '' : '~'}${'abcdefgh'[from]}${'abcdefgh'[to]}`, now.side);
    }
    parts.push(...arrowParts(at, scene.position, start, end, kind, arrow));
  }
  return parts;
}

/** Two arrows that go the same way in opposite directions would cover each other: one keeps left, the other right. @param {Arrow[]} all @param {Arrow} arrow */
function asideOf(all, arrow) {
  const isBack = (/** @type {Arrow} */ one) => one.kind !== 'played' && one.side === arrow.side && rowOf(one.from) === rowOf(arrow.to) && rowOf(one.to) === rowOf(arrow.from);
  if (arrow.kind === 'played' || !all.some(isBack)) return 0;
  return all.findIndex(isBack) > all.indexOf(arrow) ? -1 : 1;
}

/** Marks on the pawns that stand on a row, not on those that are about to land. @param {Layout} at @param {Position} room @param {Position} position @param {number} row @param {string[]} texts */
function numbers(at, room, position, row, texts) {
  const xs = pawnXs(at, room, row);
  const of = (/** @type {Side} */ side) => xs[side].slice(0, position[side][row] ?? 0);
  const all = [...of(at.view), ...of(other(at.view)).reverse()];
  return texts.map((text, i) => {
    const middle = { x: all[i] ?? 0, y: pawnY(at, row, BOX.waist) };
    return text.length < 3 ? badge(at, middle, text, 'act') : pill(middle, text, 'note', at.wide ? 22 : 14);
  });
}

/** @param {Point} middle @param {string} text @param {string} kind @param {number} [pad] */
function pill(middle, text, kind, pad = 14) {
  const width = Math.max(24, text.length * 7.4 + pad);
  return s('g', { transform: `translate(${middle.x} ${middle.y})`, class: `board-pill ${kind}` },
    s('rect', { x: -width / 2, y: -9.5, width, height: 19, rx: 9.5 }), s('text', { y: 4.4 }, text));
}

/** From seven of a colour on a home row its number stands at the outer end. @param {Layout} at @param {Position} room @param {Position} position */
function countPills(at, room, position) {
  /** @type {SVGElement[]} */
  const parts = [];
  for (const side of /** @type {Side[]} */ (['black', 'red'])) {
    for (const row of [0, 7]) {
      const count = position[side][row] ?? 0;
      const x = pawnXs(at, room, row)[side][0];
      if (count < 7 || x === undefined) continue;
      const outwards = side === at.view ? -1 : 1;
      parts.push(pill({ x: x + outwards * 10 * scaleOf(at), y: Math.max(rowTop(at, row) + 11, pawnY(at, row, 6)) }, String(count), 'count'));
    }
  }
  return parts;
}
