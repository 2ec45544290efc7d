"""The left panel of the umpire's desk: the clock, the seats, the orders that the program answers, and the actions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.desk.desk_keys import DeskKeys, KeyedPanel
from tabletop.desktop.umpire.desk.order_groups import GROUPS, OrderGroup, group_of
from tabletop.desktop.widgets.cards import Caption, scrolled
from tabletop.desktop.widgets.panel_parts import as_entry, button, label, part
from tabletop.game.actions.secret_setup import setups_of
from tabletop.game.commands import HoldOrders
from tabletop.game.decisions.order_decisions import holdable
from tabletop.texts import listed

_MOST_SEATS: Final = 12
_NARROWEST_PX: Final = 252


class DeskAct(NamedTuple):
    """An action of the umpire: the words of its button with its key, the words of its tooltip, and its function."""

    words: str
    tip: str
    does: Callable[[], object]


class DeskPanel(KeyedPanel):
    """A panel with the game time, the state of the seats (the first 12), and the umpire's switches and actions."""

    def __init__(
        self,
        model: TableModel,
        keys: DeskKeys,
        acts: Sequence[DeskAct],
        next_step: Callable[[], object],
    ) -> None:
        """Make the panel with buttons for these `acts`; `next_step` advances the game time."""
        super().__init__(tr("Umpire's desk"), keys)
        self._model = model
        self._held_before: tuple[str, ...] = ()
        self._shown: list[tuple[str, str, str]] = []
        self._is_outdated = True
        self.setMinimumWidth(_NARROWEST_PX)
        inside = QWidget()
        part(inside, "ground")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(5)
        self._clock = label("", "head")
        self._clock.setWordWrap(True)
        self._date = Caption("")
        row = QHBoxLayout()
        self._hold = QPushButton(tr("Hold  H"))
        self._hold.setCheckable(True)
        self._hold.setToolTip(tr("Let all commands of players wait, until you go on"))
        self._hold.clicked.connect(lambda _=False: self.hold())
        row.addWidget(self._hold)
        row.addWidget(button(tr("Advance time  N"), next_step, tip=tr("Go on to the next turn or phase")))
        column.addWidget(self._clock)
        column.addWidget(self._date)
        column.addLayout(row)
        column.addWidget(label(tr("Seats"), "section"))
        self._seats = QGridLayout()
        self._seats.setVerticalSpacing(2)
        self._seats.setColumnStretch(0, 1)
        column.addLayout(self._seats)
        column.addWidget(label(tr("The program answers"), "section"))
        self._switches: dict[OrderGroup, tuple[QCheckBox, QLabel]] = {}
        answers = QGridLayout()
        answers.setVerticalSpacing(0)
        answers.setColumnStretch(0, 1)
        for group in GROUPS:
            self._add_switch(answers, group)
        column.addLayout(answers)
        column.addStretch(1)
        self._inside, self._scroll = inside, scrolled(inside)
        self.body.addWidget(self._scroll, 1)
        self.body.addWidget(label(tr("Act"), "section"))
        self.body.addLayout(_grid_of(acts))
        inside.installEventFilter(self)
        model.replaced.connect(self._outdate)
        for signal in (model.orders_changed, model.properties_changed, model.recorded, model.changed):
            signal.connect(self._outdate)

    def _add_switch(self, grid: QGridLayout, group: OrderGroup) -> None:
        tick, count = QCheckBox(tr(group.title)), label("", "desk-count")
        part(tick, "desk-switch")
        tick.setTristate(False)
        tick.setToolTip(tr("If this is off, such commands of players wait for you"))
        tick.clicked.connect(partial(self.let_answer, group))
        row = grid.rowCount()
        grid.addWidget(tick, row, 0)
        grid.addWidget(count, row, 1, Qt.AlignmentFlag.AlignRight)
        self._switches[group] = tick, count

    def _outdate(self, *_news: object) -> None:
        self._is_outdated = True
        if self.isVisible():
            self.show_now()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the panel after it was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.show_now()

    def show_now(self) -> None:
        """Show the present time, seats and switches."""
        self._is_outdated = False
        game, clock = self._model.game, self._model.components.contact_clock
        outer, *inner = self._model.time_shown(clock.now(game.properties.get)) or (tr("No clock"),)
        self._clock.setText(outer)
        self._date.say(", ".join(inner))
        self._date.setVisible(bool(inner))
        holds = set(game.access.holds)
        self._hold.setChecked(holds.issuperset(holdable()))
        for group, (tick, count) in self._switches.items():
            own = holds & set(group.kinds)
            tick.setCheckState(
                Qt.CheckState.Checked
                if not own
                else Qt.CheckState.Unchecked
                if own == set(group.kinds)
                else Qt.CheckState.PartiallyChecked
            )
            waiting = sum(group_of(order.kind) == group for order in game.held.values())
            count.setText(str(waiting) if waiting else "")
            count.setAccessibleName(tr("{count} waiting", count=waiting))
        self._show_seats()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep room for the scroll bar beside the content."""
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            beside = self._scroll.verticalScrollBar().sizeHint().width()
            self._scroll.setMinimumWidth(self._inside.minimumSizeHint().width() + beside)
        return super().eventFilter(watched, event)

    def _show_seats(self) -> None:
        game = self._model.game
        rows = [(name, self.plays(name), self._state(name)) for name in list(game.seats)[:_MOST_SEATS]]
        if self._shown == rows:
            return
        self._shown = rows
        while (item := self._seats.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, (name, plays, state) in enumerate(rows):
            words = tr("{player}: {plays}", player=name, plays=plays) if plays != name else name
            said = Caption(words, Qt.TextElideMode.ElideRight)
            part(said, "value")
            self._seats.addWidget(said, row, 0)
            self._seats.addWidget(label(state, "caption"), row, 1, Qt.AlignmentFlag.AlignRight)

    def plays(self, name: str) -> str:
        """Return the part of a seat in words: the umpire, its role, its sides, or a watcher."""
        game = self._model.game
        seat = game.seats[name]
        sides = listed([self._model.titles.side(game.sides[side]) for side in seat.sides])
        if seat.umpire:
            return tr("umpire")
        return self._model.titles.words(seat.role_name) or sides or tr("watches")

    def _state(self, name: str) -> str:
        """Return the state of a seat in a word or two; "" if there is nothing to tell."""
        game, seat = self._model.game, self._model.game.seats[name]
        if name == self._model.seat:
            return tr("you")
        waiting = sum(order.seat == name for order in game.held.values())
        if waiting:
            return tr("{count} waiting", count=waiting)
        own = {game.sides[side] for side in seat.sides}
        if any(one.by in own for frame in game.frames.values() for one in frame.waiting):
            return tr("is asked")
        states = setups_of(game, seat.sides).values()
        if states:
            return tr("ready") if all(states) else tr("sets up")
        return ""

    # what is switched

    def let_answer(self, group: OrderGroup, _on: bool = True) -> None:
        """Let a group of orders wait if the program answers all of them now; else let the program answer them."""
        holds = self._model.game.access.holds
        is_answered = not set(group.kinds) & set(holds)
        kinds = set(holds) | set(group.kinds) if is_answered else set(holds) - set(group.kinds)
        self._submit(kinds)

    def hold(self) -> None:
        """Let all commands of players wait, or only those that waited before."""
        holds = self._model.game.access.holds
        if set(holds).issuperset(holdable()):
            self._submit(set(self._held_before))
        else:
            self._held_before = holds
            self._submit(set(holdable()))

    def _submit(self, kinds: set[str]) -> None:
        self._model.submit(HoldOrders(tuple(kind for kind in holdable() if kind in kinds)))
        self.show_now()


def _grid_of(acts: Sequence[DeskAct]) -> QGridLayout:
    """Return the buttons of these actions, two in a row."""
    grid = QGridLayout()
    grid.setSpacing(4)
    for number, act in enumerate(acts):
        made = button(as_entry(act.words), act.does, tip=act.tip)
        made.setAccessibleDescription(act.tip)
        part(made, "desk-act")
        grid.addWidget(made, number // 2, number % 2)
    return grid
