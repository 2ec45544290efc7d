"""The access that a table gives its seats, as a value: its kind, and the roles in which sides are played.

What comes of it decides `tabletop.game.actions.access`. Files hold these values, so their names stay.
"""

from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

AccessKind: TypeAlias = Literal["open", "sides", "moderated"]
"""Open: whoever plays may touch what they see. Sides: each their own side. Moderated: an umpire decides."""

ACCESS_KINDS: Final[tuple[AccessKind, ...]] = get_args(AccessKind)


class Role(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A role: one of several seats that play `sides` together. One person holds it at a time.

    It moves the pieces for which the expression `moves` holds as the seat reads it, on the `maps` and in the `zones`
    named, by their names; without any, everywhere. It `ends_phases` as others do at this table, unless the role says
    otherwise, `answers` what procedures ask its sides, and `takes_back` its own steps.
    """

    name: str
    sides: tuple[str, ...]
    moves: str = "true"
    maps: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    ends_phases: bool | None = None
    answers: bool = True
    takes_back: bool = True


class AccessWish(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The access that a seat would like the table to have, and who is to be its umpire ("": nobody new)."""

    seat: str
    kind: AccessKind
    roles: tuple[Role, ...] = ()
    umpire: str = ""


class TableAccess(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The access of a table: its kind, and its roles by name. `wishes` are those on which not all agree yet.

    Commands of the kinds that it `holds`, by their tags, wait for the umpire, where there is one.
    """

    kind: AccessKind = "open"
    roles: tuple[Role, ...] = ()
    wishes: tuple[AccessWish, ...] = ()
    holds: tuple[str, ...] = ()

    def role(self, name: str) -> Role | None:
        """Return the role of this name; None where there is none."""
        return next((role for role in self.roles if role.name == name), None)


OPEN_TABLE: Final = TableAccess()
"""The access of a table at which nothing was said about it."""
