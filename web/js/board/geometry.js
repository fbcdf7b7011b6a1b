// The layout of the board, computed from the size of the mat. In pixels; y grows downwards.

import { isInner, other } from '../position.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {'chips'|'narrow'|'both'|'steppers'|'none'|'bare'} Edges what stands beside the places: chips, narrow chips, letters and chips on
 *   both sides for two people who face each other, steppers for the counts, only the letter, or nothing
 */
/**
 * @typedef {{width: number, height: number, view: Side, wide: boolean, row: number, stick: number, pawn: number, place: number,
 *   edges: Edges, letter: number, left: number, right: number, pad: number, overhang: number, chip: {width: number, height: number, wide: boolean}, gap: number}} Layout
 *   `chip.wide`: chips have one line
 */

/** The height of a stick grows with that of a row: 7 at 42, 14 at 75. board.css has the same numbers. */
const STICK = { least: 7, at: 42, slope: 0.212 };
/** A pawn is drawn in a box of 48 × 58. */
export const BOX = { width: 48, height: 58, waist: 29, ring: 51.5 };
/** From this width on chips have one line and sticks extend over the edge; with chips on both sides from the second on. */
const WIDE = 560;
const WIDE_BOTH = 860;
/** The room for steppers on both sides; study.css places them there. */
const STEPPERS = { letter: 44, left: 158, right: 126 };

/**
 * @param {number} width of the mat
 * @param {number} height of the mat
 * @param {Side} view the side that sits below
 * @param {Edges} [edges]
 * @returns {Layout}
 */
export function layout(width, height, view, edges = 'chips') {
  const row = (height - 7 * (STICK.least - STICK.at * STICK.slope)) / (8 + 7 * STICK.slope);
  const stick = STICK.least + (row - STICK.at) * STICK.slope;
  const wide = width >= (edges === 'both' ? WIDE_BOTH : WIDE);
  const bare = wide ? 22 : 12;
  const letter = edges === 'bare' ? bare : edges === 'steppers' ? STEPPERS.letter : wide ? 66 : clamp((width - 344) * 0.133 + 30, 26, 40);
  const small = clamp((width - 344) * 0.2 + 56, 56, 72);
  const chipped = wide ? 152 : small;
  const both = letter + (wide ? 146 : small);
  const left = edges === 'steppers' ? STEPPERS.left : edges === 'both' ? both : letter;
  const right = { chips: chipped, narrow: wide ? 66 : small, both, steppers: STEPPERS.right, none: wide ? 66 : 20, bare }[edges];
  const pad = wide ? 14 : clamp(width * 0.026, 5, 12);
  const place = (width - left - right - 2 * pad) / 6;
  const pawn = Math.min(36 + (row - 42) * 0.757, place * 1.36);
  const room = edges === 'both' ? both - letter : right;
  const chip = wide && edges !== 'narrow'
    ? { width: 128, height: Math.min(40, row - 8), wide: true }
    : { width: Math.min(52, room - 8), height: Math.min(38, row - 5), wide: false };
  const gap = (edges === 'both' ? letter : 0) + (chip.wide ? 12 : (room - chip.width) / 2);
  return { width, height, view, wide, row, stick, pawn, place, edges, letter, left, right, pad, overhang: wide ? 9 : 0, chip, gap };
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

/** Lines are counted from the top; the viewer's home is the lowest. @param {Layout} at @param {number} row */
export const lineOf = (at, row) => (at.view === 'black' ? 7 - row : row);

/** @param {Layout} at @param {number} row */
export const rowTop = (at, row) => Math.round(lineOf(at, row) * (at.row + at.stick));

/** @param {Layout} at @param {number} row */
export const rowBottom = (at, row) => {
  const line = lineOf(at, row);
  return line === 7 ? at.height : Math.round(line * (at.row + at.stick) + at.row);
};

/** The stick below a line, 0 to 6. @param {Layout} at @param {number} line */
export const stickTop = (at, line) => Math.round(line * (at.row + at.stick) + at.row);

/** The middle of the stick between two neighbouring rows. @param {Layout} at @param {number} row @param {number} next */
export const stickMiddle = (at, row, next) => stickTop(at, Math.min(lineOf(at, row), lineOf(at, next))) + at.stick / 2;

/** The row at a height, the nearest one over a stick. @param {Layout} at @param {number} y */
export function rowAt(at, y) {
  const line = clamp(Math.floor((y + at.stick / 2) / (at.row + at.stick)), 0, 7);
  return at.view === 'black' ? 7 - line : line;
}

/** The lower edge of the box of a pawn. @param {Layout} at @param {number} row */
export const footY = (at, row) => rowBottom(at, row) - 0.42 * (at.row - at.pawn);

/** Pixels for one unit of the box of a pawn. @param {Layout} at */
export const scaleOf = (at) => at.pawn / BOX.height;

/** The y coordinate of a height inside a pawn's box. @param {Layout} at @param {number} row @param {number} y in units of the box */
export const pawnY = (at, row, y) => footY(at, row) - (BOX.height - y) * scaleOf(at);

/** @param {Layout} at @param {number} k the place, 0 to 5 from the left */
export const placeX = (at, k) => at.left + at.pad + at.place * (k + 0.5);

/**
 * The middles of all pawns of a row, the innermost last. The lower side fills the row from the left, the other from the
 * right. More than six pawns on a home row move closer together.
 * @param {Layout} at
 * @param {Position} position
 * @param {number} row
 * @returns {Record<Side, number[]>}
 */
export function pawnXs(at, position, row) {
  const counts = { black: position.black[row] ?? 0, red: position.red[row] ?? 0 };
  const total = counts.black + counts.red;
  const gap = counts.black > 0 && counts.red > 0 ? 0.55 : 0;
  const isCrowded = !isInner(row) && total - 1 + gap > 5;
  const edge = isCrowded ? at.place * 0.2 : 0;
  const span = 5 * at.place + 2 * edge;
  const pitch = isCrowded ? Math.min(at.place, span / (total - 1 + gap)) : at.place;
  const below = Array.from({ length: counts[at.view] }, (_, i) => placeX(at, 0) - edge + i * pitch);
  const above = Array.from({ length: counts[other(at.view)] }, (_, i) => placeX(at, 5) + edge - i * pitch);
  return at.view === 'black' ? { black: below, red: above } : { black: above, red: below };
}

/** The position with one more pawn on a row. @param {Position} position @param {Side} side @param {number} row @returns {Position} */
export function withArrival(position, side, row) {
  return { ...position, [side]: position[side].map((pawns, i) => (i === row ? pawns + 1 : pawns)) };
}

/**
 * The middle of the innermost pawn of a side on a row.
 * @param {Layout} at
 * @param {Position} room the position including pawns that are about to land
 * @param {Position} position
 * @param {Side} side
 * @param {number} row
 */
export function standX(at, room, position, side, row) {
  return pawnXs(at, room, row)[side][(position[side][row] ?? 0) - 1] ?? placeX(at, side === at.view ? 0 : 5);
}

/**
 * The middle of the place that the next pawn of a side takes on a row.
 * @param {Layout} at
 * @param {Position} room
 * @param {Position} position
 * @param {Side} side
 * @param {number} row
 */
export function landX(at, room, position, side, row) {
  const index = position[side][row] ?? 0;
  const isRoomy = (room[side][row] ?? 0) > index;
  return pawnXs(at, isRoomy ? room : withArrival(position, side, row), row)[side][index] ?? placeX(at, 0);
}

/** Whether a board has chips. @param {Layout} at */
export const hasChips = ({ edges }) => edges === 'chips' || edges === 'narrow' || edges === 'both';

/** Whether what belongs to a side is turned to the person at the upper edge. @param {Layout} at @param {Side} side */
export const isTurned = (at, side) => at.edges === 'both' && side !== at.view;

/** The left edge of a row's chip: at the right hand of whoever moves. @param {Layout} at @param {boolean} [turned] */
export const chipX = (at, turned = false) => (turned ? at.gap : at.width - at.gap - at.chip.width);

/**
 * The style of a chip in the middle of its row. Not a transform, which the scale of an animation would change as well.
 * @param {Layout} at
 * @param {number} row
 * @param {boolean} turned
 */
export function chipPlace(at, row, turned) {
  const top = rowTop(at, row);
  const y = top + (rowBottom(at, row) - top - at.chip.height) / 2;
  return { width: `${at.chip.width}px`, height: `${at.chip.height}px`, translate: `${chipX(at, turned)}px ${y}px`, rotate: turned ? '180deg' : 'none' };
}

/** The x coordinate of the small triangle on a crossed stick: under the number of the chip. @param {Layout} at @param {boolean} [turned] */
export function crossingX(at, turned = false) {
  const inside = at.chip.wide ? 25 : at.chip.width / 2;
  return turned ? chipX(at, true) + at.chip.width - inside : chipX(at) + inside;
}

/** A smooth path with vertical ends. Control points at thirds of the height make y linear. @param {Point} from @param {Point} to */
export function swayPath(from, to) {
  const third = (to.y - from.y) / 3;
  return `M${n(from.x)} ${n(from.y)}C${n(from.x)} ${n(from.y + third)} ${n(to.x)} ${n(to.y - third)} ${n(to.x)} ${n(to.y)}`;
}

/** The x coordinate of `swayPath` at a height. @param {Point} from @param {Point} to @param {number} y @returns {number} */
export function swayX(from, to, y) {
  const part = clamp((y - from.y) / (to.y - from.y || 1), 0, 1);
  return from.x + (to.x - from.x) * part * part * (3 - 2 * part);
}

/**
 * A path with one rounded corner.
 * @param {Point} from
 * @param {Point} to
 * @param {boolean} upright whether the path starts vertically
 */
export function elbowPath(from, to, upright) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (Math.abs(dx) < 3) return `M${n(to.x)} ${n(from.y)}L${n(to.x)} ${n(to.y)}`;
  const r = Math.min(18, Math.abs(dx), Math.abs(dy));
  const sx = Math.sign(dx) * r;
  const sy = Math.sign(dy) * r;
  return upright
    ? `M${n(from.x)} ${n(from.y)}L${n(from.x)} ${n(to.y - sy)}Q${n(from.x)} ${n(to.y)} ${n(from.x + sx)} ${n(to.y)}L${n(to.x)} ${n(to.y)}`
    : `M${n(from.x)} ${n(from.y)}L${n(to.x - sx)} ${n(from.y)}Q${n(to.x)} ${n(from.y)} ${n(to.x)} ${n(from.y + sy)}L${n(to.x)} ${n(to.y)}`;
}

/** A slightly bent path for arrows over several rows, and its points. @param {Point} from @param {Point} to */
export function bow(from, to) {
  const bend = (to.x - from.x) * 0.055;
  const middle = { x: from.x + (to.x - from.x) * 0.44, y: (from.y + to.y) / 2 - Math.abs(bend) * Math.sign(from.y - to.y) };
  const [high, aside] = [to.y - from.y, Math.min(40, Math.abs(to.y - from.y) * 0.16)];
  // A vertical path would cross the pawns between: bend it around them.
  const [first, second] = Math.abs(to.x - from.x) < 24
    ? [{ x: from.x - aside, y: from.y + high * 0.2 }, { x: to.x - aside, y: to.y - high * 0.2 }]
    : [mix(from, middle, 2 / 3), mix(to, middle, 2 / 3)];
  const point = (/** @type {number} */ u) => mix(mix(mix(from, first, u), mix(first, second, u), u), mix(mix(first, second, u), mix(second, to, u), u), u);
  return {
    path: `M${n(from.x)} ${n(from.y)}C${n(first.x)} ${n(first.y)} ${n(second.x)} ${n(second.y)} ${n(to.x)} ${n(to.y)}`,
    angle: (Math.atan2(to.y - second.y, to.x - second.x) * 180) / Math.PI,
    /** The point at a height. @param {number} y @returns {Point} */
    at(y) {
      let [low, high] = [0, 1];
      for (let i = 0; i < 20; i += 1) {
        const half = (low + high) / 2;
        if ((point(half).y - y) * (from.y - y) > 0) low = half;
        else high = half;
      }
      return point((low + high) / 2);
    },
  };
}

/** Interpolates between two points. @param {Point} a @param {Point} b @param {number} part @returns {Point} */
const mix = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

/** Short numbers for paths. @param {number} value */
const n = (value) => Math.round(value * 10) / 10;
