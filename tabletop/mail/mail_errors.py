"""The error of everything that comes by mail."""

from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of reading foreign bytes into typed values."""


class MailError(Exception):
    """A turn file that is not opened, or a turn that is not sent; the text is one sentence."""
