// An edited position, legal or not: counts, violations, reading and writing.

import { isInner, parse, ROOM, ROWS, START, rowName, writeAddress } from '../position.js';
import { canonical } from '../rules.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {{kind: 'missing'|'surplus', side: Side, count: number, has: number}|{kind: 'row', row: string, has: number}} Violation */

export const PAWNS = 12;

/** @param {Position} position @param {Side} side */
export const pawnsOf = (position, side) => position[side].reduce((sum, n) => sum + n, 0);

/** All violations of a position. @param {Position} position */
export function violationsOf(position) {
  /** @type {Violation[]} */
  const violations = [];
  for (const side of /** @type {const} */ (['black', 'red'])) {
    const has = pawnsOf(position, side);
    if (has < PAWNS) violations.push({ kind: 'missing', side, count: PAWNS - has, has });
    if (has > PAWNS) violations.push({ kind: 'surplus', side, count: has - PAWNS, has });
  }
  for (let row = 0; row < ROWS; row += 1) {
    const has = (position.black[row] ?? 0) + (position.red[row] ?? 0);
    if (isInner(row) && has > ROOM) violations.push({ kind: 'row', row: rowName(row), has });
  }
  return violations;
}

/**
 * One pawn more or fewer on a row, up to twelve, the most that the notation can write.
 * @param {Position} position
 * @param {Side} side
 * @param {number} row
 * @param {number} by
 * @returns {Position}
 */
export function changed(position, side, row, by) {
  const counts = position[side].map((n, at) => (at === row ? Math.max(0, Math.min(PAWNS, n + by)) : n));
  return { ...position, [side]: counts };
}

/** @param {Position} position @returns {Position} */
export const cleared = (position) => ({ ...position, black: Array(ROWS).fill(0), red: Array(ROWS).fill(0) });

/** @param {Position} a @param {Position} b */
export const isSame = (a, b) => writeAddress(a) === writeAddress(b);

/**
 * Reads a pasted position, in either form, alone or inside a link to this page.
 * @param {string} text
 * @returns {{position: Position, rules: string|null}|null}
 */
export function readPasted(text) {
  // A plus between the parts of an id may be read as a blank.
  const plain = text.trim().replace(/%20|%2b|\+/giu, ' ').replace(/%2f/giu, '/');
  const found = /(?:explorer\/([a-z -]+)\/)?([0-9a-c]{8}\s*[/-]\s*[0-9a-c]{8}[\s-]+[br])(?![0-9a-z])/iu.exec(plain);
  if (!found?.[2]) return null;
  const rules = found[1] ? canonical(found[1]) : null;
  // Only a link may contain text around the position.
  if (!found[1] && found[2].length !== plain.length) return null;
  return { position: parse(found[2]), rules };
}

/**
 * The address of a position, and what an address means.
 * @param {string} rules
 * @param {Position} position
 */
export const addressOf = (rules, position) => `/explorer/${rules}/${writeAddress(position)}`;

/**
 * @param {string|undefined} rules
 * @param {string|undefined} text
 * @returns {{rules: string, position: Position, known: boolean}}
 */
export function fromAddress(rules, text) {
  const found = canonical(rules ?? 'bonus');
  if (!text) return { rules: found ?? 'bonus', position: START, known: found !== null };
  const read = readPasted(decode(text));
  return { rules: found ?? 'bonus', position: read?.position ?? START, known: read !== null && found !== null };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
