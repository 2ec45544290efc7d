"""The guide to adding rules to an imported module, followed on a small module like the one it describes.

If the environment variable WARTABLE_VASSAL_MODULES names a folder with the real `jzhex_template.vmod`, the guide is
also followed on that.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_assist.program import PROGRAM
from tabletop.module.loader import examine_module
from tabletop.vassal.module_import import import_module

PAGE = Path(__file__).parents[2] / "docs" / "rules-for-imported-modules.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
ASSIST = "".join(block for kind, block in BLOCKS if kind == "yaml")
CASES = "".join(block for kind, block in BLOCKS if kind == "cases")
PUBLISHED = "jzhex_template.vmod"


def like_it(vassal) -> Path:
    """Write a module with a map, a grid and counters like the guide's, and return its file."""
    numbering = vassal.element(
        "module.map.boardPicker.board.mapgrid.HexGridNumbering",
        first="H", sep="", hType="N", vType="N", hLeading="1", vLeading="1", hOff="0", vOff="0", stagger="true",
    )  # fmt: skip
    grid = vassal.element(
        "module.map.boardPicker.board.HexGrid", numbering, x0="22", y0="-4", dx="80.88", dy="93.9", snapTo="true"
    )
    board = vassal.element("module.map.boardPicker.Board", grid, name="Map", width="750", height="750")
    picker = vassal.element("module.map.BoardPicker", board)
    stacking = vassal.element("module.map.StackMetrics")
    moving = [vassal.element(f"module.map.{kind}") for kind in ("PieceMover", "KeyBufferer")]
    steps = "PROP;stats;false,0,100,false;Steploss:83\\,195:P\\,{}1-2-6;".replace("{}", "")
    infantry = vassal.slot(
        ("mark;Side", "Side1"), (steps, "3-4-6"), ("piece;;;;Foot", "null;0;0;150;0"), name="Foot", gpid="150"
    )
    armour = vassal.slot(
        ("mark;Side", "Side2"), (steps, "8-8-12"), ("piece;;;;Tanks", "null;0;0;148;0"), name="Tanks", gpid="148"
    )
    roster = vassal.element(
        "module.PlayerRoster", *(vassal.element("module.PlayerRoster$entry", text=side) for side in ("Side1", "Side2"))
    ).replace("VASSAL.build.module.PlayerRoster$entry", "entry")
    return vassal.vmod(
        roster,
        vassal.element("module.Map", picker, stacking, *moving, mapName="Main Map", launch="false"),
        vassal.element("module.PieceWindow", vassal.element("widget.ListWidget", infantry, armour), name="Counters"),
        name_="Hex'n'Counters template",
        name="Hex'n'Counters template.vmod",
    )


def modules(vassal) -> Iterator[Path]:
    """Yield the file of the similar module, and that of the published one if this machine has it."""
    yield like_it(vassal)
    published = Path(os.environ.get("WARTABLE_VASSAL_MODULES", ""), PUBLISHED)
    if published.is_file():
        yield published


@pytest.fixture
def guided(vassal, tmp_path) -> list[Path]:
    """Return the folders of the imported modules, with the files that a reader of the guide adds."""
    made = []
    for number, file in enumerate(modules(vassal)):
        folder = tmp_path / str(number) / "my-template"
        import_module(file, folder)
        (folder / "assist.yaml").write_text(ASSIST, encoding="utf-8")
        (folder / "cases").mkdir()
        (folder / "cases" / "march.yaml").write_text(CASES, encoding="utf-8")
        made.append(folder)
    return made


def test_the_module_with_its_new_file_is_in_order(guided):
    for folder in guided:
        module, problems = examine_module(folder)
        assert "assist.yaml" in module.rules
        assert not list(problems)
        assert PROGRAM.examine(folder).errors == ()


def test_every_case_of_the_guide_passes(guided):
    for folder in guided:
        said: list[str] = []
        assert PROGRAM.run_cases([folder], said.append), said
        assert said[-1] in PAGE.read_text(encoding="utf-8"), "the page tells how many pass"
