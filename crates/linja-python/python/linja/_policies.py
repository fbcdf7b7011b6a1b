"""Agents without a common base: what `benchmark` and `exploit` take, and how they are asked."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linja._linja import Player, Position, RuleSet, Table, Turn, Turns

#: From a position with Black to move to a turn, its notation or its code.
Agent: TypeAlias = Callable[[Position], Turn | str | int]
#: From the turns of many positions to the places of the chosen ones in their arrays; marked with `batched`.
BatchedAgent: TypeAlias = Callable[[Turns], ArrayLike]

Function = TypeVar("Function", bound=Callable[..., object])


def batched(function: Function) -> Function:
    """Marks an agent that answers for many positions at once: it takes the `Turns` of all, and returns for each position the
    place of the chosen turn in their arrays.

    >>> import linja
    >>> import numpy as np
    >>> @linja.batched
    ... def first(turns):
    ...     return turns.start[:-1]
    >>> linja.benchmark(first, positions=100).positions
    100
    """
    function._is_batched = True  # type: ignore[attr-defined]
    return function


def chosen(agent: Agent | BatchedAgent, turns: Turns, rules: RuleSet) -> NDArray[np.int64]:
    """The places of the turns that an agent chooses, checked."""
    first, end = turns.start[:-1], turns.start[1:]
    if getattr(agent, "_is_batched", False):
        places = np.asarray(agent(turns))  # type: ignore[arg-type]
        if places.shape != first.shape or places.dtype.kind not in "ui":
            raise ValueError(f"the agent must return {len(first)} whole numbers, not {places.dtype} of shape {places.shape}")
    else:
        places = np.array([place_of(agent, turns, at, rules) for at in range(len(first))], np.int64)  # type: ignore[arg-type]
    wrong = np.flatnonzero((places < first) | (places >= end))
    if len(wrong):
        at = wrong[0]
        raise ValueError(f"the agent chose {places[at]} for position {at}, whose turns have the places {first[at]} to {end[at] - 1}")
    return places.astype(np.int64)


def place_of(agent: Agent, turns: Turns, at: int, rules: RuleSet) -> int:
    position = Position.of_key(int(turns.keys[at]))
    code = position.turn(agent(position), rules).code
    here = turns.codes[turns.start[at] : turns.start[at + 1]]
    return int(turns.start[at] + np.flatnonzero(here == np.uint64(code))[0])


def named(agent: Agent | BatchedAgent | str | int, table: Table, seed: int) -> Agent | BatchedAgent:
    """The agent itself, or the player of a level."""
    return Player(agent, table=table, seed=seed).choose if isinstance(agent, str | int) else agent


def values_after(turns: Turns, table: Table) -> NDArray[np.int8]:
    """The exact value of each turn, for the side that plays it."""
    return np.where(turns.over, turns.margins, -table.values(turns.after)).astype(np.int8)
