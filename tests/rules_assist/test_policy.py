"""The level of each rule at a table, and the findings that a move causes."""

from collections.abc import Iterable, Sequence
from typing import get_args

import pytest
from msgspec.structs import replace

from rules_assist.policy import LEVELS, JudgedMove, checks_of, level_of, new_findings, property_of, wrong_with
from rules_assist.position.situation import Situation
from tabletop.assistance import Due, Finding, Level, Where
from tabletop.game.change.outcome import Done
from tabletop.game.commands import At, MovePieces
from tabletop.game.decide import decide

RULES = """
checks:
- {id: marsh, title: Marsh, rule: "2.1", due: step, wrong: "false", message: wrong}
- {id: dusk, title: Dusk, rule: "2.2", due: phase, wrong: "false", message: wrong}
- {id: rest, title: Rest, rule: "2.3", due: end-of-move, wrong: "false", message: wrong}
"""
HILL, DALE, FORD = "0303", "0505", "0604"


class Closed:
    """A check that closes these places: each piece there is a finding, whether or not it has just moved."""

    title = "Closed places"
    rule = "9"

    def __init__(self, *places: str, id: str = "closed", due: Due = "step") -> None:
        self.id = id
        self.due = due
        self._places = places

    def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
        for piece in after.pieces():
            where = after.where(piece)
            if where is not None and where.place in self._places:
                yield Finding(self.id, self.rule, f"{where.place} is closed.", (piece,), (where,), due=self.due)


@pytest.fixture
def situation(situation_of) -> Situation:
    return situation_of(RULES, pieces=[("red_infantry", HILL), ("blue_infantry", DALE), ("red_armour", FORD)])


def gone_to(situation: Situation, number: int, place: str) -> Situation:
    """Return the position after a move of that piece, numbered from 0 in the order of the set-up, to a place."""
    command = MovePieces((sorted(situation.game.pieces)[number],), At("main", place))
    outcome = decide(situation.game, command, "umpire", None, situation.book.module.components)
    assert isinstance(outcome, Done)
    return situation.after(outcome.patch)


def at_level(situation: Situation, **levels: str):
    named = {property_of(check if check != "all" else ""): level for check, level in levels.items()}
    return replace(situation.game, properties={**situation.game.properties, **named})


def found(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(each.check, each.places[0].place) for each in findings]


@pytest.mark.parametrize(
    ("levels", "marsh", "dusk"),
    [
        ({}, "advise", "advise"),
        ({"all": "enforce"}, "enforce", "enforce"),
        ({"marsh": "off"}, "off", "advise"),
        ({"all": "confirm", "dusk": "off"}, "confirm", "off"),
        ({"all": "sternly", "marsh": "kindly"}, "advise", "advise"),
        ({"all": "confirm", "marsh": "kindly"}, "confirm", "confirm"),
    ],
)
def test_a_check_is_taken_at_its_own_level_else_at_that_of_all(situation, levels, marsh, dusk):
    game = at_level(situation, **levels)
    assert (level_of(game, "marsh"), level_of(game, "dusk")) == (marsh, dusk)


def test_the_levels_go_from_the_mildest_to_the_strictest():
    assert LEVELS == ("off", "advise", "confirm", "enforce") == get_args(Level)
    assert (property_of(), property_of("marsh")) == ("policy", "policy:marsh")


@pytest.mark.parametrize(
    ("dues", "levels", "checks"),
    [
        (("step", "end-of-move"), LEVELS, ["marsh", "rest"]),
        (("end-of-move", "step"), LEVELS, ["rest", "marsh"]),
        (("phase",), LEVELS, ["dusk"]),
        (("step", "end-of-move", "phase"), ("confirm",), ["dusk"]),
        (("step",), ("off",), []),
    ],
)
def test_the_checks_that_are_due_then_and_taken_so_strictly(situation, dues, levels, checks):
    game = at_level(situation, dusk="confirm", marsh="enforce")
    own = {"marsh", "dusk", "rest"}
    assert [each.id for each in checks_of(situation.book, game, dues, levels) if each.id in own] == checks


@pytest.mark.parametrize(
    ("closed", "number", "to", "wrong"),
    [
        ((DALE,), 0, "0304", []),
        ((FORD,), 0, DALE, []),
        (("0304",), 0, "0304", [("closed", "0304")]),
        ((HILL, "0304"), 0, "0304", [("closed", "0304")]),
        ((DALE, "0304"), 0, "0304", [("closed", "0304")]),
        ((HILL,), 0, HILL, []),
    ],
    ids=["old elsewhere", "old, untouched", "new", "from wrong to wrong", "new beside old", "old, left where it was"],
)
def test_what_was_wrong_before_is_not_new(situation, closed, number, to, wrong):
    after = gone_to(situation, number, to)
    moved = sorted(situation.game.pieces)[number : number + 1]
    assert found(new_findings([Closed(*closed)], situation, after, moved)) == wrong


def test_each_check_is_asked_apart_and_they_keep_their_order(situation):
    after = gone_to(situation, 0, "0304")
    checks = [Closed("0304", id="second"), Closed(DALE, id="old"), Closed("0304", id="first")]
    assert found(new_findings(checks, situation, after, ())) == [("second", "0304"), ("first", "0304")]


def judged(check: Closed, *positions: Situation) -> list[tuple[str, str]]:
    """Return the findings on a move of the first piece through these positions.

    The last step leads to the last position.
    """
    first, *_, before, after = positions if len(positions) > 2 else (positions[0], *positions)
    pieces = sorted(first.game.pieces)[:1]
    move = JudgedMove(first, pieces)
    step = move if before is first else JudgedMove(before, pieces)
    return found(wrong_with([check], move, step, after))


def test_a_move_is_judged_as_a_whole(situation):
    away = gone_to(situation, 0, "0304")
    back = gone_to(away, 0, HILL)
    assert judged(Closed("0304"), situation, away) == [("closed", "0304")]
    assert judged(Closed("0304"), situation, away, back) == []
    assert judged(Closed(HILL), situation, away, back) == [], "undone by hand it has made nothing wrong"


@pytest.mark.parametrize(("due", "wrong"), [("step", []), ("end-of-move", [("rest", DALE)])])
def test_what_is_due_at_a_step_is_wrong_only_where_that_step_made_it_so(situation, due, wrong):
    class Rest(Closed):
        """A check of the start of a move: nobody may come from far away."""

        def findings(self, before: Situation, after: Situation, moved: Sequence[int]) -> Iterable[Finding]:
            far = any(before.where(piece) == Where("main", HILL) for piece in moved)
            came = (each for each in super().findings(before, after, moved) if set(each.pieces) <= set(moved))
            return came if far else ()

    half_way = gone_to(situation, 0, "0404")
    there = gone_to(half_way, 0, DALE)
    assert judged(Rest(DALE, id="rest", due=due), situation, half_way, there) == wrong
