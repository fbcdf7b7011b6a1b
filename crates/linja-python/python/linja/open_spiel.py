"""Linja as an OpenSpiel game: importing this module registers it under the name `python_linja`.

>>> import pyspiel
>>> import linja.open_spiel
>>> state = pyspiel.load_game("python_linja(rules=classic)").new_initial_state()
>>> state.legal_actions()
[0, 1, 2, 3, 4, 5, 6]
>>> state.apply_action(0)
>>> state.current_player(), state.action_to_string(0, 0)
(0, 'ac')

Player 0 is Black. A player acts until its turn is finished: one to five actions, numbered as in `linja.State`. Returns are the
margins in points; with the parameter `reward=outcome` they are 1, 0 and -1. House rules are named with `+` as everywhere, such
as `rules=bonus+follow-may`.
"""

from typing import Any

import numpy as np
import pyspiel

import linja

__all__ = ["LinjaGame", "LinjaObserver", "LinjaState"]

SIDES = ("black", "red")
# Every turn but a pass raises the advance, from 42 at the start to 168 at most; two passes in a row end the game.
LONGEST_TURN = 5
MOST_TURNS = 2 * (168 - 42)

GAME_TYPE = pyspiel.GameType(
    short_name="python_linja",
    long_name="Linja",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "bonus", "reward": "margin"},
)


class LinjaGame(pyspiel.Game):  # type: ignore[misc]
    """The game by one rule set."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {"rules": "bonus", "reward": "margin", **(params or {})}
        self.rules = linja.RuleSet(params["rules"])
        self.reward = params["reward"]
        if self.reward not in ("margin", "outcome"):
            raise ValueError(f'the reward is "margin" or "outcome", not {self.reward!r}')
        most = 120.0 if self.reward == "margin" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=linja.ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST_TURN * MOST_TURNS,
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> "LinjaState":
        return LinjaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "LinjaObserver":
        return LinjaObserver()


class LinjaState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: LinjaGame) -> None:
        super().__init__(game)
        self.reward = game.reward
        self.play = linja.State(game.rules)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.play.is_over else SIDES.index(self.play.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.text_of(action)

    def is_terminal(self) -> bool:
        return self.play.is_over

    def returns(self) -> list[float]:
        margins = self.play.returns
        return [float(margin if self.reward == "margin" else np.sign(margin)) for margin in margins]

    def __str__(self) -> str:
        return str(self.play)


class LinjaObserver:
    """What a player sees: everything."""

    def __init__(self) -> None:
        self.tensor = np.zeros(23, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LinjaState, player: int) -> None:
        self.tensor[:] = state.play.observation(SIDES[player])

    def string_from(self, state: LinjaState, player: int) -> str:
        return str(state.play)


pyspiel.register_game(GAME_TYPE, LinjaGame)
