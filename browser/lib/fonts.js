// The fonts of the browser under test. The tests choose them, so that no result depends on what is installed beside them.
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** @typedef {'liberation'|'noto'|'dejavu'} Family */

/** One face in all its files: `NotoSans-Bold.ttf`, or one variable font `NotoSans[wdth,wght].ttf`. @param {string} stem */
const face = (stem) => new RegExp(`^${stem}(-(Regular|Bold|Italic|Oblique|BoldItalic|BoldOblique))?(\\[.*\\])?\\.(ttf|otf)$`);

/**
 * The fonts for `sans-serif`, `serif` and `monospace`, and where ★, → and ↻ come from if these lack them. Liberation Sans
 * has the widths of Arial, DejaVu Sans is very wide, Noto Sans has very tall lines.
 * @type {Record<Family, {sans: string, serif: string, mono: string, symbols: string[]}>}
 */
const SETS = {
  liberation: { sans: 'Liberation Sans', serif: 'Liberation Serif', mono: 'Liberation Mono', symbols: ['DejaVu Sans'] },
  noto: { sans: 'Noto Sans', serif: 'Noto Serif', mono: 'DejaVu Sans Mono', symbols: ['Noto Sans Symbols2', 'Noto Sans Symbols', 'Noto Sans Math'] },
  dejavu: { sans: 'DejaVu Sans', serif: 'DejaVu Serif', mono: 'DejaVu Sans Mono', symbols: [] },
};

/** All families, for tests of the layout. */
export const FAMILIES = /** @type {Family[]} */ (Object.keys(SETS));
/** The family for tests that do not look at the layout. */
export const USUAL = 'liberation';

/** The Debian package of a font. @param {string} name */
const packageOf = (name) => ({ Liberation: 'fonts-liberation', Noto: 'fonts-noto-core', DejaVu: 'fonts-dejavu-core' })[name.split(' ')[0] ?? ''];

/** All files below a folder. @param {string} folder @returns {string[]} */
function filesIn(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((each) => !each.isDirectory()).map((each) => join(each.parentPath, each.name));
  } catch {
    return [];
  }
}

/** @type {string[]|null} */
let installed = null;

/** The files of a font. @param {string} name */
function filesOf(name) {
  installed ??= ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts'), join(homedir(), '.fonts')].flatMap(filesIn);
  const wanted = face(name.replaceAll(' ', ''));
  const found = installed.filter((path) => wanted.test(basename(path)));
  if (found.length === 0) throw new Error(`The font ${name} is missing: install the package ${packageOf(name)}`);
  return found;
}

/** Throws if a font is missing. */
export function checkFonts() {
  for (const { sans, serif, mono, symbols } of Object.values(SETS)) [sans, serif, mono, ...symbols].forEach(filesOf);
}

/**
 * Writes a configuration of fontconfig that knows one family and nothing else.
 * @param {Family} family
 * @returns {{folder: string, file: string}} a temporary folder, which the caller removes, and the file for `FONTCONFIG_FILE`
 */
export function fontconfig(family) {
  const { sans, serif, mono, symbols } = SETS[family];
  const folder = mkdtempSync(join(tmpdir(), 'linja-fonts-'));
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  // By name: a font may be installed twice.
  const files = new Map([sans, serif, mono, ...symbols].flatMap(filesOf).map((path) => [basename(path), path]));
  for (const [name, path] of files) symlinkSync(path, join(fonts, name));
  const alias = (/** @type {string} */ generic, /** @type {string} */ name) =>
    `<match target="pattern"><test qual="any" name="family"><string>${generic}</string></test><edit name="family" mode="assign" binding="same"><string>${name}</string></edit></match>`;
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${join(folder, 'cache')}</cachedir>
${[['sans-serif', sans], ['system-ui', sans], ['serif', serif], ['monospace', mono], ['ui-monospace', mono]].map(([generic, name]) => alias(generic ?? '', name ?? '')).join('\n')}
<match target="pattern"><edit name="family" mode="append_last">${[sans, ...symbols].map((name) => `<string>${name}</string>`).join('')}</edit></match>
</fontconfig>
`);
  return { folder, file };
}
