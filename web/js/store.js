/** State of the page: observable values, and what this device remembers. */

/**
 * An observable value.
 * @template T
 * @param {T} initial
 */
export function observable(initial) {
  let value = initial;
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    /** @param {T} next */
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
    /** @param {(value: T) => T} change */
    update(change) {
      this.set(change(value));
    },
    /**
     * @param {(value: T) => void} listener
     * @returns {() => void} stops listening
     */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const KEY = 'linja.settings';

/** Default settings. */
const DEFAULTS = {
  theme: /** @type {'auto' | 'light' | 'dark'} */ ('auto'),
  language: '',
  send: /** @type {'auto' | 'grace' | 'at_once' | 'confirm'} */ ('auto'),
  sound: false,
  /** A sound, and a message on this device, when it becomes the player's turn. */
  turnSound: false,
  tell: false,
  keys: true,
  truth: false,
  /** Turns as `fe ca` instead of `f→e c→a`. */
  notation: false,
  /** Whether a review marks every slip, not only mistakes. */
  slips: false,
  /** The difficulty of the next puzzle. */
  puzzles: /** @type {'any' | 'easy' | 'medium' | 'hard'} */ ('any'),
  level: '4',
  edition: /** @type {'classic' | 'bonus' | 'geeky'} */ ('bonus'),
  spicy: false,
  /** The id of the chosen house rules; empty for an edition. */
  house: '',
  side: /** @type {'lot' | 'black' | 'red'} */ ('black'),
  first: /** @type {'lot' | 'me' | 'opponent'} */ ('lot'),
  games: 1,
  clock: '',
  name: '',
  /** The name of the second player on this device, and how two people use it; empty if nobody has chosen yet. */
  second: '',
  device: /** @type {'' | import('./device.js').Use} */ (''),
};

/** @typedef {typeof DEFAULTS} Settings */

/** How this device looks, sounds and takes turns: nothing about the person who uses it. */
const OF_DEVICE = /** @type {const} */ (['theme', 'language', 'send', 'sound', 'turnSound', 'keys', 'truth', 'notation']);

/** The settings of this device. Without storage they last as long as the page. */
export const settings = (() => {
  /** @type {Settings} */
  let values = { ...DEFAULTS, ...stored() };
  /** @type {Map<string, Set<(value: any) => void>>} */
  const listeners = new Map();
  return {
    /** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
    get: (name) => values[name],
    /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
    set(name, value) {
      if (values[name] === value) return;
      values = { ...values, [name]: value };
      keep(KEY, values);
      for (const listener of listeners.get(name) ?? []) listener(value);
    },
    /** Goes back to the defaults, except for the settings of the device. */
    forget() {
      values = { ...DEFAULTS, ...Object.fromEntries(OF_DEVICE.map((name) => [name, values[name]])) };
      keep(KEY, values);
    },
    /**
     * @template {keyof Settings} K
     * @param {K} name
     * @param {(value: Settings[K]) => void} listener
     * @returns {() => void}
     */
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
  };
})();

/** Stored settings that exist and have the right type; the storage may be from an older version. @returns {Partial<Settings>} */
function stored() {
  const found = recall(KEY);
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter(([name, value]) =>
    Object.hasOwn(DEFAULTS, name) && typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (name)]));
}

/** Reads a stored value; null if there is none. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value on this device; null deletes it. @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may have no storage: then the value lasts as long as the page.
  }
}

/** Where this device keeps what it knows of one's own games. */
export const OF_GAMES = Object.freeze({ results: 'linja.results', numbers: 'linja.numbers', list: 'linja.games', mistakes: 'linja.mistakes' });

/** Forgets what belongs to the games of one person, when the device goes over to another. */
export function forgetOwnGames() {
  for (const key of Object.values(OF_GAMES)) keep(key, null);
}

/** All that the page stores has a name that begins like this. */
const OURS = 'linja.';

/** Forgets the person: everything in this browser's storage but the settings of the device. */
export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(OURS) && each !== KEY)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing is kept.
  }
  settings.forget();
}

/** The state of the tables; null until the server has sent it. */
export const oracle = observable(/** @type {import('./types').OracleView | null} */ (null));

/**
 * Whether values of a rule set are exact.
 * @param {string} rules
 */
export function isSolved(rules) {
  return oracle.get()?.tables.some((table) => table.rules === rules && table.status === 'ready') ?? false;
}

/** Turns that could not be sent are kept under this name and the id of their game. */
export const UNSENT = 'linja.unsent.';
const KEPT = 'linja.kept';

/** Whether games live on this device. */
export const hasKept = () => recall(KEPT) === true;

export const markKept = () => keep(KEPT, true);

const RUNNING = 'linja.running';
/** Lessons done. */
export const LESSONS = 'linja.lessons';

/** What this device knows of earlier visits. */
export const traces = () => ({ running: recall(RUNNING), results: recall(OF_GAMES.results), lessons: recall(LESSONS) });


/** The game under way on this device, so that Home can show it before the server has answered. @returns {import('./types').GameSummary | null} */
export function runningGame() {
  const found = recall(RUNNING);
  return isGame(found) ? found : null;
}

/** Whether a stored value is a game under way; the storage may be from another version. @param {any} found @returns {found is import('./types').GameSummary} */
function isGame(found) {
  return typeof found?.id === 'string' && typeof found.rules === 'string' && typeof found.status === 'string' && typeof found.opponent?.type === 'string'
    && typeof found.players?.black?.type === 'string' && typeof found.players.red?.type === 'string' && Number.isInteger(found.match?.games)
    && Number.isInteger(found.score?.black) && Number.isInteger(found.score.red) && Array.isArray(found.you) && found.result === null
    && /^[\da-c]{8}\/[\da-c]{8} [br]$/.test(found.position);
}

/** Remembers a game while something can still happen in it. @param {import('./types').Game} game @param {import('./types').Side[]} you */
export function rememberGame(game, you) {
  if (you.length === 0) return;
  const isOver = game.result !== null || game.status === 'withdrawn';
  if (!isOver) keep(RUNNING, { ...game, you, turns: game.turns.length, tree: null });
  else if (recall(RUNNING)?.id === game.id) forgetGame();
}

export const forgetGame = () => keep(RUNNING, null);

const GUIDE = 'linja.guide';
/** @typedef {{game: string, isFirst: boolean, seen: string[]}} Guided the game with the guide, whether it is the first of all, and the notes that were shown */

/** The guide of a game; null if the game has none. @param {string} id @returns {Guided | null} */
export function guideOf(id) {
  const found = recall(GUIDE);
  if (found?.game !== id || !Array.isArray(found.seen)) return null;
  return { game: id, isFirst: found.isFirst === true, seen: found.seen.filter((/** @type {unknown} */ each) => typeof each === 'string') };
}

/** @param {Guided} guide */
export const keepGuide = (guide) => keep(GUIDE, guide);

const PUZZLES = 'linja.puzzles';
/** The most solved puzzles that are remembered. */
const MOST_PUZZLES = 2000;

/** @typedef {{rules: string, day: string, on: string, tries: number}} SolvedPuzzle `on`: the day on which it was solved, `tries`: 0 if unknown */

/** The puzzles of the day that were solved on this device. @returns {SolvedPuzzle[]} */
export function solvedPuzzles() {
  const found = recall(PUZZLES);
  return (Array.isArray(found) ? found : []).filter((each) => typeof each === 'string').map((each) => {
    // Older versions kept only the first two: these count as solved on their day.
    const [rules = '', day = '', on = day, tries = ''] = each.split(' ');
    return { rules, day, on, tries: Number(tries) || 0 };
  });
}

/** Whether the puzzle of a day was solved on this device. @param {string} rules @param {string} day */
export const isSolvedDay = (rules, day) => solvedPuzzles().some((each) => each.rules === rules && each.day === day);

/** Remembers that a puzzle was solved; the first time counts. @param {SolvedPuzzle} solved */
export function rememberDay(solved) {
  const { rules, day } = solved;
  if (isSolvedDay(rules, day)) return;
  const written = [...solvedPuzzles(), solved].map((each) => `${each.rules} ${each.day} ${each.on} ${each.tries}`);
  keep(PUZZLES, written.slice(-MOST_PUZZLES));
}
