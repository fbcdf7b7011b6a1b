"""Exact values from the file and from memory."""

import os
import pathlib
import signal
import threading

import numpy as np
import pytest

import linja

# docs/solved.md.
HASH = "734a0dbbc26cbef14cecaf1fd4614f27"


def test_table_tells_about_itself(table: linja.Table) -> None:
    assert table.hash == HASH and table.rules.id == "bonus" and not table.is_loaded
    expected = {"positions": 1_264_575_044, "ended": 255_507, "without_opening": 112_680, "stuck": 546}
    assert table.counts == expected
    assert pathlib.Path(table.path) == pathlib.Path(linja.data_dir()) / "tables" / "bonus.linja"


@pytest.mark.parametrize("rules", [rules.id for rules in linja.RuleSet.published()])
def test_a_value_is_that_of_the_best_turn(rules: str) -> None:
    table = linja.Table(rules)
    for position in linja.positions_of(linja.sample_keys(50, seed=8), "red"):
        turns = table.turns(position)
        assert {turn for turn, _ in turns} == set(position.turns(rules))
        black, red = position.score(rules)
        assert table.value(position) == (turns[0][1] if turns else red - black)


def test_many_values_are_those_of_each_from_file_and_memory(table: linja.Table, loaded: linja.Table) -> None:
    keys = linja.sample_keys(20_000, seed=9)
    values = table.values(keys)
    assert loaded.is_loaded and (loaded.values(keys) == values).all()
    expected = [table.value(position) for position in linja.positions_of(keys[:300])]
    assert values[:300].tolist() == expected
    assert (table.values(np.sort(keys)) == values[np.argsort(keys)]).all()


def test_best_turns_of_many_are_those_of_each(table: linja.Table, loaded: linja.Table) -> None:
    keys = linja.sample_keys(2_000, seed=10)
    best = loaded.best(keys)
    assert (best.values == loaded.values(keys)).all()
    from_file = table.best(keys[:200])
    for place, position in enumerate(linja.positions_of(keys[:200])):
        turns = table.turns(position)
        if not turns:
            assert best.codes[place] == linja.NO_TURN and best.over[place] and best.after[place] == keys[place]
            continue
        turn, value = turns[0]
        found = (int(best.codes[place]), int(best.after[place]), bool(best.over[place]), int(best.values[place]))
        assert found == (turn.code, turn.position.key, turn.is_over, value)
        assert from_file.codes[place] == best.codes[place]


def test_perfect_line_keeps_its_margin(table: linja.Table) -> None:
    game = linja.Game("bonus")
    for place, (turn, value) in enumerate(table.line(linja.Position())):
        assert value == (1 if place % 2 == 0 else -1)
        game.play(turn)
    assert game.is_over and game.score[0] - game.score[1] == 1


def test_missing_and_damaged_tables_are_explained(tmp_path: pathlib.Path) -> None:
    with pytest.raises(linja.NotSolvedError, match=r'linja.solve\("geeky"\)'):
        linja.Table("geeky", data_dir=tmp_path)
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "geeky.linja").write_bytes(b"no table")
    with pytest.raises(linja.TableError, match="again=True"):
        linja.Table("geeky", tmp_path)


def test_solving_opens_a_table_that_is_there(table: linja.Table) -> None:
    assert linja.solve("bonus").hash == HASH


def test_exception_in_progress_stops_solving(tmp_path: pathlib.Path) -> None:
    reports: list[tuple[int, int | None]] = []

    def progress(positions: int, total: int | None) -> None:
        reports.append((positions, total))
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        linja.solve("bonus", data_dir=tmp_path, progress=progress)
    assert len(reports) == 1 and reports[0][1] == 1_264_575_044
    assert list((tmp_path / "tables").iterdir()) == []


def after(table: linja.Table, turn: linja.Turn) -> int:
    """The turns that are left after a turn."""
    return 0 if turn.is_over else table.distance(turn.position)


def keeping(table: linja.Table, position: linja.Position) -> list[linja.Turn]:
    """The turns that keep the value."""
    value = table.value(position)
    return [turn for turn, kept in table.turns(position) if kept == value]


def test_a_perfect_game_can_take_as_many_turns_as_its_distance(distances: linja.Table) -> None:
    game = linja.Game("geeky")
    left = distances.distance(game.position)
    while not game.is_over:
        left -= 1
        game.play(next(turn for turn in keeping(distances, game.position) if after(distances, turn) == left))
    assert left == 0


def test_who_is_ahead_shortens_and_who_is_behind_lengthens(distances: linja.Table) -> None:
    keys = linja.sample_keys(300, seed=11)
    found = distances.distances(keys)
    assert found.dtype == np.uint8
    for position, turns in zip(linja.positions_of(keys, "red"), found.tolist(), strict=True):
        left = [after(distances, turn) for turn in keeping(distances, position)]
        wanted = min if distances.value(position) >= 0 else max
        assert turns == distances.distance(position) == (wanted(left) + 1 if left else 0), position


def test_missing_and_damaged_distances_are_explained(table: linja.Table, tmp_path: pathlib.Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "bonus.linja").symlink_to(table.path)
    elsewhere = linja.Table("bonus", tmp_path)
    with pytest.raises(linja.NotSolvedError, match=r'linja.solve\("bonus", distance=True\)'):
        elsewhere.distance(linja.Position())
    (tmp_path / "tables" / "bonus.distance").write_bytes(b"no table")
    with pytest.raises(linja.TableError, match=r'linja.solve\("bonus", distance=True, again=True\)'):
        elsewhere.distances([linja.Position().key])


def test_exception_in_progress_stops_distances(table: linja.Table, tmp_path: pathlib.Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "bonus.linja").symlink_to(table.path)

    def progress(positions: int, total: int | None) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        linja.solve("bonus", data_dir=tmp_path, progress=progress, distance=True)
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["bonus.linja"]


def test_ctrl_c_stops_solving(tmp_path: pathlib.Path) -> None:
    # A shell may have started the tests without it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        linja.solve("bonus", data_dir=tmp_path)
    assert list((tmp_path / "tables").iterdir()) == []
