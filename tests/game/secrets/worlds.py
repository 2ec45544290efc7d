"""Two tables that differ only in things that one seat does not see, and the seat's results from each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tabletop.board import Axis, Board, Map, Numbering, SquareGrid
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Asks
from tabletop.game.change.patch import Change, Know, Make, MakeHolder, Option, Proceed, Property, Sit, Write
from tabletop.game.change.step import Answers
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.audience_names import renamed
from tabletop.game.sight.seen_changes import NOTHING, Delta
from tabletop.game.state.components import Components
from tabletop.game.state.frames import Frame, renamed_frame
from tabletop.game.state.game import Game, ModuleName, Note, Seat, empty_game
from tabletop.game.state.holder import UNOWNED, Form, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.levels import level
from tabletop.game.state.values import FACE, FACES, Value
from tabletop.journal.journal import Journal
from tabletop.session import Answer, Confirmed, Connection, InTheWay, NeedsConsent, News, Session

SEED = "5e" * 32


class Steady(Chance):
    """A source of chance that always gives the first result, so that hidden ids cannot change it."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """Return 0, the first result."""
        return 0


SQUARES = SquareGrid(dx=100, dy=100, x0=50, y0=50, columns=10, rows=10, numbering=Numbering(Axis("letters")))
MAIN = Map("main", (Board("sheet", 1000, 1000, SQUARES),))
LAIR = Map("lair", (Board("sheet", 1000, 1000, SQUARES),))
ASKER = "anna"
"""The seat whose news is compared; it plays the first side."""


class World:
    """A table under construction, with labels for its parts. `is_other` marks the table with other hidden parts."""

    def __init__(
        self,
        sides: Sequence[str] = ("a", "b"),
        *,
        is_other: bool = False,
        kinds: Sequence[Kind] = (),
        plays: tuple[int, ...] = (0,),
    ) -> None:
        self.is_other = is_other
        self.sides = tuple(sides)
        self.ids: dict[str, int] = {}
        self._fresh = count(1_001, 3) if is_other else count(1)
        self._z = count(1_001, 3) if is_other else count(1)
        seats = {ASKER: Seat(plays), "bert": Seat((1,)), "umpire": Seat((), umpire=True), "watcher": Seat()}
        self.changes: list[Change] = [Sit(name, seat) for name, seat in seats.items()]
        self._kinds: dict[bytes, int] = {}
        self._boxed = {kind.key: kind for kind in kinds}
        self._over: dict[str, int] = {}
        self.components = Components({"main": MAIN, "lair": LAIR}, self._boxed, {})

    def __getitem__(self, label: str) -> int:
        return self.ids[label]

    def named(self, label: str) -> int:
        """Give a new id to a label, and return it."""
        self.ids[label] = next(self._fresh)
        return self.ids[label]

    def sight(self, *levels: int) -> tuple[int, ...]:
        """Return the sight of a piece for each side in order; by default, the face."""
        return (*levels, *(FACE for _ in self.sides[len(levels) :]))

    def looks(self, *levels: int) -> tuple[int, ...]:
        """Return the looks into a holder for each side in order; by default, everything."""
        return (*levels, *(FACES for _ in self.sides[len(levels) :]))

    def kind(self, kind: Kind) -> int:
        """Return the id of a kind, which is added if it is new."""
        written = msgspec.json.encode(kind)
        if written not in self._kinds:
            self._kinds[written] = next(self._fresh)
            self.changes.append(Know(self._kinds[written], kind))
        return self._kinds[written]

    def holder(
        self,
        label: str,
        form: Form = "stack",
        x: int = 50,
        y: int = 50,
        looks: tuple[int, ...] | None = None,
        name: str = "",
        owner: int = UNOWNED,
        carrier: str = "",
        map: int = 0,
    ) -> int:
        """Add a holder, and return its id."""
        id, board = self.named(label), self.components.maps["main"]
        lies = -1 if carrier or form == "hand" else map
        place = board.place_at(x, y) if lies >= 0 else ""
        made = Holder(
            form, lies, x, y, place, 0, next(self._z), (), looks or self.looks(), (), name, owner,
            self.ids[carrier] if carrier else 0,
        )  # fmt: skip
        self.changes.append(MakeHolder(id, made))
        return id

    def piece(self, label: str, kind: Kind, holder: str, sight: tuple[int, ...] | None = None, **slots: Value) -> int:
        """Add a piece on top of a holder, and return its id. `slots` are values of its properties."""
        made, id = self.kind(kind), self.named(label)
        compiled = compile_kind(kind)
        state = list(compiled.slots)
        for name, value in slots.items():
            (slot,) = compiled.slots_of[name]
            state[slot] = value
        self.changes.append(
            Make(id, made, self.ids[holder], self._over.get(holder, 0), tuple(state), sight or self.sight())
        )
        self._over[holder] = id
        return id

    def note(self, label: str, note: Note) -> None:
        """Add a new note."""
        self.changes.append(Write(self.named(label), note))

    def frame(self, label: str, frame: Frame) -> None:
        """Add a procedure in progress."""
        self.changes.append(Proceed(self.named(label), frame))

    def property(self, name: str, value: Value) -> None:
        """Set a property of the table."""
        self.changes.append(Property(name, value))

    def option(self, name: str, value: Value) -> None:
        """Set an option."""
        self.changes.append(Option(name, value))

    def game(self) -> Game:
        """Return the game with everything that was laid out."""
        empty = empty_game(self.sides, ("main", "lair"), ModuleName("small", "1", "0"), secret="of the table")
        return apply(empty, self.changes)[0]


Lays: TypeAlias = Callable[[World], None]
"""A function that lays out a world, with other hidden parts if `is_other`."""


_NAMED: Final = re.compile(rb"((?:piece|holder):)[0-9]+")


def sent_bytes(delta: Delta) -> int:
    """Return the size of a delta in bytes, without the digits of pieces and holders in the data of procedures."""
    return len(_NAMED.sub(rb"\1", msgspec.msgpack.encode(delta)))


Labels: TypeAlias = Mapping[tuple[str, int], str]
"""Labels of things, by their sort and number. A label gives the place of a thing in the order of its sort, for example
`piece 3.0`.
"""

_LARGE = 1 << 32
"""A number above this is the id of a thing."""


def _lives(before: Labels, after: Labels) -> list[tuple[str, str]]:
    """Return the old and the new label of each thing that has kept its number for the seat."""
    return sorted((before[key], label) for key, label in after.items() if key in before)


class _Others(dict[str, Connection]):
    """The other seats; each joins when it is first used."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def __missing__(self, seat: str) -> Connection:
        self[seat] = self._session.join(seat)
        return self[seat]


class Played:
    """A world in play. `got` has all that the asking seat gets; it is the same for both worlds unless the seat can tell
    them apart.

    `heard` has the news of the seat, and `broken` the rules that were broken.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.session = Session(
            Journal.in_memory(world.game(), SEED), world.components, now_ms=lambda: 1_000, chance=Steady()
        )
        self.got: list[object] = []
        self.heard: list[News] = []
        self.broken: list[str] = []
        self.anna = self.session.join(ASKER, self._hear)
        self.others = _Others(self.session)
        self._view = self.anna.view
        self._called = labels(self._view)
        self.got.append(seen(self._view, self._called))

    def __getitem__(self, label: str) -> int:
        return self.world.ids[label]

    def _hear(self, news: News) -> None:
        self.heard.append(news)
        before = self._called if news.before is self._view else labels(news.before)
        after = before if news.after is news.before else labels(news.after)
        self._view, self._called = news.after, after
        is_new = news.delta != NOTHING or news.is_whole
        self.got.append(
            {
                "stream": news.stream,
                "by": news.by,
                "at": len(self.heard),
                "told": [self._told(told, before, after) for told in news.told],
                "after": seen(news.after, after) if is_new else None,
                "lives": _lives(before, after) if is_new and not news.is_whole else (),
                "size": sent_bytes(news.delta) if is_new else 0,
                "asks": news.asks,
                "refused by": news.refused_by,
                "lapsed": news.has_lapsed,
                "whole": news.is_whole,
            }
        )

    def _told(self, told: Told, before: Labels, after: Labels) -> object:
        def name(thing: str, id: int) -> object:
            return after.get((thing, id)) or ["gone", before.get((thing, id))]

        return [
            told.key,
            {key: self._fact(value) for key, value in told.facts.items()},
            [name("piece", id) for id in told.pieces],
            [name("holder", id) for id in told.holders],
            told.sides,
            told.lesser,
        ]

    def _fact(self, value: Value) -> object:
        """Return a fact of a message, in a form that is equal in both worlds: ids of things are left out, since they
        differ between games.
        """
        return "a number" if type(value) is int and value > _LARGE else value

    def truly_called(self, thing: str, called: Labels | None = None) -> Iterator[tuple[int, str]]:
        """Yield the things that the asking seat sees, each by its label and its true id."""
        names = self.session.names(self.anna.audience)
        for (sort, number), label in (self._called if called is None else called).items():
            name = self.anna._view.name(number)
            id = names.id(name) if name is not None else None
            if sort == thing and id is not None:
                yield id, label

    def does(self, command: AnyCommand, answers: Answers = ()) -> Answer:
        """Let the asking seat give a command in which things are named by their true ids, and return the answer."""
        session = self.session
        names, view = session.names(self.anna.audience), self.anna._view

        def number(id: int) -> int | None:
            name = next((name for name, true in names._ids.items() if true == id), None)
            return None if name is None else view.number(name)

        own = renamed(command, number)
        assert own is not None, "the seat does not see what it names"
        answer = self.anna.submit(own, answers)
        self.got.append(replied(answer, self.anna))
        return answer

    def submits(self, command: AnyCommand, answers: Answers = ()) -> Answer:
        """Let the asking seat give a command in which things are named by the numbers of its view, and return the
        answer.
        """
        answer = self.anna.submit(command, answers)
        self.got.append(replied(answer, self.anna))
        return answer

    def by(self, seat: str, command: AnyCommand) -> None:
        """Let another seat act; things are named by their true ids."""
        self.session.submit(seat, command)

    def undoes(self, *, of_table: bool = False, answers: Answers = ()) -> Answer:
        """Let the asking seat undo its last step, and return the answer. If a step that showed something to somebody is
        undone without a question, this is noted in `broken`.
        """
        seq = self.session.undoing.to_undo(ASKER, of_table=of_table)
        answer = self.anna.undo(answers, of_table=of_table)
        self.got.append(replied(answer, self.anna))
        if isinstance(answer, Confirmed) and not answers and self._showed(seq):
            self.broken.append("what was shown to somebody was undone without a question")
        return answer

    def _showed(self, seq: int) -> bool:
        """Return whether a step showed somebody more of a piece that the asking seat sees. Backs in decks and hands do
        not count.
        """
        here = self.session.journal.around(seq)
        own = self.anna.audience.sides
        both = [
            id
            for id in here.before.pieces
            if id in here.after.pieces and (most_seen(here.before, id, own) or most_seen(here.after, id, own))
        ]
        return any(
            most_seen(here.before, id, seat.sides) < (after := most_seen(here.after, id, seat.sides))
            and (after == FACE or here.after.holder_of(id).form not in ("deck", "hand"))
            for seat in here.after.seats.values()
            if seat.sides
            for id in both
        )

    def all_agree(self) -> None:
        """Let everybody agree to the asking seat's undo."""
        for number, request in self.session.consents.waiting(ASKER).items():
            for seat in self.session.game.seats:
                if request.by == ASKER and number in self.session.consents.waiting(ASKER):
                    self.session.consents.agree(ASKER, number, seat)

    def takes_back(self, number: int) -> Answer:
        """Let the asking seat undo the step of this number in its stream, and return the answer."""
        answer = self.anna.take_back((number,))
        self.got.append(replied(answer, self.anna))
        return answer

    def redoes(self) -> Answer:
        """Let the asking seat redo what it undid last, and return the answer."""
        answer = self.anna.redo()
        self.got.append(replied(answer, self.anna))
        return answer


def replied(answer: Answer, connection: Connection) -> object:
    """Return the content of an answer without true ids, so that answers from two worlds can be compared."""
    match answer:
        case Confirmed():
            return ["done", msgspec.to_builtins(answer)]
        case Asks(prompt):
            at = labels(connection.view)
            return ["asks", msgspec.to_builtins(replace(prompt, turns=0)), at.get(("piece", prompt.turns))]
        case InTheWay() | NeedsConsent():
            return [type(answer).__name__, msgspec.to_builtins(answer), answer.because]
        case _:
            return ["refused", msgspec.to_builtins(answer), answer.because]


def most_seen(game: Game, id: int, sides: Iterable[int]) -> int:
    """Return the best level at which the players of these sides see a piece; `FACE` if no sides are given."""
    found = [level(game.pieces.__getitem__, game.holders.__getitem__, id, side) for side in sides]
    return max(found, default=FACE)


def labels(view: Game) -> Labels:
    """Return labels for a view's parts by their position, so that two views can be compared.

    Contacts that are equal in every respect have the same label: ghosts made in one step have no order of their own.
    """
    found: dict[tuple[str, int], str] = {}
    order = sorted(view.holders.items(), key=lambda item: item[1].z)
    for rank, (id, holder) in enumerate(order):
        found["holder", id] = f"holder {rank}"
        for at, piece in enumerate(holder.pieces):
            found["piece", piece] = f"piece {rank}.{at}"
    for rank, (id, _) in enumerate(sorted(view.notes.items(), key=lambda item: msgspec.json.encode(item[1]))):
        found["note", id] = f"note {rank}"
    contacts = {id: msgspec.json.encode(contact) for id, contact in view.contacts.items()}
    ranks = {written: rank for rank, written in enumerate(sorted({*contacts.values()}))}
    found.update((("contact", id), f"contact {ranks[written]}") for id, written in contacts.items())
    orders = sorted(view.held.items(), key=lambda item: repr(item[1]))
    found.update((("order", id), f"order {rank}") for rank, (id, _) in enumerate(orders))
    dispatches = sorted(view.dispatches.items(), key=lambda item: repr(item[1]))
    found.update((("dispatch", id), f"dispatch {rank}") for rank, (id, _) in enumerate(dispatches))
    numbers = {key: number for number, key in enumerate(sorted(found, key=lambda key: found[key]), 1)}
    frames = list(view.frames.items())
    if len(frames) > 1:
        frames.sort(key=lambda item: repr(_renumbered(item[1], numbers)))
    for rank, (id, _) in enumerate(frames):
        found["frame", id] = f"frame {rank}"
    return found


def seen(view: Game, called: Labels | None = None) -> object:
    """Return the content of a view with labels by position in place of numbers."""
    called = labels(view) if called is None else called
    order = sorted(view.holders.items(), key=lambda item: item[1].z)

    def piece(id: int) -> object:
        held = view.pieces[id]
        return compile_kind(view.kinds[held.kind]).kind, held.state, held.sight

    holders = [
        [
            held.form, held.map, held.x, held.y, held.place, held.layer, held.looks, held.name, held.owner,
            called.get(("piece", held.carrier)), held.more, [piece(id) for id in held.pieces],
        ]
        for _, held in order
    ]  # fmt: skip
    return {
        "holders": holders,
        "notes": sorted(map(msgspec.json.encode, view.notes.values())),
        "contacts": sorted(map(msgspec.json.encode, view.contacts.values())),
        "held": sorted(map(msgspec.json.encode, view.held.values())),
        "dispatches": sorted(repr(replace(one, answers=int(bool(one.answers)))) for one in view.dispatches.values()),
        "frames": sorted(_frame(frame, called) for frame in view.frames.values()),
        "properties": dict(view.properties),
        "options": dict(view.options),
        "seats": dict(view.seats),
    }


def _frame(frame: Frame, called: Labels) -> str:
    numbers = {key: number for number, key in enumerate(sorted(called, key=lambda key: called[key]), 1)}
    return repr(_renumbered(frame, numbers))


def _renumbered(frame: Frame, numbers: Mapping[tuple[str, int], int]) -> Frame:
    return renamed_frame(frame, lambda thing, id: numbers.get((thing, id)))


class Difference(NamedTuple):
    """A difference between the asking seat's results from two worlds."""

    at: int
    one: object
    other: object


def difference(one: Played, other: Played) -> Difference | None:
    """Return the first difference between the results of two worlds; None if all results are equal."""
    for at, (mine, its) in enumerate(zip(one.got, other.got, strict=False)):
        if mine != its:
            return Difference(at, *_parted(mine, its))
    if len(one.got) != len(other.got):
        at = min(len(one.got), len(other.got))
        return Difference(at, one.got[at:], other.got[at:])
    return None


def _parted(mine: object, its: object, way: tuple[object, ...] = ()) -> tuple[object, object]:
    """Return the innermost parts in which two values differ, with their paths."""
    if isinstance(mine, dict) and isinstance(its, dict):
        for key in (*mine, *its):
            if mine.get(key) != its.get(key):
                return _parted(mine.get(key), its.get(key), (*way, key))
    if isinstance(mine, list | tuple) and isinstance(its, list | tuple) and len(mine) == len(its):
        for at, (one, other) in enumerate(zip(mine, its, strict=True)):
            if one != other:
                return _parted(one, other, (*way, at))
    return (*way, mine), (*way, its)


def both(lays: Lays, sides: Sequence[str] = ("a", "b"), kinds: Sequence[Kind] = ()) -> Iterator[Played]:
    """Yield the two worlds of this layout, in play."""
    for is_other in (False, True):
        world = World(sides, is_other=is_other, kinds=kinds)
        lays(world)
        yield Played(world)
