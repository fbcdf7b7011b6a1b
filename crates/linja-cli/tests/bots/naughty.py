#!/usr/bin/env python3
"""A bot that breaks the rules of play in the way that its argument names, after its first turn of each game, or after the
number of turns of its second argument."""
import os
import subprocess
import sys
import time

FAULT = sys.argv[1]
GOOD_TURNS = int(sys.argv[2]) if len(sys.argv) > 2 else 1
rules = subprocess.Popen([os.environ.get("LINJA", "linja"), "engine"], text=True, bufsize=1,
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
turns_played = 0


def say(text):
    print(text, flush=True)


def first_turn():
    rules.stdin.write("query turns\n")
    return rules.stdout.readline().split()[1]


def misbehave():
    if FAULT == "hangs":
        if sign := os.environ.get("HANGS"):
            open(sign, "w").close()
        time.sleep(3600)
    elif FAULT == "dies":
        sys.exit("out of ideas")
    elif FAULT == "floods":
        while True:
            say("info string " + "chatter " * 1000)
    elif FAULT == "floods-a-line":
        while True:
            sys.stdout.write("x" * 10_000)
    elif FAULT == "cheats":
        say("bestmove ahah")
    elif FAULT == "passes":
        say("bestmove pass")
    elif FAULT == "answers-garbage":
        sys.stdout.buffer.write(b"\xff\xfe\0\nbestmove \xffnothing\n")
        sys.stdout.flush()
    elif FAULT == "is-late":
        # The test allows 2.5 s.
        time.sleep(2.8)
        say("bestmove " + first_turn())
    elif FAULT == "closes-its-output":
        os.close(1)
        time.sleep(3600)
    else:
        sys.exit(f"unknown fault {FAULT}")


for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        if FAULT == "never-starts":
            time.sleep(3600)
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word in ("setoption", "position", "uginewgame"):
        rules.stdin.write(line)
        turns_played = 0 if word == "uginewgame" else turns_played
    elif word == "go" and turns_played < GOOD_TURNS:
        turns_played += 1
        # An answer too many must not be taken for the answer to the next request.
        say("info string thinking\nbestmove " + first_turn() + "\nbestmove zzzz")
    elif word == "go":
        misbehave()
    elif word == "quit":
        break
