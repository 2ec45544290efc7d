"""The end of a phase by the rules needs the right to turn the tracker, as turning it by hand does."""

import pytest
from msgspec.structs import replace

from rules_assist.advice.current_offers import now
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import Begin, Resume
from tabletop.game.decide import decide
from tabletop.game.state.game import Seat
from tabletop.game.table_access import AccessKind, TableAccess
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

CHANCE = SeededChance("00" * 32, b"", 0, 0)


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(find_module("millers_ford")))


@pytest.mark.parametrize(
    ("access", "seat", "may"),
    [
        ("open", "Wes", True),
        ("sides", "Wes", True),
        ("moderated", "Wes", False),
        ("moderated", "Uma", True),
    ],
)
def test_only_who_may_turn_the_tracker_ends_a_phase(book: RuleBook, access: AccessKind, seat: str, may: bool) -> None:
    scenario = next(iter(book.module.scenarios))
    seats = {"Wes": Seat((0,)), "Uma": Seat(umpire=True)}
    game = replace(new_game(book.module, scenario, {}, CHANCE), seats=seats, access=TableAccess(access))
    procedures = ModuleProcedures(book)
    components = replace(book.module.components, procedures=lambda: procedures)
    begun = decide(game, Begin("next-phase", {}, "West"), seat, CHANCE, components)
    assert isinstance(begun, Refused) is not may
    if isinstance(begun, Refused):
        assert begun.code == "not-yours"
    resumed = decide(game, Resume("next-phase", "turn-on", {}, "West"), seat, CHANCE, components)
    assert (isinstance(resumed, Refused) and resumed.code == "not-yours") is not may
    found = now(Situation(game, book), seat, (), ())
    assert found is not None
    assert found.onwards is not None
    assert (found.onwards.command is not None) is may
