/** Texts of the page, from the catalogue of the chosen language. */

/** The languages, each by its own name, in the order of the menu. @type {[string, string][]} */
export const LANGUAGES = [
  ['de', 'Deutsch'], ['en', 'English'], ['es', 'Español'], ['fr', 'Français'],
  ['it', 'Italiano'], ['nl', 'Nederlands'], ['pt', 'Português'], ['ro', 'Română'],
];

/** The pseudo-language: the server derives it from English, and tests find words outside the catalogue with it. */
const PSEUDO = 'x-pseudo';

/** @typedef {string | Record<string, string>} Entry a text, or its forms by plural category */
/** @typedef {Record<string, string | number>} Arguments */

let code = 'en';
/** @type {Record<string, Entry>} */
let entries = {};
/** @type {Set<string>} */
const parts = new Set();
/** @type {Intl.PluralRules} */
let plural = new Intl.PluralRules('en');

/** The language in use. */
export const language = () => code;

/** The language for `Intl`: English for the pseudo-language, and European Portuguese, where 0 is plural. */
const locale = () => (code === PSEUDO ? 'en' : code === 'pt' ? 'pt-PT' : code);

/**
 * The language to show: from the address, else from the settings, else from the browser.
 * @param {(string | null | undefined)[]} wishes
 * @returns {string}
 */
export function choose(wishes) {
  for (const wish of wishes) {
    const wanted = (wish ?? '').toLowerCase();
    if (wanted === PSEUDO) return PSEUDO;
    const found = LANGUAGES.find(([known]) => known === wanted.split('-')[0]);
    if (found) return found[0];
  }
  return 'en';
}

/**
 * Loads a language. The caller rebuilds the page.
 * @param {string} wanted
 */
export async function setLanguage(wanted) {
  const loaded = delivered(wanted) ?? await fetchEntries(`/locales/${wanted}.json`, '');
  const lazy = await Promise.all([...parts].map((part) => fetchEntries(`/locales/${wanted}/${part}.json`, `${part}.`)));
  use(wanted, Object.assign({}, loaded, ...lazy));
}

/**
 * The texts inlined into the document, if they are in this language.
 * @param {string} wanted
 * @returns {Record<string, Entry> | null}
 */
function delivered(wanted) {
  const block = typeof document === 'undefined' ? null : document.getElementById('texts');
  return block?.lang === wanted ? JSON.parse(block.textContent) : null;
}

/**
 * Activates a catalogue.
 * @param {string} wanted
 * @param {Record<string, Entry>} catalogue keys with their part: `game.your_turn`
 */
export function use(wanted, catalogue) {
  code = wanted;
  entries = catalogue;
  plural = new Intl.PluralRules(locale());
  if (typeof document !== 'undefined') document.documentElement.lang = code;
}

/**
 * Loads a part of the catalogue that only some pages need.
 * @param {string} part
 */
export async function loadPart(part) {
  if (parts.has(part)) return;
  const wanted = code;
  const loaded = await fetchEntries(`/locales/${wanted}/${part}.json`, `${part}.`);
  parts.add(part);
  if (wanted === code) entries = { ...entries, ...loaded };
  else await setLanguage(code);
}

/**
 * @param {string} path
 * @param {string} prefix
 * @returns {Promise<Record<string, Entry>>}
 */
async function fetchEntries(path, prefix) {
  // Relative to this module, whose address contains the version of the page.
  const response = await fetch(new URL(`..${path}`, import.meta.url).pathname);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  /** @type {Record<string, Entry>} */
  const found = await response.json();
  return Object.fromEntries(Object.entries(found).map(([key, entry]) => [prefix + key, entry]));
}

/**
 * The plural form of a text for `count`.
 * @param {string} key
 * @param {Record<string, unknown>} args
 * @returns {string}
 */
function template(key, args) {
  const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
  if (entry === undefined) return key;
  if (typeof entry === 'string') return entry;
  const count = args['count'];
  const category = typeof count === 'number' ? plural.select(count) : 'other';
  return entry[category] ?? entry['other'] ?? key;
}

/**
 * @param {string} key
 * @param {Record<string, unknown>} args
 * @returns {unknown[]} pieces of text and whatever stands for the placeholders
 */
function fill(key, args) {
  const pieces = template(key, args).split(/\{(\w+)\}/);
  return pieces.map((piece, i) => {
    if (i % 2 === 0) return piece;
    const value = Object.hasOwn(args, piece) ? args[piece] : undefined;
    if (value === undefined) return `{${piece}}`;
    return typeof value === 'number' ? number(value) : value;
  }).filter((piece) => piece !== '');
}

/**
 * A text in the chosen language. A missing key is shown as it is, so that tests find it.
 * @param {string} key
 * @param {Arguments} [args]
 * @returns {string}
 */
export function t(key, args = {}) {
  return fill(key, args).join('');
}

/** Whether there is such a text. @param {string} key */
export const has = (key) => Object.hasOwn(entries, key);

/**
 * A text with elements in place of placeholders.
 * @param {string} key
 * @param {Record<string, Node | string | number>} args
 * @returns {(Node | string)[]}
 */
export function rich(key, args) {
  return /** @type {(Node | string)[]} */ (fill(key, args));
}

/** Making a format takes a browser much longer than using it. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {number} n
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(n, options) {
  const name = `${locale()} ${JSON.stringify(options)}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale(), options);
  formats.set(name, format);
  return format.format(n).replace('-', '−');
}

/**
 * A share of 100. Cut off, not rounded: only 100 itself has 100 %.
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 0) {
  return number(share / 100, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'floor' });
}

/**
 * A number with its sign: +3, −2, 0.
 * @param {number} n
 * @param {Intl.NumberFormatOptions} [options]
 */
export function signed(n, options) {
  return number(n, { signDisplay: 'exceptZero', ...options });
}

/** @param {string[]} items @param {'conjunction' | 'disjunction'} [type] */
export function list(items, type = 'conjunction') {
  return new Intl.ListFormat(locale(), { style: 'long', type }).format(items);
}

/**
 * @param {Date | number} when
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function date(when, options = { dateStyle: 'long' }) {
  // British English: 16 November.
  return new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : locale(), options).format(when);
}

/** How long ago, as a heading: `Yesterday`, `2 hours ago`. @param {number} count @param {Intl.RelativeTimeFormatUnit} unit */
export function ago(count, unit) {
  const text = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-count, unit);
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** The name of a side. @param {'black' | 'red'} side */
export const sideName = (side) => t(`common.side_${side}`);

/** The name of a level without its number: `Club`. @param {string} level 1 to 10 or `perfect` */
export const levelTitle = (level) => t(`common.level_name_${level}`);

/** The name of a level: `Club, level 5`. @param {string} level a number, `random` or `perfect` */
export const levelName = (level) =>
  (/^\d+$/.test(level) ? t('common.level_named', { name: levelTitle(level), level }) : t(`common.level_${level}`));

/** The computer with its level: `Computer, Club`. @param {string} level a number, `random` or `perfect` */
export const computerName = (level) =>
  (/^\d+$/.test(level) ? t('common.computer_named', { name: levelTitle(level) }) : t(`common.computer_${level}`));

/**
 * Who leads, in words: `You lead by 4`.
 * @param {{players: Record<'black' | 'red', import('./types').Player>, you: ('black' | 'red')[]}} game
 * @param {import('./types').Pair} score
 */
export function leadText({ players, you }, score) {
  const margin = score.black - score.red;
  if (margin === 0) return t('game.level_score');
  const side = margin > 0 ? 'black' : 'red';
  const count = Math.abs(margin);
  if (you.length === 1 && you[0] === side) return t('game.you_lead', { count });
  const player = players[side];
  return player.type === 'person' && player.name ? t('game.name_leads', { name: player.name, count }) : t('game.side_leads', { side: sideName(side), count });
}

/** A phrase of the catalogue as a sentence. @param {string} phrase */
export function sentence(phrase) {
  const [first = '', ...rest] = phrase;
  return `${first.toLocaleUpperCase(locale())}${rest.join('')}${/[.!?…]$/.test(phrase) ? '' : '.'}`;
}

/**
 * What went wrong, for people: the server's words if they are in the language of the page.
 * @param {unknown} error
 */
export function errorText(error) {
  const { code: problem = 'internal', detail = '', language: spoken = '' } = /** @type {{code?: string, detail?: string, language?: string}} */ (error ?? {});
  if (detail && spoken === code) return detail;
  return has(`common.error_${problem}`) ? t(`common.error_${problem}`) : t('common.error_other', { code: problem });
}
