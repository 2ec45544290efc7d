"""Conversion of Windows bitmaps (BMP), which VASSAL shows, to PNG, since our modules do not support bitmaps."""

from io import BytesIO
from typing import Final

from tabletop.module.contents.assets import LONGEST_SIDE_PX, AssetError

SIGNATURE: Final = b"BM"

_MOST_PACKED_PIXELS: Final = 100_000_000
"""The most pixels of a compressed bitmap. A small file could claim any number of pixels."""


def as_png(content: bytes) -> bytes:
    """Return a bitmap as PNG. Raises `AssetError` if it is damaged, too large, or of an unknown kind."""
    from PIL.BmpImagePlugin import BmpImageFile

    try:
        picture = BmpImageFile(BytesIO(content))
    except OSError as problem:
        raise AssetError("is a bitmap of an unknown kind") from problem
    except (SyntaxError, ValueError, IndexError) as problem:
        raise AssetError("is damaged: it does not begin like a bitmap") from problem
    width, height = picture.size
    if max(width, height) > LONGEST_SIDE_PX:
        raise AssetError(f"is {width} x {height} pixels; at most {LONGEST_SIDE_PX} a side are drawn")
    if picture.info.get("compression") and width * height > _MOST_PACKED_PIXELS:
        raise AssetError("is a compressed bitmap with too many pixels")
    made = BytesIO()
    try:
        picture.save(made, "PNG")
    except (OSError, SyntaxError, ValueError, IndexError) as problem:
        raise AssetError("is damaged: the end of the bitmap is missing") from problem
    return made.getvalue()
