"""This table from the rulebook says which side may begin which procedure in which phase.

It is compared with the program.
"""

import pytest
from msgspec.structs import replace

from rules_assist.procedure.procedure_runner import ModuleProcedures
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.dice import ScriptedChance
from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.commands import Begin, SetTracker
from tabletop.game.decide import perform
from tabletop.game.state.game import Game, Seat
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.setup import new_game

SIDES = ("JP", "AL")
ANY_TIME = {"make-change", "restore", "naval-damage"}
"""The procedures that either side may begin at any time, by 3.1.2, 3.3.9, and by 11.3.1 for battles that are fought by
hand.
"""

PHASING = {
    5: {"part-begins", "oil-transport", "escort-transfer", "convoy-war", "strategic-bombing", "extra-carriers"},
    6: {"arrivals", "mutsu", "resets", "replenish", "leave-aviation", "replacements", "reinforcement-ends"},
    7: {"deployment-begins", "stacking"},
    8: {"form-task-force", "operate", "stay"},
    9: set(),
    10: {"air-commitment"},
    11: {"submarines", "battle", "battles-left", "damage-at-sea", "disembark"},
    12: {"return-to-base", "base-control", "stacking"},
    13: {"deployment-begins", "stacking"},
    14: {"disband", "end-phase"},
}
OTHER = {
    9: {"extra-deployment", "form-task-force", "react", "stay", "reveal-task-forces"},
    11: {"submarines", "battle"},
}
"""The procedures of the side that is not phasing.

By 9.0 it reacts. By 11.1.1 its submarines attack too, although the phasing side orders battles (11.2).
"""

ENDS = {5: "phasing", 6: "phasing", 7: "phasing", 8: "phasing", 9: "other", 10: "phasing", 11: "phasing"}
"""The side that begins the next phase. From the Combat Phase on it is always the phasing side."""

OUT_OF_TURN = ("may act.", "; this is ", "may end this phase.")


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook(load_module(shipped.path("modules", "fire_in_the_sky")))


@pytest.fixture(scope="module")
def december(book: RuleBook) -> Game:
    seats = {"umpire": Seat(umpire=True), "JP": Seat(sides=(0,)), "AL": Seat(sides=(1,))}
    return replace(new_game(book.module, "december-1941", {}, ScriptedChance([])), seats=seats)


def allowed(phase: int, part: str, side: str) -> set[str]:
    """Return the procedures that a side may begin, as far as it depends on the phasing side."""
    is_phasing = part == side
    ends = (ENDS.get(phase, "phasing") == "phasing") == is_phasing
    found = PHASING[phase] if is_phasing else OTHER.get(phase, set())
    return found | ANY_TIME | ({"next-phase"} if ends else set())


def is_out_of_turn(outcome: object) -> bool:
    return isinstance(outcome, Refused) and any(words in outcome.because for words in OUT_OF_TURN)


@pytest.mark.parametrize("phase", range(5, 15))
@pytest.mark.parametrize("part", SIDES)
def test_each_side_may_begin_just_what_is_its_own_in_each_phase(book: RuleBook, december: Game, part: str, phase: int):
    components = replace(book.module.components, procedures=lambda: ModuleProcedures(book))
    there = SetTracker("Turn", (2, SIDES.index(part), phase - 5))
    turned = perform(december, there, "umpire", ScriptedChance([]), components)
    assert isinstance(turned, Performed)
    for side in SIDES:
        outcomes = {
            procedure: perform(turned.after, Begin(procedure, {}, side), side, ScriptedChance([1] * 200), components)
            for procedure in book.procedures
        }
        in_turn = {one for one, outcome in outcomes.items() if not is_out_of_turn(outcome)}
        assert in_turn == allowed(phase, part, side)
