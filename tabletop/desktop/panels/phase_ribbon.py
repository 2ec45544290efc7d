"""The ribbon over the map: the turn, and its phases as chevrons to click."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.panels.button_row import FoldButton
from tabletop.desktop.panels.turn_setter import TurnDialog
from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import label, part, plain, tool_button
from tabletop.game.appearance.piece_display import level_shown, table_of, turn_shown, viewed
from tabletop.game.commands import AdvanceTracker, SetTracker
from tabletop.game.properties.property_reader import PieceReader
from tabletop.game.state.tracker import Tracker

_TIP: Final = 8.0
_GAP: Final = 2.0
_BEFORE: Final = 11.0
_BESIDE: Final = 12.0
"""The least room beside each name."""
_MOST_BESIDE: Final = 26.0

_LINE_PX: Final = 26
_TWO_LINES_PX: Final = 40

_HIGH_PX: Final = 62
_FOLDED_PX: Final = 26

_USUAL_TIP: Final = tr_later("Right-click to set the turn")


class Chevrons(QWidget):
    """A row with the names of one level of a tracker: past, present and future ones.

    If there is not enough room for the names on one line, those of several words stand on two.

    With the keyboard focus, the arrow keys move from name to name, and Enter or the space bar selects a name.
    """

    picked = Signal(int)
    """A name was selected: the number of its position."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._names: tuple[str, ...] = ()
        self._now = 0
        self._marked = 0
        self._colours = ("accent", "sunk")
        self.setFixedHeight(_TWO_LINES_PX)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_level(self, names: tuple[str, ...], now: int, colours: tuple[str, str]) -> None:
        """Show these names. `colours` are fields of the theme: the full colour for the present, the soft one for the
        past.
        """
        self._names, self._now, self._colours = names, now, colours
        if names:
            self.setAccessibleName(
                tr("{phase}, {number} of {count}", phase=names[now], number=now + 1, count=len(names))
            )
        self._mark(now)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size as wide as the names need."""
        words = sum(self._metrics(at).horizontalAdvance(name) + _MOST_BESIDE for at, name in enumerate(self._names))
        return QSize(int(words + _GAP * len(self._names) + _TIP), _TWO_LINES_PX)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names as they are drawn, on one line or two, some lines without their last letters."""
        rooms = (width - _BESIDE for width in self._widths())
        return tuple(
            "\n".join(
                self._metrics(at).elidedText(line, Qt.TextElideMode.ElideRight, room + 0.5) for line in name.split("\n")
            )
            for at, (name, room) in enumerate(zip(self._laid(), rooms, strict=True))
        )

    @property
    def area(self) -> QRectF:
        """The area that the chevrons cover."""
        high = _TWO_LINES_PX if any("\n" in name for name in self._laid()) else _LINE_PX
        wide = sum(self._widths()) + _GAP * (len(self._names) - 1) + _TIP
        return QRectF(0, (self.height() - high) / 2, wide, high)

    def _laid(self) -> tuple[str, ...]:
        """Return the names, with a line break in those of several words if all names on one line need too much room."""
        least = sum(self._metrics(at).horizontalAdvance(name) + _BESIDE for at, name in enumerate(self._names))
        if least + _GAP * (len(self._names) - 1) + _TIP <= self.width():
            return self._names
        return tuple(_on_two_lines(name, self._metrics(at)) for at, name in enumerate(self._names))

    def _metrics(self, position: int) -> QFontMetricsF:
        font = self.font()
        font.setBold(position == self._now)
        return QFontMetricsF(font)

    def _widths(self) -> list[float]:
        """Return the width of each name. If there is not enough room, names have less space beside them, then the
        longest ones, except the present one, have fewer letters.
        """
        words = [_width(name, self._metrics(at)) for at, name in enumerate(self._laid())]
        room = self.width() - _TIP - _GAP * (len(words) - 1)
        beside = min(max((room - sum(words)) / max(len(words), 1), _BESIDE), _MOST_BESIDE)
        left = max(room - beside * len(words), 1.0)
        whole = words[self._now] if words and words[self._now] <= left / 2 else 0.0
        most = _longest([width for at, width in enumerate(words) if at != self._now or not whole], left - whole)
        return [(width if whole and at == self._now else min(width, most)) + beside for at, width in enumerate(words)]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Draw the row."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, tip, covered = 0.0, _TIP, self.area
        top, bottom = covered.top(), covered.bottom()
        for position, (name, width) in enumerate(zip(self.shown, self._widths(), strict=True)):
            is_now = position == self._now
            past = position < self._now
            ground = self._colours[0] if is_now else self._colours[1] if past else "sunk"
            notch = tip if position else 0.0
            shape = [
                QPointF(left, top),
                QPointF(left + width, top),
                QPointF(left + width + tip, covered.center().y()),
                QPointF(left + width, bottom),
                QPointF(left, bottom),
                QPointF(left + notch, covered.center().y()),
            ]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour(ground))
            painter.drawPolygon(QPolygonF(shape))
            painter.setPen(self._theme.readable_on(ground, "raised" if is_now else "ink" if past else "ink2"))
            font = self.font()
            font.setBold(is_now)
            painter.setFont(font)
            area = QRectF(left + _BEFORE, top, width - _BEFORE + tip, covered.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
            if self.hasFocus() and position == self._marked:
                painter.setPen(QPen(self._theme.colour("ink"), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolygon(QPolygonF(shape))
            left += width + _GAP

    def _mark(self, position: int) -> None:
        """Mark the name that Enter selects."""
        self._marked = min(max(position, 0), max(len(self._names) - 1, 0))
        if self._names:
            self.setAccessibleDescription(tr("Enter goes to {phase}", phase=self._names[self._marked]))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move along the names, or select one."""
        last = len(self._names) - 1
        goes = {
            Qt.Key.Key_Left: self._marked - 1,
            Qt.Key.Key_Right: self._marked + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in goes:
            self._mark(goes[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._names:
            self.picked.emit(self._marked)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Mark the present phase, from which the arrow keys begin."""
        super().focusInEvent(event)
        self._mark(self._now)

    def event(self, event: QEvent) -> bool:
        """Show a shortened name whole in a tip."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            position = self._position_at(event.pos().x())
            name = "" if position is None else self._names[position]
            is_whole = position is not None and self.shown[position].replace("\n", " ") == name
            QToolTip.showText(event.globalPos(), "" if is_whole else name, self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Select the name that was clicked with the left button."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        position = self._position_at(event.position().x())
        if position is not None:
            self.picked.emit(position)

    def _position_at(self, x: float) -> int | None:
        left = 0.0
        for position, width in enumerate(self._widths()):
            left += width + _GAP
            if x < left:
                return position
        return None


def _width(name: str, metrics: QFontMetricsF) -> float:
    """Return the width of the longest line of a name."""
    return max(map(metrics.horizontalAdvance, name.split("\n")))


def _on_two_lines(name: str, metrics: QFontMetricsF) -> str:
    """Return a name with a line break where it becomes narrowest, if it has several words."""
    words = name.split(" ")
    breaks = (f"{' '.join(words[:at])}\n{' '.join(words[at:])}" for at in range(1, len(words)))
    return min(breaks, key=lambda name: _width(name, metrics), default=name)


def _longest(widths: Iterable[float], room: float) -> float:
    """Return the width to which the widest of these must be cut so that all fit into the room."""
    sorted_up, most = sorted(widths), 0.0
    for at, width in enumerate(sorted_up):
        most = max(room, 0.0) / (len(sorted_up) - at)
        if width > most:
            break
        room -= width
        most = width
    return most


class Ribbon(QWidget):
    """A bar with the turn, part and phase of a tracker, and buttons for the next and the previous phase."""

    next_wanted = Signal()
    """The button for the next phase was pressed."""

    def __init__(self, model: TableModel, theme: Theme, tracker: str = "") -> None:
        """Make the bar. `tracker` is the name of the tracker, by default the game's first one."""
        super().__init__()
        part(self, "ribbon")
        self._name = tracker
        self._places: tuple[int, ...] = ()
        self._is_away = False
        self.is_folded = False
        self._model = model
        self._theme = theme
        row = self._row = QHBoxLayout(self)
        row.setSpacing(12)
        self._fold = FoldButton(theme, tr("Hide turns"), tr("Show turns"))
        self._fold.clicked.connect(lambda: self.fold(on=not self.is_folded))
        row.addWidget(self._fold)
        words = QVBoxLayout()
        words.setSpacing(0)
        self._turn = label("", "head")
        self._part = label("", "caption")
        words.addWidget(self._turn)
        words.addWidget(self._part)
        row.addLayout(words)
        row.addSpacing(12)
        self._back = tool_button("previous", tr("Previous phase (Alt+Left)"), theme, lambda: self.go(-1))
        row.addWidget(self._back)
        self._phases = Chevrons(theme)
        self._phases.picked.connect(self._pick)
        row.addWidget(self._phases, 1)
        self._onwards = tool_button("play", tr("Next phase (Alt+Right)"), theme, self.next_wanted.emit)
        row.addWidget(self._onwards)
        self.fold(on=False)
        model.replaced.connect(self.show_now)
        model.properties_changed.connect(self.show_now)

    def fold(self, *, on: bool) -> None:
        """Show only the turn, in a narrow row, or everything."""
        self.is_folded = on
        self._fold.show_folded(folded=on)
        self.setFixedHeight(_FOLDED_PX if on else _HIGH_PX)
        above = 0 if on else 6
        self._row.setContentsMargins(6, above, 16, above)
        for part_of_it in (self._part, self._phases, self._onwards):
            part_of_it.setHidden(on)
        self.show_now()

    def switch(self) -> None:
        """Hide the bar, or show it again."""
        self._is_away = not self._is_away
        self.show_now()

    def show_now(self) -> None:
        """Show the tracker's present position."""
        tracker = self._tracker()
        self.setVisible(tracker is not None and not self._is_away)
        if tracker is None:
            return
        positions, said = self._positions(tracker), self._model.titles.words
        in_turn, words = tracker.in_turn(positions), self._words(tracker)
        labels, innermost = [words(level, positions[level]) for level in in_turn], in_turn[-1]
        name, between = said(tracker.name), labels[:-1] if self._name else labels[1:-1]
        self._turn.setText(said(labels[0]) if len(labels) > 1 and not self._name else name)
        middle = " · ".join(map(said, between))
        if tracker.words:
            self._turn.setText(said(turn_shown(tracker, positions, self._reader())))
            middle, between = (name, [tracker.name]) if self._name else ("", [])
        self._turn.setToolTip(plain(said(tracker.tip)) or tr(_USUAL_TIP))
        self._part.setText(middle)
        if self.is_folded:
            beside = middle or (name if name != self._turn.text() else "")
            self._turn.setText(" · ".join(filter(None, (self._turn.text(), beside))))
        self._back.setHidden(self.is_folded or tracker.ahead_only)
        self._places = self._used(tracker, innermost, positions[innermost])
        names = tuple(said(words(innermost, at)) for at in self._places)
        self._phases.show_level(names, self._places.index(positions[innermost]), self._colours_of(" ".join(between)))

    def _used(self, tracker: Tracker, level: int, now: int) -> tuple[int, ...]:
        """Return the positions of a level without those that have no part in the scenario; only the present position of
        a level without end.
        """
        scenario = self._model.scenario
        unused = scenario.unused_phases.get(tracker.name, ()) if scenario is not None else ()
        places = range(tracker.length(level)) or (now,)
        return tuple(at for at in places if at == now or tracker.label(level, at) not in unused)

    def _words(self, tracker: Tracker) -> Callable[[int, int], str]:
        """Return the function that gives the name of a position of a level of the tracker."""
        if not any(level.words for level in tracker.levels):
            return tracker.label
        reader = self._reader()
        return lambda level, position: level_shown(tracker, level, position, reader)

    def _reader(self) -> PieceReader:
        """Return the reader of the table, as this seat sees it."""
        return viewed(self._model.game, self._model.components, self._model.seat).reader(table_of(self._model.game))

    def go(self, steps: int) -> None:
        """Move the tracker by some steps. Some trackers cannot move back."""
        tracker = self._tracker()
        if tracker is not None and not (tracker.ahead_only and steps < 0):
            self._model.submit(AdvanceTracker(tracker.name, steps))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer to set the turn by hand."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Set turn…"), self.set_turn)
        menu.popup(event.globalPos())

    def set_turn(self) -> None:
        """Ask for the tracker's new position, and set it."""
        tracker = self._tracker()
        if tracker is not None:
            dialog = TurnDialog(self, tracker, self._positions(tracker), self._words(tracker), self._model.titles.words)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.agreed.connect(lambda wanted: self._model.submit(SetTracker(tracker.name, wanted)))
            dialog.open()

    def _tracker(self) -> Tracker | None:
        trackers = self._model.components.trackers
        return trackers.get(self._name) if self._name else next(iter(trackers.values()), None)

    def _positions(self, tracker: Tracker) -> tuple[int, ...]:
        return tracker.positions(self._model.game.properties.get)

    def _pick(self, position: int) -> None:
        tracker = self._tracker()
        if tracker is not None:
            positions = list(self._positions(tracker))
            positions[tracker.in_turn(positions)[-1]] = self._places[position]
            self._model.submit(SetTracker(tracker.name, tuple(positions)))

    def _colours_of(self, words: str) -> tuple[str, str]:
        """Return the colours of the side to move, whose title is part of a tracker's words; default ones if none is."""
        side = self._model.module.side_named_in(words)
        return (side.colour, side.soft) if side is not None else ("accent", "sunk")
