"""The checks of moves: one for each reason for which a journey fails (3.2, 3.3, 6, 7, 8, 9, 13, 15.4, 16.1.8), and two
for Task Forces (8.0, 8.1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding, Fix
from tabletop.game.commands import SetTrait
from tabletop.module.module_words import says
from tabletop.texts import listed

from ..position import units
from ..position.calendar import FORCES_SAIL
from ..position.table_steps import one_step
from .journeys import judged

_MAY_GO_ON: Final = frozenset({"land-hex", "deploy-end", "reaction-goal"})
"""The ids of the checks that concern the end of a move, and not its way."""


@dataclass(frozen=True)
class MovementCheck:
    """The check for journeys that fail for one reason.

    If the journey can go on to a better end, the check is due at the end of the move, otherwise at once.
    """

    id: str
    title: str
    rule: str
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each journey of a step that fails for this reason."""
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
    """The check that units move only in a Task Force in the Operational and Reaction Phases (8.0, 8.1)."""

    id = "in-force"
    title = "Units move in a Task Force"
    rule = "8.0"
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for the units that moved from one hex to another outside a Task Force, with a Task Force of
        them as the fix.
        """
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
                    units=listed([unit.name for unit in members]),
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
        """Yield a finding for each Task Force that the step left in several hexes."""
        step = judged(before, after, moved)
        for members in step.strays:
            places = tuple(dict.fromkeys(unit.hex for unit in members))
            yield Finding(
                self.id,
                self.rule,
                says(
                    "The units of {force} are in {places}; they move together to one hex.",
                    force=members[0].force,
                    places=listed([step.after.title(place) for place in places]),
                ),
                tuple(unit.id for unit in members),
                tuple(step.after.at(place) for place in places),
                due=self.due,
            )


_BY_REASON: Final = (
    MovementCheck("impassable", title="Impassable hexsides", rule="3.2.2"),
    MovementCheck("sea-hex", title="Every hex but Gangetic Plain is sea", rule="3.2.1"),
    MovementCheck("land-hex", title="Land units end in land hexes", rule="3.2.3"),
    MovementCheck("off-map-box", title="Off-map boxes", rule="3.2.5"),
    MovementCheck("entry-flag", title="Entry hexes by their flag", rule="3.2.6"),
    MovementCheck("own-pool", title="Transport Points of the right pool", rule="3.3.6, 15.4"),
    MovementCheck("points", title="Transport Points that are left", rule="3.3.6"),
    MovementCheck("oil", title="Oil Points that are left", rule="3.3.7, 8.4"),
    MovementCheck("without-planes", title="Carriers without planes stay", rule="6.1.1"),
    MovementCheck("naval-aviation", title="Naval Aviation stays in its box", rule="6.1.1"),
    MovementCheck("box-move", title="From an off-map box to its base", rule="6.4"),
    MovementCheck("air-zoc", title="Enemy Air ZOC stops movement", rule="3.3.2"),
    MovementCheck("deploy-start", title="Deployment starts in a friendly base", rule="7.1"),
    MovementCheck("deploy-end", title="Legs end in friendly bases without enemies", rule="7.1"),
    MovementCheck("deploy-range", title="Legs of four hexes", rule="7.1"),
    MovementCheck("deploy-stopped", title="Stopped for the phase", rule="7.1"),
    MovementCheck("deployed-twice", title="One kind of deployment for each unit", rule="7.0"),
    MovementCheck("one-hex", title="One-hex deployment", rule="7.2"),
    MovementCheck("operated", title="Units that operated do not deploy again", rule="13.0"),
    MovementCheck("unpacking", title="Bases just captured", rule="16.1.8"),
    MovementCheck("force-start", title="A Task Force starts at one base", rule="8.1"),
    MovementCheck("force-size", title="Four ships and one unit aboard", rule="8.1"),
    MovementCheck("force-range", title="Movement Allowance", rule="8.0"),
    MovementCheck("reaction-ships", title="Only ships react", rule="9.0"),
    MovementCheck("reaction-box", title="No Reaction out of a box", rule="9.0"),
    MovementCheck("reaction-range", title="Half the Movement Allowance", rule="9.0"),
    MovementCheck("reaction-goal", title="A Reaction ends at an enemy", rule="9.0"),
    MovementCheck("out-of-reach", title="Out of reach", rule="3.2"),
)

RULES = Rules(checks=(*_BY_REASON, InForce(), TogetherCheck()))
