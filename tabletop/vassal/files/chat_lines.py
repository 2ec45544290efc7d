"""Lines of VASSAL's chat, which saves and logs contain in displayed form: reports, and messages of players."""

import html
import re
from typing import Final

from msgspec import Struct

from tabletop.game.change.told import Told, untagged

_SIGNS: Final = re.compile(r"(?P<sort>[*-]?)\s*(?P<colour>[|!?~`]*)\s*(?P<text>.*)", re.DOTALL)
"""The beginning of a line: a report (`*`) or a message of the program's own (`-`), perhaps in a colour."""

_TYPED: Final = re.compile(r"<{1,2}(?P<name>[^<>]+(?:\(<observer>\))?)>{1,2}(?: -)? (?P<words>.+)", re.DOTALL)


class ChatLine(Struct, frozen=True):
    """A line without the signs that only format it; for a player's message, also the player and the words."""

    text: str
    speaker: str = ""
    words: str = ""

    def told(self, by: str) -> Told:
        """Return the words of the line: a player's message, or a report."""
        if self.speaker and self.speaker == by:
            return Told("said", {"text": self.words})
        return Told("report", {"text": self.text.replace("{", "{{").replace("}", "}}")})


def read_line(text: str) -> ChatLine:
    """Return a text as a line of the chat. The program's messages may have HTML tags, as may reports in colours."""
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
    """Return the name of a player, which VASSAL keeps in the form its chat shows."""
    plain = html.unescape(name).strip()
    return plain[1:-1] if plain[:1] == "<" and plain[-1:] == ">" else plain
