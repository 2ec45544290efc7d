"""Decks saved to files: a seat gets a deck's order only if it sees every card that it knows of there."""

from itertools import count

import pytest
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Refused
from tabletop.game.change.patch import HolderSight
from tabletop.game.commands import DeckCard, LookInto, Show, TakeSeat, TellSaved
from tabletop.game.state.game import Seat
from tabletop.game.state.values import BACKS, COUNT, FACES, SHUT, TOP
from tabletop.journal.journal import Journal
from tabletop.module.contents.deck_exchange import decode_deck
from tabletop.session import Confirmed, Connection, Session
from tests.game.behaviour.test_table_and_decks import components, table

DRAW = 6
CARDS = (DeckCard("blue"), DeckCard("red"), DeckCard("red"))
KINDS = {kind.key: kind for kind in table().kinds.values()}


def session(looks: tuple[int, int], seats: dict[str, Seat] | None = None) -> Session:
    """Return a session at a table with a deck. `looks` are the looks of sides a and b into the deck."""
    game = replace(table(), seats=seats or {"A": Seat((0,)), "B": Seat((1,))}, secret="s")
    game, _ = apply(game, [HolderSight(DRAW, side, level) for side, level in enumerate(looks)])
    ticks = count(1)
    parts = replace(components(()), kinds=KINDS)
    return Session(Journal.in_memory(game, "33" * 32), parts, now_ms=lambda: next(ticks))


def deck_of(connection: Connection) -> int:
    return connection.view.named["Draw"]


@pytest.mark.parametrize("looks", [SHUT, COUNT, BACKS, TOP])
def test_who_does_not_see_all_cards_gets_no_file_and_cannot_say_that_it_was_saved(looks: int):
    at_table = session((looks, FACES))
    anna = at_table.join("A")
    for answer in (anna.deck_file(deck_of(anna)), anna.submit(TellSaved(deck_of(anna)))):
        assert isinstance(answer, Refused)
        assert answer.because == "Draw cannot be saved: you do not see all of its cards."
    assert at_table.journal.last == 0


def test_who_sees_all_cards_gets_them_the_lowest_first_and_the_table_hears_of_it():
    at_table = session((FACES, BACKS))
    anna = at_table.join("A")
    content = anna.deck_file(deck_of(anna))
    assert isinstance(content, bytes)
    assert decode_deck(content, "m") == CARDS
    assert isinstance(anna.submit(TellSaved(deck_of(anna))), Confirmed)


def test_who_watches_gets_no_file_of_an_open_deck():
    visitor = session((FACES, FACES)).join("nobody")
    assert isinstance(visitor.deck_file(deck_of(visitor)), Refused)


@pytest.mark.parametrize("seat", [Seat((), umpire=True), Seat((0, 1))])
def test_the_umpire_and_who_plays_alone_save_any_deck(seat: Seat):
    alone = session((SHUT, SHUT), {"A": seat}).join("A")
    content = alone.deck_file(deck_of(alone))
    assert isinstance(content, bytes)
    assert decode_deck(content, "m") == CARDS


def test_who_plays_alone_but_looks_with_the_eyes_of_one_side_saves_what_that_side_sees():
    alone = session((FACES, BACKS), {"A": Seat((0, 1))}).join("A")
    alone.turn_to("A", (1,))
    assert isinstance(alone.deck_file(deck_of(alone)), Refused)
    alone.turn_to("A", (0,))
    assert isinstance(alone.deck_file(deck_of(alone)), bytes)


def test_a_file_tells_nothing_of_a_card_that_its_side_does_not_know_of():
    at_table = session((FACES, FACES))
    at_table.submit("U", TakeSeat((), umpire=True))
    at_table.submit("U", Show((13,), "unseen", ("a",)))
    anna, bert = at_table.join("A"), at_table.join("B")
    ours, theirs = anna.deck_file(deck_of(anna)), bert.deck_file(deck_of(bert))
    assert isinstance(ours, bytes)
    assert isinstance(theirs, bytes)
    assert decode_deck(ours, "m") == (CARDS[0], CARDS[2])
    assert decode_deck(theirs, "m") == CARDS


def test_a_card_whose_back_alone_is_seen_keeps_its_deck_from_files():
    at_table = session((FACES, FACES))
    at_table.submit("U", TakeSeat((), umpire=True))
    at_table.submit("U", Show((13,), "back", ("a",)))
    anna = at_table.join("A")
    assert isinstance(anna.deck_file(deck_of(anna)), Refused)


def test_looking_into_a_deck_which_the_table_hears_opens_it_for_files():
    at_table = session((BACKS, BACKS))
    anna = at_table.join("A")
    anna.submit(LookInto(deck_of(anna), "faces", ("a",)))
    assert isinstance(anna.deck_file(deck_of(anna)), bytes)
