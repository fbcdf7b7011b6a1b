/** How two people use one device: side by side, handing it over, or with the device lying between them. */

/** @typedef {'side' | 'hand' | 'between'} Use */

export const USES = /** @type {const} */ (['side', 'hand', 'between']);

/** Whether there is room for two zones that face each other: 700 × 600 pixels, more with large letters. */
export const facingRoom = () => matchMedia('(min-width: 43.75em) and (min-height: 37.5em)');

/** Whether people touch this screen. */
export const isTouched = () => matchMedia('(pointer: coarse)').matches;

/**
 * The chosen use, else the proposed one: a touch screen with enough room lies between two people.
 * @param {string} chosen
 * @param {{isTouched: boolean, hasRoom: boolean}} screen
 * @returns {Use}
 */
export function proposedUse(chosen, screen) {
  const known = USES.find((use) => use === chosen);
  return known ?? (screen.isTouched && screen.hasRoom ? 'between' : 'side');
}

/**
 * What a game does about it: whether the board turns to whoever moves. Without room for two zones it does.
 * @param {string} chosen
 * @param {boolean} isFacing
 */
export const turnsToMover = (chosen, isFacing) => chosen === 'hand' || (chosen === 'between' && !isFacing);
