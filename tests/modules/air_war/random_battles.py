"""Random battles, and the conditions that hold in each of their states."""

import random
from typing import Any

from tests.modules.air_war.flying import Hangar


def start(hangar: Hangar, game: str, *flights: Any, **state: Any) -> Any:
    return hangar.rules[game].start(hangar.battle.AirBattle(flights=flights, **state))


def bomber(hangar: Hangar, id: str, at: str, number: int = 1, model: str = "Ki-21", **changes: Any) -> Any:
    return hangar.flight(id, model, at, number=number, **({"is_loaded": True} | changes))


def interceptor(hangar: Hangar, id: str, number: int = 1, model: str = "P-40", at: str = "M", **changes: Any) -> Any:
    return hangar.flight(id, model, at, team="interceptor", number=number, **changes)


def random_battle(hangar: Hangar, game: str, seed: int) -> Any:
    """Return the start of a random battle with up to nine flights, and the options for the order and for bombers."""
    chance = random.Random(seed)
    entry = list(hangar.rules[game].board.chart.mission_entry)
    fighters = ["Ki-43", "P-40"]
    flights = []
    for number in range(1, chance.randint(1, 4) + 1):
        model = chance.choice(["Ki-21", "G4M", "D3A", "B-17", "B-25", *fighters])
        loaded = model not in fighters and chance.random() < 0.8
        flights.append(bomber(hangar, f"m{number}", f"{entry[number - 1]} N M", number, model, is_loaded=loaded))
    if len(flights) > 1 and chance.random() < 0.5:
        last = flights.pop()
        flights.append(bomber(hangar, last.id, "L", last.number, "Ki-21", enters=2))
    if chance.random() < 0.3:
        where = entry[4], entry[5]
        flights = [bomber(hangar, f"p{hex}", f"{hex} N M", 1, "B-17") for hex in where] + [
            flight for flight in flights if flight.number > 1
        ]
    flights += [
        interceptor(hangar, f"i{number}", number, chance.choice(fighters), chance.choice("LMH"))
        for number in range(1, chance.randint(1, 4) + 1)
    ]
    kind = chance.choice(["city", "airbase", "naval", "ground"])
    chart = hangar.rules[game].board.chart
    ships = tuple(hangar.battle.TargetShip(hex, hex, df=3, aa=2) for hex in chart.targets) if kind == "naval" else ()
    target = hangar.battle.AirTarget(kind=kind, aa=None if kind == "naval" else 3, strength=2)
    options = frozenset({"variable_sequence", "fighter_bombers"})
    return start(hangar, game, *flights, target=target, ships=ships, options=options)


def check_invariants(rules: Any, battle: Any) -> None:
    if battle.motion is not None:
        first = battle.flights[battle.active[0]]
        assert battle.motion.points >= 0
        motion = (battle.motion.hex, battle.motion.facing, battle.motion.ledger.altitude)
        assert first.is_lost or motion == (first.hex, first.facing, first.altitude)
    for flight in battle.flights:
        assert not flight.hex or flight.hex in rules.board.centres
        assert 0 <= flight.altitude <= 2
        assert not (flight.is_out and flight.hex)
        assert 0 <= flight.losses <= len(flight.craft.df)
        assert not (flight.is_aborted and flight.is_loaded and not flight.is_home and not battle.is_over)
    assert sum(flight.has_surprise for flight in battle.flights) <= 1


def played(hangar: Hangar, game: str, seed: int) -> set[str]:
    """Play a random battle to its end by random legal actions. Return the deeds that were done.

    Fails if a state before the end has no legal action, or if a state breaks an invariant.
    """
    rules, battle, chance = hangar.rules[game], random_battle(hangar, game, seed), random.Random(seed)
    seen = set()
    for _ in range(1_500):
        legal = rules.legal(battle)
        assert bool(legal) is not battle.is_over, (seed, battle)
        assert len(set(legal)) == len(legal)
        if battle.is_over:
            break
        action = chance.choice(legal)
        seen.add(action.deed)
        before, battle = battle, rules.act(battle, action)
        check_invariants(rules, battle)
        assert (battle.round, battle.impulse) >= (before.round, 0)
    assert battle.is_over, seed
    on_board = any(flight.hex for flight in battle.flights if flight.team == "mission")
    assert battle.round == 6 or not on_board
    assert not any(flight.is_loaded and not flight.is_lost and not flight.is_aborted for flight in battle.flights)
    return seen
