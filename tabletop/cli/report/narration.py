"""Steps and positions as lines of text."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Raw, Struct

from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import Told
from tabletop.game.commands import Answer
from tabletop.game.state.frames import OpenQuestion
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.values import Value
from tabletop.game.table_access import TableAccess
from tabletop.game.umpire.dispatch import Addressee, DispatchState
from tabletop.log_sentences import sentence
from tabletop.log_titles import IDS, Titles
from tabletop.texts import listed, text


def what_is_said(told: Iterable[Told], before: Game, after: Game, titles: Titles = IDS) -> str:
    """Return the messages of a step as one line, without the seat that acted; "" if there are none."""
    said = filter(None, (sentence(one, before, after, titles) for one in told))
    return " ".join("; ".join(said).split())


def what_happened(step: Step, before: Game, after: Game, titles: Titles = IDS) -> str:
    """Return one line about a step for a reader who sees everything: its sentences in the log, or the sentence of its
    note by mail. A step without a message is told as an answer, or as an action.
    """
    if isinstance(step.command, TakeBack):
        steps = listed([str(seq) for seq in step.command.steps])
        said = what_is_said(step.told, before, after, titles)
        return text("told-of-steps", said=said, steps=steps, count=len(step.command.steps)).strip()
    silent = "log-answers-a-question" if isinstance(step.command, Answer) else "log-acts-without-message"
    return what_is_said(step.told, before, after, titles) or _note_by_mail(step) or text(silent)


def _note_by_mail(step: Step) -> str:
    """Return the sentence for a host's note in a step; "" for any other step."""
    from tabletop.mail.mail_notes import note_in
    from tabletop.mail.note_sentences import note_sentence

    note = note_in(step.command)
    return note_sentence(note).removesuffix(".") if note is not None else ""


def position_lines(game: Game) -> Iterator[str]:
    """Yield the lines of a summary of a position: module, scenario, seats, and the number of pieces of each side."""
    module = game.module
    key = "position-scenario" if game.scenario else "position-module"
    yield text(key, module=module.id, version=module.version, scenario=game.scenario)
    seats = [_seat(game, name, seat) for name, seat in game.seats.items()]
    yield text("position-seats", seats=", ".join(seats)) if seats else text("position-no-seats")
    sides = Counter(game.kinds[piece.kind].side for piece in game.pieces.values())
    named = {side: side for side in game.sides} | {"": text("of-no-side")}
    counts = [f"{name} {sides[side]}" for side, name in named.items() if sides[side]]
    yield text("position-pieces", pieces=", ".join(counts)) if counts else text("position-no-pieces")


def _seat(game: Game, name: str, seat: Seat) -> str:
    plays = [seat.role_name] if seat.role_name else [game.sides[side] for side in seat.sides]
    told = ", ".join([*plays, *[text("seat-umpire")] * seat.umpire]) or text("seat-watches")
    return f"{name} ({told})"


class SeenPiece(Struct, frozen=True):
    """A piece as a seat sees it. Its position is in map pixels."""

    piece: int
    kind: str
    name: str
    side: str
    holder: int
    map: str
    place: str
    x: int
    y: int


class SeenHolder(Struct, frozen=True):
    """A deck, hand, box or hold as a seat sees it, with the number of pieces that the seat knows in it."""

    holder: int
    form: str
    name: str
    count: int


class SeenNote(Struct, frozen=True):
    """A note as a seat reads it."""

    note: int
    kind: str
    title: str
    text: str


class SeenFrame(Struct, frozen=True):
    """A procedure in progress as a seat sees it, with its open questions."""

    frame: int
    procedure: str
    step: str
    waiting: tuple[OpenQuestion, ...]


class SeenContact(Struct, frozen=True, omit_defaults=True):
    """A contact of a side: a claim about the enemy, its place, its time (positions of a turn tracker), and its
    source.
    """

    contact: int
    side: str
    form: str
    kind: str
    map: str
    place: str
    x: int
    y: int
    time: tuple[int, ...]
    source: str
    says: dict[str, Value]
    note: str
    answers: int = 0


class SeenOrder(Struct, frozen=True, omit_defaults=True):
    """An order that waits for the umpire. Only the umpire sees its `command`."""

    order: int
    by: str
    kind: str
    time: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    word: str = ""
    command: Raw | None = None


class SeenDispatch(Struct, frozen=True, omit_defaults=True):
    """A dispatch as far as a seat knows of it; `time`, `due`, `arrived` and `read` are positions of the tracker."""

    dispatch: int
    by: str
    to: Addressee
    form: str
    says: dict[str, str]
    state: DispatchState
    time: tuple[int, ...] = ()
    map: str = ""
    place: str = ""
    due: tuple[int, ...] = ()
    arrived: tuple[int, ...] = ()
    read: dict[str, tuple[int, ...]] = {}
    told: dict[str, str] | None = None
    word: str = ""
    answers: int = 0


class SeenSeat(Struct, frozen=True):
    """A seat at the table: its sides and its role. `umpire` is true for a seat of the umpire."""

    sides: list[str]
    role: str
    umpire: bool


class SightReport(Struct, frozen=True):
    """The contents of a seat's view, with the numbers that the seat's commands use."""

    pieces: list[SeenPiece]
    holders: list[SeenHolder]
    notes: list[SeenNote]
    properties: dict[str, Value]
    frames: list[SeenFrame]
    contacts: list[SeenContact]
    orders: list[SeenOrder]
    dispatches: list[SeenDispatch]
    seats: dict[str, SeenSeat]
    access: TableAccess


def sight_of(view: Game) -> SightReport:
    """Return the contents of a seat's view, in the order of numbers. Stacks are not listed; their pieces are."""
    return SightReport(
        pieces=[seen_piece(view, id) for id in view.pieces],
        holders=[
            SeenHolder(id, holder.form, holder.name, len(holder.pieces) + holder.more)
            for id, holder in view.holders.items()
            if holder.form != "stack"
        ],
        notes=seen_notes(view),
        properties=dict(view.properties),
        frames=[SeenFrame(id, one.procedure, one.step, one.waiting) for id, one in view.frames.items()],
        contacts=seen_contacts(view),
        orders=seen_orders(view),
        dispatches=seen_dispatches(view),
        seats={
            name: SeenSeat([view.sides[side] for side in seat.sides], seat.role_name, seat.umpire)
            for name, seat in view.seats.items()
        },
        access=view.access,
    )


def seen_orders(view: Game) -> list[SeenOrder]:
    """Return the orders in a view that wait for the umpire."""
    return [
        SeenOrder(
            id, one.seat, one.kind, one.time, one.due, one.word, Raw(one.command.encode()) if one.command else None
        )
        for id, one in view.held.items()
    ]


def seen_dispatches(view: Game) -> list[SeenDispatch]:
    """Return the dispatches in a view."""
    return [
        SeenDispatch(
            dispatch=id,
            by=one.sender or one.seat,
            to=one.to,
            form=one.form,
            says=one.says,
            state=one.state,
            time=one.time,
            map=view.maps[one.map] if one.map >= 0 else "",
            place=one.place,
            due=one.due,
            arrived=one.arrived,
            read=one.read,
            told=one.told,
            word=one.word,
            answers=one.answers,
        )
        for id, one in view.dispatches.items()
    ]


def seen_contacts(view: Game) -> list[SeenContact]:
    """Return the contacts in a view."""
    return [
        SeenContact(
            contact=id,
            side=view.sides[one.side],
            form=one.form,
            kind=one.kind,
            map=view.maps[one.map] if one.map >= 0 else "",
            place=one.place,
            x=one.x,
            y=one.y,
            time=one.time,
            source=one.source,
            says=one.says,
            note=one.note,
            answers=one.answers,
        )
        for id, one in view.contacts.items()
    ]


def seen_notes(view: Game) -> list[SeenNote]:
    """Return the notes that can be read in a view."""
    return [SeenNote(id, note.kind, note.title, note.text) for id, note in view.notes.items()]


def seen_piece(view: Game, id: int) -> SeenPiece:
    """Return a piece of a view."""
    piece = view.pieces[id]
    kind, holder = view.kinds[piece.kind], view.holders[piece.at]
    on = view.maps[holder.map] if holder.map >= 0 else ""
    return SeenPiece(id, kind.key, kind.name, kind.side, piece.at, on, holder.name or holder.place, holder.x, holder.y)


def piece_lines(game: Game) -> Iterator[str]:
    """Yield a line for each piece: its number, side, name, place and map, separated by tabs."""
    for piece in sight_of(game).pieces:
        where = piece.place or (f"{piece.x},{piece.y}" if piece.map else "")
        yield "\t".join((str(piece.piece), piece.side, piece.name or piece.kind, where, piece.map))
