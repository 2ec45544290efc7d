"""Sentences of the rules assistant about supply: places that cut lines, and pieces whose removal opens them again."""

from typing import Final

TEXTS: Final = {
    "supply-opens-again": "Removing {pieces} would open it again.",
    "supply-reaches-without": "Without {pieces}, a supply line would reach {piece} again.",
    "pieces-at": "{pieces} at {place}",
    "supply-cuts": "Places that cut {supply}",
    "supply-cuts-sought": "Looking for them…",
    "supply-cannot-be-cut": "{pieces} cannot be cut off: already out of supply, or at or beside a source.",
    "supply-cut-at": "{places} {count:cuts|together cut} off {pieces}.",
    "supply-cut-least": "Fewer places are not enough.",
    "supply-single-cut": "{side}: {place} cuts off {count} of {supplied}.",
    "supply-no-single-cut": "{side}: no single place cuts off any unit.",
}
