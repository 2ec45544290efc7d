"""Movement traits: sending, shifting, returning, and records of moves."""

import pytest

from tabletop.game.appearance.drawn_piece import TrailPath
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.movement_traits import (
    CameFrom,
    Destination,
    MovedMark,
    NotStacking,
    Offset,
    ReturnTo,
    SendTo,
    Shift,
    ToHolder,
    ToPiece,
    ToPlace,
    ToPoint,
    ToRegion,
    ToZone,
    Trail,
)
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tests.game.traits.playing import Playing

TARGETS = Target(where='Class == "base"')


@pytest.mark.parametrize(
    ("to", "place"),
    [
        (ToPoint("250", "Y + 100"), "C2"),
        (ToPoint("270", "130"), "C2"),
        (ToPoint("150", "150", "Display"), "B2"),
        (ToPlace("{Home}"), "D4"),
        (ToZone("South"), "F8"),
        (ToPiece(TARGETS), "H8"),
        (ToPiece(TARGETS, "nearest"), "B3"),
        (ToPlace("nowhere"), "A1"),
        (ToPlace("C2", any_board=False), "A1"),
        (ToRegion("C2"), "A1"),
        (ToPoint("1", "1", "no such map"), "A1"),
        (ToPiece(Target(where="false")), "A1"),
    ],
    ids=str,
)
def test_a_piece_goes_where_it_is_sent(to: Destination, place: str) -> None:
    play = Playing()
    for base in ("H8", "B3"):
        play.piece([MarkTrait({"Class": "base"})], base)
    piece = play.piece([MarkTrait({"Home": "D4"}), SendTo(to, TraitCall("go"))])
    play.act(piece, "go")
    assert play.where(piece) == place
    assert [told.key for told in play.told] == (["nowhere-to-go"] if place == "A1" else [])


def test_a_piece_visits_one_after_the_other() -> None:
    play = Playing()
    for base in ("H8", "B3", "E5"):
        play.piece([MarkTrait({"Class": "base"})], base)
    piece = play.piece([SendTo(ToPiece(TARGETS, "next"), TraitCall("go"))])
    visited = []
    for _ in range(4):
        play.act(piece, "go")
        visited.append(play.where(piece))
    assert visited == ["E5", "H8", "B3", "E5"]  # at first the one after the nearest


def test_a_piece_goes_to_a_deck_and_joins_the_stack_it_comes_to() -> None:
    play = Playing()
    deck = play.deck("pool")
    there = play.piece([], "B2")
    piece = play.piece([SendTo(ToHolder("pool"), TraitCall("in")), SendTo(ToPlace("B2", "Theatre"), TraitCall("out"))])
    play.act(piece, "in")
    assert (play.game.pieces[piece].at, play.read(piece, "Deck")) == (deck, "pool")
    play.act(piece, "out")
    assert play.stack(piece) == (there, piece)


def test_a_piece_goes_so_far_off_and_back_again() -> None:
    play = Playing()
    off = (Offset("100", "0", "Row"), Offset("0", "100"))
    piece = play.piece([MarkTrait({"Row": 3}), SendTo(ToPlace("B2"), TraitCall("go"), TraitCall("back"), off)], "J9")
    play.act(piece, "go")
    assert play.where(piece) == "E3"
    play.act(piece, "back")
    assert play.where(piece) == "J9"
    assert play.act(piece, "back").patch == ()


def test_pieces_come_to_lie_on_the_grid_unless_they_ignore_it() -> None:
    play = Playing()
    send = SendTo(ToPoint("222", "222"), TraitCall("go"))
    snapping, free = play.piece([send]), play.piece([send, NotStacking(stacks=True, snaps=False)])
    play.act([snapping, free], "go")
    points = [(at.x, at.y, at.place) for at in map(play.reading().whereabouts, (snapping, free))]
    assert points == [(250, 250, "C3"), (222, 222, "C3")]


def test_what_does_not_stack_lies_for_itself() -> None:
    play = Playing()
    there = play.piece([], "B2")
    piece = play.piece([SendTo(ToPlace("B2"), TraitCall("go")), NotStacking()])
    play.act(piece, "go")
    assert (play.where(piece), play.stack(piece), play.stack(there)) == ("B2", (piece,), (there,))


@pytest.mark.parametrize(("whole", "left"), [(True, 0), (False, 1)])
def test_a_piece_shifts_alone_or_with_its_stack(whole: bool, left: int) -> None:
    play = Playing()
    below = play.piece([], "C3")
    piece = play.piece(
        [Shift("100", "-Step * 100", TraitCall("go"), stack=whole), MarkTrait({"Step": 2})], "C3", apart=False
    )
    play.act(piece, "go")
    assert (play.where(piece), play.where(below) == "C3") == ("D1", bool(left))


def test_a_card_returns_to_its_deck_or_to_one_that_is_chosen() -> None:
    play = Playing()
    discard, draw = play.deck("discard"), play.deck("draw")
    card = play.piece([MarkTrait({"Deck1": "draw"}), ReturnTo(TraitCall("own"), "{Deck1}"), ReturnTo(TraitCall("ask"))])
    play.act(card, "own")
    assert play.game.pieces[card].at == draw
    play.act(card, "ask", answers=["discard"])
    assert play.game.pieces[card].at == discard


def test_a_moved_piece_is_marked_until_the_mark_is_taken_off() -> None:
    play = Playing()
    piece = play.piece([MovedMark("moved.png", clear=TraitCall("c"), toggle=TraitCall("t"))])
    assert play.read(piece, "Moved") is False
    play.move(piece, "B2")
    assert (play.read(piece, "Moved"), len(play.shows(piece).shown)) == (True, 1)
    play.act(piece, "c")
    assert play.read(piece, "Moved") is False
    play.act(piece, "t")
    assert play.read(piece, "Moved") is True


def test_what_is_only_restacked_has_not_moved() -> None:
    play = Playing()
    piece = play.piece([MovedMark()])
    play.piece([], apart=False)
    play.put_into(piece, play.game.pieces[piece].at)
    assert play.read(piece, "Moved") is False


def test_a_trail_shows_where_a_piece_was_on_this_map() -> None:
    play = Playing()
    send = SendTo(ToPlace("A1", "Display"), TraitCall("away"))
    piece = play.piece([Trail(toggle=TraitCall("t"), clear=TraitCall("c"), color="red", opacity_percent=50), send])
    play.move(piece, "B2")
    play.move(piece, "C2")
    assert play.surroundings(piece).way is None
    play.act(piece, "t")
    assert play.surroundings(piece).way == TrailPath(((50, 50), (150, 150)), "red", 2, 10, "", 50, 100)
    play.act(piece, "away")
    assert play.surroundings(piece).way == TrailPath((), "red", 2, 10, "", 50, 100)


def test_a_piece_remembers_where_it_came_from_if_it_has_the_trait() -> None:
    play = Playing()
    note = OwnProperty("Note", changes=(Change(key="k", set="OldPlace"),))
    with_, without = play.piece([note, CameFrom()]), play.piece([note])
    for piece in (with_, without):
        play.move(piece, "B2")
        play.move(piece, "C7")
        play.act(piece, "k")
    assert [play.read(with_, name) for name in ("Note", "OldZone", "OldX", "OldMap")] == ["B2", "North", 150, "Theatre"]
    assert play.read(without, "Note") == "C7"


def test_within_an_action_the_old_place_is_that_of_its_beginning() -> None:
    play = Playing()
    note = OwnProperty("Note", changes=(Change(key="k", set='OldPlace ~ ">" ~ Place'),))
    piece = play.piece([note, SendTo(ToPlace("B2"), TraitCall("go")), Trigger(("go", "k"), call=TraitCall("t"))])
    play.act(piece, "t")
    assert play.read(piece, "Note") == "A1>B2"
