"""Raids of the enemy by simple rules: whether fighters meet them, and whether aircraft flee."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .position import Aircraft, Position, other
from .strikes import DESTROYS, DISRUPTS, SCRAMBLES, UNIT, Fight, chance

if TYPE_CHECKING:
    from .war import AirWar

SCRAMBLED: Final = 0.5
"""The part of the attempts to intercept that succeed."""
ESCAPED: Final = 0.5
"""The part of the units of an airbase that are lost with it: the others escape."""
HAMPERED: Final = 0.1
"""The part of the worth of an airbase's units that is lost if it is disrupted."""
SUNK: Final = 0.35
"""The part of a ship's worth that a bomber destroys."""


class Raid:
    """The mission that the enemy of a side flies just now, as that side knows it: by the number of its units."""

    def __init__(self, war: "AirWar", side: str) -> None:
        """Look at the mission of the enemy in a war."""
        self.war = war
        self.side = side
        self.now: Position = war.position
        flying = self.now.flying
        self._units = [plane for plane in flying if plane.side == other(side)]
        self._risen = sum(1 for plane in flying if plane.side == side)
        self._known = self.now.repute(other(side))
        self.place = self._units[0].place if self._units else ""
        self.bombers = max(1.0, len(self._units) * (1 - self._known.fighters))
        self.escorts = max(0.0, len(self._units) - self.bombers)

    @property
    def destruction(self) -> float:
        """The chance that the bombers destroy the airbase of their target if nobody meets them."""
        return float(1 - (1 - chance(DESTROYS["airbase"], self._known.bombs)) ** self.bombers)

    def harm(self, steps: float) -> float:
        """Return the points that the bombs probably cost the side, with so many air steps at the target."""
        ships = max((ship.worth for ship in self.now.fleet(self.place, self.side)), default=0.0)
        disruption = 1 - (1 - chance(DISRUPTS["airbase"], self._known.bombs)) ** self.bombers
        airbase = (self.destruction * ESCAPED + disruption * HAMPERED) * steps * self.war.step_worth(self.side)
        return max(airbase, SUNK * self.bombers * ships)

    def is_met_by(self, fit: Sequence[Aircraft]) -> bool:
        """Return whether a side loses less if fighters try to meet the raid than if they stay where they are.

        Fighters of the target are lost with their airbase if they stay.
        """
        own = self._risen + SCRAMBLED * min(SCRAMBLES, len(fit))
        steps = sum(plane.steps for plane in self.now.guests(self.place, self.side))
        rising = sum(plane.steps for plane in fit if plane.place == self.place)
        fight = Fight(own, self.escorts)
        lost = fight.interceptors_lost * self.war.step_worth(self.side)
        won = min(UNIT * len(self._units), fight.mission_lost) * self.war.step_worth(other(self.side))
        return lost - won + fight.through * self.harm(steps - rising) <= self.harm(steps)
