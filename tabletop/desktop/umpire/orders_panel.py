"""The list of orders that wait for the umpire, the first due on top, with the result of each and a key for each
answer.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QGridLayout, QListWidget, QListWidgetItem, QMenu

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.order_words import OrderWords
from tabletop.desktop.widgets.panel_parts import Panel, as_entry, button, label
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import AllowOrder, DelayOrder, HoldOrders, RecallOrder, RefuseOrder
from tabletop.game.decisions.order_decisions import holdable
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.log_sentences import ORDER_KINDS
from tabletop.texts import text

_ID: Final = Qt.ItemDataRole.UserRole
_PADDING_PX: Final = 10
_MOST_TURNS: Final = 1_000


class OrdersPanel(Panel):
    """The list of the orders in a view, with buttons that decide the selected one."""

    followed = Signal(int)
    """The umpire wants to see a piece of an order."""

    needed = Signal(bool)
    """The panel is needed from now on (orders can wait, or the umpire has one to decide), or no longer."""

    def __init__(self, model: TableModel) -> None:
        super().__init__(tr("Orders"))
        self._model = model
        self._is_outdated = True
        self._was_needed: tuple[bool, bool] | None = None
        self._none = label("", "caption")
        self._none.setWordWrap(True)
        self._list = _OrderList(self)
        self._list.currentRowChanged.connect(lambda _row: self._show_chosen())
        self._list.itemActivated.connect(lambda _item: self.allow())
        self.body.addWidget(self._none)
        self.body.addWidget(self._list, 1)
        rows = QGridLayout()
        self._allow, self._refuse = button(tr("Allow"), self.allow, main=True), button(tr("Refuse…"), self.refuse)
        self._delay, self._show = button(tr("Delay…"), self.delay), button(tr("Show"), self.show_pieces)
        self._recall = button(tr("Recall"), self.recall)
        self._program = button(tr("Let the program answer these"), self.let_program_answer)
        self._which = button(tr("Which wait…"), self.choose_kinds)
        for at, made in enumerate((self._allow, self._refuse, self._delay, self._show)):
            rows.addWidget(made, at // 2, at % 2)
        for at, made in enumerate((self._recall, self._program, self._which), 2):
            rows.addWidget(made, at, 0, 1, 2)
        self.body.addLayout(rows)
        model.replaced.connect(self._outdate)
        for signal in (model.orders_changed, model.properties_changed):
            signal.connect(self._outdate)
        self.show_orders()

    # what waits

    @property
    def chosen(self) -> tuple[int, HeldOrder] | None:
        """The selected order, with its number."""
        item = self._list.currentItem()
        id = item.data(_ID) if item is not None else 0
        order = self._model.game.held.get(id)
        return (id, order) if order is not None else None

    @property
    def _is_umpire(self) -> bool:
        seat = self._model.game.seats.get(self._model.seat)
        return seat is not None and seat.umpire and not self._model.is_watching

    def say_whether_needed(self) -> None:
        """Report whether orders can wait here, if that has changed, and when the first one has come."""
        game = self._model.game
        is_needed = (bool(game.access.holds or game.held), bool(game.held) and self._is_umpire)
        if is_needed != self._was_needed:
            self.needed.emit(is_needed[0])
        self._was_needed = is_needed

    def _outdate(self) -> None:
        """List the orders again, now or when they become visible."""
        self._is_outdated = True
        self.say_whether_needed()
        if self.isVisible():
            self.show_orders()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the list after the panel was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.show_orders()

    def show_orders(self) -> None:
        """List the orders of the view, the first due on top, and keep the selection if that order is still there."""
        self._is_outdated = False
        words, chosen = OrderWords(self._model), self.chosen
        row = self._list.currentRow()
        self._list.blockSignals(True)
        self._list.clear()
        waiting = sorted(self._model.game.held.items(), key=lambda one: (not words.is_due(one[1]), one[1].due, one[0]))
        for id, _ in waiting:
            item = QListWidgetItem()
            item.setData(_ID, id)
            self._list.addItem(item)
            if chosen is not None and id == chosen[0]:
                self._list.setCurrentItem(item)
        if waiting and self._list.currentRow() < 0:
            self._list.setCurrentRow(max(0, min(row, len(waiting) - 1)))
        self._list.blockSignals(False)
        self._none.setText(self._nothing())
        self._none.setVisible(not waiting)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Show the result of the selected order alone: each result is worked out as if the order were allowed."""
        words, chosen, held = OrderWords(self._model), self.chosen, self._model.game.held
        for row in range(self._list.count()):
            item = self._list.item(row)
            id = item.data(_ID)
            if id in held:
                is_open = chosen is not None and chosen[0] == id
                item.setText("\n".join(self._lines(words, id, held[id], is_open=is_open)))
        self._list.fit()
        self._show_buttons()

    def _lines(self, words: OrderWords, id: int, order: HeldOrder, *, is_open: bool) -> list[str]:
        lines = [tr("{player}: {order}", player=order.seat, order=words.wanted(order)), words.when(order)]
        if is_open and self._is_umpire:
            lines.append(words.result(id))
        return [*lines, *filter(None, (order.word,))]

    def _nothing(self) -> str:
        holds = self._model.game.access.holds
        if not holds:
            return tr("No orders wait: the program answers all of them.")
        return tr("No orders wait. {kinds} wait for the umpire.", kinds=self._named(holds))

    def _named(self, kinds: Sequence[str]) -> str:
        names = [text(ORDER_KINDS[kind]) for kind in kinds]
        found = ", ".join(names)
        return found[:1].upper() + found[1:]

    # what is decided

    def allow(self) -> None:
        """Carry out the selected order."""
        if self.chosen and self._is_umpire:
            self._model.submit(AllowOrder(self.chosen[0]))

    def refuse(self) -> None:
        """Refuse the selected order, perhaps with a reason."""
        if self.chosen and self._is_umpire:
            word = self._model.ask(Prompt("word", tr("Refuse it, with a word to the player:"), default=""))
            if word is not None:
                self._model.submit(RefuseOrder(self.chosen[0], str(word)))

    def delay(self) -> None:
        """Postpone the selected order by some turns."""
        if not self.chosen or not self._is_umpire:
            return
        prompt = Prompt("turns", tr("After how many turns is it due?"), default=1, form="number", most=_MOST_TURNS)
        turns = self._model.ask(prompt)
        if turns is not None:
            clock = self._model.components.contact_clock
            due = clock.later(clock.now(self._model.game.properties.get), int(float(str(turns))))
            self._model.submit(DelayOrder(self.chosen[0], due))

    def show_pieces(self) -> None:
        """Show the pieces of the selected order on the map."""
        if self.chosen:
            pieces = OrderWords(self._model).pieces(self.chosen[1])
            if pieces:
                self.followed.emit(pieces[-1])

    def recall(self) -> None:
        """Recall the player's own selected order."""
        if self.chosen and self.chosen[1].seat == self._model.seat:
            self._model.submit(RecallOrder(self.chosen[0]))

    def let_program_answer(self) -> None:
        """Let the program answer orders of this kind from now on, and allow those that are waiting."""
        if not self.chosen or not self._is_umpire:
            return
        kind, game = self.chosen[1].kind, self._model.game
        waiting = [id for id, order in game.held.items() if order.kind == kind]
        self._model.submit(HoldOrders(tuple(held for held in game.access.holds if held != kind)))
        for id in waiting:
            self._model.submit(AllowOrder(id))

    def choose_kinds(self) -> None:
        """Open the menu of the kinds of orders, in which those that must wait for the umpire are ticked."""
        self._kinds_menu().popup(self._which.mapToGlobal(self._which.rect().topLeft()))

    def _kinds_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for kind in holdable():
            entry = menu.addAction(as_entry(self._named((kind,))))
            entry.setCheckable(True)
            entry.setChecked(kind in self._model.game.access.holds)
            entry.toggled.connect(partial(self._hold, kind))
        return menu

    def _hold(self, kind: str, waits: bool) -> None:
        holds = self._model.game.access.holds
        kinds = tuple(held for held in holdable() if (waits if held == kind else held in holds))
        self._model.submit(HoldOrders(kinds))

    def _show_buttons(self) -> None:
        chosen, umpire = self.chosen, self._is_umpire
        is_own = chosen is not None and chosen[1].seat == self._model.seat
        for made in (self._allow, self._refuse, self._delay, self._show, self._program):
            made.setVisible(umpire)
            made.setEnabled(chosen is not None)
        self._which.setVisible(umpire)
        self._recall.setVisible(not umpire)
        self._recall.setEnabled(is_own)

    def keyed(self, event: QKeyEvent) -> bool:
        """Carry out the command of a key in the list; return whether the key has one."""
        does = {
            Qt.Key.Key_A: self.allow,
            Qt.Key.Key_R: self.refuse,
            Qt.Key.Key_D: self.delay,
            Qt.Key.Key_F: self.show_pieces,
            Qt.Key.Key_P: self.let_program_answer,
            Qt.Key.Key_X: self.recall,
            Qt.Key.Key_Delete: self.recall,
        }.get(Qt.Key(event.key()))
        if does is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        does()
        return True


class _OrderList(QListWidget):
    """The list itself: its keys are short cuts for the buttons below it."""

    def __init__(self, panel: OrdersPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setAccessibleName(tr("Orders"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setToolTip(
            tr("Enter or A allows an order, R refuses it, D delays it, F shows it, P lets the program answer its kind")
        )

    def fit(self) -> None:
        """Make each order high enough for all of its words."""
        metrics, width = self.fontMetrics(), max(self.viewport().width() - 2 * _PADDING_PX, 1)
        for row in range(self.count()):
            item = self.item(row)
            room = metrics.boundingRect(QRect(0, 0, width, 0), Qt.TextFlag.TextWordWrap, item.text())
            item.setSizeHint(QSize(0, room.height() + 2 * _PADDING_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the orders to the new width."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Carry out the command of a key, or move through the list."""
        if not self._panel.keyed(event):
            super().keyPressEvent(event)
