"""The forces of a position, and the knowledge of each side about them: seen now, seen earlier, told, or nothing.

They are only for the umpire: everything here is the truth.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from tabletop.game.beliefs.belief_differences import is_screen
from tabletop.game.beliefs.contact import Contact
from tabletop.game.side_cells import knows_own, side_of
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game
from tabletop.game.state.holder import Holder
from tabletop.game.state.levels import level
from tabletop.game.state.values import BACK, FACE, UNSEEN

GameTime: TypeAlias = tuple[int, ...]
"""The positions of the tracker that dates a game's contacts."""

Acquaintance: TypeAlias = Literal["own", "seen", "back", "screen", "told", "lost", "never"]
"""The ways in which a side knows a force.

`own`: the force is the side's own. `seen`: it is in sight. `back`: only its back is in sight. `screen`: only its screen
is in sight. `told`: a contact tells of it. `lost`: it was seen earlier. `never`: the side does not know of the force.
"""


class Force(NamedTuple):
    """The pieces at one point of a map that lie or ride together, the top piece first. `side` is the side of the first
    piece that has one ("" for none).
    """

    holder: int
    side: str
    pieces: tuple[int, ...]
    lying: Holder


class ForceKnowledge(NamedTuple):
    """The knowledge of one side about a force: the way in which the side knows it, the time when the side last saw it
    or was told of it, and the number of the side's newest contact (0 for none).
    """

    how: Acquaintance
    time: GameTime | None = None
    contact: int = 0


class ToldOf(NamedTuple):
    """The last contact about a piece that a side received: the side, the game time and the source."""

    side: int
    time: GameTime
    source: str


class PastSight(Struct, frozen=True):
    """The contents of a record of sight and of reports.

    `seen` has the last time that a side saw a piece, by the side and the piece; `told` has the last report of a piece.
    """

    seen: tuple[tuple[int, int, GameTime], ...] = ()
    told: tuple[tuple[int, ToldOf], ...] = ()


class SightHistory:
    """A record of sight and of reports, step by step.

    It has the last time that each side saw each piece, or was told of it.
    """

    def __init__(self, components: Components, past: PastSight | None = None) -> None:
        """Make a record that continues an earlier one; without one it is empty."""
        known = past or PastSight()
        self._clock = components.contact_clock
        self._seen: dict[tuple[int, int], GameTime] = {(side, piece): time for side, piece, time in known.seen}
        self._told: dict[int, ToldOf] = dict(known.told)

    @property
    def past(self) -> PastSight:
        """The contents of the record."""
        seen = tuple((side, piece, time) for (side, piece), time in self._seen.items())
        return PastSight(seen, tuple(self._told.items()))

    def follow(self, before: Game, after: Game) -> None:
        """Note one step of the game, between two positions."""
        if any(before.veiled) or any(after.veiled):
            time = self._clock.now(before.properties.get)
            for piece in _touched(before, after):
                for side in range(len(before.sides)):
                    if _level(before, piece, side) > UNSEEN:
                        self._seen[side, piece] = time
        for id in before.contacts.differing(after.contacts):
            was, now = before.contacts.get(id), after.contacts.get(id)
            if now is not None and not now.late and (was is None or was.late):
                self._note(now)

    def _note(self, contact: Contact) -> None:
        if contact.form == "claim":
            self._told.update(dict.fromkeys(contact.of, ToldOf(contact.side, contact.time, contact.source)))

    def last_seen(self, side: int, pieces: Iterable[int]) -> GameTime | None:
        """Return the last recorded game time at which a side saw one of these pieces; None if it never did.

        Use it for pieces that the side does not see now.
        """
        return max((time for piece in pieces if (time := self._seen.get((side, piece))) is not None), default=None)

    def last_told(self, pieces: Iterable[int]) -> ToldOf | None:
        """Return the last report to any side about one of these pieces; None if there was none."""
        found = [self._told[piece] for piece in pieces if piece in self._told]
        return max(found, key=lambda one: one.time, default=None)


def forces(game: Game) -> list[Force]:
    """Return the forces that lie on a map and that not everybody sees, or that a contact is about.

    They are sorted by side, and then by place.
    """
    reported = {piece for contact in game.contacts.values() for piece in contact.of}
    found = []
    for id, holder in game.holders.items():
        if holder.form in ("stack", "box") and holder.map >= 0 and holder.pieces:
            pieces = tuple(_inside(game, holder))
            if not reported.isdisjoint(pieces) or not all(_is_open(game, piece) for piece in pieces):
                sides = (game.kind_of(piece).side for piece in pieces)
                found.append(Force(id, next(filter(None, sides), ""), pieces, holder))
    return sorted(found, key=lambda one: (one.side, one.lying.map, one.lying.place, one.lying.x, one.lying.y))


def knowledge(game: Game, force: Force, side: int, record: SightHistory) -> ForceKnowledge:
    """Return the knowledge of a side or cell (by its index) about a force.

    A cell may not see all pieces of its own side.
    """
    name, seen = game.sides[side], max(_level(game, piece, side) for piece in force.pieces)
    if knows_own(game.sides, name, force.side) or (side_of(name) == force.side and seen == FACE):
        return ForceKnowledge("own")
    contacts = [
        (one.time, id)
        for id, one in game.contacts.items()
        if one.side == side and not one.late and not set(one.of).isdisjoint(force.pieces)
    ]
    contact = max(contacts)[1] if contacts else 0
    if seen >= BACK:
        how: Acquaintance = "back" if seen == BACK else "screen" if _is_screened(game, force.pieces, side) else "seen"
        return ForceKnowledge(how, contact=contact)
    time = record.last_seen(side, force.pieces)
    if contact and (time is None or game.contacts[contact].time >= time):
        return ForceKnowledge("told", game.contacts[contact].time, contact)
    return ForceKnowledge("never" if time is None else "lost", time, contact)


def _is_screened(game: Game, pieces: Sequence[int], side: int) -> bool:
    """Return whether a side sees only the screen of a force."""
    return all(is_screen(game.kind_of(piece)) for piece in pieces if _level(game, piece, side) == FACE)


def _inside(game: Game, holder: Holder) -> Iterator[int]:
    """Yield the pieces of a holder, from the top down, each followed by those that ride on it."""
    for piece in reversed(holder.pieces):
        yield piece
        for hold in game.carried.get(piece, ()):
            yield from _inside(game, game.holders[hold])


def _is_open(game: Game, piece: int) -> bool:
    return all(_level(game, piece, side) == FACE for side in range(len(game.sides)))


def _level(game: Game, piece: int, side: int) -> int:
    if piece not in game.pieces:
        return UNSEEN
    return level(game.pieces.__getitem__, game.holders.__getitem__, piece, side)


def _touched(before: Game, after: Game) -> set[int]:
    """Return the pieces that may have been lost from sight in a step, with those that ride on them."""
    found = set(before.pieces.differing(after.pieces))
    for id in before.holders.differing(after.holders):
        for holder in filter(None, (before.holders.get(id), after.holders.get(id))):
            found.update(holder.pieces)
    for piece in [*found]:
        for hold in before.carried.get(piece, ()):
            found.update(_inside(before, before.holders[hold]))
    return found
