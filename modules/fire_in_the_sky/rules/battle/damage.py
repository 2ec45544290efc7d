"""The consequences of hits, withdrawal and excess stacking: the new place of units, and the turn of their return
(11.3).

All of this is returned as commands. The dice are rolled elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules_assist.lookup.results_table import tables_in
from tabletop.game.commands import AnyCommand, At, MovePieces, Report, SetTrait
from tabletop.game.state.values import Value
from tabletop.module.module_words import says

from ..position import units
from ..position.facts import Facts
from ..position.geography import ALLIES, JAPAN, PACIFIC, POOLS
from ..position.points import marker_of, set_points
from ..position.units import AT_ANCHOR, FULL, REDUCED, Unit

TURN_TRACK: Final = "turn-track"
REMOVED: Final = "Removed"
POOL_OF: Final = {JAPAN: "Japanese pool", ALLIES: "Allied pool"}
NEVER: Final = 0
"""The turn of units that do not come back before the end of the war."""

_BLANK: Final[Mapping[str, Value]] = {
    units.FORCE: "",
    units.HALF: "",
    units.BASED_AT: "",
    units.COMMITTED: "",
    units.HITS: 0,
    units.HALF_HITS: 0,
}


def return_turn(facts: Facts, side: str, phases: int) -> int:
    """Return the turn in which a unit comes back after this number of its side's Reinforcement Phases; NEVER if that is
    after
    the war.

    An Allied unit that leaves in Japan's part still has its own phase of the turn before it (11.3.1, G-38).
    """
    table = tables_in(facts.situation)["return-turn"]
    value = table.look(facts.situation, {"side": side, "phases": phases, "hits": 0}).lookup().value
    return value if isinstance(value, int) else NEVER


def out_of_game(facts: Facts, pieces: Sequence[int]) -> list[AnyCommand]:
    """Return the commands that remove units for good."""
    return [*_at_rest(facts, pieces), MovePieces(tuple(pieces), At(POOLS, REMOVED))] if pieces else []


def to_the_pool(facts: Facts, pieces: Sequence[int]) -> list[AnyCommand]:
    """Return the commands that put air units and Replacements back into their pools."""
    found: list[AnyCommand] = [*_at_rest(facts, pieces)] if pieces else []
    for side, pool in POOL_OF.items():
        own = tuple(piece for piece in pieces if facts.situation.side_of(piece) == side)
        if own:
            found.append(MovePieces(own, At(POOLS, pool)))
    return found


Departure: TypeAlias = Literal["withdraws", "driven-off", "cannot-land", "damaged", "eliminated", "goes"]
"""The reason that a unit goes to the Game Turn Track."""


def to_the_track(
    facts: Facts, unit: Unit, phases: int, departure: Departure, *, dutch_return: bool = False
) -> list[AnyCommand]:
    """Return the commands that put a unit on the Game Turn Track for this number of its side's Reinforcement Phases.

    A unit that would not come back before the end of the war leaves the game. So does a Dutch unit (15.4), unless
    `dutch_return`. The log reports the `departure`, and the turn of the return.
    """
    turn = return_turn(facts, unit.side, phases)
    if (unit.is_dutch and not dutch_return) or turn == NEVER:
        return [Report((unit.id,), _leaves(departure), tuple(out_of_game(facts, (unit.id,))))]
    found = _at_rest(facts, (unit.id,))
    if unit.group == "naval":
        found.append(SetTrait((unit.id,), units.SHOWS, AT_ANCHOR))
    found.append(MovePieces((unit.id,), At(PACIFIC, f"{TURN_TRACK}.{turn}")))
    return [Report((unit.id,), _returns(departure, turn), tuple(found))]


def _leaves(departure: Departure) -> str:
    return {
        "withdraws": says("withdraws and does not return"),
        "driven-off": says("is driven off and does not return"),
        "cannot-land": says("cannot land and does not return"),
        "damaged": says("is damaged and does not return"),
        "eliminated": says("is eliminated and does not return"),
        "goes": says("goes to the Game Turn Track and does not return"),
    }[departure]


def _returns(departure: Departure, turn: int) -> str:
    return {
        "withdraws": says("withdraws and returns in turn {turn}", turn=turn),
        "driven-off": says("is driven off and returns in turn {turn}", turn=turn),
        "cannot-land": says("cannot land and returns in turn {turn}", turn=turn),
        "damaged": says("is damaged and returns in turn {turn}", turn=turn),
        "eliminated": says("is eliminated and returns in turn {turn}", turn=turn),
        "goes": says("goes to the Game Turn Track and returns in turn {turn}", turn=turn),
    }[departure]


def sent_off(
    facts: Facts, members: Iterable[Unit], *, departure: Departure = "goes", dutch_return: bool = False
) -> list[AnyCommand]:
    """Return the commands for units that withdraw, are ejected, cannot land or are in excess.

    They come back in their side's next Reinforcement Phase, except Dutch units (`dutch_return` concerns only ships) and
    those that would come after the war. With the other choice of G-46, Japanese carriers lose their planes.
    """
    found: list[AnyCommand] = []
    for unit in members:
        is_ship = unit.group == "naval"
        found += to_the_track(facts, unit, 1, departure, dutch_return=dutch_return and is_ship)
        if unit.side == JAPAN and unit.sort.is_carrier and facts.rules("G-46", "after-any-absence"):
            found.append(SetTrait((unit.id,), units.DAMAGED, units.YES))
    return found


# --- effects of hits ---


def ship_damaged(facts: Facts, unit: Unit, hits: int) -> list[AnyCommand]:
    """Return the commands for a ship that was hit and not sunk.

    It is away for twice as many of its side's Reinforcement Phases as it took hits (11.3.1).
    """
    found = to_the_track(facts, unit, 2 * hits, "damaged")
    if unit.side == JAPAN and unit.sort.is_carrier:
        found.append(SetTrait((unit.id,), units.DAMAGED, units.YES))
    if unit.sort.is_elite:
        found.append(SetTrait((unit.id,), units.PILOTS_LOST, units.YES))
    return found


def air_losses(facts: Facts, unit: Unit, hits: int) -> list[AnyCommand]:
    """Return the commands for an air unit that loses a point of strength for each hit; none without hits.

    A destroyed unit goes to the pool, so that its counter can be used again (11.3.3, 11.3.4).
    """
    left = unit.strength - hits
    if hits <= 0:
        return []
    if left <= 0:
        return [Report((unit.id,), says("is destroyed"), tuple(to_the_pool(facts, (unit.id,))))]
    return [
        Report(
            (unit.id,),
            says("falls to strength {strength}", strength=left),
            (SetTrait((unit.id,), units.SHOWS, f"strength {left}"),),
        )
    ]


def land_reduced(facts: Facts, unit: Unit) -> list[AnyCommand]:
    """Return the commands for a damaged land unit.

    A full one turns over. A reduced one, or one without a reduced side, is eliminated.
    """
    if unit.shows == FULL and unit.sort.reduced:
        return [Report((unit.id,), says("is reduced"), (SetTrait((unit.id,), units.SHOWS, REDUCED),))]
    return land_eliminated(facts, unit)


def land_eliminated(facts: Facts, unit: Unit) -> list[AnyCommand]:
    """Return the commands for an eliminated land unit, or for lost Replacements, which go to their pool.

    A land unit comes back after two of its side's Reinforcement Phases, on its full side unless G-57 decides otherwise.
    A Dutch unit does not come back.
    """
    if unit.group == "replacements":
        return [Report((unit.id,), says("are lost"), tuple(to_the_pool(facts, (unit.id,))))]
    side = REDUCED if facts.rules("G-57", "reduced") and unit.sort.reduced else FULL
    found = to_the_track(facts, unit, 2, "eliminated")
    return found if unit.is_dutch else [SetTrait((unit.id,), units.SHOWS, side), *found]


def land_hit_at_sea(facts: Facts, unit: Unit, hits: int) -> str:
    """Return the effect of this many hits in this player part on a land unit or Replacements at sea (11.3.2): `none`,
    `reduced`, `eliminated`.
    """
    if unit.group == "replacements":
        enough = unit.strength if facts.rules("G-29", "as-many-hits-as-their-value") else 1
        return "eliminated" if hits >= enough else "none"
    is_reduced = unit.shows == REDUCED
    look = tables_in(facts.situation)["land-at-sea"].look(
        facts.situation,
        {"hits": hits, "full": unit.sort.full, "reduced": unit.sort.reduced, "is_reduced": is_reduced},
        unit.id,
    )
    return str(look.lookup().result)


def pool_lost(facts: Facts, unit: Unit, hits: int) -> int:
    """Return the loss of the Merchantmen Pool by hits on a unit at sea; 0 for an Allied unit.

    The loss depends on the strength of the unit (11.3.2, 11.3.3).
    """
    if unit.side != JAPAN or hits <= 0:
        return 0
    table = tables_in(facts.situation)["pool-loss"]
    given: Mapping[str, Value] = {"unit": unit.group, "hits": hits, "strength": unit.strength}
    value = table.look(facts.situation, given).lookup().value
    return value if isinstance(value, int) else 0


def pool_less(facts: Facts, lost: int) -> list[AnyCommand]:
    """Return the commands for a loss of the Merchantmen Pool. There are none if its marker is not on the table."""
    if not lost or marker_of(facts.situation, "merchantmen") is None:
        return []
    return [set_points(facts.situation, "merchantmen", facts.points.merchantmen - lost)]


def hits_at_sea(facts: Facts, aboard: Iterable[Unit]) -> list[AnyCommand]:
    """Return the commands for this player part's hits on land units and Replacements among units aboard (11.3.2).

    The loss of the Merchantmen Pool is included. The hits stay recorded on the survivors, because hits can prevent a
    landing (`is_hurt`).
    """
    found: list[AnyCommand] = []
    lost = 0
    for unit in aboard:
        if unit.group not in ("land", "replacements") or not unit.hits:
            continue
        lost += pool_lost(facts, unit, unit.hits)
        match land_hit_at_sea(facts, unit, unit.hits):
            case "eliminated":
                found += land_eliminated(facts, unit)
            case "reduced":
                found += land_reduced(facts, unit)
    return [*found, *pool_less(facts, lost)]


def is_hurt(facts: Facts, unit: Unit) -> bool:
    """Return whether hits at sea prevent a land unit or Replacements from landing.

    Hits do if they are enough to damage a land unit. With the choice `any-hit-at-sea` of G-43 any hit does, also one on
    Replacements.
    """
    if not unit.hits or facts.rules("G-43", "any-hit-at-sea"):
        return bool(unit.hits)
    return unit.group == "land" and unit.hits >= unit.sort.reduced


# --- units aboard ---


def gone_ashore(aboard: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands for units that left their Task Force and came ashore in this player part."""
    pieces = tuple(unit.id for unit in aboard)
    blank: Mapping[str, Value] = {units.FORCE: "", units.HALF: "", units.LANDED: units.YES}
    return [SetTrait(pieces, name, value) for name, value in blank.items()] if pieces else []


def turned_back(facts: Facts, aboard: Sequence[Unit]) -> list[AnyCommand]:
    """Return the commands for units aboard that cannot go ashore.

    They go to the Game Turn Track; Replacements go out of play (11.2.6).
    """
    markers = tuple(unit.id for unit in aboard if unit.group == "replacements")
    return [
        *to_the_pool(facts, markers),
        *sent_off(facts, [unit for unit in aboard if unit.id not in markers], departure="cannot-land"),
    ]


def _at_rest(facts: Facts, pieces: Sequence[int]) -> list[AnyCommand]:
    """Return the commands that clear the Task Force, commitment and hits of units that leave play."""
    found: list[AnyCommand] = []
    for name, blank in _BLANK.items():
        marked = tuple(piece for piece in pieces if facts.situation.read(piece, name) not in (None, blank))
        if marked:
            found.append(SetTrait(marked, name, blank))
    return found
