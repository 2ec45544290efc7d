"""A check that a write-ahead log, which a crash has left beside a game's file, is complete.

SQLite reads a log up to its last good frame, and ignores the rest without an error. Damage is found by the index
(`-shm`), which has the number of frames, or by further frames after a damaged one. Layout: SQLite's file format,
section 4 (https://www.sqlite.org/fileformat2.html) and "WAL-mode File Format" (https://www.sqlite.org/walformat.html).
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple

from tabletop.texts import text

Loss = Literal["", "lost", "short"]
"""The kinds of loss in the log of a file that was not closed: the whole log is lost, or it is too short; "" for none.
"""

_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGIC: Final = {0x377F0682: "<2I", 0x377F0683: ">2I"}
_INDEX: Final = struct.Struct("=3I2BH2I8x8s8x")
_INDEX_VERSION: Final = 3_007_000
_WORD: Final = 0xFFFFFFFF


class _Frames(NamedTuple):
    """The number of good frames in a log, and of all written frames, each counted up to the last frame that completes a
    change.

    A log that `begins_anew` has a new header, but no new frame yet: all its frames are from before.
    """

    good: int
    written: int
    begins_anew: bool
    salts: tuple[int, int]


def log_of(path: Path) -> Path:
    """Return the path of the log of a game's file."""
    real = _real(path)
    return real.with_name(real.name + "-wal")


def index_of(path: Path) -> Path:
    """Return the path of the index of a game's log."""
    real = _real(path)
    return real.with_name(real.name + "-shm")


def _real(path: Path) -> Path:
    """Return the path of a game's file as SQLite uses it for the files beside it. On Windows it does not follow
    links.
    """
    return path.resolve() if os.name == "posix" else path


def log_loss(path: Path) -> Loss:
    """Return the loss in the log of a file that no program has open. Raises OSError."""
    log = log_of(path)
    with path.open("rb") as file:
        is_in_play = file.read(20)[18:20] == b"\2\2"
    if not is_in_play:
        return ""
    if not log.exists() or not log.stat().st_size:
        return "lost"
    found = _frames(log)
    indexed = _indexed(index_of(path), found.salts) if found is not None else None
    if found is None or found.good < max(found.written, indexed or 0):
        return "short"
    # While a game is open its log has frames: opening it writes the first.
    return "" if found.written or found.begins_anew else "short"


def told_loss(loss: Loss, file: str) -> str:
    """Return the sentence about a loss for players; "" for no loss."""
    match loss:
        case "lost":
            return text("log-lost", file=file)
        case "short":
            return text("log-short", file=file)
    return ""


def _frames(log: Path) -> _Frames | None:
    """Return the numbers of frames in a log; None if it has no valid header."""
    with log.open("rb") as file:
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size:
            return None
        magic, _, page, _, *salts, first, second = _HEADER.unpack(head)
        order = _MAGIC.get(magic)
        if order is None or _summed(order, head[:24], (0, 0)) != (first, second):
            return None
        good = written = 0
        begins_anew = False
        sums, is_good = (first, second), True
        for count, (begin, data) in enumerate(_read_frames(file, page), 1):
            _, commit, *own, first, second = _FRAME.unpack(begin)
            if own != salts:
                begins_anew = count == 1 and (own[0] + 1) & _WORD == salts[0] and own[1] != salts[1]
                break
            sums = _summed(order, data, _summed(order, begin[:8], sums)) if is_good else sums
            is_good = is_good and sums == (first, second)
            written = count if commit else written
            good = count if commit and is_good else good
        return _Frames(good, written, begins_anew, (salts[0], salts[1]))


def _read_frames(file: BinaryIO, page: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the complete frames of a log, each as its header and its page."""
    while len(frame := file.read(_FRAME.size + page)) == _FRAME.size + page:
        yield frame[: _FRAME.size], frame[_FRAME.size :]


def _summed(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's checksum of data, continued from earlier sums."""
    a, b = sums
    for x, y in struct.iter_unpack(order, data):
        a = (a + x + b) & _WORD
        b = (b + y + a) & _WORD
    return a, b


def _indexed(index: Path, salts: tuple[int, int]) -> int | None:
    """Return the number of frames according to the index; None if it is missing, damaged, or that of another log.

    When a log begins again, its new salts are first written to the index, with no frames.
    """
    try:
        with index.open("rb") as file:
            data = file.read(2 * _INDEX.size)
    except OSError:
        return None
    one, two = data[: _INDEX.size], data[_INDEX.size :]
    if len(one) < _INDEX.size or one != two:
        return None
    version, _, _, is_read, _, _, frames, _, own = _INDEX.unpack(one)
    if version != _INDEX_VERSION or not is_read or (frames and own != struct.pack(">2I", *salts)):
        return None
    return int(frames)
