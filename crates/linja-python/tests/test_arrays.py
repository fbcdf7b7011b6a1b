"""Positions and turns as arrays."""

import os
import signal
import threading
from collections.abc import Callable

import numpy as np
import pytest

import linja


def test_keys_and_counts_convert_into_each_other() -> None:
    keys = linja.sample_keys(10_000, seed=3)
    counts = linja.counts_of_keys(keys)
    assert counts.shape == (10_000, 16) and counts.dtype == np.uint8
    assert (counts.reshape(-1, 2, 8).sum(axis=2) == 12).all()
    assert (linja.keys_of_counts(counts) == keys).all()
    assert (linja.keys_of(linja.positions_of(keys[:100])) == keys[:100]).all()
    position = linja.positions_of(keys[:1])[0]
    assert counts[0].tolist() == position.black + position.red


def test_samples_follow_their_seed_and_are_spread_evenly() -> None:
    assert (linja.sample_keys(100, seed=1) == linja.sample_keys(100, seed=1)).all()
    assert (linja.sample_keys(100, seed=1) != linja.sample_keys(100, seed=2)).any()
    # Of all positions as many have an advance of x as of 168 - x, so the mean is 84.
    counts = linja.counts_of_keys(linja.sample_keys(100_000)).astype(int)
    advance = counts[:, :8] @ np.arange(8) + counts[:, 8:] @ np.arange(7, -1, -1)
    assert abs(advance.mean() - 84) < 0.3


def test_samples_that_do_not_fit_into_memory_are_refused() -> None:
    for count in (2**60, 2**63):
        with pytest.raises(MemoryError, match=str(count)):
            linja.sample_keys(count)


@pytest.mark.parametrize("work", [lambda: linja.sample_keys(2**30), lambda: linja.perft(linja.Position(), 9)])
def test_ctrl_c_stops_long_work(work: Callable[[], object]) -> None:
    # A shell may have started the tests without it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()


@pytest.mark.parametrize("rules", ["classic", "bonus-spicy", "geeky+again-may+bonus-any"])
def test_turns_of_many_are_those_of_each(rules: str) -> None:
    keys = linja.sample_keys(300, seed=4)
    turns = linja.turns_of(keys, rules)
    assert len(turns) == turns.start[-1] == len(turns.codes) and (turns.keys == keys).all()
    for place, position in enumerate(linja.positions_of(keys)):
        here = slice(turns.start[place], turns.start[place + 1])
        expected = position.turns(rules)
        assert turns.codes[here].tolist() == [turn.code for turn in expected]
        assert turns.after[here].tolist() == [turn.position.key for turn in expected]
        assert turns.over[here].tolist() == [turn.is_over for turn in expected]
        scores = [turn.position.score(rules) for turn in expected]
        assert turns.margins[here].tolist() == [black - red for black, red in scores]


def test_bad_arrays_are_explained(table: linja.Table) -> None:
    good = linja.Position().key
    with pytest.raises(ValueError, match=r"keys\[1\] is 0x0000000000000007: .*pawns"):
        table.values([good, 7])
    with pytest.raises(ValueError, match=r"keys\[0\]"):
        linja.turns_of([0])
    # Best turns are found for 65,536 positions at a time.
    with pytest.raises(ValueError, match=r"keys\[65537\] is 0x0000000000000007"):
        table.best(np.array(65_537 * [linja.keys_of(["00000417/63102000 b"])[0]] + [7], np.uint64))
    with pytest.raises(TypeError, match="whole numbers"):
        table.values([1.5])
    with pytest.raises(TypeError, match="whole numbers"):
        table.best(["61111110/01111116 b"])
    with pytest.raises(ValueError, match="16"):
        linja.keys_of_counts([[1, 2, 3]])
    for counts in ([[13] + 15 * [0]], [[-1] + 15 * [0]], [[12] + 15 * [0]]):
        with pytest.raises(ValueError, match=r"counts\[0\]"):
            linja.keys_of_counts(counts)


def test_shapes_are_kept_and_nothing_is_allowed(table: linja.Table) -> None:
    keys = linja.sample_keys(12, seed=6)
    flat, square = table.values(keys), table.values(keys.reshape(3, 4))
    assert square.shape == (3, 4) and (square.ravel() == flat).all()
    assert (table.values(keys[::2]) == flat[::2]).all(), "gaps between the keys"
    assert table.best(keys.reshape(3, 4)).codes.shape == (3, 4)
    assert table.values(keys[0]).shape == () and table.values(keys[0]) == flat[0], "a single number"
    assert table.values([]).shape == (0,) and len(linja.turns_of([])) == 0
    flat[0] = 5  # results belong to the caller
