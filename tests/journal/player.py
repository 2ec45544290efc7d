"""A program that plays a game file and prints `confirmed <number>` for each step, until it is killed or has made MOVES
moves (1,000 if not given).

python player.py FILE [MOVES]
"""

import sys
from pathlib import Path

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Know, Make, MakeHolder, Sit
from tabletop.game.commands import Batch, MovePieces, SetProperty, Spot
from tabletop.game.state.components import Components
from tabletop.game.state.game import ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.journal.journal import Journal
from tabletop.session import Confirmed, Session

UNITS = 20


def new_game(path: Path) -> None:
    """Make a game of twenty counters and one player."""
    game = empty_game(("red", "blue"), ("main",), ModuleName("small", "1", "0"), secret="table")
    changes = [
        Know(1, Kind("unit", "Unit")),
        Sit("anna", Seat((0,))),
        MakeHolder(2, Holder("stack", 0, 0, 0, "", 0, 1, (), (4, 4), (0, 0, 0))),
        *(Make(10 + i, 1, 2, 0, (), (2, 2)) for i in range(UNITS)),
    ]
    Journal.create(path, apply(game, changes)[0], seed="17" * 32).close()


def play(path: Path, moves: int) -> None:
    """Play these moves: each step moves a counter, and stores the step's own number in a property."""
    with Journal.open(path) as journal:
        session = Session(journal, Components({}, {}, {}), now_ms=lambda: 0)
        anna = session.join("anna")
        for seq in range(journal.last + 1, journal.last + moves + 1):
            piece = sorted(anna.view.pieces)[seq % UNITS]
            move = MovePieces((piece,), Spot("main", 100 * (seq % 7), 100 * (seq % 5)))
            answer = anna.submit(Batch((move, SetProperty("step", seq))))
            assert answer == Confirmed(seq, anna.stream)
            sys.stdout.write(f"confirmed {seq}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)
