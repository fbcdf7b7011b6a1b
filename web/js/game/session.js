/**
 * The state of a game on this page: the server's state, the turn being built, and the pending command.
 * Pure: a message and a state give the next state. Ids and times are part of the messages.
 */
import { actionsOf, applyTurn, other, parse, write } from '../position.js';
import { begin, overTree, play, playAll, undo, undoTo } from '../turn.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../types').Game} Game */
/** @typedef {import('../types').OwnGame} OwnGame */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {'grace' | 'at_once' | 'confirm'} SendMode */
/** @typedef {{id: string, seen: number, type: string, turn?: string, [field: string]: unknown}} Command */
/** @typedef {{side: Side, turn: string, before: string}} Arrival a turn that somebody else played, to be shown */
/** @typedef {'none' | 'choosing' | 'pass' | 'grace' | 'confirm' | 'sending'} Stage */

/**
 * @typedef {object} Session
 * @property {Side[]} you the sides played here; none for a spectator
 * @property {OwnGame['invitation']} invitation
 * @property {Game} game
 * @property {number} receivedAt when the game was received, by the clock of this device
 * @property {Turn | null} turn the turn being built here
 * @property {Stage} stage
 * @property {Command | null} outbox the command that has no answer yet
 * @property {boolean} isStuck the outbox could not be delivered and will be tried again
 * @property {Arrival[]} arrivals turns to be shown; the page takes them out
 * @property {import('../types').Presence | null} presence
 * @property {number} presenceAt when the presence was received, by the clock of this device
 * @property {'connecting' | 'open' | 'lost'} connection
 * @property {boolean} isPaused the game can't go on until the server is updated
 * @property {number | null} replay how many turns of the game are shown; null shows the present
 * @property {Hint | null} hint
 * @property {import('../types').Tree | null} values the tree with exact margins, for the truth switch
 * @property {string | null} notice something that the player should know: a key of the catalogue
 * @property {'auto' | SendMode} send the setting
 * @property {boolean} isNextNew the next game has begun since this page was opened
 * @property {boolean} isKept the game lives on this device
 */
/** @typedef {{type: 'draft', position: string, turn: string}} Draft a turn in the making, as this device keeps it */
/** @typedef {{level: 1 | 2, opening: string, turn: string, isEstimate: boolean}} Hint */

/**
 * @typedef {{type: 'loaded', own: OwnGame, now: number}
 *   | {type: 'event', event: import('../types').NumberedEvent & {game: Game}, now: number}
 *   | {type: 'answered', own: OwnGame, id: string, now: number}
 *   | {type: 'refused', id: string, code: string, current?: OwnGame, now: number, again: string}
 *   | {type: 'undelivered', id: string}
 *   | {type: 'action', action: string, id: string}
 *   | {type: 'undo', id: string}
 *   | {type: 'undo_to', count: number}
 *   | {type: 'finish', id: string}
 *   | {type: 'elapsed', id: string}
 *   | {type: 'command', command: {type: string, [field: string]: unknown}, id: string}
 *   | {type: 'resume', command: Command}
 *   | {type: 'redraft', draft: Draft}
 *   | {type: 'connection', state: 'connecting' | 'open' | 'lost'}
 *   | {type: 'paused'}
 *   | {type: 'presence', presence: import('../types').Presence, now: number}
 *   | {type: 'replay', at: number | null}
 *   | {type: 'hint', hint: Hint | null}
 *   | {type: 'values', position: string, tree: import('../types').Tree | null}
 *   | {type: 'send_mode', send: 'auto' | SendMode}
 *   | {type: 'shown'}
 *   | {type: 'noticed'}} Message
 */

/** The delay before a complete turn is sent, and before a pass, in ms. */
export const GRACE = 1200;
export const PASS_WAIT = 3000;

/**
 * @param {OwnGame} own
 * @param {number} now
 * @param {'auto' | SendMode} send
 * @returns {Session}
 */
export function open(own, now, send) {
  return withTurn({
    you: own.you, invitation: own.invitation, game: own.game, receivedAt: now, turn: null, stage: 'none', outbox: null,
    isStuck: false, arrivals: [], presence: null, presenceAt: now, connection: 'connecting', isPaused: false, replay: null, hint: null, values: null,
    notice: null, send, isNextNew: false, isKept: own.isKept === true,
  });
}

/**
 * @param {Session} state
 * @param {Message} message
 * @returns {Session}
 */
export function reduce(state, message) {
  switch (message.type) {
    case 'loaded':
      return receive({ ...state, you: message.own.you, invitation: message.own.invitation }, message.own.game, message.now);
    case 'event':
      // An event may confirm the command whose response was lost.
      return message.event.command !== null && state.outbox?.id === message.event.command
        ? receive({ ...state, outbox: null, isStuck: false }, message.event.game, message.now, state.outbox)
        : withAnswer(receive(state, message.event.game, message.now), answerTo(state, message.event.event.type));
    case 'answered': {
      const mine = state.outbox?.id === message.id;
      const known = { ...state, you: message.own.you, invitation: message.own.invitation };
      return receive(mine ? { ...known, outbox: null, isStuck: false } : known, message.own.game, message.now, mine ? state.outbox : null);
    }
    case 'refused': {
      if (state.outbox?.id !== message.id) return state;
      if (message.code === 'stale' && message.current && isOnlyOffered(state, message.current.game)) {
        const next = receive(state, message.current.game, message.now);
        return { ...next, outbox: { ...state.outbox, id: message.again, seen: next.game.seq } };
      }
      const free = { ...state, outbox: null, isStuck: false, notice: noticeFor(message.code, state.outbox) };
      if (message.current) {
        return receive({ ...free, you: message.current.you, invitation: message.current.invitation }, message.current.game, message.now);
      }
      return state.stage === 'sending' ? withTurn(free) : free;
    }
    case 'undelivered':
      return state.outbox?.id === message.id ? { ...state, isStuck: true } : state;
    case 'action':
      return act(state, message.action, message.id);
    case 'undo':
      return takeBack(state, message.id);
    case 'undo_to':
      return state.turn && isOpen(state) ? { ...state, turn: undoTo(state.turn, message.count), stage: 'choosing', hint: null } : state;
    case 'finish':
      return state.turn?.canFinish && isOpen(state) ? sendTurn(state, message.id) : state;
    case 'elapsed':
      return isOpen(state) && (state.stage === 'grace' || state.stage === 'pass') ? sendTurn(state, message.id) : state;
    case 'command':
      return state.outbox ? state : { ...state, outbox: { ...message.command, id: message.id, seen: state.game.seq }, isStuck: false };
    case 'resume':
      return resume(state, message.command);
    case 'redraft':
      return redraft(state, message.draft);
    case 'connection':
      return { ...state, connection: message.state, isPaused: state.isPaused && message.state !== 'open' };
    case 'paused':
      return { ...state, isPaused: true };
    case 'presence':
      return { ...state, presence: message.presence, presenceAt: message.now };
    case 'replay':
      return { ...state, replay: clampReplay(state.game, message.at) };
    case 'hint':
      return { ...state, hint: message.hint };
    case 'values':
      return withValues(state, message.position, message.tree);
    case 'send_mode':
      return { ...state, send: message.send };
    case 'shown':
      return state.arrivals.length > 0 ? { ...state, arrivals: [] } : state;
    case 'noticed':
      return { ...state, notice: null };
  }
}

/** Whether the turn being built can still be changed. @param {Session} state */
const isOpen = (state) => state.outbox === null && state.turn !== null;

/** Whether both states wait for the same turn of the same game. @param {Game} one @param {Game} two */
const isSamePlace = (one, two) => one.position === two.position && one.turns.length === two.turns.length
  && one.match.game === two.match.game && one.status === two.status;

/** Whether a turn was rejected only because of a newer offer, and so is still valid. @param {Session} state @param {Game} game as it stands */
const isOnlyOffered = (state, game) => state.stage === 'sending' && state.turn !== null && state.outbox?.type === 'turn' && isSamePlace(state.game, game);

/**
 * The message for a rejected command; null if the new state explains enough.
 * @param {string} code
 * @param {Command | null} command
 */
function noticeFor(code, command) {
  if (code === 'stale' || code === 'not_your_turn') return command?.type === 'turn' ? 'moved_on' : null;
  // A failed join has its own message.
  if (command?.type === 'join') return null;
  const told = ['illegal_turn', 'nothing_to_take_back', 'too_many_take_backs', 'series_too_long', 'already_offered', 'no_offer', 'not_left'];
  return told.includes(code) ? code : 'refused';
}

/** Whether an event declines an offer made here. @param {Session} state @param {string} event */
function answerTo({ you, game }, event) {
  const asked = event === 'take_back_declined' ? game.offers.take_back : event === 'rematch_declined' ? game.offers.rematch : null;
  return asked !== null && you.includes(asked) ? event : null;
}

/** @param {Session} state @param {string | null} answer @returns {Session} */
const withAnswer = (state, answer) => (answer ? { ...state, notice: answer } : state);

/**
 * Adopts a newer state of the game. Responses and events may overtake each other, so older states are ignored.
 * @param {Session} state
 * @param {Game} game
 * @param {number} now
 * @param {Command | null} [mine] the command that this answers
 * @returns {Session}
 */
function receive(state, game, now, mine = null) {
  const known = state.game;
  if (game.seq < known.seq) return state.turn || state.stage !== 'sending' ? state : withTurn(state);
  if (game.seq === known.seq) {
    const same = { ...state, game, receivedAt: now };
    // The same position: keep the turn being built.
    return state.turn && mine?.type !== 'turn' && !(state.stage === 'sending' && !state.outbox) ? same : withTurn(same);
  }
  const arrivals = [...state.arrivals, ...arrivalsBetween(known, game, mine ?? state.outbox)];
  const isSameTurn = isSamePlace(known, game) && state.turn !== null;
  const next = {
    ...state, game, receivedAt: now, arrivals, isNextNew: state.isNextNew || Boolean(game.next && !known.next),
    replay: game.match.game === known.match.game && game.status === known.status ? clampReplay(game, state.replay) : null,
  };
  // An offer does not discard the turn being built.
  if (isSameTurn && mine?.type !== 'turn') return next;
  // Discard an incomplete turn if the turn was played elsewhere.
  const isOvertaken = state.turn !== null && state.turn.past.length > 0 && !state.outbox && !mine && arrivals.some(({ side }) => side === known.to_move);
  return withTurn({ ...next, hint: null, values: null, notice: isOvertaken ? 'moved_on' : next.notice });
}

/**
 * Turns in `game` that are not in `known`, without the turn just sent from here.
 * @param {Game} known
 * @param {Game} game
 * @param {Command | null} mine
 * @returns {Arrival[]}
 */
function arrivalsBetween(known, game, mine) {
  if (known.match.game !== game.match.game || known.start !== game.start) return [];
  if (known.turns.some((turn, i) => game.turns[i] !== turn)) return [];
  const arrivals = positionsOf(game).slice(known.turns.length, -1)
    .map((before, i) => ({ side: parse(before).side, turn: game.turns[known.turns.length + i] ?? 'pass', before }));
  if (mine?.type === 'turn' && arrivals[0]?.turn === mine.turn && known.seq === mine.seen) arrivals.shift();
  return arrivals;
}

/** The positions of a game, the start first. @param {Game} game @returns {string[]} */
export function positionsOf(game) {
  let position = parse(game.start);
  return [game.start, ...game.turns.map((turn) => {
    position = applyTurn(position, turn);
    return write(position);
  })];
}

/** The side of a turn by its number from 0 on. @param {Game} game @param {number} index @returns {Side} */
export function sideOfTurn(game, index) {
  const first = parse(game.start).side;
  return index % 2 === 0 ? first : other(first);
}

/** The number of a turn in the list, where both sides share a line. @param {number} at how many turns have been played */
export const numberOfTurn = (at) => Math.ceil(at / 2);

/** @param {Game} game @param {number | null} at */
function clampReplay(game, at) {
  return at === null || at >= game.turns.length ? null : Math.max(0, at);
}

/**
 * Starts the turn that can be played here, if any.
 * @param {Session} state
 * @returns {Session}
 */
function withTurn(state) {
  const { game, you } = state;
  if (game.status !== 'playing' || !game.tree || !game.to_move || !you.includes(game.to_move)) {
    return { ...state, turn: null, stage: 'none' };
  }
  const turn = begin(state.values ?? game.tree, game.position, game.rules);
  return { ...state, turn, stage: turn.isPass ? 'pass' : 'choosing' };
}

/**
 * How a complete turn is sent in this game.
 * @param {Session} state
 * @returns {SendMode}
 */
export function sendMode({ send, game }) {
  if (send !== 'auto') return send;
  return isAgainstPerson(game) && !game.clock ? 'confirm' : 'grace';
}

/** Whether the opponent is a person on another device. @param {Game} game */
export const isAgainstPerson = (game) => game.opponent.type === 'invitation' || game.opponent.type === 'lobby';

/**
 * @param {Session} state
 * @param {string} action
 * @param {string} id
 * @returns {Session}
 */
function act(state, action, id) {
  if (!state.turn || !isOpen(state)) return state;
  const turn = play(state.turn, action);
  if (turn === state.turn) return state;
  // The hint of a whole turn stays as long as it is followed.
  const hint = state.hint?.level === 2 && hintedActions({ ...state, turn, replay: null })?.actions.length ? state.hint : null;
  const next = { ...state, turn, hint, replay: null, stage: /** @type {Stage} */ ('choosing') };
  if (!turn.complete) return next;
  const mode = sendMode(state);
  if (mode === 'at_once') return sendTurn(next, id);
  return { ...next, stage: mode === 'grace' ? 'grace' : 'confirm' };
}

/** @param {Session} state @param {string} id @returns {Session} */
function sendTurn(state, id) {
  if (!state.turn) return state;
  const command = { id, seen: state.game.seq, type: 'turn', turn: state.turn.notation };
  return { ...state, outbox: command, isStuck: false, stage: 'sending', hint: null };
}

/** Undoes one action of the turn being built, else takes back the last turn. @param {Session} state @param {string} id @returns {Session} */
function takeBack(state, id) {
  if (!canUndo(state)) return state;
  if (state.turn && state.turn.past.length > 0) return { ...state, turn: undo(state.turn), stage: 'choosing', hint: null };
  return { ...state, outbox: { id, seen: state.game.seq, type: 'take_back' }, isStuck: false };
}

/** Whether undo is possible. @param {Session} state */
export function canUndo(state) {
  if (state.outbox) return false;
  if (state.turn && state.turn.past.length > 0) return true;
  const { game, you } = state;
  if (game.status !== 'playing' || you.length === 0) return false;
  if (game.offers.take_back && you.includes(game.offers.take_back)) return false;
  return game.turns.some((_, i) => you.includes(sideOfTurn(game, i)));
}

/** Whether a stored value is a command that can be sent. @param {Record<string, unknown> | null} kept @returns {kept is Command} */
export function isUnsentTurn(kept) {
  return kept?.['type'] === 'turn' && typeof kept['id'] === 'string' && Number.isInteger(kept['seen'])
    && typeof kept['turn'] === 'string' && /^(pass|[+~]?[a-h]{2}(( \/)? [+~]?[a-h]{2})*)$/.test(kept['turn']);
}

/** Resends a turn that an earlier visit could not deliver. The server recognises a duplicate. @param {Session} state @param {Command} command @returns {Session} */
function resume(state, command) {
  const turn = command.seen === state.game.seq && state.turn ? playAll(state.turn, actionsOf(command.turn ?? '')) : null;
  // Sent even if the game has advanced, but then it is not the current turn.
  return { ...state, turn: turn ?? state.turn, outbox: command, isStuck: false, stage: turn ? 'sending' : state.stage };
}

/** The draft to store of an incomplete or unconfirmed turn. @param {Session} state @returns {Draft | null} */
export function draftOf({ turn, stage, game }) {
  const isDraft = turn && turn.past.length > 0 && (stage === 'choosing' || stage === 'confirm');
  return isDraft ? { type: 'draft', position: game.position, turn: turn.notation } : null;
}

/** Restores the draft of an earlier visit. Sends nothing. @param {Session} state @param {Draft} draft @returns {Session} */
function redraft(state, draft) {
  if (state.stage !== 'choosing' || !state.turn || draft.position !== state.game.position || typeof draft.turn !== 'string') return state;
  const turn = playAll(state.turn, actionsOf(draft.turn));
  return { ...state, turn, stage: turn.complete ? 'confirm' : 'choosing' };
}

/**
 * @param {Session} state
 * @param {string} position for which the values were asked
 * @param {import('../types').Tree | null} tree
 * @returns {Session}
 */
function withValues(state, position, tree) {
  if (position !== state.game.position) return state;
  if (!state.turn) return { ...state, values: tree };
  const base = tree ?? state.game.tree;
  return base ? { ...state, values: tree, turn: overTree(state.turn, base) } : state;
}

/** The rest of the hint, as long as the turn follows it. @param {Session} state @returns {{side: Side, actions: string[]} | null} */
export function hintedActions({ hint, turn, replay }) {
  if (!hint || !turn || replay !== null) return null;
  const all = actionsOf(hint.turn);
  if (turn.actions.some((action, i) => all[i] !== action)) return null;
  const rest = all.slice(turn.actions.length);
  return { side: turn.side, actions: hint.level === 1 ? rest.slice(0, 1) : rest };
}

/** Whether values may be shown: never in games between people, not even to spectators. @param {Session} state */
export function mayKnow({ game, you }) {
  return !isAgainstPerson(game) && you.length > 0;
}
