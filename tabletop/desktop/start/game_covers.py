"""The covers of games: the module's own picture, or a drawing of its map with the first scenario.

A map may be huge, and its pieces can be drawn only on a window's thread. So another process draws the cover, once,
while the start page is open.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImageWriter, QPixmap

from tabletop.desktop.drawing.pictures.limited_process import ApartError, keep_within, run_apart
from tabletop.desktop.drawing.pictures.module_pictures import read_picture
from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation, PreparingError, drawn_whole
from tabletop.desktop.platform.module_paths import cover_file, folder_of
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.render.map_picture import PictureError, PictureRequest, draw, ready_to_draw
from tabletop.dice import SeededChance
from tabletop.module.cache.module_cache import ModuleCache
from tabletop.module.loader import load_module
from tabletop.module.setup import SetupError, new_game
from tabletop.texts import text

if TYPE_CHECKING:
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QImage

    from tabletop.desktop.drawing.theme import Theme
    from tabletop.module.module import Module

_FINE = 2
"""The pixels of a drawn cover for each pixel of the page, for screens with high resolution."""

_CLOSER = 1.9
"""The zoom on the middle of the map, compared with a picture of its whole width."""

_SEED = "00" * 32
"""The seed of the set-up. It is fixed, so that a cover that is drawn again is the same."""

LONGEST_S: Final = 120
"""The longest time the drawing of a cover may take, in seconds."""

_ONE_AT_A_TIME: Final = Lock()


class Cover(Preparation):
    """The preparation of the cover of one module in one theme."""

    def __init__(self, path: Path, module: Module, theme: Theme, size: QSize) -> None:
        """Prepare the cover. `path` is the path of the module, `size` the size of the cover in pixels of the page."""
        super().__init__()
        self._path = path
        self._theme = theme.name
        self._size = size * _FINE
        self._own = folder_of(module) / "cover.png"
        self._kept = cover_file(module, theme.name)
        self._picture = QPixmap()

    @property
    def is_done(self) -> bool:
        """True when the picture is ready."""
        return not self.picture().isNull()

    def picture(self) -> QPixmap:
        """Return the picture; a null pixmap until it is ready."""
        if self._picture.isNull():
            is_own = self._own.is_file()
            self._picture = QPixmap.fromImage(read_picture(self._own)) if is_own else QPixmap(str(self._kept))
        return self._picture

    def _make(self) -> None:
        size = (str(self._size.width()), str(self._size.height()))
        try:
            with _ONE_AT_A_TIME:
                run_apart(__name__, str(self._path), self._theme, *size, str(self._kept), longest_s=LONGEST_S)
        except ApartError as failure:
            for draft in self._kept.parent.glob(f"{self._kept.stem}.*.part"):
                draft.unlink(missing_ok=True)
            too_long = tr("The cover of this game takes too long to draw.")
            raise PreparingError(
                too_long if failure.took_too_long else tr("The cover of this game cannot be drawn.")
            ) from None


def cover(path: Path, module: Module, theme: Theme, size: QSize) -> Cover | None:
    """Return the cover of a module at `path`; None if it has neither a picture nor a map to set up."""
    found = Cover(path, module, theme, size)
    return found if found.is_done or (module.sheets and module.scenarios) else None


def draw_cover(module: Module, theme: str, size: tuple[int, int], file: Path) -> None:
    """Draw the map of a module with its first scenario, and write a PNG file, which appears only when it is complete.

    Raises SetupError, PictureError and OSError.
    """
    ready_to_draw()
    image = drawn_whole(partial(_drawn, module, theme, size))
    draft = file.with_suffix(f".{os.getpid()}.part")
    file.parent.mkdir(parents=True, exist_ok=True)
    if not QImageWriter(str(draft), QByteArray(b"png")).write(image):
        raise PictureError(text("file-unwritable", file=draft))
    draft.replace(file)


def _drawn(module: Module, theme: str, size: tuple[int, int]) -> QImage:
    game = new_game(module, next(iter(module.scenarios)), {}, SeededChance(_SEED, b"cover", 0, 0))
    across, _ = next(iter(module.components.maps.values())).size
    return draw(PictureRequest(module, game, size=size, theme=theme, zoom=_CLOSER * size[0] / across))


def _main(path: str, theme: str, width: str, height: str, file: str) -> None:
    keep_within(LONGEST_S)
    try:
        draw_cover(load_module(Path(path), ModuleCache()), theme, (int(width), int(height)), Path(file))
    except (SetupError, PictureError, OSError) as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    _main(*sys.argv[1:])
