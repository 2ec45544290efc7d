"""A game in its explicit form, with which a journal begins and in which a module stores a set-up."""

from typing import Final

from msgspec import Struct

from tabletop.game.beliefs.contact import NOWHERE, Contact
from tabletop.game.state.frames import Frame, plain
from tabletop.game.state.game import Counters, Game, ModuleName, Note, Seat, with_indexes, with_known_more
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import FACE, FACES, SHUT, UNSEEN, Value
from tabletop.game.table_access import OPEN_TABLE, TableAccess
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder
from tabletop.texts import text

MOST_IDS: Final = 1 << 24
"""The limit below which all ids must be. A higher id counts as damage: a table of that size would fill the memory."""


class PositionError(ValueError):
    """The error of an inconsistent position; the message is a sentence."""


class Position(Struct, frozen=True, omit_defaults=True):
    """A `Game` in its explicit form: its tables are pairs in the order of their ids.

    It holds nothing that can be worked out again.
    """

    sides: tuple[str, ...]
    maps: tuple[str, ...]
    module: ModuleName
    scenario: str
    secret: str
    counters: Counters
    properties: dict[str, Value]
    options: dict[str, Value]
    seats: dict[str, Seat]
    kinds: tuple[tuple[int, Kind], ...]
    notes: tuple[tuple[int, Note], ...]
    holders: tuple[tuple[int, Holder], ...]
    pieces: tuple[tuple[int, Piece], ...]
    frames: tuple[tuple[int, Frame], ...] = ()
    contacts: tuple[tuple[int, Contact], ...] = ()
    access: TableAccess | None = None
    held: tuple[tuple[int, HeldOrder], ...] = ()
    dispatches: tuple[tuple[int, Dispatch], ...] = ()


def position_of(game: Game) -> Position:
    """Return the explicit form of a game."""
    return Position(
        sides=game.sides,
        maps=game.maps,
        module=game.module,
        scenario=game.scenario,
        secret=game.secret,
        counters=game.counters,
        properties=dict(game.properties),
        options=dict(game.options),
        seats=dict(game.seats),
        kinds=tuple(game.kinds.items()),
        notes=tuple(game.notes.items()),
        holders=tuple(game.holders.items()),
        pieces=tuple(game.pieces.items()),
        frames=tuple(game.frames.items()),
        contacts=tuple(game.contacts.items()),
        held=tuple(game.held.items()),
        dispatches=tuple(game.dispatches.items()),
        access=None if game.access == OPEN_TABLE else game.access,
    )


def whole_game(position: Position) -> Game:
    """Return the game of a position, after a check that the position is consistent. Raises PositionError."""
    tables: tuple[tuple[tuple[int, object], ...], ...]
    tables = (
        position.kinds,
        position.notes,
        position.holders,
        position.pieces,
        position.frames,
        position.contacts,
        position.held,
        position.dispatches,
    )
    if not all(0 < id < min(position.counters.next_id, MOST_IDS) for table in tables for id, _ in table):
        raise PositionError(text("position-out-of-bounds"))
    game = with_indexes(
        Game(
            sides=position.sides,
            maps=position.maps,
            module=position.module,
            scenario=position.scenario,
            pieces=PagedMap.of(position.pieces),
            holders=PagedMap.of(position.holders),
            kinds=PagedMap.of(position.kinds),
            notes=PagedMap.of(position.notes),
            frames=PagedMap.of(position.frames),
            contacts=PagedMap.of(position.contacts),
            held=PagedMap.of(position.held),
            dispatches=PagedMap.of(position.dispatches),
            properties=position.properties,
            options=position.options,
            seats=position.seats,
            counters=position.counters,
            secret=position.secret,
            spots=PagedMap(),
            named={},
            carried={},
            veiled=(0,) * len(position.sides),
            known_more=(0,) * len(position.sides) ** 2,
            access=position.access or OPEN_TABLE,
        )
    )
    check_whole(game)
    return with_known_more(game)


def check_whole(game: Game) -> None:
    """Check that the position is consistent: every piece is in the one holder that lists it, and every number is within
    its bounds.

    Raises PositionError.
    """
    sides, maps = len(game.sides), len(game.maps)
    open_looks, open_sight = game.open_looks, game.open_sight
    listed: dict[int, int] = {}
    for id, holder in game.holders.items():
        if (
            len(holder.looks) != sides
            or len(holder.epoch) != sides + 1
            or (holder.looks != open_looks and not all(SHUT <= look <= FACES for look in holder.looks))
            or not -1 <= holder.map < maps
            or not -1 <= holder.owner < sides
            or (holder.carrier and holder.carrier not in game.pieces)
        ):
            raise PositionError(text("position-damaged-at-holder", id=id))
        listed.update(dict.fromkeys(holder.pieces, id))
    slots = sum(len(holder.pieces) for holder in game.holders.values())
    if not len(listed) == slots == len(game.pieces):
        raise PositionError(text("position-places-differ"))
    for id, piece in game.pieces.items():
        if (
            listed.get(id) != piece.at
            or piece.kind not in game.kinds
            or len(piece.sight) != sides
            or len(piece.epoch) != sides + 1
            or (piece.sight != open_sight and not all(UNSEEN <= level <= FACE for level in piece.sight))
        ):
            raise PositionError(text("position-damaged-at-piece", id=id))
    for id, contact in game.contacts.items():
        if not 0 <= contact.side < sides or not NOWHERE <= contact.map < maps:
            raise PositionError(text("position-damaged-at-contact", id=id))
    if not all(0 <= side < sides for order in game.held.values() for side in order.sides):
        raise PositionError(text("position-out-of-bounds"))
    if not all(_is_whole(dispatch, sides, maps) for dispatch in game.dispatches.values()):
        raise PositionError(text("position-out-of-bounds"))
    _refuse_rings(game)
    for id, frame in game.frames.items():
        try:
            plain([frame.state, *(one.answer for one in frame.answers)])
        except ValueError as problem:
            raise PositionError(text("position-damaged-at-procedure", id=id)) from problem


def _is_whole(dispatch: Dispatch, sides: int, maps: int) -> bool:
    """Return whether the sides and the map of a dispatch are in the game."""
    own = all(0 <= side < sides for side in (*dispatch.sides, *dispatch.readers))
    return own and NOWHERE <= dispatch.map < maps


def _refuse_rings(game: Game) -> None:
    safe: set[int] = {0}
    for start in game.carried:
        way: list[int] = []
        piece = start
        while piece not in safe:
            if piece in way:
                raise PositionError(text("position-piece-in-itself", id=piece))
            way.append(piece)
            piece = game.holders[game.pieces[piece].at].carrier
        safe.update(way)
