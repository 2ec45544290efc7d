"""Advice about dragged pieces: their reach, and the effect of a drop."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from tabletop.assembly import Lift, TableAssistant
from tabletop.assistance import Overlay, Preview, Where
from tabletop.desktop.platform.background_questions import BackgroundQuestions
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.change.hand_moves import Move
from tabletop.game.commands import AnyCommand

HAND: Final = "hand"
"""The id of the way that is drawn for dragged pieces."""

REST_MS: Final = 30
"""The time (in ms) for which the cursor must rest over a place before findings are searched."""

STAY_MS: Final = 60
"""The further time (in ms) before supply is searched, which takes longest."""


class DragAdvice(QObject):
    """The advice while pieces are dragged: the way at once, and findings if the cursor rests."""

    previewed = Signal(object)
    """The effect of a drop: a `Preview`, or None when nothing is dragged."""

    def __init__(
        self,
        parent: QObject,
        model: TableModel,
        assistant: TableAssistant,
        layers: Mapping[str, OverlayLayer],
        going_on: Callable[[tuple[int, ...]], Move],
    ) -> None:
        """Prepare the advice. `going_on` returns the move that a step with some pieces would continue."""
        super().__init__(parent)
        self._going_on = going_on
        self._model = model
        self._assistant = assistant
        self._layers = layers
        self._lift: Lift | None = None
        self._reach: Overlay | None = None
        self._where: Where | None = None
        self._shows = False
        self._fields: tuple[Overlay, ...] = ()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)
        self._stay = QTimer(self)
        self._stay.setSingleShot(True)
        self._stay.setInterval(STAY_MS)
        self._stay.timeout.connect(self._stayed)
        self._mends: BackgroundQuestions[Preview] = BackgroundQuestions(self, self._hear_mend)

    def lift(self, pieces: tuple[int, ...], shown: Mapping[str, Overlay]) -> None:
        """Begin a drag of pieces, and show their reach. `shown` are overlays that are already drawn."""
        self._lift = self._lifted(pieces)
        overlay = self._lift.overlay
        if overlay is not None and shown.get(overlay.id) != overlay:
            self._layers[overlay.map].show(overlay)
        self._reach = overlay if overlay is not None and overlay.id not in shown else None
        self._where = None

    def hover(self, where: Where | None) -> None:
        """Show the effect of a drop at this place."""
        if self._lift is None or where is None or where == self._where:
            return
        self._where = where
        self._mends.forget_all()
        self._show(self._lift.glance(where))
        self._stay.stop()
        self._rest.start()

    def drop(self, where: Where | None) -> AnyCommand | None:
        """Return the command by which the rules carry out a drop there; None for a plain move."""
        return self._lift.drop(where) if self._lift is not None and where is not None else None

    def refusal(self, where: Where, enforced: Collection[str]) -> str:
        """Return the first mistake that these checks find in a drop at a place, with its rule; "" if there is none."""
        found = self._lift.hover(where).findings if self._lift is not None else ()
        return next((f"{one.rule}: {one.message}" for one in found if one.check in enforced), "")

    def look(self, pieces: tuple[int, ...], where: Where) -> Preview:
        """Return the preview of a drop of these pieces at a place."""
        return self._lifted(pieces).rest(where)

    def _lifted(self, pieces: tuple[int, ...]) -> Lift:
        return self._assistant.lift(self._model.game, self._model.seat, pieces, self._going_on(pieces))

    def explain(self, pieces: tuple[int, ...], where: Where) -> None:
        """Show the preview of a drop of these pieces at a place, until `put_down`."""
        self._where = where
        self._show(self.look(pieces, where))

    def put_down(self) -> None:
        """Hide everything that was shown for the dragged pieces."""
        self._rest.stop()
        self._stay.stop()
        self._mends.forget_all()
        if self._reach is not None:
            self._layers[self._reach.map].hide(self._reach.id)
        for layer in self._layers.values():
            layer.hide(HAND)
        self._show_fields(())
        self._lift, self._reach, self._where = None, None, None
        if self._shows:
            self._shows = False
            self.previewed.emit(None)

    def _rested(self) -> None:
        if self._lift is not None and self._where is not None:
            hovered = self._lift.hover(self._where)
            self._show_fields(hovered.fields)
            self.previewed.emit(hovered)
            self._stay.start()

    def _stayed(self) -> None:
        if self._lift is not None and self._where is not None:
            self.previewed.emit(self._lift.rest(self._where))
            search = self._lift.mending(self._where)
            if search is not None:
                self._mends.ask(HAND, search)

    def _hear_mend(self, _name: str, found: Preview) -> None:
        self.previewed.emit(found)

    def _show_fields(self, fields: tuple[Overlay, ...]) -> None:
        """Show the arcs of fire that the pieces would have at the place under the cursor."""
        for old in self._fields:
            self._layers[old.map].hide(old.id)
        self._fields = tuple(replace(field, id=f"{HAND}:{field.id}") for field in fields)
        for field in self._fields:
            self._layers[field.map].show(field)

    def _show(self, preview: Preview) -> None:
        if self._where is not None:
            for name, layer in self._layers.items():
                if name != self._where.map:
                    layer.hide(HAND)
            self._layers[self._where.map].show_path(HAND, preview.path, preview.held, preview.cross)
        self._shows = True
        self.previewed.emit(preview)
