"""The reach that is shown and the findings agree, in every phase, for every sort of unit."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules_assist.advice.held_pieces import Hand
from rules_assist.assistant import Assistant
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.workshop.random_game import DeadEndError, RandomGame
from tabletop.assistance import Finding, Where
from tabletop.dice import ScriptedChance
from tabletop.game.change.hand_moves import Move
from tabletop.module.setup import new_game

MAP = "pacific"
BOXES = ("West Coast USA", "Indian Ocean Ports")
UNITS, PLACES = 3, 2
SCENARIOS = ("december-1941", "july-1942")


class ReachLook(RandomGame):
    """A random game in which some pieces of both sides are picked up before each phase ends."""

    def __init__(self, book: RuleBook, seed: int) -> None:
        random = Random(seed)
        super().__init__(book, new_game(book.module, SCENARIOS[seed % 2], {}, ScriptedChance([])), random)
        self.assistant = Assistant(book)
        terrain = book.ground.atlas.terrain(MAP)
        self.cells = [name for node, name in enumerate(terrain.names) if terrain.whole[node] == node and name.isdigit()]
        self.shown = 0

    def go_on(self) -> None:
        for hand in self.hands():
            self.look(hand)
        super().go_on()

    def hands(self) -> Iterator[Hand]:
        """Yield some pieces, alone or with others in their place; those of Task Forces more often."""
        seen = self.seen()
        for side in self.game.sides:
            units = {piece: seen.where(piece) for piece in seen.pieces(side) if seen.read(piece, "tr")}
            pieces = [piece for piece, at in units.items() if at and (at.place.isdigit() or at.place in BOXES)]
            weights = [5 if seen.read(piece, "force") else 1 for piece in pieces]
            for piece in self.random.choices(pieces, weights, k=UNITS) if pieces else ():
                where = seen.where(piece)
                mates = [other for other in pieces if other != piece and seen.where(other) == where]
                others = self.random.sample(mates, min(len(mates), self.random.choice((0, 0, 1, 2))))
                yield self.assistant.lift(self.game, side, (piece, *others))

    def look(self, hand: Hand) -> None:
        terrain = self.book.ground.atlas.terrain(MAP)
        reached = [place for way in hand.ways for place in way.reach.places]
        self.shown += len(reached)
        for place in self.random.sample(reached, min(len(reached), PLACES)):
            where = Where(MAP, terrain.place(terrain.numbers[place]))
            assert self.wrong(hand, where) == [], self.about(hand, where)
        for place in self.random.sample(self.cells, PLACES):
            where = Where(MAP, place)
            if where != hand.start and not any(way.arrival(where) for way in hand.ways):
                wrong = self.wrong(hand, where)
                assert wrong, self.about(hand, where)
                assert "(" in hand.why_not(where) or all(one.rule for one in wrong), self.about(hand, where)

    def wrong(self, hand: Hand, where: Where) -> list[Finding]:
        return list(hand.hover(where).findings)

    def about(self, hand: Hand, where: Where) -> tuple[Any, ...]:
        seen = self.seen()
        names = [self.game.kind_of(piece).name for piece in hand.pieces]
        return self.sequence.describes(seen), names, hand.start, where, hand.why_not(where), self.wrong(hand, where)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_shown_is_never_wrong_and_what_is_not_shown_says_why(book: RuleBook, seed: int) -> None:
    play = ReachLook(book, seed)
    for _ in range(10):
        try:
            play.play_phase()
        except DeadEndError as problem:
            raise AssertionError(str(problem)) from problem
    assert play.shown > 20


@pytest.mark.parametrize(
    ("phase", "mode", "side", "kind", "place"),
    [
        (8, "operation", "JP", "jp_land_army16", "Okinawa"),
        (8, "operation", "JP", "jp_cv_akagi_kaga", "Truk"),
        (9, "reaction", "AL", "us_dd_desron1", "Pearl Harbor"),
    ],
)
def test_what_is_in_no_task_force_goes_nowhere_and_is_told_so(world, book, phase, mode, side, kind, place):
    world.now(3, "JP", phase)
    world.points(oil=50, tp_japan=60)
    alone = world.put(kind, place)
    hand = Hand(world.situation(side), side, (alone,))
    assert hand.ways == ()
    assert hand.overlay is None
    title = book.ground.modes[mode].title
    why = hand.why_not(Where(MAP, world.cell("Eniwetok")))
    assert why.startswith(title)
    assert ": only as part of a Task Force" in why
    assert "(8.0)" in why
    world.give([alone], force="Force 1")
    assert Hand(world.situation(side), side, (alone,)).ways or phase == 9


def test_the_way_back_by_hand_is_no_finding_under_the_cursor_either(world, book):
    world.now(3, "JP", 8)
    army, assistant = world.put("jp_land_army16", "Okinawa"), Assistant(book)
    before = world.table.game
    world.move([army], "Saipan")
    hand = assistant.lift(world.table.game, "JP", (army,), Move(before, frozenset({army}), 1))
    back, on = Where(MAP, world.cell("Okinawa")), Where(MAP, world.cell("Iwo Jima"))
    assert (hand.hover(back).headline, hand.hover(back).findings, hand.why_not(back)) == ("Back where it was", (), "")
    assert [found.message for found in hand.hover(on).findings] == [
        "16th Army (East Indies) went to Iwo Jima alone; units move as part of a Task Force."
    ]


def test_task_forces_go_one_after_the_other(world):
    world.now(3, "AL", 8)
    one, *_ = world.force("TF 1", "Pearl Harbor", "us_dd_desron1", "us_dd_desron3")
    (other,) = world.force("TF 2", "Pearl Harbor", "us_dd_desron5")
    hand = Hand(world.situation("AL"), "AL", (one, other))
    assert hand.ways == ()
    assert "these belong to TF 1 and TF 2 (8.0)" in hand.why_not(Where(MAP, world.cell("Midway")))
    assert Hand(world.situation("AL"), "AL", (one,)).ways
