"""The allowed places of units: owners, boxes, land hexes, bases, capacities, halves of Malaya (3.1 to 3.3.1, 15.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Rules
from tabletop.assistance import Due, Finding, Fix
from tabletop.game.commands import SetTrait
from tabletop.module.module_words import says

from ..position import units
from ..position.calendar import DEPLOYMENTS, RETURN_TO_BASE, enemy_of
from ..position.facts import Facts, facts_of
from ..position.geography import ALLIES, BOXES, JAPAN
from ..position.stacks import Excess, excesses
from ..position.units import Group
from .journeys import judged


def _side_said(side: str) -> str:
    return says("Japan") if side == JAPAN else says("the Allies")


def _capacity_said(group: Group) -> str:
    match group:
        case "air":
            return says("Air Capacity")
        case "naval":
            return says("Port Capacity")
    return says("Land Capacity")


class Owner:
    """The check that each side moves its own units (3.1.1)."""

    id = "owner"
    title = "Units of the own side"
    rule = "3.1.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each unit of the other side that a player moved from hex to hex.

        Removing them from the map is not an error here.
        """
        side = after.side
        step = judged(before, after, moved)
        for old, new in step.travelled if side else ():
            if new.side == enemy_of(side):
                sentence = says("{unit} belongs to {side}.", unit=new.name, side=_side_said(new.side))
                yield Finding(self.id, self.rule, sentence, (new.id,), (step.after.at(old.hex), step.after.at(new.hex)))


class OffMapBox:
    """The check that no Japanese unit ever enters an off-map box (3.2.5)."""

    id = "japanese-in-box"
    title = "No Japanese unit in an off-map box"
    rule = "3.2.5"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each Japanese unit that entered an off-map box."""
        for _, new in judged(before, after, moved).touched:
            if new.side == JAPAN and new.hex in BOXES:
                sentence = says(
                    "{unit} is in {box}; no Japanese unit may ever enter an off-map box.", unit=new.name, box=new.hex
                )
                yield Finding(self.id, self.rule, sentence, (new.id,), (facts_of(after).at(new.hex),))


class OnLand:
    """The check that land units are in land hexes (3.2.3)."""

    id = "on-land"
    title = "Land units stand on land"
    rule = "3.2.3"
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each touched land unit that is ashore in a hex without a square or circle."""
        facts = facts_of(after)
        for _, new in judged(before, after, moved).touched:
            is_ashore = new.group in ("land", "replacements") and not new.is_at_sea
            if is_ashore and new.hex and new.hex not in BOXES and not facts.geography.is_land(new.hex):
                sentence = says(
                    "{unit} is in {place}, which has no land for it.", unit=new.name, place=facts.title(new.hex)
                )
                yield Finding(self.id, self.rule, sentence, (new.id,), (facts.at(new.hex),), due=self.due)


class InPort:
    """The check that ships and air units outside a Task Force are at a base.

    Circles are only for land units (3.2.3).
    """

    id = "in-port"
    title = "Ships and aircraft are based at bases"
    rule = "3.2.3"
    due: Due = "phase"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each ship or air unit that is neither at a base nor in a Task Force."""
        facts = facts_of(after)
        for unit in facts.in_play():
            if unit.group in ("naval", "air") and not unit.is_at_sea and not facts.is_base(unit.hex):
                sentence = says(
                    "{unit} is in {place}, which is not a base, and in no Task Force.",
                    unit=unit.name,
                    place=facts.title(unit.hex),
                )
                yield Finding(self.id, self.rule, sentence, (unit.id,), (facts.at(unit.hex),), due=self.due)


class StackingLimitCheck:
    """The check that no side has more Transport ratings in a land hex than its capacities (3.3.1, 7.3, 12.3, 13.0).

    It is due at the end of each Deployment Phase and of Return to Base. The opponent chooses the units that must go;
    G-55 can leave the choice to their owner at Return to Base.
    """

    id = "stacking"
    title = "Capacities of bases and land hexes"
    rule = "3.3.1, 7.3, 12.3, 13.0"
    due: Due = "phase"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each place that holds too much of one side, in the phases in which this counts."""
        facts = facts_of(after)
        if facts.moment.phase in (*DEPLOYMENTS, RETURN_TO_BASE):
            for excess in excesses(facts):
                yield self._finding(facts, excess)

    def _finding(self, facts: Facts, excess: Excess) -> Finding:
        place, group, there, most = excess.place, excess.group, excess.units, excess.capacity
        picks = excess.side
        if facts.moment.phase in DEPLOYMENTS or facts.rules("G-55", "opponent"):
            picks = enemy_of(picks)
        given: Mapping[str, object] = {
            "amount": excess.amount,
            "place": facts.title(place),
            "capacity": _capacity_said(group),
            "most": most,
            "picker": _side_said(picks),
        }
        sentence = (
            says(
                "The Allies have {amount} in {place}; its {capacity} is {most}. "
                "The excess is picked by {picker} and goes to the Turn Track.",
                **given,
            )
            if excess.side == ALLIES
            else says(
                "Japan has {amount} in {place}; its {capacity} is {most}. "
                "The excess is picked by {picker} and goes to the Turn Track.",
                **given,
            )
        )
        numbers = (("has", excess.amount), ("most", most), ("too many", excess.amount - most))
        pieces = tuple(unit.id for unit in there)
        return Finding(self.id, "3.3.1", sentence, pieces, (facts.at(place),), numbers, self.due)


class Halves:
    """The check that a Task Force in Malaya is in one of its halves (15.1)."""

    id = "half-of-malaya"
    title = "Half of Malaya"
    rule = "15.1"
    due: Due = "end-of-move"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        """Yield a finding for each touched Task Force in Malaya that records no half, or not the same for all units."""
        facts = facts_of(after)
        for force in facts.forces:
            halves = facts.geography.parts_of(force.hex)
            said = {unit.half for unit in force.members}
            if len(halves) < 2 or (len(said) == 1 and said <= set(halves)):
                continue
            if any(unit.id in moved for unit in force.members):
                reached = [journey.node for journey in judged(before, after, moved).journeys if journey.node in halves]
                half = next((unit.half for unit in force.members if unit.half in halves), "")
                half = half or next(iter(reached), halves[0])
                pieces = tuple(unit.id for unit in force.members)
                yield Finding(
                    self.id,
                    self.rule,
                    says(
                        "{force} is in {place}; it must be in one half of it.",
                        force=force.name,
                        place=facts.title(force.hex),
                    ),
                    pieces,
                    (facts.at(force.hex),),
                    due=self.due,
                    fix=Fix(says("It is in {half}.", half=half), SetTrait(pieces, units.HALF, half)),
                )


class CounterLimit:
    """The check that no kind has more units on the table than the game has counters (3.1)."""

    id = "counter-limit"
    title = "As many units as there are counters"
    rule = "3.1"
    due: Due = "step"

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:  # noqa: ARG002
        """Yield a finding for each kind of which the step made more than there are counters.

        Replacements and markers have no limit.
        """
        game = after.game
        made = {game.pieces[piece].kind for piece in moved if piece in game.pieces}
        limited = {number: kind for number in made if (kind := game.kinds[number]).limit}
        counts = Counter(piece.kind for piece in game.pieces.values() if piece.kind in limited) if limited else {}
        for number, count in counts.items():
            kind = limited[number]
            if count > kind.limit:
                sentence = says(
                    "There are {count} of {counter}; the box holds {limit}.",
                    count=count,
                    counter=kind.name,
                    limit=kind.limit,
                )
                pieces = tuple(id for id in moved if id in game.pieces and game.pieces[id].kind == number)
                yield Finding(self.id, self.rule, sentence, pieces, numbers=(("are", count), ("most", kind.limit)))


RULES = Rules(checks=(Owner(), OffMapBox(), OnLand(), InPort(), StackingLimitCheck(), Halves(), CounterLimit()))
