// The last turn on the board: arrows from where the pawns stood, or marks on those that moved.

import { s } from '../dom.js';
import { apply, moves, parseAction, rowName } from '../position.js';
import { arrowParts, ring } from './arrows.js';
import { footY, landX, pawnXs, pawnY, rowTop, scaleOf, standX } from './geometry.js';
import { ghost } from './pieces.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('./marks.js').Arrow} Arrow */
/** @typedef {import('./marks.js').Last} Last */
/** @typedef {import('./marks.js').Scene} Scene */

/**
 * Dotted rings, short trails and bars at the edge show what the last turn moved.
 * @param {Scene} scene
 * @param {Position} room
 * @param {SVGElement[]} under
 * @param {SVGElement[]} over
 * @param {(row: number, kind: string) => void} tint
 */
export function lastTurn({ at, last }, room, under, over, tint) {
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

/**
 * Arrows from where pawns stood to where they stand, in the colour of whoever played.
 * @param {Scene} scene
 * @param {Last} last
 * @param {SVGElement[]} under
 * @param {SVGElement[]} over
 */
export function lastArrows({ at, position }, { side, actions }, under, over) {
  let now = actions.reduceRight((after, action) => undone(after, action, side), position);
  let number = 0;
  for (const action of actions) {
    const { from, to, kind } = parseAction(action);
    const owner = moves(action, side);
    const start = { x: standX(at, now, now, owner, from), row: from };
    const end = { x: landX(at, now, now, owner, to), row: to };
    under.push(ring(at, start.x, from, 'last'));
    const isFree = (position[owner][from] ?? 0) < (now[owner][from] ?? 0);
    if (isFree) under.push(ghost(start.x, footY(at, from), scaleOf(at), 'last'));
    now = apply(now, action, side);
    if (!kind) number += 1;
    const arrow = /** @type {Arrow} */ ({ from, to, side: owner, kind: kind ? 'bonus' : 'last', number });
    over.push(...arrowParts(at, now, start, end, kind ? `last ${side} star` : `last ${side}`, arrow));
  }
}

/** The position before an action. @param {Position} position @param {string} action @param {Side} side */
function undone(position, action, side) {
  const { from, to } = parseAction(action);
  return apply(position, `${moves(action, side) === side ? '' : '~'}${rowName(to)}${rowName(from)}`, side);
}
