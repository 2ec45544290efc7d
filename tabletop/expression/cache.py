"""Parsed expressions as bytes, so that they need not be parsed again. The place to store them is decided elsewhere."""

from collections.abc import Iterable

import msgspec

from tabletop.expression.compiler import remember
from tabletop.expression.expression import Expression
from tabletop.expression.tree import Node

FORMAT = 2
"""The version of the format. Raise it with every change to the trees or their meaning."""


class _CachedTrees(msgspec.Struct, frozen=True):
    format: int
    trees: dict[str, Node]


def pack(expressions: Iterable[Expression]) -> bytes:
    """Return the parsed form of ``expressions``, for :func:`unpack`."""
    return msgspec.msgpack.encode(
        _CachedTrees(FORMAT, {expression.text: expression.tree for expression in expressions})
    )


def unpack(data: bytes) -> int:
    """Load the result of :func:`pack`, and return the number of expressions; 0 if it is damaged or has another
    version.
    """
    try:
        kept = msgspec.msgpack.decode(data, type=_CachedTrees)
    except (msgspec.MsgspecError, RecursionError):
        return 0
    if kept.format != FORMAT:
        return 0
    remember(kept.trees)
    return len(kept.trees)
