"""Cutting of huge pictures into tiles on disk, once for each picture, in the background, so that they are never in
memory as a whole.

It uses libvips (`pyvips`), which reads PNG and JPEG files of any size row by row, and writes all scales in one pass.
`relief_tiles` paints the tiles, which are found by the picture's hash.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
from platformdirs import user_cache_path

from tabletop.desktop.drawing.pictures.prepared_pictures import Preparation, PreparingError
from tabletop.desktop.drawing.sheet.relief_tiles import INDEX_NAME, ReliefIndex, ReliefLevel
from tabletop.desktop.platform.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabletop.module.contents.assets import Asset

ANY_THEME: Final = "any"
"""The name in place of a theme for tiles that look the same in all themes."""

TILE_PX: Final = 512
SMALLEST_LEVEL_PX: Final = 1024
"""The least length of the longer side of a reduced picture, in pixels. No tiles are kept of smaller scales."""

_BROKEN_OFF_S: Final = 3600.0
"""The time (in seconds) without change after which unfinished tiles count as abandoned."""

_LEAST_FREE: Final = 1 << 20
"""The free space on a disk (in bytes) below which it counts as full."""

_FORMAT: Final = ".webp[Q=90,effort=0]"


class TilePreparation(Preparation):
    """The cutting of one picture into tiles. `folder` has the tiles when `is_done` is true."""

    def __init__(self, file: Path, asset: Asset) -> None:
        super().__init__()
        self.folder = user_cache_path("wartable") / "boards" / asset.hash[:32]
        self._file = file
        self._asset = asset

    @property
    def is_done(self) -> bool:
        """True when the tiles exist."""
        return (self.folder / INDEX_NAME).is_file()

    def _make(self) -> None:
        cut(self._file, self._asset, self.folder, self._tell)


_TILINGS: Final[dict[str, TilePreparation]] = {}


def tiling_of(file: Path, asset: Asset) -> TilePreparation:
    """Return the preparation of a picture's tiles, shared by everything that shows it."""
    if asset.hash not in _TILINGS:
        _TILINGS[asset.hash] = TilePreparation(file, asset)
    return _TILINGS[asset.hash]


def cut(file: Path, asset: Asset, folder: Path, told: Callable[[int], None] = lambda _percent: None) -> None:
    """Cut a picture into tiles in `folder`, which appears only when all tiles are complete.

    `told` is called with the progress in percent, on any thread. Raises `PreparingError`.
    """
    try:
        import pyvips  # type: ignore[import-untyped]
    except (ImportError, OSError) as error:
        raise PreparingError(tr("Pictures of this size need libvips: install `pyvips[binary]`.")) from error
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_away(folder.parent)
        workshop = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise _not_written(folder, error) from error
    try:
        load = getattr(pyvips.Image, f"{asset.format}load")
        picture = load(str(file), access="sequential", fail_on="truncated", **_PAGE.get(asset.format, {}))
        opaque = _opaque(picture)
        opaque.set_progress(True)
        opaque.signal_connect("eval", partial(_tell, told))
        opaque.dzsave(str(workshop / "cut"), tile_size=TILE_PX, overlap=0, suffix=_FORMAT, layout="dz", depth="onetile")
        _put_together(workshop / "cut_files", workshop / "tiles", asset)
        if not folder.exists():
            (workshop / "tiles").rename(folder)
    except OSError as error:
        raise _not_written(folder, error) from error
    except pyvips.Error as error:
        if shutil.disk_usage(workshop).free < _LEAST_FREE:
            raise _not_written(folder, error) from error
        raise PreparingError(
            tr("The picture {file} is damaged: it cannot be read to the end.", file=file.name)
        ) from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _not_written(folder: Path, error: Exception) -> PreparingError:
    """Return the failure for tiles that could not be written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else tr("the disk is full")
    return PreparingError(
        tr("The tiles of the picture cannot be written to {folder}: {why}.", folder=folder.parent, why=why)
    )


def _clear_away(boards: Path) -> None:
    """Remove unfinished tiles of preparations that were abandoned long ago."""
    for left in boards.glob(".*"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > _BROKEN_OFF_S:
                shutil.rmtree(left, ignore_errors=True)


_PAGE: Final[dict[str, dict[str, int]]] = {"gif": {"n": 1}, "webp": {"n": 1}}
"""The option that reads only the first frame of an animated picture, by the format of the file."""


def _tell(told: Callable[[int], None], _picture: object, progress: Any) -> None:
    told(int(progress.percent))


def _opaque(picture: Any) -> Any:
    """Return the picture on white, with eight bits each for red, green and blue."""
    seen = picture.colourspace("srgb") if picture.interpretation != "srgb" else picture
    if seen.hasalpha():
        seen = seen.flatten(background=[255, 255, 255])
    return seen.cast("uchar")


def _put_together(cut_files: Path, tiles: Path, asset: Asset) -> None:
    """Name the tiles as `ReliefIndex` expects them, smallest scale first, and write the index last."""
    tiles.mkdir()
    numbers = sorted(int(level.name) for level in cut_files.iterdir() if level.name.isdecimal())
    full = numbers[-1]
    longest = max(asset.width_px, asset.height_px)
    levels: list[ReliefLevel] = []
    for number in numbers:
        halvings = full - number
        if halvings and longest / 2**halvings < SMALLEST_LEVEL_PX:
            continue
        width, height = ceil(asset.width_px / 2**halvings), ceil(asset.height_px / 2**halvings)
        columns, rows = ceil(width / TILE_PX), ceil(height / TILE_PX)
        for column in range(columns):
            for row in range(rows):
                name = ReliefIndex.tile_name(ANY_THEME, len(levels), column, row)
                (cut_files / str(number) / f"{column}_{row}.webp").rename(tiles / name)
        levels.append(ReliefLevel(0.5**halvings, columns, rows))
    index = ReliefIndex(TILE_PX, (0, 0, asset.width_px, asset.height_px), tuple(levels), (ANY_THEME,), asset.hash)
    (tiles / INDEX_NAME).write_bytes(msgspec.json.encode(index))
