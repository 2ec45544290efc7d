"""The module author's guide: its examples make a module, its mistakes give the quoted messages, its lists are
complete.
"""

import re
import typing
from pathlib import Path

import pytest

from tabletop.game.traits import Trait
from tabletop.module.checks.module_check import check_module

GUIDE = (Path(__file__).parents[2] / "docs" / "module-authors-guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) (file|part|wrong)=(\S+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def two_bridges(tmp_path: Path) -> Path:
    """Return the folder of the module that the guide builds."""
    folder = tmp_path / "two_bridges"
    for _, what, name, text in BLOCKS:
        if what == "file":
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def test_the_guide_builds_a_module_without_a_mistake(two_bridges: Path) -> None:
    report = check_module(two_bridges)
    assert report.errors == ()
    assert report.pieces == {"Units": {"North": 6, "South": 4}}


def test_what_may_be_added_fits_in(two_bridges: Path) -> None:
    for _, what, name, text in BLOCKS:
        if what == "part":
            path = two_bridges / name
            path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")
    report = check_module(two_bridges)
    assert report.errors == ()
    assert report.authored == 4


def test_a_mistake_is_told_as_the_guide_says(two_bridges: Path) -> None:
    [said] = re.findall(r"^```text says\n(.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)
    for _, what, name, text in BLOCKS:
        if what == "wrong":
            (two_bridges / name).write_text(text, encoding="utf-8")
    assert "\n".join(check_module(two_bridges).errors) == said


def test_the_guide_names_every_trait() -> None:
    listed = GUIDE.split("## All traits")[1].split("\n## ")[0]
    assert {trait.__struct_config__.tag for trait in typing.get_args(Trait)} == set(
        re.findall(r"`([a-z-]+)`", listed)
    ) - {"trait"}


def test_the_contents_lead_to_the_chapters() -> None:
    chapters = [
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in re.findall(r"^## (.*)", GUIDE, re.M)
    ]
    assert re.findall(r"\]\(#(.*?)\)", GUIDE) == chapters
