"""The position of a war in the terms of its players: aircraft, ships, ground units, and places."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from tabletop.expression import Value, as_number, compile_expression

from .scenarios import Scenario


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "JP" if side == "AL" else "AL"


@dataclass(frozen=True)
class Aircraft:
    """An air unit: its ratings, the place of its base, and its state."""

    id: int
    side: str
    role: str
    model: str
    company: str
    """Units fly together if this is the same (9.1.1)."""
    modes: str
    bombs: int
    """The Bombing Factor; 0 if it cannot attack."""
    defence: int
    speed: int
    range: int
    place: str
    is_ready: bool
    is_hurt: bool
    is_fighter: bool
    steps: int


@dataclass(frozen=True)
class Repute:
    """The averages of a side's air units: all that the enemy knows of those whose faces it does not see."""

    fighters: float
    """The share of fighters."""
    speed: float
    """The SR/MP of a fighter."""
    range: float
    """The range of a fighter in hexes."""
    bombs: float
    """The Bombing Factor of a bomber."""


@dataclass(frozen=True)
class Ship:
    """A naval unit, with the steps that it carries."""

    id: int
    side: str
    type: str
    group: str
    place: str
    guns: int
    defence: int
    flak: int
    room: int
    cargo: int
    troops: tuple[int, ...]
    is_transport: bool
    is_warship: bool
    is_carrier: bool
    is_spotted: bool
    is_idle: bool
    is_crippled: bool
    is_disrupted: bool

    @property
    def worth(self) -> float:
        """The worth of the ship in points: two for a step, and one for each step that it carries."""
        return 2 * (1 if self.is_crippled else 2) + 1.5 * self.cargo + (3 if self.is_carrier else 0)


@dataclass(frozen=True)
class Army:
    """A ground unit on land, or aboard a ship."""

    id: int
    side: str
    place: str
    power: int
    steps: int
    is_aboard: bool
    is_in_order: bool
    is_movable: bool


class Position:
    """The aircraft, ships, ground units and places of one position.

    It has everything; the players only count the air units of the enemy, and know their `repute`.
    """

    def __init__(self, seen: Situation, scenario: Scenario, distances: dict[tuple[str, str], int]) -> None:
        """Look at a position of a scenario. `distances` keeps the distances that have been worked out."""
        self.seen = seen
        self._scenario = scenario
        self._distances = distances
        self.map = seen.game.maps[0]
        self._facets = seen.facets(self.map)

    # facts

    def fact(self, name: str, piece: int = 0) -> Value:
        """Return a fact or property of a piece, or of the table, as the rules have it."""
        given = {"side": self.seen.side_of(piece)} if piece else {}
        return compile_expression(name).evaluate(RuleFactReader(self.seen, given, piece))

    def number(self, name: str, piece: int = 0) -> int:
        """Return a fact as a number; 0 if it is not known."""
        found = self.fact(name, piece)
        return as_number(found) or 0

    def at(self, name: str, place: str, side: str = "") -> Any:
        """Return the fact of a place that rules read after `at_`; None if there is none."""
        node = self._facets.terrain.node(place)
        try:
            return None if node is None else self._facets.value(name, node, side)
        except KeyError:
            return None

    def number_at(self, name: str, place: str) -> int:
        """Return a number of a place; 0 if it has none."""
        found = self.at(name, place)
        return int(found) if found is not None and str(found).isdigit() else 0

    def count(self, name: str, place: str, side: str) -> int:
        """Return a number of pieces in a place, as `at_own_...` has it."""
        found = self.at(name, place, side)
        return int(found) if found is not None and str(found).isdigit() else 0

    def distance(self, one: str, two: str) -> int:
        """Return the hexes from one place to another; 99 if there are none between them on the map."""
        if (one, two) not in self._distances:
            found = self.fact(f'distance(place("{one}", "{self.map}"), place("{two}", "{self.map}"))')
            self._distances[one, two] = found if isinstance(found, int) else 99
        return self._distances[one, two]

    @cached_property
    def turn(self) -> int:
        """The number of the turn."""
        return self.number("turn")

    @property
    def initiative(self) -> str:
        """The side that has the initiative."""
        return str(self.seen.table("initiative"))

    # pieces

    def _place(self, piece: int) -> str:
        where = self.seen.stands(piece)
        return where.place if where is not None and where.map == self.map else ""

    def _pieces(self, condition: str) -> Iterator[int]:
        expression = compile_expression(condition)
        for piece in self.seen.pieces():
            if self._place(piece) and expression.test(RuleFactReader(self.seen, {}, piece)):
                yield piece

    @cached_property
    def aircraft(self) -> Sequence[Aircraft]:
        """The air units at airbases, without reconnaissance flights and transports."""
        return self._air_units("is_based")

    @cached_property
    def flying(self) -> Sequence[Aircraft]:
        """The air units of a mission, and those that intercept it."""
        return self._air_units('is_air and (task == "mission" or task == "interception") and not is_gone')

    def repute(self, side: str) -> Repute:
        """Return the averages of the air units of a side."""
        units = [plane for plane in (*self.aircraft, *self.flying) if plane.side == side]
        fighters = [plane for plane in units if plane.is_fighter]
        bombers = [plane.bombs for plane in units if not plane.is_fighter and plane.bombs]
        return Repute(
            fighters=len(fighters) / max(1, len(units)),
            speed=sum(plane.speed for plane in fighters) / max(1, len(fighters)),
            range=sum(plane.range for plane in fighters) / max(1, len(fighters)),
            bombs=sum(bombers) / max(1, len(bombers)),
        )

    def _air_units(self, condition: str) -> Sequence[Aircraft]:
        found = []
        for piece in self._pieces(f'{condition} and role != "R" and role != "C"'):
            is_fighter = bool(self.fact("is_fighter", piece))
            bombs = self.number("showing_bf", piece)
            if is_fighter and not self.number("strafes", piece):
                bombs = 0
            found.append(
                Aircraft(
                    id=piece,
                    side=self.seen.side_of(piece),
                    role=str(self.fact("role", piece)),
                    model=str(self.fact("model", piece)),
                    company=self._company(piece),
                    modes=str(self.fact("modes", piece) or ""),
                    bombs=bombs,
                    defence=self.number("showing_df", piece),
                    speed=self.number("points", piece),
                    range=self.number("full_range", piece),
                    place=self._place(piece),
                    is_ready=bool(self.fact("is_ready and regroup == 0 and flown == 0", piece)),
                    is_hurt=bool(self.fact("is_hurt", piece)),
                    is_fighter=is_fighter,
                    steps=1 if self.fact('steps == 1 or Strength == "reduced"', piece) else 2,
                )
            )
        return found

    def _company(self, piece: int) -> str:
        group = str(self.fact("group", piece))
        if self.map == "indies":
            return str(self.fact("flag", piece)) if self.seen.side_of(piece) == "AL" else group
        if group in ("USAAF", "RAAF", "6th Hikoshidan", "11th Hikoshidan"):
            return "army"
        is_apart = self.seen.side_of(piece) == "JP" and self.fact("carrier_based", piece)
        return "carriers" if is_apart else "navy"

    @cached_property
    def ships(self) -> Sequence[Ship]:
        """The ships on the map and in its boxes, without submarines and supply sources."""
        cargo: dict[tuple[str, int], list[int]] = {}
        for piece in self._pieces("known(aboard) and aboard > 0"):
            cargo.setdefault((self.seen.side_of(piece), self.number("aboard", piece)), []).append(piece)
        found = []
        for piece in self._pieces("sails"):
            side = self.seen.side_of(piece)
            load = cargo.get((side, self.number("hull", piece)), []) if self.number("hull", piece) else []
            steps = sum(self.number("load_steps", each) for each in load)
            is_crippled = bool(self.fact("crippled", piece))
            found.append(
                Ship(
                    id=piece,
                    side=side,
                    type=str(self.fact("type", piece)),
                    group=str(self.fact("group", piece)),
                    place=self._place(piece),
                    guns=self.number("guns", piece),
                    defence=self.number("df", piece),
                    flak=self.number("aa_crippled" if is_crippled else "aa", piece),
                    room=self.number("cargo_crippled" if is_crippled else "cargo", piece) - steps,
                    cargo=steps,
                    troops=tuple(each for each in load if self.fact("troops", each)),
                    is_transport=bool(self.fact("transport", piece)),
                    is_warship=bool(self.fact("warship", piece)),
                    is_carrier=bool(self.fact("carrier", piece)),
                    is_spotted=self.number("spotted", piece) > 0,
                    is_idle=bool(self.fact("idle and under_way == 0", piece)),
                    is_crippled=is_crippled,
                    is_disrupted=bool(self.fact('State == "disrupted"', piece)),
                )
            )
        return found

    @cached_property
    def armies(self) -> Sequence[Army]:
        """The ground units."""
        return [
            Army(
                id=piece,
                side=self.seen.side_of(piece),
                place=self._place(piece),
                power=self.number("power", piece),
                steps=self.number("load_steps", piece),
                is_aboard=self.number("aboard", piece) > 0,
                is_in_order=bool(self.fact("in_order", piece)),
                is_movable=not self.fact('known(arm) and arm == "garrison"', piece),
            )
            for piece in self._pieces("troops")
        ]

    def is_supplied(self, place: str, side: str) -> bool:
        """Return whether a supply line reaches a place, or units there have landed (11.5.3)."""
        lines = ("own_city", "own_stores", "own_stores_near", "own_stores_here", "own_beachheads")
        return any(self.count(line, place, side) for line in lines)

    def barges_ashore(self, side: str) -> Sequence[tuple[int, str]]:
        """Return the barges of a side that serve as bases of supply, each with its place."""
        return [
            (piece, self._place(piece)) for piece in self._pieces("barge_source") if self.seen.side_of(piece) == side
        ]

    def fleet(self, place: str, side: str) -> Sequence[Ship]:
        """Return the ships of a side in a place."""
        return [ship for ship in self.ships if ship.side == side and ship.place == place]

    def garrison(self, place: str, side: str) -> Sequence[Army]:
        """Return the ground units of a side on land in a place."""
        return [army for army in self.armies if army.side == side and army.place == place and not army.is_aboard]

    def guests(self, place: str, side: str) -> Sequence[Aircraft]:
        """Return the air units of a side that are based in a place."""
        return [plane for plane in self.aircraft if plane.side == side and plane.place == place]

    # places

    @property
    def places(self) -> Iterator[str]:
        """The names of the whole places of the map."""
        terrain = self._facets.terrain
        return (name for node, name in enumerate(terrain.names) if terrain.whole[node] == node)

    def is_box(self, place: str) -> bool:
        """Return whether a place is a box off the map."""
        return bool(self.at("unlimited", place) == "yes")

    def holds(self, place: str, side: str) -> bool:
        """Return whether a side controls a place."""
        return bool(self.at("control", place) == side)

    def room(self, place: str, side: str) -> int:
        """Return the number of air units that an undisrupted airbase has room for."""
        if self.is_box(place):
            return 99
        mobile = self.count("own_sound_mobile_bases", place, side)
        if mobile == 0 and not (self.at("airbase", place) and self.holds(place, side)):
            return 0
        if mobile == 0 and self.at("base", place) != "normal":
            return 0
        most = 2 if mobile else int(self.at("air", place) or 0)
        return most - self.count("own_based", place, side)

    @cached_property
    def worths(self) -> dict[str, float]:
        """The Victory Points of the places that count in this scenario (16.2), with those of objectives."""
        objectives = self._scenario.objectives
        found: dict[str, float] = {}
        for place in self.places:
            worth = self.at("vp", place)
            points = float(worth) if worth is not None and str(worth).isdigit() else 0.0
            if place.isdigit() and int(place) < self._scenario.west:
                continue
            if points or place in objectives:
                found[place] = points + (5 if place in objectives else 0)
        return found


def guns(ships: Iterable[Ship]) -> float:
    """Return the strength of ships in a battle: guns, and half a point for each hull."""
    return sum(ship.guns + 0.5 for ship in ships)
