"""Decks in files: a saved deck can be read; other files, or another module's, are refused with a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.commands import DeckCard
from tabletop.module.contents.deck_exchange import MOST_BYTES, DeckFileError, decode_deck, encode_deck
from tests.game.behaviour.test_table_and_decks import table

KINDS = {kind.key: kind for kind in table().kinds.values()}


def test_a_deck_comes_back_as_it_was_the_lowest_card_first():
    assert decode_deck(encode_deck(table(), 6, KINDS), "m") == (DeckCard("blue"), DeckCard("red"), DeckCard("red"))


def test_a_card_that_the_module_has_not_cannot_be_saved():
    other = {**KINDS, "red": replace(KINDS["red"], name="Redder")}
    with pytest.raises(DeckFileError, match="'Red' cannot be saved"):
        encode_deck(table(), 6, other)


def test_a_deck_of_another_module_is_refused():
    with pytest.raises(DeckFileError, match="belongs to 'm'"):
        decode_deck(encode_deck(table(), 6, KINDS), "other")


@given(st.binary(max_size=300))
def test_anything_else_is_refused(content: bytes):
    with pytest.raises(DeckFileError):
        decode_deck(content, "m")


def test_a_file_that_is_too_large_is_not_even_looked_at():
    with pytest.raises(DeckFileError, match="too large"):
        decode_deck(b" " * (MOST_BYTES + 1), "m")
