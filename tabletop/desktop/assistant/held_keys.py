"""Keys that show something while they are held down; a tap shows it until the next."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QElapsedTimer

HELD_MS: Final = 350
"""The time after which a key counts as held, not tapped, in ms."""


class HeldKeys:
    """The things shown by the last key, and the way to hide them again."""

    def __init__(self) -> None:
        self._key = 0
        self._hide: Callable[[], object] | None = None
        self._since = QElapsedTimer()

    def shown(self, key: int, hide: Callable[[], object]) -> None:
        """Note that the key just pressed has shown something, which `hide` takes away."""
        self._key, self._hide = key, hide
        self._since.start()

    def forget(self) -> None:
        """Forget what was shown: it is gone already."""
        self._hide = None

    def released(self, key: int) -> None:
        """Hide what a key has shown when it is released, if it was held."""
        if key == self._key and self._hide is not None and self._since.elapsed() >= HELD_MS:
            hide, self._hide = self._hide, None
            hide()
