"""Counters shown larger: those under a resting mouse, and all sides of one counter."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap

from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.map.map_tabs import MapsArea
from tabletop.desktop.map.viewer.piece_sides import all_sides
from tabletop.desktop.map.viewer.stack_viewer import SIDE, Dress, StackViewer, ViewedThing, ViewerCard, as_shown
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.table_model import TableModel
from tabletop.expression import (
    Expression,
    ExpressionError,
    LimitReached,
    Value,
    as_number,
    compile_expression,
    compile_template,
)
from tabletop.game.appearance.drawn_piece import unturned
from tabletop.game.appearance.piece_display import appearance_of, holds, name_of, rendered, table_of, viewed
from tabletop.game.kinds.kind_builder import WithNames
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import FACE
from tabletop.module.schema.map.map_view_records import GroundRecord, Viewer
from tabletop.module.schema.record_base import usual

USUAL: Final = (usual(Viewer),)
"""The default viewers, for maps that define none."""


class PieceViewer(QObject):
    """A viewer of stacks under a resting mouse, and of one counter until something else is selected.

    While `is_kept()` is true, the stacks stay on show when the mouse moves away.
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
        self._theme = theme
        self._maps = maps
        self._scenes = scenes
        self._pictures = pictures
        self._is_kept = is_kept
        self._viewers = [StackViewer(maps, theme)]
        self._at: tuple[str, QPointF] | None = None
        self._is_held = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._show_there)

    def hide(self) -> None:
        """Hide everything."""
        for viewer in self._viewers:
            viewer.hide()

    def let_go(self) -> None:
        """Hide the sides of a counter after something else was selected."""
        if self._is_held:
            self.hide()
            self._is_held = False

    def hover(self, name: str, point: QPointF) -> None:
        """Follow the mouse to a point of a map (map pixels; NaN after it has left)."""
        if self._viewers[0].isVisible() and (self._is_held or self._is_kept()):
            return
        self._at = None if point.x() != point.x() else (name, point)
        self._rest.start(min(viewer.after_ms for viewer in self._of(name)))
        if self._at is None or not self._scenes[name].pieces_at(point):
            self.hide()

    def inspect(self, piece: int) -> None:
        """Show all sides of a counter, until `hide` or `let_go` is called."""
        game, seat = self._model.game, self._model.seat
        sides = [
            ViewedThing(self._pictures.picture(shown, piece, SIDE / self._pictures.side(shown, piece)), level)
            for level, shown in all_sides(game, self._model.components, seat, piece)
        ]
        self._rest.stop()
        name = name_of(self._pictures.reading(game), piece)
        self._show(
            [ViewerCard(name, tr("{count} {count:side|sides}", count=len(sides)), sides)], self._seen_of([piece])
        )
        self._is_held = True

    def _show(self, cards: Sequence[ViewerCard], beside: QRect) -> None:
        """Show exactly these cards, one above the other.

        If possible they do not cover `beside`, the area of their pieces in pixels of the maps' area.
        """
        while len(self._viewers) < len(cards):
            self._viewers.append(StackViewer(self._maps, self._theme))
        shown = self._viewers[: len(cards)]
        for at_right in (False, True):
            above = 0
            for viewer, card in zip(shown, cards, strict=True):
                above = viewer.show_card(card, above, at_right=at_right)
            if not any(viewer.geometry().intersects(beside) for viewer in shown):
                break
        for viewer in self._viewers[len(cards) :]:
            viewer.hide()

    def _show_there(self) -> None:
        if self._at is not None:
            name, point = self._at
            holders = {self._model.game.lying(piece) for piece in self._scenes[name].pieces_at(point)}
            beside = self._seen_of([piece for holder in holders for piece in holder.pieces])
            self._show(list(self._cards(name, point)), beside)

    def _seen_of(self, pieces: Sequence[int]) -> QRect:
        """Return the area of pieces on the screen, in pixels of the maps' area."""
        seen = QRect()
        for name, scene in self._scenes.items():
            view = self._maps.view(name)
            areas = [area for piece in pieces if (area := scene.area_of(piece)) is not None] if view.isVisible() else []
            for area in areas:
                within = view.mapFromScene(area).boundingRect()
                seen |= within.translated(view.viewport().mapTo(self._maps, QPoint(0, 0)))
        return seen

    def _of(self, name: str) -> Sequence[Viewer]:
        return self._model.module.sheets[name].viewers or USUAL

    def _cards(self, name: str, point: QPointF) -> Iterator[ViewerCard]:
        """Yield the cards that the viewers of a map show at a point of it (map pixels)."""
        game, scale = self._model.game, self._maps.view(name).scale_now
        there = [game.lying(piece) for piece in self._scenes[name].pieces_at(point)]
        for viewer in self._of(name):
            pieces = shown_by(viewer, there, self._pictures.reading(game))
            least = 1 if self._is_kept() or scale < viewer.below_scale else viewer.least
            if len(pieces) < max(least, 1):
                pieces = []
            card = self._card(name, point, viewer, there, pieces)
            if card is not None:
                yield card
                if viewer.alone:
                    return

    def _card(
        self, name: str, point: QPointF, viewer: Viewer, there: Sequence[Holder], pieces: Sequence[int]
    ) -> ViewerCard | None:
        """Return the card of a viewer for these pieces, or for an empty place; None if it shows nothing."""
        dress = self._dress(viewer)
        grounds: list[ViewedThing] = []
        if viewer.ground is not None and (pieces or viewer.ground.shown == "always"):
            grounds.append(self._ground(name, point, there, viewer.ground))
        if not pieces:
            words = self._at_place(viewer.empty, name, point).strip() if viewer.least == 0 else ""
            return ViewerCard(words, "", grounds, dress) if words or grounds else None
        game = self._model.game
        reading = self._pictures.reading(game)
        enlarging = viewed(game, self._model.components, self._model.seat, enlarges=True)
        words_of = compile_template(viewer.words)
        shown = [self._shown(enlarging, piece, rendered(words_of, reading.reader(piece)), viewer) for piece in pieces]
        return ViewerCard(*self._head(name, there[0], viewer, pieces), [*grounds, *shown], dress)

    def _head(self, name: str, holder: Holder, viewer: Viewer, pieces: Sequence[int]) -> tuple[str, str]:
        """Return the title over pieces, and the note beside it. A viewer with its own title has no note."""
        if viewer.title is not None:
            reading = self._pictures.reading(self._model.game)
            names = {"Count": len(pieces), **summed(viewer, pieces, reading)}
            topmost = WithNames(reading.reader(pieces[-1]), names)
            return rendered(compile_template(viewer.title), topmost).strip(), ""
        place = holder.name or self._model.components.maps[name].title(holder.place) or tr("in the open")
        number = holder.place if holder.place != place else ""
        return place, "   ".join(filter(None, [number, tr("{count} {count:counter|counters}", count=len(pieces))]))

    def _dress(self, viewer: Viewer) -> Dress:
        paper = self._theme.ink_of(viewer.paper) if viewer.paper is not None else None
        ink = self._theme.ink_of(viewer.ink) if viewer.ink is not None else None
        return Dress(paper, ink, float(viewer.gap), viewer.type_px, is_html=viewer.html)

    def _shown(self, reading: PropertyReader, piece: int, words: str, viewer: Viewer) -> ViewedThing:
        """Return a piece as it appears in a viewer."""
        if not viewer.pictures:
            return ViewedThing(None, words)
        game, look = self._model.game, appearance_of(reading, piece)
        side = self._pictures.side(game, piece)
        scale = viewer.scale if viewer.scale is not None else SIDE / side
        width, height = (measure * scale for measure in self._pictures.size(game, piece))
        if viewer.scale is None:
            width = height = SIDE
        look = look if viewer.turned else replace(look, shown=unturned(look.shown))
        return ViewedThing(self._pictures.look(look, side, scale), words, width, height)

    def _ground(self, name: str, point: QPointF, there: Sequence[Holder], ground: GroundRecord) -> ViewedThing:
        """Return a picture of a part of the map: round the stack of the topmost piece under the mouse, or round the
        place there.
        """
        spot = self._model.components.maps[name].snap(round(point.x()), round(point.y()))
        x, y = (there[0].x, there[0].y) if there else (spot.x, spot.y)
        width, height = ground.size
        area = QRectF(x - width / 2, y - height / 2, width, height)
        pixmap = QPixmap(round(width * ground.scale), round(height * ground.scale))
        with QPainter(pixmap) as painter:
            painter.scale(ground.scale, ground.scale)
            painter.translate(-area.topLeft())
            self._maps.view(name).paint_sheet(painter, area, ground.scale)
        return as_shown(pixmap, self._at_place(ground.words, name, point))

    def _at_place(self, template: str, name: str, point: QPointF) -> str:
        """Return a template filled in for a point of the map, with the properties of the place and of the table; "" if
        there is no template.
        """
        if not template:
            return ""
        game, board = self._model.game, self._model.components.maps[name]
        spot = board.snap(round(point.x()), round(point.y()))
        on = board.board_at(spot.x, spot.y)
        names: dict[str, Value] = {
            "Location": board.title(spot.place),
            "Zone": board.zone_at(spot.x, spot.y),
            "Board": on.name if on is not None else "",
            "Map": name,
        }
        reader = self._pictures.reading(game).reader(table_of(game))
        return rendered(compile_template(template), WithNames(reader, names))


def shown_by(viewer: Viewer, there: Sequence[Holder], reading: PropertyReader) -> list[int]:
    """Return the pieces that a viewer shows of the stacks at a spot. The stacks are given from the topmost down; the
    topmost piece comes last.
    """
    where = compile_expression(viewer.where)
    found: list[tuple[Holder, list[int]]] = []
    for held in dict.fromkeys(there):
        pieces = [piece for piece in _looked_at(viewer, held, reading) if holds(where, reading.reader(piece))]
        if pieces and _goes_with(viewer, held, found[0][0] if found else held):
            found.append((held, pieces))
    return [piece for _, pieces in reversed(found) for piece in pieces]


def summed(viewer: Viewer, pieces: Sequence[int], reading: PropertyReader) -> dict[str, Value]:
    """Return the sums of a viewer over its pieces, by their names: `7`; `7+?` if some pieces have no value; `?` if,
    besides, the others add up to 0.
    """
    found: dict[str, Value] = {}
    for name, text in viewer.sums.items():
        expression = compile_expression(text)
        values = [_value(expression, reading.reader(piece)) for piece in pieces]
        total = sum(as_number(value) or 0 for value in values)
        is_known = all(value not in (None, "") for value in values)
        found[name] = total if is_known else f"{total}+?" if total else "?"
    return found


def _value(expression: Expression, reader: PieceReader) -> Value:
    """Return the value of an expression for a piece; None if it cannot be calculated."""
    try:
        return expression.evaluate(reader)
    except (ExpressionError, LimitReached):
        return None


def _goes_with(viewer: Viewer, held: Holder, first: Holder) -> bool:
    """Return whether a viewer shows a stack together with the first one."""
    if viewer.top_layer and held.layer != first.layer:
        return False
    return viewer.overlapping or (held.x, held.y) == (first.x, first.y)


def _looked_at(viewer: Viewer, held: Holder, reading: PropertyReader) -> Sequence[int]:
    """Return all pieces of a stack, or as many of the topmost cards of a deck as the viewer shows.

    Cards without a visible face are left out, unless the viewer shows masked cards.
    """
    if held.form != "deck":
        return held.pieces
    seen = [card for card in held.pieces if viewer.masked_cards or reading.level(card) == FACE]
    return seen[max(len(seen) - viewer.deck_cards, 0) :]
