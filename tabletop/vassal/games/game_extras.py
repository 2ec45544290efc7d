"""Everything in a VASSAL game except its pieces: properties, turns, notes, players. No password is kept."""

from typing import Final

from msgspec import Struct

from tabletop.vassal.components.piece_definitions import trait_id
from tabletop.vassal.files.game_commands import (
    NOTHING,
    AddPlayer,
    ChangeProperty,
    Command,
    RemovePlayer,
    SetClock,
    SetNotes,
    SetPrivateNote,
    SetSecretNote,
    SetTurn,
    SetVassalProperty,
)
from tabletop.vassal.files.sequence import join, split

OBSERVER: Final = "<observer>"
"""The side that VASSAL writes for a player without a side."""


class SecretNote(Struct, frozen=True):
    """A note that its owner can reveal later. `owner` is a player's token."""

    name: str
    owner: str
    hidden: bool
    text: str


class VassalPlayer(Struct, frozen=True):
    """A player: a token that stands for their password, their name, and their side ("" for none)."""

    token: str
    name: str
    side: str


class Tokens:
    """A table of tokens for the passwords that VASSAL's files contain in plain text; no password leaves this class."""

    def __init__(self) -> None:
        self._by_password: dict[str, str] = {}

    def of(self, password: str) -> str:
        """Return the token of a password; always the same within one game. An empty password stays as it is."""
        if password in {"", NOTHING}:
            return password
        return self._by_password.setdefault(password, f"player-{len(self._by_password) + 1}")

    def state(self, type_: str, state: str) -> str:
        """Return the state of a trait, with a token in place of a player's password."""
        if not state or not type_.startswith(_IS_OWNED) or state == NOTHING or state.startswith(f"{NOTHING};"):
            return state
        kind = trait_id(type_)
        fields = split(type_[len(kind) :], ";")
        said = fields[_OWNED[kind]] if _OWNED[kind] < len(fields) else ""
        if said.startswith(("side:", "sides:")) or (kind == "restrict;" and said != "true"):
            return state
        owner, *rest = split(state, ";")
        return join([self.of(owner), *rest], ";") or ""


_OWNED: Final = {"obs;": 5, "hide;": 3, "restrict;": 1}
"""The ids of traits whose state begins with an owner, each with the index of the field of the type that says if the
owner is a player or a side.
"""

_IS_OWNED: Final = tuple(_OWNED)


def _in_lines(text: str) -> str:
    """Return a note with line ends; VASSAL writes `|` instead."""
    return "\n".join(split(text, "|"))


class Beside:
    """Everything in a game except its pieces, changed by commands."""

    def __init__(self) -> None:
        self.properties: dict[tuple[str, str], str] = {}
        """The properties by container (`Module`, a map, `map:zone`) and name."""
        self.turns: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        """The notes: `scenario`, `public`, and private notes by the tokens of their owners."""
        self.secret_notes: dict[tuple[str, str], SecretNote] = {}
        """The secret notes by the tokens of their owners and their names."""
        self.clocks: dict[str, int] = {}
        """The time that each side has used (milliseconds), by its name."""
        self.players: dict[str, VassalPlayer] = {}
        self.tokens = Tokens()

    def note(self, command: Command) -> None:
        """Carry out a command that is not about pieces."""
        match command:
            case SetVassalProperty(name=name, value=value, container=container):
                self.properties[container, name] = value
            case ChangeProperty(name=name, new=new, container=container):
                self.properties[container or self._container_of(name), name] = new
            case SetTurn(tracker=tracker, state=state):
                self.turns[tracker] = state
            case SetNotes(kind=kind, text=text):
                self.notes[kind] = _in_lines(text)
            case SetClock(side=side, used_ms=used_ms):
                self.clocks[side] = used_ms
            case _:
                self._note_of_player(command)

    def _note_of_player(self, command: Command) -> None:
        """Carry out a command that names a player by password; only a token for it is stored."""
        match command:
            case AddPlayer(id=id, name=name, side=side):
                token = self.tokens.of(id)
                self.players[token] = VassalPlayer(token, name, "" if side == OBSERVER else side)
            case RemovePlayer(id=id):
                self.players.pop(self.tokens.of(id), None)
            case SetPrivateNote(owner=owner, text=text):
                self.notes[self.tokens.of(owner)] = _in_lines(text)
            case SetSecretNote(name=name, owner=owner, hidden=hidden, text=text):
                token = self.tokens.of(owner)
                self.secret_notes[token, name] = SecretNote(name, token, hidden, _in_lines(text))
            case _:
                return

    def _container_of(self, name: str) -> str:
        """Return the container of a property, of which an old log gives only the name; `Module` if the name is new."""
        return next((container for container, known in self.properties if known == name), "Module")
