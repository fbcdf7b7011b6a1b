"""The rules, against the numbers of docs/rules.md."""

import pickle

import pytest

import linja

# Legal sequences of one and two turns from the start.
PERFT = {
    "classic": (43, 3_478),
    "bonus": (92, 8_692),
    "bonus-spicy": (157, 20_096),
    "geeky": (98, 9_842),
    "geeky-spicy": (163, 21_923),
    "bonus+goal-one+again-must": (97, 20_482),
    "classic+goal-count+over-apart+end-turn": (43, 3_227),
    "geeky+again-may+bonus-any": (163, 47_025),
}


@pytest.mark.parametrize("rules", PERFT)
def test_turns_are_counted(rules: str) -> None:
    start = linja.Position()
    one, two = PERFT[rules]
    assert len(start.turns(rules)) == one
    assert linja.perft(start, 2, rules) == two
    assert sum(len(linja.Game(rules).play(turn).position.turns(rules)) for turn in start.turns(rules)) == two


def test_deep_counts_are_those_of_the_turns() -> None:
    # Games end on the way: they add nothing to deeper counts.
    position = linja.Position("00010227/52311000 b")
    after = [turn.position for turn in position.turns() if not turn.is_over]
    assert len(after) < len(position.turns())
    assert linja.perft(position, 4) == sum(linja.perft(one, 3) for one in after) > 0


def test_all_rule_sets_have_ids_and_choices() -> None:
    every = linja.RuleSet.every()
    assert len(every) == len(set(every)) == len({rules.id for rules in every}) == 648
    for rules in every:
        assert linja.RuleSet(rules.id) == rules
        assert linja.RuleSet.of_choices(**rules.choices) == rules
    assert linja.RuleSet() == linja.RuleSet("BONUS") == linja.RuleSet.of_choices()
    assert {rules.id for rules in linja.RuleSet.published()} == set(list(PERFT)[:5])


def test_score_of_the_worked_example() -> None:
    position = linja.Position("00000417/63102000 b")
    assert [position.score(rules) for rules in ("classic", "bonus", "geeky")] == [(46, 41), (46, 39), (46, 39)]
    assert position.is_over() and position.turns() == []


def test_values_read_back_and_pickle() -> None:
    start = linja.Position()
    game = linja.Game("geeky")
    game.play("ab ac")
    state = linja.State("geeky")
    state.apply(3)
    for value in (start, start.mirrored(), linja.RuleSet("classic+follow-may"), game.record(), game, state):
        assert pickle.loads(pickle.dumps(value)) == value
    assert linja.Position.of_counts(start.black, start.red, start.to_move) == start
    assert linja.Position.of_key(start.key, "black") == start
    assert start.mirrored() == linja.Position("61111110/01111116 r") and start.mirrored().key == start.key
    assert {start, linja.Position()} == {start} and start < start.mirrored()


def test_turns_are_played_by_notation_code_or_object() -> None:
    for rules in linja.RuleSet.published():
        for turn in linja.Position("61111110/01111116 r").turns(rules):
            position = linja.Position("61111110/01111116 r")
            assert position.turn(str(turn), rules) == position.turn(turn.code, rules) == position.turn(turn, rules)
            assert position.turn(turn.compact, rules) == turn
            assert linja.turn_text(turn.code, "red") == str(turn)


def test_game_is_over_although_its_position_is_not() -> None:
    # R5: the end is latched, and a bonus step mixes the colours again.
    game = linja.Game("bonus", "00000048/93000000 b")
    assert game.is_over and game.winner == "red" and game.legal_turns() == []
    for start in linja.positions_of(linja.sample_keys(20_000, seed=5)):
        for turn in start.turns() if start.advance > 120 else []:
            if turn.is_over and not turn.position.is_over():
                game = linja.Game("bonus", start)
                game.play(turn)
                assert game.is_over and game.legal_turns() == [] and turn.position.turns() != []
                with pytest.raises(ValueError, match="over"):
                    game.play(turn.position.turns()[0])
                return
    pytest.fail("no such turn in the sample")


def test_games_are_recorded() -> None:
    game = linja.Game("classic")
    game.play("ab ce")
    game.play("hg ec")
    copy = game.copy()
    assert copy.undo() == game.turns[1] and copy != game and len(copy.turns) == 1
    game.resign("black")
    assert (game.winner, game.termination, game.undo()) == ("red", "resignation", None)
    record = game.record().with_tags(Black="Ada", Event="Test")
    assert linja.Record(str(record)) == record and record.tags == {"Black": "Ada", "Event": "Test"}
    assert record.game == game and record.game.rules.id == "classic"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linja.Position("6111111/01111116 b"), "character 8: expected"),
        (lambda: linja.Position.of_counts([7, 1, 1, 1, 1, 1, 1, 0], [0] * 7 + [12]), "Black has 13 pawns, not 12"),
        (lambda: linja.Position.of_key(0), "pawns"),
        (lambda: linja.Position.of_key(linja.Position().key, "green"), "green"),
        (lambda: linja.RuleSet("bonus+follow-can"), "follow"),
        (lambda: linja.RuleSet().replace(follow="can"), 'the rule follow has no choice "can"'),
        (lambda: linja.Game().play("ab"), "follow-up"),
        (lambda: linja.Game().play(0x41), "not the code of a turn"),
        (lambda: linja.Game().play(linja.NO_TURN), "not the code of a turn"),
        (lambda: linja.Record("[Rules"), "1"),
        (lambda: linja.Game().record().with_tags(Rules="geeky"), "follows from the game"),
    ],
)
def test_bad_input_is_explained(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


def test_wrong_types_are_refused() -> None:
    with pytest.raises(TypeError, match="rule"):
        linja.RuleSet().replace(colour="blue")
    with pytest.raises(TypeError):
        linja.Game(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        linja.Position().turns(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        linja.Position(3)  # type: ignore[arg-type]
