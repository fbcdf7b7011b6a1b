"""How well an agent plays, by exact values."""

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linja._linja import Game, Player, RuleSet, Table, turns_of
from linja._policies import Agent, BatchedAgent, chosen, named, values_after


@dataclass(frozen=True)
class Benchmark:
    """What `benchmark` has measured."""

    #: The number of positions.
    positions: int
    #: The share of positions in which the agent chose a best turn, from 0 to 1.
    accuracy: float
    #: The points lost on average.
    mean_loss: float
    #: The share of turns that gave away a win or a draw.
    result_changes: float
    #: The positions.
    keys: NDArray[np.uint64]
    #: The points lost in each.
    losses: NDArray[np.int16]


def positions_with_a_choice(count: int, table: Table, seed: int) -> NDArray[np.uint64]:
    """Positions of games between players of all levels, without repetition, in which there is something to choose.

    >>> import linja
    >>> len(linja.positions_with_a_choice(50, linja.Table("bonus"), seed=1))
    50
    """
    chance = random.Random(seed)
    levels = ["random", *map(str, range(1, 11))]
    players = {level: Player(level, table=table, seed=chance.getrandbits(64)) for level in levels}
    found: dict[int, None] = {}
    while len(found) < count:
        game, sides = Game(table.rules), [players[chance.choice(levels)] for _ in range(2)]
        while not game.is_over:
            turns = game.legal_turns()
            if len({(turn.position, turn.is_over) for turn in turns}) > 1:
                found[game.position.key] = None
            game.play(sides[len(game.turns) % 2].choose(game.position))
    return np.array(list(found)[:count], np.uint64)


def benchmark(
    agent: Agent | BatchedAgent | str | int,
    rules: RuleSet | str | None = None,
    *,
    positions: int = 1_000,
    seed: int = 0,
    table: Table | None = None,
) -> Benchmark:
    """Measures exactly how well an agent plays: in how many positions it chooses a best turn, and how many points it loses.

    The agent is a function from a `Position` to a turn, a function marked with `batched`, or a level such as `3` or
    `"perfect"`. Without `rules` they are those of the table, or else `bonus`. The positions come from games between players of all levels; the same seed gives the same positions. Only
    positions with a choice count. The agent always sees Black to move.

    >>> import linja
    >>> result = linja.benchmark(lambda position: position.turns("bonus")[0], positions=200)
    >>> 0 < result.accuracy < 1 and result.mean_loss > 0
    True
    >>> linja.benchmark("perfect", positions=200).accuracy
    1.0
    """
    if positions < 1:
        raise ValueError("there must be at least one position")
    table = Table(rules) if table is None else table
    if rules is not None and table.rules != RuleSet(str(rules)):
        raise ValueError(f"the table belongs to the rule set {table.rules}, not {rules}")
    keys = positions_with_a_choice(positions, table, seed)
    turns = turns_of(keys, table.rules)
    places = chosen(named(agent, table, seed), turns, table.rules)
    values = values_after(turns, table).astype(np.int16)
    best = np.maximum.reduceat(values, turns.start[:-1])
    losses = best - values[places]
    return Benchmark(
        positions=len(keys),
        accuracy=float((losses == 0).mean()),
        mean_loss=float(losses.mean()),
        result_changes=float((np.sign(best) != np.sign(values[places])).mean()),
        keys=keys,
        losses=losses,
    )
