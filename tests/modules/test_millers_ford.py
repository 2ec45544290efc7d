"""Miller's Ford played randomly to its end: no offer of the assistant breaks a rule, and every game ends."""

from random import Random

import pytest

from rules_assist.advice.current_offers import now
from rules_assist.advice.held_pieces import ways_of
from rules_assist.cases.run.case_table import CaseTable
from rules_assist.places.stacking import stack_of
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import asked
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.assistance import Now, ProcedureQuestion
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Answer, AnyCommand, Begin, SetProperty
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

MOST_STEPS = 400


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "millers_ford")))


class Playing:
    """Two sides that follow every offer, at a table that enforces every rule."""

    def __init__(self, book: RuleBook, seed: int) -> None:
        chance = SeededChance(f"{seed:064x}", b"", 0, 0)
        self.random = Random(seed)
        self.table = CaseTable(book, new_game(book.module, "six-days", {}, chance), chance)
        self.do("umpire", SetProperty("policy", "enforce"))

    def do(self, by: str, command: AnyCommand) -> None:
        event = self.table.do(by, command)
        assert isinstance(event.outcome, Done), (command, event.outcome)
        if by != "umpire" and not isinstance(command, Begin | Answer):  # actions of the rules themselves are not judged
            assert self.table.findings(event, by) == ()

    def situation(self, side: str) -> Situation:
        return self.table.situation(self.table.game, side)

    def to_the_end(self) -> Now:
        for _ in range(MOST_STEPS):
            for frame in self.table.game.frames:
                question = asked(self.situation(""), frame)[0]
                self.do(question.by, Answer(frame, question.key, self.answer(question)))
                break
            else:
                side = (*self.acting(), "West")[0]
                found = now(self.situation(side), side, (), ())
                assert found is not None
                if found.ending:
                    return found
                self.act(side, found)
        raise AssertionError("the game goes on and on")

    def acting(self) -> tuple[str, ...]:
        sequence = self.table.book.sequence
        assert sequence is not None
        return sequence.acting(self.situation(""))

    def answer(self, question: ProcedureQuestion) -> object:
        if question.kind == "confirm":
            return True
        options = [option.value for option in question.options]
        if question.kind == "pick":
            return self.random.choice(options)
        return self.random.sample(options, self.random.randint(question.least, question.most))

    def act(self, side: str, found: Now) -> None:
        """Do an open procedure or march, or begin the next phase."""
        commands = [offer.command for offer in found.offers if offer.command is not None]
        commands = commands or [command for command in [self.march(side)] if command is not None]
        onwards = found.onwards.command if found.onwards else None
        assert onwards is not None or commands
        if onwards is not None and (not commands or self.random.random() < 0.2):
            commands = [onwards]
        self.do(side, self.random.choice(commands))

    def march(self, side: str) -> AnyCommand | None:
        """Return a random march of a random piece of a side; None if this piece cannot march."""
        situation = self.situation(side)
        piece = self.random.choice([each for each in situation.pieces(side) if situation.where(each)])
        ways = [way for way in ways_of(situation, (piece,)) if way.reach.places]
        if not ways or self.leaves_hollin(situation, side, piece):
            return None
        return ways[0].mode.command(situation, (piece,), self.random.choice(ways[0].reach.places))

    def leaves_hollin(self, situation: Situation, side: str, piece: int) -> bool:
        """Return whether a unit of the East is in Hollin, which needs a garrison (8.3).

        The reach does not show this, because the rule is a check.
        """
        where = situation.where(piece)
        return side == "East" and where is not None and where.place == "0502"


@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_whatever_is_legal_comes_to_its_end(book, seed):
    playing = Playing(book, seed)
    found = playing.to_the_end()
    assert found.ending.endswith("has won.")
    end = playing.situation("")
    for where in end.occupied():
        assert not any(stack.is_over for stack in stack_of(end, where))
    assert not playing.table.game.frames
    assert sum(1 for piece in end.pieces() if end.side_of(piece)) == 10
