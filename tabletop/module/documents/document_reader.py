"""Module files, read into frozen records, with the place of every mistake in every file.

pydantic finds everything that does not fit a record. Here that is located in the file and put into our own words. The
records themselves are in `tabletop.module.schema`. References between them are checked elsewhere.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tabletop.module.cache.garbage_pause import few_collections
from tabletop.module.documents.problems import MOST_NAMED, Problem, Problems, nearest, one_of, quoted
from tabletop.module.documents.schema_errors import explain
from tabletop.module.documents.value_basis import check_basis, count_authored, may_have_basis
from tabletop.module.documents.yaml_text import LARGEST_BYTES, Node, decode, read_yaml
from tabletop.module.source import ModuleSource, SourceError

M = TypeVar("M", bound=BaseModel)


class ModuleReader:
    """A reader of the documents of one module. It keeps the position of everything for later checks.

    `known` are the records from an earlier reading of the very same files without mistakes (from the cache).
    """

    def __init__(self, source: ModuleSource, known: Mapping[str, BaseModel] | None = None) -> None:
        self.problems = Problems()
        self._source = source
        self._records = dict(known or {})
        self._nodes: dict[str, Node] = {}
        self._named: dict[str, tuple[str, Sequence[str | int]]] = {}
        self._authored = 0

    @property
    def records(self) -> Mapping[str, BaseModel]:
        """The documents read so far that had no mistake, by file."""
        return self._records

    @property
    def authored(self) -> int:
        """The number of values that their author chose in the files read so far, without the files in `known`."""
        return self._authored

    def read(self, file: str, model: type[M], completed: Callable[[object], object] | None = None) -> M | None:
        """Read a document. Note its mistakes, and return None if it has any.

        `completed` returns the document, as plain data, together with the parts that it takes over from others.
        """
        known = self._records.get(file)
        if isinstance(known, model):
            return known
        with few_collections():
            document = self._read_anew(file, model, completed)
        if document is not None:
            self._records[file] = document
        return document

    def data(self, file: str) -> object:
        """Return a document that was read here as plain data; None if it was not."""
        node = self._nodes.get(file)
        return node.value if node is not None else None

    def named(self, file: str, by: str, path: Sequence[str | int]) -> None:
        """Note that the file `by` names another file, at the value to which `path` leads.

        If that other file cannot be read, the mistake is reported there.
        """
        self._named.setdefault(file, (by, path))

    def read_text(self, file: str) -> str | None:
        """Read a page of text. Note mistakes, and return None if it cannot be shown."""
        content = self._content(file)
        return None if content is None else decode(content, file, self.problems)

    def note(
        self,
        file: str,
        path: Sequence[str | int],
        expected: str,
        known: Sequence[str] = (),
        *,
        at_key: bool = False,
        word: str = "",
    ) -> None:
        """Note a mistake at the value to which `path` leads, by keys and positions in lists; with `at_key`, note it at
        the key of the value.

        If the mistake is a `word` within a text, the message points at that word. If `known` names are given, with the
        sort that was `expected` ("a place"), the message offers the nearest name; if they are few, it names all. For a
        mapping or list the message points at its key. If a path leads beyond the file, the message points at its end.
        """
        if self.problems.are_too_many:
            return
        node = self._reached(file, path)
        by_value = node is not None and isinstance(node.value, str) and not at_key
        line, column = (node.key_line, node.key_column) if node and at_key else _place(node)
        if node is not None and by_value and word:
            column = node.column_of(max(0, str(node.value).find(word)))
        word = word or (str(node.value) if node and by_value else str(path[-1]))
        expected = f"{expected}, {one_of(known)}" if 0 < len(known) <= MOST_NAMED else expected
        self.problems.add(Problem(file, line, column, quoted(word), expected, nearest(word, known)))

    def say(
        self, file: str, path: Sequence[str | int], sentence: str, text: str | None = None, offset: int = 0
    ) -> None:
        """Note a mistake with a sentence of its own, at the value to which `path` leads.

        For a `text` within that value, the message points at the character at `offset` in the text.
        """
        if self.problems.are_too_many:
            return
        node = self._reached(file, path)
        inner = _holding(node, text) if node and text is not None else None
        line, column = (inner.line, inner.column_of(offset)) if inner else _place(node)
        self.problems.add(Problem(file, line, column, sentence))

    def _reached(self, file: str, path: Sequence[str | int]) -> Node | None:
        node = self._nodes.get(file)
        for step in path:
            node = (_inside(node, step) if node else None) or node
        return node

    def _read_anew(self, file: str, model: type[M], completed: Callable[[object], object] | None) -> M | None:
        content = self._content(file)
        if content is None:
            return None
        problems = Problems()
        document = self._build(content, file, model, problems, completed)
        self.problems.extend(problems)
        return None if problems else document

    def _build(
        self,
        content: bytes,
        file: str,
        model: type[M],
        problems: Problems,
        completed: Callable[[object], object] | None,
    ) -> M | None:
        node = read_yaml(content, file, problems)
        if node is None:
            return None
        self._nodes[file] = node
        if may_have_basis(content):
            check_basis(node, file, problems)
            self._authored += count_authored(node.value)
        try:
            return model.model_validate(completed(node.value) if completed is not None else node.value)
        except ValidationError as error:
            problems.extend(explain(error, model, node, file))
            return None

    def _content(self, file: str) -> bytes | None:
        try:
            return self._source.read(file, LARGEST_BYTES)
        except SourceError as error:
            if file in self._named:
                near = nearest(file, self._source.files())
                hint = f"; did you mean '{near}'?" if near and near != file and ":" not in file else ""
                self.say(*self._named[file], f"{quoted(file)} {error}{hint}")
            else:
                self.problems.add(Problem(file, 0, 0, str(error)))
            return None


def _inside(node: Node, step: str | int) -> Node | None:
    if isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    return node.entries.get(step)


def _holding(node: Node, text: str) -> Node | None:
    """Return the first value within a value that is equal to this text; None if there is none."""
    if node.value == text:
        return node
    inner = (_holding(each, text) for each in (*node.items, *node.entries.values()))
    return next(filter(None, inner), None)


def _place(node: Node | None) -> tuple[int, int]:
    if node is None:
        return 0, 0
    if node.key_line and not isinstance(node.value, str):
        return node.key_line, node.key_column
    return node.line, node.column
