"""Positions with their exact values as Parquet files; needs pyarrow.

>>> import linja.parquet, tempfile
>>> table = linja.Table("bonus")
>>> with tempfile.TemporaryDirectory() as folder:
...     linja.parquet.write(f"{folder}/sample.parquet", table, linja.sample_keys(1000, seed=1))
1000

| column | type | what |
|---|---|---|
| `key` | uint64 | the position seen from the player to move |
| `own`, `other` | 8 uint8 | the pawns of the player to move from its home to its goal, and the opponent's on the same rows |
| `advance` | uint8 | the rows that all pawns have advanced, added up |
| `value` | int8 | the margin under perfect play, for the player to move |
| `best` | uint64 | a best turn as a code; `linja.NO_TURN` if the position is over |

The metadata of the file names the rule set (`linja.rules`) and the hash of the table (`linja.hash`).
"""

import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import ArrayLike, NDArray

from linja._exploit import advances
from linja._linja import Table, counts_of_keys

__all__ = ["write"]

#: Positions in a group of rows.
TOGETHER = 1 << 20


def write(path: str | os.PathLike[str], table: Table, keys: ArrayLike, *, best: bool = True) -> int:
    """Writes positions with their values, and with best turns unless `best` is false. Returns their number.

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
    columns = [("key", pa.uint64()), ("own", pawns), ("other", pawns), ("advance", pa.uint8()), ("value", pa.int8())]
    columns += [("best", pa.uint64())] if best else []
    return pa.schema(columns, metadata={"linja.rules": table.rules.id, "linja.hash": table.hash})


def rows(table: Table, keys: NDArray[np.uint64], best: bool) -> pa.Table:
    counts = counts_of_keys(keys)
    pawns = [pa.FixedSizeListArray.from_arrays(pa.array(np.ravel(side)), 8) for side in (counts[:, :8], counts[:, 8:])]
    columns = [pa.array(keys.astype(np.uint64)), *pawns, pa.array(advances(keys).astype(np.uint8))]
    if best:
        found = table.best(keys)
        columns += [pa.array(found.values), pa.array(found.codes)]
    else:
        columns += [pa.array(table.values(keys))]
    return pa.Table.from_arrays(columns, schema=schema(table, best))
