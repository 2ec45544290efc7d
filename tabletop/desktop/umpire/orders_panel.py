"""The queue of orders that wait for the umpire, the first due on top: the chosen one is open, with its result and a
key for each answer.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QListWidgetItem, QMenu, QPushButton

from tabletop.desktop.dispatches.due_dispatches import DueDispatches
from tabletop.desktop.map.tools.place_tool import PickPlace
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.umpire.desk.desk_keys import DeskKeys, KeyedPanel
from tabletop.desktop.umpire.desk.order_card import CardAnswer, OrderCard
from tabletop.desktop.umpire.desk.order_groups import GROUPS, OrderGroup, group_of
from tabletop.desktop.umpire.desk.other_dice import ChangedRoll, OtherDice
from tabletop.desktop.umpire.desk.other_place import MoveElsewhere, OtherPlace
from tabletop.desktop.umpire.desk.report_figures import ReportFigures
from tabletop.desktop.umpire.order_words import OrderWords
from tabletop.desktop.widgets.panel_parts import as_entry, button, label, part
from tabletop.game.change.outcome import Prompt
from tabletop.game.commands import (
    AllowOrder,
    At,
    DelayOrder,
    HoldOrders,
    MovePieces,
    RecallOrder,
    RefuseOrder,
    RollDice,
    SendReport,
    Spot,
)
from tabletop.game.decisions.order_decisions import REPORT, TAKE_BACK, holdable
from tabletop.game.rolls import DiceError, roll_terms
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.log_sentences import ORDER_KINDS
from tabletop.texts import listed, text

if TYPE_CHECKING:
    from collections.abc import Callable

_ID: Final = Qt.ItemDataRole.UserRole
_MOST_TURNS: Final = 1_000
_NARROWEST_CHIP_PX: Final = 44
_MOST_CARDS: Final = 40
"""The number of orders that are drawn as cards; later ones are single lines until they are chosen."""


class OrdersPanel(KeyedPanel):
    """The queue of the orders in a view, with answers to the chosen one."""

    followed = Signal(int)
    """The id of a piece that an order moves, which the umpire wants to see."""

    needed = Signal(bool)
    """The panel is needed now, because orders can wait at this table or some do (True), or no longer (False)."""

    counted = Signal(int)
    """The number of waiting orders, whenever it has changed."""

    def __init__(self, model: TableModel, keys: DeskKeys | None = None, pick: PickPlace | None = None) -> None:
        """Make the panel; `pick` lets a place be clicked on a map."""
        super().__init__(tr("Orders"), keys or DeskKeys())
        self._pick = pick
        self._elsewhere: MoveElsewhere | None = None
        self._reroll: ChangedRoll | None = None
        self._end_click: Callable[[], object] | None = None
        self._model = model
        self._is_outdated = True
        self._was_needed: tuple[bool, bool] | None = None
        self._count = -1
        self._filter: OrderGroup | None = None
        self._open_row = -1
        self._told = label("", "caption")
        self.head.insertWidget(1, self._told)
        self._chips = QHBoxLayout()
        self._chips.setSpacing(4)
        self._none = label("", "caption")
        self._none.setWordWrap(True)
        self._list = _OrderList(self)
        self._list.currentRowChanged.connect(lambda _row: self._show_chosen())
        self._list.itemActivated.connect(lambda _item: self.answer_by_default())
        self._others = label("", "caption")
        self._others.setWordWrap(True)
        self._others.hide()
        self.body.addWidget(self._others)
        self.body.addLayout(self._chips)
        self.body.addWidget(self._none)
        self.body.addWidget(self._list, 1)
        self.due = DueDispatches(model)
        self.body.addWidget(self.due)
        self._which = button(tr("Orders that wait…"), self.choose_kinds)
        self.body.addWidget(self._which)
        self._add_keys()
        model.replaced.connect(self._outdate)
        model.replaced.connect(self._others.hide)
        model.orders_changed.connect(self._name_other_umpire)
        for signal in (model.orders_changed, model.properties_changed):
            signal.connect(self._outdate)
        self.show_orders()

    def _add_keys(self) -> None:
        for key, does in (
            (Qt.Key.Key_A, self.allow),
            (Qt.Key.Key_C, self.due.open_first),
            (Qt.Key.Key_E, self.change),
            (Qt.Key.Key_R, self.refuse),
            (Qt.Key.Key_D, self.delay),
            (Qt.Key.Key_F, self.show_pieces),
            (Qt.Key.Key_J, self.ask_others),
            (Qt.Key.Key_P, self.let_program_answer),
            (Qt.Key.Key_X, self.recall),
            (Qt.Key.Key_Delete, self.recall),
            (Qt.Key.Key_Slash, self.filter_next),
        ):
            self.keys.add(key, does)
        self.keys.add(Qt.Key.Key_A, self.allow_early, shift=True)

    # what waits

    @property
    def chosen(self) -> tuple[int, HeldOrder] | None:
        """The selected order, with its number; None if none is selected."""
        item = self._list.currentItem()
        id = item.data(_ID) if item is not None else 0
        order = self._model.game.held.get(id)
        return (id, order) if order is not None else None

    @property
    def _is_umpire(self) -> bool:
        seat = self._model.game.seats.get(self._model.seat)
        return seat is not None and seat.umpire and not self._model.is_watching

    @property
    def is_needed(self) -> bool:
        """True if orders can wait at this table, or if some wait now."""
        game = self._model.game
        return bool(game.access.holds or game.held)

    def say_whether_needed(self) -> None:
        """Emit `needed` if it has changed, or if the umpire's first order has come or the last one has gone. Emit
        `counted` if the number of orders has changed.
        """
        game = self._model.game
        is_needed = (self.is_needed, bool(game.held) and self._is_umpire)
        if is_needed != self._was_needed:
            self.needed.emit(is_needed[0])
        self._was_needed = is_needed
        if len(game.held) != self._count:
            self._count = len(game.held)
            self.counted.emit(self._count)

    def _outdate(self) -> None:
        """List the orders again, now or when they become visible."""
        self._is_outdated = True
        self.say_whether_needed()
        if self.isVisible():
            self.show_orders()

    def _name_other_umpire(self) -> None:
        """Name the orders that another umpire has just answered. The player's own next answer removes the sentence."""
        news, held = self._model.news, self._model.game.held
        if news is None or not self._is_umpire or any(told.key == "rolled-back" for told in news.told):
            return
        gone = {id: order for id, order in news.before.held.items() if id not in held and order.seat != news.by}
        if gone:
            words = OrderWords(self._model)
            self._others.setText("\n".join(words.answered(news.by, id, order) for id, order in gone.items()))
            self._others.setVisible(news.by != self._model.seat)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the list after the panel was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self.show_orders()

    def show_orders(self) -> None:
        """List the orders that the filter lets through, the first due on top. The selected order stays selected if it
        is still there.
        """
        self._is_outdated = False
        words, chosen, held = OrderWords(self._model), self.chosen, self._model.game.held
        row = self._list.currentRow()
        self._list.blockSignals(True)
        self._list.clear()
        self._open_row = -1
        waiting = [one for one in held.items() if self._filter in (None, group_of(one[1].kind))]
        waiting.sort(key=lambda one: (not words.is_due(one[1]), one[1].due, one[0]))
        for at, (id, _) in enumerate(waiting):
            item = QListWidgetItem()
            item.setData(_ID, id)
            self._list.addItem(item)
            self._show_card(at, words, is_open=False)
            if chosen is not None and id == chosen[0]:
                self._list.setCurrentItem(item)
        if waiting and self._list.currentRow() < 0:
            self._list.setCurrentRow(max(0, min(row, len(waiting) - 1)))
        self._list.blockSignals(False)
        self._told.setText(tr("{count} {count:waits|wait}", count=len(held)) if held else "")
        self._none.setText(self._nothing())
        self._none.setVisible(not waiting)
        self._which.setVisible(self._is_umpire)
        self._show_chips()
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Open the card of the selected order, and close the one that was open before."""
        words, row = OrderWords(self._model), self._list.currentRow()
        if 0 <= self._open_row < self._list.count() and self._open_row != row:
            self._show_card(self._open_row, words, is_open=False)
        self._open_row = row
        if row >= 0 and self.chosen is not None:
            self._show_card(row, words, is_open=True)
        self._list.fit()
        if row >= 0:
            self._list.scrollToItem(self._list.item(row))

    def _show_card(self, row: int, words: OrderWords, *, is_open: bool) -> None:
        item = self._list.item(row)
        id = item.data(_ID)
        order = self._model.game.held.get(id)
        if order is None:
            return
        title, lines = words.title(id, order), [*filter(None, (words.given(order), words.handled(order)))]
        if is_open and self._is_umpire:
            lines.append(words.result(id))
        others = words.others_who_know(id, order)
        warning = str(order.about.get("why", ""))
        if others:
            warning = tr("Noticed by {sides}.", sides=listed(others))
        said = [title, words.due(order), *lines, *filter(None, (warning,))]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, "\n".join(said))
        if row >= _MOST_CARDS and not is_open:
            self._list.removeItemWidget(item)
            item.setText(title)
            return
        item.setText("")
        answers = self._answers(order, is_told=bool(others)) if is_open else ()
        fields = self._fields(id, order, words) if is_open and self._is_umpire else None
        if isinstance(fields, OtherPlace | OtherDice):
            is_place = isinstance(fields, OtherPlace)
            words_on_it = tr("Allow there") if is_place else tr("Allow these dice")
            does = self.allow_elsewhere if is_place else self.allow_other_dice
            answers = [CardAnswer(words_on_it, does, True), CardAnswer(tr("Cancel"), self.leave_as_is)]
        made = OrderCard(
            title,
            words.due(order),
            is_open=is_open,
            lines=lines,
            warning=warning,
            fields=fields,
            answers=answers,
        )
        self._list.setItemWidget(item, made)

    def _fields(self, id: int, order: HeldOrder, words: OrderWords) -> ReportFigures | OtherPlace | OtherDice | None:
        """Return the fields of the open card: the place of a move or the dice of a roll that is being changed, or the
        figures of a report; None for any other order.
        """
        if self._reroll is not None and self._reroll.order == id:
            dice = OtherDice(self._reroll)
            dice.changed.connect(self._note_dice)
            dice.entered.connect(self.allow_other_dice)
            dice.left.connect(self.leave_as_is)
            return dice
        if self._elsewhere is not None and self._elsewhere.order == id:
            made = OtherPlace(self._model, self._elsewhere, self._let_click)
            made.written.connect(self._note_place)
            made.entered.connect(self.allow_elsewhere)
            made.left.connect(self.leave_as_is)
            return made
        figures = words.figures(order)
        return ReportFigures(figures, self.answer_by_default) if figures else None

    @property
    def _open_fields(self) -> ReportFigures | OtherPlace | OtherDice | None:
        """The fields of the open card (`_fields`); None if it has none."""
        card = self._list.itemWidget(self._list.currentItem()) if self._list.currentItem() is not None else None
        fields = card.fields if isinstance(card, OrderCard) else None
        return fields if isinstance(fields, ReportFigures | OtherPlace | OtherDice) else None

    def _focus_fields(self) -> None:
        """Give the keyboard focus to the first field of the open card."""
        if self._open_fields is not None:
            self._open_fields.focus()

    def _answers(self, order: HeldOrder, *, is_told: bool) -> list[CardAnswer]:
        """Return the possible answers to an order. The default is to allow it; for an undo of steps that others have
        noticed, to refuse it. An order that is not due yet may have no default.
        """
        if not self._is_umpire:
            return [CardAnswer(tr("Recall  X"), self.recall)] if order.seat == self._model.seat else []
        words = tr("Send  A") if order.kind == REPORT else tr("Allow  A")
        allow = CardAnswer(words, self.allow, not is_told)
        if not OrderWords(self._model).is_due(order):
            early = tr("Send now  Shift+A") if order.kind == REPORT else tr("Allow now  Shift+A")
            allow = CardAnswer(early, self.allow_early)
        found = [allow, CardAnswer(tr("Refuse…  R"), self.refuse, is_told), CardAnswer(tr("Delay…  D"), self.delay)]
        if is_told:
            found.append(CardAnswer(tr("Ask others  J"), self.ask_others))
        if self._can_change(order):
            found.append(CardAnswer(tr("Change…  E"), self.change))
        if OrderWords(self._model).pieces(order):
            found.append(CardAnswer(tr("Show  F"), self.show_pieces))
        return [*found, CardAnswer(tr("Program answers  P"), self.let_program_answer)]

    def _nothing(self) -> str:
        if self._filter is not None and self._model.game.held:
            return tr("No orders of this kind wait.")
        holds = self._model.game.access.holds
        if not holds:
            return tr("No orders wait: the program answers every order.")
        if set(holds).issuperset(holdable()):
            return tr("No orders wait. All commands of players wait for the umpire.")
        kinds = listed([text(ORDER_KINDS[kind]) for kind in holds])
        return tr("No orders wait. These wait for the umpire: {kinds}.", kinds=kinds)

    # filters

    def _show_chips(self) -> None:
        """Show a button for each group of the waiting orders, which filters the list, if there are several groups."""
        while (item := self._chips.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        kinds = [group_of(order.kind) for order in self._model.game.held.values()]
        groups = [group for group in GROUPS if group in kinds or group == self._filter]
        for group in (None, *groups) if len(groups) > 1 or self._filter else ():
            title = tr("All") if group is None else tr(group.title)
            count = len(kinds) if group is None else kinds.count(group)
            chip = QPushButton(as_entry(tr("{title} {count}", title=title, count=count)))
            part(chip, "desk-chip")
            chip.setMinimumWidth(_NARROWEST_CHIP_PX)
            chip.setCheckable(True)
            chip.setChecked(group == self._filter)
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.clicked.connect(partial(self._filter_by, group))
            self._chips.addWidget(chip)
        self._chips.addStretch(1)

    def _filter_by(self, group: OrderGroup | None, _on: bool = True) -> None:
        self._filter = group
        self.show_orders()

    def filter_next(self) -> None:
        """Show the orders of the next group alone, and after the last one all of them."""
        kinds = [group_of(order.kind) for order in self._model.game.held.values()]
        ways = [None, *(group for group in GROUPS if group in kinds)]
        self._filter_by(ways[(ways.index(self._filter) + 1) % len(ways)] if self._filter in ways else None)

    # what is decided

    def answer_by_default(self) -> None:
        """Give the default answer to the selected order, if there is one."""
        if not self.chosen:
            return
        if isinstance(self._open_fields, OtherPlace):
            self.allow_elsewhere()
            return
        if isinstance(self._open_fields, OtherDice):
            self.allow_other_dice()
            return
        id, order = self.chosen
        answers = self._answers(order, is_told=bool(OrderWords(self._model).others_who_know(id, order)))
        usual = next((one.does for one in answers if one.is_usual), None)
        if usual is not None:
            usual()

    def allow(self) -> None:
        """Carry out the selected order, if it is due."""
        if self.chosen and OrderWords(self._model).is_due(self.chosen[1]):
            self.allow_early()

    def allow_early(self) -> None:
        """Carry out the selected order, even before it is due. A report is sent with the figures that the umpire has
        set.
        """
        if not self.chosen or not self._is_umpire:
            return
        (id, order), fields = self.chosen, self._open_fields
        changed = fields.changed if isinstance(fields, ReportFigures) else None
        report = OrderWords(self._model).command(order)
        if changed is not None and isinstance(report, SendReport):
            self._model.submit(AllowOrder(id, replace(report, says=changed)))
        else:
            self._model.submit(AllowOrder(id))

    def _can_change(self, order: HeldOrder) -> bool:
        words = OrderWords(self._model)
        if isinstance(words.command(order), SendReport):
            return True
        command = words.leading(order)
        return isinstance(command, RollDice) or (isinstance(command, MovePieces) and isinstance(command.to, At | Spot))

    def change(self) -> None:
        """Carry out the selected order in another way: to another place, or with other dice, which are set on the card.

        A move to another place pays none of the costs that the player's way had. The umpire clicks the place on a map,
        or chooses it on the card.

        For a report with figures, give the keyboard focus to the first figure instead.
        """
        if not self.chosen or not self._is_umpire:
            return
        id, order = self.chosen
        command = OrderWords(self._model).leading(order)
        if isinstance(self._open_fields, ReportFigures):
            self._focus_fields()
        elif isinstance(command, RollDice):
            self._change_dice(id, command.dice)
        elif isinstance(command, MovePieces) and isinstance(command.to, At | Spot):
            self._change_place(id, command.to)

    def _change_dice(self, id: int, dice: str) -> None:
        """Show the fields for other dice of a roll."""
        try:
            self._reroll = ChangedRoll(id, roll_terms(dice))
        except DiceError as problem:
            self._model.refused.emit(str(problem))
            return
        self._show_chosen()
        self._focus_fields()

    def _note_dice(self, at: int, number: int) -> None:
        if self._reroll is not None:
            self._reroll = self._reroll.with_number(at, number)

    def allow_other_dice(self) -> None:
        """Carry out the roll that is being changed, with the dice on its card."""
        if self._reroll is None or not self.chosen:
            return
        (id, order), dice = self.chosen, self._reroll.text
        command = OrderWords(self._model).leading(order)
        if isinstance(command, RollDice) and dice:
            self._reroll = None
            self._model.submit(AllowOrder(id, replace(command, dice=dice))).when_refused(self._show_chosen)

    def _change_place(self, id: int, goal: At | Spot) -> None:
        """Show the field for another place of a move, and let it be clicked."""
        board = self._model.components.maps[goal.map]
        place = goal.place if isinstance(goal, At) else board.place_at(goal.x, goal.y)
        self._elsewhere = MoveElsewhere(id, goal.map, self._model.titles.place(goal.map, place) if place else "")
        self._show_chosen()
        self._let_click()
        self._focus_fields()

    def _let_click(self) -> None:
        if self._pick is not None:
            self._end_click = self._pick(self._take_place)

    def _take_place(self, map_name: str, place: str) -> None:
        """Take the place that the umpire has clicked."""
        if self._elsewhere is not None:
            self._elsewhere = self._elsewhere._replace(map=map_name, title=self._model.titles.place(map_name, place))
            self._show_chosen()
            self._focus_fields()

    def _note_place(self, title: str) -> None:
        if self._elsewhere is not None:
            self._elsewhere = self._elsewhere._replace(title=title)

    def allow_elsewhere(self) -> None:
        """Carry out the move that is being changed, to the place on its card."""
        field = self._open_fields
        if not isinstance(field, OtherPlace) or not self.chosen:
            return
        id, order = self.chosen
        command, at = OrderWords(self._model).leading(order), field.at
        if at is None:
            self._model.refused.emit(tr("The map has no place “{place}”.", place=field.text))
        elif isinstance(command, MovePieces):
            self._forget_place()
            self._model.submit(AllowOrder(id, replace(command, to=at))).when_refused(self._show_chosen)

    def _forget_place(self) -> None:
        self._elsewhere = None
        if self._end_click is not None:
            self._end_click()
            self._end_click = None

    def leave_as_is(self) -> None:
        """Leave the move or the roll that was being changed as it is."""
        self._forget_place()
        self._reroll = None
        self._show_chosen()
        self._list.setFocus()

    def refuse(self) -> None:
        """Refuse the selected order. The umpire may write a reason."""
        if self.chosen and self._is_umpire:
            id = self.chosen[0]
            word = self._model.ask(Prompt("word", tr("Refuse it, with a message to the player:"), default=""))
            if word is not None:
                self._model.submit(RefuseOrder(id, str(word)))

    def delay(self) -> None:
        """Postpone the selected order by some turns, and select the order that is due next."""
        if not self.chosen or not self._is_umpire:
            return
        id = self.chosen[0]
        prompt = Prompt("turns", tr("After how many turns is it due?"), default=1, form="number", most=_MOST_TURNS)
        turns = self._model.ask(prompt)
        if turns is not None:
            clock = self._model.components.contact_clock
            due = clock.due(clock.now(self._model.game.properties.get), int(float(str(turns))))
            self._model.submit(DelayOrder(id, due)).when_done(self._choose_first)

    def _choose_first(self) -> None:
        self.show_orders()
        self._list.setCurrentRow(0)

    def ask_others(self) -> None:
        """Ask the other players who noticed the steps of an undo. Once all of them have agreed, the undo is allowed."""
        if self.chosen and self._is_umpire and self.chosen[1].kind == TAKE_BACK:
            self._model.ask_others(self.chosen[0])

    def show_pieces(self) -> None:
        """Go to a piece of the selected order on the map."""
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
            name = text(ORDER_KINDS[kind])
            entry = menu.addAction(as_entry(name[:1].upper() + name[1:]))
            entry.setCheckable(True)
            entry.setChecked(kind in self._model.game.access.holds)
            entry.toggled.connect(partial(self._hold, kind))
        return menu

    def _hold(self, kind: str, waits: bool) -> None:
        holds = self._model.game.access.holds
        kinds = tuple(held for held in holdable() if (waits if held == kind else held in holds))
        self._model.submit(HoldOrders(kinds))


class _OrderList(QListWidget):
    """The list of orders. It leaves letter keys to its panel."""

    def __init__(self, panel: OrdersPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        part(self, "queue")
        self.setAccessibleName(tr("Orders"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSpacing(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Make each card high enough for all of its words."""
        width = max(self.viewport().width(), 1)
        for row in range(self.count()):
            item = self.item(row)
            card = self.itemWidget(item)
            height = card.height_at(width) if isinstance(card, OrderCard) else self.fontMetrics().height() + 12
            item.setSizeHint(QSize(width, height))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the orders to another width."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Carry out the command of a key, or move through the list."""
        if not self._panel.keys.press(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave letters to the panel, also where the window has a key for them."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and isinstance(event, QKeyEvent) and self._panel.keys.hears(event):
            event.accept()
            return True
        return super().event(event)
