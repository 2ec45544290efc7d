"""The error for games by mail."""

from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of decoding foreign bytes into typed values."""


class MailError(Exception):
    """An error for a turn file that cannot be opened, or a turn that cannot be sent; the message is a sentence."""
