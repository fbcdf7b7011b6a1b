// Tries and comments as text, in the notation of records: `{a comment}` and `(a line | its answer)` after a turn. The same text
// is kept on the device, stands in links, and in records. What is damaged is left out.

import { applyTurn, parse, parseAction, actionsOf, write } from '../position.js';
import { LONGEST_LINE, NONE, tidyNote, withNote, withTry } from './tries.js';

/** @typedef {import('./tries.js').Tries} Tries */
/** @typedef {import('./tries.js').Try} Try */
/** @typedef {import('./tries.js').Spot} Spot */
/** @typedef {{turn: string, note: string, lines: Item[][]}} Item a turn with its comment and the lines instead of it */

/** @param {string} note */
const writeNote = (note) => (note === '' ? '' : ` {${note.replace(/[\\}]/gu, '\\$&')}}`);

/** @param {Try} line @param {readonly Try[]} others lines that replace it @returns {string} */
function writeLine(line, others) {
  const [first, ...rest] = line.next;
  return line.turn + writeNote(line.note) + writeLines(others) + (first ? ` | ${writeLine(first, rest)}` : '');
}

/** @param {readonly Try[]} lines */
const writeLines = (lines) => lines.map((line) => ` (${writeLine(line, [])})`).join('');

/** What stands after a turn. @param {Spot} spot */
const writeSpot = (spot) => writeNote(spot.note) + writeLines(spot.next);

/** All tries and comments, one turn of the game on a line: its index, then what stands after it. @param {Tries} tries */
export const writeTries = (tries) => Object.entries(tries).map(([at, spot]) => at + writeSpot(spot)).join('\n');

/** Lines may also go on from the end of the game. @param {string} text @param {number} turns how many turns the game has @returns {Tries} */
export function readTries(text, turns) {
  let tries = NONE;
  for (const line of text.split('\n')) {
    const [item] = readItems({ text: line, at: 0 });
    const at = item && /^\d{1,4}$/u.test(item.turn) ? Number(item.turn) : Infinity;
    if (item && at <= turns) tries = withItem(tries, at, item);
  }
  return tries;
}

/** @typedef {{text: string, at: number}} Reader */

/**
 * Items up to a closing bracket or the end.
 * @param {Reader} reader
 * @returns {Item[]}
 */
function readItems(reader, depth = 0) {
  /** @type {Item[]} */
  const items = [readItem(reader, depth)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    items.push(readItem(reader, depth));
  }
  return items;
}

/** @param {Reader} reader @param {number} depth @returns {Item} */
function readItem(reader, depth) {
  /** @type {Item} */
  const item = { turn: readUntil(reader, /[{(|)]/u).trim().replace(/\s+/gu, ' ').toLowerCase(), note: '', lines: [] };
  for (;;) {
    const sign = reader.text[reader.at];
    if (sign === '{') item.note ||= readNote(reader);
    else if (sign === '(' && depth < LONGEST_LINE) {
      reader.at += 1;
      item.lines.push(readItems(reader, depth + 1));
      if (reader.text[reader.at] === ')') reader.at += 1;
    } else if (sign === '(') reader.at = reader.text.length;
    else return item;
    readUntil(reader, /[{(|)]/u);
  }
}

/** @param {Reader} reader @param {RegExp} end */
function readUntil(reader, end) {
  const rest = reader.text.slice(reader.at);
  const length = rest.search(end);
  const text = length < 0 ? rest : rest.slice(0, length);
  reader.at += text.length;
  return text;
}

/** @param {Reader} reader */
function readNote(reader) {
  const found = /^\{((?:[^\\}]|\\.)*)(?:\}|$)/u.exec(reader.text.slice(reader.at));
  reader.at += found ? found[0].length : reader.text.length;
  return tidyNote((found?.[1] ?? '').replace(/\\(.)/gu, '$1'));
}

/** @param {string} turn */
function isTurn(turn) {
  if (turn === 'pass') return true;
  try {
    const actions = actionsOf(turn);
    return actions.length > 0 && actions.length <= 4 && actions.every((action) => parseAction(action));
  } catch {
    return false;
  }
}

/** Adds the comment and the lines of a turn of the game. @param {Tries} tries @param {number} at @param {Item} item @returns {Tries} */
function withItem(tries, at, item) {
  let now = item.note ? withNote(tries, at, [], item.note) : tries;
  for (const line of item.lines) now = withLine(now, at, [], line);
  return now;
}

/** @param {Tries} tries @param {number} at @param {string[]} above @param {Item[]} items @returns {Tries} */
function withLine(tries, at, above, items) {
  const [first, ...rest] = items;
  if (!first || !isTurn(first.turn)) return tries;
  const added = withTry(tries, at, above, first.turn);
  if (!added) return tries;
  const path = [...above, first.turn];
  let now = first.note ? withNote(added, at, path, first.note) : added;
  if (rest.length > 0) now = withLine(now, at, path, rest);
  for (const line of first.lines) now = withLine(now, at, above, line);
  return now;
}

/** @param {string} line */
const isNumbered = (line) => /^\s*\d+\s*\./u.test(line);

/** The turns of a record with what stands after them. @param {string} record */
export function recordItems(record) {
  const lines = record.split(/\r?\n/u).filter(isNumbered);
  return lines.flatMap((line) => readItems({ text: line.replace(/^\s*\d+\s*\./u, ''), at: 0 })).filter((item) => item.turn !== '');
}

/** The tries and comments of a record. @param {string} record @returns {Tries} */
export const recordTries = (record) => recordItems(record).reduce((tries, item, at) => withItem(tries, at, item), NONE);

/**
 * A record with tries and comments, in place of those that it has. It has no place for lines that go on from the end.
 * @param {string} record in canonical form
 * @param {Tries} tries
 */
export function withTries(record, tries) {
  let at = 0;
  const lines = record.split(/\r?\n/u).map((line) => {
    if (!isNumbered(line)) return line;
    const number = /^\s*(\d+)/u.exec(line)?.[1] ?? '';
    const items = readItems({ text: line.replace(/^\s*\d+\s*\./u, ''), at: 0 }).filter((item) => item.turn !== '');
    return `${number}. ${items.map(({ turn }) => {
      const spot = tries[at];
      at += 1;
      return turn + (spot ? writeSpot(spot) : '');
    }).join(' | ')}`;
  });
  return lines.join('\n');
}

/** The position after a line. @param {string} from @param {readonly string[]} path */
export const positionAfter = (from, path) => write(path.reduce(applyTurn, parse(from)));
