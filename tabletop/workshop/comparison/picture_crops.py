"""Drawing of parts of a map as pixels, to compare them with pictures of other programs."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtGui import QImage

from tabletop.desktop.drawing.pictures.prepared_pictures import drawn_whole
from tabletop.desktop.render.map_picture import PictureError, PictureRequest, draw, ready_to_draw
from tabletop.game.state.game import Game
from tabletop.module.module import Module
from tabletop.workshop.comparison.compared_pictures import PicturePair, Pixels


def drawn(
    module: Module, game: Game, map_id: str, area: tuple[int, int, int, int], moved: tuple[int, ...] = ()
) -> PicturePair:
    """Return two pictures of a part of a map (left, top, width and height in map pixels): with and without the letters
    on pieces. One pixel is one map pixel.

    `moved` are the pieces that were moved last, which some maps mark. Raises PictureError for an unknown map.
    """
    ready_to_draw()
    whole = PictureRequest(module, game, map=map_id, area=area, moved=moved)
    images = (drawn_whole(partial(draw, wanted)) for wanted in (whole, replace(whole, letters=False)))
    return PicturePair(*map(_pixels, images))


def pixels_of(file: Path) -> Pixels:
    """Return the pixels of a picture file. Raises PictureError if it cannot be read."""
    image = QImage(str(file))
    if image.isNull():
        raise PictureError(f"'{file}' is not a readable picture.")
    return _pixels(image)


def _pixels(image: QImage) -> Pixels:
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    across, line = 3 * plain.width(), plain.bytesPerLine()
    data = bytes(plain.constBits())
    rows = (data[row * line : row * line + across] for row in range(plain.height()))
    return Pixels(plain.width(), plain.height(), b"".join(rows))
