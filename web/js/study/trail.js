// The line followed in the explorer: addresses and the turns between them.

/** @typedef {{addresses: string[], turns: string[], at: number}} Trail there is one turn fewer than addresses */

/** @param {string} address @returns {Trail} */
export const beginTrail = (address) => ({ addresses: [address], turns: [], at: 0 });

/**
 * Follows a turn. Drops a line that was followed from here before.
 * @param {Trail} trail
 * @param {string} turn
 * @param {string} address where it leads
 * @returns {Trail}
 */
export function followed(trail, turn, address) {
  return {
    addresses: [...trail.addresses.slice(0, trail.at + 1), address],
    turns: [...trail.turns.slice(0, trail.at), turn],
    at: trail.at + 1,
  };
}

/**
 * Handles back, forward, and any other address.
 * @param {Trail} trail
 * @param {string} address
 * @returns {Trail}
 */
export function moved(trail, address) {
  const near = [trail.at, trail.at - 1, trail.at + 1].find((at) => trail.addresses[at] === address);
  const at = near ?? trail.addresses.indexOf(address);
  return at < 0 ? beginTrail(address) : { ...trail, at };
}
