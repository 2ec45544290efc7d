"""A random game by the rules: offered procedures begin, questions are answered, and pieces move where they can.

It is played to find dead ends in the rules, and to measure a whole game without players.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import Final

from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure.asked_views import Memory, Views
from rules_assist.procedure.occasion import why_not_alone
from rules_assist.procedure.procedure_display import underway
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.sequence.phase_procedure import NEXT_PHASE, PASS, ends_left
from rules_assist.sequence.play_sequence import GameEnd
from rules_assist.sequence.play_sequence import Sequence as Turns
from tabletop.assistance import ProcedureQuestion
from tabletop.game.chance import Chance
from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.change.step import Step
from tabletop.game.commands import Answer, AnyCommand, Begin, GoOn
from tabletop.game.decide import perform
from tabletop.game.state.frames import Plain
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.values import Value
from tabletop.game.table_access import OPEN_TABLE

TRIES: Final = 400
"""The number of answers that are tried before a question counts as a dead end."""

MOST_DEEDS: Final = 12
"""A number above the most actions in a phase."""

OFTEN: Final = 10
"""The weight of beginning a procedure, for the choice among the possible actions."""

MOVES_OFTEN: Final = 5
"""The weight of moving something instead of beginning a procedure."""


class DeadEndError(Exception):
    """An error: the rules refuse what they offer, or ask a question that nobody can answer."""


class Luck(Chance):
    """A seeded source of chance: the same seed gives the same throws."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - secret draws are like others
        """Return a random number from 0 up to `sides` - 1."""
        return self._random.randrange(sides)


class RandomGame:
    """A game at a table without a player.

    The table is open, so that no umpire is needed. The same seed plays the same game. A subclass gives the preferences
    of its players by `weight` and `likes`, and looks at the position in `done`.
    """

    def __init__(self, book: RuleBook, game: Game, random: Random) -> None:
        """Begin to play on a position. Raises ValueError for a game without a sequence of play."""
        if book.sequence is None:
            raise ValueError("A game without a sequence of play cannot be played by itself.")
        self.book = book
        self.sequence: Turns = book.sequence
        self.random = random
        self.chance = Luck(random)
        seats = {side: Seat((n,)) for n, side in enumerate(game.sides)}
        self.game = replace(game, seats=seats, access=OPEN_TABLE)
        self.steps = 0
        self.last: AnyCommand | None = None
        self._memory = Memory(book)
        procedures = ModuleProcedures(book, self._memory)
        self._components = replace(book.module.components, procedures=lambda: procedures)

    # preferences of its players

    def weight(self, procedure: str) -> int:  # noqa: ARG002 - all are alike unless a game says otherwise
        """Return the weight of beginning an offered procedure. 0 means that the game never begins it."""
        return OFTEN

    def deeds(self) -> int:
        """Return a random number of actions for this phase."""
        return self.random.randrange(MOST_DEEDS)

    def likes(self, asked: ProcedureQuestion, options: Sequence[Value]) -> Sequence[Value]:  # noqa: ARG002
        """Return the preferred options; none if there is no preference."""
        return ()

    def stops(self, before: Game, after: Game, step: Step) -> str:  # noqa: ARG002
        """Return the reason that the table stops a step.

        "" if it allows the step, as a table does that enforces nothing.
        """
        return ""

    def done(self) -> None:
        """Look at the position after a command that was carried out."""

    # its present state

    def seen(self) -> Situation:
        """Return the true position."""
        return self._memory.situation(self.game)

    def ending(self) -> GameEnd | None:
        """Return the end of the game; None while it is not over."""
        return self.sequence.ending(self.seen())

    def is_over(self) -> bool:
        """Return whether the game has ended or no phase follows."""
        if self.ending() is not None:
            return True
        return self.sequence.advance(self.seen()) is None and not ends_left(self.seen())

    # playing

    def play(self, phases: int) -> None:
        """Play this many phases, or until the game is over. Raises DeadEndError."""
        for _ in range(phases):
            if self.is_over():
                return
            self.play_phase()

    def play_phase(self) -> None:
        """Do some of the possible actions, then go on to the next phase."""
        for _ in range(self.deeds()):
            if self.is_over():
                return
            offers = [None, *self.offers()]
            weights = [MOVES_OFTEN if offer is None else self.weight(offer.procedure) for offer in offers]
            chosen = self.random.choices(offers, weights)[0]
            if chosen is None:
                self.move_something()
            else:
                self.begin(chosen)
        if not self.is_over():
            self.go_on()

    def go_on(self) -> None:
        """Go on to the next phase; sides that act by turns pass. Raises `DeadEndError` if the phase does not end."""
        while (turns := self.sequence.turns(self.seen())) is not None and turns.turn_of:
            self.begin(Begin(PASS.id, {}, turns.turn_of))
        before = self.sequence.positions(self.seen())
        side = next(iter(self.sequence.closing(self.seen())), self.game.sides[0])
        self.begin(Begin(NEXT_PHASE, {}, side))
        if self.sequence.positions(self.seen()) == before and not self.is_over():
            raise DeadEndError(f"{self.sequence.describes(self.seen())} does not end")

    def do(self, by: str, command: AnyCommand) -> str:
        """Do a command. Return "" if it was done; otherwise the reason for the refusal, or the key of a question."""
        performed = perform(self.game, command, by, self.chance, self._components)
        if not isinstance(performed, Performed):
            return performed.because if isinstance(performed, Refused) else performed.prompt.key
        step = Step(self.steps + 1, by, command, performed.done.patch, 0)
        because = self.stops(self.game, performed.after, step)
        if because:
            return because
        self.game = performed.after
        self.steps += 1
        self.last = command
        self.done()
        return ""

    # procedures

    def offers(self) -> list[Begin]:
        """Return the commands that begin the procedures which can begin now, without those of weight 0.

        Raises `DeadEndError` in a position that is in no phase.
        """
        seen = self.seen()
        phase = self.sequence.phase(seen)
        if phase is None:
            raise DeadEndError(f"{self.sequence.describes(seen)} is no phase")
        views = Views(seen, self._memory)
        eyes = {side: view.situation for side in self.game.sides if (view := views.of(side)) is not None}
        procedures = self.book.procedures
        return [
            Begin(id, {}, side)
            for id in dict.fromkeys((*phase.begins, *phase.offers, *phase.reactions, *phase.ends))
            for side in self.game.sides
            if self.weight(id)
            and not self.sequence.why_not(seen, side, id)
            and not why_not_alone(seen, procedures[id], side, {})
            and not procedures[id].may_begin(eyes[side], side)
        ]

    def begin(self, command: Begin) -> None:
        """Begin an offered procedure, and complete it. Raises `DeadEndError`."""
        because = self.do(command.side, command)
        if because:
            raise DeadEndError(f"{command.procedure} was offered to {command.side}, but: {because}")
        while self.game.frames:
            asked = [one for frame in self.game.frames for one in underway(self.seen(), frame, self._memory).asked]
            open_ones = [one for one in asked if one.kind != "run" and not one.answered]
            if not open_ones:
                raise DeadEndError(f"{command.procedure} asks nothing that can be answered: {asked}")
            self.answer(self.random.choice(open_ones))

    def answer(self, asked: ProcedureQuestion) -> None:
        """Answer a question with the first of many random answers that the rules accept, or at last with what it offers
        first. Raises DeadEndError if the rules accept nothing.
        """
        by = asked.by or self.random.choice(self.game.sides)
        because = ""
        if asked.kind == "go-on":
            because = self.do(by, GoOn(asked.frame))
        else:
            for value in chain(islice(self.answers(asked), TRIES), _first_offered(asked)):
                because = self.do(by, Answer(asked.frame, asked.key, value))
                if not because:
                    return
        if because:
            raise DeadEndError(f"no answer will do to '{asked.question}' ({asked.key}, {asked.kind}): {because}")

    def answers(self, asked: ProcedureQuestion) -> Iterator[Plain]:
        """Yield random answers that a player could give, without end."""
        options = [choice.value for choice in asked.options]
        options = [*self.likes(asked, options)] or options
        while True:
            match asked.kind:
                case "confirm":
                    yield self.random.random() < 0.5
                case "number":
                    yield self.random.randint(asked.least, asked.most)
                case "pick" | "pause":
                    yield self.random.choice(options)
                case "path":
                    yield from ([goal] for goal in self.random.sample(options, len(options)))
                    yield from ([through, goal] for goal in options for through in self.random.sample(options, 1))
                case "order":
                    yield self.random.sample(options, len(options))
                case _ if asked.repeats:
                    many = self.random.randint(asked.least, min(asked.most, asked.least + 3))
                    pool = self.random.sample(options, self.random.randint(1, len(options)))
                    yield [self.random.choice(pool) for _ in range(many)]
                case _:
                    shuffled = self.random.sample(options, len(options))
                    first = self.random.randint(asked.least, max(asked.least, min(asked.most, 4)))
                    yield shuffled[:first]
                    yield from (shuffled[:many] for many in range(asked.least, asked.most + 1))

    # moving

    def move_something(self) -> None:
        """Move a random piece by a random way of moving of the phase; do nothing if this piece cannot move in this way.

        Raises `DeadEndError` if the rules refuse the move.
        """
        seen = self.seen()
        phase = self.sequence.phase(seen)
        modes = [self.book.ground.modes[id] for id in phase.modes] if phase else []
        sides = self.sequence.acting(seen)
        pieces = [piece for piece in self.game.pieces if seen.side_of(piece) in sides and seen.where(piece)]
        if not modes or not pieces:
            return
        mode, piece = self.random.choice(modes), self.random.choice(pieces)
        if not mode.applies(seen, piece) or mode.closed(seen, (piece,)):
            return
        try:
            places = mode.reach(seen, (piece,)).places
            command = mode.command(seen, (piece,), self.random.choice(places)) if places else None
        except Unanswerable:
            return
        if not places:
            return
        if command is None:
            raise DeadEndError(f"{mode.id} reaches a place that it does not go to")
        because = self.do(seen.side_of(piece), command)
        if because:
            raise DeadEndError(f"{mode.id} of {self.game.kind_of(piece).name}: {because}")


def _first_offered(asked: ProcedureQuestion) -> Sequence[Plain]:
    """Return the answer of the first options: many ships on the air board fill its hexes in the order of these."""
    return [[choice.value for choice in asked.options[: asked.least]]] if asked.kind == "choose" else []
