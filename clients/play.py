"""Plays a whole game against the computer with the client that openapi-python-client generates.

usage: play.py URL, with the folder of the generated package `linja_client` in PYTHONPATH
"""
import sys
from uuid import uuid4

from linja_client import AuthenticatedClient, Client
from linja_client.api.games import command_game, create_game, list_events, read_game, read_record
from linja_client.api.positions import read_position
from linja_client.api.server import read_oracle
from linja_client.api.tokens import create_token
from linja_client.models import CommandAnswer, CommandTurn, CommandTurnType, NewGame, OpponentWishComputer
from linja_client.models import OpponentWishComputerType, OracleView, OwnGame, Problem, SideWish, TokenView


def first_turn(tree):
    """The first complete turn of a tree of actions."""
    actions, node = [], tree
    while not node.finish:
        node = node.next_[0]
        actions.append(node.action)
    return " ".join(actions) or "pass"


def main(url):
    anybody = Client(base_url=url)
    assert isinstance(read_oracle.sync(client=anybody), OracleView)
    token = create_token.sync(client=anybody)
    assert isinstance(token, TokenView), token
    client = AuthenticatedClient(base_url=url, token=token.token)
    opponent = OpponentWishComputer(type_=OpponentWishComputerType.COMPUTER, level="1")
    wish = NewGame(id=uuid4(), opponent=opponent, side=SideWish.BLACK, first=SideWish.BLACK, rules="bonus")
    created = create_game.sync(client=client, body=wish)
    assert isinstance(created, CommandAnswer), created
    game, turns = created.game.id, 0
    while True:
        own = read_game.sync(client=client, id=game)
        assert isinstance(own, OwnGame), own
        if own.game.status.value == "over":
            break
        if own.game.to_move != "black":
            list_events.sync(client=client, id=game, after=own.game.seq, wait=25)
            continue
        turn = CommandTurn(
            id=uuid4(), seen=own.game.seq, type_=CommandTurnType.TURN, turn=first_turn(own.game.tree)
        )
        answer = command_game.sync(client=client, id=game, body=turn)
        assert isinstance(answer, CommandAnswer), answer
        turns += 1
    # Problems have a type of their own.
    wrong = read_position.sync(client=anybody, pos="7")
    assert isinstance(wrong, Problem) and wrong.code.value == "invalid_position", wrong
    record = read_record.sync(client=client, id=game)
    assert "1. " in record, record
    print(f"Python: played {turns} turns, {own.game.result.score.black} to {own.game.result.score.red} points")


main(sys.argv[1])
