"""Positions as arrays of keys."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linja._linja import Position


def keys_of(positions: Iterable[Position | str]) -> NDArray[np.uint64]:
    """The keys of positions, given as such or by their notation.

    >>> import linja
    >>> linja.keys_of(["61111110/01111116 b", "61111110/01111116 r"])
    array([6994390456718135574, 6994390456718135574], dtype=uint64)
    """
    keys = [(Position(one) if isinstance(one, str) else one).key for one in positions]
    return np.array(keys, dtype=np.uint64)


def positions_of(keys: ArrayLike, to_move: str = "black") -> list[Position]:
    """The positions of keys, all with the same side to move.

    >>> import linja
    >>> linja.positions_of(linja.keys_of(["61111110/01111116 b"]), "red")
    [Position('61111110/01111116 r')]
    """
    return [Position.of_key(int(key), to_move) for key in np.ravel(keys)]
