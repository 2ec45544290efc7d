"""The values of a module that come from its source, and those that its author chose and marked.

A `basis` (see `tabletop.module.schema.record_base.Record`) names keys and gives for each the origin of its value. It
covers everything below the key in the file. If several cover a value, the nearest one decides. The truth of the marks
cannot be checked here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tabletop.module.documents.problems import Problem, Problems, nearest, quoted
from tabletop.module.documents.yaml_text import Node, Plain

BASIS: Final = "basis"
NOT_VALUES: Final = frozenset({BASIS, "id", "like"})
"""The keys that name a record and do not describe it. They are never counted."""

_Marks = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MarkedValue:
    """A value of a file, its path, and its basis ('authored/history')."""

    path: tuple[str | int, ...]
    value: str
    basis: str

    @property
    def is_authored(self) -> bool:
        """True if the module's author chose it."""
        return self.basis.startswith("authored")


def marked_values(document: Plain) -> Iterator[MarkedValue]:
    """Yield every value of a document that has a basis, in the order of the file."""
    return _marked(document, (), {}, None)


def count_authored(document: Plain) -> int:
    """Return the number of authored values of a document."""
    return sum(value.is_authored for value in marked_values(document))


def _marked(value: Plain, path: tuple[str | int, ...], marks: _Marks, basis: str | None) -> Iterator[MarkedValue]:
    if isinstance(value, str):
        if basis is not None:
            yield MarkedValue(path, value, basis)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _marked(item, (*path, index), marks, basis)
    elif isinstance(value, dict):
        own = value.get(BASIS)
        if isinstance(own, str):
            marks, basis = {}, own
        elif isinstance(own, dict):
            marks = {**marks, **{key: mark for key, mark in own.items() if isinstance(mark, str)}}
        for key, entry in value.items():
            if key not in NOT_VALUES:
                yield from _marked(entry, (*path, key), marks, marks.get(key, basis))


def check_basis(root: Node, file: str, problems: Problems) -> None:
    """Note every mark of a `basis` that applies to no key below it."""
    _keys_below(root, file, problems)


def _keys_below(node: Node, file: str, problems: Problems) -> set[str]:
    keys: set[str] = set()
    for item in node.items:
        keys |= _keys_below(item, file, problems)
    for key, entry in node.entries.items():
        if key != BASIS:
            keys.add(key)
            keys |= _keys_below(entry, file, problems)
    marks = node.entries.get(BASIS)
    for name, mark in marks.entries.items() if marks else ():
        if problems.are_too_many:
            break
        if name not in keys:
            expected = "the name of a key here or deeper"
            problem = Problem(file, mark.key_line, mark.key_column, quoted(name), expected, nearest(name, keys))
            problems.add(problem)
    return keys


def may_have_basis(content: bytes) -> bool:
    """Return whether a file can state a basis at all. Most files do not, and need not be searched."""
    return BASIS.encode() in content
