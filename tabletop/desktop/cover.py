"""The cover of a game: its own picture if it brings one, else its map with the first scenario set up on it."""

from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPixmap

from tabletop.desktop.drawing.pictures import read_picture
from tabletop.desktop.drawing.preparing import drawn
from tabletop.desktop.module_folder import cover_file, folder_of
from tabletop.desktop.picture import Wanted, draw
from tabletop.desktop.theme import Theme
from tabletop.dice import Seeded
from tabletop.module.module import Module
from tabletop.module.setup import SetupError, new_game

_FINE = 2
"""Pixels of a drawn cover for one of the page, for fine screens."""

_CLOSER = 1.9
"""How much nearer the middle of the map is shown than the whole width of it would be."""

_SEED = "00" * 32
"""Drawn again, a cover is the same."""


def cover(module: Module, theme: Theme, size: QSize) -> QPixmap | None:
    """The cover of a module, `size` pixels of the page large, drawn once and kept; None where nothing can be drawn.

    One for which something is still being prepared is shown as it is, and not kept.
    """
    own = folder_of(module) / "cover.png"
    if own.is_file():
        return QPixmap.fromImage(read_picture(own))
    kept = cover_file(module, theme.name)
    found = QImage(str(kept)) if kept.is_file() else QImage()
    if found.isNull():
        made, is_whole = drawn(partial(_drawn, module, theme, size * _FINE))
        if made is None or not is_whole:
            return QPixmap.fromImage(made) if made is not None else None
        found = made
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            found.save(str(kept))
        except OSError:
            pass
    return QPixmap.fromImage(found)


def _drawn(module: Module, theme: Theme, size: QSize) -> QImage | None:
    if not module.sheets or not module.scenarios:
        return None
    try:
        game = new_game(module, next(iter(module.scenarios)), {}, Seeded(_SEED, b"cover", 0, 0))
    except SetupError:
        return None
    across, _ = next(iter(module.components.maps.values())).size
    zoom = _CLOSER * size.width() / across
    return draw(Wanted(module, game, size=(size.width(), size.height()), theme=theme.name, zoom=zoom))
