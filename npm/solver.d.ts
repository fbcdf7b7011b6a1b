import type { Files } from './index.js';

export interface Solving {
  /**
   * Writes bytes at an offset of the table's file. They are valid only during the call, so it must have written all of them when it
   * returns: nothing, or their number.
   */
  write(bytes: Uint8Array, offset: number): number | void;
  /** Told how many of 1,264,575,044 positions are solved, before each of 169 layers. */
  onProgress?: ((positions: number) => void) | undefined;
  /** Cancels: the promise is rejected with the reason of the signal, and what was written is no table. */
  signal?: AbortSignal | undefined;
  /** As for `createEngine`. */
  files?: Files | undefined;
}

/** A complete table. */
export interface Solved {
  /** The hash of all values: 32 hexadecimal digits. */
  hash: string;
  /** Whether it is the hash that the project has published; `null` if there is none for these rules. */
  isPublished: boolean | null;
}

/** Why a rule set was not solved. The cause of `output` is what `write` has thrown. */
export class SolveError extends Error {
  readonly code: 'rules' | 'memory' | 'output' | 'internal';
}

/** Solves a rule set and writes its table. Takes half a minute of one processor and up to 1.2 GB of memory. */
export function solve(rules: string, how: Solving): Promise<Solved>;
