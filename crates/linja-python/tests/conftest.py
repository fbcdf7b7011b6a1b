"""What the tests share. They need the tables of all published rule sets in the data directory (LINJA_HOME)."""

import pytest

import linja


@pytest.fixture(scope="session")
def table() -> linja.Table:
    """The table of `bonus`, read from its file."""
    return linja.Table("bonus")


@pytest.fixture(scope="session")
def loaded() -> linja.Table:
    """The table of `bonus`, with all values in memory."""
    return linja.Table("bonus", load=True)
