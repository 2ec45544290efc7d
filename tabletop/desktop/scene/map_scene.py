"""Everything drawn on one map over its sheet: pieces and their surroundings, marks of places, lit zones,
shades and outlined decks.
"""

from collections.abc import Iterable

from tabletop.desktop.drawing.sheet.map_sheet import SheetPainter
from tabletop.desktop.scene.layers.board_shades import Shades
from tabletop.desktop.scene.layers.deck_outlines import DeckOutlines
from tabletop.desktop.scene.layers.piece_surroundings import PieceChanges, PieceSurroundings
from tabletop.desktop.scene.layers.place_marks import PlaceMarks
from tabletop.desktop.scene.layers.zone_lights import ZoneLights
from tabletop.desktop.scene.pieces.piece_marks import Marks
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.scene.pieces.stack_anchors import stack_anchor, stack_steps
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.game.state.game import Game
from tabletop.module.module import Module


class MapScene:
    """The scene of one map with everything shown in it."""

    def __init__(self, module: Module, name: str, index: int, painter: SheetPainter, pictures: ModulePictures) -> None:
        """Make the scene. `index` is the map's number in the game. `painter` paints the sheet under the scene."""
        sheet, board, decks = painter.sheet, module.components.maps[name], module.components.decks
        marks = Marks(sheet.chosen, sheet.last_moved)
        anchor, steps = stack_anchor(sheet, board), stack_steps(sheet)
        self.table = TableScene(index, painter.bounds(), pictures, anchor, steps, marks, decks)
        self.table.set_fan_colours(painter.theme.panel, painter.theme.line2)
        self.shades = Shades(self.table, module, name, painter.theme)
        self._lights = ZoneLights(self.table, module, name, painter.theme)
        self._marks = PlaceMarks(self.table, module, name, painter.theme)
        self._outlines = DeckOutlines(self.table, index, decks.values())
        shade = self.shades.show_areas
        surroundings = PieceSurroundings(self.table, index, board, pictures.reading, shade)
        self.table.hid_pieces.connect(lambda hidden: surroundings.hide(hidden=hidden))
        self._surroundings = surroundings
        self._pictures = pictures

    def show_game(self, game: Game, everything: PieceChanges) -> None:
        """Show a game for the first time. `everything` has all its pieces."""
        self.table.show_game(game)
        self._lights.show_anew(game)
        self._marks.show_anew(game)
        self.shades.show_anew()
        self._outlines.show_anew(game)
        self._surroundings.show_anew(game, everything)

    def show_changes(self, game: Game, holders: Iterable[int], pieces: Iterable[int], changed: PieceChanges) -> None:
        """Show changes of these holders and pieces. `changed` has the pieces whose areas and trails may have
        changed.
        """
        self.table.show_changes(game, holders, pieces)
        self.table.doubt(self._pictures.by_others)
        self._outlines.show(game)
        self._surroundings.show_changes(game, changed)

    def keep_up(self, game: Game) -> None:
        """Take over a position of the game that changes nothing on this map, except the look of pieces that depend on
        others.
        """
        self.table.keep_up(game)
        self.table.doubt(self._pictures.by_others)

    def show_values(self, game: Game) -> None:
        """Update everything that depends on properties of the table, after some of them have changed."""
        self._lights.show(game)
        self._marks.show(game)
        self._surroundings.show_values(game)
        self.table.doubt(self._pictures.by_table)

    def choose(self, pieces: frozenset[int]) -> None:
        """Mark exactly these pieces as selected."""
        self.table.select(pieces)
        self._surroundings.choose(pieces)
