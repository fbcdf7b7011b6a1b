// The parts of arrows: rings, lines, heads, numbers on sticks, and the ways around other pawns.

import { s } from '../dom.js';
import { BOX, bow, elbowPath, pawnXs, pawnY, rowBottom, rowTop, scaleOf, stickMiddle } from './geometry.js';
import { STAR } from './pieces.js';

/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./marks.js').Arrow} Arrow */

/** @param {Layout} at @param {number} x @param {number} row @param {string} kind */
export function ring(at, x, row, kind) {
  const scale = scaleOf(at);
  return s('ellipse', { cx: x, cy: pawnY(at, row, BOX.ring), rx: 26.8 * scale, ry: 8.5 * scale, class: `board-ring ${kind}` });
}

/** A line with a border that keeps it apart from what it runs over. @param {string} d @param {string} kind */
export const line = (d, kind) => [s('path', { d, class: `board-halo ${kind}` }), s('path', { d, class: `board-line ${kind}` })];

/** @param {Point} tip @param {number} angle in degrees, 0 points right @param {string} kind @param {number} scale */
export function head(tip, angle, kind, scale) {
  return s('path', { d: 'M0 0-12-7v14z', class: `board-head ${kind}`, transform: `translate(${tip.x} ${tip.y}) rotate(${angle}) scale(${Math.max(0.75, Math.min(1, scale))})` });
}

/** A number or a star on a stick. @param {Layout} at @param {Point} middle @param {string} text @param {string} kind */
export function badge(at, middle, text, kind) {
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
export function shortWay(at, room, from, to, lift) {
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
 * @param {Layout} at
 * @param {Position} position
 * @param {{x: number, row: number}} start
 * @param {{x: number, row: number}} end
 * @param {string} kind
 * @param {Arrow} arrow
 */
export function arrowParts(at, position, start, end, kind, arrow) {
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
