// The card beside or below the board of a puzzle: the turn being played, and what an attempt led to.

import { h, icon, replace } from '../dom.js';
import { previewText, stepList, titleOf } from '../game/prompt.js';
import { toldList } from '../game/seat.js';
import { way, ways } from '../game/ways.js';
import { rulesName } from '../house.js';
import { other, parse, writeAddress } from '../position.js';
import { rich, sentence, sideName, t } from '../text.js';
import { wrongKind } from './puzzle-model.js';

/** @typedef {import('./puzzle.js').State} State */
/** @typedef {import('./puzzle-view.js').Actions} Actions */
/** @typedef {import('../turn.js').Choice} Choice */

/** The headline of a wrong attempt. @param {number} margin */
const wrongTitle = (margin) => t(`puzzle.wrong_${wrongKind(margin)}`, { count: Math.abs(margin) });

/** What screen readers hear about a wrong attempt. @param {State} state @param {string} answer */
export function saidWrong({ attempted, puzzle }, answer) {
  if (!attempted || !puzzle) return '';
  const title = sentence(wrongTitle(attempted.turn.margin ?? 0));
  return answer ? t('puzzle.said_wrong', { title, side: sideName(other(puzzle.to_move)), turn: answer }) : title;
}

/** The headline of the right turn. @param {State} state */
export const rightTitle = ({ puzzle }) => t(`puzzle.right_${puzzle?.aim ?? 'own'}`);

/** @param {Actions} actions */
export function puzzleBox(actions) {
  const steps = stepList(actions.undoTo);
  const title = h('h2', { class: 'game-prompt-title' });
  const text = h('div', { class: 'game-prompt-text' });
  const buttons = h('div', { class: 'puzzle-buttons' });
  const turn = h('div', { class: 'puzzle-turn' }, steps.element, h('div', { class: 'puzzle-words' }, title, text), buttons);
  const result = h('div', { class: 'puzzle-result' });
  const element = h('section', { class: 'card puzzle-box', 'aria-label': t('game.prompt_label') }, turn, result);
  let shown = '';

  /** @param {string} key @param {() => void} onclick @param {string} look @param {import('../dom.js').Child} [picture] */
  const button = (key, onclick, look, picture) => h('button', { class: `button ${look}`.trim(), type: 'button', onclick }, picture, t(key));

  /** @param {State} state @param {Choice|null} choice */
  function showTurn({ turn: playing, stage, trouble, known, hint }, choice) {
    steps.update(playing, stage !== 'playing');
    if (!playing) return;
    title.textContent = playing.complete ? t('puzzle.is_this_it') : titleOf(playing);
    if (trouble) replace(text, h('span', { role: 'alert' }, trouble));
    else if (hint && playing.actions.length === 0) replace(text, rich('puzzle.hint_is', { way: way(hint) }));
    else if (choice) replace(text, ...previewText(playing, choice));
    else replace(text, t(known && playing.actions.length === 0 ? 'puzzle.solved_before' : 'puzzle.take_time'));
    const key = `${stage} ${playing.actions.length > 0} ${playing.canFinish}`;
    if (key === shown) return;
    shown = key;
    const held = buttons.contains(document.activeElement);
    const back = h('button', { class: 'button', type: 'button', disabled: playing.actions.length === 0, onclick: actions.undo }, icon('undo'), t('game.undo'));
    const tryIt = h('button', { class: 'button ink', type: 'button', disabled: stage === 'sending', onclick: actions.attempt }, t('puzzle.try_turn'));
    replace(buttons, back, playing.canFinish ? tryIt : button('puzzle.show_me', actions.solve, 'quiet', icon('eye')));
    if (held) /** @type {HTMLElement|null} */ (buttons.querySelector('button:not(:disabled)'))?.focus();
  }

  /** @param {State} state */
  function showResult(state) {
    const { stage, puzzle } = state;
    const made = !puzzle ? null : stage === 'wrong' ? wrong(state) : stage === 'solved' ? solved(state) : stage === 'shown' ? solution(state) : null;
    replace(result, made);
    element.dataset['stage'] = stage;
  }

  /** @param {State} state */
  function wrong({ attempted, puzzle, wrongs, rules }) {
    if (!attempted || !puzzle) return null;
    const { turn: played, refutation } = attempted;
    const side = other(puzzle.to_move);
    const args = { turn: ways(played.turn), side: sideName(side) };
    return [
      h('div', { class: 'puzzle-said wrong' }, h('h2', { tabindex: -1 }, icon('close'), wrongTitle(played.margin ?? 0)),
        h('p', null, rich(refutation ? 'puzzle.played' : 'puzzle.played_end', args))),
      refutation && h('div', { class: 'puzzle-told' }, toldList(rules, { side, turn: refutation.turn, before: played.after }, [puzzle.to_move]),
        h('button', { class: 'game-replay', type: 'button', 'aria-label': t('game.replay_label', { side: sideName(side) }), onclick: actions.replay },
          icon('replay'), h('span', { 'aria-hidden': 'true' }, t('game.replay_turn')))),
      h('div', { class: 'puzzle-buttons' },
        h('button', { class: 'button', type: 'button', 'aria-label': t('puzzle.show_solution'), onclick: actions.solve }, icon('eye'),
          h('span', { class: 'puzzle-long' }, t('puzzle.show_solution')), h('span', { class: 'puzzle-short' }, t('puzzle.solution_short'))),
        wrongs > 1 && button('puzzle.hint', actions.hint, '', icon('hint')),
        button('puzzle.try_again', actions.again, 'ink')),
    ];
  }

  /** @param {State} state */
  function solved(state) {
    const { attempted, puzzle, tries, why, isTold, rules } = state;
    if (!attempted || !puzzle) return null;
    return [
      h('div', { class: 'puzzle-said right' }, h('h2', { tabindex: -1 }, icon('check'), rightTitle(state)),
        h('p', { class: 'puzzle-why' }, why && rich('puzzle.why', { turn: ways(attempted.turn.turn), reason: why })),
        h('p', null, isTold ? t('puzzle.told') : t('puzzle.tries', { count: tries }), ' ', state.mistake && !isTold && t(state.mistake.solved.length > 1 ? 'puzzle.gone' : 'puzzle.in_a_week'))),
      h('div', { class: 'puzzle-buttons' }, h('a', { class: 'button', href: `/explorer/${rules}/${writeAddress(parse(puzzle.position))}` }, icon('explore'), t('puzzle.explore')),
        button('puzzle.next', actions.next, 'ink', null)),
    ];
  }

  /** @param {State} state */
  function solution({ solution: best, puzzle, rules }) {
    if (!best || !puzzle) return null;
    const { to_move: side, position } = puzzle;
    return [
      h('div', { class: 'puzzle-said' }, h('h2', { tabindex: -1 }, t('puzzle.solution'))),
      h('div', { class: 'puzzle-told' }, toldList(rules, { side, turn: best.turn, before: position }, [side])),
      h('div', { class: 'puzzle-buttons' }, button('puzzle.try_again', actions.again, ''), button('puzzle.next', actions.next, 'ink')),
    ];
  }

  return {
    element,
    /** @param {State} state @param {Choice|null} choice */
    update(state, choice) {
      const isTurn = state.stage === 'playing' || state.stage === 'sending';
      if (isTurn) showTurn(state, choice);
      else shown = '';
      turn.hidden = !isTurn && state.stage !== 'loading';
      if (state.stage === 'loading') replace(text, t('puzzle.loading'));
      const drawn = [state.stage, state.wrongs, state.why, state.solution?.turn].join(' ');
      if (element.dataset['drawn'] === drawn) return;
      element.dataset['drawn'] = drawn;
      showResult(state);
      // What was in focus is gone: the next word is the headline.
      if (!isTurn && document.activeElement === document.body) result.querySelector('h2')?.focus({ preventScroll: true });
    },
  };
}

/** What takes the place of the card if there is no puzzle. @param {State} state */
export function noPuzzle({ stage, rules, trouble }) {
  if (stage === 'unsolved') {
    return h('div', { class: 'banner puzzle-none' }, icon('hint'), h('div', null, h('strong', null, t('puzzle.unsolved')), h('p', null, t('puzzle.unsolved_more', { rules: rulesName(rules) }))));
  }
  return stage === 'failed' ? h('div', { class: 'banner puzzle-none', role: 'alert' }, icon('close'), h('div', null, h('strong', null, t('puzzle.no_puzzle')), h('p', null, trouble))) : null;
}
