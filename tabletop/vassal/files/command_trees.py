"""Trees of commands as text: a command contains others, which are carried out after it."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from tabletop.vassal.files.sequence import join, split

CommandTree: TypeAlias = "str | Sequence[CommandTree]"
"""The text of one command, or the sequence of a command and those within it."""

DEEPEST_COMMAND: Final = 400

_ESC: Final = "\x1b"
_MOST_WORK: Final = 64 * 1024 * 1024


class TreeDepthError(ValueError):
    """An error for commands that are nested too deep, or whose nesting takes too much work to read."""


def read_trees(written: str) -> list[CommandTree]:
    """Return the trees of commands in a text. Raises `TreeDepthError`."""
    found: list[CommandTree] = []
    waiting: list[tuple[str, int, list[CommandTree]]] = [(token, 1, found) for token in reversed(split(written, _ESC))]
    work = 0
    while waiting:
        token, depth, within = waiting.pop()
        tokens = split(token, _ESC)
        if tokens == [token]:
            within.append(token)
            continue
        work += len(token)
        if depth > DEEPEST_COMMAND or work > _MOST_WORK + 20 * len(written):
            raise TreeDepthError
        tree: list[CommandTree] = []
        within.append(tree)
        waiting.extend((inner, depth + 1, tree) for inner in reversed(tokens))
    return found


def written_trees(trees: Sequence[CommandTree]) -> str:
    """Return the text of these trees: the reverse of `read_trees`."""
    return join([tree if isinstance(tree, str) else written_trees(tree) for tree in trees], _ESC) or ""


def leaves(tree: CommandTree) -> Iterator[str]:
    """Yield the commands of a tree, each before those within it."""
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        else:
            waiting.extend(reversed(each))
