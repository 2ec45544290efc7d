"""Areas round pieces and their trails: their positions and opacity, the sides that see them, and the moment when they
disappear.
"""

import msgspec
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges, PieceSurroundings
from tabletop.game.appearance.piece_display import viewed
from tabletop.game.change.patch import Property
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import seen_game
from tabletop.game.state.game import Game
from tabletop.game.traits.appearance_traits import AreaTrait
from tabletop.game.traits.movement_traits import SendTo, ToPlace, Trail
from tabletop.game.traits.trait_base import TraitCall
from tests.game.traits.playing import DISPLAY, THEATRE, Playing

pytestmark = pytest.mark.usefixtures("qapp")
RADAR = AreaTrait("Radar", "1", "#102030", 40, always=False, toggle=TraitCall("r"))
TRAIL = Trail(toggle=TraitCall("t"), color="#405060", radius=10, opacity_percent=50)


class Drawn:
    """The surroundings of a game's pieces on one of its maps."""

    def __init__(self, play: Playing, *, on: int = 0) -> None:
        self.play, self.game = play, play.game
        self.scene = QGraphicsScene(QRectF(0, 0, 1000, 1000))
        self.shades: dict[str, tuple[float, float, float, float]] = {}
        board = (THEATRE, DISPLAY)[on]
        self.shown = PieceSurroundings(
            self.scene, on, board, lambda game: viewed(game, play.components, "both"), self._shade
        )
        self.shown.show_anew(self.game, PieceChanges.everything(self.game))

    def _seen(self, game: Game) -> PropertyReader:
        return viewed(game, self.play.components, "both")

    def _shade(self, name: str, areas: QPainterPath) -> None:
        self.shades[name] = areas.boundingRect().getRect()  # type: ignore[assignment]

    def go_on(self) -> None:
        before, self.game = self.game, self.play.game
        holders = [id for id in before.holders if before.holders[id] != self.game.holders.get(id)]
        pieces = [id for id in before.pieces if before.pieces[id] != self.game.pieces.get(id)]
        self.shown.show_changes(self.game, PieceChanges.of(self.game, holders, pieces))

    def items(self) -> list[QGraphicsPathItem]:
        found = [item for item in self.scene.items() if isinstance(item, QGraphicsPathItem)]
        return sorted(found, key=lambda item: (item.zValue(), item.brush().style().value))

    def areas(self) -> list[tuple[float, float, float, float]]:
        return [item.path().boundingRect().getRect() for item in self.items() if item.zValue() < 0]  # type: ignore[misc]

    def trails(self) -> list[tuple[float, bool]]:
        """Return the opacity of each part of the trails, and whether any of it is drawn."""
        return [(item.opacity(), not item.path().isEmpty()) for item in self.items() if item.zValue() > 0]


def test_an_area_lies_round_its_piece_wherever_it_goes() -> None:
    play = Playing()
    piece = play.piece([RADAR], "B2")
    drawn = Drawn(play)
    assert drawn.areas() == []
    play.act(piece, "r")
    drawn.go_on()
    assert drawn.areas() == [(0, 0, 300, 300)]
    play.move(piece, "C2")
    drawn.go_on()
    assert drawn.areas() == [(100, 0, 300, 300)]
    assert drawn.items()[0].opacity() == pytest.approx(0.4)
    play.act(piece, "r")
    drawn.go_on()
    assert drawn.areas() == []


def test_an_area_appears_with_the_property_of_the_table_that_gives_its_radius() -> None:
    play = Playing()
    play.piece([AreaTrait("Radar", "1 / Range")], "B2")
    drawn = Drawn(play)
    assert drawn.areas() == []
    play.change(Property("Range", 1))
    drawn.shown.show_values(play.game)
    assert drawn.areas() == [(0, 0, 300, 300)]


def test_the_areas_of_a_shade_are_handed_to_it() -> None:
    play = Playing()
    piece = play.piece([msgspec.structs.replace(RADAR, shade="Fog")], "B2")
    play.piece([AreaTrait("Camp", "0", shade="Fog")], "D4")
    drawn = Drawn(play)
    assert (drawn.areas(), drawn.shades) == ([], {"Fog": (300, 300, 100, 100)})
    play.act(piece, "r")
    drawn.go_on()
    assert (drawn.areas(), drawn.shades) == ([], {"Fog": (0, 0, 400, 400)})
    play.move(piece, "C2")
    drawn.go_on()
    assert drawn.shades == {"Fog": (100, 0, 300, 400)}
    play.act(piece, "r")
    drawn.go_on()
    assert drawn.shades == {"Fog": (300, 300, 100, 100)}


def test_an_area_is_seen_on_its_own_map_only_and_goes_with_its_piece() -> None:
    play = Playing()
    piece = play.piece([AreaTrait(), SendTo(ToPlace("A1", "Display"), TraitCall("away"))])
    theatre, display = Drawn(play), Drawn(play, on=1)
    assert (len(theatre.areas()), len(display.areas())) == (1, 0)
    play.act(piece, "away")
    theatre.go_on()
    display.go_on()
    assert (len(theatre.areas()), len(display.areas())) == (0, 1)


def test_what_only_the_own_side_may_see_is_hidden_from_the_other() -> None:
    play = Playing()
    piece = play.piece([AreaTrait("Radar", always=False, toggle=TraitCall("r"), everyone=False)])
    play.act(piece, "r")
    play.act(play.piece([RADAR]), "r")
    seen = []
    for side in (0, 1):
        play.game, whole = seen_game(play.game, audience([side])), play.game
        seen.append(len(Drawn(play).areas()))
        play.game = whole
    assert seen == [2, 1]


def test_a_trail_has_a_ring_at_each_point_and_lines_between_them() -> None:
    play = Playing()
    piece = play.piece([TRAIL])
    drawn = Drawn(play)
    play.act(piece, "t")
    for place in ("B1", "C1"):
        play.move(piece, place)
        drawn.go_on()
    assert drawn.trails() == [(0.5, True), (0.5, True)]
    lines, rings = sorted((item.path() for item in drawn.items()), key=lambda path: path.boundingRect().height())
    assert lines.boundingRect().getRect() == (60, 50, 180, 0)
    assert rings.boundingRect().getRect() == (40, 40, 120, 20)


def test_a_trail_that_has_not_begun_draws_nothing() -> None:
    play = Playing()
    piece = play.piece([TRAIL])
    drawn = Drawn(play)
    play.act(piece, "t")
    drawn.go_on()
    assert [item.path().isEmpty() for item in drawn.items()] == [True, True]


def test_a_trail_is_stronger_while_its_piece_is_chosen() -> None:
    play = Playing()
    piece = play.piece([TRAIL])
    play.act(piece, "t")
    play.move(piece, "B1")
    drawn = Drawn(play)
    drawn.shown.choose(frozenset({piece}))
    assert [strength for strength, _ in drawn.trails()] == [1.0, 1.0]
    drawn.shown.choose(frozenset())
    assert [strength for strength, _ in drawn.trails()] == [0.5, 0.5]


def test_they_are_hidden_with_the_pieces() -> None:
    play = Playing()
    play.piece([AreaTrait()])
    drawn = Drawn(play)
    drawn.shown.hide(hidden=True)
    assert [item.isVisible() for item in drawn.items()] == [False]
    drawn.shown.hide(hidden=False)
    assert [item.isVisible() for item in drawn.items()] == [True]
