#!/usr/bin/env python3
"""Measures values and best turns a second, for docs/python.md. Needs the package, the table of `bonus`, and 2.4 GB of memory.

    LINJA_HOME=FOLDER python crates/linja-python/measure.py
"""

import time
from collections.abc import Callable

import numpy as np

import linja


def rate(name: str, count: int, work: Callable[[], object]) -> None:
    """Prints the best of three runs, by the time of this thread: other programs do not count."""
    times = []
    for _ in range(3):
        begun = time.thread_time()
        work()
        times.append(time.thread_time() - begun)
    print(f"{name:50} {count / min(times) / 1e6:8.2f} million a second")


table = linja.Table("bonus")
for count in (1_000_000, 3_000_000, 10_000_000):
    keys = linja.sample_keys(count, seed=1)
    rate(f"values from the file, {count:,} random positions", count, lambda: table.values(keys))
# Neighbours in the order of the mover's pawns: the keys rotated, so that these are the high half.
turned = np.sort(np.bitwise_or(keys << np.uint64(32), keys >> np.uint64(32)))
for count in (100_000, 1_000_000):
    near = turned[:count]
    near = np.bitwise_or(near << np.uint64(32), near >> np.uint64(32))
    rate(f"values from the file, the first {count:,} of these, sorted", count, lambda: table.values(near))
# The first position of a game and what follows it by three turns: they lie close together.
near = np.array([linja.Position().key], np.uint64)
for _ in range(3):
    turns = linja.turns_of(near, "bonus")
    near = np.unique(turns.after[~turns.over])
rate(f"values from the file, {len(near):,} positions after 3 turns", len(near), lambda: table.values(near))
table.load()
keys = linja.sample_keys(10_000_000, seed=1)
rate("values from memory, 10,000,000 random positions", len(keys), lambda: table.values(keys))
rate("values from memory, the same sorted", len(keys), lambda: table.values(np.sort(keys)))
rate("best turns from memory, 100,000 random positions", 100_000, lambda: table.best(keys[:100_000]))
rate("all turns, 100,000 random positions", 100_000, lambda: linja.turns_of(keys[:100_000], "bonus"))
