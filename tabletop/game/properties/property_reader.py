"""Reading properties: of a piece, of its holders and of the table, as far as a viewer may know them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import dist
from typing import Final, TypeVar

from tabletop.board import Map
from tabletop.board.geometry import bearing
from tabletop.board.place_properties import full_name
from tabletop.expression import (
    Budget,
    CountQuestion,
    Expression,
    ExpressionError,
    LimitReached,
    Reader,
    Scope,
    Value,
    as_number,
    as_text,
    compile_expression,
)
from tabletop.expression.game_questions import Unit
from tabletop.game.chance import Chance
from tabletop.game.change.draft import Draft
from tabletop.game.change.patch import Change, Know, Property
from tabletop.game.kinds.compiled_kinds import CompiledKind, compile_kind
from tabletop.game.kinds.kind_builder import OFF_BOARD, Whereabouts
from tabletop.game.properties.built_in import BUILT_IN, OF_BACKS
from tabletop.game.properties.piece_counts import Counts
from tabletop.game.properties.slot_texts import linked_ids
from tabletop.game.side_cells import side_of, whole_sides
from tabletop.game.sight.audience import audience, name_of
from tabletop.game.state.components import Components, called
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.levels import level
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import BACK, FACE, FACES, NOBODY, UNSEEN

_Found = TypeVar("_Found")

_BITS_LESS: Final = 16
"""The number of bits by which the numbers of pieces in expressions are shorter than the names that are sent."""

WORK: Final = 2_000_000
"""The most steps of expressions in one action.

In the worst case, with counts that must be made again each time, they take about a second.
"""

_SIZE: Final = "_numPieces"
"""The end of the name of the property that holds the number of cards in a deck which the module does not describe."""

_OF_PIECES: Final = ("mat", "attached", "holder")
"""The kinds of scopes that are pieces, or that contain pieces."""

DEEPEST: Final = 50
"""The greatest depth of computed properties that read each other."""


class PropertyReader:
    """The table as some sides see it, read through a draft: reads see earlier writes.

    `sides` are the indices of the sides of the viewing seat. The seat has the view of these sides, unless it
    `sees_all`. Without `chance` nothing may be drawn, because display must not roll dice. `chosen` are the pieces that
    the acting player had selected when the action began; for display there are none. While it is `forgiving`, an
    expression with a mistake is ignored, and `mistakes` has the first mistake of each. `asked_table` counts the reads
    of properties of the table, and `asked_others` the reads of other pieces than the one being read. The pieces of the
    table are those of the draft that is `searched` (see `overhear`).
    """

    def __init__(
        self,
        draft: Draft,
        components: Components,
        sides: tuple[int, ...],
        seat: str = "",
        chance: Chance | None = None,
        budget: Budget | None = None,
        *,
        sees_all: bool = False,
    ) -> None:
        game = draft.before
        self.draft = draft
        self.components = components
        self.sides = sides
        self.sees_all = sees_all or len(set(sides)) == len(game.sides) > 0
        self.seat: str = seat
        self.chance = chance
        self.budget = budget or Budget(WORK)
        self.counts = Counts(self)
        self.depth = 0
        self.compiled: dict[int, CompiledKind] = {}
        self.gone: dict[int, Piece] = {}
        self.forgiving = components.forgiven
        self.mistakes: dict[str, ExpressionError] = {}
        self.chosen: frozenset[int] = frozenset()
        self.enlarges: bool = False
        """True if the reading serves a viewer that shows pieces enlarged."""
        self.alerts: list[str] = []
        self._acting = sides
        self.asked_table = 0
        self.asked_others = 0
        self.searched = draft
        self.is_partial = False
        """True if the viewer knows of pieces that are not in the searched draft."""
        self._searches = 0
        self._asking = self
        self._open = (game.open_sight, game.open_looks)
        self._levels: dict[int, int] = {}
        self._zones: dict[tuple[int, int, int], str] = {}
        self._points: dict[tuple[int, str], tuple[int, int] | None] = {}
        self._scoped: frozenset[str] | None = None
        self._before: PropertyReader | None = None

    def share(self, other: "PropertyReader") -> None:
        """Share the removed and chosen pieces, the mistakes and the alerts with another reading of the same action."""
        self.gone = other.gone
        self.know(other)

    def know(self, other: "PropertyReader") -> None:
        """Share the chosen pieces, the mistakes and the alerts with another reading of the action, but not the removed
        pieces.
        """
        self.mistakes = other.mistakes
        self.chosen = other.chosen
        self.alerts = other.alerts

    def overhear(self, acting: "PropertyReader", searched: Draft, *, is_partial: bool) -> None:
        """Prepare this reading for messages about the action of another seat. The properties for the seat and its side
        name that seat, not the viewer. Mistakes and alerts that happen only in this viewer's reading are dropped.

        The reading searches the draft of the acting seat, `searched`. Searching for what the viewer knows of would take
        longer the more that is, which would reveal it to the acting seat. If the viewer knows of pieces that are not in
        the draft (`is_partial`), what was found is withheld (`read_or_withhold`); the work is the same.
        """
        self.gone = acting.gone
        self.chosen = acting.chosen
        self._acting = acting.sides
        self.searched = searched
        self.is_partial = is_partial

    def search(self) -> Draft:
        """Return the draft that a question about the pieces of the table, of a place or of a deck goes through."""
        self._asking._searches += 1
        return self.searched

    def read_or_withhold(self, work_out: Callable[[], _Found], instead: _Found) -> _Found:
        """Return what `work_out` returns. If it searched for pieces and may have missed some that the viewer knows of,
        withhold it, or its error, and return `instead`.
        """
        before, self._searches = self._searches, 0
        try:
            found = work_out()
        except (ExpressionError, LimitReached):
            if not self._has_missed():
                raise
            return instead
        else:
            return instead if self._has_missed() else found
        finally:
            self._searches = before

    def _has_missed(self) -> bool:
        return self.is_partial and self._searches > 0

    @contextmanager
    def drawing_from(self, chance: Chance) -> Iterator[None]:
        """Draw from this source of chance while the context lasts."""
        before, self.chance = self.chance, chance
        try:
            yield
        finally:
            self.chance = before

    # pieces

    def piece(self, id: int) -> Piece | None:
        """Return a piece as it is, or as it was if it has just been removed; None if there is no such piece."""
        return self.draft.piece(id) or self.gone.get(id)

    def kind(self, id: int) -> CompiledKind | None:
        """Return a kind by its id, compiled; None if there is no such kind."""
        known = self.compiled.get(id)
        if known is None:
            kind = self.draft.kind(id)
            if kind is not None:
                known = self.compiled[id] = compile_kind(kind)
        return known

    def level(self, id: int) -> int:
        """Return how much of a piece the viewer sees: UNSEEN, BACK or FACE."""
        if self.sees_all:
            return FACE
        known = self._levels.get(id)
        return self._level(id, self.draft.piece(id)) if known is None else known

    def _level(self, id: int, piece: Piece | None) -> int:
        """Return how much of a piece the viewer sees.

        It is worked out once and kept until something moves or is shown.
        """
        known = self._levels[id] = self._worked_out_level(id, piece)
        return known

    def _worked_out_level(self, id: int, piece: Piece | None) -> int:
        if piece is None:
            return self._last_level(id)
        if piece.sight == self._open[0]:
            holder = self.draft.holder(piece.at)
            if holder is not None and holder.looks == self._open[1] and not holder.carrier:
                return FACE
        if not self.sides:
            return min((self.draft.level(id, side) for side in range(len(piece.sight))), default=FACE)
        return max(self.draft.level(id, side) for side in self.sides)

    def _last_level(self, id: int) -> int:
        """Return how much the viewer saw of a piece that has just gone.

        If the piece was there when the action began, the lower of its levels at the beginning and at the end counts.
        """
        gone, before = self.gone.get(id), self.draft.before
        if gone is None:
            return UNSEEN
        sides = self.sides or range(len(gone.sight))
        most = max if self.sides else min
        last = most([gone.sight[side] for side in sides], default=FACE)
        if id not in before.pieces:
            return last
        first = [level(before.pieces.__getitem__, before.holders.__getitem__, id, side) for side in sides]
        return min(last, most(first, default=FACE))

    def seen(self, pieces: Iterable[int]) -> list[int]:
        """Return those of the pieces that the viewer sees, even if only their backs."""
        return list(pieces) if self.sees_all else [id for id in pieces if self.level(id)]

    def seen_in(self, holder: Holder, pieces: Iterable[int]) -> list[int]:
        """Return those of these pieces of a holder that the viewer sees, even if only their backs."""
        if self.sees_all:
            return list(pieces)
        sight, looks = self._open
        if holder.looks != looks or holder.carrier:
            return self.seen(pieces)
        levels, piece_of = self._levels, self.draft.piece
        found = []
        for id in pieces:
            piece = piece_of(id)
            if piece is not None and piece.sight == sight:
                levels[id] = FACE
                found.append(id)
            elif self.level(id):
                found.append(id)
        return found

    def known_in(self, id: int, holder: Holder) -> tuple[list[int], int]:
        """Return the pieces in a holder that the viewer sees, and the number of others that it knows of."""
        searched = self.search()
        pieces = holder.pieces if searched is self.draft else searched.known_in(id)
        seen = self.seen(pieces)
        if self.sees_all:
            return seen, 0
        together = any if self.sides else all
        sides = self.sides or range(len(holder.looks))
        unseen = (id for id in pieces if not self.level(id))
        return seen, holder.more + sum(together(self.draft.knows(id, side) for side in sides) for id in unseen)

    def reader(self, id: int) -> "PieceReader":
        """Return a reader of a piece, as the piece is now."""
        return PieceReader(self, id)

    def read(self, id: int, name: str) -> Value:
        """Return a property of a piece; None if there is none that the viewer may know."""
        return PieceReader(self, id).read(name)

    def look(self, holder: int) -> int:
        """Return how much the viewer sees of the contents of a holder, from SHUT to FACES."""
        held = self.draft.holder(holder)
        if held is None or self.sees_all:
            return FACES
        return max(held.looks[side] for side in self.sides) if self.sides else min(held.looks, default=FACES)

    def number_of(self, id: int) -> int:
        """Return the number by which the viewer may know a piece; NOBODY for no piece.

        Ids in order would reveal other pieces. So a viewer who does not see everything gets other numbers, which reveal
        nothing.
        """
        game, piece = self.draft.before, self.piece(id)
        if piece is None or not game.secret or len(set(self.sides)) == len(game.sides):
            return id
        who = audience(self.sides)
        return name_of(game.secret, who, "piece", id, who.epoch(piece.epoch)) >> _BITS_LESS

    # places

    def map_index(self, name: str) -> int:
        """Return the number of a map, by its id or else by its title; -1 if no map has that name."""
        maps = self.draft.before.maps
        if name in maps:
            return maps.index(name)
        called = (index for index, id in enumerate(maps) if id in self.components.maps)
        return next((index for index in called if self.components.maps[maps[index]].name == name), -1)

    def map_id(self, name: str) -> str:
        """Return the id of a map, found by its id or its title. If no map has that name, return the name itself."""
        index = self.map_index(name)
        return self.draft.before.maps[index] if index >= 0 else name

    def point(self, id: int) -> tuple[int, int, int, str]:
        """Return the position of a piece, also of one that rides on another: map index (-1: on none), map pixels, name
        of the place.
        """
        return self.point_of(self.draft.piece(id))

    def point_of(self, piece: Piece | None) -> tuple[int, int, int, str]:
        """Return the position of this piece, in the form of `point`."""
        dx = dy = 0
        while piece is not None:
            holder = self.draft.holder(piece.at)
            if holder is None:
                break
            if not holder.carrier:
                x, y = holder.x + dx, holder.y + dy
                board = self.board(holder.map) if dx or dy else None
                return holder.map, x, y, holder.place if board is None else board.place_at(x, y)
            dx, dy = dx + holder.x, dy + holder.y
            piece = self.draft.piece(holder.carrier)
        return -1, 0, 0, ""

    def zone_at(self, map_index: int, x: int, y: int) -> str:
        """Return the name of the zone at a point of a map (map pixels); "" if there is none."""
        key = (map_index, x, y)
        known = self._zones.get(key)
        if known is None:
            maps = self.draft.before.maps
            board = self.components.maps.get(maps[map_index]) if map_index >= 0 else None
            known = self._zones[key] = board.zone_at(x, y) if board is not None else ""
        return known

    def point_named(self, map_index: int, place: str) -> tuple[int, int] | None:
        """Return the point (map pixels) of a place, to which pieces are sent; None if there is no such place."""
        key = (map_index, place)
        if key not in self._points:
            maps = self.draft.before.maps
            board = self.components.maps.get(maps[map_index]) if map_index >= 0 else None
            self._points[key] = board.point_of(place) if board is not None else None
        return self._points[key]

    def board(self, map_index: int) -> Map | None:
        """Return the places of a map by its number; None for -1, and for a map without a description."""
        return self.components.maps.get(self.draft.before.maps[map_index]) if map_index >= 0 else None

    def board_at(self, map_index: int, x: int, y: int) -> str:
        """Return the name of the board at a point of a map; "" outside all boards."""
        board = self.components.maps.get(self.draft.before.maps[map_index]) if map_index >= 0 else None
        found = board.board_at(x, y) if board is not None else None
        return found.name if found is not None else ""

    def zone_of(self, holder: Holder) -> str:
        """Return the name of the zone in which a holder lies; "" for none."""
        return self.zone_at(holder.map, holder.x, holder.y)

    def location_at(self, map_index: int, x: int, y: int, place: str) -> str:
        """Return the location of a point: its own name, or else the place, or else `offboard`; "" in a place or zone
        without a name.

        On a map without named points, a point has the name of the first deck there. A point on no map has the location
        "".
        """
        if map_index < 0:
            return ""
        board = self.board(map_index)
        named = board.named_points if board is not None else None
        own = named.get((x, y)) if named else self._deck_at(map_index, x, y) or None
        if own is not None:
            return own
        return place or ("" if board is not None and board.has_word_at(x, y) else OFF_BOARD)

    def _deck_at(self, map_index: int, x: int, y: int) -> str:
        """Return the name of the first deck that lies at a point; "" for none."""
        lying = (self.draft.holder(id) for id in self.draft.holders_at(map_index, x, y))
        return next((held.name for held in lying if held is not None and held.form == "deck"), "")

    def whereabouts(self, id: int) -> Whereabouts:
        """Return the whereabouts of a piece."""
        piece = self.draft.piece(id)
        holder = self.draft.holder(piece.at) if piece else None
        if holder is None:
            return Whereabouts(*self.point_of(piece), "", 0, 0, 0)
        off = (-holder.x, -holder.y) if holder.carrier else (0, 0)
        return Whereabouts(*self.point_of(piece), holder.name, holder.carrier, *off)

    def holders_in_draw_order(self) -> list[tuple[int, Holder]]:
        """Return all holders that no piece carries, except that of the table: by map, layer and height; those on no map
        come last.
        """
        order = [(id, holder) for id, holder in self.draft.holders() if not holder.carrier and holder.name != TABLE]
        order.sort(key=_drawn)
        return order

    def distance_in_places(self, map_index: int, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the distance between two points of a map, in places of its grid; without a grid, in map pixels."""
        board = self.components.maps.get(self.draft.before.maps[map_index]) if map_index >= 0 else None
        return board.range_between(a, b) if board is not None else round(dist(a, b))

    def distance_in_points(self, _map_index: int, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the distance between two points of a map, in map pixels."""
        return round(dist(a, b))

    def distance_by_sides(self, map_index: int, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Return the distance between two points (map pixels).

        On a map with cells it is the larger of the distances across and down; on other maps it is the straight
        distance.
        """
        board = self.board(map_index)
        if board is None or not board.has_cells_at(a):
            return self.distance_in_points(map_index, a, b)
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    # groups

    def mat_of(self, id: int) -> int:
        """Return the piece on which a piece rides; 0 for none."""
        piece = self.draft.piece(id)
        holder = self.draft.holder(piece.at) if piece else None
        return holder.carrier if holder else 0

    def mat_name(self, mat: int) -> str:
        """Return the name of a mat; "" for no piece."""
        return self.reader(mat).kind.mat if mat else ""

    def linked(self, id: int, link: str) -> list[int]:
        """Return the pieces that a piece is attached to by a link, in the order in which they were attached."""
        self.asked_others += 1
        piece = self.piece(id)
        kind = self.kind(piece.kind) if piece else None
        if kind is not None and link in kind.auto_links:
            return [one for one in self._linked_by_themselves(link) if one != id or kind.auto_links[link]]
        slot = kind.links.get(link) if kind else None
        if piece is None or slot is None:
            return []
        return [other for other in linked_ids(piece.state[slot]) if self.draft.piece(other) is not None]

    def _linked_by_themselves(self, link: str) -> Iterator[int]:
        """Yield the pieces on maps that a link attaches to each other automatically."""
        for id in self.search().piece_ids():
            piece = self.draft.piece(id)
            kind = self.kind(piece.kind) if piece is not None else None
            if kind is not None and link in kind.auto_links and self.point(id)[0] >= 0:
                yield id

    # the table

    def shared(self, name: str, id: int) -> Value:
        """Return a property that the piece does not have itself; None if there is none that the viewer may know.

        It is that of the piece's place, zone or map, of the viewer's side, or of the table, or else the number of cards
        in a deck.
        """
        self.asked_table += 1
        if self._scoped is None:
            properties: Mapping[str, Value] = self.draft.properties()
            scoped = (full for full in properties if full.startswith(("place:", "zone:", "map:", "side:")))
            of_places = (name for board in self.components.maps.values() for name in board.properties)
            self._scoped = frozenset((*of_places, *(full.rsplit(":", 1)[1] for full in scoped)))
        if name in self._scoped:
            value = self._of_own_place(name, id)
            if value is not None:
                return value
            for scope in self._scopes(id):
                value = self.property_named(f"{scope}:{name}")
                if value is not None:
                    return value
        value = self.property_named(name)
        return value if value is not None else self._deck_count(name)

    def property_named(self, name: str) -> Value:
        """Return a property of the table by its full name; None if there is none that the viewer may know."""
        value = self.draft.property(name)
        return value if value is not None and self.may_know(name) else None

    def may_know(self, name: str) -> bool:
        """Return whether the viewer may know a property of the table by its full name."""
        private = None if self.sees_all else self.components.private_to(name)
        return private is None or bool(set(private) & set(self.side_names()))

    def _deck_count(self, name: str) -> Value:
        """Return the number of cards in a deck, or of one sort of them, that the viewer knows of.

        Returns None if this is not the name of such a number, or if the deck is not on this table.
        """
        found = self.components.deck_counts.get(name)
        if found is None and not name.endswith(_SIZE):
            return None
        self.asked_others += 1
        deck, counted = found or (name.removesuffix(_SIZE), "")
        box = self.draft.named(deck)
        held = self.draft.holder(box)
        if held is None or (found is None and held.form != "deck"):
            return None
        seen, more = self.known_in(box, held)
        if not counted:
            return len(seen) + more
        condition = compile_expression(counted)
        return sum(condition.test(self._knowing(piece)) for piece in seen) + (
            more if more and condition.test(self.reader(NOBODY)) else 0
        )

    def _knowing(self, id: int) -> "PieceReader":
        """Return a reader of a card for a count of its deck.

        A player of all sides may also count cards that are not seen.
        """
        reader = self.reader(id)
        if len(set(self.sides)) == len(self.draft.before.sides):
            reader.level = FACE
        return reader

    def property_of_map(self, board: str, name: str) -> Value:
        """Return a property of a map, or else of the table; None if there is no such map."""
        if board not in self.draft.before.maps:
            return None
        own = self.property_named(f"map:{board}:{name}")
        return own if own is not None else self.property_named(name)

    def property_of_place(self, board: str, place: str, name: str) -> Value:
        """Return a property of a place: its value in play, or else at the start; None if it has none, or none that the
        viewer may know.
        """
        full = full_name(board, place, name)
        own = self.property_named(full)
        return self.components.start_of(full) if own is None and self.may_know(full) else own

    def _of_own_place(self, name: str, id: int) -> Value:
        index, _, _, place = self.point(id)
        return self.property_of_place(self.draft.before.maps[index], place, name) if index >= 0 and place else None

    def has_zone(self, board: str, zone: str) -> bool:
        """Return whether a map has a zone of this name."""
        there = self.components.maps.get(board)
        return there is not None and there.has_zone(zone)

    def _scopes(self, id: int) -> Iterator[str]:
        index, x, y, _ = self.point(id)
        if index >= 0:
            board = self.draft.before.maps[index]
            zone = self.zone_at(index, x, y)
            if zone:
                yield f"zone:{board}:{zone}"
            yield f"map:{board}"
        for side in self.side_names():
            yield f"side:{side}"

    def side_names(self) -> tuple[str, ...]:
        """Return the names of the viewing seat's sides and cells, and of the sides to which these cells belong."""
        return self._names(self.sides)

    def played(self) -> tuple[str, ...]:
        """Return the sides that the seat itself plays. The seat may have the view of more sides."""
        seat = self.draft.before.seats.get(self.seat)
        return self._names(self.sides if seat is None else seat.sides)

    def _names(self, numbers: tuple[int, ...]) -> tuple[str, ...]:
        own = [self.draft.before.sides[side] for side in numbers]
        return tuple(dict.fromkeys((*own, *map(side_of, own))))

    def noticed(self, change: Change, left: Iterable[int]) -> None:
        """Update the cached values after a change. `left` are the holders that pieces have left."""
        if isinstance(change, Property):
            self._scoped = None
        else:
            self._levels.clear()
        if isinstance(change, Know):
            self.compiled.pop(change.id, None)
        if self.counts.are_live:
            self.counts.noticed(change, left)

    def before(self) -> "PropertyReader":
        """Return the table as this viewer saw it when the draft was begun."""
        if self._before is None:
            self._before = PropertyReader(
                self.draft.begun(), self.components, self.sides, self.seat, sees_all=self.sees_all
            )
            self._before._asking = self._asking
            if self.searched is not self.draft:
                self._before.searched = self.searched.begun()
        return self._before

    @property
    def seat_side(self) -> str:
        """The side of the viewing seat, or of the seat whose actions are read; "" for several sides, or none."""
        sides = whole_sides(self.draft.before.sides[side] for side in self._acting)
        return sides[0] if len(sides) == 1 else ""

    @property
    def seat_called(self) -> str:
        """The title of the viewing seat, in the form that the module defines."""
        return called(self.components.called, self.seat, self.seat_side)


def _drawn(item: tuple[int, Holder]) -> tuple[bool, int, int, int, int]:
    id, holder = item
    return holder.map < 0, holder.map, holder.layer, holder.z, id


_NO_KIND: Final = compile_kind(Kind("", ""))


class PieceReader:
    """A piece as one viewer sees it at this moment, for expressions to read. It is kept only where no piece changes."""

    __slots__ = ("id", "kind", "level", "piece", "reading", "spend", "state")

    id: int
    kind: CompiledKind
    reading: PropertyReader
    state: tuple[Value, ...]

    def __init__(self, reading: PropertyReader, id: int) -> None:
        piece = reading.draft.piece(id) or reading.gone.get(id)
        self.reading = reading
        self.spend = reading.budget.spend
        self.id = id
        self.piece = piece
        kind = (reading.compiled.get(piece.kind) or reading.kind(piece.kind)) if piece is not None else None
        if piece is None or kind is None:
            self.kind = _NO_KIND
            self.state = ()
            self.level = UNSEEN
        else:
            self.kind = kind
            self.state = piece.state
            if kind.secrets and not reading.sees_all and (kept := kind.keeps_from(reading.side_names())):
                self.state = tuple([None if slot in kept else value for slot, value in enumerate(piece.state)])
            self.level = FACE if reading.sees_all else reading._levels.get(id) or reading.level(id)

    def read(self, name: str) -> Value:
        """Return the property of that name; None if there is none that the viewer may know.

        It is the piece's own, or else a built-in one, or else that of an attached piece, or else a shared one.
        """
        if self.level == FACE:
            getter = self.kind.provides.get(name) or BUILT_IN.get(name)
            if getter is not None:
                return getter(self)
            if self.kind.links or self.kind.auto_links:
                found = self._of_attached(name)
                if found is not None:
                    return found
        elif self.level == BACK and name == "Name":
            return self.kind.back_name
        elif name in BUILT_IN or name in self.kind.provides:
            return BUILT_IN[name](self) if self.level == BACK and name in OF_BACKS else None
        return self.reading.shared(name, self.id)

    def _of_attached(self, name: str) -> Value:
        """Return a property of an attached piece; None if the name is not one of an attached piece.

        For example, `escort_Hits` is `Hits` of the first piece attached as `escort`.
        """
        for link in (*self.kind.links, *self.kind.auto_links):
            if name.startswith(f"{link}_") and (linked := self.reading.linked(self.id, link)):
                return self.reading.read(linked[0], name.removeprefix(f"{link}_"))
        return None

    def read_at(self, name: str, scope: Scope) -> Value:
        """Return the property of the map, zone, place, holder or piece of a scope; None if there is none."""
        reading = self.reading
        reading.asked_table += 1
        reading.asked_others += scope.kind in _OF_PIECES
        other = self._piece_meant(scope)
        if other is not None:
            return reading.read(other, name) if other else None
        index, x, y, place = reading.point(self.id)
        texts = [as_text(argument) for argument in scope.arguments]
        maps = reading.draft.before.maps
        if scope.kind == "map":
            board = reading.map_id(texts[0]) if texts else maps[index] if index >= 0 else ""
            return reading.property_of_map(board, name)
        if scope.kind in ("zone", "place"):
            board = reading.map_id(texts[1]) if len(texts) > 1 else maps[index] if index >= 0 else ""
            where = texts[0] if texts else reading.zone_at(index, x, y) if scope.kind == "zone" else place
            if scope.kind == "place":
                there = reading.components.maps.get(board)
                return reading.property_of_place(board, (there.find(where) if there else None) or where, name)
            own = reading.property_named(f"zone:{board}:{where}:{name}")
            if own is not None or not reading.has_zone(board, where):
                return own
            return reading.property_of_map(board, name)
        if scope.kind == "holder":
            box = reading.draft.named(texts[0])
            holder = reading.draft.holder(box)
            if holder is not None and name == "Count":
                seen, more = reading.known_in(box, holder)
                return len(seen) + more
            return reading.draft.property(f"holder:{texts[0]}:{name}")
        return None

    def _piece_meant(self, scope: Scope) -> int | None:
        """Return the piece that a scope names, or 0 if there is none; None for a scope that is not a piece."""
        if scope.kind == "mat":
            return self.reading.mat_of(self.id)
        if scope.kind == "attached":
            number = as_number(scope.arguments[1]) if len(scope.arguments) > 1 else 1
            linked = self.reading.linked(self.id, as_text(scope.arguments[0]))
            return linked[number - 1] if number and 0 < number <= len(linked) else 0
        return None

    def count(self, question: CountQuestion, reader: Reader) -> Value:  # noqa: ARG002 - it asks itself
        """Return the answer to a question about other pieces."""
        self.reading.asked_others += 1
        return self.reading.counts.answer(question, self)

    def distance(self, to: Scope, start: Scope | None, unit: Unit) -> Value:
        """Return the distance from one spot (or from the piece) to another, or its bearing; None if that is unknown."""
        self.reading.asked_others += 1
        own = self.reading.point(self.id)
        here = self._spot(start, own) if start else own[:3]
        there = self._spot(to, own)
        if here is None or there is None or here[0] != there[0] or here[0] < 0:
            return None
        if unit == "bearing":
            return None if here == there else round(bearing(here[1:], there[1:])) % 360
        away = self.reading.distance_in_places if unit == "places" else self.reading.distance_in_points
        return away(here[0], here[1:], there[1:])

    def _spot(self, scope: Scope, own: tuple[int, int, int, str]) -> tuple[int, int, int] | None:
        """Return the map and point of a scope; None if it has none. `own` is the position of this piece."""
        reading = self.reading
        other = self._piece_meant(scope)
        if other is not None:
            return reading.point(other)[:3] if other and reading.level(other) else None
        index, x, y, place = own
        named = [*scope.arguments, None, None, None]
        if scope.kind == "holder":
            holder = reading.draft.holder(reading.draft.named(as_text(named[0])))
            return (holder.map, holder.x, holder.y) if holder is not None and holder.map >= 0 else None
        if scope.kind == "point":
            board = as_text(named[2])
            return reading.map_index(board) if board else index, as_number(named[0]) or 0, as_number(named[1]) or 0
        if scope.kind == "place":
            if not scope.arguments:
                return index, x, y
            index = reading.map_index(as_text(named[1])) if named[1] else index
            found = reading.point_named(index, as_text(named[0]) or place)
            return (index, *found) if found else None
        return None

    def chance(self, low: int, high: int) -> int:
        """Return a random number from `low` to `high`, drawn from the reading's source of chance. Raises
        ExpressionError without one.
        """
        chance = self.reading.chance
        if chance is None:
            raise ExpressionError("Only an action can roll dice; a text that is shown cannot.")
        return low + chance.draw(high - low + 1, as_text(self.kind.kind.name))

    def alert(self, text: str) -> None:
        """Keep a text that will be shown to the acting seat. A reading for display ignores it."""
        if self.reading.chance is not None:
            self.reading.alerts.append(text)

    def forgives(self, mistake: ExpressionError) -> bool:
        """Return whether this module ignores a mistake. If so, the mistake is kept for the report of mistakes."""
        reading = self.reading
        if reading.forgiving:
            reading.mistakes.setdefault(mistake.text or "", mistake)
        return reading.forgiving

    def worked_out(self, expression: Expression) -> Value:
        """Return the value of a computed property.

        Raises ExpressionError if too many properties read each other for it.
        """
        reading = self.reading
        if reading.depth >= DEEPEST:
            raise ExpressionError("This property is worked out from itself, or through too many other properties.")
        reading.depth += 1
        try:
            return expression.evaluate(self)
        finally:
            reading.depth -= 1
