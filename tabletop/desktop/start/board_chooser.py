"""The choice of boards for a new game: for each map a table of columns and rows, and a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from tabletop.board.map import Map
from tabletop.desktop.drawing.sheet.board_pictures import BoardPicture, board_picture
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.widgets.panel_parts import button, label, part, plain
from tabletop.module.contents.map_files import board_of
from tabletop.module.module_words import Words
from tabletop.module.schema.map.map_sheet_records import BoardRecord, SheetRecord
from tabletop.module.schema.map.map_table_records import BoardChoice, BoardPlacement
from tabletop.module.source import found_in

_NO_BOARD: Final = tr_later("no board")
_PICTURE: Final = QSize(420, 180)
_WIDEST_NAME: Final = 24


class BoardsToChoose(NamedTuple):
    """A map whose boards the player chooses, with the rules of the choice."""

    sheet: SheetRecord
    choice: BoardChoice
    folder: Path
    words: Words


class BoardsForm(QWidget):
    """A form for the boards of a scenario's maps. At first it shows the defaults of the scenario."""

    changed = Signal()

    def __init__(self, maps: Sequence[BoardsToChoose], theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(10)
        self._maps = {each.sheet.id: _MapForm(each, theme, is_named=len(maps) > 1) for each in maps}
        for form in self._maps.values():
            form.changed.connect(self.changed)
            column.addWidget(form)

    @property
    def chosen(self) -> dict[str, tuple[BoardPlacement, ...]]:
        """The chosen boards by the ids of maps, column by column."""
        return {id: form.chosen for id, form in self._maps.items()}

    @property
    def fields(self) -> list[QWidget]:
        """The fields and buttons, in the order of the Tab key."""
        return [field for form in self._maps.values() for field in form.fields]


def in_words(chosen: Mapping[str, tuple[BoardPlacement, ...]], words: Words) -> str:
    """Return the names of these boards as one line; `no board` if there are none."""
    laid = (each for boards in chosen.values() for each in boards)
    names = (tr("{board}, turned", board=words(each.board)) if each.turned else words(each.board) for each in laid)
    return " · ".join(names) or tr(_NO_BOARD)


class _MapForm(QWidget):
    """A form for the boards of one map: a table of places, buttons that add columns and rows or restore the defaults,
    and a picture.
    """

    changed = Signal()

    def __init__(self, asked: BoardsToChoose, theme: Theme, *, is_named: bool) -> None:
        super().__init__()
        self._asked = asked
        self._places: dict[tuple[int, int], _Place] = {}
        choice, words = asked.choice, asked.words
        title = words(choice.title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._name = words(asked.sheet.name)
        column.addWidget(label(f"{self._name}: {title}" if is_named else title, "title"))
        self._shelf = QScrollArea()
        self._shelf.setFrameShape(QFrame.Shape.NoFrame)
        self._shelf.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shelf.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._table = QGridLayout()
        self._table.setContentsMargins(0, 0, 0, 0)
        self._table.setHorizontalSpacing(12)
        self._table.setVerticalSpacing(6)
        inside = QWidget()
        inside.setLayout(self._table)
        self._table.setSizeConstraint(QGridLayout.SizeConstraint.SetFixedSize)
        self._shelf.setWidget(inside)
        for ground in (self._shelf.viewport(), inside):
            part(ground, "ground")
            ground.setAutoFillBackground(False)
        column.addWidget(self._shelf)
        row = QHBoxLayout()
        self._wider = button(tr("Add column"), self._add_column)
        self._longer = button(tr("Add row"), self._add_row)
        self._back = button(tr("Reset to defaults"), self._take_usual)
        for each in (self._wider, self._longer, self._back):
            part(each, "chip")
            each.setAccessibleName(f"{each.text()}: {self._name}")
            row.addWidget(each)
            each.setVisible(choice.several)
        row.addStretch(1)
        column.addLayout(row)
        self._picture = LayoutPicture(asked, theme)
        column.addWidget(self._picture)
        self._take_usual()

    @property
    def chosen(self) -> tuple[BoardPlacement, ...]:
        """The chosen boards of the map, column by column."""
        found = ((at, place) for at, place in sorted(self._places.items()) if place.board is not None)
        return tuple(
            BoardPlacement(board=place.board.name, column=at[0], row=at[1], turned=place.is_turned)
            for at, place in found
            if place.board is not None
        )

    @property
    def fields(self) -> list[QWidget]:
        """The fields and buttons, row by row."""
        by_row = sorted(self._places.items(), key=lambda each: (each[0][1], each[0][0]))
        return [*(field for _, place in by_row for field in place.fields), self._wider, self._longer, self._back]

    @property
    def _size(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return 1 + max(column for column, _ in self._places), 1 + max(row for _, row in self._places)

    def _take_usual(self) -> None:
        for place in self._places.values():
            self._table.removeWidget(place)
            place.deleteLater()
        self._places = {}
        usual = {(laid.column, laid.row): laid for laid in self._asked.choice.usual}
        self._widen(1 + max(column for column, _ in usual), 1 + max(row for _, row in usual))
        for at, laid in usual.items():
            self._places[at].take(laid)
        self._tell()

    def _add_column(self) -> None:
        columns, rows = self._size
        self._widen(columns + 1, rows)
        self._tell()

    def _add_row(self) -> None:
        columns, rows = self._size
        self._widen(columns, rows + 1)
        self._tell()

    def _widen(self, columns: int, rows: int) -> None:
        """Make room for this many columns and rows."""
        for at in ((column, row) for column in range(columns) for row in range(rows)):
            if at not in self._places:
                place = self._places[at] = _Place(self._asked, self._name, at)
                place.changed.connect(self._tell)
                self._table.addWidget(place, at[1], at[0])
                place.show()
        self._table.activate()
        self._shelf.setFixedHeight(
            self._table.sizeHint().height() + self._shelf.horizontalScrollBar().sizeHint().height()
        )

    def _tell(self) -> None:
        chosen = self.chosen
        most = self._asked.choice.columns
        self._wider.setEnabled(not most or self._size[0] < most)
        self._back.setEnabled(chosen != self._asked.choice.usual)
        self._picture.show_laid(chosen)
        self.changed.emit()


class _BoardNames(QComboBox):
    """A list of the names of boards. The wheel scrolls the page, so that it does not change the board by accident."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel, so that it scrolls the page."""
        event.ignore()


class _Place(QWidget):
    """A place in the table of boards, with controls for its board and for turning the board."""

    changed = Signal()

    def __init__(self, asked: BoardsToChoose, map_name: str, at: tuple[int, int]) -> None:
        super().__init__()
        self._boards: list[BoardRecord | None] = [None] if asked.choice.several else []
        first = {board.name: board for board in reversed(asked.sheet.boards)}
        self._boards += (first[name] for name in dict.fromkeys(board.name for board in asked.sheet.boards))
        where = (
            tr("{map}, column {column}, row {row}", map=map_name, column=at[0] + 1, row=at[1] + 1)
            if asked.choice.several
            else map_name
        )
        self._which, self._turned = _BoardNames(), QCheckBox(tr("turned"))
        self.fields: tuple[QWidget, ...] = (self._which, self._turned)
        self._which.setAccessibleName(tr("Board of {place}", place=where))
        self._which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        names = [asked.words(board.name) if board is not None else tr(_NO_BOARD) for board in self._boards]
        self._which.setMinimumContentsLength(min(_WIDEST_NAME, max(map(len, names))))
        self._which.addItems(names)
        self._turned.setAccessibleName(tr("Board of {place}, turned", place=where))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._which)
        row.addWidget(self._turned)
        self._which.currentIndexChanged.connect(self._tell)
        self._turned.toggled.connect(self._tell)
        self._tell()

    @property
    def board(self) -> BoardRecord | None:
        """The board at the place; None if there is none."""
        return self._boards[self._which.currentIndex()]

    @property
    def is_turned(self) -> bool:
        """True if the board is turned, and allowed to be."""
        return self._turned.isChecked() and self.board is not None and self.board.reversible

    def take(self, laid: BoardPlacement) -> None:
        """Show this board at the place."""
        names = [board.name if board is not None else None for board in self._boards]
        self._which.setCurrentIndex(names.index(laid.board))
        self._turned.setChecked(laid.turned)

    def _tell(self) -> None:
        self._turned.setVisible(self.board is not None and self.board.reversible)
        self._which.setToolTip(plain(self._which.currentText()))
        self.changed.emit()


class LayoutPicture(QWidget):
    """A small picture of the boards on the map. A board without a picture, or whose picture is not ready yet, has its
    name on it.
    """

    def __init__(self, asked: BoardsToChoose, theme: Theme) -> None:
        super().__init__()
        self._sheet, self._folder, self._words = asked.sheet, asked.folder, asked.words
        self._theme = theme
        self._there = Map(asked.sheet.name)
        self._laid: tuple[BoardRecord, ...] = ()
        self._pictures: dict[str, BoardPicture | None] = {}
        self.setFixedHeight(_PICTURE.height())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_laid(self, laid: tuple[BoardPlacement, ...]) -> None:
        """Show these boards."""
        self._laid = self._sheet.laid_out(laid).on_table
        bare = (board.model_copy(update={"grid": None}) for board in self._laid)
        self._there = Map(self._sheet.name, tuple(board_of(board, self._sheet.size) for board in bare))
        self.setAccessibleName(tr("Boards laid out: {boards}", boards=in_words({"": laid}, self._words)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint all boards, as large as there is room for."""
        across, down = self._there.size
        if not (across and down):
            return
        scale = min((self.width() - 2) / across, (self.height() - 2) / down)
        with QPainter(self) as painter:
            painter.translate(1, 1)
            for spec, board in zip(self._laid, self._there.boards, strict=True):
                left, top = self._there.origin_of(board)
                painter.save()
                painter.translate(left * scale, top * scale)
                if board.reversed:
                    painter.translate(board.width * scale, board.height * scale)
                    painter.rotate(180)
                self._paint_board(painter, spec, QSize(board.width, board.height), scale)
                painter.restore()

    def _paint_board(self, painter: QPainter, spec: BoardRecord, size: QSize, scale: float) -> None:
        """Paint a board of this size (map pixels) with its upper left corner at the painter's origin."""
        shown = QRectF(0, 0, size.width() * scale, size.height() * scale)
        picture = self._picture_of(spec, size)
        painter.fillRect(shown, self._theme.ink_of(spec.colour or self._sheet.ground))
        if picture is not None:
            painter.save()
            painter.scale(scale, scale)
            picture.paint(painter, QRectF(0, 0, size.width(), size.height()), scale * self.devicePixelRatioF())
            painter.restore()
        if picture is None or picture.tiling is not None:
            painter.setPen(self._theme.colour("ink"))
            painter.drawText(shown, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._words(spec.name))
        painter.setPen(self._theme.colour("line2"))
        painter.drawRect(shown)

    def _picture_of(self, spec: BoardRecord, size: QSize) -> BoardPicture | None:
        """Return the picture of a board; None if it has none.

        A picture that is made in the background is painted when it is ready.
        """
        if spec.name not in self._pictures:
            file = found_in(self._folder, spec.picture) if spec.picture is not None else None
            picture = board_picture(file, (size.width(), size.height())) if file is not None else None
            waiting = picture.tiling if picture is not None else None
            if waiting is not None:
                waiting.ended.connect(self.update)
            self._pictures[spec.name] = picture
        return self._pictures[spec.name]
