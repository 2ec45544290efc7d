"""The plain values in a game's position, and the levels of sight."""

from typing import Final, TypeAlias

Value: TypeAlias = str | int | bool | None
"""The value of a property or of a trait's slot. It is never a float, because journals must agree on every machine."""

UNSEEN: Final = 0
"""Sight of a piece: the side does not know that it exists."""
BACK: Final = 1
"""Sight of a piece: the side sees that a piece is there, but only its back."""
FACE: Final = 2
"""Sight of a piece: the side sees its face."""
SIGHT_LEVELS: Final = {"unseen": UNSEEN, "back": BACK, "face": FACE}
"""The levels of sight of a piece by their words in commands and set-ups."""

SHUT: Final = 0
"""Look into a holder: nothing of its contents."""
COUNT: Final = 1
"""Look into a holder: the number of pieces inside."""
BACKS: Final = 2
"""Look into a holder: the number, and the backs in their order."""
TOP: Final = 3
"""Look into a holder: the face of the topmost piece, the backs of the others."""
FACES: Final = 4
"""Look into a holder: everything, as far as each piece itself is seen."""

NOBODY: Final = 0
"""The id that no piece, holder or kind has. Real ids begin at 1."""
