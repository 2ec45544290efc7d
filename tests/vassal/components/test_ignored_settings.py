"""Every setting of every component of the format: it is imported, or the report says why it is not.

`settings.yaml` lists the settings by class. Each is set once to an unusual value in a small module. Then either the
imported module differs, or the report mentions the setting.
"""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tabletop.module.loader import load_module
from tabletop.vassal.components.ignored_settings import settings_left
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.module_import import REPORT_DATA, REPORT_PAGE, import_module
from tests.vassal.components.making import CLASSES, ODD, Making

Made = tuple[dict[str, bytes], list[tuple[str, str, str, int]]]
"""The import of a module: its files, and the lines of the report."""


def cases() -> Iterator[tuple[str, str]]:
    for kind, about in CLASSES.items():
        for setting in about["tried"]:
            yield kind, setting


class Imports:
    """An importer of modules that have one component of a class, with default settings except one."""

    def __init__(self, making: Making, folder: Path) -> None:
        self._making = making
        self._folder = folder
        self._made: dict[tuple[str, str], Made] = {}

    def of(self, kind: str, setting: str = "") -> Made:
        if (kind, setting) not in self._made:
            self._made[kind, setting] = self._imported(kind, setting)
        return self._made[kind, setting]

    def _imported(self, kind: str, setting: str) -> Made:
        about = CLASSES[kind]
        settings = {**about.get("usual", {}), **({setting: about["tried"][setting]} if setting else {})}
        out = self._folder / str(len(self._made))
        report = import_module(self._making.file(*self._making.components(kind, **settings)), out)
        told = [(line.name, line.grade, line.reason, line.count) for line in report.lines]
        found = {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in out.rglob("*")
            if path.is_file() and path.name not in (REPORT_PAGE, REPORT_DATA) and "kept" not in path.parts
        }
        return found, told


@pytest.fixture(scope="module")
def making(vassal) -> Making:
    return Making(vassal)


@pytest.fixture(scope="module")
def imports(making: Making, tmp_path_factory: pytest.TempPathFactory) -> Imports:
    return Imports(making, tmp_path_factory.mktemp("settings"))


@pytest.mark.parametrize(("kind", "setting"), list(cases()))
def test_a_setting_is_taken_over_or_told_of(imports: Imports, kind: str, setting: str) -> None:
    (made, told), (usually, usually_told) = imports.of(kind, setting), imports.of(kind)
    name = kind.partition(" ")[0].rpartition(".")[2]
    fates = {grade for of, grade, *_ in usually_told if of.rpartition(".")[2] == name}
    left = set(
        settings_left(Component(name, {**CLASSES[kind].get("usual", {}), setting: CLASSES[kind]["tried"][setting]}))
    )
    reasons = {part for *_, reason, _ in usually_told for part in reason.split("; ")}
    assert fates, "there is no such component in the module"
    assert made != usually or told != usually_told or fates <= {"inactive", "refused"} or (left and left <= reasons)


@pytest.mark.parametrize("first", range(0, len(ODD), 4))
@pytest.mark.parametrize("kind", list(CLASSES))
def test_whatever_stands_in_the_settings_the_module_opens(
    making: Making, tmp_path: Path, kind: str, first: int
) -> None:
    odd = cycle(ODD[first:] + ODD[:first])
    around = next(odd)
    settings = dict(zip({**CLASSES[kind].get("usual", {}), **CLASSES[kind]["tried"]}, odd, strict=False))
    import_module(making.file(*making.components(kind, around, **settings)), tmp_path / "made")
    load_module(tmp_path / "made")


@pytest.mark.parametrize(
    ("colour", "told"), [("1,2,3", 0), ("1,2,3,255", 0), ("1,2,3,0", 1), ("1,2,3,160", 1), ("", 0)]
)
def test_colours_that_let_something_through_are_told_of(colour: str, told: int) -> None:
    viewer = Component("VASSAL.build.module.map.CounterDetailViewer", {"bgColor": colour})
    assert list(settings_left(viewer)) == ["its colours are opaque"] * told
