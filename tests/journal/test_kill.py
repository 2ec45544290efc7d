"""A program killed at any moment loses nothing that it had confirmed.

`WARTABLE_KILLS=50 pytest tests/journal/test_kill.py` kills it fifty times.
"""

import os
import random
import subprocess
import sys
import time
from contextlib import closing
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import tabletop
from tabletop.journal.journal import Journal
from tabletop.journal.verify import verify

PLAYER = Path(__file__).with_name("player.py")
KILLS = int(os.environ.get("WARTABLE_KILLS", "3"))


def confirmed_until_killed(file: Path, lines: int, seconds: float) -> int:
    """Start the player, kill it some time after it has confirmed a number of steps, and return the last confirmed
    step.
    """
    root = str(Path(tabletop.__file__).parents[1])
    child = subprocess.Popen(
        [sys.executable, str(PLAYER), str(file)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert child.stdout is not None
    with child.stdout:
        heard = [child.stdout.readline() for _ in range(lines)]
        time.sleep(seconds)
        child.kill()
        heard += child.stdout.readlines()
    child.wait()
    whole = [line for line in heard if line.endswith("\n")]
    return int(whole[-1].split()[1]) if whole else 0


@pytest.fixture
def file(tmp_path):
    spec = spec_from_file_location("player", PLAYER)
    assert spec is not None
    assert spec.loader is not None
    player = module_from_spec(spec)
    spec.loader.exec_module(player)
    player.new_game(tmp_path / "game.wartable")
    return tmp_path / "game.wartable"


def test_every_confirmed_step_is_there_and_the_record_verifies(file):
    chance = random.Random(os.urandom(8))
    last = 0
    for _ in range(KILLS):
        confirmed = confirmed_until_killed(file, chance.randrange(1, 600), chance.random() / 50)
        assert confirmed > last
        proof = verify(file)
        assert proof.ok, proof.problem
        assert proof.last >= confirmed
        with Journal.open(file) as journal:
            last = journal.last
            assert journal.warning == ""
            assert last == proof.last
            assert journal.game.properties["step"] == last
            assert journal.game_at(confirmed).properties["step"] == confirmed
        assert [path.name for path in file.parent.iterdir()] == [file.name]


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from tabletop.journal.file.store import beside

with beside(Path(sys.argv[1])) as draft:
    for each in (draft, draft.with_name(draft.name + "-wal")):
        each.write_bytes(b"half a game")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="nothing is killed so elsewhere")
def test_what_a_killed_program_left_of_a_copy_goes_with_the_next_one(file, tmp_path):
    copy, other = tmp_path / "copy.wartable", tmp_path / f".other.wartable.{os.getpid()}.part"
    root = str(Path(tabletop.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root}
    subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, str(copy)], env=env, check=False)
    running = tmp_path / f".{copy.name}.{os.getppid()}.part"
    for draft in (running, other):
        draft.write_bytes(b"of a program that still writes, or of another file")
    left = [each for each in tmp_path.glob(f".{copy.name}.*") if each != running]
    assert sorted(each.suffix for each in left) == [".part", ".part-wal"]
    with closing(Journal.open(file)) as journal:
        journal.copy_to(copy)
    assert not any(each.exists() for each in left)
    assert running.exists()
    assert other.exists()
    assert verify(copy).ok
