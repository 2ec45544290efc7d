"""The table of a window, as all parts of the window share it."""

from dataclasses import dataclass
from pathlib import Path

from tabletop.desktop.drawing.counter_pixmaps import FacePixmap
from tabletop.desktop.drawing.theme import Theme
from tabletop.desktop.scene.pieces.piece_pictures import ModulePictures
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.module.module_words import Words


@dataclass(frozen=True, eq=False)
class WindowTable:
    """The game of a window with its look and the player's selection.

    `folder` has the module's pictures. `words` returns the module's texts in the player's language.
    """

    model: TableModel
    theme: Theme
    folder: Path
    words: Words
    pictures: ModulePictures
    selection: Selection

    def counter(self, piece: int, px: float) -> FacePixmap | None:
        """Return the picture of a piece with this width in pixels; None if the piece is not visible."""
        game = self.model.game
        if piece not in game.pieces:
            return None
        return self.pictures.picture(game, piece, px / self.pictures.side(game, piece))
