"""The start page: games that can be set up, and games that were played of late."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.panels.parts import button, label, part


class Scenario(NamedTuple):
    """What the page says of a scenario."""

    id: str
    title: str
    summary: str


class GameCard(NamedTuple):
    """What the page says of a module."""

    path: Path
    title: str
    summary: str
    scenarios: tuple[Scenario, ...]
    picture: QPixmap | None


class StartPage(QWidget):
    """Choose a game and a scenario, or go on with a game."""

    begun = Signal(object, str)
    """A module's path, and the id of a scenario of it."""

    resumed = Signal(object)
    """The path of a game file."""

    browsed = Signal()
    """The player wants to look for a file."""

    def __init__(self, games: Sequence[GameCard], recent: Sequence[Path]) -> None:
        super().__init__()
        part(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(56, 48, 56, 48)
        columns.setSpacing(36)
        left = QVBoxLayout()
        left.setSpacing(14)
        left.addWidget(label("Wartable", "head"))
        left.addWidget(label("Choose a game to set up", "caption"))
        for game in games:
            left.addWidget(self._card(game))
        left.addStretch(1)
        columns.addLayout(left, 3)
        columns.addLayout(self._recent(recent), 2)

    def _card(self, game: GameCard) -> QFrame:
        card = QFrame()
        part(card, "card")
        grid = QGridLayout(card)
        grid.setContentsMargins(20, 18, 20, 18)
        grid.setHorizontalSpacing(18)
        if game.picture is not None:
            picture = QLabel()
            picture.setPixmap(game.picture)
            grid.addWidget(picture, 0, 0, 3 + len(game.scenarios), 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(game.title, "head"), 0, 1)
        words = label(game.summary, "caption")
        words.setWordWrap(True)
        grid.addWidget(words, 1, 1)
        for row, scenario in enumerate(game.scenarios, start=2):
            line = QHBoxLayout()
            text = QVBoxLayout()
            text.addWidget(label(scenario.title, "title"))
            summary = label(scenario.summary, "caption")
            summary.setWordWrap(True)
            text.addWidget(summary)
            line.addLayout(text, 1)
            start = button(
                "Set up",
                partial(self.begun.emit, game.path, scenario.id),
                main=row == 2,
                tip=f"Set up {scenario.title}",
            )
            start.setAccessibleName(f"Set up {scenario.title}")
            line.addWidget(start, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(line, row, 1)
        grid.setColumnStretch(1, 1)
        return card

    def _recent(self, recent: Sequence[Path]) -> QVBoxLayout:
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(label("Go on with a game", "title"))
        games = QListWidget()
        games.setAccessibleName("Recent games")
        for path in recent:
            item = QListWidgetItem(f"{path.stem}\n{path.parent}")
            item.setData(Qt.ItemDataRole.UserRole, path)
            games.addItem(item)
        games.itemActivated.connect(lambda item: self.resumed.emit(item.data(Qt.ItemDataRole.UserRole)))
        if recent:
            right.addWidget(games, 1)
        else:
            right.addWidget(label("none yet", "empty"))
            right.addStretch(1)
        right.addWidget(button("Open a file…", self.browsed.emit))
        return right
