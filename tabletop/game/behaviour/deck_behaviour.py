"""The behaviour of decks.

They are shuffled, turned, sorted and sent on, deal random cards, and react when they are empty.
"""

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec.structs import replace

from tabletop.expression import as_number, as_text, compile_expression, compile_template
from tabletop.game.actions.heard_words import filled_in, hearers, tell_each
from tabletop.game.actions.table_keys import press, table_piece
from tabletop.game.change.patch import HolderOrder, HolderSight
from tabletop.game.change.told import Told
from tabletop.game.kinds.kind_builder import Builder, Work, number_of, optional
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import BACKS, COUNT, TOP
from tabletop.game.traits.table_traits import DeckCommand

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PropertyReader

_Deed: TypeAlias = "Callable[[Action, int, Holder], Told | None]"
"""A function that does something with a deck and returns the message about it, or None if nothing was done."""


def _deck_command(trait: DeckCommand, builder: Builder) -> None:
    deed = _DEEDS[trait.does](trait)

    def run(action: "Action", piece: int) -> None:
        deck = action.draft.named(trait.deck)
        held = action.draft.holder(deck)
        if held is not None:
            held = replace(held, pieces=action.draft.known_in(deck))
        told = deed(action, deck, held) if held is not None else None
        if told is not None:
            tell_of_deck(action, trait, told, piece)

    builder.call(trait.call, run)


def tell_of_deck(action: "Action", trait: DeckCommand, told: Told, piece: int) -> None:
    """Report on a deck, in the words of the command if the command has any.

    `piece` is the piece that stands for the table. The number of cards is told only to those who may count all the
    decks concerned.
    """
    held = action.draft.holder(action.draft.named(trait.deck))
    is_up = held is not None and TOP in held.looks
    words = trait.report_up if is_up and trait.report_up else trait.report
    if not words:
        action.tell(told)
        return

    text = compile_template(words)

    def say(_side: int, reading: "PropertyReader") -> Told:
        is_open = all(reading.look(deck) >= COUNT for deck in told.holders)
        names = {"Count": told.facts.get("count", 0) if is_open else None, "Into": told.facts.get("into", "")}
        return filled_in(text, reading.reader(piece), names)

    tell_each(action, hearers(action), say)


def mix(action: "Action", deck: int) -> int:
    """Shuffle the known contents of a holder, and return their number.

    It uses the method of Fisher and Yates, with one draw for each card.
    """
    held, known = action.draft.holder(deck), action.draft.known_in(deck)
    if held is not None:
        action.change(HolderOrder(deck, tuple(_mixed(action, replace(held, pieces=known))), mixed=True))
    return len(known)


def _mixed(action: "Action", held: Holder) -> list[int]:
    """Return the contents of a holder in random order."""
    order = list(held.pieces)
    for last in range(len(order) - 1, 0, -1):
        other = order.index(action.chance.pick(order[: last + 1], f"shuffle {held.name}"))
        order[last], order[other] = order[other], order[last]
    return order


def _shuffle(action: "Action", deck: int, held: Holder) -> Told:
    mix(action, deck)
    return Told("deck-shuffled", {"count": len(held.pieces)}, holders=(deck,))


def reverse(action: "Action", deck: int, held: Holder) -> Told:
    """Reverse the order of a deck: the lowest card becomes the topmost. Return the message."""
    action.change(HolderOrder(deck, tuple(reversed(held.pieces)), mixed=False))
    return Told("deck-turned", {"how": "reverse"}, holders=(deck,))


def turn(action: "Action", deck: int, held: Holder, how: str) -> Told | None:
    """Turn a deck face up or face down, for all sides. Return the message; None if it lies that way already."""
    level = TOP if how == "face-up" else BACKS
    if set(held.looks) == {level}:
        return None
    look(action, deck, held, tuple(range(len(action.game.sides))), level)
    return Told("deck-turned", {"how": how}, holders=(deck,))


def _flip(action: "Action", deck: int, held: Holder) -> Told | None:
    return turn(action, deck, held, "face-down" if TOP in held.looks else "face-up")


def look(action: "Action", id: int, held: Holder, sides: tuple[int, ...], level: int) -> None:
    """Set the level at which sides see a holder."""
    for side in sides:
        if held.looks[side] != level:
            action.change(HolderSight(id, side, level))


def _sending(trait: DeckCommand) -> _Deed:
    """Return a function that sends cards to another deck, the topmost first. So the lowest card ends on top there."""
    into = compile_template(trait.into)
    where, until, most = optional(trait.where), optional(trait.until), optional(trait.most)

    def send(action: "Action", deck: int, held: Holder) -> Told | None:
        rules = action.components.decks.get(held.name)
        table = action.reader(table_piece(action))
        name = into.render(table) if trait.into else rules.into if rules is not None else ""
        goal = action.draft.named(name) if name else 0
        if not goal:
            return None
        limit, going = number_of(most, table), list[int]()
        for card in _dealt(action, held):
            reader = action.whole.reader(card)
            if where is not None and not where.test(reader):
                continue
            is_last = until is not None and until.test(reader)
            if not is_last or trait.with_last:
                going.append(card)
            if is_last or len(going) == limit:
                break
        if going:
            action.pieces.put(going, goal)
        if trait.heard:
            action.pieces.arrive(going)
        return Told("deck-sent", {"count": len(going), "into": name}, holders=(deck, goal))

    return send


def _dealt(action: "Action", held: Holder) -> list[int]:
    """Return the cards of a deck as they are dealt: from the top, or at random where it is always shuffled."""
    rules = action.components.decks.get(held.name)
    return _mixed(action, held) if rules is not None and rules.shuffled == "always" else list(reversed(held.pieces))


def _sorting(trait: DeckCommand) -> _Deed:
    """Return a function that sorts a deck: the card with the least sort key ends on top (`falling`: the greatest)."""
    by = [(compile_expression(each.by), each) for each in trait.by]

    def sort(action: "Action", deck: int, held: Holder) -> Told:
        values = {
            card: [as_text(expression.evaluate(action.whole.reader(card))) for expression, _ in by]
            for card in held.pieces
        }

        def compare(one: int, other: int) -> int:
            for (_, each), mine, its in zip(by, values[one], values[other], strict=True):
                less = _order(mine, its, numbers=each.numbers)
                if less:
                    return less if each.falling else -less
            return 0

        action.change(HolderOrder(deck, tuple(sorted(held.pieces, key=cmp_to_key(compare))), mixed=False))
        return Told("deck-sorted", {"count": len(held.pieces)}, holders=(deck,))

    return sort


def _order(one: str, other: str, *, numbers: bool) -> int:
    """Return the order of two texts: a number below 0 if the first comes first.

    If both are numbers, they are compared as numbers.
    """
    if numbers:
        mine, its = as_number(one), as_number(other)
        if mine is not None and its is not None:
            return (mine > its) - (mine < its)
    return (one > other) - (one < other)


def _filing(trait: DeckCommand) -> _Deed:
    """Return a function that asks the player for a file. The deck is saved or loaded later, in a separate step."""

    def ask(action: "Action", deck: int, held: Holder) -> None:  # noqa: ARG001 - by its name: its number is not told
        action.tell(Told("deck-file", {"does": trait.does, "deck": trait.deck}, sides=action.own_sides))

    return ask


_DEEDS: Final[dict[str, Callable[[DeckCommand], _Deed]]] = {
    "shuffle": lambda _: _shuffle,
    "reverse": lambda _: reverse,
    "face-up": lambda _: lambda action, deck, held: turn(action, deck, held, "face-up"),
    "face-down": lambda _: lambda action, deck, held: turn(action, deck, held, "face-down"),
    "flip": lambda _: _flip,
    "send": _sending,
    "sort": _sorting,
    "save": _filing,
    "load": _filing,
}


def given_for(action: "Action", pieces: Sequence[int]) -> tuple[int, ...]:
    """Return the cards that are dealt when these pieces are drawn.

    A piece in a face-down deck that is always shuffled is replaced by a random card of the deck; other pieces stay.
    """
    found: list[int] = []
    for piece in pieces:
        lying = action.truth.piece(piece)
        held = action.draft.holder(lying.at) if lying is not None else None
        rules = action.components.decks.get(held.name) if held is not None and held.form == "deck" else None
        if lying is None or held is None or rules is None or rules.shuffled != "always" or held.looks[0] == TOP:
            found.append(piece)
            continue
        left = [card for card in action.draft.known_in(lying.at) if card not in found]
        found.append(action.chance.pick(left, f"draw from {held.name}"))
    return tuple(found)


def emptied(action: "Action") -> Work:
    """Return the work of pressing the keys of decks that became empty in this action, as far as the seat knows."""
    for rules in action.components.decks.values():
        deck = action.draft.named(rules.name) if rules.when_empty else 0
        if deck and action.draft.begun().known_in(deck) and not action.draft.known_in(deck):
            work = press(action, rules.when_empty)
            if work is not None:
                yield work


def takes(action: "Action", deck: Holder, piece: int) -> bool:
    """Return whether a deck takes a piece."""
    rules = action.components.decks.get(deck.name)
    return rules is None or not rules.takes or compile_expression(rules.takes).test(action.table.reader(piece))


BEHAVIOUR: Final[dict[type, Callable[[Any, Builder], None]]] = {DeckCommand: _deck_command}
