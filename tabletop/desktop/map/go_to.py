"""Actions that show a place or a counter, or move the selection to a place, by the name that the player types."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from tabletop.assistance import Finding
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.map.name_finder import NameFinder
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.selection import Selection, bottom_up
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.commands import At, MovePieces


class RulesOfPlaces(Protocol):
    """The part of the rules assistant that judges a place which the player has named."""

    @property
    def is_on(self) -> bool:
        """True if the assistant is switched on."""

    def say_of(self, map_name: str, place: str) -> None:
        """Show whether the selected pieces can go to a place, and the reason if not."""


class Navigation(QObject):
    """The actions that go to a place or a counter, also by the name that the player types."""

    remarked = Signal(str)
    """A message to the player."""

    def __init__(
        self,
        model: TableModel,
        theme: Theme,
        maps: MapsArea,
        scenes: Mapping[str, TableScene],
        selection: Selection,
        rules: RulesOfPlaces,
    ) -> None:
        super().__init__(maps)
        self._model = model
        self._theme = theme
        self._maps = maps
        self._scenes = scenes
        self._selection = selection
        self._rules = rules
        self._finder = NameFinder(maps)

    def leave(self) -> None:
        """Close the line in which a name is asked for."""
        self._finder.leave()

    # going there

    def to_place(self, name: str, place: str) -> None:
        """Bring a place of a map into view, and point at it."""
        spot = self._model.components.maps[name].spot_of(place)
        if spot is not None:
            self.to_point(name, spot.x, spot.y)

    def to_finding(self, finding: Finding) -> None:
        """Select the pieces of a finding, and go to its first place, or without places to its first piece on a map."""
        game = self._model.game
        pieces = [piece for piece in finding.pieces if piece in game.pieces]
        self._selection.replace(pieces)
        if finding.places:
            self.to_place(finding.places[0].map, finding.places[0].place)
            return
        for holder in [held for held in map(game.lying, pieces) if held.map >= 0][:1]:
            self.to_point(game.maps[holder.map], holder.x, holder.y)

    def _to_stack(self, name: str, place: str) -> None:
        """Go to a place, and select the pieces of the last holder there, or nothing if there are none."""
        self.to_place(name, place)
        game = self._model.game
        index = game.maps.index(name)
        lying = [held for held in game.holders.values() if (held.map, held.place) == (index, place) and held.pieces]
        self._selection.replace(lying[-1].pieces if lying else ())

    def to_piece(self, piece: int) -> None:
        """Go to a counter and select it, if it is on a map."""
        game = self._model.game
        if piece in game.pieces and game.lying(piece).map >= 0:
            holder = game.lying(piece)
            self.to_point(game.maps[holder.map], holder.x, holder.y)
            self._selection.replace([piece])

    def follow(self, pieces: Sequence[int]) -> None:
        """Bring the last of these pieces on the current map into view, unless it is already visible."""
        game = self._model.game
        held = [game.lying(piece) for piece in pieces if piece in game.pieces]
        here = [one for one in held if one.map >= 0 and game.maps[one.map] == self._maps.current]
        if here:
            view = self._maps.view(self._maps.current)
            if not view.sees(here[-1].x, here[-1].y):
                view.look_at(here[-1].x, here[-1].y)

    def to_point(self, name: str, x: int, y: int) -> None:
        """Bring a point of a map into view, unless it is visible, and point at it."""
        self._maps.show_map(name)
        view = self._maps.view(name)
        if not view.sees(x, y):
            view.look_at(x, y)
        self._scenes[name].ping(x, y, self._theme.colour("accent"))

    # asking for a name

    def find(self) -> None:
        """Ask for the name of a place or a counter, and go to it."""
        found: dict[str, Callable[[], object]] = {
            label: partial(self._to_stack, *where) for label, where in self._places().items()
        }
        board, game = self._model.components.maps, self._model.game
        for piece in game.pieces:
            holder = game.lying(piece)
            if holder.map >= 0:
                where = game.maps[holder.map]
                place = board[where].title(holder.place)
                name = game.kind_of(piece).name
                label = f"{name}, {place}" if place else tr("{counter}, in the open", counter=name)
                found.setdefault(label, partial(self.to_piece, piece))
        self._ask_for(tr("Find place or counter"), found)

    def move_chosen(self) -> None:
        """Ask for the name of a place, and move the selected pieces there."""
        pieces = bottom_up(self._model.game, self._selection.pieces)
        if not pieces:
            self.remarked.emit(tr("Select counters first."))
            return
        goals = self._places()
        self._ask_for(
            tr("Move selection to"),
            {label: partial(self._move, pieces, *where) for label, where in goals.items()},
        )

    def ask_why_not(self) -> None:
        """Ask for the name of a place, and show whether the selected pieces can go there, and the reason if not."""
        if not self._rules.is_on or not self._selection.pieces:
            self.remarked.emit(tr("Switch on the rules assistant (F4) and select counters first."))
            return
        goals = self._places()
        self._ask_for(
            tr("Why can't it move to"),
            {label: partial(self._rules.say_of, *where) for label, where in goals.items()},
        )

    def _move(self, pieces: tuple[int, ...], name: str, place: str) -> None:
        self._model.submit(MovePieces(pieces, At(name, place))).when_done(partial(self.to_place, name, place))

    def _places(self) -> dict[str, tuple[str, str]]:
        """Return the places of all maps, each as a map and a place on it, by titles that contain the place's number."""
        found: dict[str, tuple[str, str]] = {}
        for name, board in self._model.components.maps.items():
            for place in board.places():
                title = board.title(place)
                found.setdefault(title if title == place else f"{title} · {place}", (name, place))
        return found

    def _ask_for(self, question: str, does: Mapping[str, Callable[[], object]]) -> None:
        def answer(name: str) -> None:
            if name in does:
                does[name]()
            else:
                self.remarked.emit(tr("Nothing here is called '{name}'.", name=name))
            self._maps.view(self._maps.current).setFocus()

        self._finder.ask(question, sorted(does), answer)
