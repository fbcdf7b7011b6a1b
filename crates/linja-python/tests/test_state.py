"""Games played action by action."""

import random

import pytest

import linja


def finished(state: linja.State, turns: int) -> list[linja.State]:
    """All states after the turn under way, one for each sequence of actions."""
    if len(state.game.turns) > turns:
        return [state]
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        found += finished(after, turns)
    return found


@pytest.mark.parametrize("rules", ["classic", "bonus", "geeky-spicy", "geeky+again-may+bonus-any"])
def test_actions_make_every_turn_once(rules: str) -> None:
    positions = linja.positions_of(linja.sample_keys(40, seed=11), "red")
    for position in [linja.Position(), *positions, linja.Position("0000000c/01100028 b")]:
        states = finished(linja.State(rules, position), 0) if position.turns(rules) else []
        played = [state.game.turns[0] for state in states]
        assert sorted(map(str, played)) == sorted(map(str, position.turns(rules)))
        assert {str(turn): turn for turn in played} == {str(turn): turn for turn in position.turns(rules)}


@pytest.mark.parametrize("rules", [rules.id for rules in linja.RuleSet.published()])
def test_random_games_end_and_are_written(rules: str) -> None:
    chance = random.Random(1)
    for _ in range(20):
        state = linja.State(rules)
        while not state.is_over:
            legal = state.legal_actions()
            assert state.action_mask().nonzero()[0].tolist() == legal
            mine, other = state.observation(), state.observation("red" if state.to_move == "black" else "black")
            assert mine.shape == (23,) and mine[:16].reshape(2, 8).sum(axis=1).tolist() == [12, 12]
            assert other[:8].tolist() == mine[15:7:-1].tolist() and other[8:16].tolist() == mine[7::-1].tolist()
            assert mine[16:21].sum() == 1 and mine[21] == state.steps
            assert all(state.text_of(action) for action in legal)
            state.apply(chance.choice(legal))
        assert state.game.is_over and state.phase is None and not state.action_mask().any()
        black, red = state.game.score
        assert state.returns == (black - red, red - black)
        assert linja.State.of_text(str(state)) == state
        with pytest.raises(ValueError, match="over"):
            state.apply(0)


def test_a_pass_is_an_action() -> None:
    # All of Black's pawns are in the goal.
    state = linja.State("bonus", "0000000c/01100028 b")
    assert (state.legal_actions(), state.text_of(35), state.phase) == ([35], "pass", "done")
    state.apply(35)
    assert state.to_move == "red" and str(state.game.turns[0]) == "pass"


def test_bad_input_is_explained() -> None:
    state = linja.State("bonus")
    for action in (7, 35, 36):
        with pytest.raises(ValueError, match=r"not legal: \[0, 1, 2, 3, 4, 5, 6\] are"):
            state.apply(action)
        with pytest.raises(ValueError, match="not legal"):
            state.text_of(action)
    with pytest.raises(OverflowError):
        state.apply(-1)
    for text in ("", "bonus|61111110/01111116 b", "bonus|61111110/01111116 b|x", "bonus|61111110/01111116 b|35"):
        with pytest.raises(ValueError):
            linja.State.of_text(text)
