"""The differences between the true position and the beliefs of sides: their views of the maps, and their contacts.

They are only for the umpire: everything here is the truth.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tabletop.expression import ExpressionError, as_text
from tabletop.game.beliefs.contact import Contact
from tabletop.game.beliefs.report_bounds import bounds
from tabletop.game.change.draft import Draft
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.side_cells import knows_own
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.levels import level
from tabletop.game.state.values import FACE, UNSEEN, Value
from tabletop.game.traits.group_traits import Screen

DifferenceKind: TypeAlias = Literal["strength", "place", "unknown", "invented"]
"""The kinds of differences.

`strength`: a claimed figure is wrong. `place`: a contact is in another place than its pieces. `unknown`: the side does
not know of pieces. `invented`: the side believes in something that does not exist.
"""

_ORDER: Final = ("strength", "place", "unknown", "invented")
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class WrongClaim(NamedTuple):
    """A claim of a contact that is not true: its name, the stated value and the true one."""

    claim: str
    said: Value
    truth: Value


class BeliefPoint(NamedTuple):
    """A point of a map (map pixels), and the name of its place."""

    map: int
    x: int
    y: int
    place: str


class BeliefDifference(Struct, frozen=True):
    """One difference between the truth and the belief of a side (by its index), with the letter that marks it.

    `pieces` are the pieces in question. `contact` is the number of the side's contact; 0 if there is none. `truth` is
    the true point of the pieces, and `believed` is the point where the side believes something to be. `claims` are the
    claims of the contact that are not true.
    """

    letter: str
    side: int
    kind: DifferenceKind
    pieces: tuple[int, ...] = ()
    contact: int = 0
    truth: BeliefPoint | None = None
    believed: BeliefPoint | None = None
    claims: tuple[WrongClaim, ...] = ()


def differences(game: Game, sides: Iterable[int], components: Components) -> tuple[BeliefDifference, ...]:
    """Return the differences between a true position and the beliefs of these sides, lettered A, B, C and so on.

    Pieces that several sides do not know of have one letter. A piece that a side sees, even from its back, is no
    difference. Pieces behind a screen that the side sees are no difference, and an empty screen is none either. Pieces
    in decks and hands, and on maps that are closed to a side, do not count as unknown to it.
    """
    found = [one for side in sides for one in _Beliefs(game, side, components).differences()]
    found.sort(key=lambda one: (_ORDER.index(one.kind), one.truth or one.believed, one.pieces, one.side, one.contact))
    letters = dict(zip(dict.fromkeys(map(_subject, found)), _letters(), strict=False))
    return tuple(replace(one, letter=letters[_subject(one)]) for one in found)


def _subject(one: BeliefDifference) -> tuple[object, ...]:
    """Return the subject of a difference, which has one letter for all sides."""
    return ("unknown", *one.pieces) if one.kind == "unknown" else (one.side, one.contact)


def _letters() -> Iterator[str]:
    """Yield A to Z, then AA to ZZ, AAA and so on."""
    for length in count(1):
        yield from map("".join, product(_ALPHABET, repeat=length))


class _Beliefs:
    """The beliefs of one side about the pieces of others, and the truth."""

    def __init__(self, game: Game, side: int, components: Components) -> None:
        self._game = game
        self._side = side
        self._components = components
        shut = components.shut_to((game.sides[side],))
        self._shut = {index for index, name in enumerate(game.maps) if name in shut}
        self._reading = PropertyReader(Draft(game), components, (), sees_all=True)

    def differences(self) -> Iterator[BeliefDifference]:
        hidden = self._hidden()
        at_point: dict[tuple[object, ...], list[int]] = {}
        for pieces in hidden.values():
            at_point.setdefault(_where(self._game.lying(pieces[0])), []).extend(pieces)
        known: set[int] = set()
        for id, contact in self._game.contacts.items():
            if contact.side == self._side and not contact.late and contact.map >= 0:
                about = self._about(contact) or tuple(at_point.get(_where(contact), ()))
                known.update(about)
                yield from self._of_contact(id, contact, about)
        for pieces in hidden.values():
            rest = tuple(piece for piece in pieces if piece not in known)
            if rest:
                yield BeliefDifference("", self._side, "unknown", rest, truth=_point(self._game.lying(rest[0])))

    def _of_others(self) -> Iterator[int]:
        """Yield the pieces on open maps that a side may not know: those of other sides, and for a cell also those of
        its own side.
        """
        game, own = self._game, self._game.sides[self._side]
        for id, piece in game.pieces.items():
            holder = game.holders[piece.at]
            is_own = knows_own(game.sides, own, game.kinds[piece.kind].side)
            if not is_own and holder.form in ("stack", "box", "hold"):
                lying = game.lying(id) if holder.carrier else holder
                if lying.map >= 0 and lying.map not in self._shut:
                    yield id

    def _hidden(self) -> dict[int, list[int]]:
        """Return the pieces that the side does not see, by the holder on the map in which they lie."""
        found: dict[int, list[int]] = {}
        for id in self._of_others():
            if self._level(id) == UNSEEN and not self._is_behind_screen(id):
                found.setdefault(self._root(id), []).append(id)
        return found

    def _is_behind_screen(self, id: int) -> bool:
        """Return whether a piece is behind a screen that the side sees."""
        carrier = self._game.holder_of(id).carrier
        while carrier:
            if is_screen(self._game.kind_of(carrier)) and self._level(carrier) == FACE:
                return True
            carrier = self._game.holder_of(carrier).carrier
        return False

    def _root(self, id: int) -> int:
        at = self._game.pieces[id].at
        while carrier := self._game.holders[at].carrier:
            at = self._game.pieces[carrier].at
        return at

    def _level(self, id: int) -> int:
        return level(self._game.pieces.__getitem__, self._game.holders.__getitem__, id, self._side)

    def _about(self, contact: Contact) -> tuple[int, ...]:
        """Return the pieces that a contact is truly about, as far as they are on a map."""
        there = (id for id in contact.of if id in self._game.pieces)
        return tuple(id for id in there if self._game.lying(id).map >= 0)

    def _of_contact(self, id: int, contact: Contact, pieces: Sequence[int]) -> Iterator[BeliefDifference]:
        believed = BeliefPoint(contact.map, contact.x, contact.y, contact.place)
        if not pieces:
            yield BeliefDifference("", self._side, "invented", contact=id, believed=believed)
            return
        is_there = any(_where(self._game.lying(piece)) == _where(contact) for piece in pieces)
        is_seen = all(self._level(piece) == FACE for piece in pieces)
        claims = () if is_seen and is_there else tuple(self._wrong_claims(contact, pieces))
        if claims or not is_there:
            kind: DifferenceKind = "strength" if is_there else "place"
            truth = _point(self._game.lying(pieces[0]))
            yield BeliefDifference("", self._side, kind, tuple(pieces), id, truth, believed, claims)

    def _wrong_claims(self, contact: Contact, pieces: Sequence[int]) -> Iterator[WrongClaim]:
        """Yield the claims that differ from the values that the form of the report reads on the pieces."""
        forms = (form for form in self._components.contacts.reports if form.contact == contact.kind)
        fields = {field.claim: field for form in forms for field in form.fields if field.truth}
        for name, said in contact.says.items():
            if name in fields:
                try:
                    truth = bounds(fields[name], pieces, self._reading).truth
                except ExpressionError:
                    continue
                if truth is not None and as_text(truth) != as_text(said):
                    yield WrongClaim(name, said, truth)


def is_screen(kind: Kind) -> bool:
    """Return whether pieces of a kind are screens, behind which other pieces can be hidden."""
    return any(isinstance(trait, Screen) for trait in kind.traits)


def _point(lying: Holder) -> BeliefPoint:
    return BeliefPoint(lying.map, lying.x, lying.y, lying.place)


def _where(one: Holder | Contact) -> tuple[object, ...]:
    """Return the place of something on a map. Outside all places, return its point."""
    return (one.map, one.place) if one.place else (one.map, one.x, one.y)
