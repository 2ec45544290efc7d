"""The rules of a deck of cards from a module: how it is shuffled and turned, who may use it, and how its cards are
counted.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct, field

DeckDeed: TypeAlias = Literal["shuffle", "reverse", "face-up", "face-down", "flip", "send", "sort", "save", "load"]
"""The commands that a deck's menu can offer.

`flip` turns the deck over. `send` sends its cards to the deck `into`. `save` writes its cards to a file of the
player's. `load` replaces them by those of such a file.
"""


class DeckRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rules for using the deck of this name.

    A deck that is `shuffled` always gives a random card. Players may take `several` cards at once, or `chosen` ones if
    they see them; in a deck that is `searched` they may look for them. If cards are dealt `masked`, a card with a mask
    that is taken while the deck lies face down is masked by the side that takes it. Cards that are put into a deck are
    unmasked. `into` is the deck to which the whole deck can be sent. When its last card is taken, the table's key
    `when_empty` is pressed.

    The property `size` of the table has the number of its cards. Each property in `counts` has the number of cards for
    which its condition holds. `takes` is the condition that pieces must meet to go into the deck. Only `sides` may use
    it, if there are any. Pieces that are dropped within `width` by `height` map pixels around its point go into it,
    also while it is empty; then only its `outline`, a colour (#RRGGBB), is visible.

    `several_words` and `chosen_words` are the menu's words for taking several cards and for taking chosen ones ("": the
    default words). For a choice, each card is listed with the template `listed` ("": its name), in the order of the
    template `listed_by` ("": from the top). At most its `thickest` topmost cards are drawn. The cards beneath the top
    are blank in the colour `blank`, if there is one.
    """

    name: str
    shuffled: Literal["always", "by-hand", "never"] = "by-hand"
    several: bool = True
    chosen: bool = True
    searched: bool = False
    masked: bool = False
    into: str = ""
    when_empty: str = ""
    size: str = ""
    counts: dict[str, str] = field(default_factory=dict)
    takes: str = ""
    sides: tuple[str, ...] = ()
    width: int = 0
    height: int = 0
    outline: str = ""
    several_words: str = ""
    chosen_words: str = ""
    listed: str = ""
    listed_by: str = ""
    thickest: int = 10
    blank: str = ""


Counted: TypeAlias = tuple[str, str]
"""The cards that a property counts: the cards of this deck for which this condition holds, or all if it is empty."""


def counted(decks: Iterable[DeckRules]) -> dict[str, Counted]:
    """Return, by name, the properties that count cards of these decks, each with the cards that it counts."""
    found: dict[str, Counted] = {}
    for rules in decks:
        if rules.size:
            found[rules.size] = (rules.name, "")
        found.update({name: (rules.name, condition) for name, condition in rules.counts.items()})
    return found
