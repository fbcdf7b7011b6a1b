// Rule sets: the seven rules in which the leaflets differ, their choices, and the ids that name them. The same ids as in
// docs/rules.md; the server decides what is legal.

/** @typedef {'goal' | 'follow' | 'again' | 'bonus' | 'over' | 'end' | 'left'} Rule */
/** @typedef {'classic' | 'bonus' | 'geeky'} Edition */
/** @typedef {Readonly<Record<Rule, string>>} Choices */

/** The rules in the order of ids, each with its choices. @type {Readonly<Record<Rule, readonly string[]>>} */
export const CHOICES = Object.freeze({
  goal: ['stop', 'one', 'count'],
  follow: ['must', 'may'],
  again: ['none', 'must', 'may'],
  bonus: ['none', 'own', 'any'],
  over: ['passed', 'apart'],
  end: ['now', 'turn'],
  left: ['zero', 'mirror', 'one'],
});

/** @type {readonly Rule[]} */
export const RULES = Object.freeze(/** @type {Rule[]} */ (Object.keys(CHOICES)));

/** The editions in the order of the leaflets. @type {readonly Edition[]} */
export const EDITIONS = Object.freeze(['classic', 'bonus', 'geeky']);

/** The published rule sets, those of the default edition first. @type {readonly import('./types').Published[]} */
export const PUBLISHED = Object.freeze(['bonus', 'bonus-spicy', 'classic', 'geeky', 'geeky-spicy']);

/** @type {Readonly<Record<string, Choices>>} */
const SETS = (() => {
  const classic = Object.freeze({ goal: 'one', follow: 'must', again: 'must', bonus: 'none', over: 'passed', end: 'now', left: 'zero' });
  const bonus = Object.freeze({ goal: 'stop', follow: 'must', again: 'none', bonus: 'own', over: 'passed', end: 'turn', left: 'mirror' });
  const geeky = Object.freeze({ ...bonus, follow: 'may', left: 'one' });
  const spicy = (/** @type {Choices} */ edition) => Object.freeze({ ...edition, bonus: 'any' });
  return Object.freeze({ classic, bonus, geeky, 'bonus-spicy': spicy(bonus), 'geeky-spicy': spicy(geeky) });
})();

/** The choices of an edition. @param {Edition} edition */
export const editionChoices = (edition) => /** @type {Choices} */ (SETS[edition]);

/** Parsed ids: a board asks for the choices of its rule set very often. @type {Map<string, Choices | null>} */
const parsed = new Map();

/**
 * The choices that an id names, in any spelling: parts in any order and letter case, with `+` or blanks between them.
 * @param {string} id
 * @returns {Choices | null} null if it names no rule set
 */
export function parseRules(id) {
  const known = parsed.get(id);
  if (known !== undefined) return known;
  const found = read(id);
  if (parsed.size < 1000) parsed.set(id, found);
  return found;
}

/** @param {string} id @returns {Choices | null} */
function read(id) {
  const parts = id.toLowerCase().split(/[+\s]+/u).filter((part) => part !== '');
  const bases = parts.filter((part) => Object.hasOwn(SETS, part));
  if (bases.length !== 1) return null;
  /** @type {Partial<Record<Rule, string>>} */
  const changes = {};
  for (const part of parts.filter((each) => each !== bases[0])) {
    const [rule = '', choice = '', ...rest] = part.split('-');
    if (!Object.hasOwn(CHOICES, rule) || rest.length > 0) return null;
    const name = /** @type {Rule} */ (rule);
    if (!CHOICES[name].includes(choice) || (changes[name] ?? choice) !== choice) return null;
    changes[name] = choice;
  }
  return Object.freeze({ .../** @type {Choices} */ (SETS[bases[0] ?? '']), ...changes });
}

/**
 * The choices of a rule set that the server or `parseRules` has accepted before.
 * @param {string} id
 * @returns {Choices}
 */
export const ruleChoices = (id) => parseRules(id) ?? editionChoices('bonus');

/** The rules in which two rule sets differ. @param {Choices} one @param {Choices} two */
export const differences = (one, two) => RULES.filter((rule) => one[rule] !== two[rule]);

/** The edition with the fewest differences; `bonus` before `classic` before `geeky` in a tie. @param {Choices} choices @returns {Edition} */
export function nearestEdition(choices) {
  const distance = (/** @type {Edition} */ edition) => differences(choices, editionChoices(edition)).length;
  return /** @type {Edition[]} */ (['bonus', 'classic', 'geeky']).reduce((best, next) => (distance(next) < distance(best) ? next : best));
}

/** The canonical id of choices. @param {Choices} choices */
export function idOf(choices) {
  const published = PUBLISHED.find((id) => differences(choices, /** @type {Choices} */ (SETS[id])).length === 0);
  if (published) return published;
  const edition = nearestEdition(choices);
  return [edition, ...differences(choices, editionChoices(edition)).map((rule) => `${rule}-${choices[rule]}`)].join('+');
}

/** The canonical id of a rule set in any spelling; null if it names none. @param {string} id */
export function canonical(id) {
  const choices = parseRules(id);
  return choices && idOf(choices);
}

/** Whether a leaflet has these rules. @param {string} id @returns {id is import('./types').Published} */
export const isPublished = (id) => PUBLISHED.some((each) => each === id);

/** The ending of the keys of texts that speak of the end of the game. @param {string} id */
export const endSuffix = (id) => (ruleChoices(id).over === 'apart' ? '_apart' : '');

/** The published rule set whose texts and lessons fit best: the nearest edition, spicy if the bonus moves any pawn. @param {string} id */
export function nearestPublished(id) {
  const choices = ruleChoices(id);
  const edition = nearestEdition(choices);
  return edition !== 'classic' && choices.bonus === 'any' ? /** @type {const} */ (`${edition}-spicy`) : edition;
}

/**
 * The rule set that stored settings choose: house rules, else an edition with or without the spicy bonus, else the default.
 * @param {{house: unknown, edition: unknown, spicy: unknown}} stored
 * @returns {string}
 */
export function chosenIn({ house, edition, spicy }) {
  const own = typeof house === 'string' ? canonical(house) : null;
  const base = EDITIONS.find((each) => each === edition) ?? 'bonus';
  return own ?? (spicy === true && base !== 'classic' ? `${base}-spicy` : base);
}
