"""The end of a phase by the rules needs the right to turn the tracker, as turning it by hand does. Procedures of the
umpire are begun by nobody else at a moderated table.
"""

import pytest
from msgspec.structs import replace

from rules_assist.advice.current_offers import now
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import SeededChance
from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.commands import Begin, Resume
from tabletop.game.decide import decide, perform
from tabletop.game.state.components import Components
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


CONTACT = "contact"


def at_contact(access: AccessKind) -> tuple[Situation, Components]:
    """Return Sallow Bridge in its Contact phase, with an umpire and a player, and its components."""
    book = load_rulebook(load_module(find_module("sallow_bridge")))
    seats = {"Anna": Seat((0,)), "Uma": Seat(umpire=True)}
    game = replace(new_game(book.module, "first-light", {}, CHANCE), seats=seats, access=TableAccess(access))
    procedures = ModuleProcedures(book)
    components = replace(book.module.components, procedures=lambda: procedures)
    for _ in range(2):
        outcome = perform(game, Begin("next-phase", {}, "Hale"), "Uma", CHANCE, components)
        assert isinstance(outcome, Performed)
        game = outcome.after
    return Situation(game, book), components


@pytest.mark.parametrize(
    ("access", "seat", "offers"),
    [("open", "Anna", 1), ("sides", "Anna", 1), ("moderated", "Anna", 0), ("moderated", "Uma", 1)],
)
def test_only_the_umpire_is_offered_and_begins_a_procedure_of_the_umpire(
    access: AccessKind, seat: str, offers: int
) -> None:
    situation, components = at_contact(access)
    found = now(situation, seat, (), ())
    assert found is not None
    assert [one.id for one in found.offers].count(CONTACT) == offers
    outcomes = [
        decide(situation.game, command, seat, CHANCE, components)
        for command in (Begin(CONTACT, {}, "Hale"), Resume(CONTACT, "back", {}, "Hale"))
    ]
    assert [isinstance(one, Refused) for one in outcomes] == [not offers] * 2
    if not offers:
        begun, _ = outcomes
        assert isinstance(begun, Refused)
        assert (begun.code, begun.because) == ("not-yours", "At this table only an umpire begins “Contact”.")
