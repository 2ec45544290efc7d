"""Keys for signing and sealing turn files, and the file with a player's own key.

An Ed25519 key signs files. Files for its owner are sealed with the X25519 key that is derived from it.
"""

import hashlib
import os
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tabletop.mail.mail_errors import UNREADABLE, MailError
from tabletop.texts import text

SIGNATURE_BYTES: Final = 64
KEY_BYTES: Final = 32
KEYS_SUFFIX: Final = ".wtkeys"

SEALED_IN: Final = 4096
"""Contents are padded to a multiple of this number of bytes before they are sealed, so that a few orders more or less,
or longer names in them, do not change the size of a file.
"""

_MOST_BYTES: Final = 1 << 20


class MailKey:
    """A private key, which signs files, and opens files that others have sealed for it."""

    def __init__(self, seed: bytes) -> None:
        from nacl.signing import SigningKey

        self.seed = seed
        self._key = SigningKey(seed)
        self.public = bytes(self._key.verify_key)

    @classmethod
    def new(cls) -> "MailKey":
        """Return a new key."""
        from nacl.utils import random

        return cls(random(KEY_BYTES))

    def sign(self, data: bytes) -> bytes:
        """Return the signature of bytes."""
        return bytes(self._key.sign(data).signature)

    def unseal(self, sealed: bytes) -> bytes:
        """Return the content of bytes sealed for this key. Raises MailError if they were sealed for another."""
        from nacl.bindings import sodium_unpad
        from nacl.exceptions import CryptoError
        from nacl.public import SealedBox

        try:
            padded = SealedBox(self._key.to_curve25519_private_key()).decrypt(sealed)
            return bytes(sodium_unpad(bytes(padded), SEALED_IN))
        except (CryptoError, ValueError, TypeError) as problem:
            raise MailError(text("turn-file-sealed-otherwise")) from problem


def seal(content: bytes, public: bytes) -> bytes:
    """Return bytes that only the owner of a public key can open. Raises MailError if it is not a key."""
    from nacl.bindings import sodium_pad
    from nacl.exceptions import CryptoError
    from nacl.public import SealedBox
    from nacl.signing import VerifyKey

    try:
        return bytes(SealedBox(VerifyKey(public).to_curve25519_public_key()).encrypt(sodium_pad(content, SEALED_IN)))
    except (CryptoError, ValueError, TypeError, RuntimeError) as problem:
        raise MailError(text("turn-file-damaged")) from problem


def is_signed(data: bytes, signature: bytes, public: bytes) -> bool:
    """Return whether the owner of a public key has signed exactly these bytes."""
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(public).verify(data, signature)
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """Return a fingerprint that two people can compare aloud to check that they mean the same key: five groups of
    four.
    """
    digits = hashlib.blake2b(public, digest_size=10).hexdigest()
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


class KeysFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a file of keys: its owner, the private `seed`, and the game.

    For the host of the game, `seat` is "", and `host` is its own public key. In a game without a host, `host` is the
    public key of the player who began the game, and `dice` is the last link of the owner's chain of dice. Keys and
    `dice` are in hex.
    """

    game: str
    seat: str
    seed: str
    host: str
    title: str
    sides: tuple[str, ...] = ()
    dice: str = ""

    @property
    def key(self) -> MailKey:
        """The owner's private key."""
        return MailKey(bytes.fromhex(self.seed))

    def write(self, path: Path) -> None:
        """Write the file, readable only by its owner. Raises OSError, also if the file already exists."""
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self)) + b"\n")

    @classmethod
    def read(cls, path: Path) -> "KeysFile":
        """Return the contents of a file of keys. Raises MailError, OSError."""
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES)
        try:
            found = msgspec.json.decode(data, type=cls)
            if not all(len(bytes.fromhex(key)) == KEY_BYTES for key in (found.seed, found.host)):
                raise MailError(text("keys-unreadable", file=path.name))
        except (*UNREADABLE, ValueError) as problem:
            raise MailError(text("keys-unreadable", file=path.name)) from problem
        return found
