"""The table has traits as a piece has: it throws dice, moves trackers, runs decks, and gets keys from pieces."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.board import Board, Map
from tabletop.dice import SeededChance
from tabletop.expression import compile_expression
from tabletop.game.appearance.piece_display import viewed
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.outcome import Asks, Done, Performed, Refused
from tabletop.game.change.patch import Go, HolderSight, Know, Make, MakeHolder, PieceSight
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    DeckCard,
    DrawPieces,
    Into,
    LoadDeck,
    MovePieces,
    RemovePieces,
    Spot,
    TellSaved,
)
from tabletop.game.decide import decide, perform
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.sight.audience import audience
from tabletop.game.state.components import Components
from tabletop.game.state.deck import DeckRules, counted
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker, TrackerKey
from tabletop.game.state.values import BACKS, COUNT, FACE, FACES, SHUT, TOP, UNSEEN
from tabletop.game.traits.action_traits import PressKey
from tabletop.game.traits.property_traits import MarkTrait
from tabletop.game.traits.table_traits import DeckCommand, MoveTracker, SortBy, Throw, TraitDice
from tabletop.game.traits.trait_base import GivenValue, TraitCall
from tabletop.texts.language import speak
from tabletop.texts.language_files import MADE_UP, language_for
from tabletop.texts.made_up import made_up
from tests.game.projection import project

THROW = Throw(
    TraitCall("roll"),
    (TraitDice("2", "6"),),
    each="1",
    add="10",
    total=True,
    text="{Result} of {Result1} and {Result2}",
    given=(GivenValue("Last", "{Result}"),),
)
TRAITS = (
    THROW,
    Throw(
        TraitCall("fate"), (TraitDice(faces=("hit", "miss"), values=(3, 0)),), given=(GivenValue("Fate", "{Total}"),)
    ),
    Throw(
        TraitCall("best"),
        (TraitDice("4", "6"),),
        keep="1",
        which="highest",
        total=True,
        given=(GivenValue("Best", "{Result}"),),
    ),
    Throw(
        TraitCall("ask"),
        (TraitDice("2", "6"),),
        add="1",
        asks=("count", "add"),
        given=(GivenValue("Asked", "{Total}"),),
    ),
    Throw(TraitCall("coin"), (TraitDice(faces=("heads", "tails"), pictures=("h.png", "")),), name="Coin"),
    MoveTracker("Turn", TraitCall("next")),
    DeckCommand("Draw", "shuffle", TraitCall("shuffle")),
    DeckCommand("Draw", "send", TraitCall("send")),
    DeckCommand("Draw", "flip", TraitCall("flip")),
    DeckCommand("Draw", "reverse", TraitCall("reverse")),
    DeckCommand("Draw", "sort", TraitCall("sort"), by=(SortBy("Colour"),), report="{Count} in order"),
    DeckCommand("Draw", "sort", TraitCall("sort down"), by=(SortBy("Colour", falling=True),)),
    DeckCommand("Urn", "sort", TraitCall("sort as numbers"), by=(SortBy("9 + Id % 4", numbers=True), SortBy("Id"))),
    DeckCommand(
        "Draw", "send", TraitCall("some"), "{Count} to {Into}", into='Was{"te"}', where='Colour == "red"', most="1"
    ),
    DeckCommand("Draw", "send", TraitCall("until"), into="Waste", until='Colour == "blue"', with_last=True),
    DeckCommand("Draw", "send", TraitCall("before"), into="Waste", until='Colour == "blue"'),
    DeckCommand("Draw", "face-up", TraitCall("up"), "down", "up"),
    DeckCommand("Draw", "save", TraitCall("save"), "{Count} kept"),
    DeckCommand("Draw", "load", TraitCall("load")),
)
TRACKER = Tracker(
    "Turn",
    (NumberLevel("Turn", 1, 9, step=2, property="TurnNow"), NameLevel("Phase", ("move", "fight"), property="PhaseNow")),
    (TrackerKey("fate", 'PhaseNow == "fight"'),),
)
DECKS = (
    DeckRules("Draw", into="Waste", size="Left", counts={"Red left": 'Colour == "red"'}, when_empty="send"),
    DeckRules("Urn", shuffled="always"),
    DeckRules("Waste", takes='Colour == "red"', sides=("b",)),
)
CARDS = {"red": MarkTrait({"Colour": "red"}), "blue": MarkTrait({"Colour": "blue"})}


def components(decks: tuple[DeckRules, ...] = DECKS) -> Components:
    return Components(
        maps={"m": Map("m", (Board("b", 500, 500),))},
        kinds={},
        trackers={"Turn": TRACKER},
        table=Kind("table", "T", traits=TRAITS),
        decks={rules.name: rules for rules in decks},
        deck_counts=counted(decks),
    )


def table() -> Game:
    """Return a game with two sides, the table (piece 11), a bell, a draw pile of blue, red and red from the bottom up,
    an urn of nine red cards, and an empty waste pile.
    """
    game = empty_game(("a", "b"), ("m",), ModuleName("m", "1", ""))
    open_, backs = (FACES, FACES), (BACKS, BACKS)
    seen = (FACE, FACE)
    button = Kind("bell", "Bell", traits=(PressKey("fate", TraitCall("ring")),))
    return apply(
        replace(game, seats={"A": Seat((0,)), "B": Seat((1,))}),
        (
            Know(1, Kind("table", "T", traits=TRAITS)),
            Know(2, Kind("red", "Red", traits=(CARDS["red"],))),
            Know(3, Kind("blue", "Blue", traits=(CARDS["blue"],))),
            Know(4, button),
            MakeHolder(5, Holder("box", -1, 0, 0, "", 0, 1, (), open_, (), TABLE)),
            MakeHolder(6, Holder("deck", 0, 10, 10, "", 0, 2, (), backs, (), "Draw")),
            MakeHolder(7, Holder("deck", 0, 90, 90, "", 0, 3, (), backs, (), "Waste")),
            MakeHolder(8, Holder("deck", 0, 50, 50, "", 0, 4, (), backs, (), "Urn")),
            MakeHolder(9, Holder("stack", 0, 200, 200, "", 0, 5, (), open_, ())),
            Make(11, 1, 5, 0, (), seen),
            Make(12, 3, 6, 0, (), seen),
            Make(13, 2, 6, 12, (), seen),
            Make(14, 2, 6, 13, (), seen),
            Make(15, 4, 9, 0, (), seen),
            *(Make(20 + card, 2, 8, 19 + card if card else 0, (), seen) for card in range(9)),
        ),
    )[0]


def done(game: Game, command: object, seat: str = "A") -> Performed:
    found = perform(game, command, seat, SeededChance("07", b"t", 0, 0), components())
    assert isinstance(found, Performed), found
    return found


def press(key: str, game: Game | None = None) -> Performed:
    return done(game or table(), Act((11,), key))


def said(performed: Performed, key: str = "report") -> list[dict]:
    return [told.facts for told in performed.done.told if told.key == key]


def test_dice_are_added_up_told_and_kept_in_a_property() -> None:
    after = press("roll")
    [facts] = said(after)
    total, one, two = (facts[str(number)] for number in range(3))
    assert total == int(one) + int(two) + 10
    assert all(2 <= int(die) <= 7 for die in (one, two))
    assert after.after.properties["Last"] == total


def asked(answers: tuple[tuple[str, object], ...] = ()) -> Performed | Asks:
    found = perform(table(), Act((11,), "ask"), "A", SeededChance("07", b"t", 0, 0), components(), answers)
    assert isinstance(found, Performed | Asks), found
    return found


def test_an_answer_is_found_again_in_every_language() -> None:
    speak(language_for(MADE_UP, Path()))
    asks = asked()
    assert isinstance(asks, Asks)
    assert (asks.prompt.key, asks.prompt.question) == ("1 How many dice?", made_up("How many dice?"))


@pytest.mark.parametrize(
    ("count", "add", "least", "most"), [("0", "5", 5, 5), ("3", "0", 3, 18), ("2", "-2", 0, 10), ("many", "1", 3, 13)]
)
def test_a_player_may_be_asked_which_dice_are_thrown(count: str, add: str, least: int, most: int) -> None:
    first = asked()
    assert isinstance(first, Asks)
    assert (first.prompt.question, first.prompt.default) == ("How many dice?", 2)
    second = asked(((first.prompt.key, count),))
    assert isinstance(second, Asks)
    assert second.prompt.default == 1
    thrown = asked(((first.prompt.key, count), (second.prompt.key, add)))
    assert isinstance(thrown, Performed)
    assert least <= thrown.after.properties["Asked"] <= most


def test_it_is_told_how_dice_lie_and_by_which_pictures() -> None:
    [facts] = said(press("roll"))
    assert [facts["each"].count("\n"), "pictures" in facts] == [1, False]
    coins = {
        (facts["dice"], facts["each"], facts.get("pictures"))
        for seed in ("01", "02", "03", "04", "05", "06")
        for facts in [said(perform(table(), Act((11,), "coin"), "A", SeededChance(seed, b"t", 0, 0), components()))[0]]
    }
    assert coins == {("Coin", "heads", "h.png"), ("Coin", "tails", None)}


def test_faces_count_what_they_are_worth() -> None:
    assert press("fate").after.properties["Fate"] in (0, 3)


def test_of_several_dice_the_highest_is_kept() -> None:
    assert 1 <= press("best").after.properties["Best"] <= 6


def test_what_a_piece_presses_the_table_hears() -> None:
    assert "Fate" in done(table(), Act((15,), "ring")).after.properties


def test_a_tracker_keeps_its_properties_and_presses_keys_when_it_has_moved() -> None:
    fight = press("next")
    assert (fight.after.properties["PhaseNow"], fight.after.properties["TurnNow"]) == ("fight", 1)
    assert "Fate" in fight.after.properties
    onwards = done(fight.after, AdvanceTracker("Turn"))
    assert (onwards.after.properties["PhaseNow"], onwards.after.properties["TurnNow"]) == ("move", 3)


def test_decks_are_reversed_turned_and_sent_on_with_the_lowest_card_on_top() -> None:
    assert press("reverse").after.holders[6].pieces == (14, 13, 12)
    assert press("flip").after.holders[6].looks == (TOP, TOP)
    sent = press("send").after
    assert (sent.holders[6].pieces, sent.holders[7].pieces) == ((), (14, 13, 12))


def test_properties_tell_how_many_cards_a_deck_has_of_each_sort() -> None:
    reading = PropertyReader(Draft(table()), components(), (0, 1), sees_all=True)
    assert (reading.read(15, "Left"), reading.read(15, "Red left")) == (3, 2)


def test_a_deck_that_does_not_lie_there_tells_nothing() -> None:
    others = (*DECKS, DeckRules("Gone", size="Gone left", counts={"Red gone": 'Colour == "red"'}))
    reading = PropertyReader(Draft(table()), components(others), (0, 1), sees_all=True)
    assert (reading.read(15, "Gone left"), reading.read(15, "Red gone")) == (None, None)


def test_what_a_deck_counts_whoever_plays_all_sides_knows_through_the_backs_too() -> None:
    both = replace(table(), seats={"AB": Seat((0, 1))})
    assert viewed(both, components(), "AB").read(15, "Red left") == 2


OF_ANY_CARD = {"Any": "true", "There": 'Deck == "Draw"', "Red": 'Colour == "red"'}


@pytest.mark.parametrize(
    ("look", "unseen", "read"),
    [
        (TOP, False, (3, 3, 3, 1)),
        (BACKS, False, (3, 3, 3, 0)),
        (COUNT, False, (3, 3, 0, 0)),  # the position of an unseen card is not read
        (SHUT, False, (0, 0, 0, 0)),
        (BACKS, True, (2, 2, 2, 0)),
        (COUNT, True, (2, 2, 0, 0)),
    ],
)
def test_a_side_counts_the_cards_of_a_deck_as_high_as_it_sees_it_also_in_what_it_hears(
    look: int, unseen: bool, read: tuple[int, ...]
) -> None:
    described = components((DeckRules("Draw", size="Left", counts=OF_ANY_CARD),))
    game = apply(table(), (HolderSight(6, 1, look), *([PieceSight(13, 1, UNSEEN)] if unseen else [])))[0]
    names = ("Left", "Any", "There", "Red")
    truly = PropertyReader(Draft(game), described, (1,), "B")
    assert tuple(truly.read(15, name) for name in names) == read
    view = project(game, audience((1,)))
    shown = viewed(view, described, "B")
    assert tuple(shown.read(0, name) for name in names) == read
    plainly = viewed(view, components(()), "B")
    count = compile_expression('property("Count", holder("Draw"))')
    assert (plainly.read(0, "Draw_numPieces"), count.evaluate(plainly.reader(0))) == (read[0], read[0])


@pytest.mark.parametrize(
    ("command", "presses"),
    [
        (MovePieces((12, 13, 14), Spot("m", 300, 300)), True),
        (MovePieces((13, 14), Spot("m", 300, 300)), False),
        (DrawPieces(6, Spot("m", 300, 300), count=3), True),
        (Act((11,), "send"), True),
        (RemovePieces((12, 13, 14)), True),
        (MovePieces((15,), Spot("m", 300, 300)), False),
    ],
)
def test_the_last_card_presses_the_key_of_an_empty_deck_however_it_leaves(command: object, presses: bool) -> None:
    rules = DeckRules("Draw", into="Urn", when_empty="fate"), DeckRules("Waste", when_empty="fate")
    found = perform(table(), command, "A", SeededChance("07", b"t", 0, 0), components(rules))
    assert isinstance(found, Performed)
    assert ("Fate" in found.after.properties) == presses


def test_a_deck_that_is_always_shuffled_gives_any_card() -> None:
    tops = set()
    for seed in range(12):
        found = decide(
            table(), MovePieces((28,), Spot("m", 300, 300)), "A", SeededChance(f"{seed:02x}", b"t", 0, 0), components()
        )
        assert isinstance(found, Done)
        tops.update(change.pieces for change in found.patch if isinstance(change, Go))
    assert len(tops) > 1


@pytest.mark.parametrize(
    ("seat", "card", "words"),
    [("B", 12, "Waste does not take this."), ("A", 14, "Waste is not for your side.")],
)
def test_a_deck_takes_what_it_may_from_whom_it_may(seat: str, card: int, words: str) -> None:
    for goal in (Spot("m", 90, 90), Into(7)):
        found = decide(table(), MovePieces((card,), goal), seat, SeededChance("01", b"t", 0, 0), components())
        assert isinstance(found, Refused)
        assert found.because == words


@pytest.mark.parametrize(("seat", "goes"), [("A", False), ("B", True)])
@pytest.mark.parametrize("command", [MovePieces((12,), Spot("m", 300, 300)), RemovePieces((12,))])
def test_who_may_not_use_a_deck_does_nothing_with_its_cards(command: object, seat: str, goes: bool) -> None:
    rules = (DeckRules("Draw", sides=("b",)),)
    found = decide(table(), command, seat, SeededChance("01", b"t", 0, 0), components(rules))
    assert isinstance(found, Done) == goes
    assert goes or (isinstance(found, Refused) and found.because == "Draw is not for your side.")


def test_global_commands_do_not_reach_the_table() -> None:
    reading = PropertyReader(Draft(table()), components(), (0, 1), sees_all=True)
    assert TABLE not in {held.name for _, held in reading.holders_in_draw_order()}


@pytest.mark.parametrize(
    ("key", "left", "sent"),
    [
        ("some", (12, 13), (14,)),
        ("until", (), (14, 13, 12)),
        ("before", (12,), (14, 13)),
    ],
)
def test_some_cards_of_a_deck_are_sent(key: str, left: tuple[int, ...], sent: tuple[int, ...]):
    game = press(key).after
    assert game.holders[6].pieces == left
    assert game.holders[7].pieces == sent


@pytest.mark.parametrize(("key", "kinds"), [("sort", [2, 2, 3]), ("sort down", [3, 2, 2])])
def test_a_deck_is_sorted_by_colour(key: str, kinds: list[int]):
    game = press(key).after
    assert [game.pieces[card].kind for card in game.holders[6].pieces] == kinds
    assert game.holders[7].pieces == ()


def test_numbers_are_sorted_as_numbers_and_what_is_alike_by_the_next():
    lying = press("sort as numbers").after.holders[8].pieces
    assert list(lying[::-1]) == sorted(lying, key=lambda card: (9 + card % 4, card))


def test_a_deck_says_what_its_command_says():
    assert said(press("some")) == [{"text": "{Count} to {Into}", "0": 1, "1": "Waste"}]
    assert said(press("sort")) == [{"text": "{Count} in order", "0": 3}]
    assert said(press("up")) == [{"text": "up"}]
    assert said(press("up", press("up").after)) == []


def test_the_player_who_saves_a_deck_is_asked_for_a_file_and_then_the_table_hears_of_it():
    asked = [told for told in press("save").done.told if told.key == "deck-file"]
    assert [(told.facts, told.sides) for told in asked] == [({"does": "save", "deck": "Draw"}, (0,))]
    open_deck, _ = apply(table(), (HolderSight(6, 0, FACES),))
    assert said(done(open_deck, TellSaved(6))) == [{"text": "{Count} kept", "0": 3}]


def test_a_loaded_deck_has_just_the_cards_of_the_file():
    kinds = {kind.key: kind for kind in table().kinds.values()}
    parts = replace(components(), kinds=kinds)
    cards = (DeckCard("blue"), DeckCard("red"), DeckCard("red", ("of another kind",)))
    found = perform(table(), LoadDeck(6, cards), "A", SeededChance("07", b"t", 0, 0), parts)
    assert isinstance(found, Performed)
    assert [found.after.kind_of(card).key for card in found.after.holders[6].pieces] == ["blue", "red", "red"]
    refused = perform(table(), LoadDeck(6, (DeckCard("green"),)), "A", SeededChance("07", b"t", 0, 0), parts)
    assert isinstance(refused, Refused)
