"""Another program that has the game open. It moves a counter for each line that it reads, and prints each confirmed
step.

python another_program.py FILE
"""

import sys
from pathlib import Path

from tabletop.desktop.program.desktop_app import DesktopApp
from tabletop.desktop.program.qt_application import application
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.commands import At, Batch, MovePieces, SetProperty

PLACES = ("Truk", "Saipan", "Palau", "Kwajalein", "Okinawa")


def play(file: Path) -> None:
    app = application()
    program = DesktopApp()
    program.resume(file)
    window = program.window
    assert isinstance(window, GameWindow)
    model = window.model
    force = model.game.holders_at(0, *model.components.maps["pacific"].spot_of("Paramushiro")[:2])
    pieces = model.game.holders[force[0]].pieces
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for number, _ in enumerate(sys.stdin):
        goal = At("pacific", model.components.maps["pacific"].find(PLACES[number % len(PLACES)]))
        step = SetProperty("step", model.table_seat.session.journal.last + 1)
        assert model.submit(Batch((MovePieces(pieces, goal), step))).has_happened
        app.processEvents()
        sys.stdout.write(f"confirmed {model.table_seat.session.journal.last}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    play(Path(sys.argv[1]))
