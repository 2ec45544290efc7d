"""The colours of places in the picture of a board."""

from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from tabletop.board.geometry import Polygon
from tabletop.module.module import Module
from tabletop.module.schema.map.map_sheet_records import PictureArt
from tabletop.module.source import SourceError

MOST_PIXELS: Final = 64_000_000
LARGEST_PICTURE_BYTES: Final = 256 * 1024 * 1024

_SAMPLES: Final = 24
"""The number of sample points across a place, and the same number down."""

_INNER: Final = 0.8
"""The share of a place's width and height from which samples are taken. Lines and numbers at its edge do not count."""


class NoPictureError(ValueError):
    """An error: there is no picture from which samples can be taken.

    The message is a sentence without its full stop.
    """


class MapImage:
    """The picture of a board, or of a whole map, for questions about places by their outlines on the map."""

    def __init__(self, pixels: npt.NDArray[np.uint8], left: float, top: float, width: float, height: float) -> None:
        """Hold `pixels`, which are rows of red, green, blue. The picture fills a rectangle of the map (map pixels)."""
        self._pixels = pixels.astype(np.int16)
        self._left, self._top = left, top
        self._scale = pixels.shape[1] / width, pixels.shape[0] / height

    @classmethod
    def of(cls, module: Module, map: str, board: str) -> "MapImage":
        """Return the picture of a board, or else of its map. Raises `NoPictureError` if there is neither, or if it
        cannot be read.
        """
        sheet, whole = module.sheets[map], module.components.maps[map]
        spec = next((each for each in sheet.on_table if each.name == board), None)
        lying = next((each for each in whole.boards if each.name == board), None)
        if spec is not None and lying is not None and spec.picture is not None:
            pixels = _read(module, spec.picture)
            left, top = whole.origin_of(lying)
            return cls(pixels[::-1, ::-1] if lying.reversed else pixels, left, top, lying.width, lying.height)
        if isinstance(sheet.art, PictureArt):
            return cls(_read(module, sheet.art.file), *sheet.art.frame)
        raise NoPictureError(f"there is no picture of '{map}' to take colours from: name the places instead")

    def share(self, outline: Polygon, colours: tuple[str, ...], within: int) -> int:
        """Return the percentage of the inner part of an outline that has nearly one of these colours.

        Nearly means that red, green and blue each differ by at most `within`. A place without an outline has 0.
        """
        seen = self._seen(outline)
        if not len(seen):
            return 0
        wanted = np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours], np.int16)
        near = (np.abs(seen[:, None, :] - wanted[None, :, :]) <= within).all(axis=2).any(axis=1)
        return round(100 * float(near.mean()))

    def _seen(self, outline: Polygon) -> npt.NDArray[np.int16]:
        """Return the colours of points spread over the inner part of an outline, as far as the picture covers it."""
        if len(outline) < 3:
            return np.zeros((0, 3), np.int16)
        shape = shapely.Polygon(outline)
        inner = shapely.affinity.scale(shape, _INNER, _INNER)
        left, top, right, bottom = inner.bounds
        x, y = (
            axis.ravel() for axis in np.meshgrid(np.linspace(left, right, _SAMPLES), np.linspace(top, bottom, _SAMPLES))
        )
        column = ((x - self._left) * self._scale[0]).astype(np.int64)
        row = ((y - self._top) * self._scale[1]).astype(np.int64)
        height, width = self._pixels.shape[:2]
        kept = shapely.contains_xy(inner, x, y) & (column >= 0) & (column < width) & (row >= 0) & (row < height)
        seen: npt.NDArray[np.int16] = self._pixels[row[kept], column[kept]]
        return seen


def _read(module: Module, file: str) -> npt.NDArray[np.uint8]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(module.source.read(file, LARGEST_PICTURE_BYTES))) as image:
            if image.width * image.height > MOST_PIXELS:
                raise NoPictureError(f"'{file}' is too large for its colours to be looked at: name the places instead")
            return np.asarray(image.convert("RGB"))
    except SourceError as problem:
        raise NoPictureError(str(problem).removesuffix(".")) from problem
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as problem:
        if isinstance(problem, NoPictureError):
            raise
        raise NoPictureError(f"'{file}' is no picture whose colours can be read: name the places instead") from problem
