"""Several players at one screen: the curtain between them, and the seat for which it opens."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.table.startup_keys import press_openings
from tabletop.desktop.table.table_model import UMPIRE_SEAT, TableModel, name_of_seat
from tabletop.desktop.window.seats.curtain import Curtain, SeatChoice
from tabletop.game.side_cells import cell_of, side_of, whole_sides
from tabletop.game.state.game import Seat
from tabletop.log_titles import side_title
from tabletop.texts import listed


class HotSeat(QObject):
    """A curtain over a window, and the change of seats when a player opens it.

    The window itself hides everything under the curtain.
    """

    covered = Signal(bool)
    """The curtain is about to cover the table (true), or has opened for a new viewer (false)."""

    def __init__(self, window: QWidget, model: TableModel, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._model = model
        self._curtain = Curtain(window, theme)
        self._curtain.opened.connect(self._sit_down)
        self._because = ""
        model.refused.connect(self._note)
        self.is_open = True

    def draw_curtain(self) -> None:
        """Cover the table until a player chooses a side."""
        self._draw("")

    def _draw(self, because: str) -> None:
        self.is_open = False
        self.covered.emit(True)
        self._curtain.draw(tuple(seat_choices(self._model)), because)

    def _note(self, because: str) -> None:
        """Remember the reason for which the table has refused something. If it has refused a seat, the curtain shows
        the reason.
        """
        self._because = because

    def stretch(self) -> None:
        """Stretch the curtain to the window's new size."""
        self._curtain.setGeometry(self._window.rect())

    def _sit_down(self, seat: SeatChoice) -> None:
        before = self._model.seat
        ticket = self._model.sit_as(seat.name, seat.sides, seat.role)
        ticket.when_done(lambda: self._show(before)).when_refused(lambda: self._draw(self._because))

    def _show(self, before: str) -> None:
        """Show the table to the players who now look at the screen."""
        self.is_open = True
        if self._model.seat != before:
            press_openings(self._model, "side")
        self.covered.emit(False)


def seat_choices(model: TableModel) -> Iterator[SeatChoice]:
    """Yield the seats for which the curtain can open.

    At an open table, and while the window only watches, these are each side, and all sides together. Otherwise they are
    the taken seats, the free roles, the free sides, and the people who watch. If roles play cells of a side, these
    cells, and the side if a role plays it, are offered only as roles.
    """
    game = model.game
    titles = {side: side_title(model.module.side_titles, side) for side in game.sides}
    if model.is_watching or game.access.kind == "open":
        for id, title in titles.items():
            yield SeatChoice(name_of_seat([title]), (id,), model.titles.side(id))
        everybody = name_of_seat(titles[side] for side in whole_sides(titles))
        yield SeatChoice(everybody, tuple(titles), tr("All sides"))
        return
    taken = {name: seat for name, seat in game.seats.items() if seat.is_taken}
    played = {game.sides[side] for seat in taken.values() for side in seat.sides}
    by_roles = {side for role in game.access.roles for side in role.sides}
    divided = {side_of(side) for side in by_roles if cell_of(side)}
    played.update(side for side in by_roles if side_of(side) in divided)
    roles = {seat.role_name for seat in taken.values()}
    yield from (_choice(model, name, seat, titles) for name, seat in taken.items() if not seat.umpire)
    for id, title in titles.items():
        if id not in played:
            yield SeatChoice(name_of_seat([title]), (id,), model.titles.side(id))
    for role in game.access.roles:
        if role.name not in roles:
            yield SeatChoice(role.name, role.sides, model.titles.words(role.name), role.name)
    yield from (_choice(model, name, seat, titles) for name, seat in taken.items() if seat.umpire)
    for name, seat in game.seats.items():
        if not seat.is_taken:
            yield SeatChoice(name, (), tr("{player}, watches", player=name))


def _choice(model: TableModel, name: str, seat: Seat, titles: Mapping[str, str]) -> SeatChoice:
    """Return a taken seat as the curtain offers it. `titles` are the titles of sides that names of seats contain."""
    sides = tuple(model.game.sides[side] for side in seat.sides)
    called_after = name_of_seat([titles[side] for side in sides])
    return SeatChoice(name, sides, _called(model, name, seat, called_after), seat.role_name)


def _called(model: TableModel, name: str, seat: Seat, called_after: str) -> str:
    """Return the words that the curtain shows for a taken seat. `called_after` is the default name for its sides."""
    if seat.umpire:
        return tr("Umpire") if name in (UMPIRE_SEAT, called_after) else tr("{player}, umpire", player=name)
    sides = listed([model.titles.side(model.game.sides[side]) for side in seat.sides])
    plays = model.titles.words(seat.role_name) if seat.role_name else sides
    is_after = name in (called_after, seat.role_name or called_after)
    return plays if is_after else tr("{player}, {sides}", player=name, sides=plays)
