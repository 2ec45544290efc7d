"""Bitmaps of Windows (BMP), which VASSAL shows, as PNG: a module of ours holds none."""

import zlib
from array import array
from collections.abc import Iterator, Sequence
from struct import Struct, error, pack
from sys import byteorder
from typing import Final, NamedTuple

from tabletop.module.contents.assets import LONGEST_SIDE_PX, AssetError

SIGNATURE: Final = b"BM"

_HEAD: Final = Struct("<10xI")
_CORE: Final = Struct("<I2H2H")
_INFO: Final = Struct("<I2i2H6I")
_MASKS: Final = Struct("<3I")
_PLAIN, _RUNS_8, _RUNS_4, _BY_MASKS = range(4)
_MOST_RUN_PIXELS: Final = 100_000_000
"""Of a packed bitmap, which may promise more than it holds."""

_INDEXED, _COLOURED = 3, 2
"""How PNG calls pictures whose pixels are numbers of colours, and those whose pixels are colours."""


class _Form(NamedTuple):
    """How a bitmap is written: its size and bits a pixel, where its rows begin, and what its numbers mean."""

    width: int
    height: int
    falls: bool
    bits: int
    packing: int
    start: int
    palette: bytes
    masks: tuple[int, int, int]


def as_png(content: bytes) -> bytes:
    """Return a bitmap as PNG. Raises `AssetError` for one that is damaged, or written in a way that nobody uses."""
    try:
        form = _form(content)
        rows = list(_rows(content, form))
    except (error, IndexError, ValueError) as problem:
        if isinstance(problem, AssetError):
            raise
        raise AssetError("is damaged: the bitmap ends before it is whole") from None
    if not form.falls:
        rows.reverse()
    indexed = bool(form.palette)
    bits = 8 if form.packing in (_RUNS_8, _RUNS_4) or not indexed else form.bits
    head = pack(">IIBBBBB", form.width, form.height, bits, _INDEXED if indexed else _COLOURED, 0, 0, 0)
    colours = _chunk(b"PLTE", form.palette) if indexed else b""
    data = _chunk(b"IDAT", zlib.compress(b"\0" + b"\0".join(rows)))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + colours + data + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def _form(content: bytes) -> _Form:
    (start,) = _HEAD.unpack_from(content)
    size, *_ = Struct("<I").unpack_from(content, _HEAD.size)
    packing, used, entry = _PLAIN, 0, 3
    masks = (0x7C00, 0x3E0, 0x1F)
    if size == _CORE.size:
        _, width, height, _, bits = _CORE.unpack_from(content, _HEAD.size)
    else:
        _, width, height, _, bits, packing, _, _, _, used, _ = _INFO.unpack_from(content, _HEAD.size)
        entry = 4
        if packing == _BY_MASKS:
            masks = _MASKS.unpack_from(content, _HEAD.size + _INFO.size)
    falls, height = height < 0, abs(height)
    if not (1 <= width <= LONGEST_SIDE_PX and 1 <= height <= LONGEST_SIDE_PX):
        raise AssetError(f"is {width} x {height} pixels; at most {LONGEST_SIDE_PX} a side are drawn")
    ways = {1: (_PLAIN,), 4: (_PLAIN, _RUNS_4), 8: (_PLAIN, _RUNS_8), 16: (_PLAIN, _BY_MASKS), 24: (_PLAIN,)}
    if packing not in {**ways, 32: (_PLAIN, _BY_MASKS)}.get(bits, ()):
        raise AssetError("is a bitmap of a kind that is not read")
    palette = b""
    if bits <= 8:
        at, count = _HEAD.size + size, min(used or 1 << bits, 1 << bits)
        colours = content[at : at + count * entry]
        palette = b"".join(colours[n : n + 3][::-1] for n in range(0, len(colours) - 2, entry))
        palette = palette.ljust(3 << bits, b"\0")
    return _Form(width, height, falls, bits, packing, start, palette, masks)


def _rows(content: bytes, form: _Form) -> Iterator[bytes]:
    """Yield the rows as PNG has them, in the order of the file."""
    if form.packing in (_RUNS_8, _RUNS_4):
        yield from _unpacked(content[form.start :], form)
        return
    stride = (form.width * form.bits + 31) // 32 * 4
    if len(content) < form.start + stride * (form.height - 1) + (form.width * form.bits + 7) // 8:
        raise AssetError("is damaged: the bitmap ends before it is whole")
    view = memoryview(content)
    for number in range(form.height):
        row = view[form.start + number * stride :]
        if form.bits <= 8:
            yield bytes(row[: (form.width * form.bits + 7) // 8])
        elif form.bits == 16:
            yield _of_masks(array("H", bytes(row[: 2 * form.width])), form.masks)
        else:
            step = form.bits // 8
            yield _swapped(bytes(row[: step * form.width]), step, _places(form))


def _places(form: _Form) -> tuple[int, int, int]:
    """Return where red, green and blue stand among the bytes of a pixel."""
    if form.packing != _BY_MASKS:
        return 2, 1, 0
    red, green, blue = (_BYTES.index(mask) for mask in form.masks)
    return red, green, blue


_BYTES: Final = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)


def _swapped(row: bytes, step: int, places: Sequence[int]) -> bytes:
    made = bytearray(len(row) // step * 3)
    for colour, place in enumerate(places):
        made[colour::3] = row[place::step]
    return bytes(made)


def _of_masks(pixels: "array[int]", masks: Sequence[int]) -> bytes:
    """Pixels of sixteen bits, of which each colour has those of its mask."""
    if byteorder == "big":
        pixels.byteswap()
    made = bytearray(len(pixels) * 3)
    for colour, mask in enumerate(masks):
        made[colour::3] = bytes((pixel & mask) * 255 // mask for pixel in pixels) if mask else bytes(len(pixels))
    return bytes(made)


def _unpacked(packed: bytes, form: _Form) -> Iterator[bytes]:
    """Yield the rows of a bitmap that is written in runs of pixels of one colour, and of others one after the other."""
    if form.width * form.height > _MOST_RUN_PIXELS:
        raise AssetError("is a packed bitmap, and larger than such are drawn")
    made = bytearray(form.width * form.height)
    x, y, at = 0, 0, 0
    while at + 1 < len(packed) and y < form.height:
        count, value = packed[at], packed[at + 1]
        at += 2
        if count:
            run = _pixels(bytes((value,)) * count, form.packing)[:count]
        elif value == 0:
            x, y = 0, y + 1
            continue
        elif value == 1:
            break
        elif value == 2:
            x, y, at = x + packed[at], y + packed[at + 1], at + 2
            continue
        else:
            length = value if form.packing == _RUNS_8 else (value + 1) // 2
            run = _pixels(packed[at : at + length], form.packing)[:value]
            at += length + length % 2
        run = run[: max(0, form.width - x)]
        made[y * form.width + x : y * form.width + x + len(run)] = run
        x += len(run)
    for number in range(form.height):
        yield bytes(made[number * form.width : (number + 1) * form.width])


def _pixels(data: bytes, packing: int) -> bytes:
    """Return the numbers of the colours of pixels: one a byte, or two."""
    return data if packing == _RUNS_8 else bytes(half for both in data for half in (both >> 4, both & 15))
