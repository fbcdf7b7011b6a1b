"""What the tests share. They need the tables of all published rule sets in the data directory (LINJA_HOME)."""

import os
import pathlib

import pytest

import linja


@pytest.fixture(scope="session")
def table() -> linja.Table:
    """The table of `bonus`, read from its file."""
    return linja.Table("bonus")


@pytest.fixture(scope="session")
def program() -> str:
    """The program `linja`, which the tests in Rust build."""
    path = pathlib.Path(os.environ.get("LINJA_BIN") or pathlib.Path(__file__).parents[3] / "target/debug/linja")
    if not path.exists():
        pytest.skip("the program linja is not built")
    return str(path)


@pytest.fixture(scope="session")
def distances() -> linja.Table:
    """The table of `geeky` with its distances. They are kept for the next run."""
    return linja.solve("geeky", distance=True)


@pytest.fixture(scope="session")
def loaded() -> linja.Table:
    """The table of `bonus`, with all values in memory."""
    return linja.Table("bonus", load=True)
