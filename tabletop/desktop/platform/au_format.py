"""Conversion of sounds from the AU format (Sun, 1992), which no available decoder reads, to WAV.

Both formats have the same samples after different headers. In AU the most significant byte comes first. Samples of one
byte are signed in AU, and unsigned in WAV.
"""

import struct
from typing import Final, NamedTuple

_HEAD: Final = struct.Struct(">4s5I")
_MAGIC: Final = b".snd"
_UNKNOWN: Final = 0xFFFFFFFF
"""The length in a header if the length of the samples was unknown when the header was written."""


class _Samples(NamedTuple):
    """The form of samples: WAV's number for it, and the number of bytes in each sample."""

    tag: int
    wide: int


_WHOLE, _REAL, _A_LAW, _MU_LAW = 1, 3, 6, 7
_ENCODINGS: Final = {
    1: _Samples(_MU_LAW, 1),
    2: _Samples(_WHOLE, 1),
    3: _Samples(_WHOLE, 2),
    4: _Samples(_WHOLE, 3),
    5: _Samples(_WHOLE, 4),
    6: _Samples(_REAL, 4),
    7: _Samples(_REAL, 8),
    27: _Samples(_A_LAW, 1),
}
"""AU's numbers for the encodings of samples."""
_SIGN: Final = bytes(value ^ 0x80 for value in range(256))


def as_wave(sound: bytes) -> bytes | None:
    """Return an AU file as the bytes of a WAV file; None if it is not an AU file, or has other kinds of samples."""
    if len(sound) < _HEAD.size:
        return None
    magic, start, length, encoding, rate, channels = _HEAD.unpack_from(sound)
    written = _ENCODINGS.get(encoding)
    if magic != _MAGIC or written is None or not (0 < channels <= 0xFF and 0 < rate <= 0xFFFFF and start >= _HEAD.size):
        return None
    frame = written.wide * channels
    samples = sound[start:] if length == _UNKNOWN else sound[start : start + length]
    samples = samples[: len(samples) // frame * frame]
    form = struct.pack("<HHIIHH", written.tag, channels, rate, rate * frame, frame, written.wide * 8)
    chunks = b"WAVE" + _chunk(b"fmt ", form) + _chunk(b"data", _turned(samples, written))
    return _chunk(b"RIFF", chunks)


def _turned(samples: bytes, written: _Samples) -> bytes:
    """Return the samples as WAV stores them: with their bytes in reverse order. Whole numbers of one byte become
    unsigned.
    """
    if written.wide == 1:
        return samples.translate(_SIGN) if written.tag == _WHOLE else samples
    turned = bytearray(len(samples))
    for byte in range(written.wide):
        turned[byte :: written.wide] = samples[written.wide - 1 - byte :: written.wide]
    return bytes(turned)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
