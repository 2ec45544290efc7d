"""The error of all work with mail."""

from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of decoding foreign bytes into typed values."""


class MailError(Exception):
    """An error for a turn file that is not opened, or a turn that is not sent; the message is one sentence."""
