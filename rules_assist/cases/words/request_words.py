"""The questions and rolls of procedures, from rule files or from the source of steps in Python.

Only the source of a step shows all the requests that it can make in any position.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import getsource
from string import Formatter
from textwrap import dedent
from types import FunctionType
from typing import Final, get_origin

from rules_assist.procedure.step_requests import Draw
from rules_assist.procedure.steps import Procedure, ProcedureStep
from rules_assist.rulebook.rule_book import RuleBook
from rules_assist.schema.procedure_rules import AskRecord, ProcedureStepRecord
from tabletop.texts.message import FORMS

ASKED: Final[Mapping[str, str]] = {
    "Pick": "one of them",
    "Choose": "a list of them",
    "Order": "all of them, in an order",
    "Number": "a number",
    "Confirm": "yes or no",
}
"""The type of answer for each word with which a step asks."""

_ROLLED: Final = ("Roll", "Draw")


@dataclass(frozen=True)
class Request:
    """A request of a step.

    A question has its key, its words in `text`, and the type of its answer. A roll has its reason in `text`, an empty
    `answer`, and its results table, if it has one.
    """

    key: str
    text: str
    answer: str = ""
    table: str = ""


def requests_of(book: RuleBook, procedure: Procedure) -> Mapping[str, tuple[Request, ...]]:
    """Return the possible questions and rolls of each step of a procedure, in the order in which they are written."""
    records = {record.id: record for file in book.files.values() for record in file.procedures}
    if procedure.id in records:
        return {step.id: tuple(_written(book, step)) for step in records[procedure.id].steps}
    return {step.id: tuple(dict.fromkeys(_FunctionReader(book).of(step))) for step in procedure.steps}


def _written(book: RuleBook, step: ProcedureStepRecord) -> Iterator[Request]:
    yield from (Request(ask.id, ask.question, _answer(ask)) for ask in step.asks)
    if step.look is not None:
        yield Request("", book.tables[step.look.table].title, table=step.look.table)


def _answer(ask: AskRecord) -> str:
    if ask.confirm:
        return ASKED["Confirm"]
    if ask.number:
        return ASKED["Number"]
    if ask.order:
        return ASKED["Order"]
    one = ask.pieces is None or ask.least == ask.most == "1"
    return ASKED["Pick" if one else "Choose"]


class _FunctionReader:
    """A reader of functions, and of those that they call in the same package."""

    def __init__(self, book: RuleBook) -> None:
        self._tables = book.tables
        self._read: set[FunctionType] = set()

    def of(self, step: ProcedureStep[object]) -> Iterator[Request]:
        """Yield the requests of a step; none if its source is not available."""
        run = step.run
        if isinstance(run, FunctionType):
            yield from self._function(run, run.__module__.partition(".")[0])

    def _function(self, function: FunctionType, package: str) -> Iterator[Request]:
        if function in self._read:
            return
        self._read.add(function)
        try:
            tree = ast.parse(dedent(getsource(function)))
        except (OSError, SyntaxError):
            return
        words, understood = _RequestTexts(tree, function.__globals__), set[ast.AST]()
        for node in _in_order(tree):
            called = function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
            if isinstance(node, ast.Call):
                found = self._call(node, words)
                understood |= {node.func} if found else set()
                yield from [found] if found else []
            elif isinstance(called, FunctionType) and called.__module__.partition(".")[0] == package:
                yield from () if node in understood else self._function(called, package)

    def _call(self, node: ast.Call, words: "_RequestTexts") -> Request | None:
        """Return the request that a call makes. None if it makes none, or if the called function makes it."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        given = {word.arg: word.value for word in node.keywords if word.arg}
        if name in ASKED:
            return Request(words.said(given.get("key")), words.said(given.get("question")), ASKED[name])
        if name in _ROLLED:
            return Request("", words.said(given.get("why", node.args[2] if len(node.args) > 2 else None)))
        table = next((each.value for each in node.args if isinstance(each, ast.Constant)), None)
        if _rolls(words.names.get(name)) and isinstance(table, str) and table in self._tables:
            return Request("", words.said(given.get("why")) or self._tables[table].title, table=table)
        return None


def _rolls(called: object) -> bool:
    """Return whether a function returns a roll (`Draw`), which its caller then makes."""
    returned = called.__annotations__.get("return") if isinstance(called, FunctionType) else None
    return get_origin(returned) is Draw


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


class _RequestTexts:
    """The texts of a function as players read them, with `<unit>` for inserted values."""

    def __init__(self, tree: ast.AST, names: Mapping[str, object]) -> None:
        self.names = names
        assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign) and len(node.targets) == 1)
        self._values = {node.targets[0].id: node.value for node in assigned if isinstance(node.targets[0], ast.Name)}

    def said(self, node: ast.expr | None) -> str:
        """Return the text of an expression; "" if there is no expression."""
        match node:
            case None:
                return ""
            case ast.Constant():
                return str(node.value)
            case ast.JoinedStr():
                return "".join(map(self.said, node.values))
            case ast.FormattedValue():
                return self._constant(node.value) or f"<{_thing(node.value)}>"
            case ast.Call(func=ast.Name(id="says"), args=[ast.Constant(value=str(message))]):
                return "".join(map(_part, Formatter().parse(message)))
            case ast.Name() if node.id in self._values and not isinstance(self._values[node.id], ast.Name):
                return self.said(self._values[node.id])
            case ast.IfExp():
                return f"{self.said(node.body)} / {self.said(node.orelse)}"
            case _:
                return f"<{_thing(node)}>"

    def _constant(self, node: ast.expr) -> str:
        """Return the text of a known name in a mapping: `NAMES[JAPAN]`; "" for anything else."""
        match node:
            case ast.Subscript(value=ast.Name(id=mapping), slice=ast.Name(id=key)) if key in self.names:
                found = self.names.get(mapping)
                return str(found.get(self.names[key], "")) if isinstance(found, Mapping) else ""
            case _:
                return ""


def _part(part: tuple[str, str | None, str | None, str | None]) -> str:
    """Return a part of a message of `says`: its text, and the name of the argument after it in angle brackets.

    If the argument chooses between forms for one and for several things, the last form is used.
    """
    literal, name, words, _ = part
    if name is None:
        return literal
    return literal + (words.split(FORMS)[-1] if words and FORMS in words else f"<{name}>")


def _thing(node: ast.expr) -> str:
    """Return a word for a value that is inserted into a text: the unit of `unit.name`, the side of `NAMES[side]`."""
    match node:
        case ast.Name():
            return node.id.casefold().replace("_", " ").strip()
        case ast.Attribute():
            return _thing(node.value)
        case ast.Subscript():
            return _thing(node.slice)
        case ast.Call() if node.args:
            return _thing(node.args[-1])
        case ast.BinOp():
            return _thing(node.left)
        case _:
            return "…"
