"""A search in source code for texts for people that cannot be translated: literals that go through neither `tr` nor
`text`.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain

TRANSLATED = {"tr", "tr_later", "says"}
"""The names of the functions that put a text into the reader's language. `text` takes a key, not a sentence."""

OF_PROGRAMMERS = {
    "AssertionError", "AttributeError", "IndexError", "KeyError", "LookupError", "NotImplementedError", "PatchError",
    "RuntimeError", "SystemExit", "TypeError", "ValueError",
}  # fmt: skip
"""The names of errors of the program itself, which no player is shown."""

OF_AUTHORS = {
    "CaseError",
    "DeadEndError",
    "ExpressionError",
    "LimitReached",
    "MisfitError",
    "ProcedureError",
    "UnseenSecret",
}
"""The names of errors for mistakes in the files of a module. Their texts are for its author, in English as the
documentation is.
"""

REFERENCE = {"Field", "Option", "Argument", "Parameter"}
"""The names of functions whose arguments describe data and commands to authors, in English as the documentation is."""

NO_TEXT = {"compile", "TypeVar", "cast", "import_module", "Lark", "namedtuple", "getLogger", "setObjectName"}
SHOWN = {
    "FittingButton", "FittingTick", "Fold", "Panel", "QAction", "QCheckBox", "QLabel", "QPushButton", "QRadioButton",
    "addAction", "addMenu", "addRow", "addTab", "announce", "button", "label", "message", "paragraph", "say",
    "setAccessibleName", "setLabelText", "setPlaceholderText", "setStatusTip", "setText", "setToolTip",
    "setWindowTitle", "showMessage", "tell", "tool_button",
}  # fmt: skip
"""The names of functions of the window that show any text they are given, even a single word."""

NAMES = {"Wartable", "Inter", "Inter Display", "Roboto Condensed", "EB Garamond", "JetBrains Mono", "Fusion", "VASSAL"}
"""Names that are the same in all languages: the program, its type faces, its style."""

TITLED = {"step": 0, "Procedure": 1}
"""The names of functions that take a title of a module's rules, and the position of this argument. The rule book
translates the titles.
"""

KEYED = {"Roll": 0, "Draw": 0, "Choice": 0}
"""The names of functions that take a key, and the position of this argument. Keys are stored in games, and are the
same in every language.
"""

_FORM = re.compile(r"%[A-Za-z]|([^{}]*\{\{?)?\s*[a-z-]+: [^;]*;|\s*</?\w+")
"""Forms of times, style sheets and markup."""

_SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|BEGIN|VACUUM|COMMIT)\b")


def untranslated(code: str, *, in_window: bool, in_module: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the lines and texts of untranslated literals that look like sentences, or in the window like titles."""
    tree = ast.parse(code)
    exempt = {id(inner) for node in _exempt(tree) for inner in ast.walk(node)}
    if in_module:
        exempt |= {id(inner) for node in _of_rules(tree) for inner in ast.walk(node)}
    shown = {id(given) for node in ast.walk(tree) for given in _shown(node)} if in_window else set()
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in exempt or id(node) in inside:
            continue
        words = _words(node)
        if words in NAMES:
            continue
        is_title = in_window and isinstance(node, ast.Constant) and re.fullmatch(r"[A-Z][a-z]+…?", words)
        if _is_sentence(words) or is_title or (id(node) in shown and re.search(r"[^\W\d_]{2}", words)):
            yield node.lineno, words


TOLD = {"tr", "text", "says"}
"""The names of the functions that return a whole sentence for people."""

_APART = re.compile(r"(\s*\n\s*|</?\w[^>]*>|[#*]+ | \(\*?|\))+")
"""Parts between texts that leave each text whole: paragraphs, markup, and the endings of files in Qt's dialogs."""


def glued(code: str) -> Iterator[tuple[int, str]]:
    """Yield the lines and expressions that make one text out of several, or change the letters of a text."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.JoinedStr(values=parts):
                between = [part.value for part in parts if isinstance(part, ast.Constant)]
                told = [part for part in parts if isinstance(part, ast.FormattedValue) and _is_told(part.value)]
                is_glued = bool(told) and len(parts) > 1 and not all(_APART.fullmatch(str(each)) for each in between)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
                is_glued = any(_is_told(each) and not _is_mark(other) for each, other in ((left, right), (right, left)))
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as mark), attr="join"), args=[joined]):
                is_glued = bool(mark.strip()) and any(map(_is_told, ast.walk(joined)))
            case ast.Call(func=ast.Attribute(value=changed, attr="lower" | "upper" | "capitalize" | "title")):
                is_glued = _is_told(changed)
            case _:
                is_glued = False
        if is_glued:
            yield node.lineno, ast.unparse(node)


def _is_told(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TOLD
        case ast.IfExp(body=one, orelse=other):
            return _is_told(one) or _is_told(other)
    return False


def _is_mark(node: ast.AST) -> bool:
    """Return whether a text is the mark of an entry in a list."""
    return isinstance(node, ast.Constant) and node.value == "* "


def _words(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)
    return ""


def _is_sentence(words: str) -> bool:
    return bool(
        re.search(r"[^\W\d_]", words) and re.search(r"\s", words) and not _SQL.match(words) and not _FORM.match(words)
    )


def _exempt(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node
            case ast.Assert(msg=ast.expr() as told):
                yield told
            case ast.AnnAssign(annotation=ast.Name(id="TypeAlias"), value=ast.expr() as kind):
                yield kind
            case ast.AnnAssign(annotation=kind) | ast.arg(annotation=ast.expr() as kind):
                yield kind
            case ast.FunctionDef(returns=ast.expr() as kind) | ast.AsyncFunctionDef(returns=ast.expr() as kind):
                yield kind
            case ast.Subscript(slice=kind) if isinstance(node.value, ast.Name):
                yield from (
                    part for part in ast.walk(kind) if isinstance(part, ast.Constant) and "[" in str(part.value)
                )
            case ast.Call() if _name(node.func) in TRANSLATED and node.args:
                yield node.args[0]
            case ast.Call() if _name(node.func) in OF_PROGRAMMERS | OF_AUTHORS | REFERENCE | NO_TEXT:
                yield node


def _of_rules(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the titles in the Python of a module's rules, and the keys of its questions and answers."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(body=body):
                yield from (each.value for each in body if isinstance(each, ast.Assign) and _is_title(each.targets[0]))
            case ast.Call():
                place = {**TITLED, **KEYED}.get(_name(node.func), len(node.args))
                yield from node.args[place : place + 1]
                yield from (each.value for each in node.keywords if each.arg in ("key", "title"))


def _is_title(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "title"


def _shown(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and _name(node.func) in SHOWN:
        place = 1 if _name(node.func) == "tool_button" else 0
        yield from chain(node.args[place : place + 1], (each.value for each in node.keywords if each.arg == "tip"))


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
