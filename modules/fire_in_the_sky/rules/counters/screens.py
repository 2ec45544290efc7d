"""Screens (16.1.4): secret Task Forces are behind their markers, and the rest of their base is behind a screen.

Japan could identify a Task Force by the units that are missing from its base. So all units of the base that could have
sailed disappear from its sight too, until the Reaction Phase ends.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.procedure import KnownTo
from tabletop.game.commands import AnyCommand, At, Into, MovePieces, PlaceNew, Show
from tabletop.game.state.values import FACE

from ..position.calendar import FORCES_SAIL
from ..position.facts import BRITISH_FLEET, Facts, facts_of
from ..position.geography import ALLIES, JAPAN, PACIFIC, POOLS
from ..position.units import Unit
from .force_markers import MARKERS

SCREENS: Final = {
    "us_task_force_1": "us_screen_1",
    "us_task_force_2": "us_screen_2",
    "us_task_force_3": "us_screen_3",
    BRITISH_FLEET: "british_screen",
}
"""The key of the screen of each Allied marker, by the key of the marker."""


def is_secret(facts: Facts, side: str) -> bool:
    """Return whether the Task Forces of a side are formed in secret (16.1.4)."""
    return side == ALLIES and facts.uses("16.1.4")


def known_to(situation: Situation, side: str) -> KnownTo:
    """Return who knows that a side plays a procedure now.

    In the phases of secret Task Forces only the Allies know of their own: others could tell from the number and the
    order of the questions how much is hidden (16.1.4).
    """
    facts = facts_of(situation)
    return "side" if is_secret(facts, side) and facts.moment.phase in FORCES_SAIL else "all"


def concealed(facts: Facts) -> tuple[Unit, ...]:
    """Return the Allied units that Japan does not see: in Task Forces, or in the ports where these were formed."""
    game = facts.situation.game
    japan = game.sides.index(JAPAN)
    return tuple(
        unit for unit in facts.in_play(ALLIES) if is_behind(facts, unit.id) or game.pieces[unit.id].sight[japan] != FACE
    )


def is_behind(facts: Facts, piece: int) -> bool:
    """Return whether a piece is behind a screen or marker."""
    return facts.situation.game.holder_of(piece).carrier > 0


def new_screen(facts: Facts, marker: str) -> list[AnyCommand]:
    """Return the command that puts the screen of a marker, which is given by its kind, into the pool of markers.

    There is none if such a screen is off the map already.
    """
    kind = SCREENS.get(marker, "")
    return [PlaceNew(kind, At(POOLS, MARKERS))] if kind and not list(_off_map(facts, kind)) else []


def screened(facts: Facts, marker: int, members: Sequence[Unit], left: Iterable[Unit]) -> list[AnyCommand]:
    """Return the commands that put the units of a Task Force behind its marker, and the others at their base behind a
    screen.

    The screen is the one that is already at the base, or else the one of the marker.
    """
    base = members[0].hex
    kind = facts.situation.game.kind_of(marker).key
    screen, *_ = (*screens_on_map(facts, base), *_off_map(facts, SCREENS[kind]))
    return [
        MovePieces((marker, screen), At(PACIFIC, base)),
        *put_behind(facts, marker, members),
        *put_behind(facts, screen, (unit for unit in left if not is_behind(facts, unit.id))),
    ]


def put_behind(facts: Facts, screen: int, members: Iterable[Unit]) -> list[AnyCommand]:
    """Return the commands that put units behind a screen or marker; none without units.

    If a counter of an older version cannot hold them, they are hidden from Japan instead.
    """
    pieces = tuple(unit.id for unit in members)
    hold = next(iter(facts.situation.game.carried.get(screen, ())), 0)
    if not pieces:
        return []
    return [MovePieces(pieces, Into(hold)) if hold else Show(pieces, "unseen", (JAPAN,))]


def brought_out(facts: Facts) -> list[AnyCommand]:
    """Return the commands that bring all hidden units into Japan's sight, and the screens back into their pool."""
    spots: dict[str, list[int]] = defaultdict(list)
    hidden = concealed(facts)
    for unit in hidden:
        if is_behind(facts, unit.id):
            spots[unit.spot].append(unit.id)
    effects: list[AnyCommand] = [MovePieces(tuple(pieces), At(PACIFIC, spot)) for spot, pieces in spots.items()]
    if hidden:
        effects.append(Show(tuple(unit.id for unit in hidden), "face", (JAPAN,)))
    screens = tuple(screens_on_map(facts))
    return [*effects, MovePieces(screens, At(POOLS, MARKERS))] if screens else effects


def screens_on_map(facts: Facts, place: str = "") -> Iterator[int]:
    """Yield the Allied screens on the map, or only those in one place."""
    for kind in SCREENS.values():
        for id in facts.of_kind(kind):
            where = facts.situation.where(id)
            if where is not None and where.map == PACIFIC and place in ("", facts.geography.hex_of(where.place)):
                yield id


def _off_map(facts: Facts, kind: str) -> Iterator[int]:
    on_map = set(screens_on_map(facts))
    return (id for id in facts.of_kind(kind) if id not in on_map)
