"""The texts of VASSAL's commands. Most are described only once, by a form that is used for reading and writing."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from tabletop.vassal.files.game_commands import (
    NOTHING,
    AddPiece,
    AddPlayer,
    BeginSave,
    BoardAt,
    ChangePersistent,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EmptyCommand,
    EndSave,
    IgnoredCommand,
    MovePiece,
    PlaySoundCommand,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetClock,
    SetNotes,
    SetPrivateNote,
    SetSecretNote,
    SetTurn,
    SetUp,
    SetVassalProperty,
    ShowFlare,
    ShowLine,
    ShowResults,
    UndoBlock,
    UnknownCommand,
    Uses,
)
from tabletop.vassal.files.scalars import whole
from tabletop.vassal.files.sequence import SequenceReader, join, split


class FieldText(NamedTuple):
    """One kind of field: a function that reads its value, and one that writes its tokens."""

    read: Callable[[SequenceReader], Any]
    write: Callable[[Any], list[str]]


class CommandForm(NamedTuple):
    """The text of one kind of command: its first word, and its fields with a delimiter between them.

    Without a `delimiter` the only field is the rest of the text. `given` are values implied by the first word.
    """

    kind: Callable[..., Command]
    head: str
    delimiter: str = ""
    fields: tuple[tuple[str, FieldText], ...] = ()
    given: tuple[tuple[str, object], ...] = ()

    def read(self, rest: str) -> Command:
        """Return the command whose text after the first word is `rest`."""
        reader = SequenceReader(rest, self.delimiter) if self.delimiter else _Rest(rest)
        found = dict(self.given)
        for name, field in self.fields:
            value = field.read(reader)
            if name:
                found[name] = value
        return self.kind(**found)

    def write(self, command: Command) -> str:
        """Return the text of a command."""
        tokens = [token for name, field in self.fields for token in field.write(getattr(command, name) if name else "")]
        return self.head + ((join(tokens, self.delimiter) or "") if self.delimiter else "".join(tokens))


class _Rest(SequenceReader):
    """A reader of a text that is a single token."""

    def __init__(self, text: str) -> None:
        self._tokens = [text]
        self._next = 0


def _numbers(fields: SequenceReader) -> tuple[int, ...]:
    found = []
    while fields.more:
        found.append(fields.whole())
    return tuple(found)


def _milliseconds(fields: SequenceReader) -> int:
    text = fields.text()
    return int(text) if _MILLISECONDS.fullmatch(text) else 0


_MILLISECONDS: Final = re.compile(r"[0-9]{1,15}")

_TEXT: Final = FieldText(SequenceReader.text, lambda value: [value])
_LAST: Final = FieldText(SequenceReader.text, lambda value: [value] if value else [])
"""The form of a text at the end of a command, which is missing in old files."""
_FURTHER: Final = FieldText(
    lambda fields: fields.text() if fields.more else None, lambda value: [] if value is None else [value]
)
"""The form of a text that may be missing, and is then read as None."""
_ID: Final = FieldText(lambda fields: "" if (text := fields.text()) == NOTHING else text, lambda id: [id or NOTHING])
_OR_NOTHING: Final = FieldText(
    lambda fields: None if (text := fields.text(NOTHING)) == NOTHING else text,
    lambda value: [NOTHING if value is None else value],
)
_NUMBER: Final = FieldText(SequenceReader.whole, lambda value: [str(value)])
_NUMBERS: Final = FieldText(_numbers, lambda values: list(map(str, values)))
_TIME: Final = FieldText(_milliseconds, lambda value: [str(value)])
_YES: Final = FieldText(lambda fields: fields.yes(True), lambda value: ["true" if value else "false"])
_REST: Final = FieldText(SequenceReader.rest, list)
_IGNORED: Final = FieldText(SequenceReader.text, lambda _: [""])

_BY_SLASH: Final = {
    form.head: form
    for form in (
        CommandForm(AddPiece, "+/", "/", (("id", _ID), ("type", _TEXT), ("state", _TEXT))),
        CommandForm(RemovePiece, "-/", "", (("id", _TEXT),)),
        CommandForm(ChangePiece, "D/", "/", (("id", _TEXT), ("new", _TEXT), ("old", _FURTHER))),
        CommandForm(
            MovePiece,
            "M/",
            "/",
            (
                ("id", _TEXT),
                ("map", _OR_NOTHING),
                ("x", _NUMBER),
                ("y", _NUMBER),
                ("under", _OR_NOTHING),
                ("old_map", _OR_NOTHING),
                ("old_x", _NUMBER),
                ("old_y", _NUMBER),
                ("old_under", _OR_NOTHING),
                ("player", _LAST),
            ),
        ),
    )
}
"""The forms of commands on pieces, by their first word."""


def _tabbed(kind: Callable[..., Command], word: str, *rest: Any) -> CommandForm:
    return CommandForm(kind, word + "\t", *rest)


_BY_TAB: Final = {
    form.head: form
    for form in (
        _tabbed(PlaySoundCommand, "AUDIO", "", (("clip", _TEXT),)),
        _tabbed(UndoBlock, "UNDO", "\t", (("begins", _YES),)),
        _tabbed(AddPlayer, "PLAYER", "\t", (("id", _TEXT), ("name", _TEXT), ("side", _TEXT))),
        _tabbed(RemovePlayer, "PYREMOVE", "", (("id", _TEXT),)),
        _tabbed(
            SetVassalProperty,
            "GlobalProperty",
            ";",
            (("", _IGNORED), ("name", _TEXT), ("value", _TEXT), ("container", _LAST)),
        ),
        _tabbed(
            ChangeProperty,
            "MutableProperty",
            "\t",
            (("name", _TEXT), ("old", _TEXT), ("new", _TEXT), ("container", _LAST)),
        ),
        _tabbed(SetNotes, "NOTES", "", (("text", _TEXT),), (("kind", "scenario"),)),
        _tabbed(SetNotes, "PNOTES", "", (("text", _TEXT),), (("kind", "public"),)),
        _tabbed(SetPrivateNote, "PNOTE", "\t", (("owner", _TEXT), ("text", _TEXT))),
        _tabbed(
            SetSecretNote,
            "SNOTE",
            "\t",
            (("name", _TEXT), ("owner", _TEXT), ("hidden", _YES), ("text", _TEXT), ("date", _TEXT), ("handle", _TEXT)),
        ),
        _tabbed(ShowResults, "SHOW_RESULTS", "\t", (("button", _TEXT), ("faces", _NUMBERS))),
        _tabbed(ShowLine, "LOS", "\t", (("id", _TEXT), ("rest", _REST))),
        _tabbed(ShowFlare, "FLARE", "\t", (("id", _TEXT), ("x", _NUMBER), ("y", _NUMBER))),
        _tabbed(SetClock, "CLOCK", "\t", (("who", _TEXT), ("side", _TEXT), ("used_ms", _TIME), ("rest", _REST))),
        _tabbed(SetUp, "SETUP_STACK", "", (("rest", _TEXT),)),
        _tabbed(Uses, "EXT", "\t", (("name", _TEXT), ("version", _TEXT)), (("kind", "extension"),)),
        _tabbed(Uses, "PLUGIN", "\t", (("name", _TEXT), ("version", _TEXT)), (("kind", "plug-in"),)),
        _tabbed(ChangePersistent, "SPP", "\t", (("id", _TEXT), ("key", _TEXT), ("old", _TEXT), ("new", _TEXT))),
    )
}
"""The forms of commands whose first word ends in a tab, by this word."""

_TURN: Final = CommandForm(SetTurn, "TURN", "\t", (("tracker", _TEXT), ("state", _TEXT)))
_CHAT: Final = CommandForm(Chat, "CHAT", "", (("text", _TEXT),))
_OLD_RESULTS: Final = CommandForm(ShowResults, "", "\t", (("button", _TEXT), ("faces", _NUMBERS)), (("is_old", True),))
_OLD_DICE: Final = re.compile(r"SpecialDiceButton[0-9]+")
"""A pattern for the first word of a result of symbolic dice in old logs, which is also the name of their button."""

_OLD_FLARE: Final = re.compile(r"FLARE:(?P<x>-?[0-9]+),(?P<y>-?[0-9]+)")
"""A pattern for a flare in old logs, which has no id."""

_BOARDS: Final = re.compile(r"(?s)(?P<map>.*?)BoardPicker(?:\t(?P<boards>.*))?")
_TURNED: Final = "rev"

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
    """Return the command in a text."""
    if not text:
        return EmptyCommand()
    form = _BY_SLASH.get(text[:2])
    if form is not None:
        return form.read(text[2:])
    head, tab, rest = text.partition("\t")
    form = _BY_TAB.get(head + tab)
    if form is not None:
        return form.read(rest)
    if tab and _OLD_DICE.fullmatch(head):
        return _OLD_RESULTS.read(text)
    return _otherwise(text)


def _otherwise(text: str) -> Command:
    if text in _BARE:
        return _BARE[text]
    if text.startswith(_CHAT.head):
        return _CHAT.read(text[len(_CHAT.head) :])
    if text.startswith(_TURN.head) and "\t" in text:
        return _TURN.read(text[len(_TURN.head) :])
    if flare := _OLD_FLARE.fullmatch(text):
        return ShowFlare("", whole(flare["x"]) or 0, whole(flare["y"]) or 0)
    if boards := _BOARDS.fullmatch(text):
        return SetBoards(boards["map"], tuple(_boards(boards["boards"])) if boards["boards"] else ())
    return IgnoredCommand(text) if text.startswith(_OTHERS) else UnknownCommand(text)


_BARE: Final[dict[str, Command]] = {"begin_save": BeginSave(), "end_save": EndSave()}


def _boards(text: str) -> Iterator[BoardAt]:
    fields = SequenceReader(text, "\t")
    while fields.more:
        name, *turned = split(fields.text(), "/")
        yield BoardAt(name, _TURNED in turned[:1], fields.whole(), fields.whole())


def written_command(command: Command) -> str:
    """Return the text of a command: the reverse of `read_command`."""
    match command:
        case EmptyCommand():
            return ""
        case IgnoredCommand(text=text) | UnknownCommand(text=text):
            return text
        case SetBoards(map=map_, boards=boards):
            tokens = [f"{map_}BoardPicker", *(token for board in boards for token in _of_board(board))]
            return join(tokens, "\t") or ""
        case ShowFlare(id="", x=x, y=y):
            return f"FLARE:{x},{y}"
        case ShowResults(is_old=True):
            return _OLD_RESULTS.write(command)
        case _:
            return _written_by_form(command)


def _of_board(board: BoardAt) -> tuple[str, str, str]:
    named = join([board.name, _TURNED] if board.reversed else [board.name], "/") or ""
    return named, str(board.column), str(board.row)


def _written_by_form(command: Command) -> str:
    for text, bare in _BARE.items():
        if command == bare:
            return text
    forms = _OF_KIND[type(command)]
    form = next(form for form in forms if all(getattr(command, name) == value for name, value in form.given))
    return form.write(command)


_OF_KIND: Final[dict[Callable[..., Command], list[CommandForm]]] = {}
for _form in (*_BY_SLASH.values(), *_BY_TAB.values(), _TURN, _CHAT):
    _OF_KIND.setdefault(_form.kind, []).append(_form)
