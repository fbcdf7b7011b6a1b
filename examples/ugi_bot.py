#!/usr/bin/env python3
"""A bot for `linja arena` in 40 lines: plays the turn that moves its pawns the furthest.

    linja arena --players 'cmd:python3 examples/ugi_bot.py,3'

It speaks the engine protocol (docs/engine-protocol.md) and asks a `linja engine` of its own for the legal turns, so it
plays by every rule set. Set LINJA to the path of the program if it is not in PATH.
"""
import os
import subprocess
import sys

rules = subprocess.Popen([os.environ.get("LINJA", "linja"), "engine"], text=True, bufsize=1,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def query(what):
    """The answer of the engine, as a list of words."""
    rules.stdin.write(f"query {what}\n")
    while not (line := rules.stdout.readline()).startswith("response"):
        if not line:
            sys.exit("linja engine has ended")
    return line.split()[1:]


def rows_gained(turn):
    """How far a turn moves pawns in all: `abfh+hg` moves one row, two rows, and one row back."""
    moves = turn.replace("+", "").replace("~", "").replace("/", "")
    return abs(sum(ord(to) - ord(start) for start, to in zip(moves[::2], moves[1::2])))


for line in sys.stdin:
    command = line.split()[:1]
    if command == ["ugi"]:
        print("id name Furthest\nid author you\noption name Rules type string default bonus\nugiok", flush=True)
    elif command == ["isready"]:
        print("readyok", flush=True)
    elif command in (["setoption"], ["position"], ["uginewgame"]):
        rules.stdin.write(line)
    elif command == ["go"]:
        print("bestmove", max(query("turns"), key=rows_gained), flush=True)
    elif command == ["quit"]:
        break
