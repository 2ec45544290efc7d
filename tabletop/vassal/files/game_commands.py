"""The commands that saves, logs and VASSAL's programs among themselves are made of, each as a value.

What a command refers to is named by texts as they stand: pieces by id, maps by name, or `Map3` for one without.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import SequenceReader, split

NOTHING: Final = "null"
"""The text that VASSAL writes for no map or no piece."""


class EmptyCommand(Struct, frozen=True):
    """An empty command; it holds others together, or was one that is not written."""


class BeginSave(Struct, frozen=True):
    """A command that begins the position."""


class EndSave(Struct, frozen=True):
    """A command that completes the position; what comes after it are the steps of a log."""


class AddPiece(Struct, frozen=True):
    """A command that adds a piece, a stack or a deck: its whole type and state."""

    id: str
    type: str
    state: str


class RemovePiece(Struct, frozen=True):
    """A command that removes a piece, a stack or a deck."""

    id: str


class ChangePiece(Struct, frozen=True):
    """A command that gives a piece another state. With an old one only the traits in which the two differ change."""

    id: str
    new: str
    old: str | None = None


class MovePiece(Struct, frozen=True):
    """A command that moves a piece to a point of a map, right above the piece `under`, or to the bottom of its stack.

    None as a map: it leaves its map. `player` is a player's password.
    """

    id: str
    map: str | None
    x: int
    y: int
    under: str | None = None
    old_map: str | None = None
    old_x: int = 0
    old_y: int = 0
    old_under: str | None = None
    player: str = ""


class PlaySoundCommand(Struct, frozen=True):
    """A command that plays a sound."""

    clip: str


class Chat(Struct, frozen=True):
    """A line of the chat; reports of what was done begin with `*`."""

    text: str


class UndoBlock(Struct, frozen=True):
    """The beginning (`begins`) or the end of the commands that undo a step."""

    begins: bool


class AddPlayer(Struct, frozen=True):
    """A command that gives a player a side. `id` is the player's password."""

    id: str
    name: str
    side: str


class RemovePlayer(Struct, frozen=True):
    """A command that takes a player off their side. `id` is the player's password."""

    id: str


class BoardAt(Struct, frozen=True):
    """A board in use, and where in the table of boards it lies."""

    name: str
    reversed: bool
    column: int
    row: int


class SetBoards(Struct, frozen=True):
    """The boards of a map."""

    map: str
    boards: tuple[BoardAt, ...]


class SetVassalProperty(Struct, frozen=True):
    """A command that sets a global property: of the `Module`, of a map, or of a zone (`map:zone`)."""

    name: str
    value: str
    container: str


class ChangeProperty(Struct, frozen=True):
    """A command that changes a global property. The container is empty in old logs."""

    name: str
    old: str
    new: str
    container: str


class SetTurn(Struct, frozen=True):
    """A command that sets a turn tracker; `state` as the tracker writes it."""

    tracker: str
    state: str


class SetNotes(Struct, frozen=True):
    """The notes on the scenario, or those that all players write."""

    kind: str
    text: str


class SetPrivateNote(Struct, frozen=True):
    """A player's own note. `owner` is the player's password."""

    owner: str
    text: str


class SetSecretNote(Struct, frozen=True):
    """A note that is to be opened later. `owner` is the player's password."""

    name: str
    owner: str
    hidden: bool
    text: str
    date: str
    handle: str


class ShowResults(Struct, frozen=True):
    """A command that shows these faces of symbolic dice."""

    button: str
    faces: tuple[int, ...]


class ShowLine(Struct, frozen=True):
    """A line of sight that a player shows to others."""

    id: str
    rest: tuple[str, ...]


class ShowFlare(Struct, frozen=True):
    """A command that points at something on a map for a player. The id is empty in old logs."""

    id: str
    x: int
    y: int


class SetClock(Struct, frozen=True):
    """A command that sets the chess clock of a side: the time that it has used, in milliseconds."""

    side: str
    used_ms: int


class SetUp(Struct, frozen=True):
    """The end of the set-up of a new game: all pieces are laid out."""


class Uses(Struct, frozen=True):
    """An extension or a plug-in that was in use."""

    kind: str
    name: str
    version: str


class ChangePersistent(Struct, frozen=True):
    """A command that changes a property that the basic piece keeps."""

    id: str
    key: str
    old: str
    new: str


class IgnoredCommand(Struct, frozen=True):
    """A command without any consequence for the position: of the network, of windows, of versions, of players."""

    text: str


class UnknownCommand(Struct, frozen=True):
    """A command of a module's own code, or of a newer VASSAL."""

    text: str


Command: TypeAlias = (
    EmptyCommand
    | BeginSave
    | EndSave
    | AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | PlaySoundCommand
    | Chat
    | UndoBlock
    | AddPlayer
    | RemovePlayer
    | SetBoards
    | SetVassalProperty
    | ChangeProperty
    | SetTurn
    | SetNotes
    | SetPrivateNote
    | SetSecretNote
    | ShowResults
    | ShowLine
    | ShowFlare
    | SetClock
    | SetUp
    | Uses
    | ChangePersistent
    | IgnoredCommand
    | UnknownCommand
)

LOGGED: Final = "LOG\t"
"""The beginning of each command of a log's step."""

_BOARDS: Final = re.compile(r"(?s)(?P<map>.*?)BoardPicker(?:\t(?P<boards>.*))?")
_OTHERS: Final = (
    "LOCKSPOTAB",
    "Events",
    "CLOCKCONTROL\t",
    "SEMAIL\t",
    "SGKC\t",
    "UNMASK\t",
    "DECK\t",
    "PRIV_CHAT/",
    "SYNC",
    "INVITE\t",
    "PLAY\t",
    "CHECK\t",
    "ALERT\t",
)


def read_command(text: str) -> Command:
    """Return the command that a text stands for."""
    if not text:
        return EmptyCommand()
    head, slash, rest = text.partition("/")
    if slash and head in _OF_PIECES:
        return _OF_PIECES[head](rest)
    head, tab, rest = text.partition("\t")
    if tab and head in _BY_WORD:
        return _BY_WORD[head](rest)
    if tab and _OLD_DICE.fullmatch(head):
        return _results(text)
    return _otherwise(text)


_OLD_DICE: Final = re.compile(r"SpecialDiceButton[0-9]+")
"""Symbolic dice by their number: old logs have nothing before it."""


def _otherwise(text: str) -> Command:
    if text == "begin_save":
        return BeginSave()
    if text == "end_save":
        return EndSave()
    if text.startswith("CHAT"):
        return Chat(text[4:])
    if text.startswith("TURN") and "\t" in text:
        fields = SequenceReader(text[4:], "\t")
        return SetTurn(fields.text(), fields.text())
    if flare := _OLD_FLARE.fullmatch(text):
        return ShowFlare("", whole(flare["x"]) or 0, whole(flare["y"]) or 0)
    if boards := _BOARDS.fullmatch(text):
        return SetBoards(boards["map"], tuple(_boards(boards["boards"])) if boards["boards"] else ())
    return IgnoredCommand(text) if text.startswith(_OTHERS) else UnknownCommand(text)


_OLD_FLARE: Final = re.compile(r"FLARE:(?P<x>-?[0-9]+),(?P<y>-?[0-9]+)")
"""A flare before the maps' flares had ids."""


def _boards(text: str) -> Iterator[BoardAt]:
    fields = SequenceReader(text, "\t")
    while fields.more:
        name, *turned = split(fields.text(), "/")
        yield BoardAt(name, "rev" in turned[:1], fields.whole(), fields.whole())


def _or_nothing(text: str) -> str | None:
    return None if text == NOTHING else text


def _add(rest: str) -> Command:
    fields = SequenceReader(rest, "/")
    return AddPiece(_or_nothing(fields.text()) or "", fields.text(), fields.text())


def _change(rest: str) -> Command:
    fields = SequenceReader(rest, "/")
    return ChangePiece(fields.text(), fields.text(), fields.text() if fields.more else None)


def _move(rest: str) -> Command:
    fields = SequenceReader(rest, "/")
    return MovePiece(
        id=fields.text(),
        map=_or_nothing(fields.text(NOTHING)),
        x=fields.whole(),
        y=fields.whole(),
        under=_or_nothing(fields.text(NOTHING)),
        old_map=_or_nothing(fields.text(NOTHING)),
        old_x=fields.whole(),
        old_y=fields.whole(),
        old_under=_or_nothing(fields.text(NOTHING)),
        player=fields.text(),
    )


_OF_PIECES: Final[dict[str, Callable[[str], Command]]] = {"+": _add, "-": RemovePiece, "D": _change, "M": _move}


def _player(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return AddPlayer(fields.text(), fields.text(), fields.text())


def _property(rest: str) -> Command:
    fields = SequenceReader(rest)
    fields.text()
    return SetVassalProperty(fields.text(), fields.text(), fields.text())


def _changed_property(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return ChangeProperty(fields.text(), fields.text(), fields.text(), fields.text())


def _private_note(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return SetPrivateNote(fields.text(), fields.text())


def _secret_note(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return SetSecretNote(fields.text(), fields.text(), fields.yes(True), fields.text(), fields.text(), fields.text())


def _results(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    button, faces = fields.text(), []
    while fields.more:
        faces.append(fields.whole())
    return ShowResults(button, tuple(faces))


def _line(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return ShowLine(fields.text(), fields.rest())


def _flare(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return ShowFlare(fields.text(), fields.whole(), fields.whole())


def _clock(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    fields.text()
    side, used = fields.text(), fields.text()
    return SetClock(side, int(used) if _MILLISECONDS.fullmatch(used) else 0)


_MILLISECONDS: Final = re.compile(r"[0-9]{1,15}")


def _uses(kind: str, rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return Uses(kind, fields.text(), fields.text())


def _persistent(rest: str) -> Command:
    fields = SequenceReader(rest, "\t")
    return ChangePersistent(fields.text(), fields.text(), fields.text(), fields.text())


_BY_WORD: Final[dict[str, Callable[[str], Command]]] = {
    "AUDIO": PlaySoundCommand,
    "UNDO": lambda rest: UndoBlock(rest == "true"),
    "PLAYER": _player,
    "PYREMOVE": RemovePlayer,
    "GlobalProperty": _property,
    "MutableProperty": _changed_property,
    "NOTES": lambda rest: SetNotes("scenario", rest),
    "PNOTES": lambda rest: SetNotes("public", rest),
    "PNOTE": _private_note,
    "SNOTE": _secret_note,
    "SHOW_RESULTS": _results,
    "LOS": _line,
    "FLARE": _flare,
    "CLOCK": _clock,
    "SETUP_STACK": lambda _: SetUp(),
    "EXT": lambda rest: _uses("extension", rest),
    "PLUGIN": lambda rest: _uses("plug-in", rest),
    "SPP": _persistent,
}
