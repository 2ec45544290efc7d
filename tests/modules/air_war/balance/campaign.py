"""The campaign of the Indies by simple rules: Japan's landings, the fleets of both sides, and what precedes play.

Japan ships its divisions from its boxes, and later from its ports, to ports of its own and to coasts without one, where
places are worth the most for the odds, with barges that supply them. The Allies bring their reinforcements to the
nearest port.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tabletop.assistance import ProcedureQuestion
from tabletop.game.state.frames import Plain

from .answers import Answers, piece_id, room_told
from .ferries import spare, spare_among, threat
from .position import Army, Position, Ship, guns

if TYPE_CHECKING:
    from .voyages import Voyages

FLEET_TURNS: Final = 4
"""The 11th Air Fleet is committed up to this turn: afterwards it costs more points than it wins."""
INVASIONS: Final = (1, 3)
"""The turns in which the Covering Force comes, to escort landings."""
SURE: Final = 0.85
"""The odds for which no further transport sails."""
NEARBY: Final = 0.5
"""The part of the worth of a place in the next hex, to which the landed units have to fight their way."""
FARTHER: Final = 0.25
"""The part of the worth of places that are two to four hexes away."""
BARGE: Final = 2
"""The steps that a barge carries."""
FULL: Final = 2
"""The steps of an infantry unit of full strength."""
LANDED: Final = {"infantry": 3, "artillery": 1, "armour": 1}
"""The most units of each arm that land against the enemy in a hex (11.3)."""
SINGAPORE: Final = "1303"
"""Singapore, which counts for Japan without a unit there (16.2)."""
LATE: Final = 5
"""The turn from which transports sail even if their escort is weaker than the enemy's squadrons."""


class Landings:
    """The expeditions of Japan that can sail now."""

    def __init__(self, voyages: "Voyages") -> None:
        """Look at the voyages of a side."""
        self.now: Position = voyages.now
        self._voyages = voyages
        self._side = voyages.side
        self._threat = threat(self.now, voyages.enemy)

    def of(self, origin: str, idle: Sequence[Ship]) -> Iterator[tuple[str, tuple[int, ...], float]]:
        """Yield the goals of expeditions from a box or a port, each with its ships and its worth.

        They wait until their escort is as strong as the strongest enemy squadron that may still intercept them.
        """
        here = [ship for ship in idle if ship.place == origin and ship.is_transport and ship.type == "T"]
        great = sorted((ship for ship in here if ship.room + ship.cargo > BARGE), key=lambda ship: ship.id)
        barges = [ship for ship in here if ship.room + ship.cargo <= BARGE]
        aboard = {id for ship in great for id in ship.troops}
        waiting = [army for army in self.now.armies if army.id in aboard and army.is_in_order]
        waiting += spare(self.now, self._side, origin)
        if not great or not waiting:
            return
        for goal in self._voyages.war.ranges("sail-laden", great[0]):
            if self.now.is_box(goal):
                continue
            for many in range(1, len(great) + 1):
                force = _loaded(waiting, great[:many])
                odds = self._odds(goal, force)
                if odds < SURE and many < len(great):
                    continue
                transports = [*great[:many], *(barges[:1] if not self.now.at("port", goal) else ())]
                ships = self._voyages.with_escort(origin, transports, goal)
                escort = guns(ship for ship in idle if ship.id in ships and ship.is_warship)
                if escort >= self._threat or self.now.turn >= LATE:
                    yield goal, ships, odds * self._worth(goal, bool(barges)) - 0.5
                break

    def _worth(self, goal: str, has_barge: bool) -> float:
        """Return the worth of landing in a place: its own, and that of places which the units may take from there."""
        now, island = self.now, self.now.at("island", goal)
        own = sum(1 for army in now.armies if army.side == self._side and now.at("island", army.place) == island)
        worth = 0.0 if goal == SINGAPORE or now.garrison(goal, self._side) else now.worths.get(goal, 0)
        if not (has_barge or now.at("port", goal)):
            return worth
        for place, points in now.worths.items():
            far = now.distance(goal, place)
            if place != goal and now.at("island", place) == island and not now.garrison(place, self._side) and far <= 4:
                enemies = sum(army.power for army in now.garrison(place, self._voyages.enemy))
                worth += points * (NEARBY if far == 1 else FARTHER) / (1 + own / 2) / max(1, enemies)
        return worth

    def _odds(self, goal: str, force: Sequence[Army]) -> float:
        """Return the chance of a contested landing (11.5.1): of a die with its modifiers that is 6 or less."""
        defenders = self.now.garrison(goal, self._voyages.enemy)
        if not force or not defenders:
            return 1.0 if force else 0.0
        ready = sum(1 for army in defenders if army.is_in_order)
        difference = max(army.power for army in defenders) - sum(army.power for army in force[:3])
        return min(1.0, max(0.0, (6 - ready - max(-4, min(4, difference)) + 1) / 10))


def _fill(waiting: Iterable[Army], room: int) -> list[Army]:
    """Return the units that a transport with so much room takes: infantry, the guns and tanks that go with it, and more
    infantry.
    """
    ranked = sorted(waiting, key=lambda army: army.id)
    great = [army for army in ranked if army.steps >= FULL]
    small = [army for army in ranked if army.steps < FULL]
    found: list[Army] = []
    for army in (*great[:1], *small, *great[1:]) if great else ():
        if army.steps <= room:
            room -= army.steps
            found.append(army)
    return found


def _loaded(waiting: Iterable[Army], ships: Iterable[Ship]) -> list[Army]:
    """Return the units that these ships carry together."""
    left, found = list(waiting), list[Army]()
    for ship in ships:
        taken = _fill(left, ship.room + ship.cargo)
        found += taken
        left = [army for army in left if army not in taken]
    return found


class CampaignAnswers(Answers):
    """The answers of both sides in the campaign."""

    def _fleet_comes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return self.now.turn <= FLEET_TURNS

    def _bought(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return []

    def _force_comes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return self.now.turn in INVASIONS

    def _sent(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)

    def _western(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return list(words)

    def _declared(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Declare no General Regroup Turn: its restored ships are worth more points to the Allies than to Japan."""
        return False

    def _comes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        return True

    def _ports(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Leave ports whole: they will be Japan's."""
        return []

    def _airbases(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Disrupt the airbases with the most aircraft."""
        crowds = sorted(words, key=lambda word: (-len(self.now.guests(word.rsplit(":", 1)[-1], "AL")), word))
        return list(crowds[: min(3, asked.most)])

    def _struck(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Hit the strongest units."""
        return sorted(words, key=lambda word: (-self.now.number("power", piece_id(word)), word))[: asked.most]

    def _unit(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Take the variable aircraft that are free, and no others; buy no steps."""
        told = re.search(r"Free: (\d+); come so far: (\d+)", asked.question)
        if told is None:
            return []
        free, come = map(int, told.groups())
        return list(words[:1]) if come < free else []

    def _load(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Load an infantry unit, the guns and tanks that go with it, and more infantry, until the transport is full.

        Warships and barges sail empty.
        """
        room = room_told(asked)
        if room <= BARGE:
            return []
        return [f"piece:{army.id}" for army in _fill(spare_among(self.now, asked.by, words), room)]

    def _landing(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Land with three infantry units at most, and one each of artillery and armour (11.3)."""
        if asked.kind != "choose" or (asked.most == len(words) and "against" not in asked.question):
            return super()._landing(asked, words)
        arms: dict[str, list[str]] = {}
        for word in sorted(words, key=lambda word: (-self.now.number("power", piece_id(word)), piece_id(word))):
            arms.setdefault(str(self.now.fact("arm", piece_id(word))), []).append(word)
        return [word for arm, most in LANDED.items() for word in arms.get(arm, [])[:most]]

    def _goes(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Return with all ships but the barges, which supply the landed units."""
        return asked.by != self.war.scenario.invader or "barge" not in asked.question

    def _barge(self, asked: ProcedureQuestion, words: Sequence[str]) -> Plain:
        """Beach a barge beside units that have no port."""
        return next((word for word in words if piece_id(word) in beached(self.now, asked.by)), None)


def beaches(now: Position, side: str) -> Sequence[str]:
    """Return the coasts without a port where infantry of a side can land."""
    return sorted(
        {
            army.place
            for army in now.armies
            if army.side == side and army.is_aboard and army.is_in_order and now.fact("arm", army.id) == "infantry"
            if now.at("coast", army.place) == "yes" and now.at("port", army.place) != "anchor"
        }
    )


def beached(now: Position, side: str) -> Sequence[int]:
    """Return the barges off coasts without a port where units of their side have landed."""
    return [
        ship.id
        for ship in now.ships
        if ship.side == side
        and ship.type == "T"
        and ship.room == BARGE
        and not now.at("port", ship.place)
        and now.garrison(ship.place, side)
    ]
