"""The set-up of a battle: markers, places and formations (9.7.1 to 9.7.4)."""

from collections.abc import Sequence

from tabletop.module.module_words import says

from .air_battle import BoardRules, Flight, TargetShip
from .flight_motion import LOW

MOST_IN_FORMATION = 4


class SetUpError(ValueError):
    """The error of a set-up against the rules. The message is one sentence."""


def check_set_up(rules: BoardRules, flights: Sequence[Flight], ships: Sequence[TargetShip]) -> None:
    """Raise `SetUpError` for the first mistake in a set-up."""
    groups: dict[tuple[str, int], list[Flight]] = {}
    for flight in flights:
        if not 1 <= flight.number <= 4:
            raise SetUpError(says("{flight} needs a sequence number from 1 to 4", flight=flight.id))
        if not LOW <= flight.altitude <= rules.ceiling(flight):
            raise SetUpError(says("{flight} may not be at this altitude", flight=flight.id))
        _check_place(rules, flight)
        groups.setdefault((flight.team, flight.number), []).append(flight)
    for group in groups.values():
        if len(group) > 1:
            _check_formation(rules, group)
    mission = [flight for flight in flights if flight.team == "mission"]
    first = [flight for flight in mission if flight.hex]
    if not first:
        raise SetUpError(says("One mission flight must be on the board"))
    if len({flight.hex for flight in first}) < len(first):
        raise SetUpError(says("Only one mission flight may stand in each entry hex"))
    if any(late.number <= each.number for late in mission if not late.hex for each in first):
        raise SetUpError(says("Late flights need higher numbers than those of the first round"))
    _check_ships(rules, ships)


def _check_place(rules: BoardRules, flight: Flight) -> None:
    is_late = flight.team == "interceptor" or flight.enters > 1
    if is_late and flight.hex:
        raise SetUpError(says("{flight} begins off the board", flight=flight.id))
    if not is_late and flight.hex not in rules.board.chart.mission_entry:
        raise SetUpError(says("{flight} must stand in a mission entry hex", flight=flight.id))
    if flight.hex and flight.facing not in rules.board.inward(flight.hex):
        raise SetUpError(says("{flight} must face a hex of the board", flight=flight.id))


def check_members(rules: BoardRules, group: Sequence[Flight]) -> None:
    """Raise `SetUpError` if flights of one team and number may not fly in formation, wherever they stand (9.7.4)."""
    first = group[0]
    if first.team != "mission" or len(group) > MOST_IN_FORMATION or any(flight.enters > 1 for flight in group):
        raise SetUpError(
            says("Only two to four mission flights on the board may share number {number}", number=first.number)
        )
    for flight in group:
        is_unfit = flight.is_disrupted and rules.book.formation_undisrupted
        if flight.is_fighter or flight.craft.engines != "multi" or is_unfit:
            raise SetUpError(says("{flight} may not fly in formation", flight=flight.id))
        if flight.altitude != first.altitude:
            raise SetUpError(says("A formation has one altitude"))
        if flight.craft.is_japanese != first.craft.is_japanese:
            raise SetUpError(says("A formation has one nationality"))
    if first.number == MOST_IN_FORMATION and not first.craft.is_japanese and not rules.book.formation_of_four:
        raise SetUpError(says("An Allied formation may not have number 4"))


def _check_formation(rules: BoardRules, group: Sequence[Flight]) -> None:
    """Raise `SetUpError` if flights of one team and number are not placed as a formation.

    They need the same facing too, since they move together.
    """
    check_members(rules, group)
    first = group[0]
    if any(flight.facing != first.facing for flight in group):
        raise SetUpError(says("A formation has one facing"))
    joined, waiting = {first.hex}, [first.hex]
    while waiting:
        hex = waiting.pop()
        near = {flight.hex for flight in group if rules.board.distance(hex, flight.hex) == 1} - joined
        joined |= near
        waiting.extend(near)
    if len(joined) < len(group):
        raise SetUpError(says("The flights of a formation must be adjacent to each other"))


def _check_ships(rules: BoardRules, ships: Sequence[TargetShip]) -> None:
    if problem := problem_of_ships(rules, [ship.hex for ship in ships]):
        raise SetUpError(problem)


def problem_of_ships(rules: BoardRules, hexes: Sequence[str]) -> str:
    """Return why ships may not be in these hexes (9.7.2), in a sentence; "" if they may."""
    chart = rules.board.chart
    if len(set(hexes)) < len(hexes) or not set(hexes) <= {*chart.targets, *chart.overflow}:
        return says("Each ship needs its own hex: a target hex, or a hex beside the target hexes")
    if set(hexes) & set(chart.overflow) and not set(chart.targets) <= set(hexes):
        return says("Ships fill the target hexes before the hexes beside them")
    return ""
