"""The plain values in a game's position, and the levels at which a side sees pieces and the contents of holders."""

from typing import Final, TypeAlias

Value: TypeAlias = str | int | bool | None
"""The value of a property or of a trait's slot. It is never a float, because journals must agree on every machine."""

UNSEEN: Final = 0
"""The level of sight of a piece at which the side does not know that it exists."""
BACK: Final = 1
"""The level of sight of a piece at which the side sees only its back."""
FACE: Final = 2
"""The level of sight of a piece at which the side sees its face."""
SIGHT_LEVELS: Final = {"unseen": UNSEEN, "back": BACK, "face": FACE}
"""The levels of sight of a piece by their words in commands and set-ups."""

SHUT: Final = 0
"""The level at which a side sees nothing of the contents of a holder."""
COUNT: Final = 1
"""The level at which a side sees only the number of pieces in a holder."""
BACKS: Final = 2
"""The level at which a side sees the number of pieces in a holder, and their backs in order."""
TOP: Final = 3
"""The level at which a side sees the face of the topmost piece in a holder, and the backs of the others."""
FACES: Final = 4
"""The level at which a side sees everything in a holder, as far as it sees each piece itself."""

NOBODY: Final = 0
"""The id that no piece, holder or kind has. Real ids begin at 1."""
