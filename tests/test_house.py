"""The structure of the code: no folder is crowded, no large group of files imports each other, each name is used once.
And the form of names, of docstrings and of the changelog.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("tabletop", "rules_assist")
TOPS = (*PACKAGES, "modules", "assets", "docs", "tests")
MOST_FILES = 15
UNCOUNTED = {"__init__.py", "conftest.py"}
LARGEST_CIRCLE = 10
LONGEST_CHANGE = 150
HEADLESS = re.compile(r"(What|Whether|How|Who|Whose|Where|Which|When|Why)\b")


def files() -> dict[str, Path]:
    """Return the source files of the two packages, each by its dotted name."""
    found = (path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in found}


def imports(code: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the known modules that a file imports, including those for type checking."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                if whole in known or node.module in known:
                    yield whole if whole in known else node.module


def circles() -> list[set[str]]:
    """Return the groups of files that import each other, the largest first."""
    found = files()
    graph = nx.DiGraph(
        (name, other)
        for name, path in found.items()
        for other in imports((ROOT / path).read_text(encoding="utf-8"), frozenset(found))
        if other != name
    )
    return sorted(nx.strongly_connected_components(graph), key=len, reverse=True)


def loose() -> Counter[Path]:
    """Return the number of Python files directly in each folder of the project, without `__init__.py` and
    `conftest.py`.
    """
    found = (path for top in TOPS for path in (ROOT / top).rglob("*.py") if path.name not in UNCOUNTED)
    return Counter(path.parent.relative_to(ROOT) for path in found)


def test_no_folder_is_crowded():
    counts = loose()
    assert {Path("tabletop/cli"), Path("modules/fire_in_the_sky/rules/sea"), Path("tests/journeys")} <= set(counts)
    assert {str(folder): count for folder, count in counts.items() if count > MOST_FILES} == {}


def test_no_great_circle_of_files_knows_each_other():
    assert [sorted(circle) for circle in circles() if len(circle) > LARGEST_CIRCLE] == []


def named() -> Iterator[tuple[str, str]]:
    """Yield the names of files and of public classes, also of the games' rules, each with its file."""
    for package in (*PACKAGES, "modules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            if path.name not in {"__init__.py", "__main__.py"}:
                yield path.name, place
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    yield node.name, place


def test_no_name_of_a_file_or_class_stands_for_two_things():
    places: dict[str, list[str]] = {}
    for name, place in named():
        places.setdefault(name, []).append(place)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


NOUNS = {
    "bombing", "bookkeeping", "drawing", "ending", "facing", "finding", "heading", "homecoming", "landing", "listing",
    "mapping", "numbering", "opening", "ping", "ring", "ruling", "setting", "sighting", "stacking", "standing", "thing",
}  # fmt: skip
"""The last words of names that end in -ing and are nouns."""


def gerunds() -> Iterator[str]:
    """Yield the names of files, folders and classes of which the last word is a gerund."""
    for package in (*PACKAGES, "modules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            names = [path.stem, *path.relative_to(ROOT).parts[:-1]]
            names += [
                node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef)
            ]
            for name in names:
                last = re.findall(r"[A-Z]?[a-z]+", name)[-1:]
                if last and last[0].endswith("ing") and last[0].lower() not in NOUNS:
                    yield name


def test_no_file_folder_or_class_is_named_by_a_gerund():
    assert list(gerunds()) == []


def headless() -> Iterator[str]:
    """Yield the docstrings that are incomplete sentences ("What ...", "Whether ..."), each with its place."""
    for package in (*PACKAGES, "modules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    text = ast.get_docstring(node) or ""
                    if HEADLESS.match(text):
                        yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}"


def test_no_docstring_is_a_headless_clause():
    assert list(headless()) == []


@pytest.mark.parametrize("text", ["What lies there.", "Whether it is open.", "How far it is.", "Who may act."])
def test_these_docstrings_are_headless_clauses(text: str):
    assert HEADLESS.match(text)


def test_an_import_for_types_alone_is_an_import_too():
    code = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.b import C\n"
    assert list(imports(code, frozenset({"a.b"}))) == ["a.b"]


def test_each_change_is_told_in_one_short_line():
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()[4:]
    assert [line for line in told if line and not (line.startswith(("* ", "#")) and len(line) <= LONGEST_CHANGE)] == []
