"""A table with the training game of Cartwheel, on which tests answer the questions of the air battle."""

from collections.abc import Sequence
from random import Random

from rules_assist.cases.run.case_table import UMPIRE, CaseTable
from rules_assist.chance.odds import Tries
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import underway
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import ProcedureQuestion, Underway
from tabletop.flight_page import FIGHT_ON, FlightPage
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Answer, Begin
from tabletop.module.setup import new_game

PLANS = {"AL": ["P-38 a 1 L", "P-38 b 2 M"], "JP": ["G4M 1 L", "A6M a 2 L", "A6M b 3 M"]}
PLACES = ["G15 0", "H14 0"]


class TrainingTable:
    """A table with the training game under way."""

    def __init__(self, table: CaseTable) -> None:
        self.table = table
        self.do(Begin("training-game", {}, "JP"))

    def do(self, command: object) -> None:
        event = self.table.do(UMPIRE, command)
        assert isinstance(event.outcome, Done), (command, event.outcome)

    def situation(self, side: str = "") -> Situation:
        return self.table.situation(self.table.game, side)

    def battle(self, side: str = "") -> Underway | None:
        """Return the air battle as a side sees it; None if it is over."""
        found = [underway(self.situation(side), frame) for frame in self.table.game.frames]
        return next((each for each in found if each.page is not None), None)

    def page(self, side: str = "") -> FlightPage:
        battle = self.battle(side)
        assert battle is not None
        assert isinstance(battle.page, FlightPage)
        return battle.page

    def asked(self, side: str = "") -> Sequence[ProcedureQuestion]:
        battle = self.battle(side)
        return battle.asked if battle is not None else ()

    def answer(self, value: object, by: str = "") -> None:
        question = next(each for each in self.asked() if by in ("", each.by) and not each.answered)
        self.do(Answer(question.frame, question.key, value))

    def set_up(self) -> None:
        """Give the flights their numbers and altitudes, and place the mission."""
        for side, plan in PLANS.items():
            self.answer(plan, side)
        self.answer(PLACES)

    def fly_at_random(self, random: Random) -> int:
        """Play to the end with random answers but no orders, and return their number."""
        count = 0
        while self.asked():
            (question,) = self.asked()
            deeds = [option.value for option in question.options if option.value != FIGHT_ON]
            self.answer(random.choice(deeds))
            count += 1
        return count

    def fly_as_usual(self) -> int:
        """Play to the end by the proposed actions, and return the number of answers."""
        count = 0
        while self.asked():
            page = self.page()
            assert page.usual, self.asked()
            self.answer(page.usual[0][0])
            count += 1
        return count

    def fight_on(self, order: str) -> None:
        """Give the side that decides this order."""
        self.answer(FIGHT_ON)
        self.answer(order)

    def fight_out(self, order: str) -> int:
        """Give this order whenever a side decides until the battle is over, and return the number of orders."""
        count = 0
        while self.asked():
            self.fight_on(order)
            count += 1
        return count


def new_table(book: RuleBook, seed: int = 1) -> TrainingTable:
    """Return a table on which the training game has begun."""
    return TrainingTable(CaseTable(book, new_game(book.module, "training-game", {}, Tries(seed)), Tries(seed)))
