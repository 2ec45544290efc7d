"""YAML read as text: each key and value with its line and column.

The meaning of a text (a number, a name, yes or no) is not decided here, so 0412, NO and 12:30 stay as they are. Only
the plain part of YAML is read: no anchors, aliases, tags, merge keys, or several documents in a file.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol, cast

import yaml

from tabletop.module.documents.problems import Problem, Problems, quoted

DEEPEST: Final = 60
LARGEST_BYTES: Final = 16 * 1024 * 1024
MOST_VALUES: Final = 1_000_000
"""The most keys and values in one file; a megabyte of dense counters holds 170,000."""

Plain = str | None | list["Plain"] | dict[str, "Plain"]
"""The contents of a file: text, None (a key without a value), lists and mappings."""


class _EventMark(Protocol):
    """The position of an event, counted from 0."""

    line: int
    column: int


class _Event(Protocol):
    """The facts from the parser's events. Only texts have `value` and `style`."""

    start_mark: _EventMark
    end_mark: _EventMark
    anchor: str | None
    tag: str | None
    value: str
    style: str | None


_Events = Iterator[_Event]
_DOCUMENT: Final[type[object]] = yaml.DocumentStartEvent
_MAPPING: Final[type[object]] = yaml.MappingStartEvent
_MAPPING_ENDS: Final[type[object]] = yaml.MappingEndEvent
_SEQUENCE_ENDS: Final[type[object]] = yaml.SequenceEndEvent
_TEXT: Final[type[object]] = yaml.ScalarEvent
_ALIAS: Final[type[object]] = yaml.AliasEvent

_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|(?!^)\ufeff")
_LINE_END = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_Loader: type[yaml.CBaseLoader] | type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_SYNTAX: Final = {
    "mapping values are not allowed in this context": "text with ': ' in it to stand in quotes",
    "did not find expected ',' or ']'": "a comma, or the ']' that closes this list",
    "did not find expected ',' or '}'": "a comma, or the '}' that closes this mapping",
    "did not find expected '-' indicator": "another '- ' here, as the other entries of this list have",
    "did not find expected key": "a key at the same indentation as the keys above it",
    "did not find expected <document start>": "every key of the file at the same indentation",
    "could not find expected ':'": "'key: value'",
    "found unexpected end of stream": "the quotation mark that closes this text",
    "found unknown escape character": r"a backslash only before one of \ \" n t x u; use single quotes for other text",
    "did not find expected node content": "a value",
    "block sequence entries are not allowed in this context": "a list to begin on a line of its own",
    "found character that cannot start any token": "text that begins with @, ` or % to stand in quotes",
    "found incompatible YAML document": "YAML 1.1 or 1.2",
}
_SAID_OF_BEGINNING: Final = ("found unexpected end of stream", "could not find expected ':'")


class Node:
    """A value in a file and its position.

    Lines and columns count from 1. `key_line` and `key_column` are the position of its key, if it has one. `end_column`
    is the end of a text on one line, quotation marks included; for everything else it is 0.
    """

    __slots__ = ("column", "end_column", "entries", "items", "key_column", "key_line", "line", "value")

    def __init__(self, value: Plain, line: int, column: int, end_column: int = 0) -> None:
        self.value = value
        self.line = line
        self.column = column
        self.end_column = end_column
        self.key_line = 0
        self.key_column = 0
        self.entries: Mapping[str, Node] = _NO_ENTRIES
        self.items: Sequence[Node] = ()

    def column_of(self, offset: int) -> int:
        """Return the column of a character of a text.

        If characters cannot be counted in the file, return the column of the text's beginning.
        """
        length = len(self.value) if isinstance(self.value, str) else -1
        quotes = self.end_column - self.column - length
        return self.column + quotes // 2 + offset if quotes in (0, 2) and offset <= length else self.column


_NO_ENTRIES: Final[Mapping[str, Node]] = MappingProxyType({})


def read_yaml(content: bytes, file: str, problems: Problems) -> Node | None:
    """Read a file's content, and note mistakes in `problems` under the name `file`.

    Returns None if nothing can be read. Otherwise mistakes may still have been noted.
    """
    text = decode(content, file, problems)
    if text is None:
        return None
    return _NodeBuilder(file, problems).build(text)


def decode(content: bytes, file: str, problems: Problems) -> str | None:
    """Return a file's text; None if it cannot be shown. Note mistakes in `problems`."""
    if len(content) > LARGEST_BYTES:
        found = f"{len(content) / 1024 / 1024:.1f} MB"
        problems.add(Problem(file, 0, 0, found, f"at most {LARGEST_BYTES // 1024 // 1024} MB in one file"))
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "replace")
        found = f"the byte 0x{content[error.start]:02X}"
        problems.add(Problem(file, *_position(before), found, "text in UTF-8; save the file with this encoding"))
        return None
    odd = _UNPRINTABLE.search(text)
    if odd:
        found = f"the control character U+{ord(odd[0]):04X}"
        problems.add(Problem(file, *_position(text[: odd.start()]), found, "only characters that can be seen"))
        return None
    return text


def _position(before: str) -> tuple[int, int]:
    """Return the line and the column, from 1, of the position after the text `before`."""
    lines = _LINE_END.split(before)
    return len(lines), len(lines[-1]) + 1


def _text(event: _Event) -> str | None:
    """Return the value of a text; None if there is none."""
    text = event.value
    if not text and not event.style:
        return None
    return text if text.isascii() else unicodedata.normalize("NFC", text)


class _TooMuchError(Exception):
    """The error of a file that is deeper than `DEEPEST` or has more than `MOST_VALUES` values.

    The problem has been noted.
    """


class _NodeBuilder:
    """A builder of the nodes of one file from the parser's events."""

    def __init__(self, file: str, problems: Problems) -> None:
        self._file = file
        self._problems = problems
        self._room = MOST_VALUES

    def build(self, text: str) -> Node | None:
        """Return the tree of the file's one document; None if it cannot be read. Mistakes are noted."""
        try:
            return self._document(cast("_Events", yaml.parse(text, Loader=_Loader)))
        except _TooMuchError:
            return None
        except yaml.MarkedYAMLError as error:
            self._syntax(error, text)
            return None

    def _document(self, events: _Events) -> Node | None:
        root: Node | None = None
        for event in events:
            if type(event) is _DOCUMENT:
                if root is not None:
                    self._note(event.start_mark, "a second document", "one document in a file")
                    return None
                root = self._node(next(events), events, 1)
        if root is None:
            self._problems.add(Problem(self._file, 1, 1, "an empty file", "a mapping, 'key: value'"))
        return root

    def _node(self, event: _Event, events: _Events, depth: int) -> Node:
        kind = type(event)
        mark = event.start_mark
        self._count(event)
        if kind is _TEXT:
            text = _text(event)
            if text is None:
                return Node(None, mark.line + 1, mark.column + 1)
            end = event.end_mark
            return Node(text, mark.line + 1, mark.column + 1, end.column + 1 if end.line == mark.line else 0)
        if kind is _ALIAS:
            return Node(None, mark.line + 1, mark.column + 1)
        if depth > DEEPEST:
            self._note(mark, f"more than {DEEPEST} lists and mappings inside each other", "fewer")
            raise _TooMuchError
        if kind is _MAPPING:
            return self._mapping(events, mark, depth)
        return self._sequence(events, mark, depth)

    def _count(self, event: _Event) -> None:
        """Count one more key or value; note anchors and tags as mistakes. Raises _TooMuchError if there are too
        many.
        """
        self._room -= 1
        if self._room < 0:
            self._note(event.start_mark, f"more than {MOST_VALUES} keys and values", "fewer in one file")
            raise _TooMuchError
        if event.anchor is not None or event.tag is not None:
            self._refuse_marks(event)

    def _sequence(self, events: _Events, mark: _EventMark, depth: int) -> Node:
        items: list[Node] = []
        values: list[Plain] = []
        for event in events:
            if type(event) is _SEQUENCE_ENDS:
                break
            item = self._node(event, events, depth + 1)
            items.append(item)
            values.append(item.value)
        node = Node(values, mark.line + 1, mark.column + 1)
        node.items = items
        return node

    def _mapping(self, events: _Events, mark: _EventMark, depth: int) -> Node:
        entries: dict[str, Node] = {}
        values: dict[str, Plain] = {}
        for event in events:
            if type(event) is _MAPPING_ENDS:
                break
            at = event.start_mark
            name = self._key(event, events, depth + 1)
            entry = self._node(next(events), events, depth + 1)
            entry.key_line, entry.key_column = at.line + 1, at.column + 1
            if name is None or name in entries or name == "<<":
                self._refuse_key(Node(name, entry.key_line, entry.key_column), entries)
            else:
                entries[name] = entry
                values[name] = entry.value
        node = Node(values, mark.line + 1, mark.column + 1)
        node.entries = entries
        return node

    def _key(self, event: _Event, events: _Events, depth: int) -> str | None:
        """Return the text of a key; None for a key that is not a text."""
        if type(event) is not _TEXT:
            self._node(event, events, depth)
            return None
        self._count(event)
        return _text(event)

    def _refuse_key(self, key: Node, before: Mapping[str, Node]) -> None:
        if not isinstance(key.value, str):
            found, expected = "a key that is not text", "a name before the ':'"
        elif key.value == "<<":
            found, expected = "the merge key '<<'", "the keys themselves; merging is not read"
        else:
            found = f"{quoted(key.value)} a second time"
            expected = f"each key once; it is already in line {before[key.value].key_line}"
        self._problems.add(Problem(self._file, key.line, key.column, found, expected))

    def _refuse_marks(self, event: _Event) -> None:
        if type(event) is _ALIAS:
            self._note(event.start_mark, f"the alias '*{event.anchor}'", "the value itself; aliases are not read")
            return
        if event.anchor is not None:
            self._note(event.start_mark, f"the anchor '&{event.anchor}'", "a value without one; anchors are not read")
        if event.tag is not None:
            self._note(event.start_mark, f"the tag {quoted(event.tag)}", "a value without one; tags are not read")

    def _syntax(self, error: yaml.MarkedYAMLError, text: str) -> None:
        said = error.problem or "cannot be read"
        mark = error.problem_mark or error.context_mark
        if said in _SAID_OF_BEGINNING and error.context_mark:
            mark = error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        found = _character_at(text, line, column)
        if found == "a tab" or "tab character" in said:
            expected = "spaces; YAML is indented with spaces only"
        else:
            expected = _SYNTAX.get(said, f"YAML that can be read ({said})")
        self._problems.add(Problem(self._file, line, column, found, expected))

    def _note(self, mark: _EventMark, found: str, expected: str) -> None:
        self._problems.add(Problem(self._file, mark.line + 1, mark.column + 1, found, expected))


def _character_at(text: str, line: int, column: int) -> str:
    lines = _LINE_END.split(text)
    rest = lines[line - 1][column - 1 :] if 0 < line <= len(lines) else ""
    if rest.startswith("\t"):
        return "a tab"
    return quoted(rest) if rest.strip() else "the end of the line" if line < len(lines) else "the end of the file"
