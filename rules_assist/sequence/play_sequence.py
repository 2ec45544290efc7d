"""The sequence of play: the phase, the acting sides, its offers, the next phase, and the end of the game.

Its position is that of the turn tracker. The sides that have passed are a property of the table. So the sequence can be
turned by hand, can be undone across phases, and is recorded.
"""

from collections.abc import Sequence as Series
from functools import cached_property
from typing import Annotated, Final, cast

from msgspec import Meta, Struct

from rules_assist.position.expression_facts import RuleFactReader
from rules_assist.position.situation import Situation
from rules_assist.schema.sequence_rules import EndRecord, PhaseRecord, SequenceRecord
from rules_assist.sequence.alternation import KEPT, Alternation
from tabletop.assistance import RuleNumber, SideId
from tabletop.expression import as_number, as_text, compile_expression
from tabletop.game.commands import AnyCommand, Batch, SetProperty, SetTracker
from tabletop.game.state.tracker import Tracker
from tabletop.module.module_words import in_module_words
from tabletop.texts import listed, text

_BEGUN: Final = "begun-"
"""The beginning of the names of properties of sides for the number of times that a side has begun a procedure with a
quota in this phase.
"""
_FARTHEST: Final = 1000


class GameEnd(Struct, frozen=True):
    """The end of the game. `winner` is a side, "" for a draw."""

    id: Annotated[str, Meta(extra={"ref": "ending"})]
    rule: RuleNumber
    says: str
    winner: SideId


class Advance(Struct, frozen=True):
    """The way to the next phase: the command, the new position, and the empty phases that it skips.

    `label` names the new position, from the outermost level that changes. `begins` are the procedures that begin there
    by themselves.
    """

    command: AnyCommand
    label: str
    skipped: tuple[str, ...]
    begins: tuple[str, ...]


class Sequence:
    """The sequence of play of a game. `sides` lists all sides, in their order."""

    def __init__(self, record: SequenceRecord, tracker: Tracker, sides: tuple[str, ...]) -> None:
        self.record = record
        self.tracker = tracker
        self._sides = sides
        self._phases = {phase.at: phase for phase in record.phases}
        self._skips = {phase.id: compile_expression(phase.skip) for phase in record.phases if phase.skip}
        self._initiative = compile_expression(record.initiative) if record.initiative is not None else None
        self._endings = [(ending, compile_expression(ending.when)) for ending in record.endings]

    # the present position

    def positions(self, situation: Situation) -> tuple[int, ...]:
        """Return the position of each level of the tracker, outermost first, from 0 up."""
        return self.tracker.positions(situation.table)

    def phase(self, situation: Situation) -> PhaseRecord | None:
        """Return the present phase; None for a position that is in no phase of the rules."""
        return self._phase_at(self.positions(situation))

    def _phase_at(self, positions: tuple[int, ...]) -> PhaseRecord | None:
        return self._phases.get(self.tracker.label(len(positions) - 1, positions[-1]))

    def phasing(self, situation: Situation) -> str:
        """Return the side whose part of the turn it is; "" if the game has no such parts."""
        labels = (self.tracker.label(level, at) for level, at in enumerate(self.positions(situation)))
        said = next((self.record.phasing[label] for label in labels if label in self.record.phasing), "")
        if said or self._initiative is None:
            return said
        side = as_text(self._initiative.evaluate(RuleFactReader(situation)))
        return side if side in self._sides else ""

    def acting(self, situation: Situation) -> tuple[str, ...]:
        """Return the sides that may act now, in their order."""
        phase = self.phase(situation)
        if phase is None:
            return self._sides
        turns = self.turns(situation)
        if turns is not None:
            return tuple(filter(None, (turns.turn_of,)))
        phasing = self.phasing(situation)
        others = tuple(side for side in self._sides if side != phasing)
        own = (phasing,) if phasing else self._sides
        return {"phasing": own, "other": others, "all": self._sides, "nobody": ()}[phase.acts]

    def closing(self, situation: Situation) -> tuple[str, ...]:
        """Return the sides that can end the phase: the acting sides, but if all sides act, only the one whose phase it
        is.
        """
        acting, phasing = self.acting(situation), self.phasing(situation)
        phase = self.phase(situation)
        return (phasing,) if phase is not None and phase.acts == "all" and phasing in acting else acting

    def describes(self, situation: Situation) -> str:
        """Return the present position in words: the labels of the tracker."""
        return ", ".join(map(in_module_words, self.tracker.labels(self.positions(situation))))

    def _label(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        """Return the labels of the levels that a step changes, and of all levels within them."""
        changed = next((level for level, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1), 0)
        return ", ".join(map(in_module_words, self.tracker.labels(after)[changed:]))

    # turns

    def turns(self, situation: Situation) -> Alternation | None:
        """Return the turns of the present phase; None if the sides do not act by turns in it."""
        phase = self.phase(situation)
        if phase is None or phase.alternates is None:
            return None
        return Alternation(phase.alternates, self.phasing(situation), situation)

    @property
    def has_turns(self) -> bool:
        """True if the sides act by turns in any phase."""
        return any(phase.alternates is not None for phase in self.record.phases)

    def ends_turn(self, situation: Situation, procedure: str) -> bool:
        """Return whether, in the present phase, the end of a procedure is also the end of its side's turn."""
        phase = self.phase(situation)
        return phase is not None and phase.alternates is not None and procedure in phase.alternates.ends_turn

    def turns_like(self, situation: Situation, procedure: str) -> frozenset[str]:
        """Return the other procedures that end a side's turn in the present phase, if this one does; else none."""
        phase = self.phase(situation)
        turns = () if phase is None or phase.alternates is None else phase.alternates.ends_turn
        return frozenset(turns) - {procedure} if procedure in turns else frozenset()

    # quotas

    def counts(self, situation: Situation, side: str, procedure: str) -> SetProperty | None:
        """Return the command that counts a procedure which a side begins now; None if it has no quota."""
        phase = self.phase(situation)
        if phase is None or all(procedure != quota.of for quota in phase.quotas):
            return None
        return SetProperty(_begun(side, procedure), self._times(situation, side, procedure) + 1)

    def _over_quota(self, situation: Situation, phase: PhaseRecord, side: str, procedure: str) -> str:
        """Return a sentence if a side has begun a procedure as often as this phase allows; otherwise ""."""
        for quota in phase.quotas:
            if quota.of == procedure:
                most = as_number(compile_expression(quota.most).evaluate(RuleFactReader(situation))) or 0
                if self._times(situation, side, procedure) >= most:
                    return text("quota-is-used", rule=phase.rule, count=most)
        return ""

    def _times(self, situation: Situation, side: str, procedure: str) -> int:
        return as_number(situation.table(_begun(side, procedure))) or 0

    # the next phase

    def advance(self, situation: Situation, to: str = "") -> Advance | None:
        """Return the way to the next phase that is not empty, or to the phase with the id `to`; None if the tracker
        ends
        before that phase.

        """
        positions = start = self.positions(situation)
        skipped: list[str] = []
        for _ in range(_FARTHEST):
            following = self.tracker.moved(positions, 1)
            phase = self._phase_at(following)
            if self._is_last(positions, following):
                return None
            positions = following
            if phase is not None and (phase.id == to or (not to and not self._is_empty(situation, phase))):
                commands: list[AnyCommand] = [SetTracker(self.tracker.name, positions)]
                commands += [SetProperty(name, None) for name in self._of_phase(situation)]
                command = commands[0] if len(commands) == 1 else Batch(tuple(commands))
                return Advance(command, self._label(start, positions), tuple(skipped), phase.begins)
            if phase is not None:
                skipped.append(phase.title)
        return None

    def _of_phase(self, situation: Situation) -> list[str]:
        """Return the names of the properties of the table that belong to this phase alone: those of turns and of
        quotas.
        """
        return [name for name in situation.game.properties if name in KEPT or _is_count(name)]

    def _is_last(self, positions: tuple[int, ...], following: tuple[int, ...]) -> bool:
        return following <= positions

    def _is_empty(self, situation: Situation, phase: PhaseRecord) -> bool:
        skip = self._skips.get(phase.id)
        return skip is not None and skip.test(RuleFactReader(situation))

    def passed_over(self, before: tuple[int, ...], after: tuple[int, ...], situation: Situation) -> tuple[str, ...]:
        """Return the titles of the phases that a step skips although there is something to do in them."""
        found: list[str] = []
        positions = before
        for _ in range(_FARTHEST):
            positions = self.tracker.moved(positions, 1)
            if positions >= after:
                break
            phase = self._phase_at(positions)
            if phase is not None and not self._is_empty(situation, phase):
                found.append(phase.title)
        return tuple(found)

    # permissions

    def why_not(self, situation: Situation, side: str, what: str) -> str:
        """Return the reason that a side cannot use a way of moving or begin a procedure now, in a sentence; "" if it
        can.
        """
        phase = self.phase(situation)
        if phase is None or what not in self._named:
            return ""
        over_quota = self._over_quota(situation, phase, side, what)
        if over_quota:
            return over_quota
        if side in self.acting(situation) and what in (*phase.modes, *phase.offers):
            return ""
        if side in self.closing(situation) and what in (*phase.begins, *phase.ends):
            return ""
        if what in phase.reactions and side not in self.acting(situation):
            return ""
        when = self.when(what)
        if phase in when:
            is_at_an_end = what in (*phase.begins, *phase.ends)
            acting = called(situation, self.closing(situation) if is_at_an_end else self.acting(situation))
            return text("only-they-act", rule=phase.rule, phase=phase.title, sides=acting)
        times = listed([f"{each.title} ({each.rule})" for each in when])
        return text("time-for-it", count=len(when), phases=times, phase=phase.title)

    def when(self, what: str) -> tuple[PhaseRecord, ...]:
        """Return the phases in which a way of moving is used or a procedure begins. Reactions are left out."""
        known = self.record.phases
        return tuple(each for each in known if what in (*each.modes, *each.offers, *each.begins, *each.ends))

    @cached_property
    def _named(self) -> frozenset[str]:
        """The ids of all ways of moving and procedures that the phases name, without those of reactions."""
        return frozenset(
            what for each in self.record.phases for what in (*each.modes, *each.offers, *each.begins, *each.ends)
        )

    # the end

    def ending(self, situation: Situation) -> GameEnd | None:
        """Return the end of the game; None if the game has not ended."""
        facts = RuleFactReader(situation)
        for ending, when in self._endings:
            if when.test(facts):
                return _ended(ending)
        return None


def _begun(side: str, procedure: str) -> str:
    """Return the name of the property that counts the procedures of a kind that a side has begun in a phase.

    Only that side sees it.
    """
    return f"side:{side}:{_BEGUN}{procedure}"


def _is_count(name: str) -> bool:
    return name.startswith("side:") and name.rpartition(":")[2].startswith(_BEGUN)


def _ended(record: EndRecord) -> GameEnd:
    return GameEnd(record.id, record.rule, record.says, record.winner or "")


def called(situation: Situation, sides: Series[str]) -> str:
    """Return sides as players read them: Japan and Allies."""
    titles = {side.id: in_module_words(side.title) for side in situation.book.module.about.sides}
    return listed([titles.get(side, side) for side in sides]) or text("nobody")


def sequence_in(situation: Situation) -> Sequence | None:
    """Return the sequence of play of a situation's rule book; None for a game without one."""
    return cast("Sequence | None", situation.book.sequence)  # a situation does not know its type
