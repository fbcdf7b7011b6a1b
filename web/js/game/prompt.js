/** The turn box: the steps of the turn, what to do next and the effect of the chosen action, and the buttons. */
import { valueOf } from '../board/chips.js';
import { h, icon, put, replace } from '../dom.js';
import { rowName } from '../position.js';
import { endSuffix, ruleChoices } from '../rules.js';
import { number, rich, t } from '../text.js';
import { preview } from '../turn.js';
import { toldList } from './seat.js';
import { canUndo, GRACE, numberOfTurn, PASS_WAIT, sideOfTurn } from './session.js';
import { askedSide, lastTurnOf } from './shown.js';
import { timeToBegin, timeToClaim } from './time.js';
import { spokenAction } from './told.js';
import { changeText, countdownText, lostSteps, lostText, nameOf, thinkingText, turnOfText, whyText } from './words.js';
import { writtenAction, writtenTurn } from './written.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {{view: Side, isFacing: boolean}} Look the side at the lower edge, and whether two people face each other */
/** @typedef {{state: 'past' | 'now' | 'later', kind: string, mark: string, label: string, spoken?: string, index?: number}} Item */

/**
 * The steps of a turn: past, current and possible ones.
 * @param {Turn} turn
 * @returns {Item[]}
 */
export function stepper(turn) {
  const hasBonus = ruleChoices(turn.rules).bonus !== 'none';
  /** @type {Item[]} */
  const items = turn.past.map((step, index) => ({ state: 'past', kind: step.phase, mark: '✓', label: writtenAction(step.action), spoken: spokenAction(step.action), index }));
  const opening = /** @type {Item} */ ({ state: 'now', kind: 'opening', mark: '1', label: t('game.step_opening') });
  const later = /** @type {Item} */ ({ state: 'later', kind: 'follow_up', mark: '2', label: t('game.step_follow_up') });
  const bonus = /** @type {Item} */ ({ state: 'later', kind: 'bonus', mark: '★', label: t('game.step_bonus') });
  if (turn.phase === 'opening') return [...items, opening, later, ...(hasBonus ? [bonus] : [])];
  if (turn.phase === 'follow_up') {
    const now = /** @type {Item} */ ({ state: 'now', kind: 'follow_up', mark: number(turn.steps), label: t('game.step_steps', { count: turn.steps }) });
    return [...items, now, ...(hasBonus ? [bonus] : [])];
  }
  if (turn.phase === 'bonus') return [...items, { ...bonus, state: 'now' }];
  if (turn.phase === 'another_turn') return [...items, { state: 'now', kind: 'again', mark: '↻', label: t('game.step_again') }];
  if (turn.isPass) return [{ ...opening, state: 'later' }];
  if (turn.why === 'empty_row') return [...items, { state: 'past', kind: 'none', mark: '✓', label: number(0) }];
  const lost = turn.why === 'follow_up_lost' ? lostSteps(turn) : 0;
  return lost ? [...items, { state: 'later', kind: 'lost', mark: number(lost), label: '' }] : items;
}

/**
 * The steps of a turn as a list. Past steps are buttons that go back to them.
 * @param {(count: number) => void} onUndoTo
 */
export function stepList(onUndoTo) {
  const element = h('ol', { class: 'game-steps', 'aria-label': t('game.steps_label') });
  let drawn = '';

  /** @param {Turn | null} turn @param {boolean} isFixed whether nothing can be undone */
  function update(turn, isFixed) {
    const items = turn ? stepper(turn) : [];
    const key = JSON.stringify([items, isFixed]);
    if (key === drawn) return;
    drawn = key;
    replace(element, items.map((item) => h('li', { class: `game-step ${item.state} ${item.kind}`, 'aria-current': item.state === 'now' ? 'step' : null }, content(item, isFixed))));
    element.hidden = items.length === 0;
    fit();
  }

  /** Hides labels of later steps as far as there is no room. */
  function fit() {
    element.classList.remove('tight', 'tighter');
    for (const name of ['tight', 'tighter']) {
      if (element.scrollWidth > element.clientWidth) element.classList.add(name);
    }
  }
  new ResizeObserver(fit).observe(element);

  /** @param {Item} item @param {boolean} isFixed */
  function content(item, isFixed) {
    const mark = h('span', { class: 'game-step-mark', 'aria-hidden': 'true' }, item.mark === '★' ? icon('star') : item.mark === '✓' ? icon('check') : item.mark);
    const label = h('span', { class: 'game-step-label' }, item.label);
    const { index } = item;
    if (item.state !== 'past' || index === undefined || isFixed) return h('span', { class: 'game-step-body' }, mark, label);
    // Seen as an arrow, read out in words.
    put(label, 'aria-hidden', 'true');
    return h('button', { class: 'game-step-body', type: 'button', onclick: () => onUndoTo(index) }, mark, label,
      h('span', { class: 'unseen' }, t('game.back_to_step', { action: item.spoken ?? item.label })));
  }

  return { element, update };
}

/**
 * @param {{onUndoTo(count: number): void, onFinish(): void, onUndo(): void, onNow(): void, onStep(by: number): void}} handlers
 */
export function promptBar(handlers) {
  const steps = stepList(handlers.onUndoTo);
  const title = h('h2', { class: 'game-prompt-title' });
  const text = h('div', { class: 'game-prompt-text' });
  const buttons = h('div', { class: 'game-prompt-buttons' });
  const element = h('section', { class: 'game-prompt', 'aria-label': t('game.prompt_label') }, steps.element, h('div', { class: 'game-prompt-words' }, title, text), buttons);

  /** @param {Session} state @param {Choice | null} choice @param {Look} look */
  function update(state, choice, look) {
    const { turn } = state;
    steps.update(turn && state.replay === null ? turn : null, state.outbox !== null);
    const words = describe(state, choice, look);
    const whose = state.you.length === 2 && turn && state.replay === null ? turnOfText(state, turn.side) : '';
    if (title.textContent !== whose + words.title) replace(title, whose && h('span', { class: 'game-prompt-whose' }, whose), words.title);
    title.hidden = words.title === '';
    replace(text, ...words.text);
    showButtons(state);
  }

  let shownButtons = '';
  /** @param {Session} state */
  function showButtons(state) {
    const kind = buttonKind(state);
    const known = kind === 'finish' ? finishValue(state.turn) : null;
    const undo = undoButton(state, kind);
    const key = `${kind} ${state.turn?.notation} ${known?.textContent} ${undo && undo.disabled}`;
    if (key === shownButtons) return;
    // Do not restart the fill animation of a button that stays.
    const hadFocus = buttons.contains(document.activeElement);
    shownButtons = key;
    if (kind === 'now' || kind === 'look') {
      replace(buttons, stepButton('prev', 'game.replay_previous', -1), stepButton('next', 'game.replay_next', 1),
        kind === 'now' && h('button', { class: 'button', type: 'button', onclick: handlers.onNow }, t('game.back_to_now')));
    }
    else if (kind === 'pass') replace(buttons, undo, filling(mainButton(t('game.pass')), PASS_WAIT));
    else if (kind === 'grace') replace(buttons, undo && filling(undo, GRACE));
    else if (kind === 'confirm') replace(buttons, undo, mainButton(t('game.send_turn')));
    else if (kind === 'finish') replace(buttons, undo, mainButton(t('game.finish_turn'), icon('finish'), known));
    else replace(buttons, undo);
    if (hadFocus) /** @type {HTMLElement | null} */ (buttons.querySelector('button:not(:disabled)'))?.focus();
  }

  /** @param {string} label @param {...(Node | null)} more */
  const mainButton = (label, ...more) => h('button', { class: 'button ink', type: 'button', onclick: handlers.onFinish }, label, ...more);

  /**
   * Undoes an action; before the first one, takes back the last turns. A phone has it as a tool, and here only while the
   * turn is about to be sent.
   * @param {Session} state
   * @param {string} kind
   */
  function undoButton(state, kind) {
    if (state.you.length === 0 || state.game.status !== 'playing') return null;
    const isNeeded = kind === 'grace' || kind === 'confirm';
    const label = t(state.turn && state.turn.past.length > 0 ? 'game.undo' : 'game.take_back');
    return h('button', { class: isNeeded ? 'button game-undo needed' : 'button game-undo', type: 'button', disabled: !canUndo(state), onclick: handlers.onUndo }, icon('undo'), label);
  }

  /** @param {'prev' | 'next'} name @param {string} key @param {number} by */
  function stepButton(name, key, by) {
    return h('button', { class: 'button game-look', type: 'button', 'aria-label': t(key), title: t(key), onclick: () => handlers.onStep(by) }, icon(name));
  }

  return { element, update };
}

/** @param {Session} state */
function buttonKind({ replay, outbox, stage, turn, game }) {
  if (replay !== null) return game.status === 'playing' ? 'now' : 'look';
  if (game.result && game.turns.length > 0) return 'look';
  if (outbox || !turn) return '';
  if (stage === 'choosing') return turn.canFinish ? 'finish' : '';
  return stage;
}

/** The value of finishing the turn now, while values are shown. @param {Turn | null} turn */
function finishValue(turn) {
  const known = turn && valueOf({ margin: turn.node.finish_margin ?? null, estimate: null });
  return known && h('span', { class: `board-value ${known.kind}` }, h('i', null, known.symbol), ' ', known.text);
}

/** A button with a growing fill, which acts by itself when it is full. @param {HTMLButtonElement} button @param {number} milliseconds */
function filling(button, milliseconds) {
  button.classList.add('game-filling');
  button.style.setProperty('--fill', `${milliseconds}ms`);
  return button;
}

/**
 * The title and the line below it.
 * @param {Session} state
 * @param {Choice | null} choice
 * @param {Look} look
 * @returns {{title: string, text: (Node | string)[]}}
 */
function describe(state, choice, { view, isFacing }) {
  const { game, turn, stage, replay } = state;
  if (replay === 0) return { title: t('game.replay_start'), text: [t('game.replay_text')] };
  if (replay !== null) {
    const args = { at: numberOfTurn(replay), of: numberOfTurn(game.turns.length), side: t(`common.side_${sideOfTurn(game, replay - 1)}`) };
    return { title: t('game.replay_title', args), text: [t('game.replay_text')] };
  }
  if (game.status === 'waiting') return { title: t('game.waiting_title'), text: [] };
  if (game.status === 'withdrawn') return { title: t('game.withdrawn_title'), text: [] };
  if (game.status !== 'playing') return { title: t('game.over_title'), text: [] };
  if (!turn) return describeOther(state, view);
  if (stage === 'sending') return { title: t(state.isStuck ? 'game.stuck_title' : 'game.sending_title'), text: [turn.passed ? lastTurnText(turn) : written(turn.notation)] };
  if (stage === 'pass') return { title: t('game.pass_title'), text: [t('game.pass_why')] };
  if (turn.complete) return describeComplete(state, turn);
  if (choice) return { title: titleOf(turn), text: previewText(turn, choice) };
  const toBegin = turn.past.length === 0 && !state.hint ? timeToBegin(state, Date.now()) : null;
  if (toBegin !== null) return { title: titleOf(turn), text: [t('game.begin_own', { time: countdownText(toBegin) })] };
  if (state.hint) return { title: titleOf(turn), text: rich(state.hint.isEstimate ? 'game.hint_estimate' : 'game.hint_text', { turn: written(state.hint.level === 1 ? state.hint.opening : state.hint.turn) }) };
  return { title: titleOf(turn), text: turn.passed ? [lastTurnText(turn)] : restText(state, turn, isFacing) };
}

/** While somebody else moves: what was played here, or for spectators who is thinking. @param {Session} state @param {Side} view */
function describeOther(state, view) {
  const own = askedSide(state, view);
  const turn = lastTurnOf(state, own);
  if (turn) return { title: '', text: [toldList(state.game.rules, turn, state.you)] };
  const thinks = thinkingText(state, own, Date.now());
  return { title: thinks?.title ?? '', text: [thinks?.text || waitText(state)] };
}

/** @param {Session} state */
const waitText = ({ you }) => t(you.length === 0 ? 'game.you_watch' : 'game.please_wait');

/** @param {Session} state @param {Turn} turn */
function describeComplete({ stage }, turn) {
  const isLost = turn.why === 'follow_up_lost';
  const reason = turn.passed ? lastTurnText(turn) : whyText(turn);
  const sent = stage === 'grace' ? t('game.sent_soon') : stage === 'confirm' ? t('game.sent_by_you') : '';
  // Two sentences: the first has no full stop in the catalogue.
  const first = sent && /[\p{L}\d]$/u.test(reason) ? `${reason}.` : reason;
  return { title: t(isLost ? 'game.follow_up_lost_title' : 'game.complete_title'), text: [`${first} ${sent}`.trim()] };
}

/** The end of the game is reached: at once, or with this turn. @param {Turn} turn */
function lastTurnText({ rules }) {
  const ending = endSuffix(rules);
  return ruleChoices(rules).end === 'now' ? t(`game.passed_now${ending}`) : t(`game.last_turn${ending}`);
}

/** What to do now. @param {Turn} turn */
export function titleOf(turn) {
  if (turn.phase === 'opening') return t('game.opening_title');
  if (turn.phase === 'another_turn') return t('game.again_title');
  if (turn.phase === 'bonus') return t(hasOthers(turn) ? 'game.bonus_title_spicy' : 'game.bonus_title');
  return t(turn.canFinish ? 'game.follow_up_or_finish' : 'game.follow_up_title', { count: turn.steps });
}

/** @param {Turn} turn */
const hasOthers = (turn) => turn.choices.some((choice) => !choice.own);

/** @param {string} turn */
const written = (turn) => h('code', null, writtenTurn(turn));

/**
 * The text while no pawn is chosen.
 * @param {Session} state
 * @param {Turn} turn
 * @param {boolean} isFacing then the rows show the points of both sides
 * @returns {(Node | string)[]}
 */
function restText(state, turn, isFacing) {
  if (turn.phase === 'bonus') return [t(hasOthers(turn) ? 'game.bonus_text_spicy' : 'game.bonus_text', { side: t(`common.side_${turn.side === 'black' ? 'red' : 'black'}`) })];
  if (turn.phase === 'another_turn') return [t(turn.canFinish ? 'game.again_text_may' : 'game.again_text')];
  if (turn.phase === 'follow_up') return [t(turn.canFinish ? 'game.follow_up_text_may' : 'game.follow_up_text')];
  const played = state.game.turns.length;
  const side = t(`common.side_${turn.side}`);
  if (played === 0) return [t(state.you.length === 2 ? 'game.first_turn_of' : 'game.first_turn', { side })];
  return [state.you.length === 2 && played < 3 && !isFacing ? t('game.points_of_side', { side }) : t('game.opening_text')];
}

/** The effect of the chosen action. @param {Turn} turn @param {Choice} choice @returns {(Node | string)[]} */
export function previewText(turn, choice) {
  const { phase, steps, why, followUps, passed } = preview(turn, choice);
  const action = h('code', null, writtenAction(choice.action));
  if (choice.phase === 'bonus') return [action, ' ', changeText(choice)];
  if (choice.exact) return [...rich('game.preview_exact', { action }), ' ', h('span', { class: 'game-star' }, icon('star'))];
  if (choice.again) return rich('game.preview_again', { action });
  if (passed && !turn.passed && phase !== 'follow_up') return rich(why === 'game_ended' ? 'game.preview_game_ended' : `game.preview_passed${endSuffix(turn.rules)}`, { action });
  if (choice.lost > 0) return rich('game.preview_lost', { action, count: choice.lost });
  if (choice.phase === 'follow_up') return rich('game.preview_lands', { action, row: rowName(choice.to) });
  if (phase === 'follow_up') {
    const earned = h('strong', null, t('common.steps', { count: steps }));
    const rows = followUps.flatMap((way, i) => [i > 0 ? ', ' : '', rowName(way.from), way.exact && h('span', { class: 'game-star' }, icon('star'))]);
    return rich('game.preview_earns', { action, steps: earned, rows: h('span', null, rows) });
  }
  return rich(`game.preview_${why ?? 'none'}`, { action, count: steps });
}

/**
 * Banners about the connection and the other player.
 * @param {{onRetry(): void, onAnswer(agrees: boolean): void, onClaim(): void}} handlers
 */
export function notes({ onRetry, onAnswer, onClaim }) {
  const element = h('div', { class: 'game-notes' });
  let drawn = '';

  /** @param {Session} state @param {number | null} retryIn seconds until the next attempt */
  function update(state, retryIn) {
    const offer = state.game.status === 'playing' ? state.game.offers.take_back : null;
    const asks = offer !== null && state.you.length === 1 ? (state.you[0] === offer ? 'mine' : 'theirs') : '';
    const isLost = state.connection === 'lost' || state.isStuck;
    const canClaim = timeToClaim(state, Date.now()) === 0;
    const key = JSON.stringify([isLost, state.isPaused, retryIn, asks, canClaim, Boolean(state.outbox)]);
    if (key === drawn) return;
    drawn = key;
    const name = offer ? nameOf(state, offer) : '';
    const away = nameOf(state, state.game.to_move ?? 'black');
    const held = element.contains(document.activeElement);
    replace(element,
      isLost && h('div', { class: 'banner alert' }, icon(state.isPaused ? 'clock' : 'offline'), h('div', null, h('strong', null, t(state.isPaused ? 'game.paused_title' : 'game.lost_title')),
        h('p', null, state.isPaused ? t('game.paused_text') : lostText(state, retryIn))), h('button', { class: 'button small', type: 'button', onclick: onRetry }, t('game.try_now'))),
      asks === 'theirs' && h('div', { class: 'banner' }, icon('undo'), h('div', null, h('strong', null, t('game.asks_take_back', { name }))),
        h('button', { class: 'button small', type: 'button', onclick: () => onAnswer(true) }, t('game.agree')),
        h('button', { class: 'button small quiet', type: 'button', onclick: () => onAnswer(false) }, t('game.no'))),
      canClaim && h('div', { class: 'banner' }, icon('clock'), h('div', null, h('strong', null, t('game.claim_title', { name: away })), h('p', null, t('game.claim_text'))),
        h('button', { class: 'button small', type: 'button', onclick: onClaim }, t('game.claim'))),
      asks === 'mine' && h('div', { class: 'banner' }, icon('undo'), h('div', null, h('strong', null, t('game.asked_take_back')))));
    if (held) element.querySelector('button')?.focus({ preventScroll: true });
  }

  return { element, update };
}
