"""The things that a patch touched, with everything inside them. Nothing else can look different to anybody after it."""

from collections.abc import Iterable

from tabletop.game.change.patch import (
    Believe,
    Change,
    Drop,
    DropHolder,
    Go,
    Grant,
    HolderOrder,
    HolderOwner,
    HolderPlace,
    HolderSight,
    KeepOrder,
    Know,
    Make,
    MakeHolder,
    Option,
    Patch,
    PieceSight,
    Post,
    Proceed,
    Property,
    Raise,
    Recast,
    Reply,
    Set,
    Sit,
    Write,
)
from tabletop.game.state.frames import Thing, things_of
from tabletop.game.state.game import Game
from tabletop.game.state.values import TOP


class TouchedThings:
    """The ids and names of the things that a patch touched, in the position `before` it or in the one `after` it.

    Sight is stored in pieces and holders, so nothing else can have appeared or vanished for any audience. Pieces that
    are `restated` differ for everybody only in their state; those in `anew` must be looked at completely.
    """

    def __init__(self, before: Game, after: Game, patch: Patch) -> None:
        self.pieces: set[int] = set()
        self.restated: set[int] = set()
        self.holders: set[int] = set()
        self.raised: set[int] = set()
        self.notes: set[int] = set()
        self.frames: set[int] = set()
        self.contacts: set[int] = set()
        self.held: set[int] = set()
        self.dispatches: set[int] = set()
        self.properties: set[str] = set()
        self.options: set[str] = set()
        self.seats: set[str] = set()
        self.kinds: set[int] = set()
        self.access = False
        self._games = (before, after)
        self._opened: set[int] = set()
        for change in patch:
            self._name(change)
        self._add_places()
        self._add_contents()
        self._add_inside()
        self._pass_over()
        self.anew = self.pieces - self.restated
        if len(after.frames):
            self._add_frames()
        if self.dispatches:
            self._add_answers()

    def _name(self, change: Change) -> None:  # noqa: PLR0912 - one case a kind of change
        match change:  # the most frequent kinds of changes come first
            case Set(piece=id) | PieceSight(piece=id) | Drop(piece=id) | Recast(piece=id):
                self.pieces.add(id)
            case Go(pieces=pieces, holder=holder):
                self.pieces.update(pieces)
                self.holders.add(holder)
            case MakeHolder(id=id) | DropHolder(id=id) | HolderPlace(holder=id) | HolderOwner(holder=id):
                self.holders.add(id)
            case Raise(holder=id):
                self.holders.add(id)
                self.raised.add(id)
            case Make(piece=id, holder=holder):
                self.pieces.add(id)
                self.holders.add(holder)
            case HolderSight(holder=id) | HolderOrder(holder=id):
                self.holders.add(id)
                self._opened.add(id)
            case Property(name=name):
                self.properties.add(name)
            case Option(name=name):
                self.options.add(name)
            case Sit(name=name):
                self.seats.add(name)
            case Grant():
                self.access = True
            case Write(id=id):
                self.notes.add(id)
            case Proceed(id=id) | Reply(id=id):
                self.frames.add(id)
            case Believe(id=id):
                self.contacts.add(id)
            case KeepOrder(id=id):
                self.held.add(id)
            case Post(id=id):
                self.dispatches.add(id)
            case Know(id=id):
                self.kinds.add(id)
                if id in self._games[0].kinds:  # rare: with a kind's new definition all its pieces look different
                    self.pieces.update(i for i, piece in self._games[0].pieces.items() if piece.kind == id)

    def _add_places(self) -> None:
        """Add the holders of the pieces before and after."""
        for game in self._games:
            self.holders.update([piece.at for piece in map(game.pieces.get, self.pieces) if piece is not None])

    def _add_contents(self) -> None:
        """Add the contents of holders that were opened, closed or shuffled, that show their top, or that have a new
        name.
        """
        before, after = self._games
        for id in self.holders:
            was, now = before.holders.get(id), after.holders.get(id)
            is_renamed = was is not None and now is not None and was.epoch != now.epoch
            for holder in (was, now):
                if holder is not None and (is_renamed or id in self._opened or TOP in holder.looks):
                    self.pieces.update(holder.pieces)

    def _add_inside(self) -> None:
        """Add everything that rides on the pieces, at any depth."""
        for game in self._games:
            if game.carried:
                inside = list(self.pieces)
                for piece in inside:  # grows while it is walked
                    for hold in game.carried.get(piece, ()):
                        self.holders.add(hold)
                        inside.extend(game.holders[hold].pieces)
                self.pieces.update(inside)

    def _pass_over(self) -> None:
        """Leave out holders that look the same to everybody, and store their pieces with a new state separately."""
        before, after = self._games
        if before.kinds is after.kinds:
            same = {id: held for id in self.holders if (held := self._restated_in(id)) is not None}
            self.holders -= same.keys()
            self.restated.update(*same.values())

    def _restated_in(self, id: int) -> list[int] | None:
        """Return the pieces in a holder with a new state; None if a piece carries the holder, or if the holder or the
        sight of a piece in it changed.
        """
        before, after = self._games
        holder = after.holders.get(id)
        if holder is None or holder.carrier or holder is not before.holders.get(id):
            return None
        found = []
        for piece in holder.pieces:
            was, now = before.pieces[piece], after.pieces[piece]
            if was is not now:
                if was.sight != now.sight or was.epoch != now.epoch:
                    return None
                if was.kind == now.kind:
                    found.append(piece)
        return found

    def _add_frames(self) -> None:
        """Add the procedures that mention a touched thing.

        An audience is told of a procedure only as far as it sees the things in it.
        """
        touched: dict[Thing, set[int]] = {"piece": self.anew, "holder": self.holders, "frame": self.frames}
        speaking = [
            id
            for id, frame in self._games[1].frames.items()
            if any(named in touched[thing] for thing, named in things_of(frame))
        ]
        self.frames.update(speaking)

    def _add_answers(self) -> None:
        """Add the answers to the dispatches, also by reports. They name the dispatches only to those who know them."""
        after, dispatches = self._games[1], frozenset(self.dispatches)
        self.dispatches.update([id for id, one in after.dispatches.items() if one.answers in dispatches])
        self.contacts.update([id for id, one in after.contacts.items() if one.answers in dispatches])


def moved_between(before: Game, after: Game, holders: Iterable[int]) -> tuple[int, ...]:
    """Return the pieces in these holders that have come to another point or another map, or into the game."""
    return tuple(
        piece
        for id in holders
        if (held := after.holders.get(id)) is not None
        for piece in held.pieces
        if _point(before, piece) != (held.map, held.x, held.y)
    )


def _point(game: Game, piece: int) -> tuple[int, int, int] | None:
    lying = game.pieces.get(piece)
    held = game.holders[lying.at] if lying is not None else None
    return (held.map, held.x, held.y) if held is not None else None
