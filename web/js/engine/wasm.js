/**
 * The engine in the browser. It answers the requests of the HTTP API that need no other people, with the same paths and the
 * same JSON as the server (`docs/browser-engine.md` lists them), and plays games on this device: the page keeps their events.
 */
import { site } from '../place.js';

/** @typedef {import('./module.js').Request} Request */
/** @typedef {import('./module.js').Answer} Answer status 0 if a file of the engine can't be fetched */

/** @typedef {{id: number, request?: Request, asks?: 'tables', isRunning: boolean, resolve: (answer: Answer) => void}} Asked */

/** The folder with the engine; empty if the server has none. @returns {string} */
const folder = () => document.querySelector('meta[name="engine"]')?.getAttribute('content') ?? '';

/** Whether there is an engine. @returns {boolean} */
export const isThere = () => folder() !== '' && typeof WebAssembly === 'object' && typeof Worker === 'function';

/** @type {Worker | undefined} */
let worker;
/** @type {Map<number, Asked>} */
const asked = new Map();
let lastId = 0;

/** @returns {Worker} */
function start() {
  const started = new Worker(new URL(`${folder()}js/engine/worker.js`, document.baseURI), { type: 'module' });
  started.addEventListener('message', ({ data: { id, begun, answer } }) => {
    const waiting = asked.get(id);
    if (!waiting) return;
    if (begun) {
      waiting.isRunning = true;
      return;
    }
    asked.delete(id);
    waiting.resolve(answer);
  });
  started.addEventListener('error', (event) => {
    // The worker itself can't be loaded.
    event.preventDefault();
    worker = undefined;
    for (const { resolve } of asked.values()) resolve({ status: 0, body: { code: 'offline', detail: event.message ?? '' } });
    asked.clear();
  });
  const rules = (site?.tables ?? []).map((name) => name.replace(/\.linja$/, ''));
  started.postMessage({ host: { folder: new URL('tables/', document.baseURI).href, rules } });
  return started;
}

/** @param {Asked} one */
function send({ id, request, asks }) {
  worker ??= start();
  worker.postMessage({ id, request, asks });
}

/** Forgets a request. One that runs can be stopped only with its worker. @param {Asked} one */
function cancel(one) {
  if (!asked.delete(one.id) || !one.isRunning) return;
  worker?.terminate();
  worker = undefined;
  for (const other of asked.values()) send(other);
}

/**
 * Asks the engine.
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function ask(request, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const one = { id: ++lastId, request: { language: document.documentElement.lang, ...request }, isRunning: false, resolve };
    asked.set(one.id, one);
    signal?.addEventListener('abort', () => {
      cancel(one);
      reject(signal.reason);
    }, { once: true });
    send(one);
  });
}

/**
 * The rule sets whose tables the engine can read: on this device, or from the host of a copy as plain files.
 * @returns {Promise<string[]>}
 */
export function tables() {
  return new Promise((resolve) => {
    /** @type {Asked} */
    const one = { id: ++lastId, asks: 'tables', isRunning: false, resolve: ({ body }) => resolve(Array.isArray(body) ? body : []) };
    asked.set(one.id, one);
    send(one);
  });
}
