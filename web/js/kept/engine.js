/** The engine on this device: the same paths and the same JSON as the server's, computed here. */
import { ApiError } from '../api.js';
import { hasVectors } from '../engine/vectors.js';
import { ask as compute, isThere, tables } from '../engine/wasm.js';
import { language } from '../text.js';

/** Whether this page came with an engine. */
export const hasEngine = () => typeof document !== 'undefined' && isThere();

/** @param {string} path below `/api/v1` @param {{body?: unknown, signal?: AbortSignal | undefined}} [options] @returns {Promise<any>} */
export async function ask(path, { body, signal } = {}) {
  if (!hasVectors()) throw new ApiError({ code: 'old_browser' });
  const answer = await compute({ method: body === undefined ? 'GET' : 'POST', path, body, language: language() }, signal);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new ApiError({ ...answer.body, status: answer.status, language: language() });
}

/** The rule sets with exact values on this device or on the host of this copy. @returns {Promise<string[]>} */
export const exactRules = () => (hasEngine() && hasVectors() ? tables() : Promise.resolve([]));
