"""Players, the search, reviews and drawings."""

import os
import pathlib
import signal
import threading
import xml.etree.ElementTree as xml

import pytest

import linja

DOCS = pathlib.Path(__file__).parents[3] / "docs"


def test_levels_follow_their_seed(table: linja.Table) -> None:
    def game(level: int | str, seed: int) -> list[str]:
        player, game = linja.Player(level, table=table, seed=seed), linja.Game("bonus")
        while not game.is_over:
            game.play(player.choose(game.position))
        return [str(turn) for turn in game.turns]

    assert game(3, 1) == game("3", 1) != game(3, 2)
    assert game("perfect", 1)[0] in {str(turn) for turn, value in table.turns(linja.Position()) if value == 1}


def test_players_without_a_table_search() -> None:
    player = linja.Player(10, "geeky+again-may", nodes=2_000)
    assert not player.is_exact and player.rules.id == "geeky+again-may"
    assert player.choose(linja.Position()) in linja.Position().turns("geeky+again-may")


def test_search_near_the_end_is_exact(table: linja.Table) -> None:
    position = linja.Position("00011127/90021000 b")
    found = linja.Search("bonus").turns(position, nodes=1_000_000)
    assert found.settled and found.depth > 0 and found.nodes > 0
    assert {turn.code: value for turn, value in found.turns} == {
        turn.code: float(value) for turn, value in table.turns(position)
    }


def test_ctrl_c_stops_a_search() -> None:
    # A shell may have started the tests without it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        linja.Search("bonus").best(linja.Position(), seconds=60)


def test_review_of_the_sample_game(table: linja.Table) -> None:
    # docs/review.md shows the same review.
    record = linja.Record((DOCS / "sample-game.linja").read_text())
    review = linja.Review(record, table)
    assert review.start - review.black.lost + review.red.lost == review.end
    assert review.end == record.game.score[0] - record.game.score[1]
    assert sum(turn.lost for turn in review.turns if turn.side == "black") == review.black.lost
    assert review.turning_point is not None and review.turns[review.turning_point].best is not None
    assert sum(review.red.grades.values()) == review.red.turns
    # The graph in docs/review.md.
    assert review.svg() == (DOCS / "charts" / "sample-game.svg").read_text()
    with pytest.raises(ValueError, match="belongs to the rule set bonus"):
        linja.Review(linja.Game("geeky"), table)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda table: linja.Player(11), "level from 1 to 10"),
        (lambda table: linja.Player("strong"), "level from 1 to 10"),
        (lambda table: linja.Player(3, "geeky", table=table), "belongs to the rule set bonus"),
        (lambda table: linja.Player(3, table=table).choose("00000417/63102000 b"), "over"),
        (lambda table: linja.Search().best(linja.Position(), seconds=-1.0), "negative"),
    ],
)
def test_bad_input_is_explained(call: object, message: str, table: linja.Table) -> None:
    with pytest.raises(ValueError, match=message):
        call(table)  # type: ignore[operator]


def test_drawings_are_svg() -> None:
    start = linja.Position()
    for drawing in (start._repr_svg_(), linja.Game()._repr_svg_(), linja.State()._repr_svg_(), start.svg("red", 100)):
        assert xml.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
        assert drawing.count('class="pawn"') == 24
    assert start.svg("red") != start.svg("black")
