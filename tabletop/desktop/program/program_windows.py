"""The window on show, and the messages and questions to its player."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from weakref import ref

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from tabletop.desktop.map.rotation_by_hand import turned_on
from tabletop.desktop.platform.error_reports import Mishaps
from tabletop.desktop.platform.garbage_collection import collect_all
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.program_files import DROPPED, failure_words
from tabletop.desktop.start.file_drops import FileDrops
from tabletop.desktop.widgets.panel_parts import message
from tabletop.desktop.widgets.prompts import CardRequest, ClickAnswer, answers_together, ask_beside, chosen_answer
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.change.outcome import Prompt
from tabletop.game.change.step import Answers
from tabletop.game.state.values import Value
from tabletop.local_seat import LocalSeat, Record
from tabletop.module.documents.problems import ModuleProblems

MOST_PROBLEMS: Final = 12
GONE_MS: Final = 200
"""The time (in ms) after which a closed window and its contents are usually freed."""
LATEST_GONE_MS: Final = 10_000
"""The longest time (in ms) between two checks that the window is gone."""


class ProgramWindows(QObject):
    """The windows of the program, of which one is on show. It is replaced when another game is opened."""

    file_dropped = Signal(object)
    """A file was dropped on a window: its path."""

    def __init__(self) -> None:
        super().__init__()
        self.window: QMainWindow | None = None
        self._going: list[ref[QMainWindow]] = []
        self._collecting = QTimer(self)
        self._collecting.setSingleShot(True)
        self._collecting.timeout.connect(self._collect)
        self.mishaps = Mishaps()
        self.mishaps.happened.connect(self._recover)

    # the window on show

    @property
    def game(self) -> GameWindow | None:
        """The window of the game on the table; None if another window is on show."""
        return self.window if isinstance(self.window, GameWindow) else None

    @property
    def record(self) -> Record | None:
        """The record of the game on the table; None if there is none, or if the record is on another machine."""
        seat = self.game.model.table_seat if self.game is not None else None
        return seat.file if isinstance(seat, LocalSeat) else None

    @property
    def path(self) -> Path | None:
        """The file of the game on the table; None if there is none on this machine."""
        return path_of(self.game) if self.game is not None else None

    def is_open(self, path: Path) -> bool:
        """Return whether the game of this file is open in the window, and not only replayed there."""
        if self.game is None or self.game.model.review is not None:
            return False
        return self.path is not None and self.path.resolve() == path.resolve()

    def show(self, window: QMainWindow) -> None:
        """Replace the open window by another, unless the player cancels."""
        old = self.window
        if isinstance(old, GameWindow) and not old.may_leave():
            self._let_go(window)
            return
        self.window = window
        drops = FileDrops(window, lambda file: file.suffix.lower() in DROPPED)
        drops.dropped.connect(self.file_dropped, Qt.ConnectionType.QueuedConnection)
        window.show()
        if old is not None:
            self._let_go(old)
        self._collecting.start(GONE_MS)

    def _let_go(self, window: QMainWindow) -> None:
        """Close a window that is being replaced; Qt deletes it once no dialog and no drag is under way."""
        window.close()
        window.deleteLater()
        self._going.append(ref(window))

    def _collect(self) -> None:
        """Free the memory of closed windows when they are gone. Until then, try again at growing intervals."""
        if not collect_all(lambda: all(going() is None for going in self._going)):
            self._collecting.start(min(2 * self._collecting.interval(), LATEST_GONE_MS))
        self._going = [going for going in self._going if going() is not None]

    # messages and questions to the player

    def ask(self, prompt: Prompt) -> Value:
        """Return the player's answer to a prompt of the table; None if the player cancels.

        If the player must turn a piece that is visible on a map, the piece is turned there.
        """
        shown = self.game.maps.view_that_shows(prompt.turns) if self.game is not None else None
        return chosen_answer(self.window, prompt) if shown is None else turned_on(shown, prompt)

    def ask_together(self, prompt: Prompt) -> Answers | None:
        """Return the player's answers to a prompt and to those that follow it; None if the player cancels."""
        return answers_together(self.window, prompt)

    def ask_beside(
        self, prompt: Prompt, then: Callable[[Answers], CardRequest], clicks: Mapping[str, ClickAnswer]
    ) -> None:
        """Put a prompt and those that follow it on a card beside the maps; see `TableModel.ask_beside`."""
        if self.window is not None:
            ask_beside(self.window, prompt, then, clicks)

    def say(self, failure: BaseException) -> None:
        """Report a load that failed. The game on the table does not change."""
        told = failure_words(failure)
        if isinstance(failure, ModuleProblems):
            lines = told.splitlines()
            more = len(lines) - MOST_PROBLEMS
            told = "\n".join([*lines[:MOST_PROBLEMS], *([tr("… and {count} more", count=more)] if more > 0 else [])])
        self.tell(told)

    def tell(self, text: str) -> None:
        """Show the player a message."""
        box = message(self.window, text)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def _recover(self, report: Path | None) -> None:
        """After an error of the program, show the game as it is recorded, and the place of the error report."""
        self.tell(_mishap(report))
        if self.game is not None:
            self.game.stand_anew()


def path_of(window: GameWindow) -> Path | None:
    """Return the file of the game in a window; None if there is none on this machine."""
    file = window.model.table_seat.file
    return file.path if file is not None else None


def _mishap(report: Path | None) -> str:
    if report is None:
        return tr("Something went wrong in Wartable. Every recorded move is safe.")
    return tr(
        "Something went wrong in Wartable. Every recorded move is safe. An error report is in '{file}'.",
        file=report,
    )
