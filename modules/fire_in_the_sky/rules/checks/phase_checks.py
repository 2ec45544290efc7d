"""The times of actions: a step outside its phase, air commitment, battles, return to base (4.2, 10.0, 11.2, 12.1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from rules_assist.sequence.play_sequence import sequence_in
from tabletop.assistance import Due, Finding, Fix
from tabletop.game.commands import Begin, SetTrait
from tabletop.module.module_words import says
from tabletop.texts import listed_or

from ..battle.combat import battle_hexes
from ..moves.orders import to_port
from ..position import units
from ..position.calendar import AIR_COMMITMENT, COMBAT, RETURN_TO_BASE
from ..position.facts import Facts, facts_of
from ..position.geography import BOARD, BOXES, CONVOY_ESCORT, JAPAN, NAVAL_AVIATION, WITHOUT_PLANES
from ..position.units import Unit
from ..sea.return_ports import commitment_goals, must_return, return_ports
from .journeys import JudgedStep, judged

Area: TypeAlias = Literal["map", "box", "escort", "without-planes", "aviation", "track", "board", "off"]

Ways: TypeAlias = frozenset[tuple[Area, Area]]


def _ways(starts: Iterable[Area], ends: Sequence[Area]) -> Ways:
    return frozenset((start, end) for start in starts for end in ends)


_LEAVES: Final = _ways(("map", "box", "without-planes", "aviation"), ("track", "off"))
"""The changes of area of units that leave the map: damaged, sunk, withdrawn, in excess or disbanded."""

_SAILS: Final = _ways(("map", "box"), ("map", "box"))

_ALLOWED: Final[Mapping[int, Ways]] = {
    5: _ways(["map"], ["escort"]) | _ways(["escort"], ["map"]),
    6: _ways(("track", "off"), ("map", "box", "aviation", "without-planes", "track", "off"))
    | _ways(("aviation", "without-planes"), ("map", "off"))
    | _ways(("map", "box"), ["off"])
    | _ways(["box"], ["map"]),
    7: _SAILS | _LEAVES,
    8: _SAILS,
    9: _SAILS,
    10: frozenset(),
    11: _LEAVES
    | _ways(("map", "without-planes", "aviation"), ["board"])
    | _ways(["board"], ("map", "without-planes", "aviation", "track", "off")),
    12: _LEAVES | _SAILS,
    13: _SAILS | _LEAVES,
    14: _LEAVES,
}
"""The allowed changes of area in each phase (4.2). The ways of moving within an area have checks of their own."""


def area_of(unit: Unit) -> Area:
    """Return the area that a unit is in; `off` if it is out of play. On the Battle Board it is the area of its hex."""
    for area, begins in _BOXES.items():
        if unit.spot.startswith(begins):
            return area
    if unit.spot.startswith("turn-track"):
        return "track"
    if unit.hex in BOXES:
        return "box"
    return "map" if unit.hex else "off"


_BOXES: Final[Mapping[Area, str]] = {
    "escort": CONVOY_ESCORT,
    "without-planes": WITHOUT_PLANES,
    "aviation": NAVAL_AVIATION,
}


class OutsideItsPhase:
    """The check that units are moved, placed and removed in the proper phases (4.2)."""

    id = "phase"
    title = "Everything in its phase"
    rule = "4.2"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that went between areas that are not connected in this phase."""
        step = judged(before, after, moved)
        phase = step.before.moment.phase
        for old, new in step.touched:
            where = (_area(before, old), _area(after, new))
            is_still = old.hex == new.hex if where == ("map", "map") else where[0] == where[1]
            if is_still or where in _ALLOWED[phase] or _is_at_any_time(step, old, new):
                continue
            sentence = _out_of_phase(step.after, new, _title_of_phase(before))
            places = tuple(step.after.at(place) for place in (old.hex, new.hex) if place)
            yield Finding(self.id, f"{phase}.0", sentence, (new.id,), places)


def _area(situation: Situation, unit: Unit) -> Area:
    where = situation.where(unit.id)
    return "board" if where is not None and where.map == BOARD else area_of(unit)


def _out_of_phase(facts: Facts, unit: Unit, phase: str) -> str:
    place = facts.title(unit.hex) if unit.hex else unit.spot
    if not place:
        return says("{unit} may not leave the map in the {phase}.", unit=unit.name, phase=phase)
    return says("{unit} may not go to {place} in the {phase}.", unit=unit.name, place=place, phase=phase)


def _title_of_phase(situation: Situation) -> str:
    sequence = sequence_in(situation)
    phase = sequence.phase(situation) if sequence is not None else None
    return phase.title if phase is not None else ""


def _is_at_any_time(step: JudgedStep, old: Unit, new: Unit) -> bool:
    """Return whether a change is allowed at any time.

    Air units may be broken up or combined in a place, and Replacements may be used (3.1.2, 3.3.9).
    """
    if old.group == "replacements":
        return not new.hex
    if old.group != "air":
        return False
    place = old.hex or new.hex
    amounts = [
        sum(unit.strength for unit in facts.units_at(place, old.side, "air")) for facts in (step.before, step.after)
    ]
    return bool(place) and amounts[0] == amounts[1]


class Escorts:
    """The check that only Japanese destroyers escort convoys.

    From the box they go to a Home Base that Japan controls (5.2).
    """

    id = "escorts"
    title = "Convoy escorts"
    rule = "5.2"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that was put into the box and cannot escort convoys, and for each unit that
        left the box for another place than a Home Base of Japan's.
        """
        step = judged(before, after, moved)
        homes = step.before.home_bases("Japan")
        for old, new in step.touched:
            if new.spot == CONVOY_ESCORT != old.spot and (new.side != JAPAN or new.sort.type != "DD"):
                yield Finding(
                    self.id,
                    self.rule,
                    says("{unit} is not a Japanese destroyer; it cannot escort.", unit=new.name),
                    (new.id,),
                )
            if old.spot == CONVOY_ESCORT and new.hex and new.hex not in homes:
                sentence = says(
                    "{unit} leaves the escorts for a Home Base; {place} is not one of Japan's.",
                    unit=new.name,
                    place=step.after.title(new.hex),
                )
                yield Finding(self.id, self.rule, sentence, (new.id,), (step.after.at(new.hex),))


class IntoNavalAviation:
    """The check that only arriving air units enter the Naval Aviation box. A former regular unit never does (6.1.1)."""

    id = "into-naval-aviation"
    title = "Air units that enter Naval Aviation"
    rule = "6.1.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit that came into the box from the map, or is not a Japanese air unit."""
        step = judged(before, after, moved)
        for old, new in step.touched:
            if not new.spot.startswith(NAVAL_AVIATION) or old.spot.startswith(NAVAL_AVIATION):
                continue
            if new.group != "air" or new.side != JAPAN:
                sentence = says("{unit} is not a Japanese air unit; it cannot be in Naval Aviation.", unit=new.name)
                yield Finding(self.id, self.rule, sentence, (new.id,))
            elif area_of(old) in ("map", "box"):
                sentence = says(
                    "{unit} is a regular unit; only air units that arrive may go to Naval Aviation.", unit=new.name
                )
                yield Finding(self.id, self.rule, sentence, (new.id,))


class CommitmentCheck:
    """The check that the phasing player commits air units to their own hex or one next to it (10.0)."""

    id = "commitment"
    title = "Air commitment"
    rule = "10.0"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each commitment that goes too far, or is made at a wrong time or by the wrong side."""
        step = judged(before, after, moved)
        for old, new in step.touched:
            if new.committed and new.committed != old.committed:
                sentence = _misplaced(step.after, new)
                if sentence:
                    places = tuple(step.after.at(place) for place in (new.hex, new.committed) if place)
                    fix = Fix(says("Commit it to its own hex."), SetTrait((new.id,), units.COMMITTED, ""))
                    yield Finding(self.id, self.rule, sentence, (new.id,), places, fix=fix)


def _misplaced(facts: Facts, unit: Unit) -> str:
    if facts.moment.phase != AIR_COMMITMENT:
        return says("{unit} can be committed only in the Air Commitment Phase.", unit=unit.name)
    if unit.side != facts.moment.phasing:
        return says("{unit} does not belong to the phasing player; it fights in its own hex.", unit=unit.name)
    if unit.committed not in commitment_goals(facts, unit):
        return says(
            "{unit} can be committed to its own hex or one next to it; {place} is neither.",
            unit=unit.name,
            place=facts.title(unit.committed),
        )
    return ""


class ReturnToBaseCheck:
    """The check that no ship is at sea or on its operational side at the end of the Return to Base Phase (12.1)."""

    id = "return"
    title = "Ships return to base"
    rule = "12.1"
    due: Due = "phase"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each ship that must still return, with the return as the fix if it has only one port."""
        facts = facts_of(after)
        for unit in facts.in_play() if facts.moment.phase == RETURN_TO_BASE else ():
            if must_return(unit):
                ports = return_ports(facts, unit)
                home = listed_or([facts.title(port) for port in ports]) or says("the Turn Track")
                fix = (
                    Fix(says("Return to {home}.", home=home), to_port((unit.id,), ports[0]))
                    if len(ports) == 1
                    else None
                )
                sentence = says("{unit} returns to {home}.", unit=unit.name, home=home)
                places = (facts.at(unit.hex), *(facts.at(port) for port in ports))
                yield Finding(self.id, self.rule, sentence, (unit.id,), places, due=self.due, fix=fix)


class ReturnPort:
    """The check that ships return to the port of their nation, and that nothing else moves in that phase (12.1, 15.4,
    15.5).
    """

    id = "return-port"
    title = "Bases to which ships return"
    rule = "12.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each ship that went to a wrong place, and for each unit that moved without having to
        return.
        """
        step = judged(before, after, moved)
        if step.before.moment.phase != RETURN_TO_BASE:
            return
        for old, new in step.travelled:
            ports = return_ports(step.before, old) if must_return(old) else ()
            if new.hex not in ports:
                home = listed_or([step.before.title(port) for port in ports])
                sentence = (
                    says("{unit} returns to {home}.", unit=old.name, home=home)
                    if ports
                    else says("{unit} does not return; it stays where it is.", unit=old.name)
                )
                yield Finding(self.id, self.rule, sentence, (new.id,), tuple(map(step.after.at, (old.hex, new.hex))))


BATTLE: Final = "battle"
"""The id of the procedure of a battle."""


class BattlesFought:
    """The check that the Combat Phase ends only after all battles have been fought (11.2)."""

    id = "battles-fought"
    title = "Every battle is fought"
    rule = "11.2"
    due: Due = "phase"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each hex in which a battle must still be fought in the Combat Phase."""
        facts = facts_of(after)
        for place in battle_hexes(facts) if facts.moment.phase == COMBAT else ():
            pieces = tuple(unit.id for unit in facts.units_at(place))
            sentence = says("The battle at {place} is still to be fought.", place=facts.title(place))
            yield Finding(
                self.id, self.rule, sentence, pieces, (facts.at(place),), due=self.due, fix=_fight(after, place)
            )


def _fight(situation: Situation, place: str) -> Fix | None:
    """Return the fix that fights a battle; None while another is under way, and for the side that does not choose."""
    phasing = facts_of(situation).moment.phasing
    if situation.side not in ("", phasing) or any(each.procedure == BATTLE for each in situation.game.frames.values()):
        return None
    return Fix(says("Fight it"), Begin(BATTLE, {"place": place}, phasing))


RULES = Rules(
    checks=(
        OutsideItsPhase(),
        Escorts(),
        IntoNavalAviation(),
        CommitmentCheck(),
        BattlesFought(),
        ReturnToBaseCheck(),
        ReturnPort(),
    )
)
