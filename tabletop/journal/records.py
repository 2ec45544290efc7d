"""The encoding of a journal's contents: the whole position, the steps after it, and the chain of hashes.

It is MessagePack with sorted names, so that equal values are equal bytes on every machine. Nothing here touches a file.
"""

import hashlib
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.chance import ChanceDraw
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import (
    Believe,
    Change,
    KeepOrder,
    Know,
    Make,
    MakeHolder,
    Patch,
    PatchError,
    Post,
    Proceed,
    Write,
)
from tabletop.game.change.step import AskTakeBack, ByMail, ChangeModule, PressOpenings, Step, TakeBack
from tabletop.game.commands import Act, Answer, AnyCommand, Say
from tabletop.game.state.game import Game
from tabletop.game.state.position import MOST_IDS, Position, PositionError, check_whole, whole_game
from tabletop.journal.journal_errors import JournalError, NewerRecordError
from tabletop.texts import text

MOST_RECORD_BYTES: Final = 64 << 20
"""The most bytes in the record of a step, and in the patch that undoes it. A step of a VASSAL log may change a whole
table.
"""

DRAWS_STAND: Final = "draws-stand"
"""The key of the message about a command that drew something, but was not carried out."""

PUT_OFF: Final = "put-off"
"""The key of the message that an order waits until its turn by mail is opened."""

# The errors of decoding foreign bytes into typed values.
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
# The errors of applying a foreign patch.
_UNFIT = (PatchError, LookupError, ValueError, TypeError)


class StandingDraws(Struct, frozen=True):
    """The draws for a command that was not carried out. If the command is repeated, it gets the same draws."""

    by: str
    command: AnyCommand
    draws: tuple[ChanceDraw, ...]


class TapeUse(Struct, frozen=True):
    """The draws of a game so far: the numbers of open and of secret ones, and the draws for commands that may be
    repeated.
    """

    open: int = 0
    secret: int = 0
    standing: tuple[StandingDraws, ...] = ()

    def for_command(self, by: str, command: AnyCommand) -> tuple[ChanceDraw, ...]:
        """Return the earlier draws for a command of a seat. Another answer to the same question gets the same draws."""
        asked = _but_its_value(command)
        return next((s.draws for s in self.standing if s.by == by and _but_its_value(s.command) == asked), ())

    def after(self, step: Step) -> "TapeUse":
        """Return the draws so far, including those of a further step."""
        if isinstance(step.command, TakeBack | AskTakeBack | ChangeModule | PressOpenings | ByMail) or not (
            step.drawn or self.standing
        ):
            return self
        asked = _but_its_value(step.command)
        standing = tuple(s for s in self.standing if s.by != step.by or _but_its_value(s.command) != asked)
        if any(told.key == DRAWS_STAND for told in step.told):
            draws = self.for_command(step.by, step.command) + step.drawn
            standing = (*standing, StandingDraws(step.by, step.command, draws))
        secret = sum(draw.secret for draw in step.drawn)
        return TapeUse(self.open + len(step.drawn) - secret, self.secret + secret, standing)


def _but_its_value(command: AnyCommand) -> AnyCommand:
    """Return a command without its answer, its further selected pieces and its mouse position, which must not change
    the dice.
    """
    if isinstance(command, Act):
        return replace(command, chosen=(), at=None)
    return replace(command, value=None) if isinstance(command, Answer) else command


class StreamCount(Struct, frozen=True, array_like=True):
    """The number of steps that a seat had noticed, and the numbers of the last few of them in the record."""

    count: int
    last: tuple[int, ...]


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """The position after step `seq` (0: the set-up), with everything needed to continue from it.

    `seed` (hex) is the seed of all random draws; `at_ms` is UTC in milliseconds. `streams` gives the numbers of steps
    that seats had noticed, by the key of the stream.
    """

    seq: int
    position: Position
    seed: str
    drawn: TapeUse
    at_ms: int
    streams: dict[str, StreamCount] = {}


class StepRow(NamedTuple):
    """A stored step: its record, the patch that undoes it, its seat, and its link of the chain. `takes_back` is true
    for a take-back.
    """

    seq: int
    by: str
    takes_back: bool
    record: bytes
    back: bytes
    chain: bytes


class StepEntry(Struct, frozen=True):
    """A step and the patch that undoes it."""

    step: Step
    back: Patch


_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")
_STEP: Final = msgspec.msgpack.Decoder(Step)
_PATCH: Final = msgspec.msgpack.Decoder(tuple[Change, ...])
_SNAPSHOT: Final = msgspec.msgpack.Decoder(Snapshot)
_CHANGES: Final = frozenset(change.__struct_config__.tag for change in get_args(Change))


def encode(value: object) -> bytes:
    """Return the canonical bytes of a value. Raises JournalError for a number beyond 64 bits, and for broken text."""
    try:
        return _ENCODER.encode(value)
    except (OverflowError, UnicodeEncodeError) as problem:
        raise JournalError(text("unrecordable")) from problem


def chained(chain: bytes, record: bytes) -> bytes:
    """Return the next link of the chain: SHA-256 of the link before and the record."""
    return hashlib.sha256(chain + record).digest()


def decode_step(record: bytes) -> Step:
    """Return a step from its record. A command of an unknown kind is kept as text.

    Raises JournalError; NewerRecordError if the patch has a change of an unknown kind.
    """
    try:
        return _STEP.decode(record)
    except _UNREADABLE:
        return _foreign_step(record)


def _foreign_step(record: bytes) -> Step:
    try:
        found = msgspec.msgpack.decode(record)
        if not isinstance(found, dict) or not isinstance(found.get("patch"), list):
            raise JournalError(text("record-damaged"))
        tags = [change[0] for change in found["patch"] if isinstance(change, list) and change]
        if any(isinstance(tag, str) and tag not in _CHANGES for tag in tags):
            raise NewerRecordError(text("newer-record"))
        said = msgspec.json.encode(found.get("command")).decode()
        return msgspec.convert({**found, "command": Say(said)}, Step)
    except (*_UNREADABLE, TypeError) as problem:  # JSON cannot express some values of a damaged record
        raise JournalError(text("record-damaged")) from problem


def row_of(entry: StepEntry, chain: bytes) -> StepRow:
    """Return the stored form of a step that follows the link `chain`. Raises JournalError if it cannot be stored."""
    step = entry.step
    record, back = encode(step), encode(entry.back)
    if max(len(record), len(back)) > MOST_RECORD_BYTES:
        raise JournalError(text("step-too-large"))
    return StepRow(step.seq, step.by, takes_back(step), record, back, chained(chain, record))


def entry_of(row: StepRow) -> StepEntry:
    """Return a step from its stored form. Raises JournalError."""
    try:
        return StepEntry(decode_step(row.record), _PATCH.decode(row.back))
    except _UNREADABLE as problem:
        raise JournalError(text("step-damaged", seq=row.seq)) from problem


def takes_back(step: Step) -> bool:
    """Return whether a step is a take-back. A redo is one, too: it undoes a take-back."""
    return isinstance(step.command, TakeBack)


def encode_snapshot(snapshot: Snapshot) -> bytes:
    """Return the canonical bytes of a snapshot. Raises JournalError."""
    return encode(snapshot)


def decode_snapshot(data: bytes) -> Snapshot:
    """Return a snapshot from its bytes. Raises JournalError."""
    try:
        return _SNAPSHOT.decode(data)
    except _UNREADABLE as problem:
        raise JournalError(text("position-unreadable")) from problem


def game_of(position: Position) -> Game:
    """Return the game of a position, after a check that the position is consistent. Raises JournalError."""
    try:
        return whole_game(position)
    except PositionError as problem:
        raise JournalError(str(problem)) from problem


def replayed(game: Game, step: Step) -> tuple[Game, Patch]:
    """Return the game after a step from a file, and the patch that undoes the step. Raises JournalError if the step
    does not fit.
    """
    for change in step.patch:
        if isinstance(change, Make):
            _refuse_id(change.piece, step)
        elif isinstance(change, MakeHolder | Know | Write | Proceed | Believe | KeepOrder | Post):
            _refuse_id(change.id, step)
    try:
        return apply(game, step.patch)
    except _UNFIT as problem:
        raise JournalError(text("step-unfit", seq=step.seq)) from problem


def _refuse_id(id: int, step: Step) -> None:
    if not 0 < id < MOST_IDS:
        raise JournalError(text("step-out-of-bounds", seq=step.seq))


def check(game: Game) -> None:
    """Check that a position is consistent. Raises JournalError if it is not."""
    try:
        check_whole(game)
    except PositionError as problem:
        raise JournalError(str(problem)) from problem


def builtins_of(data: bytes) -> Any:
    """Return the plain values in a record of any kind. Raises JournalError."""
    try:
        return msgspec.msgpack.decode(data)
    except _UNREADABLE as problem:
        raise JournalError(text("record-damaged")) from problem
