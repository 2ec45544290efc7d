"""Return to base (12.1) and the control of bases (12.2)."""

from collections.abc import Iterable

from rules_assist.lookup.results_table import tables_in
from rules_assist.position.situation import Situation
from rules_assist.procedure import Choose, Finish, Procedure, Steps, step
from rules_assist.rulebook.authored_rules import Rules
from tabletop.game.commands import AnyCommand, At, PlaceNew, RemovePieces, SetProperty
from tabletop.module.module_words import says

from ..battle.damage import out_of_game, sent_off, to_the_pool
from ..counters.force_markers import markers_aside, named_markers
from ..moves.orders import to_port
from ..position.calendar import RETURN_TO_BASE, enemy_of
from ..position.facts import CAPTURED, CUBES, Facts, facts_of
from ..position.geography import ALLIES, JAPAN, PACIFIC
from ..position.units import Unit
from ..sea.return_ports import must_return, return_ports
from .state import NoState

POINTS_DUE = "points_due"
"""The property of the table that holds the Victory Points for each capture of this part (4.3.1)."""

EVER_JAPANESE = {"Manila": "manila_ever_jp", "Singapore": "singapore_ever_jp", "Surabaya": "surabaya_ever_jp"}
"""The properties of the table that are 1 after Japan has controlled a place (4.3.1, 15.4)."""


# --- 12.1 ---


@step("Ships return", rule="12.1")
def return_ships(_state: NoState, situation: Situation) -> Steps:
    """Return all ships at sea to the port of their nation, and break up their Task Forces.

    Japan chooses between its two ports. Ships that are captured with their base are lost (G-44).
    """
    facts = facts_of(situation)
    returning = [unit for unit in facts.in_play() if must_return(unit)]
    captured = [unit for unit in returning if _is_captured(facts, unit)]
    going = [unit for unit in returning if unit not in captured]
    effects: list[AnyCommand] = out_of_game(facts, [unit.id for unit in captured])
    japanese = [unit for unit in going if unit.side == JAPAN]
    ports = facts.home_bases("Japan")
    if japanese and len(ports) > 1:
        chosen = yield Choose(
            key="ports",
            by=JAPAN,
            question=says(
                "Which ships go to {place}? The others go to {other}.",
                place=facts.title(ports[0]),
                other=facts.title(ports[1]),
            ),
            among=lambda seen: [unit.id for unit in japanese if unit.id in seen.game.pieces],
            rule="12.1",
        )
        there = tuple(unit.id for unit in japanese if unit.id in chosen)
        others = tuple(unit.id for unit in japanese if unit.id not in chosen)
        effects += [to_port(ships, port) for ships, port in ((there, ports[0]), (others, ports[1])) if ships]
    else:
        effects += _home(facts, japanese)
    effects += _home(facts, [unit for unit in going if unit.side == ALLIES])
    return Finish(len(going), [*effects, *markers_aside(named_markers(facts))])


def _is_captured(facts: Facts, unit: Unit) -> bool:
    """Return whether a ship at sea is lost together with the base in its hex.

    This happens only with the choice `captured-first` of G-44.
    """
    occupier = facts.occupied.get(unit.hex, (0, unit.side))[1]
    return occupier != unit.side and facts.rules("G-44", "captured-first")


def _home(facts: Facts, ships: Iterable[Unit]) -> list[AnyCommand]:
    """Return the commands that bring each ship to its port.

    Ships without a port go to the Turn Track (G-39), and Dutch ships out of the game (15.4).
    """
    found: list[AnyCommand] = []
    for unit in ships:
        port = next(iter(return_ports(facts, unit)), None)
        found += [to_port((unit.id,), port)] if port else sent_off(facts, [unit])
    return found


def _may_return(situation: Situation, side: str) -> str:  # noqa: ARG001 - ships of both sides return
    facts = facts_of(situation)
    if facts.moment.phase != RETURN_TO_BASE:
        return says("12.1: Ships return in the Return to Base Phase.")
    return "" if any(must_return(unit) for unit in facts.in_play()) else says("12.1: No ship is at sea.")


# --- 12.2 ---


@step("Bases change hands", rule="12.2")
def change_control(_state: NoState, situation: Situation) -> Finish:
    """Give each base with an Occupied Base marker to the occupier, and record the Victory Points that are due for it.

    The units under the marker are lost.
    """
    facts = facts_of(situation)
    effects: list[AnyCommand] = []
    due = points_due(facts)
    taken = set(facts.captured)
    for place, (marker, side) in facts.occupied.items():
        due += (_worth(facts, place, side),)
        taken.add(place)
        effects += [*_lost(facts, place, side), RemovePieces((marker,)), *_cube(facts, place, side)]
        effects += _remembered(facts, place, side)
    return Finish(
        len(facts.occupied),
        [*effects, SetProperty(CAPTURED, " ".join(sorted(taken))), SetProperty(POINTS_DUE, " ".join(map(str, due)))],
    )


def _worth(facts: Facts, place: str, side: str) -> int:
    """Return the Victory Points for a capture: Japan gains the base's points, and loses them when the Allies take it
    (4.3.1, G-15).
    """
    site = facts.geography.sites[place]
    table = tables_in(facts.situation)["victory-events"]
    event = "taken-by-japan" if side == JAPAN else "taken-by-allies"
    look = table.look(facts.situation, {"event": event, "worth": site.points, "neutral": not facts.control(place)})
    value = look.lookup().value
    return value if isinstance(value, int) else 0


def _lost(facts: Facts, place: str, side: str) -> list[AnyCommand]:
    """Return the commands for the units under the marker.

    Ships sink, and air counters become free (12.2, G-44, G-53).
    """
    there = facts.units_at(place, enemy_of(side))
    ships = tuple(unit.id for unit in there if unit.group == "naval" and not unit.is_at_sea)
    planes = [unit for unit in there if unit.group == "air" and not unit.is_at_sea]
    escaping = [unit for unit in planes if unit.committed and facts.rules("G-53", "escape")]
    lost = tuple(unit.id for unit in planes if unit not in escaping)
    return [*out_of_game(facts, ships), *to_the_pool(facts, lost), *sent_off(facts, escaping)]


def _cube(facts: Facts, place: str, side: str) -> list[AnyCommand]:
    """Return the commands that give a base the cube of its new side.

    The old cube is removed. No new one is placed where the printed flag is that of the side.
    """
    found: list[AnyCommand] = []
    if place in facts.cubes:
        found.append(RemovePieces((facts.cubes[place][0],)))
    if facts.geography.sites[place].flag != side:
        key = next(key for key, of in CUBES.items() if of == side)
        found.append(PlaceNew(key, At(PACIFIC, place)))
    return found


def _remembered(facts: Facts, place: str, side: str) -> list[AnyCommand]:
    """Return the commands that record for good that Manila, Singapore or Surabaya was Japanese; none for other places.

    With Surabaya, the commands that remove the Dutch ships are added.
    """
    name = facts.geography.sites[place].name
    if side != JAPAN or name not in EVER_JAPANESE:
        return []
    found: list[AnyCommand] = [SetProperty(EVER_JAPANESE[name], 1)]
    if name == "Surabaya":
        dutch = tuple(
            unit.id
            for unit in facts.units.values()
            if unit.is_dutch and unit.group == "naval" and unit.hex not in ("", place)
        )
        found += out_of_game(facts, dutch)
    return found


def _may_change(situation: Situation, side: str) -> str:  # noqa: ARG001 - it is nobody's in particular
    return "" if facts_of(situation).occupied else says("12.2: No base is occupied.")


def was_ever_japanese(facts: Facts, name: str) -> bool:
    """Return whether Japan has ever taken a base. Either it holds the base now, or the table records it (4.3.1)."""
    place = facts.geography.find(name) or ""
    return facts.controls(place, JAPAN) or facts.situation.table(EVER_JAPANESE[name]) == 1


def points_due(facts: Facts) -> tuple[int, ...]:
    """Return the Victory Points for each capture of this part, in the order in which the bases changed hands."""
    return tuple(map(int, str(facts.situation.table(POINTS_DUE) or "").split()))


RULES = Rules(
    procedures=(
        Procedure("return-to-base", "Return to base", "12.1, 15.4, 15.5", (return_ships,), _may_return),
        Procedure(
            "base-control", "Bases change hands", "3.1.3, 3.2.4, 3.3.10, 12.2, 15.4", (change_control,), _may_change
        ),
    )
)
