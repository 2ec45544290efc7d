"""Illegal moves by hand on the Battle Board: Task Forces, fighting ships, landings (11.2)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding
from tabletop.module.module_words import says

from ..battle.damage import is_hurt
from ..position.facts import Facts
from ..position.units import Unit
from ..procedures.battle.battle_state import Battle, water_of
from ..procedures.battle.board import BOMBARDMENT, CARRIERS, LAND, SEA_CONTROL, TASK_FORCES, box, lying_in
from ..procedures.battle.land_combat import why_not_land
from ..procedures.battle.surface_combat import holder_of
from ..sea.return_ports import landing_range
from .journeys import JudgedStep, judged

_NEED_THE_CARRIER_BOX: Final = frozenset({"CV", "CVL"})
_LANDS: Final = ("land", "replacements")


class TaskForceBoxes:
    """The check that a Task Force is in one box (11.2.1).

    With a CV or CVL, that is the box for carriers. Ships of a Bombardment Task Force may be in the Sea Control box too.
    """

    id = "task-force-boxes"
    title = "Task Forces on the Battle Board"
    rule = "11.2.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that was put into a box for Task Forces in which it may not be."""
        step = judged(before, after, moved)
        for _, new in _laid(step):
            sentence = _misplaced(step.after, new)
            if sentence:
                yield Finding(self.id, self.rule, sentence, (new.id,))


def _misplaced(facts: Facts, unit: Unit) -> str:
    """Return the error in a unit's box of Task Forces; "" if there is none."""
    there = [each for each in lying_in(facts, unit.side, *TASK_FORCES) if each.force == unit.force]
    with_carriers = box(unit.side, CARRIERS)
    if not unit.force:
        return says("{unit} is in no Task Force; it does not belong in this box.", unit=unit.name)
    if unit.spot != with_carriers and any(each.sort.type in _NEED_THE_CARRIER_BOX for each in there):
        return says("{force} has carriers; all of it belongs in the box for Carrier Task Forces.", force=unit.force)
    if len({each.spot == with_carriers for each in there}) > 1:
        return says("{force} may not be split between the boxes.", force=unit.force)
    return ""


class Landings:
    """The check that land units land only with Sea Control, near a friendly base, without damage, and where there is
    room (11.2.5.1).
    """

    id = "landing"
    title = "Amphibious landings"
    rule = "11.2.5.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that went ashore illegally."""
        step = judged(before, after, moved)
        for old, new in step.touched:
            why = _why_not_ashore(step, old, new) if new.group in _LANDS else ""
            if why:
                yield Finding(
                    self.id,
                    self.rule,
                    why,
                    (new.id,),
                    (step.after.at(new.hex),),
                )


def _why_not_ashore(step: JudgedStep, old: Unit, new: Unit) -> str:
    """Return the reason that a unit could not go ashore from its Task Force, in a sentence; "" if it could, or did
    not.
    """
    if new.spot == box(new.side, LAND) and old.spot in (box(old.side, CARRIERS), box(old.side, BOMBARDMENT)):
        return _why_not_from_board(step, old)
    if old.is_at_sea and not new.is_at_sea and old.hex == new.hex and step.after.geography.is_hex(new.spot):
        if is_hurt(step.before, old):
            return says("{unit} cannot land: it was damaged at sea.", unit=new.name)
        is_near = landing_range(step.before, water_of(step.before, old), old.side).in_range
        return "" if is_near else says("{unit} cannot land: no friendly base is within two hexes.", unit=new.name)
    return ""


def _why_not_from_board(step: JudgedStep, unit: Unit) -> str:
    facts = step.before
    if unit.spot == box(unit.side, CARRIERS):
        return says("{unit} cannot land: it sails with carriers.", unit=unit.name)
    water = water_of(facts, unit)
    battle = Battle(place=unit.hex, control={water: holder_of(facts, water)})
    why = why_not_land(facts, battle, unit)
    if why:
        return why
    room = facts.capacity(unit.hex, "land") or 0
    ashore = sum(each.transport for each in lying_in(step.after, unit.side, LAND) if each.group == "land")
    if ashore <= room:
        return ""
    return says(
        "{unit} cannot land: {ashore} would be ashore, and there is room for {room}.",
        unit=unit.name,
        ashore=ashore,
        room=room,
    )


def _laid(step: JudgedStep) -> Iterator[tuple[Unit, Unit]]:
    """Yield the units that the step put into a box for Task Forces, before and after."""
    for old, new in step.touched:
        if old.spot != new.spot and new.spot in {box(new.side, name) for name in TASK_FORCES}:
            yield old, new


class SeaControlBox:
    """The check that only ships of Bombardment Task Forces fight for Sea Control (11.2.3)."""

    id = "sea-control-box"
    title = "Ships that fight for Sea Control"
    rule = "11.2.3"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that was put into the Sea Control box and is not a ship from the box for
        Bombardment Task Forces.
        """
        for old, new in _laid(judged(before, after, moved)):
            if new.spot != box(new.side, SEA_CONTROL):
                continue
            if new.group != "naval" or old.spot != box(old.side, BOMBARDMENT):
                sentence = says(
                    "{unit} cannot fight for Sea Control: it is not a ship of a Bombardment Task Force.", unit=new.name
                )
                yield Finding(self.id, self.rule, sentence, (new.id,))


RULES = Rules(checks=(TaskForceBoxes(), SeaControlBox(), Landings()))
