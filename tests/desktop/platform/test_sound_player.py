"""Sounds of a module: the file that is played, and no wait if none can be."""

import struct
import threading
import wave
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import ClassVar

import miniaudio
import pytest

from tabletop.desktop.platform.settings import load_settings
from tabletop.desktop.platform.sound_player import MOST_AT_ONCE, Loudspeaker, Sounds
from tabletop.desktop.window.game_window import GameWindow
from tabletop.game.change.told import Told
from tabletop.game.commands import Act
from tests.desktop.one_map import one_map


def sounding(clip: str) -> Told:
    return Told("sound", {"clip": clip})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    module = tmp_path / "module"
    (module / "sounds").mkdir(parents=True)
    for file in (module / "horn.wav", module / "sounds" / "guns.wav", tmp_path / "secret.wav"):
        with wave.open(str(file), "wb") as written:
            written.setparams((1, 2, 8000, 0, "NONE", ""))
            written.writeframes(bytes(1600))
    return module


@pytest.mark.parametrize(
    ("clip", "heard"),
    [
        ("horn.wav", ["horn.wav"]),
        ("sounds/guns.wav", ["guns.wav"]),
        ("guns.wav", ["guns.wav"]),
        ("missing.wav", []),
        ("", []),
        ("sounds", []),
        ("../secret.wav", []),
        ("\\\\host\\share\\horn.wav", []),  # no file of another machine is opened
        ("x" * 1_000, []),
    ],
)
def test_a_sound_is_a_file_of_the_module(folder: Path, clip: str, heard: list[str]) -> None:
    played: list[Path] = []
    Sounds(folder, played.append).hear(sounding(clip))
    assert [file.name for file in played] == heard


def test_a_player_who_wants_none_hears_none(folder: Path) -> None:
    played: list[Path] = []
    sounds = Sounds(folder, played.append)
    sounds.is_on = False
    sounds.hear(sounding("horn.wav"))
    assert played == []


def test_a_file_that_cannot_be_read_is_not_heard(tmp_path: Path) -> None:
    speaker = Loudspeaker()
    (tmp_path / "horn.au").mkdir()
    for _ in range(MOST_AT_ONCE + 1):
        assert speaker._free.acquire(blocking=False)
        speaker._play(tmp_path / "horn.au")


class Device:
    """A loudspeaker that plays a whole sound at once."""

    frames: ClassVar[list[int]] = []

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def start(self, stream: Generator[object, int, None]) -> None:
        self.frames.append(sum(1 for _ in iter(lambda: self._more(stream), None)))

    def _more(self, stream: Generator[object, int, None]) -> object | None:
        try:
            return stream.send(1024)
        except StopIteration:
            return None


MODULE = one_map(
    pieces="""
group: Pieces
pieces:
- {id: bell, name: Bell, width: 60, height: 60, traits: [{trait: sound, clip: horn.wav, call: {key: ctrl B}}]}
""",
    scenario="{id: all, title: All, summary: All., setup: [{point: [100, 100], pieces: [bell]}]}",
)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_window_plays_them_unless_its_player_wants_none(
    folder: Path, opened: Callable[[Mapping[str, str]], GameWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    monkeypatch.setattr(Loudspeaker, "play", lambda _, file: played.append(file.name))
    assert (folder / "horn.wav").is_file()
    window = opened(MODULE)
    ring = Act((next(iter(window.model.game.pieces)),), "ctrl B")
    window.model.submit(ring)
    assert played == ["horn.wav"]
    window.menus.actions["sounds"].trigger()
    window.model.submit(ring)
    assert (played, load_settings().sounds) == (["horn.wav"], False)


def done() -> None:
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and "_play" in thread.name:
            thread.join(10)


@pytest.mark.parametrize("name", ["horn.wav", "horn.au"])
def test_a_sound_is_played_to_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (folder / "horn.au").write_bytes(struct.pack(">4s5I", b".snd", 24, 1600, 3, 8000, 1) + bytes(1600))
    monkeypatch.setattr(miniaudio, "PlaybackDevice", Device)
    monkeypatch.setattr(Device, "frames", [])
    Loudspeaker().play(folder / name)
    done()
    assert len(Device.frames) == 1
    assert Device.frames[0] > 0


def test_where_nothing_can_be_heard_it_is_tried_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def none() -> None:
        tried.append(1)
        raise miniaudio.MiniaudioError("there is no device")

    monkeypatch.setattr(miniaudio, "PlaybackDevice", none)
    loudspeaker = Loudspeaker()
    for _ in range(3):
        loudspeaker.play(folder / "horn.wav")
        done()
    assert tried == [1]


def test_what_is_no_sound_stops_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(miniaudio, "PlaybackDevice", Device)
    monkeypatch.setattr(Device, "frames", [])
    (folder / "text.wav").write_text("This is no sound.")
    loudspeaker = Loudspeaker()
    for name in (*["text.wav"] * 2 * MOST_AT_ONCE, "horn.wav"):
        loudspeaker.play(folder / name)
        done()
    assert len(Device.frames) == 1
