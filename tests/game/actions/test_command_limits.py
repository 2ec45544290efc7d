"""The size and effects of a command are limited.

The umpire has higher limits than players. The page lists the limits.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop.game.actions.command_limits import PLAYER_LIMITS, UMPIRE_LIMITS, CommandLimits
from tabletop.game.change.outcome import Refused
from tabletop.game.commands import (
    AnyCommand,
    Batch,
    DeckCard,
    LoadDeck,
    MovePieces,
    PlaceNew,
    Report,
    RollDice,
    Say,
    SetProperty,
    SetTrait,
    Shuffle,
    Spot,
    WriteNote,
)
from tabletop.game.state.kind import Kind
from tabletop.game.traits.action_traits import Clone
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.traits.trait_base import TraitCall
from tabletop.session import Confirmed
from tests.game.secrets.worlds import Played, World

PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
MAN = Kind("man", "Man", "a", (OwnProperty("Note", ""), Clone(TraitCall("clone"))), 40, 40)
HERE = Spot("main", 50, 50)


@pytest.fixture
def play() -> Played:
    world = World(kinds=[MAN])
    world.holder("stack")
    world.piece("man", MAN, "stack")
    world.holder("deck", "deck", x=250, name="deck")
    for number in range(600):
        world.piece(f"card {number}", MAN, "deck")
    return Played(world)


TOO_MUCH: dict[str, Callable[[Played, CommandLimits], AnyCommand]] = {
    "commands at once": lambda _, most: Batch((Say("x"),) * (most.commands + 1)),
    "commands in commands": lambda _, most: Batch((Batch(()),) * (most.commands + 1)),
    "counters placed": lambda _, most: PlaceNew("man", HERE, most.made + 1),
    "counters placed little by little": lambda _, most: Batch((PlaceNew("man", HERE, most.made // 10 + 1),) * 10),
    "cards of a deck": lambda play, most: LoadDeck(play["deck"], (DeckCard("man"),) * (most.made + 1)),
    "dice": lambda _, most: Batch((RollDice("1000d6"),) * (most.drawn // 1000 + 1)),
    "cards shuffled": lambda play, most: Batch((Shuffle(play["deck"]),) * (most.drawn // 599 + 1)),
    "a text": lambda _, most: Say("x" * (most.characters + 1)),
    "a note": lambda _, most: WriteNote("public", "x" * (most.characters + 1), ""),
    "a property of the table": lambda _, most: SetProperty("plan", "x" * (most.characters + 1)),
    "a property of a counter": lambda play, most: SetTrait((play["man"],), "Note", "x" * (most.characters + 1)),
    "bytes": lambda _, most: Batch((Say("x" * 9_000),) * (most.written // 9_000 + 1)),
}


@pytest.mark.parametrize("seat", ["bert", "umpire"])
def test_what_is_too_much_is_refused_and_changes_nothing(play: Played, seat: str) -> None:
    limits = UMPIRE_LIMITS if seat == "umpire" else PLAYER_LIMITS
    before = play.session.game
    for what, command in TOO_MUCH.items():
        answer = play.session.submit(seat, command(play, limits))
        assert isinstance(answer, Refused), what
        assert (answer.code, answer.because.endswith(".")) == ("too-long", True), what
    assert (play.session.game.pieces, play.session.game.properties) == (before.pieces, before.properties)


def test_nothing_is_put_far_off_a_map(play: Played) -> None:
    far = [Spot("main", x, y, free) for free in (True, False) for x, y in ((2**62, 50), (50, -(2**62)))]
    deeds = [deed for to in far for deed in (PlaceNew("man", to), MovePieces((play["man"],), to))]
    answers = [play.session.submit("umpire", deed) for deed in deeds]
    assert [getattr(answer, "because", "") for answer in answers] == ["This point is too far off main."] * len(deeds)


def test_what_a_player_may_not_the_umpire_may(play: Played) -> None:
    for count in (PLAYER_LIMITS.made, PLAYER_LIMITS.made + 1):
        is_done = [
            not isinstance(play.session.submit(seat, PlaceNew("man", HERE, count)), Refused)
            for seat in ("bert", "umpire")
        ]
        assert is_done == [count == PLAYER_LIMITS.made, True]
    report = Report((play["man"],), "muster", (PlaceNew("man", HERE, 2_000), RollDice("1000d6")))
    assert not isinstance(play.session.submit("umpire", report), Refused)


def test_a_command_within_the_limits_is_done(play: Played) -> None:
    whole = Batch((*(PlaceNew("man", HERE) for _ in range(100)), MovePieces((play["man"],), Spot("main", 150, 50))))
    assert isinstance(play.does(whole), Confirmed)


def test_the_page_says_all_limits() -> None:
    rows = re.findall(r"^\| (?:hold|name|make|throw|have|change)\b.*?\| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    names = ("commands", "handled", "made", "drawn", "characters", "written", "changed")
    said = [[int(number.replace(",", "")) for number in row] for row in rows]
    assert said == [[getattr(limits, name) for limits in (PLAYER_LIMITS, UMPIRE_LIMITS)] for name in names]
