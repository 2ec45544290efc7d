"""`wartable do` is killed at any moment. The game that is opened afterwards has every confirmed move.

`WARTABLE_KILLS=50 WARTABLE_MOVES=1000 pytest tests/cli/test_killed.py` kills it fifty times, each time within a
thousand moves.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import tabletop
from tabletop.cli.failures import ExitCode
from tabletop.game.commands import MovePieces
from tabletop.journal.journal import Journal
from tabletop.journal.verify import verify

KILLS = int(os.environ.get("WARTABLE_KILLS", "3"))
MOVES = int(os.environ.get("WARTABLE_MOVES", "200"))
MAIN = "import sys; from tabletop.cli import main; sys.exit(main())"
PIECES = (6, 7, 10, 12, 14, 17, 18, 21)


def moves(chance: random.Random) -> list[tuple[int, str]]:
    return [(chance.choice(PIECES), f"{chance.randrange(1, 13):02}{chance.randrange(1, 9):02}") for _ in range(MOVES)]


def script_of(todo: list[tuple[int, str]]) -> str:
    places = [{"to": "place", "map": "main", "place": place} for _, place in todo]
    lines = [{"do": "move", "pieces": [piece], "to": to} for (piece, _), to in zip(todo, places, strict=True)]
    return "".join(json.dumps(line) + "\n" for line in lines)


def confirmed_until_killed(game: Path, script: Path, chance: random.Random) -> list[str]:
    """Run `wartable do` with a script, kill it after a random number of answers, and return all lines that it
    printed completely.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", MAIN, "do", str(game), "--as", "Anna", "--script", str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(tabletop.__file__).parents[1])},
    )
    assert child.stdout is not None
    with child.stdout:
        heard = [child.stdout.readline() for _ in range(chance.randrange(1, MOVES))]
        time.sleep(chance.random() / 100)
        child.kill()
        heard += child.stdout.readlines()
    child.wait()
    return [line for line in heard if line.endswith("\n")]


def test_every_confirmed_move_is_there(game, wartable, tmp_path):
    chance = random.Random(os.urandom(8))
    script = tmp_path / "script.jsonl"
    script.write_text('{"do": "take-seat", "sides": ["Red", "Blue"]}', encoding="utf-8")
    assert wartable("do", game, "--as", "Anna", "--script", script).code == ExitCode.WELL
    for _ in range(KILLS):
        with Journal.open(game) as journal:
            before = journal.last
        todo = moves(chance)
        script.write_text(script_of(todo), encoding="utf-8")
        heard = confirmed_until_killed(game, script, chance)
        assert heard
        assert [line.split()[:2] for line in heard] == [["confirmed", str(before + n + 1)] for n in range(len(heard))]
        found = verify(game)
        assert found.ok, found.problem
        assert before + len(heard) <= found.last <= before + len(heard) + 1
        with Journal.open(game) as journal:
            assert journal.last == found.last
            steps = journal.steps(before + 1, before + len(heard))
            for (piece, place), step in zip(todo, steps, strict=False):
                assert isinstance(step.command, MovePieces)
                assert (step.command.pieces, step.command.to.place) == ((piece,), place)
