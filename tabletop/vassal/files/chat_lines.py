"""Reading of VASSAL's chat lines: reports and messages of players. Saves and logs contain them as they are
displayed.
"""

import html
import re
from typing import Final

from msgspec import Struct

from tabletop.game.change.told import Told, untagged

_SIGNS: Final = re.compile(r"(?P<sort>[*-]?)\s*(?P<colour>[|!?~`]*)\s*(?P<text>.*)", re.DOTALL)
"""A pattern for any line: the sign of a report (`*`) or of a message of the program (`-`), the signs of a colour, and
the text. The signs may be missing.
"""

_TYPED: Final = re.compile(r"<{1,2}(?P<name>[^<>]+(?:\(<observer>\))?)>{1,2}(?: -)? (?P<words>.+)", re.DOTALL)


class ChatLine(Struct, frozen=True):
    """A line without the characters that only format it. A message of a player has a `speaker` and `words`."""

    text: str
    speaker: str = ""
    words: str = ""

    def told(self, by: str) -> Told:
        """Return the line as a message if `by` is its speaker, else as a report."""
        if self.speaker and self.speaker == by:
            return Told("said", {"text": self.words})
        return Told("report", {"text": self.text.replace("{", "{{").replace("}", "}}")})


def read_line(text: str) -> ChatLine:
    """Return a text as a line of the chat. HTML tags are removed from messages of the program and from
    coloured reports.
    """
    found = _SIGNS.fullmatch(text.strip())
    if found is None:
        return ChatLine("")
    sort, plain = found["sort"], found["text"]
    if sort == "-" or (sort and found["colour"]):
        plain = untagged(plain)
    plain = html.unescape(plain).strip()
    typed = _TYPED.fullmatch(plain) if not sort else None
    return ChatLine(plain, typed["name"], typed["words"]) if typed else ChatLine(plain)


def called(name: str) -> str:
    """Return the name of a player from the form in which the chat shows it."""
    plain = html.unescape(name).strip()
    return plain[1:-1] if plain[:1] == "<" and plain[-1:] == ">" else plain
