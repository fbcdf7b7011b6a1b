// QR codes of short texts such as links: bytes, error correction level M, versions 1 to 10 (ISO/IEC 18004).

/** Check codewords in a block, and blocks, by version. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** The free edge around a code, in modules. */
const QUIET = 4;

/** @typedef {boolean[][]} Modules rows of dark and light modules */
/** @typedef {{size: number, dark: Modules, fixed: Modules}} Grid `fixed` modules hold no data and are not masked */

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Codewords of a version, for data and checks. @param {number} version */
function codewords(version) {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const patterns = version < 2 ? 0 : (25 * aligned - 10) * aligned - 55;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8);
}

/** @param {number} version */
const blocksOf = (version) => ({ blocks: BLOCKS[version - 1] ?? 1, checks: CHECKS[version - 1] ?? 10 });

/** Codewords for data. @param {number} version */
function room(version) {
  const { blocks, checks } = blocksOf(version);
  return codewords(version) - blocks * checks;
}

/** The bits of a number, the highest first. @param {number} value @param {number} length */
const bits = (value, length) => Array.from({ length }, (_, i) => (value >>> (length - 1 - i)) & 1);

/** The data codewords: mode, length, bytes, padding. @param {Uint8Array} bytes @param {number} version */
function dataOf(bytes, version) {
  const most = room(version) * 8;
  const all = [...bits(4, 4), ...bits(bytes.length, version < 10 ? 8 : 16), ...[...bytes].flatMap((byte) => bits(byte, 8))];
  all.push(...bits(0, Math.min(4, most - all.length)));
  all.push(...bits(0, (8 - (all.length % 8)) % 8));
  for (let pad = 0xec; all.length < most; pad ^= 0xec ^ 0x11) all.push(...bits(pad, 8));
  return Array.from({ length: all.length / 8 }, (_, i) => all.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

/** The product in the field with 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a);
  return product;
}

/** The generator polynomial without its leading 1. @param {number} degree */
function generator(degree) {
  const result = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    for (let j = 0; j < degree; j += 1) result[j] = times(result[j], root) ^ (result[j + 1] ?? 0);
  }
  return result;
}

/** The check codewords of a block. @param {number[]} data @param {number[]} divisor */
function checksOf(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((each, i) => { rest[i] = (rest[i] ?? 0) ^ times(each, factor); });
  }
  return rest;
}

/** Cuts the data into blocks, and interleaves them with their checks. @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const { blocks, checks } = blocksOf(version);
  const divisor = generator(checks);
  const short = Math.floor(codewords(version) / blocks) - checks;
  const long = codewords(version) % blocks;
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(at, (at += short + Number(i >= blocks - long))));
  const tails = parts.map((part) => checksOf(part, divisor));
  const mixed = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [...mixed(parts, short + 1), ...mixed(tails, checks)];
}

/** Where alignment patterns are. @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => version * 4 + 10 - step * (count - 2 - i))];
}

/** A grid with all fixed patterns; format bits are still light. @param {number} version @returns {Grid} */
function patterns(version) {
  const size = version * 4 + 17;
  const empty = () => Array.from({ length: size }, () => Array(size).fill(false));
  const grid = { size, dark: empty(), fixed: empty() };
  for (let i = 0; i < size; i += 1) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(grid, x ?? 0, y ?? 0, 4, [2, 4]);
  const places = alignments(version);
  const [first, last] = [places[0], places.at(-1)];
  for (const x of places) {
    for (const y of places) {
      const isCorner = (x === first && (y === first || y === last)) || (x === last && y === first);
      if (!isCorner) square(grid, x, y, 2, [1]);
    }
  }
  writeFormat(grid, 0);
  if (version >= 7) writeVersion(grid, version);
  return grid;
}

/** @param {Grid} grid @param {number} x @param {number} y @param {boolean} dark */
function set({ size, dark: rows, fixed }, x, y, dark) {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  const [row, holds] = [rows[y], fixed[y]];
  if (row) row[x] = dark;
  if (holds) holds[x] = true;
}

/** Rings around a point. @param {Grid} grid @param {number} x @param {number} y @param {number} radius @param {number[]} light radiuses of light rings */
function square(grid, x, y, radius, light) {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) set(grid, x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/** A number with its check bits. @param {number} value @param {number} length of the check @param {number} divisor */
function checked(value, length, divisor) {
  let rest = value;
  for (let i = 0; i < length; i += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
  return (value << length) | rest;
}

/** The level (M is 0) and the mask, twice. @param {Grid} grid @param {number} mask */
function writeFormat(grid, mask) {
  const { size } = grid;
  const all = bits(checked(mask, 10, 0x537) ^ 0x5412, 15).reverse().map(Boolean);
  const bit = (/** @type {number} */ i) => all[i] ?? false;
  for (let i = 0; i < 6; i += 1) set(grid, 8, i, bit(i));
  set(grid, 8, 7, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(grid, 14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(grid, size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(grid, 8, size - 15 + i, bit(i));
  set(grid, 8, size - 8, true);
}

/** @param {Grid} grid @param {number} version */
function writeVersion(grid, version) {
  const all = bits(checked(version, 12, 0x1f25), 18).reverse();
  all.forEach((bit, i) => {
    const [far, near] = [grid.size - 11 + (i % 3), Math.floor(i / 3)];
    set(grid, far, near, bit === 1);
    set(grid, near, far, bit === 1);
  });
}

/** Fills the free modules in columns of two, from the right, up and down. @param {Grid} grid @param {number[]} data @param {number} mask */
function fill({ size, dark, fixed }, data, mask) {
  const isMasked = MASKS[mask] ?? (() => false);
  const stream = data.flatMap((byte) => bits(byte, 8));
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        row[x] = (stream[at] === 1) !== isMasked(x, y);
        at += 1;
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks of one colour, and an imbalance. @param {Modules} dark */
function penalty(dark) {
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  let sum = 0;
  for (const line of [...dark, ...columns]) {
    for (const run of line.map((each) => (each ? '1' : '0')).join('').match(/0+|1+/g) ?? []) sum += run.length < 5 ? 0 : run.length - 2;
  }
  dark.forEach((row, y) => row.forEach((each, x) => {
    if (y > 0 && x > 0 && row[x - 1] === each && dark[y - 1]?.[x] === each && dark[y - 1]?.[x - 1] === each) sum += 3;
  }));
  const share = dark.flat().filter(Boolean).length / dark.length ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/**
 * The modules of a code, without the free edge; null if the text is too long.
 * @param {string} text
 * @param {number} [wanted] the mask; by default the one that is easiest to read
 * @returns {Modules | null}
 */
export function modulesOf(text, wanted) {
  const bytes = new TextEncoder().encode(text);
  const version = CHECKS.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= room(i + 1)) + 1;
  if (version === 0) return null;
  const data = interleaved(dataOf(bytes, version), version);
  const codes = MASKS.map((_, mask) => mask).filter((mask) => wanted === undefined || mask === wanted).map((mask) => {
    const grid = patterns(version);
    fill(grid, data, mask);
    writeFormat(grid, mask);
    return grid.dark;
  });
  return codes.sort((a, b) => penalty(a) - penalty(b))[0] ?? null;
}

/**
 * A code as a path of squares in a box of `size`, with its free edge; null if the text is too long.
 * @param {string} text
 */
export function qrPath(text) {
  const modules = modulesOf(text);
  if (!modules) return null;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ''))).join('');
  return { size: modules.length + 2 * QUIET, path };
}
