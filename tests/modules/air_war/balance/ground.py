"""Ground operations by simple rules: units land, go to places worth points, and attack if the odds are fair."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .campaign import beaches
from .position import Army, Position, other

if TYPE_CHECKING:
    from .war import AirWar

MOST_DEEDS: Final = 30
"""A number above the most actions of a phase."""
FAIR: Final = 4
"""The least difference between an attack with its modifiers and the defence, in steps of the die, that is fair."""
AT_ODDS: Final = 3
"""So much worse may it be for an objective."""


class Campaigning:
    """The ground operations of the side that acts in a phase."""

    def __init__(self, war: "AirWar") -> None:
        """Look at a war in a phase of ground operations."""
        self.war = war
        self.sides = [side for side in war.game.sides if side in war.sequence.acting(war.seen())]

    @property
    def now(self) -> Position:
        """The present position."""
        return self.war.position

    def move(self) -> None:
        """Go ashore, bombard, invade, and march."""
        for side in self.sides:
            self.war.begun("disembark", side)
            for _ in range(MOST_DEEDS):
                if not self.war.begun("bombard", side):
                    break
            self._land(side)
            for army, goal in list(self._marches(side)):
                if self.war.moved("ground-move", [army.id], goal):
                    self.war.tally[f"marches {side}"] += 1

    def _marches(self, side: str) -> Iterator[tuple[Army, str]]:
        """Yield the units that march, each with its next hex: into a free place that is worth points, or toward it."""
        now = self.now
        left: dict[str, int] = {}
        for army in now.armies:
            if army.side == side and not army.is_aboard:
                left[army.place] = left.get(army.place, 0) + 1
        taken: set[str] = set()
        for army in now.armies:
            if army.side != side or army.is_aboard or not army.is_in_order or not army.is_movable:
                continue
            if army.place in now.worths and left[army.place] == 1:
                continue
            if self._is_last_infantry(army):
                continue
            goals = [place for place in now.worths if place not in taken and not now.garrison(place, side)]
            steps = self.war.reach("ground-move", [army.id])
            if not steps or not goals:
                continue
            near = {place: min(now.distance(place, goal) - 0.1 * now.worths[goal] for goal in goals) for place in steps}
            best = min(steps, key=lambda place: (near[place], place))
            here = min(now.distance(army.place, goal) - 0.1 * now.worths[goal] for goal in goals)
            if near[best] < here and min(now.distance(army.place, goal) for goal in goals) <= 4:
                left[army.place] -= 1
                if best in now.worths:
                    taken.add(best)
                yield army, best

    def _is_last_infantry(self, army: Army) -> bool:
        """Return whether guns and tanks of the Indies would be lost without this unit (Forlorn Hopes 11.2.1)."""
        now = self.now
        if not self.war.scenario.invader or now.fact("arm", army.id) != "infantry":
            return False
        arms = [now.fact("arm", each.id) for each in now.garrison(army.place, army.side)]
        return arms.count("infantry") == 1 and len(arms) > 1

    def attack(self) -> None:
        """Attack and land while the odds are fair."""
        for side in self.sides:
            self._land(side)
            tried: set[int] = set()
            for _ in range(MOST_DEEDS):
                found = self._fair(side, tried)
                if found is None:
                    break
                army, target = found
                tried.add(army.id)
                plan = {"attacker": f"piece:{army.id}", "target": self.war.named(target)}
                if self.war.begun("ground-attack", side, **plan):
                    self.war.tally[f"attacks {side}"] += 1

    def _land(self, side: str) -> None:
        """Land what can land."""
        if self.war.scenario.invader:
            for hex in beaches(self.now, side):
                if self.war.begun("invade", side, hex=self.war.named(hex)):
                    self.war.tally[f"landings {side}"] += 1
            return
        for _ in range(MOST_DEEDS):
            if not self.war.begun("invade", side):
                return

    def _fair(self, side: str, tried: set[int]) -> tuple[Army, str] | None:
        """Return a unit that has not attacked and an enemy hex that it may attack with fair odds; None if none has."""
        now, enemy = self.now, other(side)
        for army in sorted(now.armies, key=lambda army: (-army.power, army.id)):
            if army.side != side or army.is_aboard or not army.is_in_order or not army.is_movable or army.id in tried:
                continue
            if now.number("attacked", army.id):
                continue
            for place in sorted({each.place for each in now.armies if each.side == enemy and not each.is_aboard}):
                if now.distance(army.place, place) != 1:
                    continue
                defence = max((each.power for each in now.garrison(place, enemy)), default=0)
                ground = 4 if now.at("ground", place) == "mountain" else 2 if now.at("ground", place) == "jungle" else 0
                ground += self.war.levels(place) if side == "AL" else 0
                least = FAIR - AT_ODDS if place in self.war.scenario.objectives else FAIR
                if 10 + army.power - defence - ground - defence >= least:
                    return army, place
        return None
