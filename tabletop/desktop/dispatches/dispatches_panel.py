"""The panel of dispatches: those of a player, or all of them for the umpire, with a key for each command."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QPushButton

from tabletop.desktop.dispatches.dispatch_card import DispatchCard
from tabletop.desktop.dispatches.dispatch_list import DispatchList, ShownDispatch
from tabletop.desktop.dispatches.dispatch_words import DispatchWords
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.tools.place_tool import PickPlace
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import Panel, button, label
from tabletop.game.actions.access import seat_of
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import DeliverDispatch, HoldOrders, LoseDispatch, ReadDispatch, RecallDispatch, SendDispatch
from tabletop.game.decisions.dispatch_decisions import WRITE
from tabletop.game.decisions.order_decisions import holdable
from tabletop.game.umpire.dispatch import Dispatch

_MOST_TURNS: Final = 1_000


class DispatchesPanel(Panel):
    """The list of the dispatches in a view, and the commands on the selected one."""

    followed = Signal(str, int, int)
    """The player wants to see a place: its map, and its point there (map pixels)."""

    report_wanted = Signal(str, str, str, int)
    """The umpire answers a dispatch by a report: the side of its author, the map and the place that it is about
    ("" for none), and its number.
    """

    remarked = Signal(str)
    """A sentence for the player, because a dispatch has arrived while the panel was hidden."""

    def __init__(
        self,
        model: TableModel,
        theme: Theme,
        selected: Callable[[], Sequence[int]],
        map_name: Callable[[], str],
        pick: PickPlace,
    ) -> None:
        """Make the panel. `selected` returns the selected pieces, and `map_name` the map of a place whose name is
        typed. `pick` lets the player click a place.
        """
        super().__init__(tr("Dispatches"))
        self._model = model
        self._is_outdated = True
        self._new: frozenset[int] = frozenset()
        self._told = label("", "caption")
        self.head.insertWidget(1, self._told)
        self._which, self._side = QComboBox(), QComboBox()
        self._which.setAccessibleName(tr("Dispatches to show"))
        self._side.setAccessibleName(tr("Side of the author"))
        filters = QHBoxLayout()
        filters.addWidget(self._which, 1)
        filters.addWidget(self._side, 1)
        self._waits = QCheckBox(tr("Let dispatches wait for me  P"))
        self._waits.setToolTip(tr("If this is off, the program delivers the dispatches whose form has a delay"))
        self._waits.clicked.connect(lambda _=False: self.let_wait())
        self._none = label(tr("No dispatches"), "caption")
        self._list = DispatchList(
            theme,
            self._keyed,
            tr("Enter reads or sends a dispatch, A answers it, W writes another, F shows its place, X recalls it"),
        )
        self._list.currentRowChanged.connect(lambda _: self._show_buttons())
        self._list.itemActivated.connect(lambda _: self.answer_by_default())
        self._card = DispatchCard(model, selected, map_name, pick)
        self._card.closed.connect(self._list.setFocus)
        self._card.closed.connect(self._show_buttons)
        self._card.written.connect(self._list_written)
        self.body.addLayout(filters)
        self.body.addWidget(self._waits)
        self.body.addWidget(self._none)
        self.body.addWidget(self._list, 1)
        self.body.addWidget(self._card)
        self.body.addLayout(self._make_buttons())
        for combo in (self._which, self._side):
            combo.activated.connect(lambda _: self.show_dispatches())
        model.replaced.connect(self._show_other_eyes)
        for signal in (model.dispatches_changed, model.properties_changed, model.orders_changed):
            signal.connect(self._outdate)
        self._show_other_eyes()

    def _make_buttons(self) -> QGridLayout:
        grid = QGridLayout()
        self._read = button(tr("Read"), self.read, main=True)
        self._send = button(tr("Send  L"), self.send, main=True)
        self._time = button(tr("Change arrival  T"), self.set_time)
        self._now = button(tr("Deliver now  D"), self.deliver)
        self._lose = button(tr("Lose it  K"), self.lose)
        self._change = button(tr("Garble  G"), self.change)
        self._answer = button(tr("Answer…  A"), self.answer)
        self._report = button(tr("Report…  S"), self.report)
        self._write = button(tr("Write…  W"), self.write)
        self._show = button(tr("Show  F"), self.show_place)
        self._recall = button(tr("Recall  X"), self.recall)
        self._buttons = (
            self._read, self._send, self._time, self._now, self._lose, self._change, self._answer, self._report,
            self._write, self._show, self._recall,
        )  # fmt: skip
        for made in self._buttons:
            made.setParent(self)  # a button without a parent would keep the whole window alive
        self._grid = grid
        return grid

    # what is shown

    @property
    def chosen(self) -> tuple[int, Dispatch] | None:
        """The selected dispatch, with its number; None if none is selected."""
        id = self._list.chosen
        dispatch = self._model.game.dispatches.get(id)
        return (id, dispatch) if dispatch is not None else None

    def choose(self, dispatch: int) -> None:
        """Show the first list of all sides (for the umpire: the dispatches that are due), select a dispatch in it, and
        give it the keyboard focus.
        """
        self._which.setCurrentIndex(0)
        self._side.setCurrentIndex(0)
        self.show_dispatches()
        self._list.choose(dispatch)
        self._list.setFocus()

    def _show_other_eyes(self) -> None:
        """Close the card and reset the filters when the view changes, since another player may be looking."""
        self._card.put_away()
        words, game, titles = DispatchWords(self._model), self._model.game, self._model.titles
        self._which.clear()
        for title in (tr("Due next"), tr("All")) if words.is_umpire else (tr("Received"), tr("Written")):
            self._which.addItem(title)
        self._side.clear()
        self._side.addItem(tr("All sides"), None)
        for number, side in enumerate(game.sides):
            self._side.addItem(titles.side(side), number)
        for part in (self._side, self._waits):
            part.setVisible(words.is_umpire)
        self._new = self._unread()
        self.show_dispatches()

    def _outdate(self) -> None:
        """List the dispatches again, now or when the panel is shown; while it is hidden, remark on new ones."""
        unread, before = self._unread(), self._new
        self._new = unread
        self._is_outdated = True
        if self._is_for_umpire != (self._side.isVisibleTo(self)):
            self._show_other_eyes()
        if self.isVisible():
            self.show_dispatches()
        elif not unread <= before:
            self.remarked.emit(tr("A dispatch has arrived."))

    @property
    def _is_for_umpire(self) -> bool:
        return DispatchWords(self._model).is_umpire

    def _unread(self) -> frozenset[int]:
        words = DispatchWords(self._model)
        return frozenset(id for id, one in self._model.game.dispatches.items() if words.is_unread(one))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the list after the panel was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.show_dispatches()

    def show_dispatches(self) -> None:
        """List the dispatches that the filters let through."""
        self._is_outdated = False
        words = DispatchWords(self._model)
        found = self._found(words)
        self._list.show_all(
            [
                ShownDispatch(
                    id, words.title(one), words.when(one), words.texts(id), words.way(one), words.is_unread(one)
                )
                for id, one in found
            ]
        )
        waiting = sum(one.state == "written" for one in self._model.game.dispatches.values())
        unread = len(self._unread())
        if words.is_umpire and waiting:
            self._told.setText(tr("{count} {count:waits|wait}", count=waiting))
        else:
            self._told.setText(tr("{count} unread", count=unread) if unread else "")
        self._waits.setChecked(WRITE in self._model.game.access.holds)
        self._none.setVisible(not found)
        self._show_buttons()

    def _found(self, words: DispatchWords) -> list[tuple[int, Dispatch]]:
        is_first, side = self._which.currentIndex() <= 0, self._side.currentData()
        if words.is_umpire:
            return words.due(side) if is_first else words.all(side)
        return words.received() if is_first else words.written()

    def _list_written(self) -> None:
        """Show a player the list of written dispatches after a new one. The umpire's list of due dispatches has it
        already, if it waits or is under way.
        """
        if not self._is_for_umpire:
            self._which.setCurrentIndex(1)
            self.show_dispatches()

    def _show_buttons(self) -> None:
        """Offer the commands that are possible for the selected dispatch."""
        words, chosen, game = DispatchWords(self._model), self.chosen, self._model.game
        plays = not self._model.is_watching and seat_of(game, self._model.seat).is_taken
        dispatch = chosen[1] if chosen is not None else None
        is_open = words.is_umpire and dispatch is not None and dispatch.state != "arrived"
        received = dispatch if dispatch is not None and plays and words.is_received(dispatch) else None
        offered = {
            self._read: dispatch is not None and plays and words.is_unread(dispatch),
            **dict.fromkeys((self._send, self._time, self._now, self._lose, self._change), is_open),
            self._answer: received is not None,
            self._report: received is not None and words.takes_reports(received),
            self._write: plays,
            self._show: dispatch is not None and words.point(dispatch) is not None,
            self._recall: dispatch is not None and dispatch.seat == self._model.seat and dispatch.state == "written",
        }
        while self._grid.takeAt(0) is not None:
            pass
        for made in self._buttons:
            made.setVisible(offered[made] and not self._card.isVisibleTo(self))
        for at, made in enumerate(one for one in self._buttons if offered[one]):
            self._grid.addWidget(made, at // 2, at % 2)

    def _offers(self, made: QPushButton) -> tuple[int, Dispatch] | None:
        """Return the selected dispatch, with its number; None if the command of a button is not possible for it."""
        return self.chosen if made.isVisibleTo(self) else None

    # what is done

    def answer_by_default(self) -> None:
        """Carry out the default command: read an unread dispatch, or send one that waits or was lost."""
        if self._offers(self._read):
            self.read()
        else:
            self.send()

    def read(self) -> None:
        """Note that the selected dispatch has been read."""
        if chosen := self._offers(self._read):
            self._model.submit(ReadDispatch(chosen[0]))

    def send(self) -> None:
        """Send the selected dispatch, unless it is under way already. It arrives after the number of turns that its
        form sets, or at once if it sets none.
        """
        chosen = self._offers(self._send)
        if chosen and chosen[1].state != "under-way":
            self._model.submit(SendDispatch(chosen[0]))

    def set_time(self) -> None:
        """Ask for a number of turns, and send the selected dispatch so that it arrives that much later than it is due,
        or than its form sets (below 0: sooner).
        """
        chosen = self._offers(self._time)
        if not chosen:
            return
        id, dispatch = chosen
        question = tr("How many turns later does it arrive? (below 0: sooner)")
        turns = self._model.ask(Prompt("turns", question, default=1, form="number", most=_MOST_TURNS))
        if turns is not None:
            clock = self._model.components.contact_clock
            now = clock.now(self._model.game.properties.get)
            start = dispatch.due or clock.due(now, dispatch.takes or 0)
            self._model.submit(SendDispatch(id, clock.due(start, int(float(str(turns))))))

    def deliver(self) -> None:
        """Deliver the selected dispatch at once."""
        if chosen := self._offers(self._now):
            self._model.submit(DeliverDispatch(chosen[0]))

    def lose(self) -> None:
        """Let the selected dispatch be lost, so that it does not arrive."""
        if chosen := self._offers(self._lose):
            self._model.submit(LoseDispatch(chosen[0]))

    def change(self) -> None:
        """Open the card that changes the texts of the selected dispatch as they arrive."""
        if chosen := self._offers(self._change):
            self._card.change(*chosen)
            self._show_buttons()

    def let_wait(self) -> None:
        """Let all dispatches wait for the umpire from now on. If they wait already, let the program carry dispatches as
        before.

        The program then also sends the waiting dispatches that it can carry.
        """
        game, words = self._model.game, DispatchWords(self._model)
        if not words.is_umpire:
            return
        holds = set(game.access.holds) ^ {WRITE}
        self._model.submit(HoldOrders(tuple(kind for kind in holdable() if kind in holds)))
        for id, dispatch in words.due() if WRITE not in holds else ():
            if words.is_carried(dispatch):
                self._model.submit(SendDispatch(id))
        self.show_dispatches()

    def write(self) -> None:
        """Open the card for a new dispatch."""
        if self._write.isVisibleTo(self):
            self._card.write_new()
            self._show_buttons()

    def answer(self) -> None:
        """Open the card for an answer to the selected dispatch."""
        if chosen := self._offers(self._answer):
            self._card.answer(*chosen)
            self._show_buttons()

    def report(self) -> None:
        """Answer the selected dispatch by a report to its author, in one of the game's forms."""
        if chosen := self._offers(self._report):
            (id, dispatch), game = chosen, self._model.game
            about = game.maps[dispatch.map] if dispatch.map >= 0 else ""
            self.report_wanted.emit(game.sides[dispatch.sides[0]], about, dispatch.place, id)

    def show_place(self) -> None:
        """Show the place that the selected dispatch is about, or the unit that gets it."""
        if chosen := self._offers(self._show):
            point = DispatchWords(self._model).point(chosen[1])
            if point is not None:
                self.followed.emit(*point)

    def recall(self) -> None:
        """Recall the player's own selected dispatch."""
        if chosen := self._offers(self._recall):
            self._model.submit(RecallDispatch(chosen[0]))

    def _keyed(self, event: QKeyEvent) -> bool:
        """Carry out the command of a key in the list; return whether the key has one."""
        does = {
            Qt.Key.Key_L: self.send,
            Qt.Key.Key_T: self.set_time,
            Qt.Key.Key_D: self.deliver,
            Qt.Key.Key_K: self.lose,
            Qt.Key.Key_G: self.change,
            Qt.Key.Key_P: self.let_wait,
            Qt.Key.Key_A: self.answer,
            Qt.Key.Key_S: self.report,
            Qt.Key.Key_W: self.write,
            Qt.Key.Key_R: self.read,
            Qt.Key.Key_F: self.show_place,
            Qt.Key.Key_X: self.recall,
            Qt.Key.Key_Delete: self.recall,
        }.get(Qt.Key(event.key()))
        if does is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        does()
        return True
