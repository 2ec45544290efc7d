"""Counters seen larger: what lies under the mouse that rests, and all sides of one counter."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, QPointF, QTimer

from tabletop.desktop.drawing.pixmaps import FacePixmap
from tabletop.desktop.inspecting import all_sides
from tabletop.desktop.panels.maps import MapsArea
from tabletop.desktop.panels.viewer import SIDE, StackViewer
from tabletop.desktop.scene.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table_model import TableModel
from tabletop.desktop.theme import Theme
from tabletop.expression import compile_expression, compile_template
from tabletop.game.game import Game
from tabletop.game.holder import Holder
from tabletop.game.reading import Reading
from tabletop.game.showing import holds, name_of, rendered
from tabletop.module.schema.table import Viewer
from tabletop.telling import count

USUAL: Final = (Viewer(),)
"""What maps have that say nothing of it."""


class LookingCloser(QObject):
    """Shows stacks while the mouse rests on them, and a counter until something else is chosen.

    What is shown stays while it `is_kept`, wherever the mouse goes.
    """

    def __init__(
        self,
        model: TableModel,
        theme: Theme,
        maps: MapsArea,
        scenes: Mapping[str, TableScene],
        pictures: ModulePictures,
        is_kept: Callable[[], bool],
    ) -> None:
        super().__init__(maps)
        self._model = model
        self._scenes = scenes
        self._pictures = pictures
        self._is_kept = is_kept
        self._viewer = StackViewer(maps, theme)
        self._at: tuple[str, QPointF] | None = None
        self._is_held = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._show_stack)

    def hide(self) -> None:
        """Show nothing."""
        self._viewer.hide()

    def let_go(self) -> None:
        """Something else is chosen: the sides of a counter are shown no longer."""
        if self._is_held:
            self._viewer.hide()
            self._is_held = False

    def hover(self, name: str, point: QPointF) -> None:
        """The mouse is over a point of a map (map pixels; no number where it has left)."""
        if self._viewer.isVisible() and (self._is_held or self._is_kept()):
            return
        self._at = None if point.x() != point.x() else (name, point)
        self._rest.start(min(viewer.after_ms for viewer in self._viewers(name)))
        if self._at is None or not self._scenes[name].pieces_at(point):
            self._viewer.hide()

    def inspect(self, piece: int) -> None:
        """Show all sides of a counter, until something else is chosen or happens."""
        game, seat = self._model.game, self._model.seat
        sides = [
            (self._large(shown, piece)[0], level)
            for level, shown in all_sides(game, self._model.components, seat, piece)
        ]
        self._rest.stop()
        name = name_of(self._pictures.reading(game), piece)
        self._viewer.show_stack(name, count(len(sides), "side"), sides)
        self._is_held = True

    def _show_stack(self) -> None:
        if self._at is None:
            return
        name, point = self._at
        game = self._model.game
        there = [game.holder_of(piece) for piece in self._scenes[name].pieces_at(point)]
        reading = self._pictures.reading(game)
        for viewer in self._viewers(name) if there else ():
            pieces = shown_by(viewer, there, reading)
            if pieces and (len(pieces) >= viewer.least or self._is_kept()):
                self._show(name, viewer, there[0], pieces)
                return

    def _viewers(self, name: str) -> Sequence[Viewer]:
        return self._model.module.sheets[name].viewers or USUAL

    def _show(self, name: str, viewer: Viewer, holder: Holder, pieces: Sequence[int]) -> None:
        """Show these pieces in the words of a viewer."""
        game, board = self._model.game, self._model.components.maps[name]
        reading = self._pictures.reading(game)
        place = holder.name or board.title(holder.place) or "in the open"
        title = rendered(compile_template(viewer.title), reading.reader(pieces[-1])).strip() or place
        number = holder.place if holder.place != title else ""
        note = "   ".join(filter(None, [number, count(len(pieces), "counter")]))
        words = compile_template(viewer.words)
        shown = [(self._large(game, piece)[0], rendered(words, reading.reader(piece))) for piece in pieces]
        self._viewer.show_stack(title, note, shown)

    def _large(self, game: Game, piece: int) -> tuple[FacePixmap, str]:
        """The picture of a piece for the viewer, and its name."""
        scale = SIDE / self._pictures.side(game, piece)
        return self._pictures.picture(game, piece, scale), name_of(self._pictures.reading(game), piece)


def shown_by(viewer: Viewer, there: Sequence[Holder], reading: Reading) -> list[int]:
    """The pieces that a viewer shows of the stacks in a spot, of which the topmost comes first; the top piece last."""
    where = compile_expression(viewer.where)
    stacks = dict.fromkeys(there if viewer.overlapping else there[:1])
    pieces = [piece for held in reversed(stacks) for piece in held.pieces]
    return [piece for piece in pieces if holds(where, reading.reader(piece))]
