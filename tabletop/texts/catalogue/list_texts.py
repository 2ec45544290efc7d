"""Lists within a sentence."""

from typing import Final

TEXTS: Final = {
    "list-and": "{others} and {last}",
    "list-comma": "{others}, {next}",
    "list-or": "{others} or {last}",
}
