"""An audience's names for things: a register of these names beside the true game, and the renaming of commands."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.told import Told
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.commands import (
    Act,
    ActFor,
    AllowOrder,
    Answer,
    AnyCommand,
    Batch,
    Begin,
    ChangeDispatch,
    ClonePieces,
    DelayOrder,
    DeliverDispatch,
    DrawPieces,
    DropContacts,
    Goal,
    GoOn,
    Into,
    Leave,
    LetStand,
    LoadDeck,
    LookInto,
    LoseDispatch,
    MergeContacts,
    MovePieces,
    NoteContact,
    OpenNote,
    PlaceNew,
    Pour,
    ReadDispatch,
    RecallDispatch,
    RecallOrder,
    RefuseOrder,
    RemovePieces,
    Report,
    ReportContact,
    Reshuffle,
    Restack,
    Resume,
    SendDispatch,
    SendReport,
    SetTrait,
    Show,
    Shuffle,
    TellSaved,
    TurnDeck,
    Withdraw,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.eyes import eyes
from tabletop.game.sight.seen_changes import Delta, difference, heard, seen, whole_through
from tabletop.game.sight.seen_things import SeenThings
from tabletop.game.state.frames import Thing, renamed_data, renamed_mapping
from tabletop.game.state.game import Game
from tabletop.game.state.values import NOBODY

_NOT_THERE: Final = (
    ((AllowOrder, RefuseOrder, DelayOrder, RecallOrder), refused("no-such-name", "no-such-order")),
    ((MergeContacts, DropContacts, NoteContact), refused("no-such-name", "no-such-contact")),
    (
        (SendDispatch, DeliverDispatch, LoseDispatch, ChangeDispatch, ReadDispatch, RecallDispatch),
        refused("no-such-name", "no-such-dispatch"),
    ),
)


def not_there(command: AnyCommand) -> Refused:
    """Return the refusal of a command that names something its seat does not see.

    Each kind of thing has its own refusal.
    """
    found = (answer for commands, answer in _NOT_THERE if isinstance(command, commands))
    return next(found, refused("no-such-piece", "no-such-piece"))


class AudienceNames:
    """The names by which an audience knows the things that it now sees, with their ids.

    The program that has the true game keeps one for each audience. New names are learned from the differences that are
    sent.
    """

    def __init__(self, game: Game, who: Audience) -> None:
        self._who = who
        self._sees_all = who.sees_all(game)
        self._eyes = eyes(game, who)
        if not self._sees_all:
            whole_through(self._eyes)
        self._ids = dict(self._eyes.ids)
        self._things = None if self._sees_all else SeenThings(self._eyes, who.sides)

    def delta(self, before: Game, after: Game, touched: TouchedThings) -> Delta:
        """Return the changes of a patch for the audience, and learn the new names among them."""
        return self.follow(before, after, touched, ())[0]

    def follow(
        self, before: Game, after: Game, touched: TouchedThings, said: Sequence[Told]
    ) -> tuple[Delta, tuple[Told, ...]]:
        """Return the changes of a step for the audience and the messages that it hears, and learn the new names."""
        was = seen(self._eyes if self._eyes.game is before else eyes(before, self._who), touched)
        now = seen(was.eyes.onward(after, touched.anew), touched)
        if self._things is not None:
            self._things.follow(after, touched.anew, touched.holders, now.parts)
        found = difference(was, now, touched, None if self._things is None else self._things.order)
        self._eyes = now.eyes
        self._ids.update(now.eyes.ids)
        for name in found.gone:
            self._ids.pop(name, None)
        return found, heard(said, was.eyes, now.eyes, self._who)

    def things_in(self, game: Game) -> SeenThings | None:
        """Return everything that the audience sees of a position.

        None if it sees everything, or if the names do not follow that position.
        """
        return self._things if self._things is not None and self._things.game is game else None

    def id(self, name: int) -> int | None:
        """Return the id of the thing with this name; None if the audience no longer sees such a thing."""
        return name if self._sees_all else self._ids.get(name)

    def name(self, piece: int) -> int:
        """Return the audience's name of a piece; `NOBODY` for one that it does not see."""
        found = self._eyes.piece(piece) if piece != NOBODY else None
        return found[0] if found is not None else NOBODY

    def frame(self, id: int) -> int | None:
        """Return the audience's name of a procedure under way; None for one that it does not know."""
        if self._sees_all:
            return id
        return next((name for name, known in self._ids.items() if known == id), None)

    def true_command(self, command: AnyCommand) -> AnyCommand | Refused:
        """Return a command of the audience in true ids, or a refusal if it names something that is not there.

        Things that are missing and things that are not seen are refused in the same way.
        """
        found = renamed(command, self.id)
        return found if found is not None else not_there(command)


MOST_NESTED: Final = 8
"""The greatest depth of commands within commands. No command that can be carried out is deeper."""


def renamed(command: AnyCommand, name: Callable[[int], int | None]) -> AnyCommand | None:
    """Return a command with every thing in it renamed; None if one of them has no new name, or if commands are nested
    too deeply.
    """
    if is_too_deep(command):
        return None
    try:
        return _renamed(command, _NameMap(name))
    except _NamelessError:
        return None


def is_too_deep(command: AnyCommand) -> bool:
    """Return whether commands are nested so deeply that reading them could exhaust the stack."""
    layer: list[AnyCommand] = [command]
    for _ in range(MOST_NESTED):
        layer = [part for one in layer for part in _inside(one)]
        if not layer:
            return False
    return True


def _inside(command: AnyCommand) -> tuple[AnyCommand, ...]:
    """Return the commands directly within a command."""
    match command:
        case Batch(commands=commands) | Report(commands=commands):
            return tuple(commands)
        case ActFor(command=meant):
            return (meant,)
        case AllowOrder(instead=instead) if instead is not None:
            return (instead,)
    return ()


class _NamelessError(Exception):
    """The error of a command that names a thing without a name in the other numbering."""


class _NameMap:
    def __init__(self, name: Callable[[int], int | None]) -> None:
        self._name = name

    def one(self, id: int) -> int:
        """Return the other name of a thing; `NOBODY` for `NOBODY`. Raises `_NamelessError` if it has no other name."""
        if id == NOBODY:
            return NOBODY
        found = self._name(id)
        if found is None:
            raise _NamelessError
        return found

    def all(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.one(id) for id in ids)

    def thing(self, _thing: Thing, id: int) -> int:
        """Return the other name of a thing in plain data."""
        return self.one(id)

    def goal(self, to: Goal) -> Goal:
        return replace(to, holder=self.one(to.holder), above=self.one(to.above)) if isinstance(to, Into) else to


def _renamed(command: AnyCommand, new: _NameMap) -> AnyCommand:  # noqa: PLR0912 - one case a way to name
    match command:
        case MovePieces():
            around = command.around and new.one(command.around)
            return replace(command, pieces=new.all(command.pieces), to=new.goal(command.to), around=around)
        case Act():
            return replace(command, pieces=new.all(command.pieces), chosen=new.all(command.chosen))
        case Restack() | LetStand() | RemovePieces() | ClonePieces() | Show() | SetTrait():
            return replace(command, pieces=new.all(command.pieces))
        case Pour():
            goal = command.to and new.goal(command.to)
            return replace(command, piece=new.one(command.piece), into=new.one(command.into), to=goal)
        case PlaceNew():
            return replace(command, to=new.goal(command.to))
        case DrawPieces():
            chosen = new.all(command.chosen)
            return replace(command, deck=new.one(command.deck), chosen=chosen, to=new.goal(command.to))
        case Shuffle() | TurnDeck() | Reshuffle() | LoadDeck() | TellSaved():
            return replace(command, deck=new.one(command.deck))
        case LookInto():
            return replace(command, holder=new.one(command.holder))
        case WriteNote() | OpenNote():
            return replace(command, note=new.one(command.note))
        case ReportContact():
            return replace(command, of=new.all(command.of))
        case SendReport():
            return replace(command, of=new.all(command.of), answers=new.one(command.answers))
        case MergeContacts() | DropContacts():
            return replace(command, contacts=new.all(command.contacts))
        case RefuseOrder() | DelayOrder() | RecallOrder():
            return replace(command, order=new.one(command.order))
        case AllowOrder():
            instead = command.instead and _renamed(command.instead, new)
            return replace(command, order=new.one(command.order), instead=instead)
        case ActFor(command=meant):
            return replace(command, command=_renamed(meant, new))
        case WriteDispatch():
            to = replace(command.to, piece=new.one(command.to.piece))
            return replace(command, to=to, answers=new.one(command.answers))
        case SendDispatch() | DeliverDispatch() | LoseDispatch() | ChangeDispatch() | ReadDispatch() | RecallDispatch():
            return replace(command, dispatch=new.one(command.dispatch))
        case NoteContact():
            return replace(command, contact=new.one(command.contact))
        case Begin():
            given = renamed_mapping(command.given, new.thing)
            return replace(command, given=given, parent=new.one(command.parent))
        case Answer():
            return replace(command, frame=new.one(command.frame), value=renamed_data(command.value, new.thing))
        case Withdraw() | GoOn() | Leave():
            return replace(command, frame=new.one(command.frame))
        case Resume():
            return replace(command, state=renamed_mapping(command.state, new.thing))
        case Report():
            commands = tuple(_renamed(one, new) for one in command.commands)
            return replace(command, pieces=new.all(command.pieces), commands=commands)
        case Batch():
            return replace(command, commands=tuple(_renamed(one, new) for one in command.commands))
        case _:
            return command
