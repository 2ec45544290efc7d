"""The report of a step, as data. The text is made where it is read, in the reader's own language."""

import html
import re
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.game.state.values import Value

Fact: TypeAlias = Value | tuple[int, ...]

LET_STAND: Final = "let-stand"
"""The message key for an accepted breach of the rules; also the name of the property that holds its words."""

PASS_TURN: Final = "pass-turn"
END_TURN: Final = "end-turn"
"""The procedures by which a side passes, or ends its turn, in a phase in which the sides act by turns."""

_TAG: Final = re.compile(r"</?[A-Za-z][^<>$]*>")
_LINE_BREAK: Final = re.compile(r"\s*<(?:br|p|tr|td|li)\b[^<>$]*>\s*", re.IGNORECASE)

_LOOK: Final = re.compile(r"</?(?:b|big|br|em|font|i|small|span|strong|sub|sup|u)\b[^<>$]*>", re.IGNORECASE)
"""A tag that only sets the look of the text in it."""

UNCOUNTED: Final[Value] = "some?"
"""The value, in a message to others, of a count that may have missed something; see
`PropertyReader.read_or_withhold`. Readers get a word for it.
"""

_SIGNS: Final = ("!", "?", "~", "`", "|")


class Told(Struct, frozen=True, omit_defaults=True):
    """A message about a step.

    `key` names a sentence ("pieces-moved"). `facts` are values by name. If the key is "report", the fact `text` is a
    template of the module, and the facts "0", "1" and so on are the values of its expressions; a throw of dice adds
    facts about the dice. Pieces and holders are named by id, in `pieces` and `holders`, in the order in which the
    sentence uses them. So they can be renamed or withheld for each reader. `sides` are the indices of the sides that
    hear the message (-1: onlookers). None means everybody who sees at least one of the pieces, or of the holders if no
    piece is named, or everybody if neither is named. Whoever sees everything hears each message that is not `lesser`;
    if `sides` is empty, nobody else does. `lesser`: the message is for audiences that see less; those who see
    everything hear another one.
    """

    key: str
    facts: dict[str, Value] = {}
    pieces: tuple[int, ...] = ()
    holders: tuple[int, ...] = ()
    sides: tuple[int, ...] | None = None
    lesser: bool = False


def untagged(text: str) -> str:
    """Return a text on one line, without HTML tags."""
    return _TAG.sub("", _LINE_BREAK.sub(" ", text))


def readable(text: str) -> str:
    """Return a text as people read it. From a text with `<html>` in it, as names with labels have, all tags are
    removed; from any other, only tags that set the look of text.
    """
    if "<" not in text:
        return text
    return html.unescape(untagged(text)).strip() if "<html>" in text.lower() else _LOOK.sub("", text)


def coloured(value: Value) -> bool:
    """Return whether the beginning of a line only sets the colour in which VASSAL shows it."""
    return isinstance(value, str) and value != "?" and readable(value) in _SIGNS
