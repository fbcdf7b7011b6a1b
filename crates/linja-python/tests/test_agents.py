"""Agents measured by exact values."""

import json
import pathlib
import subprocess

import numpy as np
import pytest
from numpy.typing import NDArray

import linja


def perfect(table: linja.Table) -> object:
    """Plays the table's best turns."""

    @linja.batched
    def agent(turns: linja.Turns) -> NDArray[np.int64]:
        best = np.repeat(table.best(turns.keys).codes, np.diff(turns.start))
        return np.flatnonzero(turns.codes == best)

    return agent


def test_perfect_agents_lose_nothing(table: linja.Table) -> None:
    for agent in (perfect(table), "perfect", lambda position: table.turns(position)[0][0]):
        found = linja.benchmark(agent, positions=150, table=table)  # type: ignore[arg-type]
        assert (found.accuracy, found.mean_loss, found.result_changes, found.positions) == (1.0, 0.0, 0.0, 150)
        assert len(set(found.keys.tolist())) == 150 and not found.losses.any()


def test_levels_are_told_apart(table: linja.Table) -> None:
    results = [linja.benchmark(level, positions=300, table=table) for level in ("random", 3, 8)]
    assert [result.keys.tolist() for result in results] == 3 * [results[0].keys.tolist()], "the same positions"
    assert results[0].accuracy < results[1].accuracy < results[2].accuracy < 1
    assert results[0].mean_loss > results[1].mean_loss > results[2].mean_loss > 0


def test_rules_are_those_of_the_table() -> None:
    table = linja.Table("classic")
    found = linja.benchmark("perfect", positions=20, table=table)
    assert found.accuracy == 1 and (found.keys == linja.benchmark(3, "classic", positions=20, table=table).keys).all()


def test_losses_are_exact(table: linja.Table) -> None:
    found = linja.benchmark(lambda position: position.turns("bonus")[-1], positions=50, table=table)
    for position, loss in zip(linja.positions_of(found.keys), found.losses, strict=True):
        turns = table.turns(position)
        assert loss == turns[0][1] - dict(turns)[position.turns("bonus")[-1]]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda turns: turns.start[:-1] - 1, "position 0"),
        (lambda turns: turns.start[1:], "position 0"),
        (lambda turns: [0.5], "whole numbers"),
        (lambda turns: [], "whole numbers"),
    ],
)
def test_wrong_answers_are_explained(answer: object, message: str, table: linja.Table) -> None:
    with pytest.raises(ValueError, match=message):
        linja.benchmark(linja.batched(answer), positions=5, table=table)  # type: ignore[arg-type, type-var]
    with pytest.raises(ValueError, match="follow-up"):
        linja.benchmark(lambda position: "ab", positions=5, table=table)
    with pytest.raises(ValueError, match="belongs to the rule set bonus"):
        linja.benchmark(3, "geeky", table=table)


def test_perfect_agent_can_not_be_exploited(table: linja.Table) -> None:
    for position in ("00012027/90021000 b", "00011127/90021000 r"):
        found = linja.exploit(perfect(table), position=position)  # type: ignore[arg-type]
        assert (found.first, found.second) == (table.value(position), -table.value(position))
        for game, margin, agent in ((found.first_game, found.first, 0), (found.second_game, found.second, 1)):
            assert game.is_over and str(game.start) == position
            side = ("black", "red") if game.start.to_move == "black" else ("red", "black")
            score = dict(zip(("black", "red"), game.score, strict=True))
            assert score[side[agent]] - score[side[1 - agent]] == margin


def test_agent_that_passes_and_limits(table: linja.Table) -> None:
    # Black's pawns are all in the goal: it passes, whoever it is.
    position = "0000000c/01100028 b"
    found = linja.exploit(lambda seen: seen.turns("bonus")[0], position=position)
    assert found.first <= table.value(position) and found.second <= -table.value(position)
    with pytest.raises(ValueError, match="more than 100 positions"):
        linja.exploit(lambda seen: seen.turns("bonus")[0], limit=100)
    with pytest.raises(ValueError, match="over"):
        linja.exploit(lambda seen: seen.turns("bonus")[0], position="00000417/63102000 b")
    seen: list[int] = []
    linja.exploit(lambda seen: seen.turns("bonus")[0], position="00010227/52311000 b", progress=seen.append)
    assert seen == sorted(seen) and seen[-1] > 10


def test_parquet_reads_back(table: linja.Table, tmp_path: pathlib.Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    import linja.parquet

    keys = linja.sample_keys(500, seed=12)
    assert linja.parquet.write(tmp_path / "sample.parquet", table, keys) == 500
    read = pq.read_table(tmp_path / "sample.parquet")
    columns = ["key", "mover", "opponent", "advance", "lead", "value"]
    assert read.column_names == [*columns, "turns", "best_turns", "best_turn"]
    assert read.schema.metadata[b"linja.hash"].decode() == table.hash
    assert linja.parquet.write(tmp_path / "sample.parquet", table, keys, best=False) == 500
    assert pq.read_table(tmp_path / "sample.parquet").equals(read.select(columns))
    with pytest.raises(ValueError):
        linja.parquet.write(tmp_path / "bad.parquet", table, [1])
    assert [path.name for path in tmp_path.iterdir()] == ["sample.parquet"]


@pytest.mark.parametrize("selection", [["--sample", "300"], ["--sample", "50", "--advance", "160..168", "--rules", "classic"]])
def test_parquet_holds_the_rows_of_export(program: str, selection: list[str], tmp_path: pathlib.Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    import linja.parquet

    output = subprocess.run([program, "export", "--format", "jsonl", *selection], stdout=subprocess.PIPE, check=True).stdout
    rows = [json.loads(line) for line in output.splitlines()]
    assert len(rows) == int(selection[1])
    keys = linja.keys_of(row.pop("position") for row in rows)
    table = linja.Table("classic" if "classic" in selection else "bonus")
    linja.parquet.write(tmp_path / "sample.parquet", table, keys)
    read = pq.read_table(tmp_path / "sample.parquet")
    assert read["key"].to_pylist() == keys.tolist()
    assert read.drop_columns("key").to_pylist() == rows
