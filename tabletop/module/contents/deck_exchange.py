"""Decks in files of players: their cards with their states, the lowest first.

A file has the id of its module, and for each card the key of its kind in the module and its state. Nothing else of a
game is in it.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from tabletop.game.commands import DeckCard
from tabletop.game.state.game import Game
from tabletop.game.state.kind import Kind
from tabletop.texts import text

ENDING: Final = ".deck.json"
MOST_BYTES: Final = 4 * 1024 * 1024
_MARK: Final = "wartable deck 1"


class DeckFileError(ValueError):
    """The error of a deck that cannot be written, or of a file that holds no deck; the text is one sentence."""


class _DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a deck file: its format, its module, and the cards."""

    what: str
    module: str
    cards: tuple[DeckCard, ...]


def encode_deck(game: Game, deck: int, kinds: Mapping[str, Kind]) -> bytes:
    """Return the file of a deck as a view of the game has it. `kinds` are those of the module, by key.

    Raises:
        DeckFileError: the module does not have a card of the deck.
    """
    cards = []
    for id in game.holders[deck].pieces:
        kind = game.kind_of(id)
        if kinds.get(kind.key) != kind:
            raise DeckFileError(text("card-not-of-module", card=kind.name))
        cards.append(DeckCard(kind.key, game.pieces[id].state))
    return msgspec.json.format(msgspec.json.encode(_DeckFile(_MARK, game.module.id, tuple(cards)))) + b"\n"


def decode_deck(content: bytes, module: str) -> tuple[DeckCard, ...]:
    """Return the cards of a deck file. Raises `DeckFileError` if it holds no deck, or one of another module."""
    if len(content) > MOST_BYTES:
        raise DeckFileError(text("deck-file-too-large"))
    try:
        found = msgspec.json.decode(content, type=_DeckFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise DeckFileError(text("no-deck-in-file")) from problem
    if found.what != _MARK:
        raise DeckFileError(text("no-deck-in-file"))
    if found.module != module:
        raise DeckFileError(text("deck-of-other-game", deck=found.module, game=module))
    return found.cards
