"""An audience's own copy of the table, kept up to date by differences alone. It is a `Game` with its own numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.appearance.draw_order import DrawOrder
from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.patch_between import touched_between
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.audience_names import renamed
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_changes import Delta, difference, seen, whole, whole_through
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.frames import Frame, Thing, renamed_frame
from tabletop.game.state.game import Counters, Game, empty_game, veiled_after, with_holders
from tabletop.game.state.holder import Holder
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import NOBODY
from tabletop.game.umpire.dispatch import Dispatch

T = TypeVar("T")


def seen_game(game: Game, who: Audience) -> Game:
    """Return the game as an audience sees it, in true ids (except for kinds): never to be sent to anybody.

    It answers the program's own questions about a side's view. `FollowedView` answers them for a series of positions.
    """
    return game if who.sees_all(game) else FollowedView(game, who).game


class Changes(Struct, frozen=True):
    """The changes that a difference makes in a view, in the view's own numbers, ascending: things that are new,
    different or gone.

    `maps` are those on which a changed thing lies or lay.
    """

    pieces: tuple[int, ...]
    holders: tuple[int, ...]
    notes: tuple[int, ...]
    frames: tuple[int, ...] = ()
    contacts: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    dispatches: tuple[int, ...] = ()
    maps: frozenset[int] = frozenset()


class View:
    """A copy of the table as one audience sees it.

    `game` is a `Game` like any other. Unknown kinds are replaced by backs, `secret` is empty, and things are numbered
    from 1 up in the order in which they appear. Its draw order is the table's order of the things that are seen. The
    view of all sides keeps the ids and counters of the game.
    """

    def __init__(self, table: Game, *, keeps_ids: bool = False) -> None:
        """Make a view that knows only the facts in `table`; a difference made by `whole` adds the rest."""
        self.game = table
        self._keeps_ids = keeps_ids
        self._numbers: dict[int, int] = {}
        self._names: dict[int, int] = {}
        self._gone: list[int] = []
        self._order = DrawOrder()
        self._next = 1

    @classmethod
    def of(cls, game: Game, who: Audience) -> "View":
        """Return the whole view of an audience. Everything in the game is looked at for it."""
        if who.sees_all(game):
            return cls(game, keeps_ids=True)
        view = cls(empty_game(game.sides, game.maps, game.module, game.scenario))
        view._take(whole(game, who))
        return view

    @classmethod
    def resumed(cls, game: Game, numbers: Mapping[int, int], next_number: int) -> "View":
        """Return a view from its stored position, its numbers, and the next number."""
        view = cls(game)
        view._known_as(numbers)
        view._next = next_number
        view._order = DrawOrder.of({id: holder.z for id, holder in game.holders.items()})
        return view

    def copy(self) -> "View":
        """Return a copy of the view with the same numbers, to be changed separately."""
        other = View(self.game, keeps_ids=self._keeps_ids)
        other._numbers, other._names, other._gone = self._numbers.copy(), self._names.copy(), self._gone.copy()
        other._order, other._next = self._order.copy(), self._next
        return other

    @property
    def names(self) -> Mapping[int, int]:
        """The numbers of all known things, by name."""
        return self._numbers

    def name(self, number: int) -> int | None:
        """Return the audience's name of the thing with this number; None if there is no such thing."""
        return number if self._keeps_ids else self._names.get(number)

    def number(self, name: int) -> int | None:
        """Return the number of the thing with this name, even if the last difference removed it; None if it is
        unknown.
        """
        return name if self._keeps_ids else self._numbers.get(name)

    def sent(self, command: AnyCommand) -> AnyCommand | None:
        """Return a command in the audience's names, ready to be sent; None if it names a thing that is not here, or if
        commands are nested too deeply.
        """
        return renamed(command, self.name)

    def heard(self, told: Told) -> Told:
        """Return a message of a step in the numbers of this view.

        Call it after `apply` for the same step. Things that this step removed keep their numbers until the next call of
        `apply`.
        """
        return replace(told, pieces=self._known(told.pieces), holders=self._known(told.holders))

    def _known(self, names: Iterable[int]) -> tuple[int, ...]:
        return tuple(number for name in names if (number := self.number(name)) is not None)

    def apply(self, delta: Delta) -> Changes:
        """Apply the changes of a step to the view. Return them in the view's own numbers."""
        before = self.game
        self._take(delta)
        after, moved = self.game, self._order.moved
        pieces = self._different(before.pieces, after.pieces, delta.pieces)
        holders = {*moved, *(self._here(name) for name, _ in delta.holders)}
        changed = _different(before.holders, after.holders, holders)
        return Changes(
            pieces,
            changed,
            self._different(before.notes, after.notes, delta.notes) if delta.notes else (),
            self._different(before.frames, after.frames, delta.frames) if delta.frames else (),
            self._different(before.contacts, after.contacts, delta.contacts) if delta.contacts else (),
            self._different(before.held, after.held, delta.held) if delta.held else (),
            self._different(before.dispatches, after.dispatches, delta.dispatches) if delta.dispatches else (),
            frozenset((*_maps(before, pieces, changed), *_maps(after, pieces, changed))),
        )

    def _different(self, old: PagedMap[T], new: PagedMap[T], things: Sequence[tuple[int, T | None]]) -> tuple[int, ...]:
        """Return the numbers of those things that are different."""
        return _different(old, new, [self._here(name) for name, _ in things])

    def _take(self, delta: Delta) -> None:
        self._forget()
        if not self._keeps_ids:
            for things in filter(None, (delta.kinds, delta.holders, delta.pieces, *delta.of_sides)):
                self._number(map(itemgetter(0), things))
            self._draw(delta)
        game = self.game
        holders = {self._here(name): self._holder(name, holder) for name, holder in delta.holders}
        for id in self._order.moved - holders.keys():
            holders[id] = replace(game.holders[id], z=self._order.z(id))
        pieces = self._pieces(delta.pieces)
        veiled = game.veiled
        if self._keeps_ids:
            were = ((game.holders.get(id), holder) for id, holder in holders.items())
            veiled = veiled_after(veiled, ((game.pieces.get(id), piece) for id, piece in pieces.items()), were)
        self.game = replace(
            with_holders(game, holders),
            pieces=game.pieces.update(pieces),
            veiled=veiled,
            kinds=self._updated(game.kinds, delta.kinds),
            notes=self._updated(game.notes, delta.notes),
            frames=self._updated(game.frames, delta.frames, self._frame),
            contacts=self._updated(game.contacts, delta.contacts, self._contact),
            held=self._updated(game.held, delta.held),
            dispatches=self._updated(game.dispatches, delta.dispatches, self._dispatch),
            properties=_merged(game.properties, delta.properties),
            options=_merged(game.options, delta.options),
            seats=_merged(game.seats, delta.seats),
            counters=delta.counters or self._counters(),
            access=delta.access or game.access,
        )
        self._gone = delta.gone

    def _updated(
        self,
        old: PagedMap[T],
        things: Sequence[tuple[int, T | None]],
        as_here: Callable[[T | None], T | None] | None = None,
    ) -> PagedMap[T]:
        """Return a map with these things under their numbers, in the form of `as_here` if it is given."""
        if not things:
            return old
        return old.update({self._here(name): as_here(thing) if as_here else thing for name, thing in things})

    def _here(self, name: int) -> int:
        return name if self._keeps_ids else self._numbers[name]

    def _number(self, names: Iterable[int]) -> None:
        """Number the things that are new."""
        new = [name for name in names if name not in self._numbers]
        if not new:
            return
        numbers = range(self._next, self._next + len(new))
        self._numbers.update(zip(new, numbers, strict=True))
        self._names.update(zip(numbers, new, strict=True))
        self._next = numbers.stop

    def _known_as(self, numbers: Mapping[int, int]) -> None:
        """Assign names to numbers of the view."""
        self._numbers.update(numbers)
        self._names.update({number: name for name, number in numbers.items()})

    def _forget(self) -> None:
        """Forget the numbers of things that the last difference removed. A lost name is never used again."""
        for name in self._gone:
            number = self._numbers.pop(name, None)
            if number is not None:
                del self._names[number]

    def _counters(self) -> Counters:
        return Counters(next_id=self._next, next_z=self._order.top + 1)

    def _pieces(self, pieces: tuple[tuple[int, Piece | None], ...]) -> dict[int, Piece | None]:
        if self._keeps_ids:
            return dict(pieces)
        numbers = self._numbers
        return {
            numbers[name]: piece
            and Piece(numbers[piece.kind], numbers[piece.at], piece.state, piece.sight, piece.epoch)
            for name, piece in pieces
        }

    def _holder(self, name: int, holder: Holder | None) -> Holder | None:
        if holder is None or self._keeps_ids:
            return holder
        numbers = self._numbers
        return replace(
            holder,
            z=self._order.z(numbers[name]),
            pieces=tuple(map(numbers.__getitem__, holder.pieces)),
            carrier=numbers[holder.carrier] if holder.carrier else 0,
        )

    def _frame(self, frame: Frame | None) -> Frame | None:
        return frame if frame is None or self._keeps_ids else renamed_frame(frame, self._called)

    def _contact(self, contact: Contact | None) -> Contact | None:
        if contact is None or self._keeps_ids or not contact.answers:
            return contact
        return replace(contact, answers=self._numbers.get(contact.answers, NOBODY))

    def _dispatch(self, dispatch: Dispatch | None) -> Dispatch | None:
        if dispatch is None or self._keeps_ids or not dispatch.answers:
            return dispatch
        return replace(dispatch, answers=self._numbers.get(dispatch.answers, NOBODY))

    def _called(self, _thing: Thing, name: int) -> int | None:
        return self._numbers.get(name)

    def _draw(self, delta: Delta) -> None:
        """Update the draw order."""
        order = self._order
        order.moved.clear()
        going = [name for name, holder in delta.holders if holder is None]
        for name in (*going, *(name for name, _ in delta.slid)):
            order.drop(self._numbers[name])
        for name, above in delta.slid:
            order.slide(self._numbers[name], above and self._numbers[above])
        for name in delta.lifted:
            order.lift(self._numbers[name])


class _TrueView(View):
    """A view in true ids. Only kinds are numbered from 1 up, because several of them may have the same back."""

    def __init__(self, table: Game) -> None:
        super().__init__(table)
        self.next_id = 1

    def take(self, delta: Delta, ids: Mapping[int, int], next_id: int) -> None:
        """Apply a difference whose names mean these ids. `next_id` is the next id of the true game."""
        for name in self._gone:
            self._numbers.pop(name, None)
        self._gone = []  # a name comes back with an earlier position
        self._numbers.update(ids)
        self.next_id = next_id
        self._take(
            replace(
                delta,
                holders=self._without_old_names(delta.holders),
                pieces=self._without_old_names(delta.pieces),
            )
        )

    def _without_old_names(self, things: tuple[tuple[int, T | None], ...]) -> tuple[tuple[int, T | None], ...]:
        """Return the changes without the loss of things that are still seen under another name."""
        seen = {self._numbers[name] for name, thing in things if thing is not None}
        return tuple((name, thing) for name, thing in things if thing is not None or self._numbers[name] not in seen)

    def _number(self, names: Iterable[int]) -> None:
        for name in names:
            if name not in self._numbers:
                self._numbers[name] = self._next
                self._next += 1

    def _counters(self) -> Counters:
        return Counters(next_id=max(self.next_id, self._next), next_z=self._order.top + 1)


class FollowedView:
    """The view of one audience in true ids, which follows the game to any other of its positions. It must never be sent
    to anybody.

    Its work depends on the differences between the positions and on the things that the audience sees, not on unseen
    things.
    """

    def __init__(self, game: Game, who: Audience) -> None:
        self._who = who
        self._begin(game)

    @property
    def game(self) -> Game:
        """The view of the last position."""
        return self._view.game

    def _begin(self, game: Game) -> None:
        self._eyes = eyes(game, self._who)
        found = whole_through(self._eyes)
        self._order = SeenThings(self._eyes, self._who.sides)
        self._view = _TrueView(empty_game(game.sides, game.maps, game.module, game.scenario))
        self._view.take(found, self._eyes.ids, game.counters.next_id)

    def follow(self, game: Game) -> Game:
        """Move to another position, and return the view of it."""
        before = self._eyes.game
        if _table_of(game) != _table_of(before):
            self._begin(game)
        elif game is not before:
            touched = touched_between(before, game)
            was = seen(self._eyes, touched)
            now = seen(was.eyes.onward(game, touched.anew), touched)
            self._order.follow(game, touched.anew, touched.holders, now.parts)
            found = difference(was, now, touched, self._order.order)
            self._view.take(found, {**was.eyes.ids, **now.eyes.ids}, game.counters.next_id)
            self._eyes = now.eyes
        return self.game


def _table_of(game: Game) -> tuple[object, ...]:
    return game.sides, game.maps, game.module, game.scenario, game.secret


def _different(old: PagedMap[T], new: PagedMap[T], numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(number for number in numbers if old.get(number) != new.get(number)))


def _maps(game: Game, pieces: Iterable[int], holders: Iterable[int]) -> Iterator[int]:
    """Yield the maps of these pieces and holders, or of their carriers."""
    there = (piece.at for piece in map(game.pieces.get, pieces) if piece is not None)
    for id in {*holders, *there}:
        held = game.holders.get(id)
        while held is not None and held.carrier:
            held = game.holder_of(held.carrier)
        if held is not None and held.map >= 0:
            yield held.map


def _merged(old: Mapping[str, T], changes: tuple[tuple[str, T | None], ...]) -> Mapping[str, T]:
    """Return these values by name with the changes. None removes a name."""
    if not changes:
        return old
    named = dict(changes)
    kept = {name: value for name, value in old.items() if name not in named}
    return kept | {name: value for name, value in changes if value is not None}
