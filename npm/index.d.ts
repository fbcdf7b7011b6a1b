import type { Game, Hint, NumberedEvent, Opponent, OwnGame, PositionView, Review, RulesDetails, Side, TurnsView } from './types.js';

export type { Branch, Game, Hint, NumberedEvent, Pair, PositionView, Review, ReviewedTurn, RulesDetails, Side, Tree, TurnsView, TurnView } from './types.js';

/** Where the files of the package are: their folder, or a function that reads one, such as `engine/linja.wasm`. */
export type Files = string | URL | ((path: string) => Promise<Uint8Array<ArrayBuffer>>);

/** The file of a table. */
export interface Source {
  /** Its length. */
  readonly bytes: number;
  /** Another text once the file has changed. */
  readonly version: string;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A table on a disk, for Node.js. */
export function fileSource(path: string | URL): Promise<Source>;
/** A table on a web server that answers requests for ranges of bytes. Other origins must expose `Content-Range` and `ETag`. */
export function urlSource(address: string | URL): Promise<Source>;
/** A table that somebody has chosen in a page, or that is in the origin's private file system. */
export function blobSource(blob: Blob): Source;

/** A problem in the form of the HTTP API: `code` is for programs, the message for people. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
}

/** A request of the HTTP API; `path` is below `/api/v1`. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** The language of problems; that of the engine by default. */
  language?: string;
  /** Milliseconds since 1970; the present by default. */
  now?: number;
  /** 32 random bytes, which decide what the computer plays; drawn by default. */
  seed?: number[];
}

/** A rule set, such as `bonus`; `bonus` if there is none. */
export interface Which { rules?: string | undefined }
/** Whether values by a search are accepted where there is no table; they are by default. */
export interface Estimates { estimates?: boolean | undefined }

/** A game with all its events. Nothing else is known about it: keep it to go on with it later. */
export interface Played extends OwnGame { events: NumberedEvent[]; next?: Played }
export interface NewGame {
  opponent: Extract<Opponent, { type: 'computer' | 'local' }>;
  rules?: string; side?: Side; first?: Side; games?: number; name?: string; opponent_name?: string; id?: string;
  clock?: { seconds: number; increment?: number };
}
export type Wish =
  | { type: 'turn'; turn: string } | { type: 'resign'; side?: Side }
  | { type: 'take_back' } | { type: 'next_game' } | { type: 'rematch' };

export interface Choice { id: string; text: string }
export interface AllRules { rules: (Choice & { choices: Choice[] })[]; published: { id: string; edition: string }[] }

export interface Engine {
  /** Answers a request with the status and the JSON of the HTTP API. The other functions reject with a `Problem` instead. */
  ask(request: Request): Promise<{ status: number; body: any }>;
  /** A position in notation; the start if there is none. `values` puts exact margins into the tree of its actions. */
  position(position?: string, which?: Which & { values?: boolean | undefined }): Promise<PositionView>;
  /** All turns with their values, the best first. */
  turns(position?: string, which?: Which): Promise<TurnsView>;
  /** The three best turns, and why. */
  hint(position?: string, which?: Which & Estimates): Promise<Hint>;
  /** Perfect play to the end; needs a table. */
  line(position?: string, which?: Which): Promise<TurnsView>;
  /** What each turn of a recorded game was worth. */
  review(record: string, how?: Estimates): Promise<Review>;
  /** The rules and their choices, or those of one rule set. */
  rules(): Promise<AllRules>;
  rules(id: string): Promise<RulesDetails>;
  game: {
    /** Begins a game against the computer, or of two people. */
    create(wish: NewGame): Promise<Played>;
    command(played: Played, wish: Wish): Promise<Played>;
    /** Lets the computer play if it is to move. */
    reply(played: Played): Promise<Played>;
    /** Ends the game if the time of a side has run out. */
    clock(played: Played): Promise<Played>;
    /** The game as it is now; of a kept game `events` and the id suffice. */
    view(played: { game: Pick<Game, 'id'>; events: NumberedEvent[] }): Promise<Played>;
    /** The record of the game, as text. */
    record(played: { game: Pick<Game, 'id'>; events: NumberedEvent[] }): Promise<string>;
  };
}

/** Loads the engine. With tables, by the ids of their rule sets, values are exact; without, they are estimates of a search. */
export function createEngine(options?: {
  files?: Files | undefined; tables?: Record<string, Source> | undefined; language?: string | undefined;
}): Promise<Engine>;
