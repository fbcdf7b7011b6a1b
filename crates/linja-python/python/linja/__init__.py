"""The race game Linja: rules, exact values, players, environments.

>>> import linja
>>> table = linja.Table("bonus")
>>> table.value(linja.Position())
1
>>> table.values(linja.sample_keys(1000, seed=1)).mean()
np.float64(1.272)

Rules: `RuleSet`, `Position`, `Turn`, `Game`, `Record`, `State`, `perft`.
Exact values: `solve`, `Table`, `Best`.
Many positions at once, as arrays of keys: `keys_of`, `positions_of`, `keys_of_counts`, `counts_of_keys`, `sample_keys`,
`turns_of`, `leads_of`, `turn_text`.
Players: `Player`, `Search`, `Review`.
Agents of others: `benchmark`, `exploit`, `batched`.
Environments: `linja.pettingzoo`, `linja.open_spiel`. Files: `linja.parquet`.
"""

from linja._arrays import keys_of, positions_of
from linja._benchmark import Benchmark, benchmark, positions_with_a_choice
from linja._exploit import Exploited, exploit
from linja._linja import (
    ACTIONS,
    NO_TURN,
    Best,
    Found,
    Game,
    NotSolvedError,
    Player,
    Position,
    Record,
    Review,
    ReviewedTurn,
    RuleSet,
    Search,
    State,
    Summary,
    Table,
    TableError,
    Turn,
    Turns,
    __version__,
    counts_of_keys,
    data_dir,
    keys_of_counts,
    leads_of,
    perft,
    sample_keys,
    solve,
    turn_text,
    turns_of,
)
from linja._policies import batched

__all__ = [
    "ACTIONS",
    "NO_TURN",
    "Benchmark",
    "Best",
    "Exploited",
    "Found",
    "Game",
    "NotSolvedError",
    "Player",
    "Position",
    "Record",
    "Review",
    "ReviewedTurn",
    "RuleSet",
    "Search",
    "State",
    "Summary",
    "Table",
    "TableError",
    "Turn",
    "Turns",
    "__version__",
    "batched",
    "benchmark",
    "counts_of_keys",
    "data_dir",
    "exploit",
    "keys_of",
    "keys_of_counts",
    "leads_of",
    "perft",
    "positions_of",
    "positions_with_a_choice",
    "sample_keys",
    "solve",
    "turn_text",
    "turns_of",
]
