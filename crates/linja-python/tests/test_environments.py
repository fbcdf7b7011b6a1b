"""The environments, by the tests of the frameworks themselves."""

import random

import numpy as np
import pytest

import linja


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", ["classic", "bonus", "geeky-spicy", "geeky+again-may+bonus-any"])
def test_pettingzoo_accepts_the_environment(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    tests = pytest.importorskip("pettingzoo.test")
    from linja.pettingzoo import env

    tests.api_test(env(rules), num_cycles=1_000, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out
    tests.seed_test(lambda: env(rules), num_cycles=50)


@pytest.mark.parametrize("reward", ["margin", "outcome"])
def test_pettingzoo_rewards_are_those_of_the_game(reward: str) -> None:
    pytest.importorskip("pettingzoo")
    from linja.pettingzoo import env

    chance, game, rewards = random.Random(2), env("bonus", reward=reward), {"black": 0, "red": 0}
    state = linja.State("bonus")
    game.reset()
    for agent in game.agent_iter():
        observation, gained, termination, truncation, _ = game.last()
        rewards[agent] += gained
        if termination or truncation:
            game.step(None)
            continue
        assert agent == state.to_move
        assert (observation["action_mask"] == state.action_mask()).all()
        assert (observation["observation"] == state.observation()).all()
        action = chance.choice(state.legal_actions())
        state.apply(action)
        game.step(action)
    expected = state.returns if reward == "margin" else tuple(int(np.sign(margin)) for margin in state.returns)
    assert (rewards["black"], rewards["red"]) == expected and state.is_over


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("reward", "lowest"), [("margin", -120), ("outcome", -1)])
def test_pettingzoo_punishes_illegal_actions(reward: str, lowest: int) -> None:
    pytest.importorskip("pettingzoo")
    from linja.pettingzoo import env

    game = env("bonus", reward=reward)
    game.reset()
    game.step(35)
    assert game.unwrapped.rewards["black"] == lowest and all(game.terminations.values())


def test_pettingzoo_explains_what_is_wrong() -> None:
    pytest.importorskip("pettingzoo")
    from linja.pettingzoo import raw_env

    with pytest.raises(ValueError, match="reward"):
        raw_env(reward="points")
    with pytest.raises(ValueError, match="over"):
        raw_env(position="00000417/63102000 b")
    game = raw_env("geeky", render_mode="ansi", position="52111110/01111116 r")
    game.reset()
    assert game.agent_selection == "red" and game.render() == "52111110/01111116 r"
    with pytest.raises(ValueError, match="must act"):
        game.step(None)


@pytest.mark.parametrize("name", ["python_linja", "python_linja(rules=classic)", "python_linja(rules=geeky-spicy,reward=outcome)"])
def test_open_spiel_accepts_the_game(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import linja.open_spiel  # noqa: F401

    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_open_spiel_states_agree_and_are_serialised() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import linja.open_spiel

    game = pyspiel.load_game("python_linja(rules=bonus)")
    chance, state, expected = random.Random(3), game.new_initial_state(), linja.State("bonus")
    observer = linja.open_spiel.LinjaObserver()
    while not state.is_terminal():
        assert state.current_player() == ("black", "red").index(expected.to_move)
        assert state.legal_actions() == expected.legal_actions()
        observer.set_from(state, state.current_player())
        assert (observer.tensor == expected.observation()).all()
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        expected.apply(action)
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state) == str(expected)
        assert state.clone().legal_actions() == state.legal_actions()
    assert tuple(state.returns()) == expected.returns
    assert game.min_utility() == -120 and game.num_distinct_actions() == 36


def test_open_spiel_explains_what_is_wrong() -> None:
    pytest.importorskip("pyspiel")
    import linja.open_spiel

    with pytest.raises(ValueError, match="no rule set|follow"):
        linja.open_spiel.LinjaGame({"rules": "bonus+follow-can"})
    with pytest.raises(ValueError, match="reward"):
        linja.open_spiel.LinjaGame({"reward": "points"})
