"""The two Deployment Phases by simple rules: armies deploy to attack, ships to react."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .outlook import SAILS, Outlook, code

if TYPE_CHECKING:
    from .war import War

MOST_GOALS: Final = 8
"""The number of best goals that are considered."""


class Deployment:
    """The actions of a side in a Deployment Phase."""

    def __init__(self, war: "War", side: str) -> None:
        """Prepare the deployment of a side of a war."""
        self.war = war
        self.side = side

    @property
    def outlook(self) -> Outlook:
        """The position as the side judges it."""
        return self.war.outlook(self.side)

    @property
    def facts(self) -> Any:
        """The facts of the position."""
        return self.war.facts

    def first(self) -> None:
        """Deploy before operations: by road, into reach of goals, home for replacements, and to the front."""
        self.take_to_the_road()
        self.stage()
        self.send_home()
        if self.side == "AL":
            self.bring_forward("land")
        self.bring_forward("air")
        if not self._is_opening():
            self.bring_forward("naval")

    def second(self) -> None:
        """Deploy with the remaining points: ships to positions for reaction, and armies to endangered places."""
        self.stage()
        self.bring_forward("land")
        self.bring_forward("naval")
        self.bring_forward("air")

    def _is_opening(self) -> bool:
        """Return whether this is Japan's first Deployment Phase of the war. Its ships are already in position then."""
        moment = self.facts.moment
        return bool(
            self.side == "JP" and moment.turn == 1 and moment.phase == code("position.calendar").FIRST_DEPLOYMENT
        )

    # permitted costs

    def can_spend(self, unit: Any) -> bool:
        """Return whether there are Transport Points to deploy a unit: some are kept for landings, and for oil."""
        points = self.facts.points
        if self.side == "JP":
            return bool(points.tp_japan - unit.transport >= self._kept())
        mine = points.tp_britain if unit.sort.pool == "Britain" else points.tp_us
        kept = self._kept_for_landings("Britain" if unit.sort.pool == "Britain" else "US")
        return bool(mine - unit.transport >= kept)

    def _kept(self) -> int:
        """Return the Transport Points that Japan keeps: to carry oil home, and before operations for landings."""
        facts = self.facts
        oil = min(8 * sum(site.resource for site in facts.bases("JP")), facts.points.merchantmen // 2)
        if facts.points.oil > 60:
            oil = 0
        return oil // 2 + self._kept_for_landings("Japan") if self._is_first() else oil

    def _is_first(self) -> bool:
        return bool(self.facts.moment.phase == code("position.calendar").FIRST_DEPLOYMENT)

    def _kept_for_landings(self, pool: str) -> int:
        if not self._is_first():
            return 0
        goals = self.outlook.goals[:MOST_GOALS]
        ready = [
            2 * unit.transport
            for unit in self.outlook.armies
            if unit.sort.pool == pool and any(self.outlook.apart(unit.hex, goal) <= SAILS for goal in goals)
        ]
        most = {"Japan": 48 if self.facts.moment.turn <= 2 else 32, "US": 32, "Britain": 12}[pool]
        return min(most, sum(ready))

    def has_room(self, place: str, unit: Any) -> bool:
        """Return whether a base has room for a unit."""
        most = self.facts.capacity(place, unit.group)
        there = self.facts.units_at(place, unit.side, unit.group)
        return most is None or sum(one.transport for one in there if not one.is_at_sea) + unit.transport <= most

    # armies

    def take_to_the_road(self) -> None:
        """March into valuable adjacent places whose defenders are not much stronger than the army (7.2)."""
        for unit in list(self.outlook.armies):
            outlook, facts = self.outlook, self.facts
            places = [
                at
                for at in self.war.reach("one-hex", [unit.id])
                if (facts.is_base(at) or facts.title(at) == "Malaya") and not facts.controls(at, self.side)
            ]
            able = [at for at in places if outlook.worth(at) > 0 and outlook.hold(at) <= 1.3 * unit.strength]
            if able:
                self.war.moved("one-hex", [unit.id], max(able, key=lambda at: (outlook.worth(at), at)))

    def stage(self) -> None:
        """Bring one army to a base within reach of each of the best goals, if too few are there."""
        for goal in self.outlook.goals[:MOST_GOALS]:
            outlook = self.outlook
            armies = outlook.armies
            near = [unit for unit in armies if outlook.apart(unit.hex, goal) <= SAILS]
            if sum(unit.strength for unit in near) > 1.2 * outlook.hold(goal) + 1 or len(near) > 2:
                continue
            ports = [site.place for site in self.facts.bases(self.side) if outlook.apart(site.place, goal) <= SAILS]
            idle = [unit for unit in armies if unit not in near and self.can_spend(unit)]
            for army in sorted(idle, key=lambda unit: (outlook.apart(unit.hex, goal), unit.id)):
                reached = set(self.war.reach("sea-deploy", [army.id]))
                places = [at for at in ports if at in reached and self.has_room(at, army)]
                if places:
                    best = min(places, key=lambda at: (outlook.apart(at, goal), -self._room(at), at))
                    self.war.moved("sea-deploy", [army.id], best)
                    break

    def _room(self, place: str) -> int:
        return int(self.facts.capacity(place, "naval") or 0)

    def send_home(self) -> None:
        """Send reduced armies home for replacements if they can be spared."""
        for unit in self.war.worn(self.side):
            homes = self.war.homes_of(unit)
            places = [at for at in self.war.reach("sea-deploy", [unit.id]) if at in homes]
            if places and unit.hex not in homes and self.outlook.is_free(unit):
                self.war.moved("sea-deploy", [unit.id], places[0])

    # to the front

    def bring_forward(self, group: str) -> None:
        """Move units of a group by sea to places of greater need."""
        units = [unit for unit in self.facts.in_play(self.side) if unit.group == group and not unit.is_dutch]
        for unit in sorted(units, key=lambda one: (-one.sort.air, -one.sort.firepower, one.sort.key, one.id)):
            if group == "land" and (unit.shows == "reduced" or not self.outlook.is_free(unit)):
                continue
            if not self.can_spend(unit):
                continue
            here = self.need(unit.hex, unit)
            reached = [at for at in self.war.reach("sea-deploy", [unit.id]) if self.has_room(at, unit)]
            best = max(reached, key=lambda at: (self.need(at, unit), at), default="")
            if best and self.need(best, unit) > here + 1:
                self.war.moved("sea-deploy", [unit.id], best)

    def need(self, place: str, unit: Any) -> float:
        """Return a place's need of a unit; -1 for a box, and for the open sea."""
        site = self.facts.site(place)
        if site is None or site.kind == "box":
            return -1
        there = [one for one in self.facts.units_at(place, self.side, unit.group) if one.id != unit.id]
        match unit.group:
            case "land":
                return self._army_need(place, site, there)
            case "air":
                return self._air_need(place, there)
        return self._ship_need(place)

    def _army_need(self, place: str, site: Any, there: Sequence[Any]) -> float:
        """Return a place's need of an army: for valuable bases open to landings, and near goals."""
        outlook = self.outlook
        danger = 2 + 2 * (site.points + site.resource) if outlook.can_be_landed_on(place) else 0
        near = sum(1 for goal in outlook.goals[:MOST_GOALS] if outlook.apart(place, goal) <= SAILS)
        return danger + near - 5 * len(there)

    def _air_need(self, place: str, there: Sequence[Any]) -> float:
        """Return a place's need of aircraft: next to goals, and at bases near the enemy."""
        outlook = self.outlook
        goals = [goal for goal in outlook.goals[:MOST_GOALS] if outlook.apart(place, goal) <= 1]
        near = sum(3 if outlook.is_fought(goal) or outlook.hold(goal) else 1 for goal in goals)
        return outlook.threat(place) / 2 + 1.5 * near - 2.5 * len(there)

    def _ship_need(self, place: str) -> float:
        """Return a place's need of ships: with goals in reach, and own bases to react for."""
        outlook, key = self.outlook, ("ships", place)
        found = self.war.kept(outlook, key)
        if found is None:
            goals = (outlook.apart(place, goal) for goal in outlook.goals[:5])
            attack = sum(5 - hexes for hexes in goals if hexes <= SAILS)
            own = (site.place for site in self.facts.bases(self.side) if outlook.apart(site.place, place) <= 3)
            defence = sum(self.facts.site(at).points for at in own if outlook.can_be_landed_on(at))
            found = self.war.keep(outlook, key, attack + 1.5 * defence)
        return found
