/** State of the page: observable values, and the settings of this device. */

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
  keys: true,
  truth: false,
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
};

/** @typedef {typeof DEFAULTS} Settings */

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

/** The state of the tables; null until the server has sent it. */
export const oracle = observable(/** @type {import('./types').OracleView | null} */ (null));

/**
 * Whether values of a rule set are exact.
 * @param {string} rules
 */
export function isSolved(rules) {
  return oracle.get()?.tables.some((table) => table.rules === rules && table.status === 'ready') ?? false;
}
