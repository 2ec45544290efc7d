"""The card on which a dispatch is written: its form, its addressee from a list, its texts and its place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from tabletop.desktop.dispatches.dispatch_words import DispatchWords
from tabletop.desktop.map.tools.place_tool import PickPlace
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.panel_parts import button, label
from tabletop.game.actions.access import seat_of
from tabletop.game.commands import At, ChangeDispatch, WriteDispatch
from tabletop.game.side_cells import names_of
from tabletop.game.state.values import NOBODY
from tabletop.game.umpire.dispatch import Addressee, Dispatch
from tabletop.game.umpire.dispatch_rules import DispatchForm

_MOST_UNITS: Final = 100
"""The greatest number of own units in the list of addressees. If there are more, only selected ones are in it."""

_TEXT_PX: Final = 74


class DispatchCard(QWidget):
    """The card on which a dispatch or an answer is written, or on which the umpire changes the texts that arrive."""

    closed = Signal()
    """The card was put away: its dispatch is written or changed, or the player has cancelled."""

    written = Signal()
    """A dispatch was written on a card that was not opened for an answer."""

    def __init__(
        self, model: TableModel, selected: Callable[[], Sequence[int]], map_name: Callable[[], str], pick: PickPlace
    ) -> None:
        """Make the card. `selected` returns the selected pieces, and `map_name` the map of a place whose name is typed.
        `pick` lets the player click the place instead.
        """
        super().__init__()
        self._model = model
        self._selected = selected
        self._map_name = map_name
        self._pick = pick
        self._picked: tuple[str, str, str] | None = None
        self._answers = self._changed = NOBODY
        self._authors: tuple[Addressee, ...] = ()
        self._fields: dict[str, QPlainTextEdit] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._title = label("", "section")
        self._title.setWordWrap(True)
        self._form, self._to = QComboBox(), QComboBox()
        self._form.setAccessibleName(tr("Form of the dispatch"))
        self._to.setAccessibleName(tr("Addressee"))
        self._sender, self._place = QLineEdit(), QLineEdit()
        self._sender.setPlaceholderText(tr("your own name"))
        self._place.setPlaceholderText(tr("a hex or place, or nothing"))
        self._rows = QFormLayout()
        self._rows.addRow(tr("Form"), self._form)
        self._rows.addRow(tr("To"), self._to)
        self._rows.addRow(tr("From"), self._sender)
        self._where = QWidget()
        where = QHBoxLayout(self._where)
        where.setContentsMargins(0, 0, 0, 0)
        where.addWidget(self._place, 1)
        where.addWidget(button(tr("Click it…"), self.pick_place, tip=tr("Click the place on the map")))
        self._rows.addRow(tr("About"), self._where)
        self._texts = QVBoxLayout()
        buttons = QHBoxLayout()
        self._write = button(tr("Write"), self.write, main=True, tip=tr("Ctrl+Enter"))
        buttons.addWidget(self._write)
        buttons.addWidget(button(tr("Cancel"), self.put_away, tip=tr("Esc")))
        column.addWidget(self._title)
        column.addLayout(self._rows)
        column.addLayout(self._texts)
        column.addLayout(buttons)
        self._form.currentIndexChanged.connect(lambda _: self._fit_form())
        self.hide()

    # opening

    def write_new(self) -> None:
        """Open an empty card."""
        self._open(tr("New dispatch"))

    def answer(self, id: int, dispatch: Dispatch) -> None:
        """Open the card for an answer to a dispatch."""
        self._open(tr("Answer to: {dispatch}", dispatch=DispatchWords(self._model).title(dispatch)))
        self._answers = id
        authors = [Addressee("seat", dispatch.seat)] if dispatch.seat else []
        authors += [Addressee("side", self._model.game.sides[side]) for side in dispatch.sides]
        author = self._model.game.seats.get(dispatch.seat)
        if author is not None and author.role:
            authors.append(Addressee("role", author.role))
        self._authors = (*authors, Addressee("umpire"))
        self._choose_form(dispatch.form, self._authors)

    def change(self, id: int, dispatch: Dispatch) -> None:
        """Open the card for the texts of a dispatch as they arrive."""
        self._open(tr("Changes to: {dispatch}", dispatch=DispatchWords(self._model).title(dispatch)), changes=True)
        self._changed = id
        self._show_fields(self._model.components.contacts.dispatch_form(dispatch.form), dispatch.as_told)

    def _open(self, title: str, *, changes: bool = False) -> None:
        self._title.setText(title)
        self._answers = self._changed = NOBODY
        self._authors = ()
        forms, words = self._model.components.contacts.dispatch_forms, self._model.titles.words
        self._form.clear()
        for form in forms:
            self._form.addItem(words(form.title), form)
        is_umpire = seat_of(self._model.game, self._model.seat).umpire
        for field, is_asked in (
            (self._form, len(forms) > 1 and not changes),
            (self._to, not changes),
            (self._sender, is_umpire and not changes),
            (self._where, not changes),
        ):
            self._rows.setRowVisible(field, is_asked)
        self._sender.setText("")
        self._place.setText("")
        self._picked = None
        self._write.setText(tr("Change") if changes else tr("Write"))
        self.show()
        next(iter(self._fields.values()), self._form).setFocus()

    def put_away(self) -> None:
        """Put the card away, and forget its texts."""
        self._show_fields(DispatchForm("", "", {}), {})
        self.hide()
        self.closed.emit()

    # what is on it

    def _fit_form(self) -> None:
        form = self._form.currentData()
        if form is None:
            return
        chosen = self._to.currentData()
        self._to.clear()
        for to, title in self._addressees(form):
            self._to.addItem(title, to)
        if chosen is not None:
            self._choose(chosen)
        self._show_fields(form, {})

    def _choose_form(self, usual: str, addressees: Sequence[Addressee]) -> None:
        """Select the form `usual` if it allows one of these addressees, or else the first form that does; and select
        the first addressee that this form allows.
        """
        forms: list[DispatchForm] = [self._form.itemData(row) for row in range(self._form.count())]
        for form in sorted(forms, key=lambda one: one.id != usual):
            for to in addressees:
                if not form.to or to.kind in form.to:
                    self._form.setCurrentIndex(forms.index(form))
                    self._choose(to)
                    return

    def _choose(self, to: Addressee) -> None:
        """Select an addressee, if it is in the list."""
        for row in range(self._to.count()):
            if self._to.itemData(row) == to:
                self._to.setCurrentIndex(row)

    def _addressees(self, form: DispatchForm) -> Iterator[tuple[Addressee, str]]:
        """Yield the possible addressees of a form, with their words."""
        game, words, own = self._model.game, DispatchWords(self._model), self._model.seat
        umpires = [name for name, seat in game.seats.items() if seat.umpire]
        found = [
            *((Addressee("umpire"),) if umpires and own not in umpires else ()),
            *(Addressee("side", side) for side in game.sides),
            *(Addressee("role", role.name) for role in game.access.roles),
            *(Addressee("seat", name) for name, seat in game.seats.items() if seat.is_taken and name != own),
        ]
        for to in found:
            if not form.to or to.kind in form.to:
                said = words.to(to)
                yield to, tr("{player} (player)", player=said) if to.kind == "seat" else said
        if not form.to or "piece" in form.to:
            yield from self._units()

    def _units(self) -> Iterator[tuple[Addressee, str]]:
        """Yield the own units on the maps, the selected ones first. If there are too many, yield only the selected
        ones.
        """
        game, titles = self._model.game, self._model.titles
        own = names_of(game.sides, tuple(self._model.table_seat.sides))
        mine = [id for id in game.pieces if game.kind_of(id).side in own and game.lying(id).map >= 0]
        selected = [id for id in self._selected() if id in mine]
        for id in dict.fromkeys((*selected, *(mine if len(mine) <= _MOST_UNITS else ()))):
            lying, name = game.lying(id), titles.words(titles.piece(game, id))
            place = titles.place(game.maps[lying.map], lying.place) if lying.place else ""
            yield Addressee("piece", piece=id), f"{name}, {place}" if place else name

    def _show_fields(self, form: DispatchForm, says: Mapping[str, str]) -> None:
        """Show a field for each text of a form."""
        while (item := self._texts.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        self._fields = {}
        for name, title in form.fields.items():
            field = QPlainTextEdit(says.get(name, ""))
            field.setTabChangesFocus(True)
            field.setPlaceholderText(self._model.titles.words(title))
            field.setAccessibleName(self._model.titles.words(title))
            field.setFixedHeight(_TEXT_PX)
            field.installEventFilter(self)
            self._texts.addWidget(field)
            self._fields[name] = field

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """Write with Ctrl+Enter, and put the card away with Esc, from within a text."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._keyed(event)
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Write with Ctrl+Enter, put the card away with Esc."""
        if not self._keyed(event):
            super().keyPressEvent(event)

    def _keyed(self, event: QKeyEvent) -> bool:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.write()
        elif event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            return False
        return True

    def pick_place(self) -> None:
        """Let the player click the place that the dispatch is about."""
        self._pick(self._take_place)

    def _take_place(self, map_name: str, place: str) -> None:
        title = self._model.titles.place(map_name, place)
        self._picked = (title, map_name, place)
        self._place.setText(title)
        next(iter(self._fields.values()), self._form).setFocus()

    def _at(self) -> At | None:
        """Return the place that the dispatch is about, picked or written; None for none."""
        written = self._place.text().strip()
        if self._picked is not None and written == self._picked[0]:
            return At(*self._picked[1:])
        return At(self._map_name(), written) if written else None

    # what is done

    def write(self) -> None:
        """Write the dispatch, or change the texts; the card stays open if the table refuses that.

        An answer counts as one only if it goes to the author of the answered dispatch, to the author's role or a side
        of the author, or to the umpire.
        """
        says = {name: text for name, field in self._fields.items() if (text := field.toPlainText().strip())}
        if self._changed:
            ticket = self._model.submit(ChangeDispatch(self._changed, says))
        else:
            to = self._to.currentData()
            if to is None:
                self._model.refused.emit(tr("This form has no addressee here."))
                return
            form, sender = self._form.currentData().id, self._sender.text().strip()
            answers = self._answers if to in self._authors else NOBODY
            ticket = self._model.submit(WriteDispatch(to, says, form, self._at(), answers, sender))
            if not self._answers:
                ticket.when_done(self.written.emit)
        ticket.when_done(self.put_away)
