"""A contract that pyproject.toml cannot express: the code that may write to a game's record."""

import ast
from pathlib import Path

import tabletop

PACKAGE = Path(tabletop.__file__).parent
WRITERS = ("session/", "journal", "workshop/bench", "vassal/games/imported_games.py")
"""The beginnings of the paths of code that may write: the session, the journal itself, the bench with journals of its
own, and the conversion of another program's log to a record, before play.
"""


def writes(code: str) -> list[int]:
    """Return the lines that append to a journal."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("append", "extend")
        and ast.unparse(node.func.value).split(".")[-1].lstrip("_") == "journal"
    ]


def test_only_the_session_writes_steps():
    found = {
        file.relative_to(PACKAGE).as_posix(): lines
        for file in sorted(PACKAGE.rglob("*.py"))
        if not file.relative_to(PACKAGE).as_posix().startswith(WRITERS)
        and (lines := writes(file.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_a_write_would_be_found():
    assert writes("self._journal.append(step, back, after)\n\njournal.extend(entries, game)\nnames.append(1)") == [1, 3]
