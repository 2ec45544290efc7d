"""The conditions that every position of Cartwheel and Forlorn Hopes fulfils, after whatever step.

Each check raises AssertionError with the thing that is wrong.
"""

from collections import Counter
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.procedure.asked_views import Memory
from rules_assist.procedure.procedure_display import underway
from tabletop.assistance import Where
from tabletop.board.place_properties import set_in_play
from tabletop.game.side_cells import numbers_meant
from tabletop.game.state.frames import is_known
from tabletop.game.state.values import Value

LOSSES: Final = "losses"
HOLDS: Final = {"mountain": 1, "jungle": 3, "open": 3}
"""The most ground units of a side in a hex, by its ground (11.3); in Forlorn Hopes, the most units of infantry."""


class Roster:
    """The units of a game so far, which stay in it: lost ones lie among the losses."""

    def __init__(self, seen: Situation) -> None:
        """Note the units of the first position."""
        self.units = units_of(seen)

    def check(self, seen: Situation) -> None:
        """Check that no unit is gone, and note those that have come, as a scenario or an event allows."""
        units = units_of(seen)
        assert units >= self.units, f"units are gone: {self.units - units}"
        self.units = units


def units_of(seen: Situation) -> Counter[str]:
    """Return the number of air units, ships and ground units by their kinds. Submarines, and a Catalina by Magic in
    Forlorn Hopes (5.4), come and go; its variable air units may not come at all (17.2.1). So they are left out.
    """
    return Counter(
        seen.game.kind_of(piece).key
        for piece in seen.game.pieces
        if any(seen.read(piece, name) is not None for name in ("role", "hull", "cf"))
        and seen.read(piece, "type") != "SS"
        and seen.game.kind_of(piece).key != "al_pby"
        and seen.read(piece, "variable") is None
    )


def check_position(seen: Situation, roster: Roster) -> None:
    """Check that every piece lies in one known place, that none is lost or doubled, and that hits, points and cargo are
    possible.
    """
    game = seen.game
    lying = sorted((id, at) for at, holder in game.holders.items() for id in holder.pieces)
    assert lying == sorted((id, piece.at) for id, piece in game.pieces.items()), "a piece is in no place, or in two"
    for number, many in Counter(piece.kind for piece in game.pieces.values()).items():
        limit = game.kinds[number].limit
        assert not limit or many <= limit, f"{many} pieces of {game.kinds[number].key}, of which {limit} exist"
    roster.check(seen)
    for piece in game.pieces:
        check_place(seen, piece)
    check_places(seen)
    check_cargo(seen)
    for name in ("allied-points", "japanese-points", "missions", "parafrag"):
        value = seen.table(name)
        assert value is None or float(str(value)) >= 0, f"{name} is {value}"
    if not game.frames:
        check_tasks(seen)


def check_place(seen: Situation, piece: int) -> None:
    """Check that a piece lies in a place of its map that has a name."""
    where = seen.where(piece)
    name = seen.game.kind_of(piece).key
    assert where is not None, f"{name} is on no map"
    node = seen.book.ground.atlas.terrain(where.map).node(where.place)
    assert node is not None, f"{name} lies in no place of {where.map}: '{where.place}'"


def check_places(seen: Situation) -> None:
    """Check the hits of towns and cities (9.10.10), and who controls each place."""
    for map in seen.game.maps:
        for place, name, value in set_in_play(seen.game.properties, map):
            if name == "hits":
                most = int(str(printed(seen, Where(map, place), "max_hits")))
                assert 0 <= int(str(value)) <= most, f"{place} has {value} hits, {most} at most"
            if name == "control":
                assert value in (*seen.sides, "nobody"), f"'{value}' controls {place}"


def printed(seen: Situation, where: Where, name: str) -> Value:
    """Return a property of a place as it is printed on its map; None if it has none."""
    terrain = seen.book.ground.atlas.terrain(where.map)
    node = terrain.node(where.place)
    return None if node is None else terrain.properties[node].get(name)


def check_cargo(seen: Situation) -> None:
    """Check that what is aboard a ship lies where this ship lies, and that no two ships have the same number."""
    ships: dict[int, int] = {}
    for piece in seen.game.pieces:
        hull = seen.read(piece, "hull")
        if isinstance(hull, int) and hull > 0:
            assert hull not in ships, f"two ships have the number {hull}"
            ships[hull] = piece
    for piece in seen.game.pieces:
        aboard, where = seen.read(piece, "aboard"), seen.where(piece)
        if isinstance(aboard, int) and aboard > 0 and where is not None and where.map != LOSSES:
            name = seen.game.kind_of(piece).key
            assert aboard in ships, f"{name} is aboard ship {aboard}, which does not exist"
            assert seen.where(ships[aboard]) == where, f"{name} is at {where}, its ship at {seen.where(ships[aboard])}"


def check_tasks(seen: Situation) -> None:
    """Check that no unit is left on a mission that is over: only flights of reconnaissance and patrols stay out."""
    for piece in seen.game.pieces:
        task = seen.read(piece, "task")
        assert task in (None, "", "reconnaissance", "patrol"), (
            f"{seen.game.kind_of(piece).key} is left with the task {task}"
        )
        assert seen.read(piece, "under_way") in (None, 0), f"{seen.game.kind_of(piece).key} is left under way"


def check_views(seen: Situation, views: Memory) -> None:
    """Check that each side, and an onlooker, can see the position and the procedures under way."""
    game = seen.game
    for side in ("", *game.sides):
        view = views.seen(game, side, numbers_meant(game.sides, side) if side else ())
        for number, frame in view.game.frames.items():
            shown = underway(view, number)
            assert not (shown.trouble and is_known(frame, (side,))), f"{side} sees trouble: {shown.trouble}"


def counts_ashore(seen: Situation, piece: int) -> bool:
    """Return whether a piece is a ground unit on land, and of infantry in Forlorn Hopes. Units that have retreated may
    stand in excess (11.3).
    """
    is_ashore = not any(int(str(seen.read(piece, name) or 0)) for name in ("aboard", "raiding", "retreated"))
    is_foot = seen.table("book") == "cartwheel" or seen.read(piece, "arm") in ("infantry", "parachute")
    return seen.read(piece, "cf") is not None and is_ashore and is_foot


def crowded(seen: Situation) -> dict[Where, str]:
    """Return the hexes in which more ground units of a side stand than may, each with the count in words (11.3)."""
    standing: Counter[tuple[Where, str]] = Counter()
    for piece in seen.game.pieces:
        where = seen.stands(piece)
        if where is not None and counts_ashore(seen, piece):
            standing[where, seen.side_of(piece)] += 1
    found = {}
    for (where, side), many in standing.items():
        if many > HOLDS.get(str(printed(seen, where, "ground")), many):
            found[where] = f"{many} ground units of {side} at {where.place}"
    return found


def check_stacks(seen: Situation) -> None:
    """Check that the assistant tells every hex with too many ground units (11.3)."""
    checks = [check for id, check in seen.book.checks.items() if id.endswith("-stack")]
    everything = tuple(seen.game.pieces)
    told = {where for check in checks for found in check.findings(seen, seen, everything) for where in found.places}
    for where, what in crowded(seen).items():
        assert where in told, f"{what} are not told"
