// Drawing pawns, ghosts, sticks and small boards, and animating pawns. Colours are variables of the style sheet, so a
// change of theme needs no redrawing.

import { s } from '../dom.js';
import { ROWS, isInner, other } from '../position.js';
import { BOX, footY, lineOf, pawnXs, scaleOf } from './geometry.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('./geometry.js').Layout} Layout */

const BODY = 'M6 10v4.2C6.6 19.6 17.6 22 17.6 29S6.6 38.4 6 43.8V48a18 6.4 0 0 0 36 0v-4.2C41.4 38.4 30.4 36 30.4 29S41.4 19.6 42 14.2V10z';
const BODY_SMALL = 'M5 10v5C6 20 17 22.5 17 29S6 38 5 43v5a19 7 0 0 0 38 0v-5C42 38 31 35.5 31 29S42 20 43 15v-5z';
const GHOST = 'M6 10v4.2C6.6 19.6 17.6 22 17.6 29S6.6 38.4 6 43.8V48a18 6.4 0 0 0 36 0v-4.2C41.4 38.4 30.4 36 30.4 29S41.4 19.6 42 14.2V10a18 6.4 0 0 0-36 0a18 6.4 0 0 0 36 0';
/** A star of radius 10 around the origin. */
export const STAR = 'M0-10 2.9-3.2 10-2.6 4.6 2.1 6.2 9.2 0 5.4-6.2 9.2-4.6 2.1-10-2.6-2.9-3.2z';
/** Below this height pawns have bolder marks. */
const SMALL = 34;

const SIDES = /** @type {const} */ ([['black', 'pb'], ['red', 'pr']]);

/** Gradients and pawns are defined once for the whole page, where the theme is set. */
export function ensureDefs() {
  if (document.getElementById('linja-defs')) return;
  const stops = (/** @type {[number, string][]} */ list) => list.map(([offset, name]) => s('stop', { offset, 'stop-color': `var(--${name})` }));
  const upright = { x1: 0, y1: 0, x2: 0, y2: 1 };
  const shade = (/** @type {number} */ offset, /** @type {number} */ opacity) => s('stop', { offset, 'stop-color': '#1a0f04', 'stop-opacity': opacity });
  const defs = s('defs', null,
    s('linearGradient', { id: 'linja-bamboo', ...upright }, stops([[0, 'bam-1'], [0.22, 'bam-2'], [0.62, 'bam-3'], [1, 'bam-4']])),
    s('linearGradient', { id: 'linja-node', ...upright }, stops([[0, 'bam-2'], [0.3, 'bam-1'], [1, 'bam-4']])),
    s('radialGradient', { id: 'linja-shade' }, shade(0, 0.42), shade(0.55, 0.22), shade(1, 0)),
    SIDES.map(([side, p]) => [
      s('linearGradient', { id: `linja-${p}`, x1: 0, x2: 1 }, stops([[0, `${p}-1`], [0.26, `${p}-2`], [0.5, `${p}-3`], [1, `${p}-4`]])),
      s('radialGradient', { id: `linja-${p}t`, cx: 0.36, cy: 0.3, r: 0.9 }, stops([[0, `${p}-t1`], [1, `${p}-t2`]])),
      s('g', { id: `linja-${side}` }, pawnParts(side, p)),
      s('g', { id: `linja-${side}-small` }, smallParts(side, p)),
    ]),
  );
  document.body.append(s('svg', { id: 'linja-defs', class: 'board-defs', width: 0, height: 0, 'aria-hidden': 'true' }, defs));
}

/** @param {Side} side @param {string} p the prefix of its colours */
function pawnParts(side, p) {
  const mark = `var(--${p}-mark)`;
  return [
    s('path', { d: BODY, fill: `url(#linja-${p})`, class: `board-rim-${side}` }),
    s('path', { d: 'M6.2 44.2a18 6 0 0 0 35.6 0', fill: 'none', stroke: `var(--${p}-line)`, 'stroke-width': 0.9, opacity: 0.55 }),
    s('path', { d: 'M6.2 14.4a18 6 0 0 0 35.6 0c-.3 2.2-2.4 4-4.8 5.6a15.6 4.4 0 0 1-26 0c-2.4-1.6-4.5-3.4-4.8-5.6z', opacity: 0.28 }),
    side === 'red' && s('path', { d: 'M17.9 26.6q6.1 2.7 12.2 0M17.5 29.9q6.5 2.9 13 0M18 33.1q6 2.6 12 0', fill: 'none', stroke: mark, 'stroke-width': 1.9, class: 'board-mark' }),
    s('ellipse', { cx: 24, cy: 10, rx: 18, ry: 6.4, fill: `url(#linja-${p}t)`, class: `board-rim-${side}` }),
    side === 'red'
      ? s('ellipse', { cx: 24, cy: 10, rx: 6.2, ry: 2.5, fill: mark, class: 'board-mark-full' })
      : s('ellipse', { cx: 24, cy: 10, rx: 10.2, ry: 3.5, fill: 'none', stroke: mark, 'stroke-width': 2, class: 'board-mark' }),
  ];
}

/** @param {Side} side @param {string} p */
function smallParts(side, p) {
  const mark = `var(--${p}-mark)`;
  return [
    s('path', { d: BODY_SMALL, fill: `url(#linja-${p})`, class: `board-rim-${side} small` }),
    side === 'red' && s('path', { d: 'M17 29q7 3.5 14 0', fill: 'none', stroke: mark, 'stroke-width': 6, class: 'board-mark' }),
    s('ellipse', { cx: 24, cy: 10, rx: 19, ry: 8, fill: `url(#linja-${p}t)`, class: `board-rim-${side} small` }),
    side === 'red'
      ? s('ellipse', { cx: 24, cy: 10, rx: 7, ry: 3.4, fill: mark, class: 'board-mark-full' })
      : s('ellipse', { cx: 24, cy: 10, rx: 11, ry: 4, fill: 'none', stroke: mark, 'stroke-width': 3.4, class: 'board-mark' }),
  ];
}

/**
 * A pawn in an element of its own, so that moving it repaints nothing else.
 * @param {Side} side
 * @param {number} height of its box
 */
export function pawn(side, height) {
  const element = s('svg', { class: `board-pawn ${side}`, viewBox: `0 0 ${BOX.width} ${BOX.height}` },
    s('ellipse', { cx: 28.8, cy: 53.1, rx: 24, ry: 6.1, fill: 'url(#linja-shade)', class: 'board-shade' }),
    s('g', { class: 'board-body' }, s('use', {})));
  sizePawn(element, side, height);
  return element;
}

/** @param {SVGElement} element @param {Side} side @param {number} height */
export function sizePawn(element, side, height) {
  element.setAttribute('width', String((height * BOX.width) / BOX.height));
  element.setAttribute('height', String(height));
  element.querySelector('use')?.setAttribute('href', `#linja-${side}${height < SMALL ? '-small' : ''}`);
}

/** A pawn as an icon beside a name. @param {Side} side @param {number} [height] */
export function pawnIcon(side, height = 40) {
  ensureDefs();
  const element = pawn(side, height);
  element.setAttribute('class', `board-icon ${side}`);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** The outline of a pawn on its landing place. @param {number} x its middle @param {number} foot @param {number} scale @param {string} kind classes */
export function ghost(x, foot, scale, kind) {
  return s('path', { d: GHOST, class: `board-ghost ${kind}`, transform: `translate(${x - 24 * scale} ${foot - BOX.height * scale}) scale(${scale})` });
}

/** Nodes of the seven sticks, as parts of their length. */
const NODES = [[0.13, 0.41, 0.74], [0.22, 0.55, 0.86], [0.08, 0.36, 0.66, 0.93], [0.28, 0.62, 0.9], [0.17, 0.47, 0.79], [0.1, 0.34, 0.6, 0.88], [0.25, 0.52, 0.83]];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} which 0 to 6: every stick has its own nodes
 */
export function stick(x, y, width, height, which) {
  const nodes = (NODES[which % NODES.length] ?? []).map((part) => part * width);
  const k = height / 16;
  const ends = [6 * k, ...nodes, width - 6 * k];
  const shine = ends.slice(1).map((end, i) => {
    const left = (ends[i] ?? 0) + (i === 0 ? 0 : 7 * k);
    return s('path', { d: `M${left} ${(4.2 + (i % 3) * 0.8) * k}H${Math.max(left, end - 5 * k)}`, stroke: 'var(--bam-hi)', 'stroke-width': 1.76 * k, 'stroke-linecap': 'round', opacity: i % 2 ? 0.5 : 0.35 });
  });
  const knots = nodes.map((at) => [
    s('rect', { x: at - 2.7 * k, y: -k, width: 5.4 * k, height: 17.9 * k, rx: 2.2 * k, fill: 'url(#linja-node)' }),
    s('path', { d: `M${at + 3.2 * k} ${0.6 * k}V${15.4 * k}`, stroke: 'var(--bam-5)', 'stroke-width': 1.2 * k, opacity: 0.75 }),
    s('path', { d: `M${at - 3.5 * k} ${k}V${15 * k}`, stroke: 'var(--bam-5)', 'stroke-width': 0.7 * k, opacity: 0.35 }),
  ]);
  return s('g', { transform: `translate(${x} ${y})`, class: 'board-stick' },
    s('rect', { x: 2, y: 6.72 * k, width: width - 1, height: 14.4 * k, rx: 8 * k, fill: 'var(--bam-sh)' }),
    s('rect', { width, height, rx: 6.72 * k, fill: 'url(#linja-bamboo)' }),
    shine, knots,
    s('ellipse', { cx: width - 2.6 * k, cy: height / 2, rx: 3.2 * k, ry: 7.4 * k, fill: 'var(--bam-end)' }),
    s('ellipse', { cx: width - 2.2 * k, cy: height / 2, rx: 1.6 * k, ry: 3.8 * k, fill: 'var(--bam-5)', opacity: 0.8 }));
}

/**
 * A small picture of a position, with pawns as discs. Decorative: the text beside it has the content.
 * @param {Position} position
 * @param {Side} [view]
 * @returns {SVGSVGElement}
 */
export function thumbnail(position, view = 'black') {
  const [width, pitch, gap] = [104, 14, 1.8];
  const height = 8 * pitch + 7 * gap;
  /** @type {SVGElement[]} */
  const parts = [s('rect', { width, height, rx: 8, fill: 'var(--mat)' })];
  for (let line = 0; line < 8; line += 1) {
    const row = view === 'black' ? 7 - line : line;
    const y = line * (pitch + gap);
    if (!isInner(row)) {
      const path = line === 0 ? `M0 ${pitch}V8a8 8 0 0 1 8-8H96a8 8 0 0 1 8 8v${pitch - 8}z` : `M0 ${y}v${pitch - 8}a8 8 0 0 0 8 8H96a8 8 0 0 0 8-8v${8 - pitch}z`;
      parts.push(s('path', { d: path, fill: `var(--home-${row === 0 ? 'b' : 'r'})` }));
    }
    if (line > 0) parts.push(s('rect', { y: y - gap, width, height: gap, fill: 'var(--bam-3)' }));
    const counts = { black: position.black[row] ?? 0, red: position.red[row] ?? 0 };
    const total = counts.black + counts.red;
    const step = Math.min(15.5, 82 / Math.max(1, total - 1 + (counts.black && counts.red ? 0.55 : 0)));
    for (const side of /** @type {Side[]} */ ([view, other(view)])) {
      for (let i = 0; i < counts[side]; i += 1) {
        parts.push(disc(side, side === view ? 11 + i * step : 93 - i * step, y + pitch / 2));
      }
    }
  }
  return s('svg', { class: 'board-thumb', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, parts);
}

/** A pawn from above, where there is room for no more. @param {Side} side */
export const discIcon = (side) => s('svg', { class: 'board-owner', viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true' }, disc(side, 6, 6));

/** @param {Side} side @param {number} cx @param {number} cy */
function disc(side, cx, cy) {
  return s('g', { class: `board-disc ${side}` }, s('circle', { cx, cy, r: 5 }),
    side === 'black' ? s('circle', { cx, cy, r: 2.6, class: 'board-disc-ring' }) : s('circle', { cx, cy, r: 2, class: 'board-disc-dot' }));
}

// Animation. Each row is a stack for each colour: the innermost pawn leaves first, and an arriving pawn becomes the innermost.

/** @typedef {{side: Side, element: SVGSVGElement, x: number, y: number, isNew: boolean}} Pawn */
/** @typedef {{side: Side, from: number, to: number}} Move */
/**
 * @typedef {{moves?: Move[], animate?: boolean, speed?: number, direct?: boolean, slide?: number}} How moves that are known,
 *   whether to animate, the part of the usual time, without hops after a drag, and the time for pawns that only shift
 */

const TRAVEL = 'cubic-bezier(.35,.7,.3,1)';
const FADE = 80;
const SETTLE = 110;
/** Duration of closing up in a home row. */
const SHIFT = 180;

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The duration of a move over `rows` rows, in ms. @param {number} rows */
export const travelTime = (rows) => (calm() ? FADE : Math.min(640, 150 + 70 * rows));

/** @param {HTMLElement} layer */
export function crowd(layer) {
  /** @type {Record<Side, Pawn[][]>} */
  const stacks = { black: Array.from({ length: ROWS }, () => []), red: Array.from({ length: ROWS }, () => []) };
  /** @type {Set<Animation>} */
  const running = new Set();
  /** @type {Layout|null} */
  let at = null;
  let size = 0;

  /** Finishes all animations. */
  function finish() {
    for (const animation of [...running]) animation.finish();
    running.clear();
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  function animate(element, frames, timing) {
    const animation = element.animate(frames, timing);
    running.add(animation);
    animation.onfinish = animation.oncancel = () => running.delete(animation);
    return animation;
  }

  /**
   * Updates the stacks, and returns the pawns that changed their row.
   * @param {Position} position
   * @param {Move[]} moves
   */
  function restack(position, moves) {
    /** @type {Map<Pawn, number>} */
    const moved = new Map();
    for (const { side, from, to } of moves) {
      const one = stacks[side][from]?.pop();
      if (!one) continue;
      stacks[side][to]?.push(one);
      moved.set(one, Math.abs(to - from));
    }
    for (const side of /** @type {Side[]} */ (['black', 'red'])) {
      /** @type {[Pawn, number][]} */
      const pool = [];
      stacks[side].forEach((stack, row) => {
        while (stack.length > (position[side][row] ?? 0)) pool.push([/** @type {Pawn} */ (stack.pop()), row]);
      });
      stacks[side].forEach((stack, row) => {
        while (stack.length < (position[side][row] ?? 0)) {
          const [one, from] = pool.shift() ?? [make(side), row];
          stack.push(one);
          if (from !== row) moved.set(one, Math.abs(row - from));
        }
      });
      for (const [one] of pool) one.element.remove();
    }
    return moved;
  }

  /** @param {Side} side @returns {Pawn} */
  function make(side) {
    const element = pawn(side, size || 10);
    layer.append(element);
    return { side, element, x: 0, y: 0, isNew: true };
  }

  /**
   * Shows a position.
   * @param {Layout} layout
   * @param {Position} position
   * @param {Position} room the position including pawns that are about to land
   * @param {How} how
   * @returns {number} how long it takes
   */
  function show(layout, position, room, { moves = [], animate: isAnimated = false, speed = 1, direct = false, slide = SHIFT } = {}) {
    const isResized = !at || at.width !== layout.width || at.height !== layout.height;
    at = layout;
    const moved = restack(position, moves);
    const isCalm = calm();
    // Too many changes at once: place everything without animation.
    const isJourney = isAnimated && moved.size <= 4;
    let longest = 0;
    if (size !== layout.pawn) {
      size = layout.pawn;
      for (const row of [...stacks.black, ...stacks.red]) for (const one of row) sizePawn(one.element, one.side, size);
    }
    const scale = scaleOf(layout);
    for (let row = 0; row < ROWS; row += 1) {
      const xs = pawnXs(layout, room, row);
      for (const side of /** @type {Side[]} */ (['black', 'red'])) {
        (stacks[side][row] ?? []).forEach((one, i) => {
          const from = { x: one.x, y: one.y };
          one.x = (xs[side][i] ?? 0) - (BOX.width / 2) * scale;
          one.y = footY(layout, row) - layout.pawn;
          const rows = moved.get(one);
          const isStill = one.isNew || isResized || (from.x === one.x && from.y === one.y);
          one.element.style.transform = `translate(${one.x}px,${one.y}px)`;
          one.element.style.zIndex = String(lineOf(layout, row) * 16 + i);
          one.isNew = false;
          if (isStill) return;
          if (rows !== undefined && isJourney) longest = Math.max(longest, travel(one, from, rows, speed, direct));
          else if (isAnimated && !isCalm) {
            animate(one.element, [{ transform: `translate(${from.x}px,${from.y}px)` }, { transform: one.element.style.transform }], { duration: slide, easing: 'ease-in-out' });
          }
        });
      }
    }
    return longest;
  }

  /**
   * Animates a low hop over each stick.
   * @param {Pawn} one
   * @param {{x: number, y: number}} from
   * @param {number} rows
   * @param {number} speed
   * @param {boolean} direct
   */
  function travel(one, from, rows, speed, direct) {
    const { element } = one;
    if (calm()) {
      const old = /** @type {SVGElement} */ (element.cloneNode(true));
      old.style.transform = `translate(${from.x}px,${from.y}px)`;
      layer.append(old);
      animate(old, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE }).finished.then(() => old.remove(), () => old.remove());
      animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
      return FADE;
    }
    const duration = direct ? 120 : travelTime(rows) * speed;
    const hop = direct ? 0 : 14 * Math.min(1, (at?.row ?? 75) / 75);
    const count = direct ? 1 : rows * 8;
    const frames = Array.from({ length: count + 1 }, (_, i) => {
      const part = i / count;
      const y = from.y + (one.y - from.y) * part - hop * Math.abs(Math.sin(Math.PI * rows * part));
      return { transform: `translate(${from.x + (one.x - from.x) * part}px,${y}px)` };
    });
    const resting = element.style.zIndex;
    element.style.zIndex = '500';
    animate(element, frames, { duration, easing: TRAVEL }).finished.then(() => {
      if (element.style.zIndex === '500') element.style.zIndex = resting;
    }, () => {});
    const body = element.querySelector('.board-body');
    if (body) animate(body, [{ transform: 'scaleY(.95)' }, { transform: 'none' }], { delay: duration, duration: SETTLE, easing: 'ease-out' });
    return duration;
  }

  /** The innermost pawn of a side on a row. @param {Side} side @param {number} row */
  const top = (side, row) => stacks[side][row]?.at(-1) ?? null;

  /** Lifts a pawn, and lowers all others. @param {{side: Side, row: number}|null} spot */
  function lift(spot) {
    const lifted = spot && top(spot.side, spot.row);
    for (const row of [...stacks.black, ...stacks.red]) for (const one of row) one.element.classList.toggle('lifted', one === lifted);
  }

  /** Moves a pawn with the pointer. @param {Side} side @param {number} row @param {number} x @param {number} y the middle of its foot */
  function drag(side, row, x, y) {
    const one = top(side, row);
    if (!one || !at) return;
    one.x = x - (BOX.width / 2) * scaleOf(at);
    one.y = y - at.pawn * 0.6;
    one.element.style.transform = `translate(${one.x}px,${one.y}px)`;
    one.element.style.zIndex = '500';
  }

  return { show, finish, lift, drag };
}
