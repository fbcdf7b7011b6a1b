"""Positions with their exact values as Parquet files; needs pyarrow.

>>> import linja.parquet, tempfile
>>> table = linja.Table("bonus")
>>> with tempfile.TemporaryDirectory() as folder:
...     linja.parquet.write(f"{folder}/sample.parquet", table, linja.sample_keys(1000, seed=1))
1000

| column | type | what |
|---|---|---|
| `key` | uint64 | the position seen from the player to move |
| `mover`, `opponent` | 8 uint8 | the pawns of the player to move, and those of the opponent, each from its own home to its goal |
| `advance` | uint8 | the rows that all pawns have advanced, added up |
| `lead` | int8 | the points of the player to move less the opponent's, if the game ended now |
| `value` | int8 | the margin under perfect play, for the player to move |
| `turns` | uint16 | the number of legal turns, a pass included; 0 if the position is over |
| `best_turns` | uint16 | how many of them keep the value |
| `best_turn` | string | the first of these in alphabetical order, without blanks; null if the position is over |

The metadata of the file names the rule set (`linja.rules`) and the hash of the table (`linja.hash`).
"""

import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import ArrayLike, NDArray

from linja._exploit import advances
from linja._linja import NO_TURN, Table, counts_of_keys, leads_of, turn_text

__all__ = ["write"]

#: Positions in a group of rows.
TOGETHER = 1 << 20


def write(path: str | os.PathLike[str], table: Table, keys: ArrayLike, *, best: bool = True) -> int:
    """Writes positions with their values, and with the columns about turns unless `best` is false. Returns their number.

    The file appears complete or not at all.
    """
    wanted = np.ravel(np.asarray(keys))
    partial = f"{os.fspath(path)}.partial"
    try:
        with pq.ParquetWriter(partial, schema(table, best), compression="zstd") as writer:
            for at in range(0, len(wanted), TOGETHER):
                writer.write_table(rows(table, wanted[at : at + TOGETHER], best))
        os.replace(partial, path)
    finally:
        if os.path.exists(partial):
            os.remove(partial)
    return len(wanted)


def schema(table: Table, best: bool) -> pa.Schema:
    pawns = pa.list_(pa.uint8(), 8)
    columns = [("key", pa.uint64()), ("mover", pawns), ("opponent", pawns)]
    columns += [("advance", pa.uint8()), ("lead", pa.int8()), ("value", pa.int8())]
    columns += [("turns", pa.uint16()), ("best_turns", pa.uint16()), ("best_turn", pa.string())] if best else []
    return pa.schema(columns, metadata={"linja.rules": table.rules.id, "linja.hash": table.hash})


def rows(table: Table, keys: NDArray[np.uint64], best: bool) -> pa.Table:
    counts = counts_of_keys(keys)
    # The opponent's home is the mover's last row.
    sides = (counts[:, :8], counts[:, :7:-1])
    pawns = [pa.FixedSizeListArray.from_arrays(pa.array(np.ravel(side)), 8) for side in sides]
    columns = [pa.array(keys.astype(np.uint64)), *pawns, pa.array(advances(keys).astype(np.uint8))]
    columns += [pa.array(leads_of(keys, table.rules))]
    if best:
        found = table.best(keys)
        columns += [pa.array(found.values), pa.array(found.turns), pa.array(found.best_turns), texts(found.codes)]
    else:
        columns += [pa.array(table.values(keys))]
    return pa.Table.from_arrays(columns, schema=schema(table, best))


def texts(codes: NDArray[np.uint64]) -> pa.Array:
    """The turns without blanks. Each different one is written once: there are far fewer than positions."""
    different, places = np.unique(codes, return_inverse=True)
    written = [None if code == NO_TURN else turn_text(code).replace(" ", "") for code in different.tolist()]
    return pa.array(written, pa.string()).take(pa.array(places))
