"""The texts that people read, gathered from the code and from the YAML of the modules, each with the arguments in it
that are numbers.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from tabletop.module.documents.problems import Problems
from tabletop.module.documents.yaml_text import read_yaml
from tabletop.texts.catalogue import PARTS, catalogue, texts_of

ROOT = Path(__file__).parent.parent
FOLDERS = ("tabletop", "rules_assist", "modules")
LITERAL = {"tr", "tr_later", "says"}
"""The names of functions whose first argument is a text for people."""

NUMBERS = {"int", "float", "Fraction", "int | None", "float | None", "int | float"}
"""The annotations of numbers."""

COUNTING = {"len", "sum", "int", "round", "abs", "float"}
"""The names of functions that return a number."""

SHOWN = frozenset((
    "because", "button", "caption", "claim", "description", "fields", "group", "label", "labels", "long", "menu",
    "message", "name", "no", "note", "question", "says", "short", "summary", "text", "then", "tip", "title", "titles",
    "tooltip", "why",
))  # fmt: skip
"""The keys of a module's YAML whose texts are shown to players."""

UNSHOWN_FOLDERS = {"cases", "charts"}
"""Folders of modules without texts that the window translates."""


class PlayerText(NamedTuple):
    """A text that people read: its file, with its key or line, its words, and the names of its numbers."""

    place: str
    words: str
    numbers: frozenset[str]


def player_texts() -> Iterator[PlayerText]:
    """Yield all texts of the catalogue, of the window and of the Python and YAML of the modules."""
    for part in PARTS:
        for key, words in texts_of(part).items():
            yield PlayerText(f"{part}:{key}", words, _numbers_in(words))
    for place, call in _calls():
        if isinstance(call.func, ast.Name) and call.func.id in LITERAL and isinstance(call.args[0], ast.Constant):
            yield PlayerText(place, call.args[0].value, _numbers_in(call.args[0].value))
    for place, words in module_texts():
        yield PlayerText(place, words, frozenset())


def module_texts() -> Iterator[tuple[str, str]]:
    """Yield the texts in the YAML of the modules, each with its file and key."""
    for path in sorted((ROOT / "modules").rglob("*.yaml")):
        if not UNSHOWN_FOLDERS & set(path.parts):
            place = path.relative_to(ROOT).as_posix()
            document = read_yaml(path.read_bytes(), place, Problems())
            assert document is not None, place
            yield from ((f"{place}:{key}", words) for key, words in _shown(document.value))


def names_in(words: str) -> set[str]:
    """Return the names of the arguments in a text."""
    return {name for _, name, _, _ in Formatter().parse(words) if name}


def _shown(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for name, each in value.items():
                yield from _shown(each, key if key in ("labels", "titles", "fields") else str(name))
        case list():
            for each in value:
                yield from _shown(each, key)
        case str() if key in SHOWN:
            yield key, value


def _numbers_in(words: str) -> frozenset[str]:
    """Return the names of the arguments in a text that are numbers: by their form, or in a call of any text."""
    formed = {name for _, name, form, _ in Formatter().parse(words) if name and form}
    return frozenset(names_in(words) & (formed | numbers_given()))


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for place, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                yield f"{place}:{node.lineno}", node


@cache
def _trees() -> list[tuple[str, ast.Module]]:
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    return [(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


@cache
def numbers_given() -> frozenset[str]:
    """Return the names of the arguments that some call of a text gives as a number."""
    known = _annotations()
    return frozenset(
        name
        for _, tree in _trees()
        for function, scope in _functions(tree)
        for call in _own_nodes(function)
        if isinstance(call, ast.Call) and any(map(_is_text, call.args))
        for name, value in _given(call)
        if _is_number(value, scope, known)
    )


def _is_text(argument: ast.expr) -> bool:
    """Return whether an argument of a call is a text for people, or the key of one."""
    words = argument.value if isinstance(argument, ast.Constant) else ""
    return isinstance(words, str) and (words in catalogue() or "{" in words)


def _given(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """Yield the named arguments of a call, also those that it gives in a dictionary."""
    yield from ((each.arg, each.value) for each in call.keywords if each.arg)
    for table in call.args:
        if isinstance(table, ast.Dict):
            for name, value in zip(table.keys, table.values, strict=True):
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    yield name.value, value


Scope = dict[str, list[ast.expr] | bool]
"""The names in a function: for a parameter, true if it is a number; for a variable, the values assigned to it."""


def _functions(tree: ast.Module) -> Iterator[tuple[ast.AST, Scope]]:
    yield tree, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            scope: Scope = {}
            for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                scope[each.arg] = each.annotation is not None and ast.unparse(each.annotation) in NUMBERS
            for inner in ast.walk(node):
                if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
                    assigned = scope.setdefault(inner.targets[0].id, [])
                    if isinstance(assigned, list):
                        assigned.append(inner.value)
            yield node, scope


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, or of a file outside its functions."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
            yield from _own_nodes(child)


@cache
def _annotations() -> dict[str, frozenset[str]]:
    """Return the annotations of all constants, fields and results, by their names."""
    found: dict[str, set[str]] = defaultdict(set)
    for _, tree in _trees():
        for each in tree.body:
            match each:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=held)):
                    found[name].add(type(held).__name__)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=held)):
                    found[name].add(type(held).__name__)
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(body=body):
                    for each in body:
                        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                            found[each.target.id].add(ast.unparse(each.annotation))
                case ast.FunctionDef(returns=ast.expr() as kind):
                    found[node.name].add(ast.unparse(kind))
    return {name: frozenset(kinds) for name, kinds in found.items()}


def _is_number(value: ast.expr, scope: Scope, known: dict[str, frozenset[str]], depth: int = 0) -> bool:
    """Return whether an expression is a number, as far as its form and the annotations tell."""
    if depth > 5:
        return False
    match value:
        case ast.Constant(value=held):
            return isinstance(held, int | float) and not isinstance(held, bool)
        case ast.Call(func=ast.Name(id=name)) if name in COUNTING:
            return True
        case ast.Call(func=ast.Name(id="min" | "max"), args=args):
            return any(_is_number(each, scope, known, depth + 1) for each in args)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) | ast.Attribute(attr=name):
            return bool(known.get(name)) and known[name] <= NUMBERS
        case ast.BinOp(left=left, right=right):
            return any(_is_number(each, scope, known, depth + 1) for each in (left, right))
        case ast.IfExp(body=body, orelse=other):
            return any(_is_number(each, scope, known, depth + 1) for each in (body, other))
        case ast.Name(id=name):
            held = scope.get(name, bool(known.get(name)) and known[name] <= NUMBERS)
            return held if isinstance(held, bool) else any(_is_number(each, scope, known, depth + 1) for each in held)
    return False


def spoken_words(words: str) -> str:
    """Return a text without its arguments, with all its plural forms."""
    return re.sub(r"\{(\w+)(?::([^{}|]*\|[^{}]*))?[^{}]*\}", lambda found: (found[2] or "").replace("|", " "), words)
