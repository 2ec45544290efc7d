"""Sounds in the format AU are the same as in WAV."""

import struct
from typing import Final

import miniaudio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.desktop.platform.au_format import as_wave

LOUD: Final = (0, 1, -1, 127, -128)


def au(samples: bytes, encoding: int, *, rate: int = 8000, channels: int = 1, length: int | None = None) -> bytes:
    note = b"a note\0\0"
    length = len(samples) if length is None else length
    return struct.pack(">4s5I", b".snd", 24 + len(note), length, encoding, rate, channels) + note + samples


@pytest.mark.parametrize(
    ("encoding", "form", "times", "sort"),
    [
        (2, ">5b", 1, miniaudio.SampleFormat.UNSIGNED8),
        (3, ">5h", 256, miniaudio.SampleFormat.SIGNED16),
        (5, ">5i", 2**24, miniaudio.SampleFormat.SIGNED32),
        (6, ">5f", 1 / 128, miniaudio.SampleFormat.FLOAT32),
    ],
)
@pytest.mark.parametrize("length", [None, 0xFFFFFFFF])
def test_samples_are_what_they_were(encoding, form, times, sort, length) -> None:
    samples = struct.pack(form, *(value if encoding == 2 else type(times)(value * times) for value in LOUD))
    wave = as_wave(au(samples, encoding, length=length))
    found = miniaudio.decode(wave, output_format=sort, nchannels=1, sample_rate=8000)
    shift = 128 if encoding == 2 else 0
    assert list(found.samples) == [value * times + shift for value in LOUD]


@pytest.mark.parametrize(("encoding", "silence", "loud"), [(1, 0xFF, 0x80), (27, 0xD5, 0xAA)])
def test_logarithmic_samples_are_heard(encoding: int, silence: int, loud: int) -> None:
    found = miniaudio.decode(as_wave(au(bytes((silence, loud)), encoding)), nchannels=1, sample_rate=8000)
    quiet, noise = found.samples
    assert abs(quiet) < 10
    assert noise > 30_000


def test_channels_and_rate_stay() -> None:
    found = miniaudio.wav_read_s16(as_wave(au(struct.pack(">4h", 1, 2, 3, 4), 3, rate=22_050, channels=2)))
    assert (found.nchannels, found.sample_rate, list(found.samples)) == (2, 22_050, [1, 2, 3, 4])


@pytest.mark.parametrize(
    "sound", [b"", b".snd", b"RIFF" + bytes(40), au(b"\0\0", 3, channels=0), au(b"\0\0", 99), au(b"\0\0", 3, rate=0)]
)
def test_what_is_no_such_sound_is_none(sound: bytes) -> None:
    assert as_wave(sound) is None


@given(st.binary(max_size=60), st.integers(0, 30), st.integers(0, 3))
def test_any_bytes_are_a_sound_or_none(content: bytes, encoding: int, channels: int) -> None:
    wave = as_wave(au(content, encoding, channels=channels))
    assert wave is None or wave[:4] == b"RIFF"
