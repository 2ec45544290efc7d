"""The pieces that an action reaches: where to look, what to compare quickly, what must hold."""

from typing import Literal, TypeAlias

from msgspec import Struct

Within: TypeAlias = Literal[
    "everywhere", "here", "stack", "place", "zone", "map", "point", "holder", "mat", "attached", "this"
]
"""Where to look. `here` is the map the piece is on; `map`, `zone`, `place`, `holder` may be named, else they are the
piece's own."""

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "matches", "matches-not", "is", "is-not"]
"""`is`: the very same text, which what a piece has not never is; nor is that more or less than anything, or matches."""


class PropertyMatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A quick comparison of one property (a template) with a value (an expression), both of the piece that acts."""

    name: str
    value: str
    how: Comparison = "=="


class Target(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The target of an action: VASSAL's target, fast match, range, deck policy and filter of a global key command.

    `map`, `zone`, `place`, `holder` and `link` are templates, `x`, `y`, `range`, `least_range` and `which`
    expressions, all of the piece that acts. `range`: at most so far away (places of the grid, or map pixels if
    `in_points`). `match` is judged for all pieces at once; `where` is a condition of each piece, in which `mine(...)`
    is of the piece that acts, and is `judged` when its turn comes, after what was done to those before it, or for all
    of them beforehand. Pieces of decks that lie in the reach are reached from the top, as `decks` says: all, none, or
    so many of those that fit of each (`top`: as many as this expression gives). The first `most` pieces that fit are
    reached (an expression). `by_name`: zones and places of all maps count unless one is named, and a place is what
    `Location` tells, so that decks are places too.
    """

    within: Within = "everywhere"
    map: str = ""
    zone: str = ""
    place: str = ""
    holder: str = ""
    x: str = ""
    y: str = ""
    by_name: bool = False
    link: str = ""
    which: str = ""
    range: str = ""
    least_range: str = ""
    in_points: bool = False
    match: PropertyMatch | None = None
    where: str = ""
    judged: Literal["turn", "beforehand"] = "turn"
    decks: Literal["all", "none"] | int = "all"
    top: str = ""
    most: str = ""


EVERYWHERE = Target()
