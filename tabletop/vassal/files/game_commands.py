"""The commands in saves and logs, and those that VASSAL's players send each other, as values.

Commands refer to pieces by their ids, and to maps by their names; a map without a name is `Map3`, for example.
"""

from typing import Final, TypeAlias

from msgspec import Struct

NOTHING: Final = "null"
"""The text that VASSAL writes for no map or no piece."""


class EmptyCommand(Struct, frozen=True):
    """An empty command, which groups others, or replaces one that is not written."""


class BeginSave(Struct, frozen=True):
    """A command that begins the position."""


class EndSave(Struct, frozen=True):
    """A command that completes the position; the steps of a log follow it."""


class AddPiece(Struct, frozen=True):
    """A command that adds a piece, a stack or a deck: its whole type and state."""

    id: str
    type: str
    state: str


class RemovePiece(Struct, frozen=True):
    """A command that removes a piece, a stack or a deck."""

    id: str


class ChangePiece(Struct, frozen=True):
    """A command that gives a piece another state. If `old` is given, only the traits that differ between the two states
    change.
    """

    id: str
    new: str
    old: str | None = None


class MovePiece(Struct, frozen=True):
    """A command that moves a piece to a point of a map, directly above the piece `under`, or to the bottom of its
    stack.

    If the map is None, the piece leaves its map. `player` is a player's password.
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
    """A line of the chat; reports of actions begin with `*`."""

    text: str


class UndoBlock(Struct, frozen=True):
    """A command that marks the beginning (`begins`) or the end of the commands that undo a step."""

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
    """A board in use, and its position in the table of boards."""

    name: str
    reversed: bool
    column: int
    row: int


class SetBoards(Struct, frozen=True):
    """A command that lays these boards on a map."""

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
    """A command that sets a turn tracker to a `state`."""

    tracker: str
    state: str


class SetNotes(Struct, frozen=True):
    """A command that sets the notes on the scenario, or the notes that all players can edit."""

    kind: str
    text: str


class SetPrivateNote(Struct, frozen=True):
    """A command that sets a player's private note. `owner` is the player's password."""

    owner: str
    text: str


class SetSecretNote(Struct, frozen=True):
    """A command that sets a secret note, which can be revealed later. `owner` is the player's password."""

    name: str
    owner: str
    hidden: bool
    text: str
    date: str
    handle: str


class ShowResults(Struct, frozen=True):
    """A command that shows the result of symbolic dice. In old logs (`is_old`) its text begins with the button."""

    button: str
    faces: tuple[int, ...]
    is_old: bool = False


class ShowLine(Struct, frozen=True):
    """A command that shows a player's line of sight to others."""

    id: str
    rest: tuple[str, ...]


class ShowFlare(Struct, frozen=True):
    """A command that points at something on a map for a player. The id is empty in old logs."""

    id: str
    x: int
    y: int


class SetClock(Struct, frozen=True):
    """A command that sets the chess clock of a side: its used time in milliseconds, and the player who runs it.

    `rest` are further settings.
    """

    side: str
    used_ms: int
    who: str = ""
    rest: tuple[str, ...] = ()


class SetUp(Struct, frozen=True):
    """A command that notes that the module's start-up pieces were laid out."""

    rest: str = ""


class Uses(Struct, frozen=True):
    """A command that names an extension or a plug-in in use."""

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
    """A command without any effect on the position: about the network, windows, versions or players."""

    text: str


class UnknownCommand(Struct, frozen=True):
    """A command of a module's own code, or of a later version of VASSAL."""

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
