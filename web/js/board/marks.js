// Marks on the board: rings, ghosts, paths, arrows, numbers, and the tints of rows.

import { s } from '../dom.js';
import { ROOM, apply, countOn, forward, isInner, moves, other, parseAction, rowIndex } from '../position.js';
import { choicesOf, meant } from './chips.js';
import {
  BOX, bow, crossingX, elbowPath, footY, landX, pawnXs, pawnY, placeX, rowBottom, rowTop, scaleOf, standX, stickMiddle, swayPath,
  swayX, withArrival,
} from './geometry.js';
import { STAR, ghost } from './pieces.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {{from: number|string, to: number|string, side: Side, kind: 'best'|'played'|'bonus'|'hint', number?: number}} Arrow */
/** @typedef {{row: number|string, texts: string[]}} Mark texts on the pawns of a row, from left to right */
/**
 * @typedef {{at: Layout, position: Position, turn: import('../turn.js').Turn|null, active: import('./chips.js').Active|null,
 *   last: {side: Side, actions: readonly string[]}|null, hint: {side?: Side, actions: readonly string[]}|null,
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

  lastTurn(scene, room, under, over, tint);
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
      } else if (at.edges === 'chips') for (const choice of turn.choices) over.push(crossing(at, choice));
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
    over.push(...numbers(at, room, rowOf(mark.row), mark.texts));
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

/** @param {Layout} at @param {number} x @param {number} row @param {string} kind */
function ring(at, x, row, kind) {
  const scale = scaleOf(at);
  return s('ellipse', { cx: x, cy: pawnY(at, row, BOX.ring), rx: 26.8 * scale, ry: 8.5 * scale, class: `board-ring ${kind}` });
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
  const x = crossingX(at);
  return s('path', { d: `M${x - w} ${y - h / 2}H${x + w}L${x} ${y + h / 2}z`, class: 'board-crossing' });
}

/** A line with a border that keeps it apart from what it runs over. @param {string} d @param {string} kind */
const line = (d, kind) => [s('path', { d, class: `board-halo ${kind}` }), s('path', { d, class: `board-line ${kind}` })];

/** @param {Point} tip @param {number} angle in degrees, 0 points right @param {string} kind @param {number} scale */
function head(tip, angle, kind, scale) {
  return s('path', { d: 'M0 0-12-7v14z', class: `board-head ${kind}`, transform: `translate(${tip.x} ${tip.y}) rotate(${angle}) scale(${Math.max(0.75, Math.min(1, scale))})` });
}

/** A number or a star on a stick. @param {Layout} at @param {Point} middle @param {string} text @param {string} kind */
function badge(at, middle, text, kind) {
  const r = Math.max(8.5, Math.min(11, at.stick * 0.8));
  return s('g', { transform: `translate(${middle.x} ${middle.y})`, class: `board-badge ${kind}` },
    s('circle', { r }),
    text === '★' ? s('path', { d: STAR, transform: `scale(${r * 0.057})` }) : s('text', { y: r * 0.4, 'font-size': r * 1.2 }, text));
}

/**
 * A path over one stick: straight, or with a corner on the side without pawns, else along the stick.
 * @param {Layout} at
 * @param {Position} room
 * @param {{x: number, row: number}} from
 * @param {{x: number, row: number}} to
 * @param {number} lift
 * @returns {{d: string, tip: Point, angle: number, stick: Point}}
 */
function shortWay(at, room, from, to, lift) {
  const scale = scaleOf(at);
  const up = rowTop(at, to.row) < rowTop(at, from.row);
  const stickY = stickMiddle(at, from.row, to.row);
  const leaveY = up ? pawnY(at, from.row, 2) - lift : pawnY(at, from.row, 60);
  const tip = { x: to.x, y: up ? rowBottom(at, to.row) - 4 : pawnY(at, to.row, 0) };
  const back = 9 * (up ? 1 : -1);
  const angle = up ? -90 : 90;
  if (Math.abs(to.x - from.x) < 3) {
    return { d: `M${to.x} ${leaveY}V${tip.y + back}`, tip, angle, stick: { x: to.x, y: stickY } };
  }
  const away = Math.sign(to.x - from.x);
  const margin = at.place * 0.4;
  const isFree = (/** @type {number} */ row) => {
    const xs = pawnXs(at, room, row);
    const [low, high] = [Math.min(from.x, to.x) - margin, Math.max(from.x, to.x) + margin];
    const others = [...xs.black, ...xs.red].filter((x) => Math.abs(x - (row === from.row ? from.x : to.x)) > 2);
    return !others.some((x) => x > low && x < high);
  };
  if (isFree(from.row)) {
    const start = { x: from.x + away * 10 * scale, y: pawnY(at, from.row, BOX.waist) - lift };
    return { d: elbowPath(start, { x: tip.x, y: tip.y + back }, false), tip, angle, stick: { x: to.x, y: stickY } };
  }
  if (isFree(to.row)) {
    const end = { x: to.x - away * 12 * scale, y: pawnY(at, to.row, BOX.waist) };
    return { d: elbowPath({ x: from.x, y: leaveY }, { x: end.x - away * 9, y: end.y }, true), tip: end, angle: away > 0 ? 0 : 180, stick: { x: from.x, y: stickY } };
  }
  const bend = elbowPath({ x: from.x, y: leaveY }, { x: (from.x + to.x) / 2, y: stickY }, true);
  const rest = elbowPath({ x: (from.x + to.x) / 2, y: stickY }, { x: tip.x, y: tip.y + back }, false).replace('M', 'L');
  return { d: bend + rest, tip, angle, stick: { x: from.x, y: stickY } };
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
  for (const arrow of allArrows(scene)) {
    const [from, to, isPlayed] = [rowOf(arrow.from), rowOf(arrow.to), arrow.kind === 'played'];
    const kind = { best: 'act', bonus: 'gold', played: 'grey', hint: 'hint' }[arrow.kind];
    const base = isPlayed ? scene.position : now;
    const start = { x: standX(at, room, base, arrow.side, from), row: from };
    const end = { x: landX(at, room, base, arrow.side, to), row: to };
    if (!isPlayed) {
      if (!ghosts.has(`${arrow.side}${from}`)) ringAt(start.x, from, `${kind} chosen still`);
      ghosts.add(`${arrow.side}${to}`);
      parts.push(ghost(end.x, footY(at, to), scaleOf(at), `${kind} filled`));
      now = apply(now, `${arrow.side === now.side ? '' : '~'}${'abcdefgh'[from]}${'abcdefgh'[to]}`, now.side);
    }
    parts.push(...arrowParts(at, scene.position, start, end, kind, arrow));
  }
  return parts;
}

/**
 * @param {Layout} at
 * @param {Position} position
 * @param {{x: number, row: number}} start
 * @param {{x: number, row: number}} end
 * @param {string} kind
 * @param {Arrow} arrow
 */
function arrowParts(at, position, start, end, kind, arrow) {
  const label = arrow.kind === 'bonus' ? '★' : arrow.number ? String(arrow.number) : '';
  if (arrow.kind === 'played' && Math.abs(end.row - start.row) === 1) end = { ...end, x: start.x };
  if (Math.abs(end.row - start.row) === 1) {
    const short = shortWay(at, position, start, end, 0);
    return [...line(short.d, kind), head(short.tip, short.angle, kind, at.row / 60), label && badge(at, short.stick, label, kind)].filter((part) => part !== '');
  }
  const up = rowTop(at, end.row) < rowTop(at, start.row);
  // A vertical path would cross the pawns between: start and end sideways, and go around them.
  const isAside = Math.abs(end.x - start.x) < 24;
  const from = isAside ? { x: start.x - 11 * scaleOf(at), y: pawnY(at, start.row, BOX.waist) } : { x: start.x, y: up ? pawnY(at, start.row, 0) : pawnY(at, start.row, 58) };
  const tip = isAside ? { x: end.x - 8 * scaleOf(at), y: pawnY(at, end.row, BOX.waist) } : { x: end.x, y: up ? pawnY(at, end.row, 58) : pawnY(at, end.row, 0) };
  const curve = bow(from, tip);
  // The number is on the stick in the middle of the path.
  const step = Math.sign(end.row - start.row);
  const half = start.row + step * Math.floor((Math.abs(end.row - start.row) - 1) / 2);
  const middle = curve.at(stickMiddle(at, half, half + step));
  return [...line(curve.path, kind), head(tip, curve.angle, kind, at.row / 60), label && badge(at, middle, label, kind)].filter((part) => part !== '');
}

/**
 * Dotted rings, short trails and bars at the edge show what the last turn moved.
 * @param {Scene} scene
 * @param {Position} room
 * @param {SVGElement[]} under
 * @param {SVGElement[]} over
 * @param {(row: number, kind: string) => void} tint
 */
function lastTurn({ at, last }, room, under, over, tint) {
  /** @type {Record<string, {side: Side, origin: number}[]>} */
  const stacks = {};
  for (const action of last?.actions ?? []) {
    const { from, to } = parseAction(action);
    const side = moves(action, last?.side ?? 'black');
    const moved = stacks[`${side}${from}`]?.pop() ?? { side, origin: from };
    (stacks[`${side}${to}`] ??= []).push(moved);
  }
  for (const [key, moved] of Object.entries(stacks)) {
    const row = Number(key.slice(-1));
    moved.forEach(({ side, origin }, i) => {
      const x = pawnXs(at, room, row)[side].at(i - moved.length);
      if (x === undefined || origin === row) return;
      tint(row, 'last');
      under.push(ring(at, x, row, 'last'));
      const fromBelow = rowTop(at, origin) > rowTop(at, row);
      const y = fromBelow ? pawnY(at, row, 59) : pawnY(at, row, 2);
      over.unshift(s('path', { d: `M${x} ${y}v${(fromBelow ? 9 : -9) * Math.max(0.7, scaleOf(at))}`, class: 'board-trail' }));
    });
  }
}

/** Lesson marks. @param {Layout} at @param {Position} room @param {number} row @param {string[]} texts */
function numbers(at, room, row, texts) {
  const xs = pawnXs(at, room, row);
  const all = [...xs[at.view], ...xs[other(at.view)].slice().reverse()];
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
