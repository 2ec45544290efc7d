"""Drawings that may be slow, for example because of many effects.

A separate process draws each of them once as a picture. Its time is limited, because a harmful drawing could take
forever.
"""

import os
import sys
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from platformdirs import user_cache_path
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Signal
from PySide6.QtGui import QGuiApplication, QImageReader, QImageWriter

from tabletop.desktop.drawing.fonts import load_fonts
from tabletop.desktop.drawing.pictures.limited_process import ApartError, keep_within, run_apart
from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation, PreparingError
from tabletop.desktop.platform.translation import tr
from tabletop.module.contents.assets import effort_of
from tabletop.module.packed_modules import hash_of

QUICK: Final = 10_000
"""The largest effort of a drawing that is drawn directly when it is needed. This takes at most one or two seconds."""

PIXELS_COUNT: Final = 100_000
"""The number of pixels for which the effort of a drawing counts once more."""

LONGEST_S: Final = 60.0
"""The longest time a drawing may take, in seconds."""

_AT_ONCE: Final = BoundedSemaphore(2)


class SlowDrawing(Preparation):
    """The drawing of one SVG in one size (pixels). `picture` is a PNG file of it when `is_done` is true."""

    def __init__(self, content: bytes, size: tuple[int, int]) -> None:
        super().__init__()
        self._content = content
        self._size = size
        name = f"{hash_of(content)[:32]}-{size[0]}x{size[1]}.png"
        self.picture = user_cache_path("wartable") / "drawings" / name

    @property
    def is_done(self) -> bool:
        """True when the picture exists."""
        return self.picture.is_file()

    def _make(self) -> None:
        draft = self.picture.with_suffix(f".{os.getpid()}.part")
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            with _AT_ONCE:
                run_apart(__name__, *map(str, self._size), str(draft), longest_s=LONGEST_S, content=self._content)
            draft.replace(self.picture)
        except ApartError as failure:
            draft.unlink(missing_ok=True)
            raise PreparingError(
                tr("A drawing of this module takes too long to draw.")
                if failure.took_too_long
                else tr("A drawing of this module cannot be drawn.")
            ) from None
        except OSError as error:
            raise PreparingError(tr("A drawing of this module cannot be kept: {why}.", why=error.strerror)) from error


class SlowDrawings(QObject):
    """The slow drawings in use, each made once for its content and size, and shared by all who need it."""

    ended = Signal()
    """A drawing is ready, or has failed."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[str, tuple[int, int]], SlowDrawing] = {}

    def of(self, content: bytes, size: tuple[int, int], at_once: int) -> SlowDrawing | None:
        """Return the slow drawing with this content in this size; None if it can be drawn directly.

        `at_once` is the number of pixels that are drawn at a time.
        """
        if effort_of(content) * (1 + at_once / PIXELS_COUNT) <= QUICK:
            return None
        key = hash_of(content), size
        if key not in self._known:
            self._known[key] = SlowDrawing(content, size)
            self._known[key].ended.connect(self.ended)
        return self._known[key]


@cache
def slow_drawings() -> SlowDrawings:
    """Return the slow drawings of this program. The first call must come from the window's thread."""
    return SlowDrawings()


def _main(width: str, height: str, file: str) -> None:
    """Draw the SVG from the standard input at this size (pixels), and write a PNG file."""
    keep_within(LONGEST_S)
    app = QGuiApplication([])
    load_fonts()
    buffer = QBuffer()
    buffer.setData(QByteArray(sys.stdin.buffer.read()))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"svg"))
    reader.setScaledSize(QSize(int(width), int(height)))
    image = reader.read()
    if image.isNull() or not QImageWriter(str(Path(file)), QByteArray(b"png")).write(image):
        sys.exit(1)
    del app


if __name__ == "__main__":
    _main(*sys.argv[1:])
