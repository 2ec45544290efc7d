"""Drawings that take long to draw, such as those with many effects: drawn once, off the window's thread, into pictures.

The thread only reads a picture, for which Qt lets the others go on; it paints nothing by itself.
"""

from functools import cache
from typing import Final

from platformdirs import user_cache_path
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Signal
from PySide6.QtGui import QImageReader, QImageWriter

from tabletop.desktop.drawing.preparing import Preparing, PreparingError
from tabletop.module.assets import effort_of
from tabletop.module.packing import hash_of

QUICK: Final = 10_000
"""A drawing of so many elements (an effect counts for many) is drawn when it is needed."""


class SlowDrawing(Preparing):
    """The drawing of one file in one size (pixels): `picture` is a PNG of it when it `is_done`."""

    def __init__(self, content: bytes, size: tuple[int, int]) -> None:
        super().__init__()
        self._content = content
        self._size = QSize(*size)
        name = f"{hash_of(content)[:32]}-{size[0]}x{size[1]}.png"
        self.picture = user_cache_path("wartable") / "drawings" / name

    @property
    def is_done(self) -> bool:
        """Whether the picture is there."""
        return self.picture.is_file()

    def _make(self) -> None:
        buffer = QBuffer()
        buffer.setData(QByteArray(self._content))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer, QByteArray(b"svg"))
        reader.setScaledSize(self._size)
        image = reader.read()
        draft = self.picture.with_suffix(".part")
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            if image.isNull() or not QImageWriter(str(draft), QByteArray(b"png")).write(image):
                raise PreparingError("A drawing of this module cannot be drawn.")
            draft.replace(self.picture)
        except OSError as error:
            raise PreparingError(f"A drawing of this module cannot be kept: {error.strerror}.") from error


class SlowDrawings(QObject):
    """All slow drawings that are asked for, by what they are of."""

    ended = Signal()
    """One of them is drawn, or cannot be."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[tuple[str, tuple[int, int]], SlowDrawing] = {}

    def of(self, content: bytes, size: tuple[int, int]) -> SlowDrawing | None:
        """The drawing with this content in this size; None for one that is drawn quickly."""
        if effort_of(content) <= QUICK:
            return None
        key = hash_of(content), size
        if key not in self._known:
            self._known[key] = SlowDrawing(content, size)
            self._known[key].ended.connect(self.ended)
        return self._known[key]


@cache
def slow_drawings() -> SlowDrawings:
    """Those of this program. First asked for on the window's thread."""
    return SlowDrawings()
