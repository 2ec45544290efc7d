"""The definitions of a module's pieces as VASSAL writes them, kept in the imported module.

The export of games to VASSAL needs them, and they cannot be restored from the imported kinds.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from tabletop.module.module import Module
from tabletop.module.source import SourceError
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.sequence import join
from tabletop.vassal.traits.trait_fields import yes_no

DEFINITIONS: Final = "kept/definitions.json"


class KeptDefinitions(Struct, frozen=True):
    """The facts of a VASSAL module that the export of games needs.

    `maps` gives VASSAL's names of maps by ours, `pieces` definitions by kind, `prototypes` definitions by name, and
    `decks` the types of decks by name.
    """

    name: str = ""
    version: str = ""
    vassal_version: str = ""
    maps: dict[str, str] = {}
    pieces: dict[str, str] = {}
    prototypes: dict[str, str] = {}
    decks: dict[str, str] = {}


def kept_definitions(module: Module) -> KeptDefinitions | None:
    """Return the definitions kept in a module; None if it has none that can be read."""
    try:
        return msgspec.json.decode(module.source.read(DEFINITIONS), type=KeptDefinitions)
    except (SourceError, msgspec.MsgspecError):
        return None


def deck_type(deck: Component) -> str:
    """Return the type of a deck as VASSAL makes it from the component (format section 8.2)."""
    return join(["deck", *_deck_fields(Attributes(deck.attributes), deck)], ";") or ""


def _deck_fields(given: Attributes, deck: Component) -> Iterator[str]:
    for name, usual in _DECK:
        if name == "commands":
            yield join(list(map(_command, deck.of("DeckGlobalKeyCommand"))), ",") or ""
        elif name == "color":
            colour = given.color(name)
            yield colour.written() if colour is not None else "null"
        else:
            yield given.text(name, usual)


def _command(part: Component) -> str:
    """Return a command of a deck as it is written in the deck's type."""
    given = Attributes(part.attributes)
    fields = [given.text(name, usual) for name, usual in _COMMAND]
    return join(fields, "|") or ""


_NO: Final = yes_no(False)

_DECK: Final = (
    ("draw", yes_no(True)),
    ("color", ""),
    ("width", "40"),
    ("height", "40"),
    ("faceDown", "Always"),
    ("shuffle", "Always"),
    ("allowMultiple", _NO),
    ("allowSelect", _NO),
    ("reversible", _NO),
    ("reshuffleCommand", ""),
    ("reshuffleTarget", ""),
    ("reshuffleMessage", ""),
    ("name", "Deck"),
    ("shuffleFormat", ""),
    ("reverseFormat", ""),
    ("faceDownFormat", ""),
    ("drawFaceUp", _NO),
    ("canSave", _NO),
    ("shuffleHotkey", ""),
    ("reshuffleHotkey", ""),
    ("maxStack", "10"),
    ("countExpressions", ""),
    ("expressionCounting", _NO),
    ("commands", ""),
    ("hotkeyOnEmpty", _NO),
    ("emptyHotkey", ""),
    ("selectDisplayProperty", "$BasicName$"),
    ("selectSortProperty", ""),
    ("restrictOption", _NO),
    ("restrictExpression", ""),
    ("shuffleCommand", ""),
    ("reverseCommand", ""),
    ("reverseHotkey", ""),
    ("drawMultipleMessage", ""),
    ("drawSpecificMessage", ""),
    ("faceUpMessage", ""),
    ("faceDownMessage", ""),
    ("faceUpHotkey", ""),
    ("faceUpReportFormat", ""),
    ("faceFlipHotkey", ""),
    ("faceDownHotkey", ""),
    ("saveMessage", ""),
    ("saveHotkey", ""),
    ("saveReportFormat", ""),
    ("loadMessage", ""),
    ("loadHotkey", ""),
    ("loadReportFormat", ""),
    ("deckRestrictAccess", _NO),
    ("deckOwners", ""),
)
"""The settings of a deck in the order of its type, each with VASSAL's default."""

_COMMAND: Final = (
    ("name", ""),
    ("hotkey", ""),
    ("filter", ""),
    ("deckCount", "-1"),
    ("reportFormat", ""),
    ("name", ""),
    ("target", ""),
    ("reportSingle", _NO),
    ("suppressSounds", _NO),
    ("parameters", ""),
)
"""The settings of a deck command in the order of its type, each with VASSAL's default."""
