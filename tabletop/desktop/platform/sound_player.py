"""The sounds of a module. They are played in the background, if the player wants them."""

from collections.abc import Callable
from pathlib import Path
from threading import BoundedSemaphore, Event, Thread
from typing import Final

from tabletop.desktop.platform.au_format import as_wave
from tabletop.game.change.told import Told
from tabletop.module.source import found_in

MOST_AT_ONCE: Final = 8
LONGEST_S: Final = 120.0
"""The time after which a longer sound is stopped, in seconds."""
_AU: Final = (".au", ".snd")


class Loudspeaker:
    """A player of sound files (WAV, AIFF, AU, MP3, FLAC, Ogg Vorbis), each on its own thread.

    It is silent on a computer without a sound device.
    """

    def __init__(self) -> None:
        self._is_there = True
        self._free = BoundedSemaphore(MOST_AT_ONCE)

    def play(self, file: Path) -> None:
        """Begin to play a file, if it can be played and not too many sounds are playing."""
        if self._is_there and self._free.acquire(blocking=False):
            Thread(target=self._play, args=(file,), daemon=True).start()

    def _play(self, file: Path) -> None:
        import miniaudio  # only a game with sounds needs it

        over = Event()
        try:
            wave = as_wave(file.read_bytes()) if file.suffix.lower() in _AU else None
            sound = miniaudio.stream_file(str(file)) if wave is None else miniaudio.stream_memory(wave)
            stream = miniaudio.stream_with_callbacks(sound, end_callback=over.set)
            next(stream)
            with miniaudio.PlaybackDevice() as device:
                device.start(stream)
                over.wait(LONGEST_S)
        except (miniaudio.DecodeError, OSError):
            return  # not a sound file, not in one of these formats, or not to be read
        except miniaudio.MiniaudioError:
            self._is_there = False
        finally:
            self._free.release()


class Sounds:
    """The sounds of one module, whose files are in `folder`; `play` is called with the file of each sound."""

    def __init__(self, folder: Path, play: Callable[[Path], None]) -> None:
        self._folder = folder.resolve()
        self._play = play
        self.is_on = True

    def hear(self, told: Told) -> None:
        """Play a sound from a message to the seat, if sounds are on."""
        file = self._file(str(told.facts.get("clip", ""))) if self.is_on else None
        if file is not None:
            self._play(file)

    def _file(self, clip: str) -> Path | None:
        """Return the file of the module for the name in a trait; None if there is none.

        The name is a path, or the name of a file among the sounds.
        """
        return found_in(self._folder, clip) or found_in(self._folder, f"sounds/{clip}")
