"""A side's view of the table for the rules: the places of pieces, and their properties."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import ref

from rules_assist.places.place_facts import Facets
from rules_assist.position.position_reader import PositionReader
from tabletop.assistance import Where
from tabletop.board.place_properties import OF_PLACES
from tabletop.expression import as_text
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Patch
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.properties.property_reader import WORK
from tabletop.game.side_cells import whole_sides
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import Value

if TYPE_CHECKING:
    from rules_assist.position.book import Book, Stand


T = TypeVar("T")
V = TypeVar("V")


class _Stood(NamedTuple):
    """The place that the rules assume for a piece on a display, with all that it depends on.

    `names` are those of properties of the table; None if it can depend on any of them.
    """

    piece: Piece
    holder: Holder
    names: frozenset[str] | None
    at: Where | None


class Situation:
    """One position as one side sees it (`side` "": everything, as the umpire does), with the rule book that judges it.

    `game` is that side's own view. The side may know everything in it, and nothing else is asked. Pieces that are
    `lifted`, taken up from the table, are nowhere. It is a value. Hypothetical and later positions are situations of
    their own, and share the unchanged facts of places (`facets`) with this one.
    """

    def __init__(self, game: Game, book: "Book", side: str = "", lifted: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.book = book
        self.side = side
        self.lifted = lifted
        self._reading: PositionReader | None = None
        self._wheres: dict[int, Where | None] = {}
        self._pieces_at: Mapping[Where, tuple[int, ...]] | None = None
        self._facets: dict[str, Facets] = {}
        self._answers: dict[Hashable, object] = {}
        self._of_table: dict[Hashable, object] = {}
        self._origin: tuple[ref[Situation], frozenset[int]] | None = None
        self._stood: dict[int, _Stood] = {}  # the same one in positions with the same properties of the table

    def after(self, patch: Patch, game: Game | None = None) -> "Situation":
        """Return the situation after a patch, as a value of its own.

        `game` is the resulting game, if it is known already.
        """
        game = game or apply(self.game, patch)[0]
        touched = TouchedThings(self.game, game, patch)
        return self.followed(game, touched.pieces, touched.holders)

    def followed(self, game: Game, pieces: Iterable[int], holders: Iterable[int]) -> "Situation":
        """Return a later situation. `game` differs by these pieces and holders, in the form of a view's `Changes`."""
        new = Situation(game, self.book, self.side, self.lifted)
        new._stood = self._stood_with(game)
        if self._is_near(game):
            new._take_from(self, frozenset(pieces).union(_inside(self.game, holders), _inside(game, holders)))
        return new

    def became(self, game: Game) -> "Situation":
        """Return another position of the same table, before or after this one, as the same side sees it.

        A comparison finds the differences.
        """
        if game is self.game:
            return self
        pieces, holders = _unlike(game.pieces, self.game.pieces), _unlike(game.holders, self.game.holders)
        is_same = not (pieces or holders) and game.maps == self.game.maps and _has_same_properties(game, self.game)
        return self._at_same_table(game) if is_same else self.followed(game, pieces, holders)

    def _at_same_table(self, game: Game) -> "Situation":
        """Return the situation of a position that differs by the procedures under way, and by nothing on the table.

        It shares everything that has been worked out about the table.
        """
        new = Situation(game, self.book, self.side, self.lifted)
        new._of_table, new._stood = self._of_table, self._stood
        new._facets, new._origin, new._pieces_at = self._facets, self._origin, self._pieces_at
        new._wheres = self._wheres
        if game.seats is self.game.seats and game.access is self.game.access:
            new._reading = self._reading
        return new

    def seen_by(self, side: str) -> "Situation":
        """Return this view as one side sees it, for a player of several sides.

        It is always the same object for the same side.
        """
        return self if side == self.side else self.once(("seen-by", side), lambda: self._seen_by(side), Situation)

    def _seen_by(self, side: str) -> "Situation":
        new = self._of_same_game(side, self.lifted)
        new._take_from(self, frozenset())
        return new

    def _of_same_game(self, side: str, lifted: frozenset[int]) -> "Situation":
        new = Situation(self.game, self.book, side, lifted)
        new._reading, new._stood = self._reading, self._stood
        return new

    def without(self, pieces: Iterable[int]) -> "Situation":
        """Return the situation after these pieces and all their riders are taken up from the table."""
        taken = _with_riders(self.game, pieces)
        new = self._of_same_game(self.side, self.lifted | taken)
        new._take_from(self, taken)
        return new

    def _take_from(self, origin: "Situation", changed: frozenset[int]) -> None:
        """Share the facts of places with a situation that differs by these pieces."""
        self._facets = {map: facets.after(self, changed) for map, facets in origin._facets.items()}
        self._origin = (ref(origin), changed)

    def at(self, game: Game) -> "Situation":
        """Return the situation of another position, with the same side and rules."""
        return self if game is self.game else Situation(game, self.book, self.side, self.lifted)

    @property
    def reading(self) -> PositionReader:
        """The reader of properties of this view. Every question has the whole budget of work."""
        if self._reading is None:
            self._reading = PositionReader(self.game, self.book.module.components)
        self._reading.budget.left = WORK
        return self._reading

    def facets(self, map: str) -> Facets:
        """Return the facts of the places of a map. Raises KeyError for an unknown map."""
        origin = self._origin[0]() if self._origin else None
        if map not in self._facets and self._origin and origin is not None:
            self._facets[map] = origin.facets(map).after(self, self._origin[1])
        elif map not in self._facets:
            self._facets[map] = Facets(self, self.book.ground.atlas.terrain(map), self.book.ground.atlas.land(map))
        return self._facets[map]

    def once(self, key: Hashable, make: Callable[[], T], of: type[T]) -> T:
        """Return the value of this key for this one situation, from the cache or worked out now."""
        found = self._answers.get(key)
        if not isinstance(found, of):
            found = self._answers[key] = make()
        return found

    def once_for_table(self, key: Hashable, make: Callable[[], T], of: type[T]) -> T:
        """Return the value of this key, from the cache or worked out now.

        It is shared with the situations that differ from this one only by the procedures under way.
        """
        found = self._of_table.get(key)
        if not isinstance(found, of):
            found = self._of_table[key] = make()
        return found

    def part_of(self, piece: int) -> str:
        """Return the part of a divided cell in which a piece is, if the rules say so; otherwise ""."""
        parts = self.book.ground.parts
        return as_text(parts.evaluate(self.reading.reader(piece))) if parts else ""

    def read(self, piece: int, name: str) -> Value:
        """Return a property of a piece, by its name. None if it has none, or if this side cannot know it."""
        return self.reading.read(piece, name)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game, without cells."""
        return whole_sides(self.game.sides)

    def side_of(self, piece: int) -> str:
        """Return the side to which a piece belongs, by its kind or by the rules; "" for none."""
        side, sides = self.game.kind_of(piece).side, self.book.ground.sides
        if side or sides is None:
            return side
        return self.once(("side", piece), lambda: as_text(sides.evaluate(self.reading.reader(piece))), str)

    def table(self, name: str) -> Value:
        """Return a property of the table; None if it is not set."""
        return self.game.properties.get(name)

    def option(self, id: str) -> Value:
        """Return the current choice of a ruling or optional rule: the game's, or else the default.

        Raises KeyError for an unknown ruling or rule.
        """
        found = self.game.options.get(id)
        return self.book.usual[id] if found is None else found

    def where(self, piece: int) -> Where | None:
        """Return the place of a piece on a map, even if it is inside other pieces. None if it is on no map."""
        if piece not in self._wheres:
            self._wheres[piece] = None if piece in self.lifted else self._where(piece)
        return self._wheres[piece]

    def _where(self, piece: int) -> Where | None:
        holder = self.game.holder_of(piece)
        while holder.carrier:
            holder = self.game.holder_of(holder.carrier)
        return Where(self.game.maps[holder.map], holder.place) if holder.map >= 0 else None

    def stands(self, piece: int) -> Where | None:
        """Return the place that the rules assume for a piece.

        It is the piece's own place, or for a piece on a display the place that the rule files give it. None if it has
        no such place.
        """
        return self.stands_at(piece, self.where(piece))

    def stands_at(self, piece: int, where: Where | None) -> Where | None:
        """Return the place that the rules assume for a piece whose own place is `where`; see `stands`."""
        stand = self.book.ground.stands.get(where.map) if where is not None else None
        if stand is None:
            return where
        return self.once_for_table(("stands", piece), lambda: self._stood_at(piece, stand), _Stood).at

    def _stood_at(self, piece: int, stand: "Stand") -> "_Stood":
        """Return the place on a map that a piece on a display gives. If it depends on no other piece, it is kept for
        later positions.
        """
        own, known = self.game.pieces[piece], self._stood.get(piece)
        holder = self.game.holder_of(piece)
        if known is not None and known.piece is own and known.holder is holder:
            return known
        read = self.reading.read_whole(piece, stand.at)
        place = self.book.module.components.maps[stand.map].find(as_text(read.value))
        found = _Stood(own, holder, read.names, Where(stand.map, place) if place else None)
        if not (holder.carrier or read.of_others):
            self._stood[piece] = found
        return found

    def _stood_with(self, game: Game) -> dict[int, _Stood]:
        """Return the places that the rules assume for pieces, as far as they are the same with the properties of
        another position.
        """
        old = self.game
        if _has_same_properties(game, old):
            return self._stood
        if game.kinds is not old.kinds or not _same(game.options, old.options):
            return {}
        one, other = old.properties, game.properties
        unlike = [name for name in {*one, *other} if one.get(name) != other.get(name)]
        names = frozenset((*unlike, *(name.rpartition(":")[2] for name in unlike)))  # with those of a place or a side
        kept = ((piece, stood) for piece, stood in self._stood.items() if stood.names is not None)
        return {piece: stood for piece, stood in kept if names.isdisjoint(stood.names or ())}

    def pieces_at(self, where: Where) -> tuple[int, ...]:
        """Return the pieces at a place, in the order of their ids. Pieces inside others are included."""
        return self._by_place().get(where, ())

    def occupied(self) -> Iterable[Where]:
        """Return all places with pieces."""
        return self._by_place().keys()

    def pieces(self, side: str | None = None) -> Iterator[int]:
        """Yield all pieces, or those of a side, in the order of their ids."""
        for id in self.game.pieces:
            if side is None or self.side_of(id) == side:
                yield id

    def in_order(self, pieces: Iterable[int]) -> list[int]:
        """Return pieces in the order in which they lie above each other, the lowest first. It is the same in all views,
        so the order of questions follows it.
        """
        return self.reading.draft.from_the_bottom(pieces)

    def _by_place(self) -> Mapping[Where, tuple[int, ...]]:
        if self._pieces_at is None:
            found: dict[Where, list[int]] = {}
            for id in self.game.pieces:
                where = self.where(id)
                if where is not None:
                    found.setdefault(where, []).append(id)
            self._pieces_at = {where: tuple(ids) for where, ids in found.items()}
        return self._pieces_at

    def _is_near(self, game: Game) -> bool:
        """Return whether another position has the same table, options and kinds, so that only pieces and properties of
        places differ.
        """
        old = self.game
        if game.maps != old.maps or not (_alike(game.properties, old.properties) and _same(game.options, old.options)):
            return False
        return game.kinds is old.kinds or all(game.kinds.get(id) == kind for id, kind in old.kinds.items())


def is_same_table(one: Game, other: Game) -> bool:
    """Return whether two positions are the same for rules: in pieces, holders, kinds, properties and options."""
    is_same = not _unlike(one.pieces, other.pieces) and not _unlike(one.holders, other.holders)
    return is_same and _has_same_properties(one, other)


def _has_same_properties(one: Game, other: Game) -> bool:
    """Return whether two positions have the same kinds of pieces, properties of the table and options."""
    return one.kinds is other.kinds and _same(one.properties, other.properties) and _same(one.options, other.options)


def _unlike(one: PagedMap[V], other: PagedMap[V]) -> list[int]:
    """Return the keys at which two maps have unequal values, or only one of them has a value."""
    if one is other:
        return []
    return [key for key in one.differing(other) if one.get(key) != other.get(key)]


def _same(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    return one is other or one == other


def _alike(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    """Return whether two tables have the same properties, apart from those of places."""
    if _same(one, other):
        return True
    names = (name for name in {*one, *other} if not name.startswith(OF_PLACES))
    return all(one.get(name) == other.get(name) for name in names)


def _inside(game: Game, holders: Iterable[int]) -> frozenset[int]:
    """Return everything in these holders, and its riders."""
    found = (game.holders.get(id) for id in holders)
    return _with_riders(game, [piece for holder in found if holder is not None for piece in holder.pieces])


def _with_riders(game: Game, pieces: Iterable[int]) -> frozenset[int]:
    """Return these pieces with all their riders."""
    found = list(pieces)
    for piece in found:  # grows during the loop
        for hold in game.carried.get(piece, ()):
            found.extend(game.holders[hold].pieces)
    return frozenset(found)
