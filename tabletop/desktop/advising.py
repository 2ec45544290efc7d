"""The rules assistant at the window: asks it about what is shown, and shows what it says. It can be switched off.

What the assistant knows is the seat's own view. Nothing here decides anything: what is to be done is a command like any
other.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QTimer, Signal

from tabletop.assembly import Lift, TableAssistant
from tabletop.assisting import Finding, Legend, OverlayOffer, Where
from tabletop.desktop.panels.assistant import AssistantPanel
from tabletop.desktop.scene.overlays import OverlayLayer
from tabletop.desktop.selection import Selection
from tabletop.desktop.table_model import TableModel
from tabletop.game.commands import AnyCommand
from tabletop.game.view import Changes

if TYPE_CHECKING:
    from tabletop.game.game import Game

HAND = "hand"
"""The id of what is shown while pieces are in the hand."""


class Silence:
    """What stands in an advisor's place at a table without an assistant."""

    def lift(self, pieces: tuple[int, ...]) -> None:
        """Nothing is said."""

    def hover(self, map_name: str, point: QPointF) -> None:
        """Nothing is said."""

    def drop(self, map_name: str, point: QPointF) -> AnyCommand | None:  # noqa: ARG002 - it is the same everywhere
        """A move is just a move."""
        return None

    def put_down(self) -> None:
        """Nothing is said."""


class Advisor(QObject):
    """Stands between the assistant of a table and one window."""

    previewed = Signal(object)
    """What letting go would mean: `Preview`, or None when nothing is in the hand."""

    badges_changed = Signal(object)
    """The pieces with findings, of this view."""

    def __init__(
        self,
        model: TableModel,
        assistant: TableAssistant,
        panel: AssistantPanel,
        layers: Mapping[str, OverlayLayer],
        selection: Selection,
    ) -> None:
        super().__init__()
        self._model = model
        self._assistant = assistant
        self._panel = panel
        self._layers = layers
        self._selection = selection
        self._is_on = False
        self._open: dict[str, str] = {}
        self._legends: dict[str, Legend] = {}
        self._findings: dict[object, Finding] = {}
        self._lift: Lift | None = None
        self._hovered: Where | None = None
        self._view: Game = model.game
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._show_all)
        panel.wanted.connect(self._want)
        panel.let_stand.connect(self._let_stand)
        model.changed.connect(self._changed)
        model.replaced.connect(self._replaced)
        model.properties_changed.connect(self._soon)
        selection.changed.connect(self._soon)

    # on and off

    @property
    def is_on(self) -> bool:
        """Whether the assistant says anything in this window."""
        return self._is_on

    def switch(self, on: bool) -> None:
        """Switch it on or off; switched off, nothing of it is seen."""
        self._is_on = on
        self._panel.setVisible(on)
        if on:
            self._view = self._model.game
            self._show_all()
        else:
            self._findings.clear()
            self._open.clear()
            self._legends.clear()
            for layer in self._layers.values():
                layer.clear()
            self.badges_changed.emit(frozenset())

    # overlays

    def offers(self) -> Sequence[OverlayOffer]:
        """The overlays that the game has."""
        return self._assistant.overlays()

    def toggle(self, id: str, map_name: str) -> None:
        """Show an overlay on a map, or take it away; reach and its like follow the choice while they are open."""
        if not self._is_on:
            return
        if self._open.get(id) == map_name:
            self._close(id)
        else:
            self._close(id)
            self._open[id] = map_name
            self._show_overlay(id)

    def _close(self, id: str) -> None:
        map_name = self._open.pop(id, None)
        if map_name is not None:
            self._layers[map_name].hide(id)
            self._legends.pop(id, None)
            self._panel.show_legends(tuple(self._legends.values()))

    def _show_overlay(self, id: str) -> None:
        map_name = self._open[id]
        game = self._model.game
        found = self._assistant.overlay(id, map_name, game, self._model.seat, self._selection.pieces)
        self._layers[map_name].hide(id)
        self._legends.pop(id, None)
        if found is not None:
            self._layers[map_name].show(found)
            self._legends[id] = found.legend
        self._panel.show_legends(tuple(self._legends.values()))

    # the hand

    def lift(self, pieces: tuple[int, ...]) -> None:
        """Pieces are taken up: where they can go is shown."""
        if not self._is_on:
            return
        self._lift = self._assistant.lift(self._model.game, self._model.seat, pieces)
        overlay = self._lift.overlay
        if overlay is not None:
            self._layers[overlay.map].show(overlay)
        self._hovered = None

    def hover(self, map_name: str, point: QPointF) -> None:
        """The hand is over a point of a map (map pixels)."""
        where = self._where(map_name, point)
        if self._lift is None or where is None or where == self._hovered:
            return
        self._hovered = where
        preview = self._lift.hover(where)
        self._layers[map_name].show_path(HAND, preview.path, preview.cross)
        self.previewed.emit(preview)

    def drop(self, map_name: str, point: QPointF) -> AnyCommand | None:
        """What the rules make of letting go there; None if they say nothing, and the move is just a move."""
        where = self._where(map_name, point)
        return self._lift.drop(where) if self._lift is not None and where is not None else None

    def put_down(self) -> None:
        """The hand is empty again."""
        if self._lift is not None:
            overlay = self._lift.overlay
            if overlay is not None and overlay.id not in self._open:
                self._layers[overlay.map].hide(overlay.id)
            for layer in self._layers.values():
                layer.hide(HAND)
        self._lift = None
        self._hovered = None
        self.previewed.emit(None)

    def why_not(self, map_name: str, point: QPointF) -> str:
        """Why the chosen pieces cannot go to a point of a map."""
        where = self._where(map_name, point)
        if not self._is_on or where is None or not self._selection.pieces:
            return ""
        return self._assistant.why_not(self._model.game, self._model.seat, self._selection.pieces, where)

    def _where(self, map_name: str, point: QPointF) -> Where | None:
        place = self._model.components.maps[map_name].place_at(round(point.x()), round(point.y()))
        return Where(map_name, place) if place else None

    # what changes

    def _changed(self, changes: Changes) -> None:
        if not self._is_on:
            return
        before, self._view = self._view, self._model.game
        touched = set(changes.pieces)
        stays = {mark: one for mark, one in self._findings.items() if touched.isdisjoint(one.pieces)}
        found = self._assistant.findings(before, self._view, self._model.seat, changes.pieces)
        self._findings = {**stays, **{one.mark: one for one in found}}
        self._soon()

    def _replaced(self) -> None:
        self._view = self._model.game
        self._findings.clear()
        self._soon()

    def _soon(self) -> None:
        if self._is_on:
            self._later.start()

    def _show_all(self) -> None:
        game, seat = self._model.game, self._model.seat
        self._panel.show_now(self._assistant.now(game, seat, self._selection.pieces))
        self._panel.show_underway(self._assistant.underway(game, seat))
        self._panel.show_findings(tuple(self._findings.values()))
        for id in tuple(self._open):
            self._show_overlay(id)
        self.badges_changed.emit(frozenset(piece for one in self._findings.values() for piece in one.pieces))

    def _want(self, command: AnyCommand | None) -> None:
        if command is not None:
            self._model.submit(command)

    def _let_stand(self, finding: Finding) -> None:
        self._findings.pop(finding.mark, None)
        self._show_all()
