"""Answers to the questions of battles and other procedures, by simple rules."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tabletop.assistance import ProcedureQuestion
from tabletop.game.state.frames import Plain

from .outlook import guns, other

if TYPE_CHECKING:
    from .war import War


class Answers:
    """The answers of both sides of a war to the questions of procedures, by simple rules."""

    def __init__(self, war: "War") -> None:
        """Prepare the answers for a war."""
        self.war = war

    def to(self, asked: ProcedureQuestion) -> Plain:
        """Return the answer to a question; None if no simple rule gives one."""
        options = [choice.value for choice in asked.options]
        key = asked.key
        if asked.kind == "pause":
            return "roll-the-rest"
        if key in {"oil", "dice"}:
            return asked.most
        if key == "attack" and asked.kind == "confirm":
            return True
        if key == "markers":
            return [options[-1]]
        if key.startswith("none commits"):
            return False
        if key.startswith("withdraws"):
            return self._is_outgunned(asked.by)
        if key.startswith("at "):
            return self._points_at(asked)
        if key == "targets":
            return self._targets(asked, options)
        if key == "target":
            return max(options, key=self._prize)
        if key.startswith("commits"):
            return self._committed(asked, options)
        if key.startswith(("disembark", "targets of", "landing")):
            return options[: asked.most]
        if key == "ports":
            return self._ports(options)
        return None

    def _unit(self, value: object) -> Any:
        kind, _, number = str(value).partition(":")
        return self.war.facts.units.get(int(number)) if kind == "piece" and number.isdigit() else None

    def _prize(self, value: object) -> float:
        """Return the value of sinking a unit: its cargo, its aircraft, its guns."""
        unit = self._unit(value)
        if unit is None:
            return 0.5
        if unit.group in ("land", "air", "replacements"):
            return 6.0 + unit.strength
        return float(2 * unit.sort.air + unit.sort.firepower)

    def _targets(self, asked: ProcedureQuestion, options: Sequence[Plain]) -> Plain:
        """Return the targets of Air Points, one for each point.

        Units other than ships get two points for each point of strength. The rest is ground support for an attacking
        army, or goes to the best ships.
        """
        units = {str(value): self._unit(value) for value in options}
        rest = [value for value in options if units[str(value)] is None]
        first: list[Plain] = []
        for value in sorted(options, key=self._prize, reverse=True):
            unit = units[str(value)]
            if unit is not None and unit.group != "naval":
                first += [value] * (2 * unit.strength)
        ships = [value for value in options if units[str(value)] is not None and units[str(value)].group == "naval"]
        ranked = sorted(ships, key=self._prize, reverse=True)[:3]
        if rest and (self._has_army(asked.by) or not ranked):
            ranked = rest
        found = first[: asked.most]
        while len(found) < asked.most and ranked:
            found.append(ranked[len(found) % len(ranked)])
        while len(found) < asked.most:
            found.append(options[0])
        return list(found)

    def _has_army(self, side: str) -> bool:
        return any(unit.group == "land" for unit in self._on_the_board(side))

    def _points_at(self, asked: ProcedureQuestion) -> int:
        """Return the Air Points against a target. Most attack carriers and transports, the rest attack the base."""
        name = asked.key.removeprefix("at ")
        force = self.war.facts.force(other(asked.by), name)
        if force is None:
            return asked.most
        share = 1.0 if force.passengers else 0.7 if force.has_carrier else 0.3 if self._has_army(asked.by) else 0.5
        return max(asked.least, round(asked.most * share))

    def _committed(self, asked: ProcedureQuestion, options: Sequence[Plain]) -> Plain:
        """Return the ships that fight. A side that is much weaker, and carries no army, stays out.

        If the enemy has no ships, a side with an army lets one ship fight, that with the least Firepower. In all other
        cases all ships fight.
        """
        side = asked.by
        ships = [self._unit(value) for value in options]
        enemies = [
            unit
            for unit in self._on_the_board(other(side))
            if unit.group == "naval" and unit.force and not unit.sort.is_carrier
        ]
        carried = any(unit.group == "land" and unit.force for unit in self._on_the_board(side))
        if not carried and guns(ships) < 0.6 * guns(enemies):
            return []
        if not enemies and self._has_army(side) and len(options) > 1:
            return [min(options, key=lambda value: self._unit(value).sort.firepower)]
        return list(options)

    def _on_the_board(self, side: str) -> list[Any]:
        seen = self.war.seen()
        board = (unit for unit in self.war.facts.units.values() if unit.side == side)
        return [unit for unit in board if (where := seen.where(unit.id)) and where.map == "battle-board"]

    def _is_outgunned(self, side: str) -> bool:
        mine, theirs = (
            guns(unit for unit in self._on_the_board(each) if unit.group == "naval") for each in (side, other(side))
        )
        carried = any(unit.group == "land" and unit.force for unit in self._on_the_board(side))
        return not carried and mine < 0.4 * theirs

    def _ports(self, options: Sequence[Plain]) -> Plain:
        """Return the ships for Kure. Together they have at most half of the Transport ratings of all the ships."""
        units = [(value, self._unit(value)) for value in options]
        total, kure = sum(unit.transport for _, unit in units), 0
        chosen: list[Plain] = []
        for value, unit in units:
            if kure + unit.transport <= total / 2:
                chosen.append(value)
                kure += unit.transport
        return chosen
