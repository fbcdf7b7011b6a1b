"""Linja as a PettingZoo environment (AEC), with action masks.

>>> from linja.pettingzoo import env
>>> game = env("bonus")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> int(observation["action_mask"].sum())
7

The agents are `black` and `red`. An agent acts until its turn is finished: one to five actions. Actions and observations are
those of `linja.State`. At the end each agent is rewarded with its margin in points, or with 1, 0 or -1 if the environment was
made with `reward="outcome"`.
"""

from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import linja

Reward = Literal["margin", "outcome"]

__all__ = ["LinjaEnv", "env", "raw_env"]


class LinjaEnv(AECEnv):  # type: ignore[misc]
    """One game of Linja between the agents `black` and `red`."""

    metadata = {"name": "linja_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        rules: linja.RuleSet | str = "bonus",
        *,
        reward: Reward = "margin",
        position: linja.Position | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("margin", "outcome"):
            raise ValueError(f'the reward is "margin" or "outcome", not {reward!r}')
        self.rules = linja.RuleSet(str(rules))
        self.reward: Reward = reward
        self.start = linja.Position() if position is None else linja.Position(str(position))
        if self.start.is_over(self.rules):
            raise ValueError(f"{self.start} is over by the rules {self.rules}")
        self.render_mode = render_mode
        self.possible_agents = ["black", "red"]
        # Counts, flags and steps; none is above 24.
        seen = gymnasium.spaces.Box(0, 24, (23,), np.int8)
        mask = gymnasium.spaces.Box(0, 1, (linja.ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(linja.ACTIONS) for agent in self.possible_agents}
        self.state_now = linja.State(self.rules, self.start)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. There is no chance in Linja, so the seed changes nothing."""
        self.state_now = linja.State(self.rules, self.start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.state_now.to_move

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        mask = np.zeros(linja.ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask = self.state_now.action_mask()
        return {"observation": self.state_now.observation(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} must act: the game is not over")
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self.state_now.apply(int(action))
        if self.state_now.is_over:
            for agent, margin in zip(self.possible_agents, self.state_now.returns, strict=True):
                self.rewards[agent] = margin if self.reward == "margin" else int(np.sign(margin))
                self.terminations[agent] = True
        self.agent_selection = self.state_now.to_move
        self._accumulate_rewards()

    def state(self) -> NDArray[np.int8]:
        """What the agent to move observes: it is all there is."""
        return self.state_now.observation()

    def render(self) -> str | None:
        """The position as text, or as a drawing in SVG, by the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi or svg")
            return None
        return str(self.state_now.position) if self.render_mode == "ansi" else self.state_now.position.svg()

    def close(self) -> None:
        """Nothing to release."""


def raw_env(rules: linja.RuleSet | str = "bonus", **options: Any) -> LinjaEnv:
    """The environment without wrappers."""
    return LinjaEnv(rules, **options)


def env(rules: linja.RuleSet | str = "bonus", **options: Any) -> AECEnv:
    """The environment with the usual wrappers: an illegal action gets the lowest reward, calls in the wrong order are
    explained."""
    game = raw_env(rules, **options)
    wrapped = wrappers.TerminateIllegalWrapper(game, illegal_reward=-120 if game.reward == "margin" else -1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
