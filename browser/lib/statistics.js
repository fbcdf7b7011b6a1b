// Summaries of measured values.

const sorted = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b);

/** The value that a share of all values does not exceed. @param {number[]} values @param {number} part */
export const share = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

/** The median. @param {number[]} values */
export const middle = (values) => share(values, 0.5);
