"""What decks do: they are shuffled, turned and sent on, give random cards, and tell when they are empty."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from tabletop.expression import compile_expression
from tabletop.game.behaviour.building import Builder, Work
from tabletop.game.behaviour.table import press
from tabletop.game.chance import pick
from tabletop.game.holder import Holder
from tabletop.game.patch import Look, Order
from tabletop.game.told import Told
from tabletop.game.traits.table import DeckCommand
from tabletop.game.values import BACKS, TOP

if TYPE_CHECKING:
    from tabletop.game.action import Action


def _deck_command(trait: DeckCommand, builder: Builder) -> None:
    def run(action: "Action", piece: int) -> None:  # noqa: ARG001 - whoever calls it, it is the deck's
        deck = action.draft.named(trait.deck)
        held = action.draft.holder(deck)
        if held is not None:
            _DEEDS[trait.does](action, deck, held)

    builder.call(trait.call, run)


def mix(action: "Action", deck: int) -> None:
    """Shuffle a holder (Fisher and Yates, one draw a card)."""
    held = action.draft.holder(deck)
    if held is None:
        return
    order = list(held.pieces)
    for last in range(len(order) - 1, 0, -1):
        other = order.index(pick(action.chance, order[: last + 1], f"shuffle {held.name}"))
        order[last], order[other] = order[other], order[last]
    action.change(Order(deck, tuple(order), mixed=True))


def _shuffle(action: "Action", deck: int, held: Holder) -> None:
    mix(action, deck)
    action.tell(Told("deck-shuffled", {"count": len(held.pieces)}, holders=(deck,)))


def reverse(action: "Action", deck: int, held: Holder) -> None:
    """The lowest card of a deck lies on top."""
    action.change(Order(deck, tuple(reversed(held.pieces)), mixed=False))
    action.tell(Told("deck-turned", {"how": "reverse"}, holders=(deck,)))


def turn(action: "Action", deck: int, held: Holder, how: str) -> None:
    """A deck lies face up or face down, for all sides."""
    look(action, deck, held, tuple(range(len(action.game.sides))), TOP if how == "face-up" else BACKS)
    action.tell(Told("deck-turned", {"how": how}, holders=(deck,)))


def _flip(action: "Action", deck: int, held: Holder) -> None:
    turn(action, deck, held, "face-down" if TOP in held.looks else "face-up")


def look(action: "Action", id: int, held: Holder, sides: tuple[int, ...], level: int) -> None:
    """Let sides see so much of a holder."""
    for side in sides:
        if held.looks[side] != level:
            action.change(Look(id, side, level))


def _send(action: "Action", deck: int, held: Holder) -> None:
    """All cards go to another deck, the topmost first: so the lowest is on top there."""
    rules = action.components.decks.get(held.name)
    goal = action.draft.named(rules.into) if rules is not None and rules.into else 0
    if goal and held.pieces:
        action.put(held.pieces[::-1], goal)
        action.tell(Told("deck-reshuffled", {"count": len(held.pieces)}, holders=(deck, goal)))


_DEEDS: Final[dict[str, "Callable[[Action, int, Holder], None]"]] = {
    "shuffle": _shuffle,
    "reverse": reverse,
    "face-up": lambda action, deck, held: turn(action, deck, held, "face-up"),
    "face-down": lambda action, deck, held: turn(action, deck, held, "face-down"),
    "flip": _flip,
    "send": _send,
}


def given_for(action: "Action", pieces: Sequence[int]) -> tuple[int, ...]:
    """The cards that are given when these are taken: of a deck that is always shuffled, random ones instead."""
    found: list[int] = []
    for piece in pieces:
        lying = action.draft.piece(piece)
        held = action.draft.holder(lying.at) if lying is not None else None
        rules = action.components.decks.get(held.name) if held is not None and held.form == "deck" else None
        if held is None or rules is None or rules.shuffled != "always" or held.looks[0] == TOP:
            found.append(piece)
            continue
        left = [card for card in held.pieces if card not in found]
        found.append(pick(action.chance, left, f"draw from {held.name}"))
    return tuple(found)


def emptied(action: "Action", holders: Iterable[int]) -> Work:
    """Press the keys of those decks that are empty now."""
    for holder in holders:
        held = action.draft.holder(holder)
        rules = action.components.decks.get(held.name) if held is not None and not held.pieces else None
        if rules is not None and rules.when_empty:
            work = press(action, rules.when_empty)
            if work is not None:
                yield work


def takes(action: "Action", deck: Holder, piece: int) -> bool:
    """Whether a deck takes a piece."""
    rules = action.components.decks.get(deck.name)
    return rules is None or not rules.takes or compile_expression(rules.takes).test(action.table.reader(piece))


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {DeckCommand: _deck_command}
