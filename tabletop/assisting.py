"""What a rules assistant says to a table, as values that the programs show; nothing here knows a rule."""

from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from tabletop.game.commands import AnyCommand
from tabletop.game.values import Value


PieceId = Annotated[int, Meta(extra={"ref": "piece"})]
"""A piece: what shows or stores a value puts the right name in the place of such a number."""


class Where(NamedTuple):
    """A place of the table: the map's name as in `Game.maps`, and the place's own name on it (0805, not Kure)."""

    map: str
    place: str


Due: TypeAlias = Literal["step", "end-of-move", "phase"]
"""When a finding must be mended: at once, when the pieces have done moving, or before the phase ends."""

DUES: Final[tuple[Due, ...]] = get_args(Due)


class Fix(Struct, frozen=True):
    """What would mend a finding: a sentence, and the command that does it."""

    sentence: str
    command: AnyCommand


class Finding(Struct, frozen=True):
    """One thing that the rules of the game do not allow, as a side sees it.

    `check` is the id of what found it (policies are set by it), `rule` the rule's number in the rulebook. `numbers`
    are the figures behind it, by name ("spent": 7). Pieces are numbers of the view that was looked at.
    """

    check: str
    rule: str
    message: str
    pieces: tuple[PieceId, ...] = ()
    places: tuple[Where, ...] = ()
    numbers: tuple[tuple[str, Value], ...] = ()
    due: Due = "step"
    fix: Fix | None = None

    @property
    def mark(self) -> tuple[str, tuple[int, ...], tuple[Where, ...]]:
        """By what it is known as the same finding before and after a step."""
        return self.check, self.pieces, self.places
