// The tries and comments of one player in a review: under each turn of the game a tree of other turns. Values never change;
// every function returns a new tree.

/** @typedef {{turn: string, note: string, next: readonly Try[]}} Try a turn that was tried, its comment and what was tried after it */
/** @typedef {{note: string, next: readonly Try[]}} Spot the comment on a turn of the game, and the tries instead of it */
/** @typedef {Readonly<Record<number, Spot>>} Tries by the index of the turn in the game */
/** @typedef {readonly string[]} Path the turns of a line, from the position of a turn of the game */
/** @typedef {{path: string[], depth: number, line: Try}} Row a line as it is listed */

/** The longest comment. */
export const LONGEST_NOTE = 280;
/** The most tries in a game, and the most turns in a line: no person needs more, and what is kept stays small. */
export const MOST_TRIES = 300;
export const LONGEST_LINE = 60;

/** @type {Tries} */
export const NONE = Object.freeze({});
/** @type {Spot} */
const EMPTY = Object.freeze({ note: '', next: Object.freeze([]) });

/** What a player has noted at a turn of the game. @param {Tries} tries @param {number} at */
export const spotAt = (tries, at) => tries[at] ?? EMPTY;

/**
 * The line at a path; null if there is none. The empty path is the turn of the game itself.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path
 * @returns {Spot|null}
 */
export function lineAt(tries, at, path) {
  /** @type {Spot|null} */
  let here = spotAt(tries, at);
  for (const turn of path) here = here?.next.find((line) => line.turn === turn) ?? null;
  return here;
}

/** @param {readonly Try[]} lines @returns {number} */
const countOf = (lines) => lines.reduce((sum, line) => sum + 1 + countOf(line.next), 0);

/** How many tries there are. @param {Tries} tries */
export const tryCount = (tries) => Object.values(tries).reduce((sum, spot) => sum + countOf(spot.next), 0);

/** Whether nothing was tried or noted. @param {Tries} tries */
export const isEmpty = (tries) => Object.keys(tries).length === 0;

/**
 * Changes what is at a path. An emptied spot disappears.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path
 * @param {(spot: Spot) => Spot} change
 * @returns {Tries}
 */
function changed(tries, at, path, change) {
  /** @param {Spot} here @param {Path} rest @returns {Spot} */
  const walk = (here, rest) => {
    const [turn, ...further] = rest;
    if (turn === undefined) return change(here);
    return { ...here, next: here.next.map((line) => (line.turn === turn ? { ...line, ...walk(line, further) } : line)) };
  };
  const spot = walk(spotAt(tries, at), path);
  if (spot.note !== '' || spot.next.length > 0) return { ...tries, [at]: { note: spot.note, next: spot.next } };
  return Object.fromEntries(Object.entries(tries).filter(([index]) => index !== String(at)));
}

/**
 * Adds a turn after a line; one that is there already stays as it is.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path
 * @param {string} turn
 * @returns {Tries|null} null if there is no room for another
 */
export function withTry(tries, at, path, turn) {
  if (lineAt(tries, at, [...path, turn])) return tries;
  if (!lineAt(tries, at, path) || path.length >= LONGEST_LINE || tryCount(tries) >= MOST_TRIES) return null;
  return changed(tries, at, path, (spot) => ({ ...spot, next: [...spot.next, { turn, note: '', next: [] }] }));
}

/**
 * Adds all turns of a path that are missing.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path
 * @returns {Tries|null}
 */
export function withPath(tries, at, path) {
  /** @type {Tries|null} */
  let now = tries;
  for (let length = 0; length < path.length && now; length += 1) now = withTry(now, at, path.slice(0, length), path[length] ?? '');
  return now;
}

/**
 * Removes a line with all that follows from it.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path not empty
 * @returns {{tries: Tries, removed: Try, place: number}|null} what `restored` needs to bring it back
 */
export function without(tries, at, path) {
  const above = path.slice(0, -1);
  const siblings = lineAt(tries, at, above)?.next ?? [];
  const place = siblings.findIndex((line) => line.turn === path.at(-1));
  const removed = siblings[place];
  if (!removed) return null;
  return { tries: changed(tries, at, above, (spot) => ({ ...spot, next: spot.next.filter((line) => line !== removed) })), removed, place };
}

/**
 * Brings a removed line back to its place.
 * @param {Tries} tries
 * @param {number} at
 * @param {Path} path where it was
 * @param {{removed: Try, place: number}} gone
 * @returns {Tries}
 */
export function restored(tries, at, path, { removed, place }) {
  const above = path.slice(0, -1);
  if (!lineAt(tries, at, above) || lineAt(tries, at, path)) return tries;
  return changed(tries, at, above, (spot) => ({ ...spot, next: spot.next.toSpliced(place, 0, removed) }));
}

/** Moves a line one place up among its neighbours. @param {Tries} tries @param {number} at @param {Path} path @returns {Tries} */
export function promoted(tries, at, path) {
  const above = path.slice(0, -1);
  const place = lineAt(tries, at, above)?.next.findIndex((line) => line.turn === path.at(-1)) ?? -1;
  if (place < 1) return tries;
  return changed(tries, at, above, (spot) => {
    const line = /** @type {Try} */ (spot.next[place]);
    return { ...spot, next: spot.next.toSpliced(place, 1).toSpliced(place - 1, 0, line) };
  });
}

/** A comment without control characters, on one line, of at most 280 characters. @param {string} text */
export const tidyNote = (text) => [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, LONGEST_NOTE).join('');

/** @param {Tries} tries @param {number} at @param {Path} path @param {string} text @returns {Tries} */
export function withNote(tries, at, path, text) {
  if (!lineAt(tries, at, path)) return tries;
  return changed(tries, at, path, (spot) => ({ ...spot, note: tidyNote(text) }));
}

/** The lines below a turn of the game in the order in which they are listed. @param {Tries} tries @param {number} at @returns {Row[]} */
export function rowsOf(tries, at) {
  /** @param {readonly Try[]} lines @param {string[]} above @returns {Row[]} */
  const walk = (lines, above) => lines.flatMap((line) => {
    const path = [...above, line.turn];
    return [{ path, depth: above.length, line }, ...walk(line.next, path)];
  });
  return walk(spotAt(tries, at).next, []);
}

/**
 * Two trees as one: lines of the second that the first does not have, and comments where it has none.
 * @param {Tries} tries
 * @param {Tries} more
 * @returns {Tries}
 */
export function merged(tries, more) {
  let now = tries;
  for (const [index, spot] of Object.entries(more)) {
    const at = Number(index);
    if (spot.note && !spotAt(now, at).note) now = withNote(now, at, [], spot.note);
    for (const { path, line } of rowsOf(more, at)) {
      now = withTry(now, at, path.slice(0, -1), line.turn) ?? now;
      if (line.note && lineAt(now, at, path)?.note === '') now = withNote(now, at, path, line.note);
    }
  }
  return now;
}
