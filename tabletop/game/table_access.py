"""The rights that a table gives its seats, as a value: the kind of access, and the roles in which sides are played.

`tabletop.game.actions.access` decides by it. Files hold these values, so their names stay.
"""

from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

AccessKind: TypeAlias = Literal["open", "sides", "moderated"]
"""The kinds of access.

Open: players may touch the pieces that they see. Sides: only pieces of their own sides and of no side. Moderated: the
same, and an umpire decides about the table.
"""

ACCESS_KINDS: Final[tuple[AccessKind, ...]] = get_args(AccessKind)


class Role(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A role: one of several seats that play `sides` together. Only one person has it at a time.

    It moves the pieces for which the expression `moves` is true, as the seat reads it. It moves them on the `maps` and
    in the `zones` of these names; without any names, everywhere. It `ends_phases` as others do at this table, unless
    set otherwise. It `answers` the questions of procedures to its sides, and `takes_back` its own steps.
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
    """The access that a seat wishes for the table, and the next umpire ("": no new one)."""

    seat: str
    kind: AccessKind
    roles: tuple[Role, ...] = ()
    umpire: str = ""


class TableAccess(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The access of a table: its kind, and its roles.

    `wishes` are those on which not all players agree yet. If there is an umpire, the kinds of commands that it `holds`,
    by their tags, wait for the umpire.
    """

    kind: AccessKind = "open"
    roles: tuple[Role, ...] = ()
    wishes: tuple[AccessWish, ...] = ()
    holds: tuple[str, ...] = ()

    def role(self, name: str) -> Role | None:
        """Return the role of this name; None if there is none."""
        return next((role for role in self.roles if role.name == name), None)


OPEN_TABLE: Final = TableAccess()
"""The default access of a table."""
