"""The pieces that an action reaches. Candidates are found in draw order, filtered quickly, then judged one by one."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.expression import (
    CountQuestion,
    Expression,
    ExpressionError,
    Reader,
    Value,
    as_text,
    compile_expression,
    compile_template,
    equal,
    less,
)
from tabletop.expression.library.pattern import compile_pattern
from tabletop.game.kinds.kind_builder import WithNames, asks_others, number_of, optional
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import FACE, NOBODY
from tabletop.game.traits.trait_targets import Comparison, PropertyMatch, Target

if TYPE_CHECKING:
    from tabletop.game.actions.action import Action
    from tabletop.game.properties.property_reader import PieceReader, PropertyReader

Seeking: TypeAlias = "Action | Onlooker"
"""The action, or the search in one view, that looks for the pieces of a target."""

Targeting: TypeAlias = "Callable[[Seeking, int], Iterable[int]]"
"""A function that yields the pieces that a piece's action reaches. They are judged one by one on the way, or all
beforehand.
"""

_ASKED: Final = "count(all, "

_AT_ONCE: Final = 500
"""The number of holders whose search counts as much as one call of a trait."""


def compile_condition(text: str) -> "Callable[[Reader], Expression]":
    """Return a function that gives the condition to test on other pieces.

    The function takes the asking piece, which `mine(...)` in the condition reads. Raises ExpressionError.
    """
    try:
        asked = compile_expression(f"{_ASKED}{text})")
    except ExpressionError as error:
        position = None if error.position is None else max(0, error.position - len(_ASKED))
        raise ExpressionError(error.message, text, position, error.expected) from None
    if asked.counts:
        condition = asked.counts[0].condition
        return lambda _asker: condition

    def given(asker: Reader) -> Expression:
        catching = _ConditionCatcher(asker)
        asked.evaluate(catching)
        return catching.caught

    return given


class _ConditionCatcher(WithNames):
    """A reader that captures the condition of a count, with each `mine(...)` in it worked out, instead of counting."""

    __slots__ = ("caught",)

    def __init__(self, inner: Reader) -> None:
        super().__init__(inner, {})
        self.caught: Expression = compile_expression("true")

    def count(self, question: CountQuestion, reader: Reader) -> Value:  # noqa: ARG002
        self.caught = question.condition
        return 0


def compile_target(target: Target) -> Targeting:
    """Return a function that finds the pieces of a target. Raises ExpressionError."""
    candidates = _candidates(target)
    limit = _limit(target)
    matching = _matching(target.match) if target.match else None
    where = compile_condition(target.where) if target.where.strip() else None
    most = optional(target.most)

    def found(action: "Seeking", piece: int) -> Iterator[int]:
        pieces = candidates(action, piece)
        asker = action.reader(piece)
        if matching is not None:
            pieces = matching(action.reading, asker, pieces)
        left = number_of(most, asker) if most is not None else len(pieces)
        fits = _Judge(action.reading, where(asker), asker).fits if where else action.exists
        decks = _Decks(action, pieces, limit(asker)) if limit is not None else None
        for other in pieces:
            if left <= 0:
                return
            if (decks is None or decks.give(other)) and fits(other):
                left -= 1
                if decks is not None:
                    decks.gave(other)
                yield other

    if target.judged == "turn":
        return found
    return lambda action, piece: list(found(action, piece))


def _limit(target: Target) -> "Callable[[PieceReader], int] | None":
    """Return a function that gives the number of pieces of each deck that may be reached; None for all pieces."""
    if target.top.strip():
        top = compile_expression(target.top)
        return lambda asker: max(number_of(top, asker), 0)
    if target.decks == "all":
        return None
    number = 0 if target.decks == "none" else max(target.decks, 0)
    return lambda _asker: number


class _Decks:
    """A count of the pieces reached in each deck, by the decks' contents when the search began."""

    def __init__(self, action: "Seeking", pieces: Iterable[int], limit: int) -> None:
        lying = {id: held.at for id in pieces if (held := action.draft.piece(id)) is not None}
        holders = {at: action.draft.holder(at) for at in set(lying.values())}
        self._left = {at: limit for at, held in holders.items() if held is not None and held.form == "deck"}
        self._deck_of = {id: at for id, at in lying.items() if at in self._left}

    def give(self, id: int) -> bool:
        """Return whether a piece is in no deck, or in a deck of which more pieces may be reached."""
        deck = self._deck_of.get(id)
        return deck is None or self._left[deck] > 0

    def gave(self, id: int) -> None:
        """Count a piece that was reached."""
        if (deck := self._deck_of.get(id)) is not None:
            self._left[deck] -= 1


class Onlooker:
    """A search for the pieces of a target in one view of the table, without acting."""

    def __init__(self, reading: "PropertyReader") -> None:
        self.reading = self.table = reading
        self.draft = reading.draft
        self.keys = UncountedCalls()

    def reader(self, piece: int) -> "PieceReader":
        """Return a reader of a piece."""
        return self.reading.reader(piece)

    def exists(self, piece: int) -> bool:
        """Return whether the piece is in the game."""
        return self.draft.piece(piece) is not None


class UncountedCalls:
    """A counter of calls that does not count them. The budget of the reading limits the search instead."""

    def spend_call(self, piece: int, work: int = 1) -> None:
        """Count nothing."""


class _Judge:
    """A test of pieces by a condition.

    It runs once for each piece, or once for each kind if the condition reads only properties that never change. A
    condition that reads nothing, for example `false`, has one result for all: no piece is looked at.
    """

    def __init__(self, reading: "PropertyReader", condition: Expression, asker: Reader) -> None:
        self._reading = reading
        self._condition = condition
        self._asker = asker
        self._is_constant = condition.is_constant
        self._is_plain = not (condition.draws or asks_others(condition))
        self._verdicts: dict[int, bool | None] = {}

    def fits(self, id: int) -> bool:
        """Return whether the piece is in the game and the condition holds for it."""
        reading = self._reading
        piece = reading.draft.piece(id)
        if piece is None:
            return False
        if self._is_constant:
            return self._condition.test(self._asker)
        try:
            verdict = self._verdicts[piece.kind]
        except KeyError:
            verdict = self._verdicts[piece.kind] = self._verdict(piece.kind, id)
        if verdict is None or not (reading.sees_all or reading.level(id) == FACE):
            return self._condition.test(reading.reader(id))
        return verdict

    def _verdict(self, kind: int, id: int) -> bool | None:
        """Return the verdict for all pieces of a kind whose faces are seen; None if it depends on the piece."""
        compiled = self._reading.kind(kind)
        if compiled is None or not self._is_plain or not self._condition.reads <= compiled.fixed:
            return None
        return self._condition.test(self._reading.reader(id)) if self._reading.level(id) == FACE else None


def _candidates(target: Target) -> "Callable[[Seeking, int], list[int]]":
    """Return a function that finds all pieces within reach that the reader sees, before anything is compared.

    They are in draw order, but cards of a deck come from the top, riders last, and attached pieces in their own order.
    """
    lying = _holders(target)
    ranged = _ranged(target)
    link, which = compile_template(target.link), optional(target.which)

    def find(action: "Seeking", piece: int) -> list[int]:
        reading = action.reading
        if target.within == "this":
            return [piece]
        if target.within == "attached":
            asker = action.reader(piece)
            found = reading.linked(piece, link.render(asker))
            number = number_of(which, asker)
            return found if not number else found[number - 1 : number]
        if target.within == "mat":
            return reading.seen(_mat_and_cargo(action, piece))
        holders = lying(action, piece)
        action.keys.spend_call(piece, 1 + len(holders) // _AT_ONCE)
        if ranged is not None:
            holders = ranged(action, piece, holders)
        found = []
        for _, holder in holders:
            pieces = holder.pieces[::-1] if holder.form == "deck" else holder.pieces
            found += reading.seen_in(holder, pieces)
        if target.within in ("stack", "holder"):
            return found
        carried = action.draft.inside(found)
        return found + reading.seen(carried[len(found) :])

    return find


def _holders(target: Target) -> "Callable[[Seeking, int], list[tuple[int, Holder]]]":
    """Return a function that finds the holders within reach, in draw order."""
    board, zone, place, holder = (
        compile_template(text) for text in (target.map, target.zone, target.place, target.holder)
    )
    x, y = optional(target.x), optional(target.y)
    within = target.within

    def find(action: "Seeking", piece: int) -> list[tuple[int, Holder]]:
        reading = action.reading
        asker = action.reader(piece)
        at = action.table.whereabouts(piece)
        if within in ("stack", "holder"):
            ids = _one_holder(action, piece, within, holder.render(asker))
            return [(id, held) for id in ids if (held := action.draft.holder(id)) is not None]
        if within == "everywhere":
            return reading.holders_in_draw_order()
        name = board.render(asker)
        on_all = target.by_name and not name
        index = reading.map_index(name) if name else at.map
        if index < 0 and not on_all:
            return []
        if within == "zone":
            wanted = zone.render(asker) or reading.zone_at(at.map, at.x, at.y)
            fits: Callable[[Holder], bool] = lambda held: reading.zone_of(held) == wanted  # noqa: E731
        elif within == "place":
            of = _location_of if target.by_name else _place_of
            own = reading.location_at(at.map, at.x, at.y, at.place) if target.by_name else at.place
            wanted = place.render(asker) or own
            fits = lambda held: of(reading, held) == wanted  # noqa: E731
        elif within == "point":
            spot = (number_of(x, asker), number_of(y, asker))
            fits = lambda held: (held.x, held.y) == spot  # noqa: E731
        else:
            fits = lambda _held: True  # noqa: E731
        lying = [(id, held) for id, held in reading.holders_in_draw_order() if held.map >= 0]
        return [(id, held) for id, held in lying if (on_all or held.map == index) and fits(held)]

    return find


def _place_of(_reading: "PropertyReader", held: Holder) -> str:
    return held.place


def _location_of(reading: "PropertyReader", held: Holder) -> str:
    return reading.location_at(held.map, held.x, held.y, held.place)


def _mat_and_cargo(action: "Seeking", piece: int) -> list[int]:
    """Return a mat and its cargo; the piece is the mat or rides on it. If it does neither, the list is empty."""
    table, draft = action.table, action.draft
    mat = piece if table.reader(piece).kind.mat else table.mat_of(piece)
    holds = (draft.holder(hold) for hold in draft.holds_of(mat)) if mat else ()
    return [mat, *(id for hold in holds if hold is not None for id in hold.pieces)] if mat else []


def _one_holder(action: "Seeking", piece: int, within: str, name: str) -> tuple[int, ...]:
    draft = action.draft
    if within == "holder" and name:
        return (draft.named(name),)
    lying = draft.piece(piece)
    return (lying.at if lying else NOBODY,)


def _ranged(
    target: Target,
) -> "Callable[[Seeking, int, list[tuple[int, Holder]]], list[tuple[int, Holder]]] | None":
    """Return a function that keeps the holders within range on the same map; None if there is no range."""
    if not target.range:
        return None
    most, least = compile_expression(target.range), optional(target.least_range)

    def near(action: "Seeking", piece: int, holders: list[tuple[int, Holder]]) -> list[tuple[int, Holder]]:
        asker = action.reader(piece)
        low, high = number_of(least, asker), number_of(most, asker)
        at = action.table.whereabouts(piece)
        away = action.reading.distance_in_points if target.in_points else action.reading.distance_in_places
        return [
            (id, held)
            for id, held in holders
            if held.map == at.map and low <= away(at.map, (at.x, at.y), (held.x, held.y)) <= high
        ]

    return near


def _matching(match: PropertyMatch) -> "Callable[[PropertyReader, PieceReader, list[int]], list[int]]":
    """Return a function that keeps the pieces whose property compares as asked; all pieces if the name is empty."""
    value, named, how = compile_expression(match.value), compile_template(match.name), match.how

    def keep(reading: "PropertyReader", asker: "PieceReader", pieces: list[int]) -> list[int]:
        name = named.render(asker)
        if not name:
            return pieces
        wanted = value.evaluate(asker)
        test = _comparing(how, wanted, asker.spend)
        return [piece for piece in pieces if test(reading.read(piece, name))]

    return keep


def _comparing(how: Comparison, wanted: Value, spend: Callable[[int], None]) -> Callable[[Value], bool]:
    match how:
        case "==":
            return lambda value: equal(value, wanted)
        case "!=":
            return lambda value: not equal(value, wanted)
        case "is":
            return lambda value: value is not None and as_text(value) == as_text(wanted)
        case "is-not":
            return lambda value: value is None or as_text(value) != as_text(wanted)
        case "<":
            return lambda value: value is not None and less(value, wanted)
        case ">":
            return lambda value: value is not None and less(wanted, value)
        case "<=":
            return lambda value: value is not None and not less(wanted, value)
        case ">=":
            return lambda value: value is not None and not less(value, wanted)
        case "matches" | "matches-not":
            pattern = compile_pattern(as_text(wanted))
            return lambda value: value is not None and pattern.matches(as_text(value), spend) == (how == "matches")
