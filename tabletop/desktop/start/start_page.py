"""The start page: games that can be set up, with their options, and games that were played recently."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.start.board_chooser import BoardsForm, BoardsToChoose, in_words
from tabletop.desktop.start.game_covers import Cover
from tabletop.desktop.start.options_form import OptionsForm
from tabletop.desktop.widgets.access_choice import AccessChoice
from tabletop.desktop.widgets.panel_parts import Fold, button, label, part, plain
from tabletop.game.table_access import AccessKind
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.schema.module_file import OptionRecord

COVER = QSize(760, 210)
"""The size of covers, in pixels of the page."""

_TURN_MS = 10
"""The time (in ms) between the layouts of two games, in which the page responds to the player."""


class Scenario(NamedTuple):
    """The facts about a scenario that the page shows.

    `usual` are its default choices of options. `menu` are the headings under which it is listed.
    """

    id: str
    title: str
    summary: str
    usual: Mapping[str, str]
    menu: tuple[str, ...] = ()
    maps: tuple[BoardsToChoose, ...] = ()
    """The maps whose boards are chosen when it is set up."""


class GameCard(NamedTuple):
    """The facts about a module that the page shows."""

    path: Path
    title: str
    summary: str
    scenarios: tuple[Scenario, ...]
    options: tuple[OptionRecord, ...]
    cover: Cover | None
    access: AccessKind | None = None
    """The default access of its tables; None for a game with one side."""


class _GameCover(QWidget):
    """The cover of a game over the whole width of a card, with round upper corners. A message replaces it until it is
    drawn.
    """

    def __init__(self, title: str, cover: Cover, theme: Theme) -> None:
        super().__init__()
        self._cover = cover
        self._theme = theme
        self.setFixedHeight(COVER.height())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Cover of {game}", game=title))
        cover.ended.connect(self._show_end)
        cover.begin()

    def _show_end(self) -> None:
        """Show the finished picture. If it could not be drawn, remove its space."""
        self.setVisible(not self._cover.failure)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the picture so that it fills the width."""
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            area = QRectF(self.rect())
            outline = QPainterPath()
            outline.addRoundedRect(area.adjusted(1, 1, -1, 12), 8, 8)
            painter.setClipPath(outline)
            painter.fillRect(area, self._theme.colour("sea2"))
            picture = self._cover.picture()
            if picture.isNull():
                painter.setPen(self._theme.colour("seatext"))
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, tr("Drawing the map…"))
            else:
                painter.drawPixmap(area, picture, _middle_of(picture, area))


def _middle_of(picture: QPixmap, area: QRectF) -> QRectF:
    """Return the middle part of a picture that fills an area without being stretched."""
    scale = max(area.width() / picture.width(), area.height() / picture.height())
    part_of = QRectF(0, 0, area.width() / scale, area.height() / scale)
    part_of.moveCenter(QRectF(picture.rect()).center())
    return part_of


class StartPage(QWidget):
    """A page to choose a game and a scenario, or to continue a game."""

    begun = Signal(object, str, object, object, object)
    """The player begins a game.

    The arguments are the path of the module, the id of the scenario, the choices that differ from the defaults (by the
    ids of options), the chosen boards (by the ids of maps), and the access of the table (None for the default).
    """

    resumed = Signal(object)
    """The player continues the game in this file."""

    browsed = Signal()
    """The player wants to browse for a file."""

    def __init__(
        self, games: Iterable[GameCard], recent: Sequence[Path], theme: Theme, chosen: Path | None = None
    ) -> None:
        """Lay out the first game at once, and the others one by one afterwards.

        The game at the path `chosen` can be set up with Enter.
        """
        super().__init__()
        part(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._chosen = chosen
        self._ready: _ScenarioRow | None = None
        self._games = iter(games)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 12, 0)
        self._column.setSpacing(14)
        self._column.addStretch(1)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(44, 36, 44, 36)
        columns.setSpacing(32)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(label("Wartable", "head"))
        left.addWidget(label(tr("Choose a game to set up"), "caption"))
        left.addWidget(self._shelf(), 1)
        columns.addLayout(left, 3)
        columns.addLayout(self._recent(recent), 1)
        self._waiting = QTimer(self)
        self._waiting.timeout.connect(self._lay_next)
        self._lay_next()
        self._waiting.start(_TURN_MS)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Give the keyboard focus to the selected game."""
        super().showEvent(event)
        if self._ready is not None:
            self._ready.take_focus()

    def _lay_next(self) -> None:
        """Lay out the next game."""
        game = next(self._games, None)
        if game is None:
            self._waiting.stop()
        else:
            self._column.insertWidget(self._column.count() - 1, self._card(game))

    def _shelf(self) -> QScrollArea:
        inside = QWidget()
        part(inside, "page")
        inside.setLayout(self._column)
        shelf = QScrollArea()
        shelf.setWidgetResizable(True)
        shelf.setFrameShape(QFrame.Shape.NoFrame)
        shelf.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shelf.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        shelf.setWidget(inside)
        return shelf

    def _card(self, game: GameCard) -> QFrame:
        card = QFrame()
        is_chosen = game.path == self._chosen
        part(card, "chosen" if is_chosen else "card")
        outer = QVBoxLayout(card)
        outer.setContentsMargins(0, 0, 0, 0)
        if game.cover is not None:
            outer.addWidget(_GameCover(game.title, game.cover, self._theme))
        column = QVBoxLayout()
        column.setContentsMargins(22, 12, 22, 18)
        column.setSpacing(6)
        head = QHBoxLayout()
        title = label(game.title, "head")
        title.setWordWrap(True)
        head.addWidget(title, 1)
        access = AccessChoice(game.access) if game.access is not None else None
        if access is not None:
            head.addWidget(access, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        words = label(game.summary, "caption")
        words.setWordWrap(True)
        column.addWidget(words)
        folds: dict[tuple[str, ...], Fold] = {}
        for number, scenario in enumerate(game.scenarios):
            where = self._under(scenario.menu, folds, column)
            where.addSpacing(8)
            is_main = number == 0 and (is_chosen or self._chosen is None)
            row = _ScenarioRow(game, scenario, self._theme, partial(self._begin, access), main=is_main)
            where.addWidget(row)
            if is_chosen and is_main:
                self._ready = row
                row.get_ready()
        outer.addLayout(column)
        return card

    def _begin(
        self,
        access: AccessChoice | None,
        path: Path,
        scenario: str,
        options: Mapping[str, str],
        boards: Mapping[str, tuple[BoardPlacement, ...]],
    ) -> None:
        self.begun.emit(path, scenario, options, boards, access.kind if access is not None else None)

    def _under(self, menu: tuple[str, ...], folds: dict[tuple[str, ...], Fold], column: QVBoxLayout) -> QVBoxLayout:
        """Return the column under these headings, which is made if needed. Without headings it is the card's own
        column.
        """
        if not menu:
            return column
        if menu not in folds:
            outer = self._under(menu[:-1], folds, column)
            folds[menu] = Fold(menu[-1], self._theme)
            outer.addSpacing(8)
            outer.addWidget(folds[menu])
        return folds[menu].body

    def _recent(self, recent: Sequence[Path]) -> QVBoxLayout:
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(label(tr("Continue a game"), "title"))
        games = QListWidget()
        games.setAccessibleName(tr("Recent games"))
        games.setWordWrap(True)
        for path in recent:
            item = QListWidgetItem(path.stem)
            item.setToolTip(plain(str(path)))
            item.setData(Qt.ItemDataRole.UserRole, path)
            games.addItem(item)
        games.itemActivated.connect(lambda item: self.resumed.emit(item.data(Qt.ItemDataRole.UserRole)))
        if recent:
            right.addWidget(games, 1)
            games.setCurrentRow(0)
            right.addWidget(button(tr("Continue"), partial(self._resume, games), tip=tr("Continue the selected game")))
        else:
            right.addWidget(label(tr("None yet"), "empty"))
            right.addStretch(1)
        right.addWidget(button(tr("Open file…"), self.browsed.emit))
        return right

    def _resume(self, games: QListWidget) -> None:
        self.resumed.emit(games.currentItem().data(Qt.ItemDataRole.UserRole))


class _ScenarioRow(QWidget):
    """A scenario on a card: its description, a button that sets it up, and the forms for its boards and options, which
    are made when the player first unfolds them.
    """

    def __init__(
        self,
        game: GameCard,
        scenario: Scenario,
        theme: Theme,
        begin: Callable[[Path, str, Mapping[str, str], Mapping[str, tuple[BoardPlacement, ...]]], None],
        *,
        main: bool,
    ) -> None:
        super().__init__()
        self._game, self._scenario, self._theme = game, scenario, theme
        self._form: OptionsForm | None = None
        self._boards: BoardsForm | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        line = QHBoxLayout()
        line.setSpacing(18)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(label(scenario.title, "title"))
        summary = label(scenario.summary, "caption")
        summary.setWordWrap(True)
        text.addWidget(summary)
        line.addLayout(text, 1)
        tip = tr("Set up {scenario}", scenario=scenario.title)
        self._start = button(tr("Set up"), lambda: begin(game.path, scenario.id, *self.chosen), main=main, tip=tip)
        self._start.setAccessibleName(tip)
        line.addWidget(self._start, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        if scenario.maps:
            usual = {each.sheet.id: each.choice.usual for each in scenario.maps}
            self._board_fold = Fold("", theme)
            self._tell_boards(usual)
            self._board_fold.toggled.connect(self._lay_boards)
            column.addWidget(self._board_fold)
        if game.options:
            self._fold = Fold(tr("Game options"), theme)
            self._fold.toggled.connect(self._lay_out)
            column.addWidget(self._fold)

    def get_ready(self) -> None:
        """Show the boards that can be chosen, if there are any."""
        if self._scenario.maps:
            self._board_fold.unfold(on=True)

    def take_focus(self) -> None:
        """Give the row the keyboard focus, so that Enter sets up the scenario."""
        self._start.setAutoDefault(True)
        self._start.setFocus()

    @property
    def chosen(self) -> tuple[dict[str, str], dict[str, tuple[BoardPlacement, ...]]]:
        """The changed options, and the chosen boards; none of either as long as their form has not been unfolded."""
        options = self._form.chosen if self._form is not None else {}
        return options, self._boards.chosen if self._boards is not None else {}

    def _lay_boards(self) -> None:
        if self._boards is None:
            self._boards = boards = BoardsForm(self._scenario.maps, self._theme)
            boards.changed.connect(lambda: self._tell_boards(boards.chosen))
            boards.changed.connect(lambda: self._board_fold.tab_into(boards.fields))
            self._board_fold.body.addWidget(boards)
            self._board_fold.tab_into(boards.fields)

    def _tell_boards(self, chosen: Mapping[str, tuple[BoardPlacement, ...]]) -> None:
        laid = in_words(chosen, self._scenario.maps[0].words)
        self._board_fold.retitle(tr("Boards: {boards}", boards=laid))

    def _lay_out(self) -> None:
        if self._form is None:
            self._form = OptionsForm(self._game.options, self._scenario.usual, self._theme)
            self._form.changed.connect(self._tell)
            self._fold.body.addWidget(self._form)
            self._fold.tab_into(self._form.findChildren(QPushButton))

    def _tell(self) -> None:
        changed = len(self.chosen[0])
        title = self._scenario.title
        words = (
            tr("Set up {scenario}: {count} {count:option|options} changed", scenario=title, count=changed)
            if changed
            else tr("Set up {scenario}", scenario=title)
        )
        self._start.setToolTip(plain(words))
