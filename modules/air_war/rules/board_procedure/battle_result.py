"""The result of an air battle in sentences, which are said to all when it is over."""

from collections.abc import Iterator, Mapping

from tabletop.module.module_words import says

from ..air_battle import AirBattle, Flight, Team
from ..whole_fight import TEAMS, over_target


def result_lines(battle: AirBattle, losses: Mapping[str, int], sides: Mapping[Team, str]) -> Iterator[str]:
    """Yield sentences about the bombers, the lost steps, and the lost flights of a battle that is over.

    `losses` are the steps that each flight had lost before, by its id; `sides` are the names of the teams' sides.
    """
    came = sum(_brought_bombs(flight) for flight in battle.flights)
    if came:
        yield says("Bombers over the target: {through} of {came}.", through=over_target(battle), came=came)
    if battle.aborts:
        side = sides["interceptor"]
        yield says("Bombers that aborted: {aborts} (each a Victory Point for {side}).", aborts=battle.aborts, side=side)
    lost = []
    for team in TEAMS:
        flights = [flight for flight in battle.flights if flight.team == team]
        steps = sum(len(flight.craft.df) - losses[flight.id] for flight in flights)
        left = sum(max(len(flight.craft.df) - flight.losses, 0) for flight in flights)
        lost.append(says("{side} {lost} of {steps}", side=sides[team], lost=steps - left, steps=steps))
    yield says("Steps lost: {lost}.", lost=", ".join(lost))
    down = [flight.id for flight in battle.flights if flight.is_lost]
    yield says("Shot down: {flights}.", flights=", ".join(down)) if down else says("No flight was shot down.")


def _brought_bombs(flight: Flight) -> bool:
    return not flight.is_fighter and (flight.is_loaded or flight.has_attacked or flight.emptied > 0)
