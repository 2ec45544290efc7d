"""The errors of moves: one check for each reason, all found by the searches (3.2, 7, 8, 9, 13)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding, Fix
from tabletop.game.commands import SetTrait
from tabletop.module.module_words import says

from .. import units
from ..calendar import FORCES_SAIL
from ..table_steps import one_step
from .journeys import judged

_MAY_GO_ON: Final = frozenset({"land-hex", "deploy-end", "reaction-goal"})
"""The errors of a move's end rather than its way."""


@dataclass(frozen=True)
class MovementCheck:
    """The check for journeys that fail for one reason. It is due at the end of journeys that can go on to a better end,
    else at once.
    """

    id: str
    title: str
    rule: str
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield the journeys of a step that fail for this reason."""
        for _, fault in judged(before, after, moved).faults:
            if fault.check == self.id:
                yield Finding(
                    self.id,
                    fault.rule,
                    fault.says,
                    (*fault.pieces, *fault.by),
                    fault.places,
                    fault.numbers,
                    due=self.due if self.id in _MAY_GO_ON else "step",
                )


class InForce:
    """The check that units at sea in the Operational and Reaction Phases move in a Task Force (8.0, 8.1)."""

    id = "in-force"
    title = "Units move in a Task Force"
    rule = "8.0"
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield the units that moved by themselves, with a possible Task Force as the fix."""
        step = judged(before, after, moved)
        if step.before.moment.phase not in FORCES_SAIL:
            return
        alone = [(old, new) for old, new in step.travelled if not new.force]
        for place in dict.fromkeys((old.side, old.hex, new.hex) for old, new in alone):
            members = [new for old, new in alone if (old.side, old.hex, new.hex) == place]
            side, start, end = place
            facts = step.after
            pieces = tuple(unit.id for unit in members)
            name = facts.free_force_names(side, members)[0]
            formed = one_step(SetTrait(pieces, units.FORCE, name), SetTrait(pieces, units.OPERATED_FROM, start))
            yield Finding(
                self.id,
                self.rule,
                says(
                    "{units} went to {place} alone; units move as part of a Task Force.",
                    units=", ".join(unit.name for unit in members),
                    place=facts.title(end),
                ),
                pieces,
                (facts.at(start), facts.at(end)),
                due=self.due,
                fix=Fix(says("Form {force}.", force=name), formed),
            )


class TogetherCheck:
    """The check that the units of a Task Force move to one hex together (8.1)."""

    id = "force-together"
    title = "A Task Force stays together"
    rule = "8.1"
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield the Task Forces whose units are in several hexes."""
        step = judged(before, after, moved)
        for members in step.strays:
            places = tuple(dict.fromkeys(unit.hex for unit in members))
            yield Finding(
                self.id,
                self.rule,
                says(
                    "The units of {force} are in {places}; they move together to one hex.",
                    force=members[0].force,
                    places=", ".join(step.after.title(place) for place in places),
                ),
                tuple(unit.id for unit in members),
                tuple(step.after.at(place) for place in places),
                due=self.due,
            )


_BY_REASON: Final = (
    MovementCheck("impassable", "Impassable hexsides", "3.2.2"),
    MovementCheck("sea-hex", "Every hex but Gangetic Plain is sea", "3.2.1"),
    MovementCheck("land-hex", "Land units end in land hexes", "3.2.3"),
    MovementCheck("off-map-box", "Off-map boxes", "3.2.5"),
    MovementCheck("entry-flag", "Entry hexes by their flag", "3.2.6"),
    MovementCheck("own-pool", "Whose Transport Points", "3.3.6, 15.4"),
    MovementCheck("points", "Transport Points that are left", "3.3.6"),
    MovementCheck("oil", "Oil Points that are left", "3.3.7, 8.4"),
    MovementCheck("without-planes", "Carriers without planes stay", "6.1.1"),
    MovementCheck("naval-aviation", "Naval Aviation stays in its box", "6.1.1"),
    MovementCheck("box-move", "From an off-map box to its base", "6.4"),
    MovementCheck("air-zoc", "Enemy Air ZOC holds up", "3.3.2"),
    MovementCheck("deploy-start", "Deployment starts in a friendly base", "7.1"),
    MovementCheck("deploy-end", "Legs end in friendly bases without enemies", "7.1"),
    MovementCheck("deploy-range", "Legs of four hexes", "7.1"),
    MovementCheck("deploy-stopped", "Stopped for the phase", "7.1"),
    MovementCheck("deployed-twice", "One kind of deployment a unit", "7.0"),
    MovementCheck("one-hex", "One-hex deployment", "7.2"),
    MovementCheck("operated", "What operated does not deploy again", "13.0"),
    MovementCheck("unpacking", "Bases just captured", "16.1.8"),
    MovementCheck("force-start", "A Task Force starts at one base", "8.1"),
    MovementCheck("force-size", "Four ships and one unit aboard", "8.1"),
    MovementCheck("force-range", "Movement Allowance", "8.0"),
    MovementCheck("reaction-ships", "Only ships react", "9.0"),
    MovementCheck("reaction-box", "No Reaction out of a box", "9.0"),
    MovementCheck("reaction-range", "Half the Movement Allowance", "9.0"),
    MovementCheck("reaction-goal", "A Reaction ends at an enemy", "9.0"),
    MovementCheck("out-of-reach", "Out of reach", "3.2"),
)

RULES = Rules(checks=(*_BY_REASON, InForce(), TogetherCheck()))
