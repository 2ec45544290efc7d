"""The format of turn files: a marker, the sender's key and signature, and the signed content.

The size and signature of every incoming file are checked before it is read.
"""

import hashlib
import re
import unicodedata
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from tabletop.game.change.step import MAIL, SET_UP
from tabletop.mail.mail_errors import UNREADABLE, MailError
from tabletop.mail.mail_keys import KEY_BYTES, SIGNATURE_BYTES, MailKey, is_signed, seal
from tabletop.texts import text

TURN_SUFFIX: Final = ".wtturn"
MOST_BYTES: Final = 32 << 20
"""The most bytes of a turn file. Even a report with tens of thousands of counters is smaller."""

MOST_TURN_BYTES: Final = 1 << 20
"""The most bytes of a turn file from a player. Even thousands of moves are smaller."""

HOST: Final = ""
"""The name that stands for the host instead of a seat."""

RESERVED_NAMES: Final = frozenset({HOST, MAIL, SET_UP})
"""The names that no player may have, in lower case. They stand for the program's own steps in the record."""

_LONGEST_NAME: Final = 120
_UNSAFE: Final = re.compile(r"[^\w-]+")
_SIGN: Final = b"WTTURN1\n"
_HEAD: Final = len(_SIGN) + KEY_BYTES + SIGNATURE_BYTES
_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")

LetterKind: TypeAlias = Literal["invitation", "joining", "orders", "report", "sharing", "shared-turn"]


class LetterCover(Struct, frozen=True, forbid_unknown_fields=True):
    """The cover of a letter, which everybody can read: its game, its kind, its sender and its reader (seats, or HOST).

    `content` is sealed for the reader, except in invitations and requests to join.
    """

    game: str
    kind: LetterKind
    by: str
    to: str
    content: bytes


class TurnFile(NamedTuple):
    """A turn file signed by `signer`, a public key; `digest` is the hash of the whole file."""

    signer: bytes
    cover: LetterCover
    digest: bytes


def encoded(value: object) -> bytes:
    """Return the bytes of a value. They are the same on every machine."""
    return _ENCODER.encode(value)


def signed(key: MailKey, cover: LetterCover) -> bytes:
    """Return the bytes of a turn file with this cover, signed with a key."""
    body = _ENCODER.encode(cover)
    return b"".join((_SIGN, key.public, key.sign(_SIGN + key.public + body), body))


def sealed_letter(key: MailKey, cover: LetterCover, reader: bytes) -> bytes:
    """Return the bytes of a signed turn file whose content only the owner of a public key can read."""
    return signed(key, LetterCover(cover.game, cover.kind, cover.by, cover.to, seal(cover.content, reader)))


def digest_of(data: bytes) -> bytes:
    """Return the hash that identifies a turn file."""
    return hashlib.sha256(data).digest()


def read_turn_file(data: bytes, most: int = MOST_BYTES) -> TurnFile:
    """Return a turn file from its bytes, after a check of its size and signature. Raises MailError."""
    if not data.startswith(_SIGN):
        raise MailError(text("no-turn-file"))
    if len(data) > most:
        raise MailError(text("turn-file-too-large"))
    signer, signature, body = data[len(_SIGN) :][:KEY_BYTES], data[_HEAD - SIGNATURE_BYTES : _HEAD], data[_HEAD:]
    if not is_signed(_SIGN + signer + body, signature, signer):
        raise MailError(text("turn-file-damaged"))
    try:
        cover = msgspec.msgpack.decode(body, type=LetterCover)
    except UNREADABLE as problem:
        raise MailError(text("turn-file-newer")) from problem
    if not all(len(name) <= _LONGEST_NAME and name.isprintable() for name in (cover.game, cover.by, cover.to)):
        raise MailError(text("turn-file-damaged"))
    return TurnFile(signer, cover, digest_of(data))


def load_turn_file(path: Path) -> bytes:
    """Return the bytes of a file; a file that is too large is cut. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def refuse_name(seat: str) -> None:
    """Check that a player's name is not one of the program's own. Raises MailError if it is."""
    if _plain(seat) in RESERVED_NAMES:
        raise MailError(text("mail-name-reserved", seat=seat))


def is_same_file(seat: str, other: str) -> bool:
    """Return whether the letters of two seats would have the same file names on some machine."""
    return _plain(file_name(seat, "")) == _plain(file_name(other, ""))


def _plain(name: str) -> str:
    """Return a name in small letters, without spaces around it, so that names which some file systems confuse are
    equal.
    """
    return unicodedata.normalize("NFKC", name).strip().casefold()


def letter_in_file(path: Path) -> bytes:
    """Return the bytes of a player's letter in a file. Raises MailError if the file is anything else."""
    try:
        if not path.is_file():
            raise MailError(text("no-turn-file"))
        with path.open("rb") as file:
            data = file.read(MOST_TURN_BYTES + 1)
    except OSError as problem:
        raise MailError(text("turn-file-unreadable", why=problem.strerror)) from problem
    read_turn_file(data, MOST_TURN_BYTES)
    return data


def file_name(seat: str, what: str) -> str:
    """Return the file name of a letter about a seat. The seat's name keeps only letters, digits, - and _."""
    return f"{_UNSAFE.sub('-', seat).strip('-') or 'seat'}-{what}{TURN_SUFFIX}"
