"""Counts of pieces.

Those of the table, a map, a zone or a place are counted once and then updated after each change, where that is
possible; others are counted each time.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from tabletop.expression import CountQuestion, Expression, ExpressionError, Scope, Value, as_number, as_text
from tabletop.expression.expression import Alike
from tabletop.expression.value_rules import bounded_number
from tabletop.game.change.patch import (
    Adopt,
    Change,
    Drop,
    DropHolder,
    Go,
    Grant,
    HolderOrder,
    HolderOwner,
    Know,
    Make,
    MakeHolder,
    Option,
    PieceSight,
    Property,
    Raise,
    Recast,
    Sit,
    Write,
)
from tabletop.game.kinds.kind_builder import asks_others
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import FACE, NOBODY

if TYPE_CHECKING:
    from tabletop.game.kinds.compiled_kinds import CompiledKind
    from tabletop.game.properties.property_reader import PieceReader, PropertyReader

Group: TypeAlias = Hashable
"""The group for which a count is kept: the pieces of the whole table, or of one map, zone or place."""

LOOK: Final = 5
"""The work of looking at one piece, besides the work of the expressions."""

OF_NEIGHBOURS: Final = frozenset(("StackSize", "StackIndex", "DeckIndex", "Mat", "MatId", "IsCargo", "CargoCount"))
"""The names of the properties that change when other pieces come or go."""

# fmt: off
OF_OTHERS: Final = frozenset((
    "MatPiece", "MatBasicName", "MatX", "MatY", "MatOffsetX", "MatOffsetY", "MatMap", "MatBoard", "MatZone",
    "MatLocation",
))
# fmt: on
"""The names of the properties that are read from another piece."""

_NOT_ASKED: Final = (None, None)
_HARMLESS: Final = (Adopt, DropHolder, Grant, Know, MakeHolder, Option, HolderOwner, Raise, Sit, Write)
_GROUPED: Final = frozenset(("all", "map", "zone", "place"))
_AT_HAND: Final = frozenset(("stack", "mat", "attached"))
_IN_ORDER: Final = frozenset((*_AT_HAND, "holder"))
"""The scopes whose pieces have an order of their own."""


class Counts:
    """The counts that one reading of the table has been asked for.

    `are_live` is true when there are counts to keep up to date.
    """

    def __init__(self, reading: "PropertyReader") -> None:
        self.are_live = False
        self._reading = reading
        self._live: dict[tuple[object, ...], LiveCount | None] = {}
        self._by_question: dict[int, tuple[CountQuestion, LiveCount]] = {}  # the same object asks again and again

    def answer(self, question: CountQuestion, asker: "PieceReader") -> Value:
        """Return the answer to a question that a piece asks.

        The pieces that were looked at are charged to the budget.
        """
        if question.scope.kind not in _AT_HAND:
            self._reading.search()
        live = self._by_question.get(id(question), _NOT_ASKED)[1]
        wanted: tuple[Hashable, ...] | None = ()
        if question.parted is not None:
            wanted = _keys(question.parted.alike, question.parted.wanted)
        if live is None and wanted is not None:
            live = self._live_for(question)
        if live is not None and wanted is not None and not live.is_looking:
            found = live.answer((self._group(question.scope, asker), wanted))
            if live.is_sound:
                return found
            self._give_up(live)
        pieces = self._pieces(question.scope, asker)
        self._reading.budget.spend(LOOK * len(pieces))
        if question.how == "first" and question.scope.kind not in _IN_ORDER:
            pieces = self._reading.draft.from_the_bottom(pieces)
        return question.tally(map(self._reading.reader, pieces))

    def _live_for(self, question: CountQuestion) -> "LiveCount | None":
        """Return the live count that answers a question; begin it if necessary. None if the count cannot be kept."""
        if question.scope.kind not in _GROUPED or question.how == "first":
            return None
        parted = question.parted
        asked = (parted.rest, parted.alike) if parted is not None else (question.condition, ())
        key = (question.how, question.scope.kind, question.summed, *asked)
        if key not in self._live:
            self._live[key] = self._kept(question, *asked)
            self.are_live = True
        live = self._live[key]
        if live is not None and parted is None:
            self._by_question[id(question)] = (question, live)
        return live

    def _give_up(self, live: "LiveCount") -> None:
        """Stop keeping this live count."""
        self._live = {key: None if other is live else other for key, other in self._live.items()}
        self._by_question.clear()

    def written(self, id: int, kind: int, slot: int) -> None:
        """Update the counts after a slot of a piece of a kind was written."""
        for live in self._live.values():
            if live is not None:
                live.written(id, kind, slot)

    def noticed(self, change: Change, left: Iterable[int]) -> None:
        """Update the counts after a change. `left` are the holders that pieces have left."""
        if isinstance(change, _HARMLESS):
            return
        for key, live in list(self._live.items()):
            if live is not None and not live.noticed(change, left):
                del self._live[key]
                self._by_question.clear()

    def _kept(self, question: CountQuestion, condition: Expression, alike: tuple[Alike, ...]) -> "LiveCount | None":
        parts = [part for part in (condition, question.summed, *(each.value for each in alike)) if part is not None]
        if any(part.draws for part in parts):
            return None
        for_all = CountQuestion(question.how, question.scope, question.summed, condition)
        reads = frozenset().union(*(part.reads for part in parts))
        return LiveCount(self._reading, for_all, alike, reads, asks_others=any(map(asks_others, parts)))

    def _group(self, scope: Scope, asker: "PieceReader") -> Group:
        """Return the group of pieces that a piece means by a scope."""
        if scope.kind == "all":
            return ()
        reading = self._reading
        index, x, y, place = reading.point_of(asker.piece)
        if scope.kind == "map" and not scope.arguments:
            return index
        texts = [as_text(argument) for argument in scope.arguments]
        if scope.kind == "map":
            return reading.map_index(texts[0])
        index = reading.map_index(texts[1]) if len(texts) > 1 else index
        if scope.kind == "zone":
            return index, texts[0] if texts else reading.zone_at(index, x, y)
        return index, self._own_name(index, texts[0]) if texts else place

    def _own_name(self, index: int, place: str) -> str:
        """Return a place's own name, from any name that its map knows.

        If there is no such place, return the name unchanged.
        """
        maps = self._reading.draft.before.maps
        board = self._reading.components.maps.get(maps[index]) if index >= 0 else None
        return (board.find(place) if board else "") or place

    def _pieces(self, scope: Scope, asker: "PieceReader") -> list[int]:
        """Return the pieces in a scope that the viewer sees."""
        reading = self._reading
        draft, asking = reading.draft, asker.id
        match scope.kind:
            case "stack":
                if asker.piece is not None and asker.piece.at == NOBODY:
                    return [asking]
                holders = [draft.holder(asker.piece.at)] if asker.piece else []
            case "holder":
                holders = [reading.search().holder(draft.named(as_text(scope.arguments[0])))]
            case "mat":
                mat = asking if asker.kind.mat else reading.mat_of(asking) or asking
                riding = (draft.holder(hold) for hold in draft.holds_of(mat))
                return reading.seen([mat, *(id for hold in riding if hold is not None for id in hold.pieces)])
            case "attached":
                linked = reading.linked(asking, as_text(scope.arguments[0]))
                number = as_number(scope.arguments[1]) if len(scope.arguments) > 1 else None
                return reading.seen(linked if number is None else linked[number - 1 : number] if number > 0 else [])
            case "range" | "points" | "square":
                return reading.seen(self._near(scope, asking))
            case _:
                group = grouping(reading, scope.kind)
                wanted = self._group(scope, asker)
                return reading.seen(id for id in reading.search().piece_ids() if group(draft.piece(id)) == wanted)
        return reading.seen(id for holder in holders if holder is not None for id in holder.pieces)

    def _near(self, scope: Scope, asking: int) -> list[int]:
        reading = self._reading
        searched = reading.search()
        index, x, y, _ = reading.point(asking)
        least, most = (as_number(argument) or 0 for argument in scope.arguments)
        away = {"range": reading.distance_in_places, "square": reading.distance_by_sides}.get(
            scope.kind, reading.distance_in_points
        )
        near = [
            holder
            for _, holder in searched.holders()
            if holder.map == index and index >= 0 and least <= away(index, (x, y), (holder.x, holder.y)) <= most
        ]
        return searched.inside(id for holder in near for id in holder.pieces)


def _keys(alike: tuple[Alike, ...], values: tuple[Value, ...]) -> tuple[Hashable, ...] | None:
    """Return keys by which equal values can be found.

    Returns None if a value has no such key, because it can be equal to two values that differ from each other.
    """
    keys = tuple(each.key(value) for each, value in zip(alike, values, strict=False))
    return None if None in keys else keys


def grouping(reading: "PropertyReader", kind: str) -> Callable[[Piece | None], Group]:
    """Return a function that gives the group of a piece. It serves counts over a map, zones, places or everything."""
    point_of = reading.point_of
    if kind == "all":
        return lambda _piece: ()
    if kind == "map":
        return lambda piece: point_of(piece)[0]
    if kind == "place":
        return lambda piece: ((found := point_of(piece))[0], found[3])
    return lambda piece: ((found := point_of(piece))[0], reading.zone_at(*found[:3]))


class Wakes(Struct, frozen=True):
    """The changes that make a count look again at pieces of a kind.

    `slots`: changes of these slots. `neighbours`: other pieces that come into the same holder, or leave it. `shared`:
    properties of the table, its maps and zones. `others`: the count looks at other pieces, so any change may matter.
    `never`: all pieces of the kind whose faces are seen count the same.
    """

    slots: frozenset[int] = frozenset()
    neighbours: bool = False
    shared: frozenset[str] = frozenset()
    others: bool = False
    never: bool = False


class LiveCount:
    """A count over groups of pieces: the contribution of each piece, and the sum or the extreme of each group.

    The pieces of a group are in the same place and have equal values for `alike`. After a change, the count looks again
    at the pieces that the change touches. If it reads other pieces (`asks_others`, or through a property), it looks
    again at all of them after any change. While it `is_looking` it has no answer. Once it is not `is_sound`, it never
    has an answer again.
    """

    def __init__(
        self,
        reading: "PropertyReader",
        question: CountQuestion,
        alike: tuple[Alike, ...],
        reads: frozenset[str],
        *,
        asks_others: bool,
    ) -> None:
        self.is_sound = True
        self.is_looking = False
        self._reading = reading
        self._question = question
        self._alike = alike
        self._reads = reads
        self._asks_others = asks_others
        self._touched_by_all = asks_others
        self._group_of = grouping(reading, question.scope.kind)
        self._groups: dict[int, Group] = {}
        self._members: dict[Group, dict[int, int]] = {}
        self._sums: dict[Group, int] = {}
        self._stale: set[int] = set()
        self._is_outdated = True
        self._wakes: dict[int, Wakes] = {}
        self._worths: dict[int, int | None] = {}

    def answer(self, group: Group) -> Value:
        """Return the answer for one group, after looking again at the changed pieces."""
        if self._is_outdated:
            for kept in (self._groups, self._members, self._sums):
                kept.clear()
            self._stale = set(self._reading.search().piece_ids())
            self._is_outdated = False
        if self._stale:
            self._look_again()
        if self._question.how in ("count", "sum"):
            return bounded_number(self._sums.get(group, 0))
        return self._question.answer(self._members.get(group, {}).values())

    def _look_again(self) -> None:
        """Update the contributions of the pieces that have changed."""
        stale, self._stale = sorted(self._stale), set()
        self._reading.budget.spend(LOOK * len(stale))
        self.is_looking = True
        forgiving = self._reading.forgiving
        self._reading.forgiving = forgiving and not self._alike
        try:
            for id in stale:
                self._look(id)
        except BaseException:
            self._is_outdated = True
            raise
        finally:
            self.is_looking = False
            self._reading.forgiving = forgiving

    def _look(self, id: int) -> None:
        """Update the contribution of one piece."""
        if id in self._groups:
            old = self._groups.pop(id)
            self._sums[old] -= self._members[old].pop(id)
        reading = self._reading
        piece, level = reading.draft.piece(id), reading.level(id)
        if piece is None or not level:
            return
        wakes = self._wakes.get(piece.kind) or self._woken_by(piece.kind)
        self._touched_by_all |= wakes.others
        try:
            worth = self._worth(id, piece, steady=level == FACE and wakes.never and not self._asks_others)
            alike = self._keys_of(id) if self._alike and worth is not None else ()
        except ExpressionError:
            if not self._alike:
                raise
            self.is_sound = False  # in its written order the condition might never have reached the part that fails
            return
        if worth is None:
            return
        group = self._groups[id] = (self._group_of(piece), alike)
        members = self._members.get(group)
        if members is None:
            self._members[group] = {id: worth}
            self._sums[group] = worth
        else:
            members[id] = worth
            self._sums[group] += worth

    def _keys_of(self, id: int) -> tuple[Hashable, ...] | None:
        """Return the keys of a piece for the values that must be alike; None if they cannot be compared by keys."""
        keys = _keys(self._alike, tuple(each.value.evaluate(self._reading.reader(id)) for each in self._alike))
        if keys is None:
            self.is_sound = False
        return keys

    def _worth(self, id: int, piece: Piece, *, steady: bool) -> int | None:
        """Return the contribution of one piece to the count; None if it does not count. If the contribution is the same
        for all pieces of a kind, it is worked out once.
        """
        if not steady:
            return self._question.worth(self._reading.reader(id))
        if piece.kind not in self._worths:
            self._worths[piece.kind] = self._question.worth(self._reading.reader(id))
        return self._worths[piece.kind]

    def written(self, id: int, kind: int, slot: int) -> None:
        """Update the count after a slot of a piece of a kind was written."""
        if self._touched_by_all:
            self._is_outdated = True
        elif slot in (self._wakes.get(kind) or self._woken_by(kind)).slots:
            self._stale.add(id)

    def noticed(self, change: Change, left: Iterable[int]) -> bool:
        """Update the count after a change; return False if the whole count must be made again."""
        draft = self._reading.draft
        if self._touched_by_all:
            self._is_outdated = True
            return True
        match change:
            case Go(pieces, holder, _):
                self._stale.update(draft.inside(pieces))
                self._look_at_neighbours((holder, *left))
            case Make(piece, _, holder):
                self._stale.add(piece)
                self._look_at_neighbours((holder,))
            case Drop(piece):
                self._stale.add(piece)
                self._look_at_neighbours(left)
            case Recast(piece):
                self._stale.update(draft.inside((piece,)))
            case PieceSight(piece):
                self._stale.update(draft.inside((piece,)))
                shown = draft.piece(piece)
                self._look_at_neighbours((shown.at,) if shown else ())
            case HolderOrder(holder):
                self._look_at_neighbours((holder,))
            case Property(name, _):
                names = {name, name.rsplit(":", 1)[-1]}
                return not any(names & wakes.shared for wakes in self._wakes.values())
            case _:
                return False
        return True

    def _look_at_neighbours(self, holders: Iterable[int]) -> None:
        """Mark the pieces in these holders, and their carriers, for another look.

        Their contributions may depend on their neighbours.
        """
        draft = self._reading.draft
        for id in holders:
            holder = draft.holder(id)
            for piece in (*holder.pieces, holder.carrier) if holder else ():
                held = draft.piece(piece)
                if held is not None and self._woken_by(held.kind).neighbours:
                    self._stale.add(piece)

    def _woken_by(self, kind: int) -> Wakes:
        known = self._wakes.get(kind)
        if known is None:
            compiled = self._reading.kind(kind)
            known = self._wakes[kind] = _wakes(self._reads, compiled) if compiled else Wakes()
        return known


def _wakes(reads: frozenset[str], kind: "CompiledKind") -> Wakes:
    """Return the changes after which a count that reads these properties must look again at pieces of a kind."""
    names = reads.union(*(kind.closure.get(name, ()) for name in reads))
    return Wakes(
        slots=frozenset().union(*(kind.slots_of.get(name, ()) for name in names)),
        neighbours=bool(names & OF_NEIGHBOURS),
        shared=names - kind.provides.keys(),
        others=bool(names & (kind.asking | OF_OTHERS)),
        never=reads <= kind.fixed,
    )
