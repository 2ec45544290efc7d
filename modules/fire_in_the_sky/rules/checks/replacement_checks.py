"""The use of Replacements: one marker that is near enough and strong enough restores one reduced land unit (3.3.9)."""

from collections.abc import Iterable, Iterator, Sequence

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding
from tabletop.module.module_words import says

from ..position.facts import Facts, facts_of
from ..position.units import FULL, REDUCED, Unit
from ..sea.deployment_legs import pool_of
from .journeys import judged


def augmenters(facts: Facts, unit: Unit) -> Iterator[Unit]:
    """Yield the Replacements markers that can restore a land unit; none if it is not a reduced unit ashore.

    Such a marker is ashore in the unit's hex or along a road from it, and at least as strong as the unit. It is of the
    unit's pool, unless G-14 decides otherwise.
    """
    if unit.group != "land" or unit.shows != REDUCED or unit.is_at_sea or not unit.hex:
        return
    for place in (unit.hex, *facts.geography.roads.get(unit.hex, ())):
        for marker in facts.units_at(place, unit.side, "replacements"):
            same = facts.rules("G-14", "any-of-its-side") or pool_of(facts, marker) == pool_of(facts, unit)
            if same and not marker.is_at_sea and marker.strength >= unit.strength:
                yield marker


class AugmentationCheck:
    """The check that a reduced land unit is restored by a Replacements marker, which is used up for it."""

    id = "replacements"
    title = "Replacements restore one unit each"
    rule = "3.3.9"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each land unit in play that was restored without a marker of its own."""
        step = judged(before, after, moved)
        taken: set[int] = set()
        for old, new in step.touched:
            if old.group != "land" or (old.shows, new.shows) != (REDUCED, FULL) or not old.hex or not new.hex:
                continue
            used = next(
                (each.id for each in augmenters(step.before, old) if each.id not in taken and _is_gone(after, each)),
                None,
            )
            if used is None:
                sentence = says(
                    "{unit} can be restored only by Replacements of {strength} or more in its hex or along a road; "
                    "they are used up.",
                    unit=new.name,
                    strength=old.strength,
                )
                yield Finding(self.id, self.rule, sentence, (new.id,), (step.after.at(new.hex),))
            else:
                taken.add(used)


def _is_gone(situation: Situation, marker: Unit) -> bool:
    now = facts_of(situation).unit(marker.id)
    return now is None or not now.hex


RULES = Rules(checks=(AugmentationCheck(),))
