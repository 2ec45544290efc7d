"""Keys that show something while they are held down. If a key is only tapped, the thing that it shows stays until
the next tap.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QElapsedTimer

HELD_MS: Final = 350
"""The time after which a key counts as held, not tapped, in ms."""


class HeldKeys:
    """The last key that has shown something, and the function that hides the shown thing."""

    def __init__(self) -> None:
        self._key = 0
        self._hide: Callable[[], object] | None = None
        self._since = QElapsedTimer()

    def shown(self, key: int, hide: Callable[[], object]) -> None:
        """Remember that the pressed key has shown something, which `hide` hides again."""
        self._key, self._hide = key, hide
        self._since.start()

    def forget(self) -> None:
        """Forget the shown thing, because it is already hidden."""
        self._hide = None

    def released(self, key: int) -> None:
        """Hide the thing that a key has shown when the key is released, if it was held."""
        if key == self._key and self._hide is not None and self._since.elapsed() >= HELD_MS:
            hide, self._hide = self._hide, None
            hide()
