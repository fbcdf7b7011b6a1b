/** The JSON of the server, as described in docs/http-api.md. For type checking only. */
export type Side = 'black' | 'red';
export type Published = 'classic' | 'bonus' | 'bonus-spicy' | 'geeky' | 'geeky-spicy';
/** The id of a rule set: published or house rules. */
export type Rules = string;
export type Phase = 'opening' | 'follow_up' | 'bonus' | 'another_turn' | 'done';
export type Why =
  | 'no_opening' | 'game_ended' | 'empty_row' | 'opening_into_goal' | 'follow_up_lost' | 'follow_up_made'
  | 'bonus_lost' | 'bonus_made' | 'another_turn_lost';
export type Pair = { black: number; red: number };

export interface Tree {
  phase: Phase;
  steps?: number;
  finish?: boolean;
  why?: Why;
  passed?: boolean;
  margin?: number;
  finish_margin?: number;
  /** Set by the page if the rule set is not solved: the best estimate reachable from here. */
  estimate?: number;
  next?: Branch[];
}
export interface Branch extends Tree { action: string }

export type Player =
  | { type: 'open' }
  | { type: 'person'; name: string | null }
  | { type: 'computer'; level: string };
export type Opponent =
  | { type: 'computer'; level: string }
  | { type: 'local' } | { type: 'invitation' } | { type: 'lobby' };
export type ClockSetting = { seconds: number; increment: number };
export type Status = 'waiting' | 'playing' | 'between_games' | 'over' | 'withdrawn';
export interface Match {
  games: number; number: number; game: number; played: number; half_points: Pair; winner: Side | 'draw' | null;
  finished: { id: string; winner: Side | 'draw' }[];
}
export interface Result {
  termination: 'normal' | 'resignation' | 'time' | 'abandoned'; winner: Side | 'draw' | null; score: Pair;
}
export interface Clock { setting: ClockSetting; black: number; red: number; running: Side | null; at: number; begin_by?: number | null; turn_since?: number; may_claim?: Side | null }

export interface Game {
  id: string; seq: number; status: Status; rules: Rules; opponent: Opponent;
  players: { black: Player; red: Player };
  match: Match;
  start: string; turns: string[]; position: string; to_move: Side | null; score: Pair;
  result: Result | null;
  previous: string | null; next: string | null;
  offers: { take_back: Side | null; rematch: Side | null };
  clock: Clock | null;
  tree: Tree | null;
  created_at: number; updated_at: number;
}
/** `isKept` is set by the page: the game lives on this device. */
export interface OwnGame { you: Side[]; invitation: { code: string; path: string } | null; game: Game; isKept?: boolean }
export interface GameEvent { type: string; side?: Side; turn?: string; turns?: number; name?: string }
export interface NumberedEvent { seq: number; at: number; command: string | null; event: GameEvent }
export interface CommandAnswer extends OwnGame { event: NumberedEvent }
export interface Presence { black: boolean; red: boolean; spectators: number; away?: { black: number | null; red: number | null }; claim_after?: number }

export interface GameSummary {
  id: string; seq: number; you: Side[]; status: Status; rules: Rules; opponent: Opponent;
  players: { black: Player; red: Player }; match: Match; clock: ClockSetting | null;
  position: string; turns: number; to_move: Side | null; score: Pair; result: Result | null;
  previous: string | null; next: string | null;
  created_at: number; updated_at: number;
}
export interface PositionView {
  rules: Rules; position: string; to_move: Side; score: Pair; over: boolean; margin: number | null; tree: Tree | null;
}
export interface TurnView { turn: string; after: string; over: boolean; margin: number | null; estimate?: number }
export interface TurnsView { rules: Rules; position: string; exact: boolean; turns: TurnView[] }
export interface Reason { reason: string; text: string; id: string; arguments: Record<string, string | number>; margin?: number; pawns?: number; ahead?: number; points?: number }
export interface Hint {
  rules: Rules; position: string; margin: number | null; estimate?: number; weights?: 'rule_set' | 'choices'; right: number | null; results: number;
  opening: string | null; turns: (TurnView & { lost: number | null; reasons: Reason[] })[];
}
export type Grade = 'best' | 'inaccuracy' | 'mistake' | 'blunder';
/** Margins are for the side that played it. */
export interface ReviewedTurn {
  number: number; side: Side; turn: string; after: string; over: boolean;
  margin_before: number; margin_after: number; lost: number; grade: Grade; changes_result: boolean;
  best: TurnView | null; results: number;
}
export type PlayedLike = { level: string; give_or_take: number };
export interface Summary {
  turns: number; choices: number; lost: number; accuracy: number | null; average_loss: number | null; result_changes: number;
  best: number; inaccuracies: number; mistakes: number; blunders: number; played_like: PlayedLike | null; likelihoods: number[];
}
export interface Review {
  rules: Rules; score: Pair; termination: Result['termination'] | null; winner: Side | 'draw' | null; exact: boolean;
  start: { position: string; margin_for_black: number }; end: { position: string; margin_for_black: number };
  turns: ReviewedTurn[]; black: Summary; red: Summary; turning_point: number | null;
}
export interface TableView {
  rules: Rules; status: 'missing' | 'waiting' | 'solving' | 'ready';
  code?: 'no_memory' | 'no_disk' | 'busy' | 'damaged' | 'failed' | 'switched_off' | 'in_line' | 'until_idle';
  reason?: string; positions?: number; total?: number; hash?: string;
}
export interface OracleView { tables: TableView[] }
/** The table of a rule set: `progress` from 0 to 1 and the `seconds` since it began, while it is being solved. */
export interface RulesTable { status: 'solved' | 'solving' | 'waiting' | 'missing'; progress?: number; seconds?: number; reason?: string }
export interface RulesDetails {
  id: Rules; published: boolean; edition: string;
  verdict: { value: number; best_turns: number; turns: number } | null;
  table: RulesTable;
}
