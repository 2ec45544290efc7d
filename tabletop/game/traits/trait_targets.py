"""The pieces that an action reaches: the place to look, a quick comparison, and a condition."""

from typing import Literal, TypeAlias

from msgspec import Struct

Within: TypeAlias = Literal[
    "everywhere", "here", "stack", "place", "zone", "map", "point", "holder", "mat", "attached", "this"
]
"""The places and pieces among which an action looks for its target.

`here` is the map on which the piece is. `map`, `zone`, `place` and `holder` are the piece's own unless they are named.
`stack` is the holder in which the piece lies, `point` a point of a map, and `mat` the piece's mat with its cargo.
`attached` are the pieces to which the piece is attached. `this` is the piece itself.
"""

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "matches", "matches-not", "is", "is-not"]
"""The comparisons of a property with a value. `is` means exactly the same text.

For a property that the piece lacks, `is`, patterns and comparisons of size are never true.
"""


class PropertyMatch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A quick comparison of one property (a template) with a value (an expression).

    Both are worked out for the piece that acts.
    """

    name: str
    value: str
    how: Comparison = "=="


class Target(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The target of an action. VASSAL: the target, fast match, range, deck policy and filter of a global key command.

    `map`, `zone`, `place`, `holder` and `link` are templates, and `x`, `y`, `range`, `least_range` and `which` are
    expressions. All are worked out for the piece that acts. `link` is the name of the attachment, and `which` the
    number of one of the attached pieces (without it, all are meant). `range` is the greatest distance, in places of the
    grid, or in map pixels if `in_points`.

    `match` is judged for all pieces at once. `where` is a condition on each piece, in which `mine(...)` reads the
    acting piece. It is `judged` for a piece when its turn comes, after the changes to those before it, or for all
    pieces beforehand. Pieces of decks within reach are taken from the top. `decks` says how many: all, none, or a
    number of matching pieces of each (`top`: the number is this expression). The first `most` matching pieces are
    reached (an expression). `by_name`: zones and places of all maps count, unless a map is named. Then a place is a
    value of `Location`, so that decks are places too.
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
