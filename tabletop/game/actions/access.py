"""The permissions of seats: the only code that decides who may do what at a table.

It knows no rules of any game. At an open table, a seat may touch the pieces that its sides see, except those in a
holder or on a map of another side. It may also set which sides see a piece, if its own sides see the face. At a table
with sides, players may touch only their own and neutral pieces. At a moderated table, they may also not add, remove or
copy pieces, or set options: the umpire does this. Roles restrict this further. Every answer depends only on what the
seat sees.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from tabletop.expression import ExpressionError, LimitReached, Reader, compile_expression, is_true
from tabletop.game.change.draft import Draft
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.patch import Change, Grant, Patch, Sit
from tabletop.game.side_cells import names_of, owners
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, Note, Seat
from tabletop.game.state.holder import TABLE, UNOWNED, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.values import BACKS, FACE, UNSEEN
from tabletop.game.table_access import Role
from tabletop.texts import Argument, Sentence

Verb: TypeAlias = Literal[
    "see",  # a piece
    "touch",  # a piece: to act with it, to set its properties, to change its place in a stack
    "show",  # a piece: to set who sees it
    "copy",  # a piece
    "remove",  # a piece
    "place",  # a kind of the counter tray
    "use",  # a holder: to put into it, to draw from it, to shuffle it
    "pick",  # a holder: to choose among its pieces
    "open",  # a holder: to set who looks into it
    "load",  # a holder: to replace its contents
    "enter",  # a point of a map, as (name, map index, x, y): to put pieces there
    "play",  # nothing: to change the table at all
    "set-property",  # a property of the table, by its full name
    "set-option",  # an option
    "track",  # a turn tracker: to end a phase
    "begin",  # a procedure that the rules leave to the umpire: to begin it
    "answer",  # a procedure: to answer it
    "close",  # a procedure: to leave it, or to resume it by hand
    "report",  # nothing: to report the fate of pieces
    "tell",  # the indices of sides: to report contacts to them; nothing for reports that no player makes
    "write",  # a note: to change or to open it
    "finish",  # the index of a side: to say that its secret set-up is finished
    "sit",  # a seat to take, as `Seat`
    "give",  # somebody's name and the seat to give them, as (name, `Seat`)
    "change-access",  # nothing
    "judge",  # nothing: to decide orders that wait for the umpire
    "carry",  # nothing: to carry dispatches, and to write them in other names
]
"""The actions that need permission. The comment beside each says which thing `why_not` needs with it."""


class PieceReadings(Protocol):
    """The properties and points of pieces, as far as somebody at a table may know them."""

    @property
    def draft(self) -> Draft:
        """The current game as this viewer sees it."""

    @property
    def components(self) -> Components:
        """The components of the game."""

    def reader(self, id: int) -> Reader:
        """Return a reader of a piece."""

    def point(self, id: int) -> tuple[int, int, int, str]:
        """Return the map index, the map pixels and the place of a piece; map index -1 if it is on no map."""

    def zone_at(self, map_index: int, x: int, y: int) -> str:
        """Return the name of the zone at a point of a map (map pixels); "" if there is none."""


class Asker(Protocol):
    """A view of the table from one seat, for questions about its rights.

    It belongs to an action in progress, or to a seat that only looks.
    """

    @property
    def game(self) -> Game:
        """The game before the action."""

    @property
    def draft(self) -> Draft:
        """The current game as this viewer sees it."""

    @property
    def components(self) -> Components:
        """The components of the game."""

    @property
    def rights(self) -> Seat:
        """The seat of the person who wants to act."""

    @property
    def seat(self) -> str:
        """The name of the seat of the person who wants to act."""

    @property
    def view(self) -> PieceReadings:
        """The pieces, as far as this person may read them."""


class SeatedViewer(NamedTuple):
    """A seat that asks for its permissions, with readings of its own view."""

    view: PieceReadings
    seat: str

    @property
    def game(self) -> Game:
        """The seat's view of the game."""
        return self.view.draft.before

    @property
    def draft(self) -> Draft:
        """The current view."""
        return self.view.draft

    @property
    def components(self) -> Components:
        """The components of the game."""
        return self.view.components

    @property
    def rights(self) -> Seat:
        """The seat itself."""
        return seat_of(self.game, self.seat)


class TakenBack(NamedTuple):
    """The steps that a person wants to undo: the seat that the person had at each step of their own, and the changes of
    the undo.
    """

    seats: tuple[Seat, ...]
    patch: Patch


def seat_of(game: Game, name: str) -> Seat:
    """Return the seat of that name; if there is none, the seat of an observer."""
    return game.seats.get(name, Seat())


def eyes(game: Game, seat: Seat) -> Iterable[int]:
    """Return the sides whose view a seat has: its own, or all for the umpire."""
    return range(len(game.sides)) if seat.umpire else seat.sides


def may(who: Asker, verb: Verb, thing: object = None) -> bool:
    """Return whether somebody has the permission to do this with this thing."""
    return why_not(who, verb, thing) is None


def why_not(who: Asker, verb: Verb, thing: object = None) -> Refused | None:
    """Return the reason that somebody has no permission to do this; None if they have."""
    return _ANSWERS[verb](who, thing)


def called(held: Holder) -> Argument:
    """Return the name of a holder for a refusal; if it has no name, the words "this pile"."""
    return held.name or Sentence("this-pile")


# the seat that asks


def _is_free(who: Asker) -> bool:
    """Return whether the table's access leaves somebody unrestricted."""
    return who.rights.umpire or who.game.access.kind == "open"


def _is_players(who: Asker) -> bool:
    """Return whether somebody may decide as the umpire does. At a table without moderation every player may."""
    return who.rights.umpire or who.game.access.kind != "moderated"


def _role(who: Asker) -> Role | None:
    """Return somebody's role at this table; None if they have no role, or are the umpire."""
    seat = who.rights
    return who.game.access.role(seat.role_name) if seat.role_name and not seat.umpire else None


def _own(who: Asker) -> frozenset[str]:
    """Return the names of somebody's sides, and of the sides of their cells."""
    return names_of(who.game.sides, who.rights.sides)


def _owns(who: Asker, held: Holder) -> bool:
    """Return whether a holder belongs to somebody's sides."""
    return held.owner in owners(who.game.sides, who.rights.sides)


def _not_yours(key: str, /, **arguments: Argument) -> Refused:
    return refused("not-yours", key, **arguments)


def _play(who: Asker, _thing: None) -> Refused | None:
    return None if who.rights.is_taken else _not_yours("watchers-change-nothing")


def _report(who: Asker, _thing: None) -> Refused | None:
    return None if who.rights.umpire else _not_yours("only-umpire-reports")


def _tell(who: Asker, sides: tuple[int, ...] | None) -> Refused | None:
    is_own = sides is not None and set(sides) <= set(who.rights.sides)
    return _play(who, None) or (None if who.rights.umpire or is_own else _not_yours("only-umpire-tells"))


def _finish(who: Asker, side: int) -> Refused | None:
    if who.rights.umpire or who.game.sides[side] in _own(who):
        return None
    return _not_yours("setup-of-others", side=who.game.sides[side])


def _write(who: Asker, note: Note) -> Refused | None:
    no = _play(who, None)
    if no is not None or who.rights.umpire or note.side in who.rights.sides:
        return no
    if note.opened:
        return _not_yours("note-of-others", title=note.title)
    return None if note.kind == "public" else refused("no-such-name", "no-such-note")


# pieces


def _see(who: Asker, piece: int) -> Refused | None:
    if who.draft.piece(piece) is None or _level(who, piece) == UNSEEN:
        return refused("no-such-piece", "no-such-piece")
    return None


def _level(who: Asker, piece: int) -> int:
    return max((who.draft.level(piece, side) for side in eyes(who.game, who.rights)), default=UNSEEN)


def _touch(who: Asker, piece: int) -> Refused | None:
    no = _see(who, piece)
    if no is not None:
        return no
    if not _lies_open(who, piece):
        return _not_yours("lies-with-another-side")
    return None if who.rights.umpire else _of_deck(who, piece) or _of_side(who, piece) or _of_role(who, piece)


def _lies_open(who: Asker, piece: int) -> bool:
    """Return whether every holder around the piece, up to the map, belongs to the seat or to nobody.

    It is always True for the umpire, and always False for other seats without sides.
    """
    seat = who.rights
    if seat.umpire:
        return True
    if not seat.sides:
        return False
    lying = who.draft.piece(piece)
    while lying is not None:
        holder = who.draft.holder(lying.at)
        if holder is None or not (holder.owner == UNOWNED or _owns(who, holder)):
            return False
        lying = who.draft.piece(holder.carrier) if holder.carrier else None
    return True


def _of_deck(who: Asker, piece: int) -> Refused | None:
    """Return the refusal of a card in a deck that is not for the sides of the seat; None for any other piece."""
    lying = who.draft.piece(piece)
    held = who.draft.holder(lying.at) if lying is not None else None
    return _for_others(who, held) if held is not None and held.form == "deck" else None


def _of_side(who: Asker, piece: int) -> Refused | None:
    """Return the refusal of a piece of another side; None for other pieces, and at an open table."""
    kind = None if _is_free(who) else _kind(who, piece)
    if kind is None or kind.side in ("", *_own(who)):
        return None
    return _not_yours("piece-of-others", piece=kind.name)


def _of_role(who: Asker, piece: int) -> Refused | None:
    """Return the refusal of a piece that the role of the seat cannot move; None for other pieces. All roles can use the
    piece that stands for the table.
    """
    role = _role(who)
    if role is None or _is_table(who, piece):
        return None
    index, x, y, _ = who.view.point(piece)
    if (index < 0 or _is_within(who, role, index, x, y)) and _holds(who, role.moves, piece):
        return None
    kind = _kind(who, piece)
    return _not_yours("piece-of-another-role", piece=kind.name if kind else Sentence("this-piece"), role=role.name)


def _is_table(who: Asker, piece: int) -> bool:
    """Return whether a piece stands for the table itself."""
    lying = who.draft.piece(piece)
    held = who.draft.holder(lying.at) if lying is not None else None
    return held is not None and held.name == TABLE


def _holds(who: Asker, condition: str, piece: int) -> bool:
    """Return whether a condition is true for a piece; a condition that cannot be worked out counts as false."""
    try:
        return is_true(compile_expression(condition).evaluate(who.view.reader(piece)))
    except (ExpressionError, LimitReached):
        return False


def _is_within(who: Asker, role: Role, index: int, x: int, y: int) -> bool:
    """Return whether a role may move pieces at this point of a map."""
    on_map = not role.maps or who.game.maps[index] in role.maps
    return on_map and (not role.zones or who.view.zone_at(index, x, y) in role.zones)


def _kind(who: Asker, piece: int) -> Kind | None:
    """Return the kind of a piece as it is seen; None if it is not seen."""
    lying = who.draft.piece(piece)
    return who.draft.kind(lying.kind) if lying is not None else None


def _show(who: Asker, piece: int) -> Refused | None:
    no = _touch(who, piece)
    if no is not None or who.rights.umpire or _level(who, piece) == FACE:
        return no
    return _not_yours("back-not-shown")


def _copy(who: Asker, piece: int) -> Refused | None:
    no = _touch(who, piece)
    return no if no is not None or _is_players(who) else _not_yours("umpire-adds")


def _remove(who: Asker, piece: int) -> Refused | None:
    no = _touch(who, piece)
    return no if no is not None or _is_players(who) else _not_yours("umpire-removes")


def _place(who: Asker, kind: Kind | None) -> Refused | None:
    if not who.rights.is_taken:
        return _not_yours("watchers-place-nothing")
    if not _is_players(who):
        return _not_yours("umpire-adds")
    if _is_free(who) or kind is None or kind.side in ("", *_own(who)):
        return None
    return _not_yours("piece-of-others", piece=kind.name)


# holders and maps


def _use(who: Asker, holder: int) -> Refused | None:
    held = who.draft.holder(holder)
    if held is None:
        return refused("no-such-holder", "no-such-holder")
    return _for_others(who, held) or (None if _is_usable(who, held) else _of_others(held))


def _is_usable(who: Asker, held: Holder) -> bool:
    seat = who.rights
    if seat.umpire:
        return True
    if held.carrier and not may(who, "touch", held.carrier):
        return False
    return bool(seat.sides) and (held.owner == UNOWNED or _owns(who, held))


def _of_others(held: Holder) -> Refused:
    return _not_yours("belongs-to-others", name=called(held))


def _for_others(who: Asker, held: Holder) -> Refused | None:
    """Return the refusal of a deck that is not for the sides of the seat; None for other holders."""
    rules = who.components.decks.get(held.name)
    if rules is None or not rules.sides or who.rights.umpire or _own(who) & set(rules.sides):
        return None
    return _not_yours("not-for-your-side", name=held.name)


def _pick(who: Asker, holder: int) -> Refused | None:
    held = who.draft.holder(holder)
    if held is None:
        return refused("no-such-holder", "no-such-holder")
    if any(held.looks[side] >= BACKS for side in eyes(who.game, who.rights)):
        return None
    return refused("not-possible", "deck-shut", deck=called(held))


def _open(who: Asker, holder: int) -> Refused | None:
    no, held = _use(who, holder), who.draft.holder(holder)
    if no is not None or held is None or _is_free(who) or _owns(who, held) or held.carrier:
        return no
    return _not_yours("umpire-opens", name=called(held))


def _load(who: Asker, holder: int) -> Refused | None:
    no, held = _use(who, holder) or _play(who, None), who.draft.holder(holder)
    return no if no is not None or held is None or _is_free(who) else _not_yours("umpire-loads", name=called(held))


def _enter(who: Asker, point: tuple[str, int, int, int]) -> Refused | None:
    name, index, x, y = point
    owners, role = who.components.habits_of(name).owners, _role(who)
    if owners and not who.rights.umpire and _own(who).isdisjoint(owners):
        return _not_yours("belongs-to-others", name=name)
    if role is not None and not _is_within(who, role, index, x, y):
        return _not_yours("outside-role", role=role.name)
    return None


# the table

_BY_COMMANDS: Final = ("tracker:", "clock:")
"""The beginnings of the names of properties that have commands of their own."""

_UMPIRES: Final = ("policy", "ghosts", "map:")
"""The beginnings of the names of properties that only the umpire sets at a moderated table.

They hold the level of rules, ghosts, and the properties of maps.
"""


def _set_property(who: Asker, name: str) -> Refused | None:
    no = _play(who, None)
    if no is not None or _is_free(who):
        return no
    is_kept = name.startswith(_BY_COMMANDS) or (name.startswith("map:") and name.endswith(":boards"))
    if is_kept or (name.startswith(_UMPIRES) and not _is_players(who)):
        return _not_yours("umpire-sets", name=name)
    return None


def _set_option(who: Asker, option: str) -> Refused | None:
    return _play(who, None) or (None if _is_players(who) else _not_yours("umpire-sets", name=option))


def _track(who: Asker, tracker: str) -> Refused | None:
    no, role = _play(who, None), _role(who)
    ends_phases = role.ends_phases if role is not None else None
    if no is not None or ends_phases is True or (ends_phases is None and _is_players(who)):
        return no
    return _not_yours("umpire-sets", name=tracker) if role is None else _not_yours("role-tracks", role=role.name)


def _answer(who: Asker, _procedure: str) -> Refused | None:
    no, role = _play(who, None), _role(who)
    return no if no is not None or role is None or role.answers else _not_yours("role-answers", role=role.name)


def _begin(who: Asker, procedure: str) -> Refused | None:
    return _play(who, None) or (None if _is_players(who) else _not_yours("umpire-begins", procedure=procedure))


def _close(who: Asker, procedure: str) -> Refused | None:
    return _play(who, None) or (None if _is_players(who) else _not_yours("umpire-closes", procedure=procedure))


# seats


def _others(who: Asker) -> list[tuple[str, Seat]]:
    """Return the names and seats of the other people who play or are umpires."""
    return [(name, seat) for name, seat in who.game.seats.items() if name != who.seat and seat.is_taken]


def _sit(who: Asker, wanted: Seat) -> Refused | None:
    others, kind = _others(who), who.game.access.kind
    if wanted.umpire and not who.rights.umpire:
        return _claim(who, others)
    if no := _leaves_umpire(who, who.seat, wanted):
        return no
    if who.rights.umpire or kind == "open" or _is_less(wanted, who.rights):
        return _role_free(who, who.seat, wanted)
    if kind == "moderated":
        return _not_yours("umpire-seats")
    return _role_free(who, who.seat, wanted) or _side_free(who, wanted, others)


def _claim(who: Asker, others: list[tuple[str, Seat]]) -> Refused | None:
    """Return the refusal if somebody may not take the umpire's seat without being given it; None if they may.

    They may take it only if there is no umpire, and if the table is open or nobody else plays.
    """
    if any(seat.umpire for _, seat in others):
        return _not_yours("umpire-seated")
    if others and who.game.access.kind != "open":
        return _not_yours("umpire-not-agreed")
    return None


def _leaves_umpire(who: Asker, name: str, wanted: Seat) -> Refused | None:
    """Return the refusal of a new seat that would leave a moderated table without an umpire; None for any other."""
    seats = who.game.seats
    is_last = [other for other, seat in seats.items() if seat.umpire] == [name]
    if who.game.access.kind == "moderated" and is_last and not wanted.umpire:
        return _not_yours("umpire-stays")
    return None


def _is_less(wanted: Seat, held: Seat) -> bool:
    """Return whether the seat `wanted` has no rights that `held` lacks.

    That is so for an observer's seat, and for a player's seat with the same role and no other sides.
    """
    is_within = set(wanted.sides) <= set(held.sides) and wanted.role_name == held.role_name
    return not wanted.is_taken or (is_within and not wanted.umpire)


def _role_free(who: Asker, name: str, wanted: Seat) -> Refused | None:
    """Return the refusal of a role that somebody else has; None if it is free."""
    holders = (other for other, seat in who.game.seats.items() if other != name and seat.role_name)
    taken = next((other for other in holders if seat_of(who.game, other).role_name == wanted.role_name), None)
    return _not_yours("role-taken", role=wanted.role_name, player=taken) if taken is not None else None


def _side_free(who: Asker, wanted: Seat, others: list[tuple[str, Seat]]) -> Refused | None:
    """Return the refusal of sides that somebody else plays, unless they are taken in a role; None if they are free."""
    gained = set() if wanted.role_name else set(wanted.sides) - set(who.rights.sides)
    for name, seat in others:
        for side in sorted(gained & set(seat.sides)):
            return _not_yours("side-taken", side=who.game.sides[side], player=name)
    return None


def _give(who: Asker, given: tuple[str, Seat]) -> Refused | None:
    name, wanted = given
    if who.rights.umpire:
        return _leaves_umpire(who, name, wanted) or _role_free(who, name, wanted)
    if not _is_players(who):
        return _not_yours("umpire-seats")
    if not wanted.sides or not _is_less(wanted, who.rights):
        return _not_yours("only-own-seat")
    return _not_yours("already-plays", player=name) if seat_of(who.game, name).is_taken else None


def _change_access(who: Asker, _thing: None) -> Refused | None:
    no = _play(who, None)
    if no is not None or who.rights.umpire or not any(seat.umpire for _, seat in _others(who)):
        return no
    return _not_yours("umpire-changes-access")


def _judge(who: Asker, _thing: None) -> Refused | None:
    return None if who.rights.umpire else _not_yours("only-umpire-judges")


def _carry(who: Asker, _thing: None) -> Refused | None:
    return None if who.rights.umpire else _not_yours("only-umpire-carries")


def why_not_undone(game: Game, name: str, steps: TakenBack) -> Refused | None:
    """Return the reason that a seat has no right to undo these steps; None if it has the right."""
    seat = seat_of(game, name)
    role = game.access.role(seat.role_name) if seat.role_name else None
    if seat.umpire:
        return None
    if role is not None and not role.takes_back:
        return _not_yours("role-takes-back", role=role.name)
    if any(_seats_more(game, change) for change in steps.patch):
        return _not_yours("seat-not-undone")
    if game.access.kind == "open" or all(_is_less(was, seat) for was in steps.seats):
        return None
    return _not_yours("other-seat-then")


def _seats_more(game: Game, change: Change) -> bool:
    """Return whether a change of an undo sets the table's access, or gives somebody more rights than they have. At an
    open table, only the umpire's seat counts as more.
    """
    if isinstance(change, Grant):
        return True
    if not isinstance(change, Sit) or change.seat is None:
        return False
    held = seat_of(game, change.name)
    if game.access.kind == "open":
        return change.seat.umpire and not held.umpire
    return not _is_less(change.seat, held)


_ANSWERS: Final[Mapping[Verb, Callable[[Asker, Any], Refused | None]]] = {
    "see": _see,
    "touch": _touch,
    "show": _show,
    "copy": _copy,
    "remove": _remove,
    "place": _place,
    "use": _use,
    "pick": _pick,
    "open": _open,
    "load": _load,
    "enter": _enter,
    "play": _play,
    "set-property": _set_property,
    "set-option": _set_option,
    "track": _track,
    "answer": _answer,
    "begin": _begin,
    "close": _close,
    "report": _report,
    "tell": _tell,
    "write": _write,
    "finish": _finish,
    "sit": _sit,
    "give": _give,
    "change-access": _change_access,
    "judge": _judge,
    "carry": _carry,
}
