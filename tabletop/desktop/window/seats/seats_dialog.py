"""The dialog of seats: the players' sides, their roles, and the rights of seats."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.table_model import TableModel
from tabletop.desktop.widgets.access_choice import AccessChoice, name_of_access
from tabletop.desktop.widgets.cards import scrolled
from tabletop.desktop.widgets.panel_parts import button, label
from tabletop.game.commands import AnyCommand, ChangeAccess, GiveSeat
from tabletop.game.state.game import Seat
from tabletop.game.table_access import AccessWish
from tabletop.texts import listed


class _Place(NamedTuple):
    """A position that a person can have at the table: the sides, the umpire's seat, or a role."""

    sides: tuple[str, ...] = ()
    umpire: bool = False
    role: str = ""


class SeatsDialog(QDialog):
    """A dialog for the access of the table and for the sides of each person. New people can be added."""

    agreed = Signal(object)
    """The commands that carry out the changes."""

    def __init__(self, parent: QWidget | None, model: TableModel) -> None:
        super().__init__(parent)
        self._model = model
        self.setWindowTitle(tr("Seats"))
        self.resize(560, 420)
        self._access = AccessChoice(model.game.access.kind)
        self._places = tuple(self._all_places())
        self._rows: dict[str, QComboBox] = {}
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(label(tr("Players' access"), "title"))
        column.addWidget(self._access)
        meaning = label(self._access.meaning, "caption")
        meaning.setWordWrap(True)
        self._access.currentIndexChanged.connect(lambda: meaning.setText(self._access.meaning))
        column.addWidget(meaning)
        for wish in model.game.access.wishes:
            column.addWidget(self._said_of(wish))
        column.addWidget(label(tr("Players and sides"), "title"))
        people = QWidget()
        self._grid = QGridLayout(people)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        for name, seat in model.game.seats.items():
            self._add(name, seat)
        self._name = QLineEdit()
        self._name.setPlaceholderText(tr("Name of a new player"))
        self._name.setAccessibleName(tr("The name of a new player"))
        self._new = self._choice(_Place())
        self._new.setAccessibleName(tr("Sides of a new player"))
        self._grid.addWidget(self._name, self._grid.rowCount(), 0)
        self._grid.addWidget(self._new, self._grid.rowCount() - 1, 1)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        column.addWidget(scrolled(people), 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(tr("Cancel"), self.reject))
        row.addWidget(button(tr("Apply"), self.accept, main=True))
        column.addLayout(row)
        self.accepted.connect(lambda: self.agreed.emit(tuple(self._commands())))

    def _said_of(self, wish: AccessWish) -> QLabel:
        """Return a line about the access that a player suggests."""
        kind = name_of_access(wish.kind)
        said = (
            tr("{player} suggests: {kind}, with {umpire} as umpire.", player=wish.seat, kind=kind, umpire=wish.umpire)
            if wish.umpire
            else tr("{player} suggests: {kind}.", player=wish.seat, kind=kind)
        )
        if wish.seat != self._model.seat:
            said = tr("{said} Choose the same to agree.", said=said)
        found = label(said, "caption")
        found.setWordWrap(True)
        return found

    def _add(self, name: str, seat: Seat) -> None:
        row = self._grid.rowCount()
        who = label(name, "value")
        who.setWordWrap(True)
        self._grid.addWidget(who, row, 0)
        self._rows[name] = self._choice(self._place_of(seat))
        self._rows[name].setAccessibleName(tr("Sides of {player}", player=name))
        self._grid.addWidget(self._rows[name], row, 1)

    def _place_of(self, seat: Seat) -> _Place:
        return _Place(tuple(self._model.game.sides[side] for side in seat.sides), seat.umpire, seat.role_name)

    def _all_places(self) -> Iterator[_Place]:
        """Yield all possible and current positions of people, each once."""
        game = self._model.game
        places = [_Place(), *(_Place((side,)) for side in game.sides), _Place(game.sides)]
        places += [_Place(role.sides, role=role.name) for role in game.access.roles]
        yield from dict.fromkeys([*places, _Place(umpire=True), *map(self._place_of, game.seats.values())])

    def _choice(self, now: _Place) -> QComboBox:
        made = QComboBox()
        for place in self._places:
            made.addItem(self._title(place))
        made.setCurrentIndex(self._places.index(now))
        return made

    def _title(self, place: _Place) -> str:
        titles = self._model.titles
        sides = listed([titles.side(side) for side in self._model.game.sides if side in place.sides])
        plays = tr("{role} ({sides})", role=titles.words(place.role), sides=sides) if place.role else sides
        if place.umpire:
            return tr("Umpire, {sides}", sides=plays) if plays else tr("Umpire")
        return plays or tr("Watches")

    def _commands(self) -> Iterator[AnyCommand]:
        """Yield the commands to the table. New umpires come first, so that there is an umpire at all times."""
        game = self._model.game
        changed = {
            name: place
            for name, choice in self._rows.items()
            if (place := self._places[choice.currentIndex()]) != self._place_of(game.seats[name])
        }
        if self._name.text().strip():
            changed[self._name.text().strip()] = self._places[self._new.currentIndex()]
        for name, place in sorted(changed.items(), key=lambda each: not each[1].umpire):
            yield GiveSeat(name, () if place.role else place.sides, place.umpire, place.role)
        kind = self._access.kind
        if kind != game.access.kind:
            others = (wish for wish in game.access.wishes if (wish.kind, wish.seat != self._model.seat) == (kind, True))
            agreed = next(others, None)
            yield ChangeAccess(kind, agreed.roles, agreed.umpire) if agreed is not None else ChangeAccess(kind)
