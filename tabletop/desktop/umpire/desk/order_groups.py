"""The groups of orders at the umpire's desk: the kinds that are switched and filtered together."""

from typing import Final, NamedTuple

from tabletop.desktop.platform.translation import tr_later


class OrderGroup(NamedTuple):
    """A group of kinds of orders, which the program answers or the umpire decides."""

    title: str
    kinds: tuple[str, ...]


GROUPS: Final = (
    OrderGroup(tr_later("Moves"), ("move", "restack")),
    OrderGroup(tr_later("Counters added or removed"), ("place-new", "remove", "clone", "pour")),
    OrderGroup(tr_later("Actions and values"), ("act", "set")),
    OrderGroup(tr_later("Showing and hiding"), ("show", "look-into")),
    OrderGroup(tr_later("Cards and decks"), ("shuffle", "draw", "turn-deck", "reshuffle", "load-deck")),
    OrderGroup(tr_later("Dice"), ("roll",)),
    OrderGroup(tr_later("Procedures"), ("begin", "answer", "go-on", "leave", "resume")),
    OrderGroup(tr_later("Turns and options"), ("track", "set-tracker", "set-property", "set-option")),
    OrderGroup(tr_later("Dispatches"), ("write-dispatch",)),
    OrderGroup(tr_later("Reports"), ("send-report",)),
    OrderGroup(tr_later("Against the rules"), ("finding",)),
    OrderGroup(tr_later("Undo"), ("take-back",)),
)
"""The groups, in the order of their switches. Together they have every kind that can wait."""


def group_of(kind: str) -> OrderGroup:
    """Return the group of a kind of order; for a kind without one, such as several commands at once, the first
    group.
    """
    return next((group for group in GROUPS if kind in group.kinds), GROUPS[0])
